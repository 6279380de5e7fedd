# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The settings: names and colours of the seats, and choices such as the language and the volume."""

from micropython import const

from engine.memory import rare
from handful import texts
from handful.picture import ink

SEATS = const(5)
NAME_LENGTH = const(8)  # characters
COLOURS = bytes((ink.RED, ink.BLUE, ink.GREEN, ink.YELLOW, ink.PURPLE, ink.ORANGE, ink.SKY))

# The index of each choice in Settings.values.
PACE = const(0)  # slow, normal, fast: how long a computer player's move is shown
MEMORY = const(1)  # off, on: the memory aid of The Game and Flip Over
BRIGHTNESS = const(2)  # low, medium, high, full: the screen's light, where the board can set it in steps
MOTION = const(3)  # off, on: whether cards travel over the table
LANGUAGE = const(4)  # the index in texts.LANGUAGES
SOUND = const(5)  # off, soft, normal, loud
LIGHTS = const(6)  # off, on: whether lamps show whose turn it is
NAMED = const(7)  # no, yes: whether the player has been asked for a name
HELPED = const(8)  # no, yes: whether the ring of commands has ever been opened
CONTRAST = const(9)  # normal, high: the inks, on every table
LOOK = const(10)  # plus a game's row in the registry, for twelve games: the colour of its table
_CHOICES = bytes((3, 2, 4, 2, 0, 4, 2, 2, 2, 2)) + b"\4" * 12
_DEFAULTS = bytes((1, 0, 3, 1, 0, 2, 1, 0, 0, 0)) + bytes(12)
_PANEL = const(22)  # behind all choices: what boards.parts.panel.Panel.dump gives
_PANEL_END = const(34)  # where later choices begin
_END = b"\xff"  # between the choices and what a version without set-ups passes over


class Settings:
    """Names (strings, empty for "Player n"), colours (inks) and choices (small ints).

    setups: how each game was set up last, as handful.setups packs it. panel: what a panel keeps, or b"".
    """

    def __init__(self) -> None:
        self.names = [""] * SEATS
        self.colours = bytearray(COLOURS[:SEATS])
        self.values = bytearray(_DEFAULTS)
        self.setups = b""
        self.panel = b""

    def dump(self) -> bytes:
        """The settings as bytes: choices and set-ups with their length, the colours, the names by lines."""
        values = bytes(self.values) + self.panel + _END + self.setups
        return bytes((len(values),)) + values + bytes(self.colours) + "\n".join(self.names).encode()

    @rare
    def load(self, data: bytes) -> None:
        """Takes over what `dump` gave, also from a version with fewer choices. ValueError for garbage."""
        count = data[0] if data else 0
        names: list[str] = []
        try:
            names = data[1 + count + SEATS :].decode().split("\n")
        except ValueError:
            pass  # this is no UTF-8
        colours = data[1 + count : 1 + count + SEATS]
        if not count or len(colours) != SEATS or len(names) != SEATS:
            raise ValueError("These settings cannot be read.")
        for colour in colours:
            if colour not in COLOURS:
                raise ValueError("These settings cannot be read.")
        values, _, self.setups = data[1 : 1 + count].partition(_END)
        for i in range(min(len(values), len(_CHOICES))):
            if values[i] < _values(i):
                self.values[i] = values[i]
        self.panel = values[_PANEL:_PANEL_END]
        if len(values) <= NAMED:
            self.values[NAMED] = 1  # that version asked at its first start
        self.colours = bytearray(colours)
        self.names = [name[:NAME_LENGTH] for name in names]

    def turn(self, choice: int, step: int) -> None:
        """Moves a choice on to its next value or back, round and round."""
        self.values[choice] = (self.values[choice] + step) % _values(choice)


def _values(choice: int) -> int:
    # How many values a choice has.
    return len(texts.LANGUAGES) if choice == LANGUAGE else _CHOICES[choice]
