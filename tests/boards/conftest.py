# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What tests of boards share."""

import sys
import sysconfig
import tomllib

import pytest

import boards
from handful.picture import measures
from tests.boards.doubles import Hardware
from tools import PROJECT
from tools.build import layouts, pages

# An own wiring that works, and what differs in those with a display of another size.
WIRED = tomllib.loads((PROJECT / "settings.toml.example").read_text(encoding="utf-8"))
SIZES = {
    "wired_128x128": {"SIZE": "128x128", "COLUMN": 2, "ROW": 1},
    "wired_240x135": {"DISPLAY": "ST7789", "SIZE": "240x135", "ROTATION": 270, "COLUMN": 53, "ROW": 40},
    "wired_240x240": {"DISPLAY": "ST7789", "SIZE": "240x240", "ROTATION": 180, "ROW": 80},
    "wired_320x240": {"DISPLAY": "ILI9341", "SIZE": "320x240", "ROTATION": 0},
}
COMPUTERS = ("computer", "desktop", "terminal")

sysconfig.get_paths()  # reads what a Python for Espressif, which tests pretend to be, would not have


@pytest.fixture
def device(monkeypatch):
    """Brings up a device by the name of its page, with the first of its firmwares or a named one."""

    def forget():
        for name in [name for name in sys.modules if name.startswith("adafruit_")]:
            del sys.modules[name]  # they have taken the stand-ins of another device
        for name in [name for name in sys.modules if name.startswith("boards.")]:
            if name.split(".")[1] not in COMPUTERS:
                del sys.modules[name]
                vars(boards).pop(name.split(".")[1], None)

    def bring_up(name, firmware=""):
        forget()
        settings = dict(WIRED) if pages.is_wired(name) else {}
        settings.update({"HANDFUL_" + key: value for key, value in SIZES.get(name, {}).items()})
        for key, value in settings.items():
            monkeypatch.setenv(key, str(value))
        width, height = layouts.size(layouts.of(name))
        monkeypatch.setattr(measures, "WIDTH", width)  # as in the board's bundle
        monkeypatch.setattr(measures, "HEIGHT", height)
        return Hardware(name, firmware or pages.firmwares(name)[0], monkeypatch)

    yield bring_up
    forget()
