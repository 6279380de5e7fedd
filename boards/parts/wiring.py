# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""An own wiring as settings.toml describes it: is it whole and possible? If so, its display is set up.

What is wrong becomes one sentence on the console that names the setting. If it is the display or a key, the
program ends. A display whose settings are right is set up first: the firmware shows the console there, so the
sentence can be read without a cable. If it is something else, the games start without it and say so, too.
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


class Refusal(Exception):
    """The settings describe no console; the message is a sentence that says why."""


def display() -> object:
    """Sets up the display that the settings describe. SystemExit, after a sentence, if that cannot be."""
    toml.check()
    try:
        pins = Pins()
        made = _screen(pins)
        used = _keys(pins)
    except Refusal as refusal:
        print(_SAID % refusal)
        raise SystemExit from None
    for part, name in ((_buzzer, "BUZZER"), (_lamp, "LAMP"), (_lines, "")):
        try:
            part(pins, used)
        except Refusal as refusal:
            print(_SAID % refusal)
            toml.note("setting_useless", "HANDFUL_" + name if name else str(refusal).split()[0][:16])
    for part in used:
        part.deinit()
    return made


class Pins:
    """The pins that are spoken for."""

    def __init__(self) -> None:
        self._taken: list[tuple[str, Pin]] = []

    def find(self, name: str) -> "Pin | None":
        """Returns the pin of a setting, None if it is not there. Refusal if it cannot have that pin."""
        text = _setting(name)
        return self.take(name, text) if text else None

    def take(self, name: str, text: str) -> "Pin":
        """Returns the pin that is called so. Refusal if there is none, or if another setting has it."""
        pin: Pin | None = getattr(board, text, None)
        if pin is None:
            raise Refusal("HANDFUL_%s is %s, which is no pin of this board." % (name, text))
        for other, taken in self._taken:
            if taken == pin:
                raise Refusal("HANDFUL_%s is %s, the pin that HANDFUL_%s has." % (name, text, other))
        self._taken.append((name, pin))
        return pin


def _needed(name: str) -> str:
    text = _setting(name)
    if not text:
        raise Refusal("HANDFUL_%s is missing." % name)
    return text


def _setting(name: str) -> str:
    text = toml.value(name)
    if ("setting_unread", "HANDFUL_" + name) in toml.wrong:
        raise Refusal('HANDFUL_%s cannot be read: is it in "double quotes", above any [section]?' % name)
    return text


def _number(name: str, most: int) -> int:
    text = _setting(name)
    try:
        number = int(text or "0")
    except ValueError:
        raise Refusal("HANDFUL_%s is %s, which is no number." % (name, text)) from None
    if not 0 <= number <= most:
        raise Refusal("HANDFUL_%s is %d: it has to be from 0 to %d." % (name, number, most))
    return number


def _screen(pins: Pins) -> object:
    """Sets up the display. Takes its pins from the display that an earlier program has left on."""
    import busio
    import displayio
    from fourwire import FourWire

    controller = _needed("DISPLAY")
    if controller not in _CONTROLLERS:
        raise Refusal("HANDFUL_DISPLAY is %s: it has to be ST7789, ST7735R or ILI9341." % controller)
    size = _needed("SIZE")
    try:
        width, height = [int(number) for number in size.split("x")]
    except ValueError:
        raise Refusal("HANDFUL_SIZE is %s, which is no size such as 240x240." % size) from None
    rotation = _number("ROTATION", 270)
    if rotation % 90:
        raise Refusal("HANDFUL_ROTATION is %d: it has to be 0, 90, 180 or 270." % rotation)
    columns, rows = _CONTROLLERS[controller]
    across, down = (height, width) if rotation % 180 else (width, height)
    if across > columns or down > rows:
        most = (size, rotation, rows, columns) if rotation % 180 else (size, rotation, columns, rows)
        raise Refusal("HANDFUL_SIZE is %s: turned by %d, this display has at most %dx%d." % most)
    if width < WIDTH or height < HEIGHT:
        least = (size, WIDTH, HEIGHT)
        raise Refusal("HANDFUL_SIZE is %s, and the games on this drive are drawn for %dx%d." % least)
    how: dict[str, Any] = {
        "width": width,
        "height": height,
        "rotation": rotation,
        "colstart": _number("COLUMN", columns - across),
        "rowstart": _number("ROW", rows - down),
    }
    for name in "BGR INVERT".split():
        if _setting(name):
            how[name.lower()] = _number(name, 1) > 0
    clock, data, command = [pins.take(name, _needed(name)) for name in "CLOCK MOSI DC".split()]
    select, reset, light = [pins.find(name) for name in "CS RESET LIGHT".split()]
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
        raise Refusal("%s not usable for a display: %s." % (what, error)) from None


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
    """Tries the keys. Returns what is made of them. Refusal if a pin cannot be a key."""
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
        raise Refusal("HANDFUL_LAMP is %s: it has to be one pin, or three for red, green and blue." % text)
    for text in lamps:
        _try("LAMP", pins.take("LAMP", text), PWMOut if len(lamps) > 1 else DigitalInOut, used)


def _try(name: str, pin: "Pin | None", kind: "Any", used: "list[Any]", **how: bool) -> None:
    if pin is None:
        return
    try:
        used.append(kind(pin, **how))
    except _ERRORS as error:
        raise Refusal("HANDFUL_%s is not usable: %s." % (name, error)) from None


def _lines(pins: Pins, used: "list[Any]") -> None:
    """Raises Refusal if a line of ours in the file is unknown, mistyped, or there twice."""
    known = (_KEYS + " " + _OTHERS).split()
    seen = []
    for line in toml.lines():
        name = line.strip()
        if name[8:] not in known:
            raise Refusal("%s is no setting that Handful knows." % name)
        if name != line:
            raise Refusal("%s has no = behind its name." % name)
        if name in seen:
            raise Refusal("%s is there twice." % name)
        seen.append(name)
