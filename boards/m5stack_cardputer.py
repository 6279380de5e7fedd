"""M5Stack Cardputer: a keyboard, 240x135.

The firmware scans the keyboard from its start and types what is pressed into the console; while
the games run they have the keys for themselves.
"""

import cardputer_keyboard
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - a part of this page

from boards import display, region, sleep  # noqa: F401 - the rest of it
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "M5Stack Cardputer"
_FIRMWARES = const(("m5stack_cardputer", "m5stack_cardputer_ros"))
_LAYOUT = const("240x135")
# The arrows are printed on ; , . / and Esc on the key of `.
KEYBOARD = {
    ";": UP,
    "w": UP,
    ".": DOWN,
    "s": DOWN,
    ",": LEFT,
    "a": LEFT,
    "/": RIGHT,
    "d": RIGHT,
    "\r": A,
    " ": A,
    "x": A,
    "\b": B,
    "`": B,
    "b": B,
    "z": B,
    "p": START,
    "\t": SELECT,
}
Event = keypad.Event
ERASES = True  # the firmware drops the 8 KB that it has kept and stores them anew
LIGHT = 2

_COUNT = const(56)
_NOTHING = const(255)  # what most of the keys mean

KEYS = bytes(
    [KEYBOARD.get(cardputer_keyboard.key_to_char(number, False), _NOTHING) for number in range(_COUNT)]
)


class Keyboard:
    """The queue of the keyboard, without the keys that mean nothing."""

    def __init__(self, keys):
        """keys: the queue with all of them."""
        self._keys = keys

    @property
    def overflowed(self) -> bool:
        """Whether events were lost."""
        return self._keys.overflowed

    def clear(self) -> None:
        """Forgets what waits."""
        self._keys.clear()

    def get_into(self, event) -> bool:
        """Fills in the next press or release; False if nothing has happened."""
        while self._keys.get_into(event):
            if KEYS[event.key_number] != _NOTHING:
                return True
        return False


def events():
    """The queue of the keyboard, which from now on types no more."""
    cardputer_keyboard.detach_serial()
    return Keyboard(cardputer_keyboard.KEYBOARD.events)


def close() -> None:
    """Lets the keyboard type into the console again."""
    cardputer_keyboard.attach_serial()


def voice():
    """What sounds; once a start, for it takes the pins."""
    import board
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.I2S_BIT_CLOCK, board.I2S_WORD_SELECT, board.I2S_DATA))


def lamp():
    """What shines; once a start, for it takes the pins."""
    import board

    from boards.parts.lamps import Pixels

    return Pixels(board.NEOPIXEL, 1)
