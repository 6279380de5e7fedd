"""The machines that Handful runs on: one module each, a page of facts, all with the same names.

NAME: what the board is called. display(): its displayio display. KEYS: the logical key of each key
number. events(): a queue like keypad's: get_into(event) -> bool fills in an event (key_number, pressed),
`overflowed` says whether some were lost, and clear() takes back that and all that wait; a queue that loses
none has no clear(). Event: the class of its events. region(): the bytes that outlive the power, with len()
and slices; None where there are none. ERASES: whether every write to the region first erases what was
there; where it is False, bytes that are still 0xFF are written without that. LIGHT: how the screen's light
can be set: 0 not at all, 1 on and off, 2 in steps (the display's `brightness`). _LAYOUT: how large a picture
its display shows, where that is not 160x128 (tools/build/layouts.py). ticks(): milliseconds, wrapping at
2**29; sleep(ms). voice() and lamp(): what sounds and what shines (boards.parts), or None. close(): gives
everything back.

The functions `display`, `region`, `sleep` and `close` below are those that most devices have.
"""

import sys
import time


class Event:
    """The event of a board that has no keypad.Event: key_number, and pressed or else released."""

    def __init__(self):
        self.key_number = 0
        self.pressed = False


def display():
    """The built-in screen, which the firmware has set up."""
    import board

    return board.DISPLAY


def region():
    """The chip's own flash, or what the firmware keeps for this in the flash of the drive."""
    import microcontroller

    return microcontroller.nvm


def sleep(ms: int) -> None:
    """Waits that many milliseconds; the keys are still scanned."""
    time.sleep(ms / 1000)


def close() -> None:
    """Nothing has to be given back on a device."""


def nothing():
    """For a board that has no voice, or no lamp."""
    return None


def find(name: str | None = None):
    """The profile of the board called `name`, by default of the one that this runs on.

    That is HANDFUL_BOARD if it is set (the environment's on a computer, settings.toml's on a device),
    else the firmware's own name for the board. ValueError, with a sentence, if there is no profile.
    """
    from boards import known

    profile = "boards." + known.page(name)
    del sys.modules["boards.known"]  # it is not needed again
    del globals()["known"]
    __import__(profile)
    return sys.modules[profile]
