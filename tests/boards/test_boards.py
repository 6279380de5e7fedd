# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The boards' pages of facts, how one is found, and what stands behind them on a computer."""

import ast
import importlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import types
from importlib import metadata
from pathlib import Path

import pytest

import boards
from boards.computer.savefile import SIZE, SaveFile
from handful.keys import DOWN, LEFT, RIGHT, RING, SELECT, START, UP, A, B, Keys
from handful.picture import measures
from handful.settings import LANGUAGE
from tools import PROJECT as ROOT
from tools import Refusal, run
from tools.build import bundle, drive, flash, layouts, pages, portrait, wired
from tools.console import Board, Console

STUBS = Path(metadata.distribution("circuitpython-stubs").locate_file("board_definitions"))
COMPUTERS = ("desktop", "terminal")
DEVICES = tuple(drive.devices())
# An own wiring that works, and what differs in those with a display of another size.
WIRED = tomllib.loads((ROOT / "settings.toml.example").read_text(encoding="utf-8"))
SIZES = {
    "wired_128x128": {"SIZE": "128x128", "COLUMN": 2, "ROW": 1},
    "wired_240x135": {"DISPLAY": "ST7789", "SIZE": "240x135", "ROTATION": 270, "COLUMN": 53, "ROW": 40},
    "wired_240x240": {"DISPLAY": "ST7789", "SIZE": "240x240", "ROTATION": 180, "ROW": 80},
    "wired_320x240": {"DISPLAY": "ILI9341", "SIZE": "320x240", "ROTATION": 0},
}
FACTS = ("NAME", "KEYS", "Event", "ERASES", "LIGHT")
FUNCTIONS = ("display", "events", "region", "ticks", "sleep", "close", "voice", "lamp")
KEY_NAMES = {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT}
KEY_NAMES |= {"A": A, "B": B, "START": START, "SELECT": SELECT}
LOGICAL = set(KEY_NAMES.values())
# The names of few keys, by page.
TOUCHED = [page for page in DEVICES if portrait.is_touched(page)]
WITH_KEYS = [page for page in DEVICES if page not in TOUCHED]
FEW = {page: names for page in DEVICES if (names := pages.fact(pages.origin(page, "FEW"), "FEW", ()))}
SILENT = ("waveshare_pico_lcd_1_3", "waveshare_pico_lcd_1_14", "lilygo_t_display_rp2040")  # without speaker
SILENT += ("adafruit_feather_esp32s3_reverse_tft", "lilygo_tdisplay_s3", "m5stack_core2", "m5stack_cores3")
SILENT += ("adafruit_fruit_jam", "sunton_esp32_2432S028")
DARK = ("deshipu_ugame_s3", "ugame22", "pimoroni_explorer2350")  # without lamp
DARK += ("lilygo_tdisplay_s3", "m5stack_core_basic", "m5stack_core2", "m5stack_cores3", "lilygo_tdeck")
DARK += ("sunton_esp32_2432S028",)
MIDDLE = 32768
SINKING = ("tinycircuits_thumby_color",)  # their lights are on while the pin is low
# What the Cardputer's firmware says of its 56 keys; a space stands for those without a character,
# "_" for the space bar.
CARDPUTER = " zcbm._ sfhk;\rqetuo[\\13579_\b  xvn,/ adgjl'\twryip]`24680="


sysconfig.get_paths()  # reads what a Python for Espressif, which tests pretend to be, would not have


class Scanner:
    """A stand-in for keypad's scanners and, at once, for their queue.

    down: the numbers of the keys that were pressed before. Like keypad's own it tells of them after `reset`.
    """

    all = []
    down = ()

    def __init__(self, pins=(), **how):
        self.pins = pins
        self.how = how
        self.count = len(pins) or how["key_count"]
        self.events = self
        self.waiting = []
        self.overflowed = False
        Scanner.all.append(self)

    def get_into(self, event) -> bool:
        """Fills in the next of `waiting`: (key number, pressed, timestamp)."""
        if not self.waiting:
            return False
        event.fill(*self.waiting.pop(0))
        return True

    def clear(self) -> None:
        """Takes back what waits, and that some was lost."""
        self.waiting.clear()
        self.overflowed = False

    def reset(self) -> None:
        """Takes all keys for released, so those that are down are pressed now."""
        self.waiting += [(number, True, 0) for number in self.down if number < self.count]


class Several:
    """Scanners whose keys are numbered one after the other."""

    def __init__(self, scanners):
        self.scanners = scanners
        self.pins = [pin for scanner in scanners for pin in scanner.pins]
        self.count = len(self.pins)
        self.waiting = self

    def append(self, event):
        """Has a key be pressed or released: (key number, pressed, timestamp)."""
        number, *more = event
        for scanner in self.scanners:
            if number < scanner.count:
                scanner.waiting.append((number, *more))
                return
            number -= scanner.count

    def __bool__(self):
        return any(scanner.waiting for scanner in self.scanners)

    @property
    def overflowed(self):
        return any(scanner.overflowed for scanner in self.scanners)

    @overflowed.setter
    def overflowed(self, value):
        self.scanners[-1].overflowed = value


class KeypadEvent:
    """A stand-in for keypad.Event, whose fields cannot be written either."""

    key_number = property(lambda self: self._number)
    pressed = property(lambda self: self._pressed)
    timestamp = property(lambda self: self._timestamp)

    def fill(self, number, pressed, timestamp):
        """What only keypad itself can do."""
        self._number, self._pressed, self._timestamp = number, pressed, timestamp


class Output:
    """A stand-in for AudioOut, I2SOut, SPI and what else has pins. all: the device's."""

    all = []

    def __init__(self, *pins, **how):
        Output.all.append(self)
        self.pins = pins
        self.duty_cycle = how.get("duty_cycle", 0)
        self.value = False
        self.playing = None

    def switch_to_output(self, value):
        self.value = value

    def deinit(self):
        self.pins = ()

    def play(self, sample, loop):
        assert loop
        self.playing = sample

    def stop(self):
        self.playing = None


class Pulse(Output):
    """A stand-in for pwmio.PWMOut."""


class Switch(Output):
    """A stand-in for digitalio.DigitalInOut."""


