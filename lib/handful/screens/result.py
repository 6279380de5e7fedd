"""The end of a match: who won, by how much, and what next."""

from micropython import const

from engine import registry
from handful.keys import elapsed
from handful.match import PERSON
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.menu import Menu
from handful.series import number_of
from handful.settings import COLOURS, MOTION
from handful.sound import LOSE, WIN

_PARTY = const(590)  # ms of confetti

_TOP = const(78)  # y of the rows
_SCORES = const(24)  # y of the first score,
_ROOM = const(36)  # and what the scores of up to four share
_LEAST = const(9)
_CROWN = const(96)
_LEFT = const(18)  # y of what a team's score lacks,
_BAND = const(46)  # and of the verdict on it
_SAID = const(69)  # y of the line about the record


class View(Menu):
    """Scores above, rows below: the same deal again, a new one, a look through the match, the title."""

    top = _TOP

    def __init__(self, app):
        super().__init__(app)
        match = app.match
        game = match.session.game
        self._team = hasattr(game, "verdict")
        self._best = False
        self._number = number_of(match)
        # Confetti for a person who has won.
        self._won = False
        for seat in game.winners():
            self._won = self._won or match.kinds[seat] == PERSON
        app.play(WIN if self._won else LOSE)
        self._party = self._won and app.settings.values[MOTION] > 0
        self._since = app.now
        self._chance = match.session.seed
        if not match.counted and not match.assisted:
            match.counted = True
            self._count()
        app.save(True)

    def _count(self) -> None:
        # The owner is the only person, or the person in the first such seat.
        match = self.app.match
        game = match.session.game
        seat = match.kinds.find(b"\x00")
        won = seat in game.winners()
        records = self.app.records
        row = registry.number(match.session.key)
        if not match.known:
            best = records.add(row, max(match.kinds), won, game.score(seat))
            self._best = best and (won or self._team)
        if self._number:
            self._best = records.add_of(row, self._number, game.score(seat))
        self.app.keep(records)

    def open(self) -> None:
        self.canvas.clear()
        app = self.app
        game = app.match.session.game
        self.title(self.say("title"))
        if self._team:
            self._draw_team(game)
        else:
            self._draw_scores(game)
        y = _SAID - 3 if self._team else _SAID
        if self._number and not app.match.assisted:
            best = app.records.best_of(registry.number(app.match.session.key), self._number)
            colour = ink.ACCENT if self._best else ink.WHITE
            self.centred(y, self.say("series_done", self._number, best), colour)
        elif self._best:
            self.centred(y, self.say("new_best"), ink.ACCENT)
        elif app.match.assisted or app.match.known:
            self.centred(y, self.say("assisted" if app.match.assisted else "known"), ink.DIM)
        self.show()

    def tick(self, now: int) -> None:
        if self._party and elapsed(now, self._since) < _PARTY:
            for colour in COLOURS:
                self._chance = (self._chance * 1103515245 + 12345) & 0x3FFFFFFF
                x = self._chance % (WIDTH - 8)
                y = 12 + (self._chance >> 12) % (_TOP - 20)
                # Confetti leaves the texts readable.
                if self.canvas.bare(x, y, 7, 7):
                    self.canvas.fill(x + 2, y + 2, 3, 3, colour)
        elif self._party:
            self._party = False
            self.open()

    def press(self, key: int) -> None:
        if self._party:
            self._party = False
            self.open()
        super().press(key)

    def _draw_team(self, game) -> None:
        left = game.goal(0) - game.score(0)
        canvas = self.canvas
        text = str(left)
        width = canvas.big.width(text)
        canvas.text(WIDTH // 2 - width // 2, _LEFT, text, ink.ACCENT if not left else ink.WHITE, canvas.big)
        self.centred(_LEFT + 14, self.say("cards_left"), ink.WHITE)
        y = _BAND
        colour = ink.ACCENT
        for key in game.verdict():
            self.centred(y, self.say(key), colour)
            y += 10
            colour = ink.DIM

    def _draw_scores(self, game) -> None:
        app = self.app
        canvas = self.canvas
        winners = game.winners()
        names = [app.name(seat) for seat in winners]
        text = self.say("wins", names[0]) if len(names) == 1 else self.say("share", ", ".join(names))
        if not names:
            text = self.say("draw")
        elif len(names) == 2 and hasattr(game, "partner") and game.partner(winners[0]) == winners[1]:
            text = self.say("pair_wins", *names)
        elif canvas.small.width(text) > WIDTH - 2:
            text = self.say("share_many", len(names))
        self.centred(13, text, ink.ACCENT)
        for seat in range(game.players):
            y = _SCORES + seat * max(_LEAST, _ROOM // game.players)
            self.badge(2, y, seat, 8)
            canvas.text(12, y, app.faced(seat), ink.WHITE)
            if seat in winners:
                canvas.text(_CROWN, y, "♛", ink.ACCENT)
            score = str(game.score(seat))
            goal = game.goal(seat) if hasattr(game, "goal") else 0
            if goal:
                score += "/" + str(goal)
            canvas.text(WIDTH - 12 - canvas.small.width(score), y, score, ink.WHITE)

    def rows(self) -> list:
        return [(key, self.say("result_" + key), None) for key in ("again", "new", "review", "title")]

    def choose(self, key) -> None:
        if key == "again":
            self.app.again()
        elif key == "title":
            self.app.leave(True)
        elif key == "review":
            self.app.match.review = 0
            self.app.open(self.app.match.session.key)
        else:
            match = self.app.match
            session = match.session
            self.app.begin(session.key, match.kinds, self.app.seed(), session.options)

    def leave(self) -> None:
        self.app.leave(True)
