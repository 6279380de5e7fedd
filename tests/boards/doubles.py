# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A handheld on stand-ins for the firmware's modules: what its page can be asked, and what it is told."""

import importlib
import sys
import types

from handful.keys import RIGHT, RING, A, B
from tests import xpt2046
from tools.build import drive, pages, portrait, wired

MIDDLE = 32768
NAMES = ("UP", "DOWN", "LEFT", "RIGHT (NEXT)", "A (YES)", "B (BACK)", "START", "SELECT")  # of logical keys
TOUCHED = [page for page in drive.devices() if portrait.is_touched(page)]
# The names of few keys, by page.
FEW = {page: names for page in drive.devices() if (names := pages.fact(pages.origin(page, "FEW"), "FEW", ()))}
# What the Cardputer's firmware says of its 56 keys; a space stands for those without a character,
# "_" for the space bar.
CARDPUTER = " zcbm._ sfhk;\rqetuo[\\13579_\b  xvn,/ adgjl'\twryip]`24680="


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


class Typist(xpt2046.Bus):
    """A stand-in for a bus with a T-Deck's keyboard: `typed` are the characters that it tells, one a look."""

    typed = ""

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


class Board(types.ModuleType):
    """A stand-in for `board` of a firmware that no stubs know: it has whatever pin a page names."""

    def __getattr__(self, name):
        if not name[0].isupper():
            raise AttributeError(name)
        return name


class Hardware:
    """A device on stand-ins for the firmware's modules: what it can be asked and what it is told.

    page: its page of boards.
    """

    def __init__(self, name: str, firmware: str, patch):
        self.now = 5
        self.serial = True
        Scanner.all = []
        Output.all = []
        known = wired.pins(firmware)  # none if no stubs know it

        def module(name, kind=types.ModuleType, **names):
            made = kind(name)
            vars(made).update(names)
            patch.setitem(sys.modules, name, made)

        # Only the pins that the firmware has: any other is an AttributeError.
        self.typist = Typist()
        names = {name: name for name in known} | {"board_id": firmware, "I2C": lambda: self.typist}
        module("board", types.ModuleType if known else Board, **names)
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
        facts = pages.FACTS.get(firmware)
        if not facts:
            erases = pages.fact(pages.origin(name, "ERASES"), "ERASES", None)
            facts = {"nvm": 4096, "chip": "" if erases else "RP2"}
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
        self.runtime = types.SimpleNamespace()
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
        self.pins = tuple(pin for scanner in Scanner.all for pin in scanner.pins)
        self.count = sum(scanner.count for scanner in Scanner.all)
        self.axes = self.made(Analog)
        return self

    def happen(self, *events) -> None:
        """Has keys be pressed or released: (number, pressed, timestamp), numbered over all scanners."""
        for number, *more in events:
            for scanner in Scanner.all:
                if 0 <= number < scanner.count:
                    scanner.waiting.append((number, *more))
                number -= scanner.count

    def overflow(self) -> None:
        """Loses an event."""
        Scanner.all[-1].overflowed = True

    def waiting(self) -> bool:
        """Whether an event waits, or one was lost."""
        return any(scanner.waiting or scanner.overflowed for scanner in Scanner.all)

    def made(self, kind) -> list:
        """The stand-ins of a kind that the page has made, in order."""
        return [output for output in Output.all if type(output) is kind]

    def waits(self) -> list:
        """All that waits: (logical key, pressed)."""
        return moves(self.page, self.queue)

    def press(self, number: int, milliseconds: int) -> list:
        """Presses a key for so long, looking after every 20 ms; the logical keys, (key, pressed)."""
        self.happen((number, True, self.now))
        seen = self.waits()
        for _ in range(milliseconds // 20):
            self.now += 20
            seen += self.waits()
        self.happen((number, False, self.now))
        return seen + self.waits()


def logical(page) -> set:
    """The logical keys that a page has to have."""
    few = {3: {RIGHT, A, B}, 2: {RIGHT, A}, 0: set(range(8))}
    count = len(getattr(page, "FEW", ()))
    assert count in few, f"FEW of {page.NAME} has {count} names: NEXT, YES, and BACK if there are three keys"
    return few[count] if page.KEYS else set()


def wrong(page, reached) -> str:
    """What is wrong with the logical keys that a page reaches, "" if nothing."""
    wanted = logical(page)
    if wanted - reached:
        return f"no key of {page.NAME} is {', '.join([NAMES[key] for key in sorted(wanted - reached)])}"
    spare = {*range(8), RING, 255} if page.KEYS else set()  # 255: a key that does nothing
    return f"KEYS has {sorted(reached - spare)}: none of {sorted(spare)}" if reached - spare else ""


def moves(profile, queue) -> list:
    """All that waits: (logical key, pressed)."""
    event = profile.Event()
    taken = []
    while queue.get_into(event):
        taken.append((profile.KEYS[event.key_number], event.pressed))
    return taken
