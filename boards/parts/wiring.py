# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""An own wiring as settings.toml describes it: is it whole and possible? If so, its display is set up.

Whatever is wrong becomes a sentence on the console that names the setting, all at once. If it is the display
or a key, the program ends. A display whose settings are right is set up first: the firmware shows the console
there, so the sentences can be read without a cable. If it is something else, the games start without it and
say so, too.
boards/wired.py forgets this module as soon as the display is there.
"""

import board
from micropython import const

from boards import primary
from handful import toml
from handful.picture.measures import HEIGHT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from microcontroller import Pin

# The columns and rows of each controller's memory, in the direction in which its library leaves it.
_CONTROLLERS = {"ST7789": (240, 320), "ST7735R": (132, 162), "ILI9341": (320, 240)}
# In one string each: each separate name would stay in the table of names for as long as the device is on.
_KEYS = "UP DOWN LEFT RIGHT A B START"  # that have to be there
_OTHERS = (
    "BOARD SITE DISPLAY SIZE ROTATION COLUMN ROW BGR INVERT CLOCK MOSI DC CS RESET LIGHT SELECT BUZZER LAMP"
)
_SAID = "settings.toml: %s"
_ERRORS = (TypeError, ValueError, RuntimeError)  # of the firmware, for what it cannot do with a pin


faults: list[str] = []  # sentences on what is wrong


def _fault(text: str) -> None:
    if text not in faults:
        faults.append(text)


def display() -> object:
    """Sets up the display that the settings describe. SystemExit, after sentences, if that cannot be."""
    faults.clear()
    toml.check()
    pins = Pins()
    made = _screen(pins)
    used = _keys(pins)
    grave = len(faults)
    for part in (_buzzer, _lamp, _lines):
        part(pins, used)
    for fault in faults[grave:]:
        toml.note("setting_useless", fault.split()[0][:16])
    for thing in used:
        thing.deinit()
    for fault in faults:
        print(_SAID % fault)
    if grave:
        raise SystemExit
    return made


class Pins:
    """The pins that are spoken for."""

    def __init__(self) -> None:
        self._taken: list[tuple[str, Pin]] = []

    def find(self, name: str) -> "Pin | None":
        """Returns the pin of a setting, None if it is not there or if it cannot have that pin."""
        return self.take(name, _setting(name))

    def take(self, name: str, text: str) -> "Pin | None":
        """Returns the pin that is called so, None if there is none, or if another setting has it."""
        pin: Pin | None = getattr(board, text, None) if text else None
        if pin is None:
            if text:
                _fault("HANDFUL_%s is %s, which is no pin of this board." % (name, text))
            return None
        for other, taken in self._taken:
            if taken == pin:
                _fault("HANDFUL_%s is %s, the pin that HANDFUL_%s has." % (name, text, other))
                return None
        self._taken.append((name, pin))
        return pin


def _needed(name: str) -> str:
    text = _setting(name)
    if not text and ("setting_unread", "HANDFUL_" + name) not in toml.wrong:
        _fault("HANDFUL_%s is missing." % name)
    return text


def _setting(name: str) -> str:
    text = toml.value(name)
    if ("setting_unread", "HANDFUL_" + name) in toml.wrong:
        _fault('HANDFUL_%s cannot be read: is it in "double quotes", above any [section]?' % name)
    return text


def _number(name: str, most: int) -> int:
    text = _setting(name)
    number = 0
    try:
        number = int(text or "0")
        if not 0 <= number <= most:
            _fault("HANDFUL_%s is %d: it has to be from 0 to %d." % (name, number, most))
    except ValueError:
        _fault("HANDFUL_%s is %s, which is no number." % (name, text))
    return number


def _screen(pins: Pins) -> object:
    """Sets up the display. Takes its pins from the display that an earlier program has left on."""
    import busio
    import displayio
    from fourwire import FourWire

    controller = _needed("DISPLAY")
    columns, rows = _CONTROLLERS.get(controller, (0, 0))
    if controller and not columns:
        _fault("HANDFUL_DISPLAY is %s: it has to be ST7789, ST7735R or ILI9341." % controller)
    size = _needed("SIZE")
    width = height = 0
    try:
        if size:
            width, height = [int(number) for number in size.split("x")]
    except ValueError:
        _fault("HANDFUL_SIZE is %s, which is no size such as 240x240." % size)
    before = len(faults)
    rotation = _number("ROTATION", 270)
    if rotation % 90:
        _fault("HANDFUL_ROTATION is %d: it has to be 0, 90, 180 or 270." % rotation)
    across, down = (height, width) if rotation % 180 else (width, height)
    if len(faults) > before:
        pass  # nobody knows which side is which
    elif columns and (across > columns or down > rows):
        most = (size, rotation, rows, columns) if rotation % 180 else (size, rotation, columns, rows)
        _fault("HANDFUL_SIZE is %s: turned by %d, this display has at most %dx%d." % most)
    elif width and (width < WIDTH or height < HEIGHT):
        least = (size, WIDTH, HEIGHT)
        _fault("HANDFUL_SIZE is %s, and the games on this drive are drawn for %dx%d." % least)
    how: dict[str, Any] = {
        "width": width,
        "height": height,
        "rotation": rotation,
        "colstart": _number("COLUMN", max(0, columns - across)),
        "rowstart": _number("ROW", max(0, rows - down)),
    }
    for name in "BGR INVERT".split():
        if _setting(name):
            how[name.lower()] = _number(name, 1) > 0
    clock, data, command = [pins.take(name, _needed(name)) for name in "CLOCK MOSI DC".split()]
    select, reset, light = [pins.find(name) for name in "CS RESET LIGHT".split()]
    if faults or clock is None:
        return None
    driver = _driver(controller)
    displayio.release_displays()
    what = "HANDFUL_CLOCK and HANDFUL_MOSI are"
    try:
        spi = busio.SPI(clock, data)
        what = "HANDFUL_DC, HANDFUL_CS or HANDFUL_RESET is"
        mode = 0 if select else 1  # a module without this pin takes its bits at the clock's other edge
        bus = FourWire(spi, command=command, chip_select=select, reset=reset, polarity=mode, phase=mode)
        what = "HANDFUL_LIGHT is"
        return primary(driver(bus, backlight_pin=light, **how))
    except _ERRORS as error:
        _fault("%s not usable for a display: %s." % (what, error))
    return None


def _driver(controller: str) -> "Any":
    if controller == "ST7789":
        from adafruit_st7789 import ST7789

        return ST7789
    if controller == "ST7735R":
        from adafruit_st7735r import ST7735R

        return ST7735R
    from adafruit_ili9341 import ILI9341

    return ILI9341


def _keys(pins: Pins) -> "list[Any]":
    """Tries the keys. Returns what is made of them."""
    from digitalio import DigitalInOut

    used: list[Any] = []
    for name in _KEYS.split():
        _try(name, pins.take(name, _needed(name)), DigitalInOut, used)
    _try("SELECT", pins.find("SELECT"), DigitalInOut, used)
    return used


def _buzzer(pins: Pins, used: "list[Any]") -> None:
    from pwmio import PWMOut

    _try("BUZZER", pins.find("BUZZER"), PWMOut, used, variable_frequency=True)


def _lamp(pins: Pins, used: "list[Any]") -> None:
    from digitalio import DigitalInOut
    from pwmio import PWMOut

    lamps = _setting("LAMP").split()
    if len(lamps) not in (0, 1, 3):
        text = " ".join(lamps)
        _fault("HANDFUL_LAMP is %s: it has to be one pin, or three for red, green and blue." % text)
        return
    for text in lamps:
        _try("LAMP", pins.take("LAMP", text), PWMOut if len(lamps) > 1 else DigitalInOut, used)


def _try(name: str, pin: "Pin | None", kind: "Any", used: "list[Any]", **how: bool) -> None:
    if pin is None:
        return
    try:
        used.append(kind(pin, **how))
    except _ERRORS as error:
        _fault("HANDFUL_%s is not usable: %s." % (name, error))


def _lines(pins: Pins, used: "list[Any]") -> None:
    """Says of a line of ours in the file that it is unknown, mistyped, or there twice."""
    known = (_KEYS + " " + _OTHERS).split()
    seen = []
    for line in toml.lines():
        name = line.strip()
        if name[8:] not in known:
            _fault("%s is no setting that Handful knows." % name)
        elif name != line:
            _fault("%s has no = behind its name." % name)
        elif name in seen:
            _fault("%s is there twice." % name)
        seen.append(name)
