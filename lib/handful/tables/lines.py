# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The lines around a table: whose turn it is, the message, and what the keys do."""

from micropython import const

from handful.picture import ink
from handful.picture.measures import BAR, WIDTH
from handful.screens.screen import Screen
from handful.settings import HELPED

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.match import Match

_BADGE = const(7)  # width of a seat's badge
_GAP = const(2)  # from the sign of a challenge to what stands beside it
_POINTS_HIGH = const(BAR + 1)  # height of a top line with points
_KEYS = const("ⒶⒷ▲▼\ue001")  # the signs with which parts of a line of keys begin
_NOTE = const(63)  # y of the message line


class Lines(Screen):
    """A table without what lies on it: the top line, the message line and the bottom line."""

    note_y = _NOTE
    match: "Match"
    viewer: int
    tag: str
    overlay: str
    note_x: int
    _note: "str | None"

    if _TYPES:

        @property
        def mine(self) -> bool:
            """Whether the viewer may act."""
            return False

        def turn(self) -> int:
            """Returns the seat whose turn is shown, -1 for none."""
            return -1

        def score(self, seat: int) -> int:
            """Returns a seat's points as they are shown."""
            return seat

    def foot(self, text: str) -> None:
        """Draws the bottom line, which explains the keys; in a review always those of the review."""
        plain = text
        if self.match.review >= 0 and not self.overlay:
            text = self.say("keys_review")
        elif not self.match.persons:
            text = self.say("keys_demo")
        elif not self.app.settings.values[HELPED] and not self.overlay and self.mine:
            # As much of it as leaves room for the help that nobody has found yet.
            words = "  " + self.say("hold_b")
            width = self.canvas.small.width
            while width(self.app.named(text + words, 999)) > WIDTH - 2:
                end = max([text.rfind(sign) for sign in "Ⓑ▲▼\ue001"])
                if end < 0:
                    break  # few keys leave out what has no room
                text = text[:end].rstrip()
            text += words
        super().foot(text)
        self.below = plain

    def undoing(self, key: str) -> str:
        """Returns a line of keys, which offers B as "undo" only where there is something to undo."""
        text = self.say(key)
        undoes = not self.app.lesson and self.match.may_take_back()
        return text if undoes else self.without(text, "Ⓑ")

    def without(self, text: str, sign: str) -> str:
        """Returns a line of keys without what the key `sign` does."""
        start = text.find(sign)
        if start < 0:
            return text
        end = start + 1
        while end < len(text) and text[end] not in _KEYS:
            end += 1
        return text[:start].rstrip() + "  " + text[end:] if end < len(text) else text[:start].rstrip()

    def note(self, text: str, colour: int = ink.WHITE) -> None:
        """Draws the message line, unless it already shows this text."""
        text = self.app.named(text, 0)
        if text != self._note:
            canvas = self.canvas
            x = max(1, (WIDTH - canvas.small.width(text)) // 2)
            bare = 0 if self._note is None else min(x, self.note_x)  # columns at both ends that stay so
            self._note = text
            self.note_x = x
            canvas.fill(bare, self.note_y, WIDTH - 2 * bare, BAR, ink.TABLE)
            canvas.text(x, self.note_y + 1, text, colour)

    def points(self) -> str:
        """Returns what the seat has whose turn is shown, "" for none."""
        seat = self.turn()
        return str(self.score(seat)) if seat >= 0 else ""

    def header(self, right: str, points: "str | None" = None) -> None:
        """Draws the top line: whose turn it is, with the seat's badge; at the right edge the text `right`.

        points: as `points` has them, behind the name in digits of the big font if they have room; or None.
        """
        canvas = self.canvas
        canvas.fill(0, 0, WIDTH, BAR + 1 if points is None else _POINTS_HIGH, ink.DARK)
        choosing = self.match.choosing
        seat = self.viewer if choosing else self.turn()
        x = 2
        if choosing and seat < 0:
            x = canvas.text(8, 1, self.say("team"), ink.WHITE)
        elif seat >= 0:
            self.badge(0, 0, seat, BAR + 1)
            text = self.say(
                "your_turn" if seat == self.viewer and self.match.persons == 1 else "turn_of",
                self.app.faced(seat),
            )
            x = canvas.text(_BADGE + 2, 1, text, ink.WHITE)
        right_x = max(x + 4, WIDTH - 2 - canvas.small.width(right))
        big = canvas.big
        if points and big.height <= _POINTS_HIGH and x + 4 * _GAP + big.width(points) < right_x:
            x = canvas.text(x + 2 * _GAP, 0, points, ink.ACCENT, big)
        canvas.text(right_x, 1, right, ink.WHITE)
        self.draw_tag(x, right_x)

    def draw_tag(self, left: int, right: int) -> None:
        """Draws number and par of the challenge that is played into the top line, between two texts."""
        wide = self.canvas.small.width(self.tag)
        if self.tag and right - left >= wide + 2 * _GAP:
            self.canvas.text(right - _GAP - wide, 1, self.tag, ink.ACCENT)
