# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The scale on which people read a game's score, where a game's rules count it from the other end.

The Game's score is the number of cards laid, and so it is kept in saves, in statistics and as par. Its table
shows the cards left, and so does every screen. `full` in a game's look.txt is the score with nothing left.

The app frees this module with the screen that loaded it.
"""

from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.picture.canvas import Canvas


def shown(canvas: "Canvas", key: str, score: int) -> int:
    """Returns a score as it is shown: what is left where the game's look.txt has `full`, else as it is."""
    full = canvas.look(key, "full")
    return int(full[0]) - score if full else score
