# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Boards with a touch screen: their drivers' own code on the VM, on doubles of the panels that they read."""

import random

import pytest

from tools import PROJECT, vm
from tools.build import drive, layouts

# A finger, where the doubles of the panels find it: in pixels of a display of 320x240.
PANEL = """
place = None
"""
# The pins of a panel are their names. A double of FocalTech's FT6336: its registers over I2C.
BOARD = """
from busdisplay import BusDisplay
import panel

board_id = "{board}"
DISPLAY = BusDisplay(160, 120)  # the stand-in for displayio does not scale
SPEAKER, SPEAKER_ENABLE, NEOPIXEL = "SPEAKER", "SPEAKER_ENABLE", "NEOPIXEL"
TOUCH_XL, TOUCH_XR, TOUCH_YD, TOUCH_YU = "XL", "XR", "YD", "YU"
TOUCH_SCK, TOUCH_MOSI, TOUCH_MISO, TOUCH_CS = "SCK", "MOSI", "MISO", "CS"
LED_RED, LED_GREEN, LED_BLUE = "RED", "GREEN", "BLUE"

class I2C:
    def __init__(self):
        self.looks = 0

    def answer(self, address, register, count):
        assert address == 0x38
        self.looks += 1
        if self.looks == 3:
            raise OSError(116)  # once the chip does not answer
        registers = bytearray(256)
        registers[0xA1:0xA9] = bytes((0x10, 0x01, 0x64, 0, 1, 3, 0, 0x11))
        if panel.place:
            x, y = panel.place
            registers[2:9] = bytes((1, x >> 8, x & 255, y >> 8, y & 255, 40, 16))
        return registers[register : register + count]
"""
# An XPT2046 whose panel is turned: its first number falls down the display, its second one rises across.
TURNED = """
import panel, analogio
from xpt2046 import Bus

class SPI(Bus):
    def __init__(self, *pins):
        assert pins == ("SCK", "MOSI", "MISO")
        Bus.__init__(self)

    def write_readinto(self, out, into):
        self.selected = analogio.selected[0]
        place = panel.place
        self.pressed = place and (3800 - 14 * place[1], 300 + 11 * place[0], 900, 3000)
        Bus.write_readinto(self, out, into)
"""
# A double of the firmware's module.
DEVICE = """
class I2CDevice:
    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def write(self, data):
        self._register = data[0]

    def readinto(self, data):
        data[:] = self._i2c.answer(self._address, self._register, len(data))
"""
# Two plates of resistance 1, which touch where the finger is, through 0.3: what a pin reads follows from what
# the others are driven to. The plate between YD and YU lies across the display.
PLATES = """
import panel
driven = {}
selected = [False]  # whether the chip that measures the panel listens

class Held:
    def __init__(self, pin):
        assert pin not in driven
        self.pin = pin

    def __enter__(self):
        return self

    def __exit__(self, *_):
        driven.pop(self.pin, None)

class DigitalInOut(Held):
    def switch_to_output(self, value=False):
        if self.pin in ("XL", "XR", "YD", "YU"):  # there are an amplifier and a lamp, too
            driven[self.pin] = value

    def choose(self, value):
        if self.pin == "CS":
            selected[0] = not value

    value = property(lambda self: False, choose)

class AnalogIn(Held):
    @property
    def value(self):
        place = panel.place
        if driven == {"XR": False, "YD": True}:  # how firmly the plates touch
            if not place:
                return 65535 if self.pin == "YU" else 0
            return 32000 + (9000 if self.pin == "YU" else 0)
        if not place:
            return 30000  # nothing: the finger has just gone
        if driven == {"YU": True, "YD": False} and self.pin == "XR":
            return 5200 + (59000 - 5200) * place[0] // 319
        assert driven == {"XR": True, "XL": False} and self.pin == "YU", driven
        return 5800 + (57000 - 5800) * place[1] // 239
"""
PLAY = """
import board, boards, panel, time
from handful.app import App

app = App(boards.find("{page}"))

def wait(ms):
    end = time.now + ms
    while time.now < end:
        app.step()
        time.move(5)

wait(200)
for x, y in {taps}:
    while app.deaf:
        wait(20)
    panel.place = 2 * x + 1, 2 * y + 1
    wait(150)
    panel.place = None
    wait(600)
    while app.deaf:
        wait(20)
    print(app.screen)
"""
MODULES = {"panel": PANEL, "analogio": PLATES, "digitalio": "from analogio import DigitalInOut\n"}
MODULES["i2c_device"] = DEVICE
MODULES["busio"] = TURNED
MODULES["xpt2046"] = (PROJECT / "tests" / "xpt2046.py").read_text(encoding="utf-8")
MODULES["neopixel_write"] = "def neopixel_write(pin, data):\n    pass\n"


