"""A board without a screen of its own: its page is added to a copy of the project, packed and played."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import PROJECT

PAGE = Path(__file__).parent / "pages" / "pico_lcd.py"
NEEDED = ("assets", "boards", "engine", "lib", "LICENSES", "tools")

# Runs in the copy: there `tools` is the copy's, behind the standard library as everywhere.
IN_COPY = """
import json, os, pathlib, sys
here = pathlib.Path.cwd()
project = pathlib.Path({project!r})
sys.path[:] = [path for path in sys.path if path and pathlib.Path(path) not in (project, project / "lib")]
sys.path += [str(here), str(here / "lib")]
from tools.build import bundle, drive, flash, layouts, pages
assert str(bundle.PROJECT) == str(here)
"""

PACK = """
contents = bundle.contents("raspberry_pi_pico2")
drive_folder = here / "mounted"
drive_folder.mkdir()
(drive_folder / "boot_out.txt").write_text(
    "Adafruit CircuitPython 10.0.0 on 2026-01-01; a Pico with rp2040\\nBoard ID:raspberry_pi_pico\\n"
)
said = flash.flash(drive_folder)
print(json.dumps({
    "bundle": sorted(contents),
    "same": contents["boards/pico_lcd.mpy"] == contents["boards/raspberry_pi_pico.mpy"],
    "layout": layouts.of("pico_lcd"),
    "flashed": said[0],
    "drive": (drive_folder / "boards" / "raspberry_pi_pico.mpy").exists(),
}))
"""

# The stand-ins of tools/vm are those of a PyBadge. A Pico has pins, and drivers for screens.
PICO = {
    "board": "board_id = 'raspberry_pi_pico'\nLED = 'LED'\n"
    + "".join(f"GP{number} = 'GP{number}'\n" for number in range(29)),
    "busio": "def SPI(clock, MOSI):\n    return clock, MOSI\n",
    "fourwire": "def FourWire(spi, *, command, chip_select, reset, baudrate):\n    return spi\n",
    "digitalio": "class DigitalInOut:\n"
    "    def __init__(self, pin):\n        self.value = False\n"
    "    def switch_to_output(self, value):\n        self.value = value\n",
}
MORE = {
    "busdisplay": "made = []\n"
    "_Standard = BusDisplay\n"
    "class BusDisplay(_Standard):\n"
    "    def __init__(self, bus, start_up, *, width, height, backlight_pin, **more):\n"
    "        assert bus == ('GP10', 'GP11') and backlight_pin == 'GP13'\n"
    "        super().__init__(width // 2, height // 2)  # the stand-in for displayio does not scale\n"
    "        made.append(self)\n",
    "keypad": "class Keys:\n"
    "    def __init__(self, pins, *, value_when_pressed):\n"
    "        assert len(pins) == 9\n"
    "        self.events = EventQueue()\n",
}

PLAY = """
from tools import vm
folder = here / "mounted"
for file in folder.rglob("*.mpy"):  # the VM's mark instead of CircuitPython's
    file.write_bytes(b"M" + file.read_bytes()[1:])
vm.add_standins(folder)
for name, text in {pico!r}.items():
    (folder / ".vm" / (name + ".py")).write_text(text)
for name, text in {more!r}.items():
    standard = (vm.STANDINS / (name + ".py")).read_text()
    (folder / ".vm" / (name + ".py")).write_text(standard + "\\n\\n" + text)
print(vm.run(folder, '''
import board, boards, busdisplay, keypad
from handful.app import App

try:
    boards.find("kettle")
except ValueError as error:
    print(error)
page = boards.find(board.board_id)
print(page.NAME, boards.find("pico_lcd").NAME == page.NAME, page.voice())
app = App(page)
keypad.script([(7, 300), (5, 300)])
try:
    app.run()
except SystemExit:
    pass
(display,) = busdisplay.made
print(display.width, display.height, display.refreshes > 2)
''', "1M"))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project with one page more."""
    folder = tmp_path_factory.mktemp("copy")
    for name in NEEDED:
        shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "train"))
    for file in PROJECT.iterdir():
        if file.is_file() and not file.name.startswith("."):
            shutil.copy(file, folder)
    shutil.copy(PAGE, folder / "boards")
    return folder


def run(copy, script: str) -> str:
    """Runs a script in the copy; returns what it prints."""
    script = IN_COPY.format(project=str(PROJECT)) + script
    done = subprocess.run([sys.executable, "-c", script], cwd=copy, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout


def test_a_page_for_a_bare_pico_is_packed_flashed_found_and_played(copy):
    """Nothing but the page is added: no list names it."""
    first, *played = run(copy, PACK + PLAY.format(pico=PICO, more=MORE)).splitlines()
    packed = json.loads(first)
    pages = {path for path in packed["bundle"] if path.startswith("boards/")}
    assert pages == {
        "boards/__init__.mpy",
        "boards/pico_lcd.mpy",
        "boards/raspberry_pi_pico.mpy",
        "boards/raspberry_pi_pico2.mpy",
        "boards/parts/__init__.mpy",
        "boards/parts/lamps.mpy",
    }
    assert packed["same"] and packed["drive"]
    assert packed["layout"] == "120x120"
    assert "for pico_lcd is on" in packed["flashed"]
    assert played[:3] == [
        "There is no page for the board kettle here: HANDFUL_BOARD has to name one.",
        "Pico with Pico-LCD-1.3 True None",
        "120 120 True",
    ]
