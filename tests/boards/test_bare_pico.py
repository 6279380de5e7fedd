# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A Pico with a display on top, or wired by its owner: packed, flashed, found and played on the VM."""

import os

import pytest

from tests.boards.conftest import WIRED
from tests.tools.test_flash import BOOT
from tools import vm
from tools.build import flash, layouts

# The stand-ins of tools/vm are those of a PyBadge. A Pico has pins, and a bus for a display.
PART = """
class {name}:
    def __init__(self, *pins, **how):
        self.pins = pins
        self.value = False
        self.duty_cycle = 0
    def switch_to_output(self, value):
        self.value = value
    def deinit(self):
        self.pins = ()
"""
PICO = {
    "board": "board_id = 'raspberry_pi_pico'\nLED = 'LED'\n"
    + "".join(f"GP{number} = 'GP{number}'\n" for number in range(29)),
    "busio": PART.format(name="SPI"),
    "fourwire": PART.format(name="FourWire"),
    "digitalio": PART.format(name="DigitalInOut"),
    "pwmio": PART.format(name="PWMOut"),
}
MORE = {
    "busdisplay": """
made = []
_Standard = BusDisplay
class BusDisplay(_Standard):
    def __init__(self, bus, start_up, *, width, height, backlight_pin, colstart=0, rowstart=0, rotation=0):
        scale = 2 if height == 240 else 1  # the stand-in for displayio does not scale
        super().__init__(width // scale, height // scale)
        made.append((self, backlight_pin, colstart, rowstart, rotation))
""",
    "displayio": "def release_displays():\n    pass\n",
    "keypad": """
class Keys:
    def __init__(self, pins, *, value_when_pressed, interval):
        self.events = EventQueue()

    def reset(self):
        pass
""",
}
PLAY = """
import board, boards, busdisplay, keypad, sys
from handful.app import App

try:
    boards.find("kettle")
except ValueError as error:
    print(error)
page = boards.find(board.board_id)
print(page.NAME)
app = App(page)
keypad.script([(4, 300), (1, 300)])
try:
    app.run()
except SystemExit:
    pass
display, *facts = busdisplay.made[0]
print(len(busdisplay.made), display.width, display.height, display.refreshes > 2, *facts)
gone = ("boards.parts.wiring", "boards.wired")
print(*[name for name in gone if name in sys.modules and sys.modules[name] is not page])
"""
WRONG = """
import board, boards, busdisplay
from handful.app import App

try:
    App(boards.find(board.board_id))
except SystemExit:
    print(len(busdisplay.made))
"""


@pytest.fixture(scope="module")
def drives(tmp_path_factory):
    """Flashes a Pico with a page, once; returns its drive, ready for the VM."""
    made = {}

    def flashed(page):
        if page not in made:
            folder = made[page] = tmp_path_factory.mktemp(page)
            (folder / "boot_out.txt").write_text(BOOT.format("10.2.0", "raspberry_pi_pico"))
            assert f"for {page} is on" in flash.flash(folder, page)[0]
            for file in folder.rglob("*.mpy"):  # the VM's mark instead of CircuitPython's
                file.write_bytes(b"M" + file.read_bytes()[1:])
            vm.add_standins(folder)
            for name, text in PICO.items():
                (folder / ".vm" / f"{name}.mpy").unlink(missing_ok=True)
                (folder / ".vm" / f"{name}.py").write_text(text)
            for name, text in MORE.items():
                (folder / ".vm" / f"{name}.mpy").unlink()
                standard = vm.STANDINS[name].read_text()
                (folder / ".vm" / f"{name}.py").write_text(standard + "\n\n" + text)
        return made[page]

    return flashed


@pytest.mark.parametrize(
    ("page", "facts"),
    [
        ("waveshare_pico_lcd_1_3", "GP13 0 80 270"),
        ("waveshare_pico_lcd_1_14", "GP13 53 40 270"),
        ("wired", "GP22 0 0 90"),
    ],
)
def test_a_bare_pico_is_flashed_found_and_played(page, facts, drives, monkeypatch):
    for name, value in WIRED.items():
        monkeypatch.setenv(name, str(value))
    kettle, name, played, loaded = vm.run(drives(page), PLAY, "1M").split("\n")[:4]
    assert kettle == "There is no page for the board kettle here: HANDFUL_BOARD has to name one."
    assert name.startswith("Own wiring" if page == "wired" else "Pico with Pico-LCD-1.")
    width, height = layouts.size(layouts.of(page))
    assert played == f"1 {width} {height} True {facts}"
    assert loaded == ""  # what checks the settings has gone, and the page is there once


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "HANDFUL_CLOCK is missing."),
        ({"CLOCK": "GP18", "A": "GP9"}, "HANDFUL_START is GP9, the pin that HANDFUL_A has."),
        (
            {"CLOCK": "GP18", "SIZE": "128x128"},
            "HANDFUL_SIZE is 128x128, and the games on this drive are drawn for 160x128.",
        ),
    ],
)
def test_a_mistake_in_the_settings_is_a_sentence_on_the_vm_too(change, said, drives, monkeypatch):
    settings = {name: str(value) for name, value in WIRED.items() if name != "HANDFUL_CLOCK"}
    settings |= {"HANDFUL_" + name: value for name, value in change.items()}
    for name in os.environ.keys() & WIRED.keys():
        monkeypatch.delenv(name)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    shown = 1 if "START" in said else 0
    assert vm.run(drives("wired"), WRONG, "1M") == f"settings.toml: {said}\n{shown}\n"