@pytest.fixture(scope="module")
def walk():
    """Taps on the picture, and the name of the screen after each: what a finger in the window comes to."""
    chance = random.Random(6)
    with layouts.used("160x120"):
        from handful import finger
        from tools.console import Console, board_of

        console = Console.untouched(board_of(finger=True))
        taps, screens = [], []
        for _ in range(14):
            keys = console.app.keys
            places = finger.targets(console.app, keys.line, keys._drawn)  # noqa: SLF001
            x, y, width, height = chance.choice(places)[1]
            taps.append((x + width // 2, min(y + height // 2, 119)))
            console.tap(*taps[-1], hold=100)
            console.wait(600)
            console.heed()
            screens.append(console.screen)
    assert len(set(screens)) > 2
    return taps, screens


@pytest.mark.parametrize(
    ("page", "library"),
    [  # the first one is the Core2's page, too
        ("m5stack_cores3", "adafruit_focaltouch"),
        ("pyportal", "adafruit_touchscreen"),
        ("sunton_esp32_2432S028", ""),
    ],
)
def test_taps_on_the_board_come_to_the_screens_that_they_come_to_in_the_window(page, library, walk, tmp_path):
    written = vm.build(tmp_path, page)
    assert not library or f"lib/{library}.mpy" in written  # the driver's own code
    for name, text in {**MODULES, "board": BOARD.replace("{board}", page)}.items():
        folder = tmp_path / ".vm" / ("adafruit_bus_device" if name == "i2c_device" else "")
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.mpy").unlink(missing_ok=True)
        (folder / f"{name}.py").write_text(text)
    (tmp_path / ".vm" / "adafruit_bus_device" / "__init__.py").write_text("")
    taps, screens = walk
    if drive.is_calibrated(page):
        taps = [(16, 16), (143, 16), (16, 103), *taps]
        screens = ["calibration", "calibration", "language", *screens]
    assert vm.run(tmp_path, PLAY.format(page=page, taps=taps), "2M").split() == screens


class TestTouch:
    """The panel's looks become touches."""

    @pytest.fixture
    def touch(self, monkeypatch):
        """A panel of 320x170 with a picture of 240x135: `looks` are the next places, each 15 ms apart."""
        import sys
        import types

        clock = types.SimpleNamespace(now=0)
        monkeypatch.setitem(sys.modules, "supervisor", types.SimpleNamespace(ticks_ms=lambda: clock.now))
        monkeypatch.delitem(sys.modules, "boards.parts.touch", raising=False)
        with layouts.used("240x135"):
            from boards.parts.touch import Touch

            looks = []
            touch = Touch(lambda: looks.pop(0), 320, 170)

        def told(*places):
            looks[:] = places
            found = []
            while looks:
                clock.now += 15
                found.append(touch.touched())
                assert touch.touched() is None  # no look before its time
            return [event for event in found if event]

        yield told
        sys.modules.pop("boards.parts.touch", None)

    def test_a_finger_comes_and_goes_with_the_second_look(self, touch):
        assert touch(None, (50, 30), None, None) == []
        assert touch((50, 30), (52, 30), (51, 30)) == [(12, 13, 1)]
        assert touch(None, (51, 30)) == []  # a look that missed it
        assert touch((51, 30), None, None, None) == [(12, 13, 0)]

    def test_a_place_far_from_the_one_before_is_not_believed_at_once(self, touch):
        assert touch((300, 160), (50, 30), (50, 30)) == [(10, 13, 1)]
        assert touch((150, 90), (51, 31)) == []

    def test_a_finger_that_moves_is_followed_and_one_that_trembles_is_not(self, touch):
        steps = [(50 + 4 * i, 30) for i in range(5)]
        assert touch(*steps) == [(14, 13, 1), (18, 13, 2), (22, 13, 2), (26, 13, 2)]
        assert touch((66, 32), (63, 30), (68, 29)) == []
        assert touch(None, None) == [(26, 13, 0)]