class Typist:
    """A stand-in for a bus with a T-Deck's keyboard: `typed` are the characters that it tells, one a look."""

    typed = ""
    locked = False

    def try_lock(self):
        assert not self.locked
        self.locked = True
        return True

    def unlock(self):
        self.locked = False

    def readfrom_into(self, address, data):
        assert address == 0x55 and self.locked and len(data) == 1
        if self.typed.startswith("!"):
            self.typed = self.typed[1:]
            raise OSError(116)
        data[0] = ord(self.typed[:1] or "\0")
        self.typed = self.typed[1:]


class Bus:
    """A stand-in for fourwire.FourWire."""

    def __init__(self, spi, **how):
        self.pins = spi.pins
        self.how = how


class Display:
    """A stand-in for busdisplay.BusDisplay."""

    def __init__(self, bus, start_up, *, width, height, **more):
        self.bus = bus
        self.width = width
        self.height = height
        self.more = more


class Sample:
    """A stand-in for audiocore.RawSample."""

    def __init__(self, wave, sample_rate):
        self.wave = list(wave)
        self.sample_rate = sample_rate


class Analog:
    """A stand-in for analogio.AnalogIn, at rest."""

    def __init__(self, pin):
        self.pin = pin
        self.value = 0 if pin.startswith("BTN_") else MIDDLE
        Output.all.append(self)


class Nine:
    """A stand-in for supervisor.runtime of version 9, which keeps every display on."""

    __slots__ = ()

    def left_on(self, displays: list) -> list:
        """The displays that are on when a program has ended."""
        return displays


class Ten(Nine):
    """The same of version 10, which knows a primary display."""

    __slots__ = ("display",)


class Eleven(Ten):
    """The same of version 11, which releases the others."""

    def left_on(self, displays: list) -> list:
        return [display for display in displays if display is getattr(self, "display", None)]


