# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The shelf of games: a cover for each game in the registry.

A game's cover takes from assets/games/<key>/look.txt its inks, `cards` (three cards: a rank, a rank and a
suit's sign, or two of these with a slash between them) and `minutes` (of a match), and from its catalogue
`title` and `about`.
"""

from micropython import const

from engine import registry
from handful import keys, scale, setups
from handful.picture import ink, large
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App

_NAME = const(15)  # y of the name
_FAN = const(36)  # y of the outer cards
_CARD = const(38)  # width of a card
_HIGH = const(41)  # height of a card
_PITCH = const(36)  # how much of a card is seen below the next one
_LIFT = const(3)  # by which the middle card is higher
_HALF = const(5)  # from the edges of half a card to its sign
_EDGE = const(3)  # from a card's edge to its rank
_SIGN = const(16)  # from a card's upper edge to its sign
_ABOUT = const(82)  # y of the description
_STEP = const(10)  # its line height
_FACTS = const(105)  # y of the line of facts
_DOT = const(6)  # from one game's dot to the next one's
_GAP = const(10)  # from the facts to the best result
ROOM = const(WIDTH - 4)  # for a line of the description
_ALONE = const(10)  # from a card's upper edge to a rank without a sign


class View(Screen):
    """Turns through the covers with LEFT and RIGHT. A plays as last time, DOWN opens the set-up, SELECT the
    challenges.

    A game that is new to the player has its lesson there, on top, so that A opens it as well.

    key: the game whose cover is shown first; by default the one that was played last.
    """

    def __init__(self, app: "App", key: str = "") -> None:
        super().__init__(app)
        self.game = (
            registry.number(key) if key else registry.beside(max(0, setups.latest(app.settings)) - 1, 1)
        )
        self._records = app.records
        self._new = False  # whether the game is new to the player
        app.texts.load("")  # of a game only three texts are needed

    def open(self) -> None:
        canvas = self.canvas
        canvas.clear()
        self.told = None
        canvas.fill(0, 0, WIDTH, BAR + 1, ink.DARK)
        canvas.text(3, 2, "◀", ink.WHITE)
        canvas.text(WIDTH - 3 - canvas.small.width("▶"), 2, "▶", ink.WHITE)
        for row in range(len(registry.GAMES)):
            if row not in registry.ABSENT:
                self._draw_dot(row, ink.LIGHT)
        self.draw()

    def draw(self) -> None:
        canvas = self.canvas
        key = registry.GAMES[self.game][0]
        say_of = self.app.texts.say_of
        self.app.theme(key)
        self._draw_dot(self.game, ink.ACCENT)
        canvas.fill(0, BAR + 1, WIDTH, FOOT - BAR - 1, ink.TABLE)
        self._draw_name(say_of("title", key))
        cards = canvas.look(key, "cards")
        x = (WIDTH - _PITCH * (len(cards) - 1) - _CARD) // 2
        for i in range(len(cards)):
            self._draw_card(x + _PITCH * i, _FAN - (_LIFT if i == 1 else 0), cards[i])
        y = _ABOUT
        about = say_of("about", key)
        for line in about.split("\t")[1:] or canvas.small.lines(about, ROOM):
            self.centred(y, line, ink.WHITE)
            y += _STEP
        self._new = setups.is_new(self.app, self.game)
        self._draw_facts(key)
        self.foot(self.say("keys_games_new" if self._new else "keys_games"))

    def _draw_dot(self, row: int, colour: int) -> None:
        # The dot of a game: of the one that is shown it has another colour.
        x = (WIDTH - _DOT * len(registry.GAMES)) // 2 + 1
        self.canvas.fill(x + _DOT * row, 4, 4, 4, colour)

    def _draw_name(self, name: str) -> None:
        canvas = self.canvas
        half = canvas.small.width(name)
        if 2 * half <= WIDTH - 4:
            large.text(canvas, WIDTH // 2 - half, _NAME, name, ink.ACCENT, ink.TABLE)
        else:
            self.centred(_NAME + 4, name, ink.ACCENT)

    def _draw_card(self, x: int, y: int, card: str) -> None:
        canvas = self.canvas
        canvas.frame(x, y, _CARD, _HIGH, ink.INK, ink.PAPER)
        halves = card.split("/")
        if len(halves) > 1:
            for i in range(2):
                top = y + _HIGH * i // 2 + _HALF
                at = canvas.text(x + _HALF, top, halves[i][-1], ink.of(halves[i][-1]), canvas.big)
                canvas.text(at + 2, top, halves[i][:-1], ink.INK, canvas.big)
            canvas.fill(x + 2, y + _HIGH // 2, _CARD - 4, 1, ink.DIM)
            return
        sign = card[-1]
        if sign < "←" or sign in "⑩⒑":
            sign = card
            y += _ALONE
        else:
            canvas.text(x + _EDGE, y + _EDGE, card[:-1], ink.INK, canvas.big)
            y += _SIGN
        x += (_PITCH - 2 * canvas.big.width(sign)) // 2 + 1
        large.text(canvas, x, y, sign, ink.of(sign), ink.PAPER, canvas.big)

    def _draw_facts(self, key: str) -> None:
        # Players, minutes, and the best result or that the game is new.
        canvas = self.canvas
        say = self.say
        _, _, least, most = registry.GAMES[self.game]
        facts = "\ue004 " + (str(least) if least == most else str(least) + "-" + str(most))
        facts += "  " + say("cover_minutes", canvas.look(key, "minutes")[0])
        new = self._new
        last = say("cover_new") if new else self._best()
        wide = canvas.small.width(facts)
        length = canvas.small.width(last)
        x = (WIDTH - wide - (_GAP + length if last else 0)) // 2
        canvas.text(x, _FACTS, facts, ink.WHITE)
        x += wide + _GAP
        if new:
            canvas.frame(x - 4, _FACTS - 2, length + 8, 11, ink.ACCENT, ink.ACCENT)
        canvas.text(x, _FACTS, last, ink.INK if new else ink.ACCENT)

    def _best(self) -> str:
        best = self._records.totals(self.game)[2]
        if best is None:
            return ""
        key = registry.GAMES[self.game][0]
        return self.app.texts.say_of("cover_best", key).format(scale.shown(self.canvas, key, best))

    def press(self, key: int) -> None:
        if key == keys.LEFT or key == keys.RIGHT:
            self._draw_dot(self.game, ink.LIGHT)
            self.game = registry.beside(self.game, 1 if key == keys.RIGHT else -1)
            self.dirty = True
        elif key == keys.DOWN:
            self.app.open("setup", registry.GAMES[self.game][0])
        elif key == keys.A or key == keys.START or key == keys.UP:
            self._play(registry.GAMES[self.game][0])
        elif key == keys.SELECT:
            self.app.open("deals", self.game, "games")
        else:
            self.app.open("title")

    def _play(self, key: str) -> None:
        # As last time. A new game offers its lesson first.
        app = self.app
        if self._new:
            app.open("setup", key)
        elif self.allows():
            kinds, options = setups.usual(app.settings, key)
            app.begin(key, kinds, app.seed(), options)
