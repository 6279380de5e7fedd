# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Lessons: the first moves of a game, played at its real table with a known deal.

The first line of assets/games/<key>/lesson.txt holds the seed and the number of players. Every other line is
a step:

- `say <places>` shows the next line of assets/games/<key>/<language>.lesson.txt while nothing else happens.
- `say@<stage> <places>` shows it while the last action is told: when what can be read at that stage of the
  table has been read.
- `find <start> <actions> <places>` is the person's move. The text before it sets the task. The cursor begins
  on the action `start`, which is none of `actions` (with commas between them): one of those has to be found.
  After any other one the next line of the texts says what is wrong with it, and the person tries again.
- `robot <action>` is the move of a robot, or one of the person's that leaves no choice.
- `fast <actions>` are moves of whoever is to act, one after the other, which nobody has to read.

A place is what the text speaks of: a word that the table's `place` knows, or the word, a colon and a number.
It blinks in a frame, and the text covers none of them. After the last step the match goes on like any other.
"""

from micropython import const

from handful.keys import elapsed
from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.tables.table import Table
    from handful.tables.telling import Rect
    from handful.texts import Texts

_MOVES = ("robot", "fast")  # steps that play by themselves
_FRAME = const(2)  # thickness of a frame, one half of which stands around a place
_BLINK = const(400)  # ms from one colour of the frames to the other


class Lesson:
    """The progress of a lesson. App.lesson holds it while the lesson lasts; the table's ticks call it."""

    def __init__(self, key: str, texts: "Texts") -> None:
        with open("assets/games/" + key + "/lesson.txt") as file:
            self.seed, self.players = [int(word) for word in file.readline().split()]
            self._steps = file.read().strip().split("\n")
        self._path = texts.path(key, ".lesson.txt")
        self._at = 0
        self._nth = 0  # actions of a `fast` step that have been played
        self._said = 0  # texts that have been read
        self._wrong = False  # whether a wrong action has been tried, and nothing said about it yet
        # Outlines (left, top, width, height) of the frames around what the text speaks of.
        self._frames: list[Rect] = []
        self._colour = 0  # of their frames, 0 if they have not been drawn
        self._since = 0  # ticks when the text was shown

    def _words(self) -> list[str]:
        # Returns the words of the current step, "" for its first one when the lesson is over.
        return self._steps[self._at].split() if self._at < len(self._steps) else [""]

    def allows(self, action: int) -> bool:
        """Whether an action may be played now."""
        words = self._words()
        if words[0] == "find":
            return str(action) in words[2].split(",")
        return words[0] in _MOVES and words[1 + self._nth] == str(action)

    def correct(self, table: "Table") -> None:
        """Has the next step say what is wrong with an action that the person has tried to play."""
        if self._words()[0] == "find":
            self._wrong = table.dirty = True  # the text lies over what is drawn first
        else:
            table.refuse(table.say("lesson_first"))

    def step(self, table: "Table") -> bool:
        """Carries out the current step; called while the table has nothing else to show.

        Returns True when the lesson is over.
        """
        words = self._words()
        kind = words[0]
        if kind in _MOVES:
            table.telling.hurry = self._nth + 2 < len(words)
            table.deferred = (table.play, int(words[1 + self._nth]))
        elif kind == "say" or kind == "find":
            nth = self._at + (kind == "say")
            if nth < len(self._steps):
                task = self._steps[nth].split()
                if task[0] == "find":
                    self._aim(table, int(task[1]))
            if (kind == "say" or self._wrong) and not table.dirty:  # the text lies over what is drawn first
                self._wrong = False
                self._say(table, words[1 if kind == "say" else 3 :])
        elif kind:
            self.go_on()  # a text whose stage is over, since the table was left during it
        return not kind

    def _aim(self, table: "Table", action: int) -> None:
        # Puts the cursor once in a turn on the action with which a task begins.
        actions = len(table.session.history)
        if table.aimed != actions and table.mine:
            table.aimed = actions
            table.point(action)
            table.dirty = True

    def speak(self, table: "Table") -> bool:
        """Shows the text that belongs to the table's stage. Returns whether there is one."""
        words = self._words()
        if words[0] != "say@" + str(table.stage):
            return False
        self._say(table, words[1:])
        return True

    def _say(self, table: "Table", places: list[str]) -> None:
        table.app.guard()
        if not table.stage:
            table.canvas.fill(0, table.note_y, WIDTH, BAR, ink.TABLE)  # no frame may cut the message
        frames = []
        for word in places:
            what, _, which = word.partition(":")
            x, y, width, height = table.place(what, int(which or -1))
            left = max(0, x - 1)
            top = max(0, y - 1)
            width = min(WIDTH, x + width + 1) - left
            frames.append((left, top, width, min(FOOT, y + height + 1) - top))
        with open(self._path, "rb") as file:
            for _ in range(self._said):
                file.readline()
            text = str(file.readline().strip(), "utf-8")
        from handful.tables.overlay import teach

        teach(table, table.app.named(text, 0), frames)
        self._frames = frames
        self._colour = 0
        self._since = table.app.now
        self.blink(table)

    def blink(self, table: "Table") -> None:
        """Draws the frames around what the text speaks of; they change their colour if things may move."""
        odd = table.telling.moving and elapsed(table.app.now, self._since) // _BLINK & 1
        colour = ink.WHITE if odd else ink.ACCENT
        if colour == self._colour:
            return
        self._colour = colour
        fill = table.canvas.fill
        for x, y, width, height in self._frames:
            fill(x, y, width, _FRAME, colour)
            fill(x, y + height - _FRAME, width, _FRAME, colour)
            fill(x, y, _FRAME, height, colour)
            fill(x + width - _FRAME, y, _FRAME, height, colour)

    def read(self) -> bool:
        """Goes on after a text. A task stays until its action is played. Returns whether there is one."""
        if self._words()[0] != "find":
            self.go_on()
        return self._words()[0] == "find"

    def go_on(self) -> None:
        """Moves on: the text has been read, or the action has been played."""
        words = self._words()
        if words[0] in _MOVES:
            self._nth += 1
            if self._nth + 1 < len(words):
                return
        else:
            self._said += 1
        self._nth = 0
        self._at += 1
