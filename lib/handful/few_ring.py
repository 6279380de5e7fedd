# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The ring as few keys have it: a list in place of four directions."""

from micropython import const

from handful import keys, stops
from handful.picture import ink
from handful.picture.measures import WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

KEYS = (keys.UP, keys.LEFT, keys.RIGHT, keys.DOWN, keys.START)  # that its rows press

_TOP = const(20)  # y of its panel
_ROW = const(15)  # height of its rows


def draw(view: "Any", command: int) -> None:
    """Draws the list over a table. command: the chosen row."""
    canvas = view.canvas
    say = view.say
    texts = [say("ring_" + key) for key in ("hint", "back", "last", "rules")]
    texts.append("\ue000" + say("keys_wait").split("\ue000")[1])  # what START does
    canvas.frame(2, _TOP, WIDTH - 4, _ROW * len(KEYS) + 5, ink.PAPER, ink.DARK)
    for i in range(len(KEYS)):
        y = _TOP + 3 + _ROW * i
        chosen = i == command
        if chosen:
            canvas.fill(6, y, WIDTH - 12, _ROW - 1, ink.PAPER)
        text = stops.parts(texts[i])[0][1]
        view.centred(y + 3, text, ink.INK if chosen else ink.WHITE)
