# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the keys of window and terminal are called that were used last."""

from collections.abc import Callable, Sequence

from boards.parts import names

FIRST = ("Enter", "Esc", "P", "Tab")


class Names:
    """What the keys are called that were used last."""

    def __init__(self, first: Sequence[str] = FIRST) -> None:
        """first: what A, B, START and SELECT are called before any of them was used."""
        self._names = list(first)
        self._typed = True  # whether a key of the keyboard was used last

    def used(self, key: int, name: str) -> None:
        """Notes what has pressed a logical key: a key of the keyboard by its name, anything else by ""."""
        self._typed = name != ""
        if key >= 4 and name and name.isascii():
            self._names[key - 4] = names.short(name)

    def line(self, text: str, width: Callable[[str], int], room: int) -> str:
        """Returns a foot line as the keys are called now. Its arguments are those of parts.names.line."""
        return names.line(text, self._names if self._typed else (), width, room)
