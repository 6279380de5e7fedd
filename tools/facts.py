# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Writes what CircuitPython's sources say of each firmware that has a page into tools/build/facts.json.

    python tools/facts.py FOLDER

FOLDER is a clone of https://github.com/adafruit/circuitpython with its tags. Read at the newest release are
chip, light (whether the backlight has a pin), display (the size that the firmware sets up), memory (MB of
PSRAM; 0 where the firmware looks for it), flash and drive (KB), nvm (bytes), usb (whether a computer sees the
drive), boot (the names of the pin whose key leads to the safe mode) and wait (whether that key is looked at
for a second, not once). since is the first release from 9.0.0 on that has the board, with its pages' pins.
"""

import json
import math
import re
import subprocess
import sys

from tools import PROJECT, Refusal, command
from tools.build import drive, pages

_FILES = ("board.c", "mpconfigboard.h", "mpconfigboard.mk", "pins.c")
_PIN = re.compile(r"MP_QSTR_(\w+)\), *MP_ROM_PTR\((.*?)\)")
_BOOT = re.compile(r"CIRCUITPY_BOOT_BUTTON +\((\S+)\)")
_FIRMWARE = r"CIRCUITPY_FIRMWARE_SIZE[=' ]*\((.*)\)"


def git(folder: str, *arguments: str) -> str:
    """Returns what git says of a clone."""
    try:
        return subprocess.run(
            ["git", "-C", folder, *arguments], capture_output=True, check=True
        ).stdout.decode()
    except OSError as error:
        raise Refusal(f"git does not start: {error}.") from None
    except subprocess.CalledProcessError as error:
        why = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise Refusal(f"{folder} cannot be read as a clone of CircuitPython: {why}") from None


def read(folder: str, wanted: dict[str, set[str]]) -> dict:
    """Returns the facts of firmwares. wanted: by their names, the pins that have to be there."""
    tags = [tag for tag in git(folder, "tag").split() if re.fullmatch(r"(9|\d\d)\.\d+\.\d+", tag)]
    if not tags:
        raise Refusal(f"{folder} has no tags of CircuitPython 9 or newer: git fetch --tags gets them.")
    tags.sort(key=lambda tag: [int(part) for part in tag.split(".")])
    places = {}
    for tag in tags:
        ports = [f"{port}/boards/" for port in git(folder, "ls-tree", "--name-only", tag, "ports/").split()]
        paths = git(folder, "ls-tree", "-d", "--name-only", tag, *ports).split()
        places[tag] = {path.rpartition("/")[2]: path for path in paths}
    shared = git(folder, "show", tags[-1] + ":docs/shared_bindings_matrix.py")
    found = {}
    for firmware, pins in sorted(wanted.items()):
        board = _first(rf'"(\w+)": \[.*"{firmware}"', shared) or firmware  # the same under another name
        if not any([board in known for known in places.values()]):
            print(f"No release in {folder} has a board {board}: it is left out.", file=sys.stderr)
            continue
        for since in tags:
            place = places[since].get(board)
            if place and pins <= set(
                re.findall(r"MP_QSTR_(\w+)", git(folder, "show", f"{since}:{place}/pins.c"))
            ):
                break
        else:
            raise Refusal(
                f"No release in {folder} has a board {board} with the pins {', '.join(sorted(pins))}."
            )
        found[firmware] = {
            "since": re.sub(r"(\.0)+$", "", since),
            **_facts(folder, *[(tag, places[tag][board]) for tag in tags if board in places[tag]][-1]),
        }
    return {"version": tags[-1], "boards": found}


def _facts(folder: str, tag: str, place: str) -> dict[str, object]:
    def text(path: str) -> str:
        return git(folder, "show", f"{tag}:{path}")

    code, head, make, pins = [text(f"{place}/{name}") for name in _FILES]
    port = place.partition("/boards/")[0]
    common = text(port + "/mpconfigport.h")
    chip = _first(r"^(?:CHIP_VARIANT|IDF_TARGET|MCU_CHIP) *= *(\w+)", make)
    of_chip = _first(rf"IDF_TARGET\),{chip}\)\n((?:(?!else).*\n)*)", text(port + "/mpconfigport.mk"))
    usb = "CIRCUITPY_USB_DEVICE = 0" not in of_chip
    nvm = _product(re.findall(r"CIRCUITPY_INTERNAL_NVM_SIZE +\((.*)\)", common)[-1])
    megabytes = int(_first(r"ESP_FLASH_SIZE = (\d+)MB", make) or 0)
    flash = size = megabytes * 1024 or min(
        [int(bits) * 128 for bits in re.findall(r"(?:GD|W)25Q(\d+)", make)]
    )
    if megabytes:
        table = f"{megabytes}MB{'-no-ota' * (megabytes == 4)}{'' if usb else '-no-uf2'}"
        size = int(_first(r"fat, .* (\d+)K", text(f"{port}/esp-idf-config/partitions-{table}.csv")))
    elif chip.startswith("RP2"):
        size -= (_product(_first(_FIRMWARE, make) or _first(_FIRMWARE, common)) + nvm) // 1024
        size -= _product(_first(r"SAVES_PARTITION_SIZE \((.*)\)", head)) // 1024  # it lies before the drive
    display = re.search(r"\n\s*(\d+), *// *width.*\n\s*(\d+),", code, re.IGNORECASE)
    boot = _BOOT.findall(("" if chip == "esp32" else common) + head)[-1:]  # an ESP32 has no usual one
    return {
        "chip": chip,
        "light": _first(r"sizeof\(\w+\),\s*(\S+?),", code) not in ("", "NULL"),
        "display": "x".join(display.groups()) if display else "",
        "memory": int(_first(r"PSRAM_SIZE = (\d+)MB", make) or 0),
        "flash": flash,
        "drive": size,
        "nvm": nvm,
        "usb": usb,
        "boot": [name for name, pin in _PIN.findall(pins) if pin in boot],
        "wait": "CIRCUITPY_SKIP_SAFE_MODE_WAIT = 1" not in make,
    }


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1] if found else ""


def _product(text: str) -> int:
    return math.prod([int(number) for number in re.findall(r"\d+", text)])


def wanted() -> dict[str, set[str]]:
    """Returns the firmwares of all pages, and the pins that those name."""
    pins: dict[str, set[str]] = {}
    for page in drive.devices():
        named = set(
            re.findall(r"\bboard\.([A-Z]\w*)", (pages.FOLDER / f"{page}.py").read_text(encoding="utf-8"))
        )
        for firmware in pages.firmwares(page):
            pins.setdefault(firmware, set()).update(named)
    return pins


@command
def main(arguments: list[str]) -> int:
    """Writes the facts, a line a firmware."""
    if len(arguments) != 1 or not arguments[0]:
        raise Refusal("Say where a clone of CircuitPython's repository is: python tools/facts.py FOLDER")
    text = json.dumps(read(arguments[0], wanted())).replace("}, ", "},\n")
    (PROJECT / "tools/build/facts.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
