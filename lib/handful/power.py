"""The screen's light: dimmed after a minute without a key, dark after five, and as bright as is chosen."""

from micropython import const

from handful.keys import elapsed

_DIM_AFTER = const(60_000)  # ms
_DARK_AFTER = const(300_000)
_STEPS = bytes((20, 40, 70, 100))  # per cent, by settings.BRIGHTNESS

# How a board's screen can be lit (its LIGHT): in steps, or else only on and off, or not at all.
_IN_STEPS = const(2)

_AWAKE = const(0)
_DIM = const(1)
_DARK = const(2)


class Power:
    """Watches how long no key was touched. What the game does by itself is no key."""

    def __init__(self, display, light: int, now: int):
        """display: its `brightness` is set unless light, the board's LIGHT, is 0. now: ticks in ms."""
        self._display = display
        self._light = light
        self._since = now
        self._state = _AWAKE
        self._percent = -1

    @property
    def asleep(self) -> bool:
        """Whether the screen is dimmed or dark, so that the next key only wakes it."""
        return self._state + self._light > _IN_STEPS and self._state != _AWAKE

    @property
    def dark(self) -> bool:
        """Whether nothing can be seen."""
        return self._state == _DARK and self._light > 0

    def touch(self, now: int) -> None:
        """A key was pressed or let go."""
        self._since = now
        self._state = _AWAKE

    def tick(self, now: int, brightness: int) -> bool:
        """Sets the light if it has to be another one; brightness: settings.BRIGHTNESS' value.

        True once when a minute has passed without a key, and once when five have.
        """
        before = self._state
        if before < _DARK:  # from then on only a key counts: the clock comes round
            idle = elapsed(now, self._since)
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
        """Gives the screen back fully lit, for whatever comes next."""
        self._set(100)

    def _set(self, percent: int) -> None:
        if self._light and percent != self._percent:
            self._percent = percent
            self._display.brightness = percent / 100
