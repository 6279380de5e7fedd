# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The screen's backlight, which is dimmed after a minute without a key and off after five."""

from micropython import const

from handful.keys import elapsed

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

_DIM_AFTER = const(60_000)  # ms
_DARK_AFTER = const(300_000)
_STEPS = bytes((20, 40, 70, 100))  # per cent, by settings.BRIGHTNESS

# Values of a board's LIGHT: 2 if its backlight can be dimmed, 1 if it is only on or off, 0 if it is fixed.
_IN_STEPS = const(2)

_AWAKE = const(0)
_DIM = const(1)
_DARK = const(2)


class PowerSaver:
    """Dims the screen after inactivity. Only keys count as activity, not the moves of robots."""

    def __init__(self, display: "Any", light: int, now: int) -> None:
        """light: the board's LIGHT; with 0 the display's `brightness` is never set. now: ticks in ms."""
        self._display = display
        self._light = light
        self._since = now
        self._state = _AWAKE
        self._percent = -1

    @property
    def asleep(self) -> bool:
        """Whether the screen is dimmed or dark. The next key then only wakes it."""
        return self._state + self._light > _IN_STEPS and self._state != _AWAKE

    @property
    def dark(self) -> bool:
        """Whether the backlight is off."""
        return self._state == _DARK and self._light > 0

    def idle(self, now: int) -> int:
        """Returns the ms since the last key event, or since the start. now: ticks in ms."""
        return elapsed(now, self._since)

    def touch(self, now: int) -> None:
        """Wakes the screen and restarts the clock. Called for each key event; now: ticks in ms."""
        self._since = now
        self._state = _AWAKE

    def tick(self, now: int, brightness: int) -> bool:
        """Updates the backlight. now: ticks in ms; brightness: the value of settings.BRIGHTNESS, 0 to 3.

        Returns True once after a minute without a key and once after five minutes, else False.
        """
        before = self._state
        if before < _DARK:  # the clock wraps, so a dark screen stays dark until a key is pressed
            idle = self.idle(now)
            if idle >= _DARK_AFTER:
                self._state = _DARK
            elif idle >= _DIM_AFTER:
                self._state = _DIM
        percent = 0
        if not self.dark:
            percent = _STEPS[brightness] if self._light == _IN_STEPS else 100
            if self.asleep:
                percent //= 4
        self._set(percent)
        return self._state > before

    def close(self) -> None:
        """Restores full brightness for the program that runs next."""
        self._set(100)

    def _set(self, percent: int) -> None:
        if self._light and percent != self._percent:
            self._percent = percent
            self._display.brightness = percent / 100
