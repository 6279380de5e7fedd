"""Hardkernel ODROID-GO: a d-pad of two voltages and five keys with pins of their own, 320x240."""

import board
import keypad
from analogio import AnalogIn
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - a part of this page

from boards import Event, close, display, region, sleep  # noqa: F401 - the rest of it
from boards.parts.stick import NO_KEY, Stick
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Hardkernel ODROID-GO"
_LAYOUT = const("160x120")
KEYS = bytes((A, B, START, SELECT, START, LEFT, RIGHT, UP, DOWN))  # the buttons', then the d-pad's
ERASES = True  # the firmware drops the 8 KB that it has kept and stores them anew
LIGHT = 2

# Nothing is no voltage, right or down half of it, left or up all of it.
_DPAD = bytes((NO_KEY, 6, 5, NO_KEY, 8, 7))


def events():
    """The queue of keys and d-pad; once a start, for it takes the pins."""
    buttons = keypad.Keys(
        (board.BTN_A, board.BTN_B, board.BTN_START, board.BTN_SELECT, board.BTN_MENU),
        value_when_pressed=False,
    )
    return Stick(buttons.events, (AnalogIn(board.BTN_AXIS_X), AnalogIn(board.BTN_AXIS_Y)), _DPAD)


def voice():
    """What sounds; once a start, for it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    # The amplifier takes the difference of its two inputs; the other one stays where it is.
    return Speaker(AudioOut(board.SPEAKER_IN_P), board.SPEAKER_IN_M)


def lamp():
    """What shines; once a start, for it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