class Hardware:
    """A device on stand-ins for the firmware's modules: what it can be asked and what it is told.

    page: its page of boards.
    """

    def __init__(self, name: str, firmware: str, patch):
        self.now = 5
        self.serial = True
        Scanner.all = []
        Output.all = []
        known = wired.pins(firmware)

        def module(name, **names):
            made = types.ModuleType(name)
            vars(made).update(names)
            patch.setitem(sys.modules, name, made)

        # Only the pins that the firmware has: any other is an AttributeError.
        self.typist = Typist()
        module("board", **{name: name for name in known} | {"board_id": firmware, "I2C": lambda: self.typist})
        module("keypad", Event=KeypadEvent, ShiftRegisterKeys=Scanner, Keys=Scanner)
        module("analogio", AnalogIn=Analog)
        module("pwmio", PWMOut=Pulse)
        module("digitalio", DigitalInOut=Switch)
        module("audioio", AudioOut=Output)
        module("audiobusio", I2SOut=Output)
        module("audiocore", RawSample=Sample)
        module("micropython", const=lambda value: value)
        self.pixels = []
        module("neopixel_write", neopixel_write=lambda pin, data: self.pixels.append(bytes(data)))
        facts = pages.FACTS[firmware]
        module("microcontroller", nvm=bytearray(facts["nvm"]))
        module("busio", SPI=Output)
        module("fourwire", FourWire=Bus)
        module("busdisplay", BusDisplay=Display)
        module("picodvi", Framebuffer=lambda width, height, **how: (width, height))
        module(
            "framebufferio", FramebufferDisplay=lambda size: Display(size, b"", width=size[0], height=size[1])
        )
        self.released = 0
        module("displayio", release_displays=self._release)
        self.runtime = Eleven()
        module("supervisor", ticks_ms=lambda: self.now, runtime=self.runtime)
        patch.setattr(sys, "platform", "RP2040" if facts["chip"].startswith("RP2") else "Espressif")
        if name == "m5stack_cardputer":
            module(
                "cardputer_keyboard",
                KEYBOARD=Scanner(key_count=len(CARDPUTER)),
                key_to_char=self._key_to_char,
                detach_serial=lambda: setattr(self, "serial", False),
                attach_serial=lambda: setattr(self, "serial", True),
            )
        self.page = importlib.import_module("boards." + name)

    def _release(self):
        self.released += 1

    def _key_to_char(self, key, shifted):
        assert not shifted
        return {6: " "}.get(key) or CARDPUTER[key].strip(" ") or None

    def start(self):
        """Takes the keys, as the app does when it starts."""
        self.queue = self.page.events()
        self.event = self.page.Event()
        self.scanner = Scanner.all[0] if len(Scanner.all) == 1 else Several(Scanner.all)
        self.axes = self.made(Analog)
        return self

    def made(self, kind) -> list:
        """The stand-ins of a kind that the page has made, in order."""
        return [output for output in Output.all if type(output) is kind]

    def waits(self) -> list:
        """All that waits: (logical key, pressed)."""
        return moves(self.page, self.queue)

    def press(self, number: int, milliseconds: int) -> list:
        """Presses a key for so long, looking after every 20 ms; the logical keys, (key, pressed)."""
        self.scanner.waiting.append((number, True, self.now))
        seen = self.waits()
        for _ in range(milliseconds // 20):
            self.now += 20
            seen += self.waits()
        self.scanner.waiting.append((number, False, self.now))
        return seen + self.waits()


@pytest.fixture
def device(monkeypatch):
    """Brings up a device by the name of its page, with the first of its firmwares or a named one."""

    def forget():
        for name in [name for name in sys.modules if name.startswith("adafruit_")]:
            del sys.modules[name]  # they have taken the stand-ins of another device
        for name in [name for name in sys.modules if name.startswith("boards.")]:
            if not name.startswith(("boards.computer", *[f"boards.{name}" for name in COMPUTERS])):
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


def logical(profile) -> set:
    """The logical keys that a page has."""
    few = {3: {RIGHT, A, B}, 2: {RIGHT, A}, 0: LOGICAL}
    return few[len(getattr(profile, "FEW", ()))] if profile.KEYS else set()


def check_profile(profile) -> None:
    """Has the page every fact, of its kind?"""
    for name in FACTS:
        assert hasattr(profile, name), name
    for name in FUNCTIONS:
        assert callable(getattr(profile, name)), name
    assert isinstance(profile.NAME, str)
    assert isinstance(profile.KEYS, bytes)
    assert set(profile.KEYS) - {255, RING} == logical(profile)
    assert isinstance(profile.ERASES, bool)
    assert profile.LIGHT in (0, 1, 2)
    assert 0 <= profile.ticks() < 1 << 29
    profile.sleep(0)
    profile.close()


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_has_every_fact(device, name):
    hardware = device(name)
    profile = hardware.page
    check_profile(profile)
    display = profile.display()
    if display != "DISPLAY":  # not the firmware's: one that the page has set up
        assert hardware.released == 1  # an earlier program's is given up
        assert display.width >= measures.WIDTH and display.height >= measures.HEIGHT
    region = profile.region()
    nvm = sys.modules["microcontroller"].nvm
    assert len(region) == len(nvm)
    region[0:3] = b"abc"
    assert nvm[0:3] == region[0:3] == b"abc"
    assert (region is not nvm) == profile.ERASES, "a chip that erases first needs a second place to save to"


@pytest.mark.parametrize("version", [Nine, Ten, Eleven])
@pytest.mark.parametrize("name", DEVICES)
def test_a_display_that_a_page_has_set_up_still_shows_an_error_when_the_program_has_ended(
    device, name, version, monkeypatch
):
    hardware = device(name)
    runtime = version()
    monkeypatch.setattr(sys.modules["supervisor"], "runtime", runtime)
    display = hardware.page.display()
    assert display == "DISPLAY" or runtime.left_on([display]) == [display]


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_s_voice_sounds_and_stops(device, name):
    hardware = device(name)
    Output.all.clear()
    voice = hardware.page.voice()
    assert (voice is None) == (hardware.page.voice is boards.nothing) == (name in SILENT)
    if voice is None:
        return
    pulses, switches, speakers = (hardware.made(kind) for kind in (Pulse, Switch, Output))
    assert len(pulses) + len(speakers) == 1 and len(switches) <= 1
    for hertz, volume in ((440, 1), (3000, 3)):
        voice.tone(hertz, volume)
        for pulse in pulses:
            assert pulse.frequency == hertz
            assert 0 < pulse.duty_cycle < 32768
        for sample in [speaker.playing for speaker in speakers]:
            assert sample.sample_rate == hertz * len(sample.wave)
            assert max(sample.wave) == -min(sample.wave) > 0
        assert all(switch.value for switch in switches)
    voice.quiet()
    assert not any([pulse.duty_cycle for pulse in pulses] + [speaker.playing for speaker in speakers])
    assert not any(switch.value for switch in switches)


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_s_lamp_shows_colours_or_that_a_person_has_to_act(device, name):
    hardware = device(name)
    Output.all.clear()
    lamp = hardware.page.lamp()
    assert (lamp is None) == (hardware.page.lamp is boards.nothing) == (name in DARK)
    if lamp is None:
        return

    off = 65535 if name in SINKING else 0

    def seen():
        if hardware.pixels:
            return hardware.pixels[-1][:3]
        return [(output.duty_cycle ^ off) or output.value for output in Output.all]

    assert not any(seen()), "it shines before it is told to"
    lamp.shine(0xC01A38, True)
    red = seen()
    lamp.shine(0x2866D4, False)
    blue = seen()
    lamp.shine(0, False)
    assert red != blue and seen() != red
    assert not any(seen())


@pytest.mark.parametrize("name", COMPUTERS)
def test_a_computer_has_every_fact(name, monkeypatch, tmp_path):
    monkeypatch.setenv("HANDFUL_DATA", str(tmp_path))
    profile = boards.find(name)
    check_profile(profile)
    assert len(profile.region()) == 8192
    assert not profile.ERASES
    assert {profile.KEYS[number] for number in profile.KEYBOARD.values()} == set(profile.KEYS)


@pytest.mark.parametrize(
    ("name", "firmware"), [(name, firmware) for name in DEVICES for firmware in pages.firmwares(name)]
)
def test_every_firmware_that_a_page_is_for_exists_and_has_the_pins_that_it_uses(device, name, firmware):
    page = device(name, firmware).page
    page.display(), page.voice(), page.lamp(), page.events()


@pytest.mark.parametrize(
    ("name", "firmware"), [(name, firmware) for name in DEVICES for firmware in pages.firmwares(name)]
)
def test_every_firmware_has_each_pin_that_its_page_names_anywhere(name, firmware):
    stub = ast.parse((STUBS / firmware / "__init__.pyi").read_text())
    known = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    known |= {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(ast.parse((ROOT / "boards" / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "board":
            assert node.attr in known, node.attr


@pytest.mark.parametrize("name", WITH_KEYS)
def test_every_logical_key_is_reached_by_simple_presses(device, name):
    """A tap or a longer press of one key, or the stick to one side, on each of the eight."""
    hardware = device(name).start()
    reached = set()
    for number in range(hardware.scanner.count):
        for milliseconds in (60, 700):
            seen = hardware.press(number, milliseconds)
            assert [pressed for _, pressed in seen] in ([], [True, False]), number
            assert len({key for key, _ in seen}) <= 1
            reached.update(key for key, _ in seen)
    for axis in hardware.axes:
        for value in (0, MIDDLE, 65535):
            axis.value = value
            reached.update(key for key, _ in hardware.waits() + hardware.waits())
    if name == "lilygo_tdeck":
        for char in "\r\bpt":
            hardware.now += 20
            hardware.typist.typed = char
            reached.update(key for key, _ in hardware.waits())
    assert reached == logical(hardware.page)


@pytest.mark.parametrize("name", [name for name in WITH_KEYS if name not in FEW])
def test_a_key_that_is_called_after_a_direction_is_that_direction(device, name):
    hardware = device(name).start()
    for number, pin in enumerate(hardware.scanner.pins):
        word = pin.split("_")[-1]
        if word in ("UP", "DOWN", "LEFT", "RIGHT") and "BUMPER" not in pin:
            assert hardware.page.KEYS[number] == ("UP", "DOWN", "LEFT", "RIGHT").index(word), pin


KEYS_OF = {
    "pimoroni_picosystem": {"SW_A": A, "SW_B": B, "SW_X": START, "SW_Y": SELECT},
    "pajenicko_picopad": {"SW_A": A, "SW_B": B, "SW_X": START, "SW_Y": SELECT},
    "seeeduino_wio_terminal": {"SWITCH_PRESS": A, "BUTTON_1": START, "BUTTON_2": B, "BUTTON_3": SELECT},
    "hack_club_sprig": {
        **{"BUTTON_W": UP, "BUTTON_A": LEFT, "BUTTON_S": DOWN, "BUTTON_D": RIGHT},
        **{"BUTTON_I": START, "BUTTON_J": SELECT, "BUTTON_K": B, "BUTTON_L": A},
    },
    "tinycircuits_thumby_color": {
        **{"BUTTON_A": A, "BUTTON_B": B, "BUTTON_MENU": START},
        **{"BUTTON_BUMPER_LEFT": SELECT, "BUTTON_BUMPER_RIGHT": START},
    },
    "ugame22": {"BUTTON_O": A, "BUTTON_X": B, "BUTTON_Z": START},
    "deshipu_ugame_s3": {"BUTTON_O": A, "BUTTON_X": B, "BUTTON_Z": START},
    "hardkernel_odroid_go": {
        **{"BTN_A": A, "BTN_B": B, "BTN_START": START, "BTN_SELECT": SELECT, "BTN_MENU": START},
    },
    "heiafr_picomo_v3": {"SW_TOPR": A, "SW_TOPL": B, "SW_MID": START},
    "vidi_x": {"BTN_A": A, "BTN_B": B, "START": START, "SELECT": SELECT, "MENU": START},
    "waveshare_pico_lcd_1_3": {
        **{"GP2": UP, "GP18": DOWN, "GP16": LEFT, "GP20": RIGHT, "GP3": A},
        **{"GP15": A, "GP17": B, "GP19": START, "GP21": SELECT},
    },
    "waveshare_pico_lcd_1_14": {
        **{"GP2": UP, "GP18": DOWN, "GP16": LEFT, "GP20": RIGHT, "GP3": START, "GP15": A, "GP17": B},
    },
    "wired": {WIRED["HANDFUL_" + name]: key for name, key in KEY_NAMES.items()},
    "pimoroni_explorer2350": {
        **{"SW_A": A, "SW_B": B, "SW_C": LEFT, "SW_X": UP, "SW_Y": RIGHT, "SW_Z": DOWN, "SW_USER": START},
    },
    "adafruit_feather_esp32s3_reverse_tft": {"D2": RIGHT, "D1": A, "D0": B},
    "adafruit_funhouse": {"BUTTON_DOWN": RIGHT, "BUTTON_SELECT": A, "BUTTON_UP": B},
    "adafruit_fruit_jam": {"BUTTON3": RIGHT, "BUTTON2": A, "BUTTON1": B},
    "m5stack_core_basic": {"BTN_C": RIGHT, "BTN_B": A, "BTN_A": B},
    "m5stack_core_fire": {"BTN_C": RIGHT, "BTN_B": A, "BTN_A": B},
    "m5stack_stick_c_plus2": {"BTN_B": RIGHT, "BTN_A": A, "BTN_C": B},
    "clue_nrf52840_express": {"BUTTON_B": RIGHT, "BUTTON_A": A},
    "lilygo_t_display_rp2040": {"BUTTON_R": RIGHT, "BUTTON_L": A},
    "lilygo_tdisplay_s3": {"BUTTON1": RIGHT, "BUTTON0": A},
}
# The pins of keys that connect to 3.3 V; all others connect to ground.
HIGH = {
    "adafruit_feather_esp32s3_reverse_tft": {"D1", "D2"},
    "adafruit_funhouse": set(KEYS_OF["adafruit_funhouse"]),
}


@pytest.mark.parametrize("name", KEYS_OF)
def test_a_tap_on_each_pin_is_its_key(device, name):
    hardware = device(name).start()
    for scanner in Scanner.all:
        high = bool(HIGH.get(name, set()) & set(scanner.pins))
        assert scanner.how == {"value_when_pressed": high, "interval": 0.01}
        assert not high or set(scanner.pins) <= HIGH[name]
    taps = {pin: hardware.press(number, 60) for number, pin in enumerate(hardware.scanner.pins)}
    for pin, key in KEYS_OF[name].items():
        assert taps[pin] == [(key, True), (key, False)], pin


@pytest.mark.parametrize(("name", "count"), [("pybadge", 8), ("pygamer", 4)])
def test_the_badges_read_their_register(device, name, count):
    hardware = device(name).start()
    assert hardware.scanner.how == {
        "clock": "BUTTON_CLOCK",
        "data": "BUTTON_OUT",
        "latch": "BUTTON_LATCH",
        "key_count": count,
        "value_when_pressed": True,
        "interval": 0.01,
    }
    assert list(hardware.page.KEYS)[:count] == [B, A, START, SELECT, RIGHT, DOWN, UP, LEFT][:count]


@pytest.mark.parametrize("name", WITH_KEYS)
def test_keys_that_are_down_when_the_console_starts_are_heard(device, name, monkeypatch):
    hardware = device(name)
    held = sorted(logical(hardware.page) & {A, B})
    monkeypatch.setattr(Scanner, "down", [hardware.page.KEYS.find(bytes((key,))) for key in held])
    hardware.start()
    if isinstance(hardware.scanner, Several):  # each of its scanners has a first and a second key
        assert moves(hardware.page, hardware.queue) == [(A, True)]
    else:
        heard = [key for key in held if hardware.page.KEYS.find(bytes((key,))) < hardware.scanner.count]
        assert moves(hardware.page, hardware.queue) == [(key, True) for key in heard] != []


@pytest.mark.parametrize("name", WITH_KEYS)
def test_a_queue_that_lost_events_lets_go_of_all_keys(device, name):
    hardware = device(name).start()
    keys = Keys(
        types.SimpleNamespace(
            KEYS=hardware.page.KEYS, Event=hardware.page.Event, events=lambda: hardware.queue
        )
    )
    number = hardware.page.KEYS.find(bytes((UP,)))
    if not 0 <= number < hardware.scanner.count:
        number = hardware.page.KEYS.find(bytes((A,)))  # the directions are a stick's, or there are none
    hardware.scanner.waiting.append((number, True, hardware.now))
    assert keys.next(hardware.now) == hardware.page.KEYS[number] and keys.held
    hardware.scanner.waiting.append((number, True, hardware.now))
    hardware.scanner.overflowed = True  # and so the release is lost
    assert [keys.next(hardware.now + 10 * i) for i in range(200)] == [-1] * 200
    assert not keys.held and not hardware.scanner.overflowed and not hardware.scanner.waiting
    hardware.scanner.waiting.append((number, True, hardware.now))
    hardware.scanner.overflowed = True
    keys.settle()
    assert not keys.held and not hardware.scanner.overflowed


def moves(profile, queue) -> list:
    """All that waits: (logical key, pressed)."""
    event = profile.Event()
    taken = []
    while queue.get_into(event):
        taken.append((profile.KEYS[event.key_number], event.pressed))
    return taken


def test_the_pygamers_stick_is_four_keys_with_hysteresis(device):
    hardware = device("pygamer").start()
    across, down = hardware.axes
    assert (across.pin, down.pin) == ("JOYSTICK_X", "JOYSTICK_Y")
    for value, expected in (
        (MIDDLE, []),
        (49_000, []),
        (51_000, [(RIGHT, True)]),
        (47_000, []),
        (51_000, []),
        (10_000, [(RIGHT, False), (LEFT, True)]),
        (21_000, []),
    ):
        across.value = value
        assert hardware.waits() == expected, value
    down.value = 10_000
    assert hardware.waits() == [(UP, True)]
    down.value = 60_000
    assert hardware.waits() == [(UP, False), (DOWN, True)]


def test_a_stick_s_thirds_end_where_they_are_said_to(device):
    hardware = device("pygamer").start()
    across = hardware.axes[0]
    for value, expected in (
        (50_000, []),
        (50_001, [(RIGHT, True)]),
        (43_001, []),
        (43_001, []),
        (43_000, []),  # the first look at the middle
        (43_000, [(RIGHT, False)]),
        (15_000, []),
        (14_999, [(LEFT, True)]),
        (21_999, []),
        (21_999, []),
        (22_000, []),
        (22_000, [(LEFT, False)]),
    ):
        across.value = value
        assert hardware.waits() == expected, value


def test_a_stick_that_goes_back_to_its_middle_lets_go_at_the_second_look(device):
    hardware = device("pygamer").start()
    hardware.axes[0].value = 60_000
    assert hardware.waits() == [(RIGHT, True)]
    hardware.axes[0].value = MIDDLE
    assert hardware.waits() == []
    assert hardware.waits() == [(RIGHT, False)]


def test_the_pygamers_buttons_come_first(device):
    hardware = device("pygamer").start()
    hardware.axes[0].value = 0
    hardware.scanner.waiting += [(0, True, 5), (0, False, 5), (1, True, 5), (2, True, 5), (3, True, 5)]
    expected = [(B, True), (B, False), (A, True), (START, True), (SELECT, True), (LEFT, True)]
    assert hardware.waits() == expected


@pytest.mark.parametrize(
    ("name", "pins"),
    [("hardkernel_odroid_go", ("BTN_AXIS_X", "BTN_AXIS_Y")), ("vidi_x", ("BTN_L_R", "BTN_UP_DOWN"))],
)
def test_a_d_pad_of_the_odroids_kind_is_two_voltages(device, name, pins):
    hardware = device(name).start()
    across, down = hardware.axes
    assert (across.pin, down.pin) == pins
    across.value = down.value = 0
    assert hardware.waits() == []
    for axis, half, full in ((across, RIGHT, LEFT), (down, DOWN, UP)):
        axis.value = 33_000
        assert hardware.waits() == []
        assert hardware.waits() == [(half, True)]
        axis.value = 0
        assert hardware.waits() == [(half, False)]
        axis.value = 33_000  # on its way to the top
        assert hardware.waits() == []
        axis.value = 62_000
        assert hardware.waits() == [(full, True)]
        axis.value = 33_000  # and back
        assert hardware.waits() == []
        axis.value = 0
        assert hardware.waits() == [(full, False)]


TWOFOLD = [
    ("ugame22", "BUTTON_Z"),
    ("pimoroni_explorer2350", "SW_USER"),
    ("heiafr_picomo_v3", "SW_MID"),
    ("waveshare_pico_lcd_1_14", "GP3"),
]


@pytest.mark.parametrize(("name", "pin"), TWOFOLD)
def test_a_key_with_two_meanings_has_none_when_events_were_lost(device, name, pin):
    hardware = device(name).start()
    number = hardware.scanner.pins.index(pin)
    hardware.scanner.waiting.append((number, True, hardware.now))
    assert hardware.waits() == []  # its meaning is not known yet
    hardware.scanner.waiting.append((number, False, hardware.now + 20))
    hardware.scanner.overflowed = True
    assert hardware.queue.overflowed
    hardware.queue.clear()
    assert not hardware.queue.overflowed and not hardware.scanner.waiting
    hardware.now += 2000
    assert hardware.waits() == []
    assert hardware.press(number, 60) == [(START, True), (START, False)]


@pytest.mark.parametrize(("name", "pin"), TWOFOLD)
@pytest.mark.parametrize(("milliseconds", "key"), [(60, START), (700, SELECT)])
def test_a_release_that_is_still_due_is_dropped_with_the_events_that_wait(
    device, name, pin, milliseconds, key
):
    hardware = device(name).start()
    number = hardware.scanner.pins.index(pin)
    hardware.scanner.waiting += [(number, True, 5), (number, False, 5 + milliseconds)]
    assert hardware.queue.get_into(hardware.event)
    assert (hardware.page.KEYS[hardware.event.key_number], hardware.event.pressed) == (key, True)
    hardware.queue.clear()
    assert hardware.waits() == []


@pytest.mark.parametrize(("name", "pin"), TWOFOLD)
def test_a_key_held_down_becomes_another_after_half_a_second(device, name, pin):
    hardware = device(name).start()
    number = hardware.scanner.pins.index(pin)
    hardware.scanner.waiting.append((number, True, hardware.now))
    assert hardware.waits() == []
    hardware.now += 499
    assert hardware.waits() == []
    hardware.now += 1
    assert hardware.waits() == [(SELECT, True)]
    hardware.now += 2000
    assert hardware.waits() == []
    hardware.scanner.waiting.append((number, False, hardware.now))
    assert hardware.waits() == [(SELECT, False)]
    assert hardware.press(number, 480) == [(START, True), (START, False)]


def test_a_key_that_goes_down_at_the_clocks_zero_is_tapped_or_held_as_at_any_time(device):
    hardware = device("ugame22").start()
    hardware.now = 0
    hardware.scanner.waiting += [(6, True, 0), (6, False, 100), (6, True, 0)]
    assert hardware.waits() == [(START, True), (START, False)]
    hardware.now = 499
    assert hardware.waits() == []
    hardware.now = 500
    assert hardware.waits() == [(SELECT, True)]


def test_how_long_a_key_was_held_is_known_after_a_busy_while(device):
    hardware = device("ugame22").start()
    hardware.now = 900
    wrapped = (1 << 29) - 100
    hardware.scanner.waiting += [(6, True, wrapped), (0, True, 50), (6, False, 400), (0, False, 420)]
    hardware.scanner.waiting += [(6, True, 430), (6, False, 480)]
    up = [(UP, True), (SELECT, True), (SELECT, False), (UP, False)]
    assert hardware.waits() == [*up, (START, True), (START, False)]


def test_a_t_decks_keyboard_and_ball_are_keys_that_come_up_at_once(device):
    hardware = device("lilygo_tdeck").start()
    assert hardware.scanner.pins[:4] == tuple(f"TRACKBALL_{name}" for name in ("UP", "DOWN", "LEFT", "RIGHT"))
    typed = {"w": UP, "s": DOWN, "a": LEFT, "d": RIGHT, "\r": A, " ": A, "x": A, "\b": B, "b": B, "z": B}
    typed |= {"p": START, "t": SELECT, "h": RING, "q": None, "!": None}
    for char, key in typed.items():
        hardware.typist.typed = char
        hardware.now += 20
        assert hardware.waits() == ([(key, True), (key, False)] if key is not None else []), char
    hardware.typist.typed = "ab"
    hardware.now += 20
    assert hardware.waits() == [(LEFT, True), (LEFT, False)]
    assert hardware.waits() == []  # no look before its time
    hardware.now += 20
    assert hardware.waits() == [(B, True), (B, False)]
    assert hardware.press(3, 40) == [(RIGHT, True), (RIGHT, False)]
    assert hardware.press(4, 700) == [(A, True), (A, False)]
    hardware.scanner.waiting.append((4, True, hardware.now))
    assert hardware.waits() == [(A, True)]  # the ball pressed is a key that is held
    app = types.SimpleNamespace(
        KEYS=hardware.page.KEYS, Event=hardware.page.Event, events=lambda: hardware.queue
    )
    keys = Keys(app)
    hardware.typist.typed = "h"
    hardware.now += 20
    assert keys.next(hardware.now) == RING


def test_the_cardputers_keys_are_those_of_the_window(device):
    hardware = device("m5stack_cardputer")
    page = hardware.page
    arrows = {"up": ";", "down": ".", "left": ",", "right": "/"}
    others = {"return": "\r", "space": " ", "backspace": "\b", "escape": "`", "tab": "\t"}
    window = dict(boards.find("desktop").KEYBOARD)
    del window["enter"], window["f10"]
    assert page.KEYBOARD == {(arrows | others).get(key, key): value for key, value in window.items()}
    assert len(CARDPUTER) == len(page.KEYS) == 56
    assert page.KEYS[13] == A  # Enter
    assert page.KEYS[12] == UP  # ;


def test_a_cardputer_says_in_one_sentence_that_its_firmware_is_too_new(device, monkeypatch):
    device("m5stack_cardputer")
    del sys.modules["boards.m5stack_cardputer"]
    monkeypatch.setattr(sys.implementation, "version", (10, 2, 1))
    with pytest.raises(RuntimeError) as refusal:
        boards.find("m5stack_cardputer")
    assert str(refusal.value) == "The Cardputer's keyboard crashes CircuitPython 10: install version 9.2."
    assert pages.versions("m5stack_cardputer")[1] == "9.2"


def test_the_cardputers_keyboard_belongs_to_the_games_until_the_end(device):
    hardware = device("m5stack_cardputer").start()
    assert not hardware.serial
    hardware.scanner.waiting += [(14, True, 5), (43, True, 5), (14, False, 5), (43, False, 5)]  # q w
    assert hardware.waits() == [(UP, True), (UP, False)]
    hardware.page.close()
    assert hardware.serial


def test_a_bundles_page_is_found_by_each_of_its_firmwares_names(device, monkeypatch, tmp_path):
    device("pybadge")
    for path, data in bundle.contents("pybadge", source=True).items():
        if path.startswith("boards/") and path.count("/") == 1:
            (tmp_path / Path(path).name).write_bytes(data)
    monkeypatch.setattr(boards, "__path__", [str(tmp_path), str(ROOT / "boards")])
    monkeypatch.delenv("HANDFUL_BOARD", raising=False)
    monkeypatch.setattr(sys.implementation, "name", "circuitpython")
    for name in ("edgebadge", "pybadge"):
        sys.modules["board"].board_id = name
        assert boards.find().NAME == "Adafruit PyBadge"


@pytest.mark.parametrize(
    "name", ["kettle", "parts", "computer", "parts.held", "kettle.lid", "../boards", " ", "\0", "é"]
)
def test_a_board_without_a_page_is_a_sentence(name):
    with pytest.raises(ValueError) as refusal:
        boards.find(name)
    assert str(refusal.value) == (
        f"There is no page for the board {name} here: HANDFUL_BOARD has to name one."
    )


def test_what_a_page_lacks_is_not_taken_for_a_missing_page(monkeypatch, tmp_path):
    (tmp_path / "homely.py").write_text("import what_no_firmware_has\n")
    monkeypatch.setattr(boards, "__path__", [*boards.__path__, str(tmp_path)])
    with pytest.raises(ImportError, match="what_no_firmware_has"):
        boards.find("homely")


def test_a_firmware_with_two_pages_needs_one_of_their_names(monkeypatch, tmp_path):
    page = (ROOT / "boards" / "pybadge.py").read_text()
    for name in ("hat", "cape"):
        (tmp_path / f"{name}.py").write_text(page.replace('"pybadge", "edgebadge"', '"bare"'))
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    monkeypatch.setattr(drive, "devices", pages.names)
    with pytest.raises(Refusal, match="board bare has more than one page: name cape or hat"):
        drive.device("bare")
    assert drive.device("hat") == "hat"
    with pytest.raises(Refusal, match="more than one page"):
        flash.wanted_board(tmp_path, "bare", "10.2.0")
    assert flash.wanted_board(tmp_path, "bare", "10.2.0", "hat") == "hat"
    (tmp_path / "settings.toml").write_text('HANDFUL_BOARD = "cape"')
    assert flash.wanted_board(tmp_path, "bare", "10.2.0", "hat") == "cape"


def test_a_computer_is_found_by_the_environment(monkeypatch):
    monkeypatch.setenv("HANDFUL_BOARD", "terminal")
    assert boards.find().NAME == "Terminal"
    assert boards.find("desktop").NAME == "Window"
    monkeypatch.delenv("HANDFUL_BOARD")
    with pytest.raises(ValueError, match=r"^HANDFUL_BOARD has to name the board\.$"):
        boards.find()


def test_the_save_file_starts_like_empty_flash(tmp_path):
    region = SaveFile(tmp_path / "not" / "yet")
    assert len(region) == SIZE == 8192
    assert region[0:SIZE] == b"\xff" * SIZE
    region[10:13] = b"abc"
    region.close()
    assert SaveFile(tmp_path / "not" / "yet")[8:15] == b"\xff\xffabc\xff\xff"


@pytest.mark.parametrize("size", [1, 100, 8191, 8193, 100_000])
def test_a_save_file_of_any_length_reads_as_8192_bytes(tmp_path, size):
    (tmp_path / "save.bin").write_bytes(b"x" * size)
    whole = SaveFile(tmp_path)[0:SIZE]
    assert whole == (b"x" * size + b"\xff" * SIZE)[:SIZE]


def test_a_folder_that_is_gone_and_cannot_be_made_again_is_a_sentence(tmp_path):
    region = SaveFile(tmp_path / "folder")
    shutil.rmtree(tmp_path / "folder")
    (tmp_path / "folder").write_text("")
    with pytest.raises(OSError, match=r"^The folder .* cannot be written: .*\.$"):
        region[0:1] = b"a"


def test_a_slice_keeps_its_length(tmp_path):
    region = SaveFile(tmp_path)
    for part, new in ((slice(0, 4), b"abc"), (slice(8190, 8194), b"abcd")):
        with pytest.raises(ValueError, match="length"):
            region[part] = new
    assert not (tmp_path / "save.bin").exists()


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_is_cut_leaves_the_old_file(tmp_path, monkeypatch, step):
    region = SaveFile(tmp_path)
    region[0:3] = b"old"

    def cut(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, cut)
    with pytest.raises(OSError, match="No space left on device"):
        region[0:3] = b"new"
    assert region[0:3] == b"old" == (tmp_path / "save.bin").read_bytes()[:3]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["save.bin", "save.bin.lock"]


def test_run_takes_a_window_only_where_there_is_a_display(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert run.choices("") == ("terminal",)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert run.choices("") == ("desktop", "terminal")
    assert run.choices("terminal") == ("terminal",)
    assert run.choices("browser") == ("browser",)


@pytest.mark.parametrize("value", ["foo", "160x", "12", "0", "terminal", "two words"])
@pytest.mark.parametrize("board", ["", "terminal", "desktop", "browser"])
@pytest.mark.parametrize("goal", ["run", "check"])
def test_each_variable_of_make_run_with_a_wrong_value_is_named_as_what_it_is(goal, board, value, capsys):
    recipe = make(goal, f"BOARD={board}", f"SIZE={value}")
    assert run.main(recipe) == 2
    assert capsys.readouterr().err.startswith(f"SIZE is {value}: it has to be one of 160x128, ")
    if goal == "run":
        assert run.main(make(goal, f"BOARD={board}", f"KEYS={value}")) == 2
        assert capsys.readouterr().err == f"KEYS is {value}: it has to be 3, 2 or knob.\n"
    if value != "terminal":
        assert run.main(make(goal, f"BOARD={value}")) == 2
        assert capsys.readouterr().err.startswith(f"There is no page for the board {value}: ")


def make(*said) -> list:
    """The arguments that make gives to tools/run.py."""
    command = ["make", "-n", "-o", ".venv/run.txt", "-o", ".venv/dev.txt", "-o", ".venv/web/ready", *said]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    (line,) = [line for line in done.stdout.splitlines() if "tools/run.py" in line]
    return shlex.split(line)[2:]


def test_a_size_for_the_page_is_refused_since_it_has_one(capsys):
    assert run.main(["browser", "SIZE=240x135"]) == 2
    assert capsys.readouterr().err == (
        "SIZE is 240x135, and the page in a browser has one size: leave SIZE out.\n"
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("kettle", "There is no page for the board kettle"),
        ("pybadge", "a handheld"),
        ("edgebadge", "a handheld"),
    ],
)
def test_run_refuses_another_board_with_a_sentence(capsys, name, sentence):
    assert run.main([name]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_run_wants_a_terminal_for_the_terminal(monkeypatch, capsys):
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "__stdin__", nothing)
        with pytest.raises(OSError, match="terminal"):
            run.open_board(("terminal",))


class TestWindow:
    """The window, on SDL's driver without a screen."""

    @pytest.fixture
    def window(self, monkeypatch):
        """The desktop board with its window open."""
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        profile = boards.find("desktop")
        profile.display()
        yield profile
        profile.close()

    def taken(self, window, *events) -> list:
        """Posts pygame events, (kind, fields) each; what the queue makes of them."""
        import pygame

        for kind, fields in events:
            pygame.event.post(pygame.event.Event(getattr(pygame, kind), **fields))
        return moves(window, window.events())

    def test_it_shows_the_picture_at_an_integer_scale_in_a_window_of_any_size(self, window):
        import displayio
        import pygame

        bitmap = displayio.Bitmap(160, 128, 2)
        bitmap.fill(1)
        palette = displayio.Palette(2)
        palette[1] = 0xFF0000
        group = displayio.Group()
        group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
        pygame.display.set_mode((700, 411), pygame.RESIZABLE)
        window.display().root_group = group
        window.display().refresh()
        red = pygame.mask.from_threshold(pygame.display.get_surface(), (255, 0, 0), (1, 1, 1, 255))
        assert red.get_bounding_rects() == [pygame.Rect(110, 13, 480, 384)]
        assert red.count() == 480 * 384

    def test_keys_are_pressed_and_released(self, window):
        import pygame

        enter = {"key": pygame.K_RETURN, "scancode": pygame.KSCAN_RETURN}
        down, up = ("KEYDOWN", enter), ("KEYUP", enter)
        assert self.taken(window, down) == [(A, True)]
        assert self.taken(window, up) == [(A, False)]
        assert self.taken(window, ("KEYDOWN", {"key": pygame.K_F5, "scancode": pygame.KSCAN_F5})) == []

    def test_a_key_is_down_as_long_as_anything_holds_it(self, window):
        import pygame

        letter = {"key": pygame.K_w, "scancode": pygame.KSCAN_W}
        arrow = {"key": pygame.K_UP, "scancode": pygame.KSCAN_UP}
        pressed = self.taken(window, ("KEYDOWN", letter), ("KEYDOWN", arrow))
        assert pressed == [(UP, True)]
        assert self.taken(window, ("KEYUP", letter)) == []
        assert self.taken(window, ("KEYUP", arrow)) == [(UP, False)]

    def test_a_gamepads_buttons_stick_and_unplugging(self, window):
        import pygame

        b = ("CONTROLLERBUTTONDOWN", {"instance_id": 3, "button": pygame.CONTROLLER_BUTTON_B})
        assert self.taken(window, b) == [(B, True)]
        leans = [
            ("CONTROLLERAXISMOTION", {"instance_id": 3, "axis": 1, "value": value})
            for value in (9_000, 25_000, 15_000, 9_000, -25_000, 25_000)
        ]
        expected = [(DOWN, True), (DOWN, False), (UP, True), (UP, False), (DOWN, True)]
        assert self.taken(window, *leans) == expected
        assert sorted(self.taken(window, ("JOYDEVICEREMOVED", {"instance_id": 3}))) == [
            (DOWN, False),
            (B, False),
        ]

    def test_closing_it_ends_the_game(self, window):
        with pytest.raises(SystemExit):
            self.taken(window, ("QUIT", {}))


REASONS = ("BROWNOUT", "NONE", "USER", "WATCHDOG_RESET", "HARD_FAULT", "NO_HEAP", "USB_TOO_MANY_ENDPOINTS")


@pytest.mark.parametrize("reason", REASONS)
def test_after_a_brown_out_the_console_starts_again_and_after_nothing_else(reason, monkeypatch):
    done = []
    reasons = types.SimpleNamespace(**{name: object() for name in REASONS})
    runtime = types.SimpleNamespace(safe_mode_reason=getattr(reasons, reason))
    stand_ins = {
        "microcontroller": {"reset": lambda: done.append("reset")},
        "supervisor": {"SafeModeReason": reasons, "runtime": runtime},
        "time": {"sleep": done.append},
    }
    for name, inside in stand_ins.items():
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(**inside))
    exec((ROOT / "safemode.py").read_text(), {})  # noqa: S102 - as the firmware does
    assert done == ([10, "reset"] if reason == "BROWNOUT" else [])


@pytest.mark.parametrize("keys, count", [("3", 3), ("2", 2), ("knob", 1)])
def test_a_computer_can_be_left_with_few_keys(keys, count):
    assert run.read(["terminal", f"KEYS={keys}"]) == (("terminal",), "", keys)
    board = Board()
    board.typed = lambda: ""
    run.take_away(board, keys)
    assert not hasattr(board, "typed")
    console = Console.untouched(board)
    assert console.app.keys.count == count and "→" in console.foot


def test_only_a_board_with_few_keys_or_a_finger_has_the_code_for_that_in_its_bundle():
    ours = {f"lib/handful/{name}.py" for name in ("few", "stops", "finger")}
    for page in DEVICES:
        few = {"few", "stops"} if page in FEW else {"finger", "stops"} if page in TOUCHED else set()
        assert ours & drive.sources(page).keys() == {f"lib/handful/{name}.py" for name in few}, page
    assert ours <= drive.sources("browser").keys()


@pytest.mark.parametrize("name", FEW)
def test_few_keys_play_on_their_board_and_the_foot_line_names_them_as_the_board_does(name):
    """From the first start to a turn of The Game, by the keys of the page, in the board's layout."""
    names = FEW[name]
    with layouts.used(layouts.of(name)):
        from handful.keys import RIGHT, A, B
        from tools.console import Console

        console = Console(keys=len(names), names=names)
        console.begin("the_game", [0])
        for language in range(3):
            console.app.settings.values[LANGUAGE] = language
            console.app.apply_language()
            console.press(RIGHT, 40)
            said = console.foot.split("  ")
            assert [words.split(" ")[0] for words in said][:2] == list(names[:2]), said
        assert all(len(words.split(" ", 1)) == 2 for words in said)
        before = len(console.app.match.session.history)
        console.press(A, 40)
        assert len(console.app.match.session.history) == before + 1
        console.press(B if len(names) == 3 else RIGHT, 600 if len(names) == 2 else 40)
        assert len(console.app.match.session.history) == before


@pytest.mark.parametrize("name", DEVICES)
def test_the_input_of_a_page_takes_at_most_25_lines(name):
    """What a new kind of input needs stands in parts/, and a page says which pin is which key."""
    mine = {"KEYS", "KEYS_CALLED", "FEW", "Event", "few", "touched", "typed", "events"}
    count = 0
    for node in ast.parse((ROOT / "boards" / f"{name}.py").read_text(encoding="utf-8")).body:
        target = getattr(node, "targets", [None])[0]
        if getattr(node, "name", getattr(target, "id", "")) in mine:
            count += node.end_lineno - node.lineno + 1
    assert count <= 25
