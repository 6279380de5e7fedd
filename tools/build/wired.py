# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Says of an own wiring's settings.toml what the board is going to say of it.

    python -m tools.build.wired PAGE FIRMWARE VERSION FILE

The board's own check (boards/parts/wiring.py) runs here, with stand-ins for the firmware's modules and with
the pins that its firmware has. So it needs a separate process. Of a firmware that circuitpython-stubs does
not know, any name is a pin.
"""

import ast
import contextlib
import os
import re
import subprocess
import sys
import types
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

from tools.build import layouts, settings

_STUBS = "board_definitions"  # a folder of circuitpython-stubs
_MADE = {  # what the check makes of pins, by module
    "busio": "SPI",
    "fourwire": "FourWire",
    "digitalio": "DigitalInOut",
    "pwmio": "PWMOut",
    "adafruit_st7789": "ST7789",
    "adafruit_st7735r": "ST7735R",
    "adafruit_ili9341": "ILI9341",
}


def faults(page: str, firmware: str, version: str, file: Path) -> list[str]:
    """Returns the board's sentences on a file, which may be missing.

    Those on what tools.build.settings finds are left out.
    """
    command = [sys.executable, "-m", "tools.build.wired", page, firmware, version, str(file)]
    said = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    return said.splitlines()


def getenv(data: bytes, version: str) -> Callable[[str], str | None]:
    """Returns the firmware's `os.getenv` for a file."""

    def found(name: str) -> str | None:
        try:
            said, quoted = settings.value(data, name) or ("", True)
            if not quoted and re.fullmatch("[-+]*[0-9][0-9A-Za-z]*", said):
                return said
            return settings.text(data, name, version) or None
        except settings.Unreadable:
            raise ValueError from None

    return found


def pins(firmware: str) -> set[str]:
    """Returns the names in a firmware's module `board`, none if it is not known."""
    folder = Path(str(metadata.distribution("circuitpython-stubs").locate_file(_STUBS)))
    stub = folder / firmware / "__init__.pyi"
    text = stub.read_text(encoding="utf-8") if stub.exists() else ""
    return {
        node.target.id
        for node in ast.parse(text).body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


class _Board(types.ModuleType):
    """Any name is a pin."""

    def __getattr__(self, name: str) -> str:
        return name


class _Part:
    """What is made of pins."""

    def __init__(self, *pins: object, **how: object):
        pass

    def deinit(self) -> None:
        pass


def _stand_in(firmware: str) -> None:
    known = pins(firmware)
    board = types.ModuleType("board") if known else _Board("board")
    vars(board).update({name: name for name in known})
    displays = types.ModuleType("displayio")
    vars(displays)["release_displays"] = lambda: None
    supervisor = types.ModuleType("supervisor")
    vars(supervisor)["runtime"] = types.SimpleNamespace()
    sys.modules |= {"board": board, "displayio": displays, "supervisor": supervisor}
    for module, name in _MADE.items():
        sys.modules[module] = types.ModuleType(module)
        vars(sys.modules[module])[name] = _Part


def main(arguments: list[str]) -> int:
    """Prints the sentences."""
    page, firmware, version, file = arguments
    data = Path(file).read_bytes() if Path(file).exists() else b""
    unread = {fault.name for fault in settings.faults(data, version)}
    unread |= {name for _, name, _ in settings.slips(data)}
    _stand_in(firmware)
    layouts.use(layouts.of(page))
    os.getenv = getenv(data, version)  # type: ignore[assignment]
    from handful import toml

    toml.FILE = file
    from boards.parts import wiring

    out = [""]
    with contextlib.redirect_stdout(types.SimpleNamespace(write=out.append)):
        with contextlib.suppress(SystemExit):
            wiring.display()
    lines = "".join(out).splitlines()
    print("\n".join(line for line in lines if line.split()[1] not in unread), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
