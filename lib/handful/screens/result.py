# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The end of a match: first who won, in large letters, with the seats by rank; then what next."""

from micropython import const

from engine import registry
from handful import ladder, scale, series
from handful.keys import elapsed
from handful.match import PERSON
from handful.picture import ink, large, medal
from handful.picture.measures import FOOT, WIDTH
from handful.screens.menu import Menu
from handful.settings import COLOURS, MOTION, NAMED
from handful.sound import LOSE, WIN

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.screens.menu import Row

_LETTER = const(70)  # ms from one letter of the headline to the next
_GROW = const(380)  # ms in which the bars grow
_PARTY = const(2400)  # ms in which confetti falls
_PIECES = const(40)
_PIECE = const(3)  # the most pixels that a piece is wide and high
_SHAPES = b"\x03\x02\x02\x03\x03\x01\x02\x03"  # width and height of a piece as it turns,
_SWAY = b"\x00\x01\x02\x01"  # and how far it has swayed to the right
_TURN = const(110)  # ms from one to the next
_FALL = const(64)  # pixels a second, and up to twice as many

_ROW = const(13)  # height of a row of the menu
_TOP = const(FOOT - 4 * _ROW)  # y of the rows
_HEAD = const(14)  # y of the headline
_SEAT = const(9)  # least height of a seat
_ROOM = const(12)  # most height of a seat
_LINE = const(10)  # height of a line below
_BAR = const(78)  # x of the bars
_END = const(WIDTH - 43)  # x of their end; crowns stand behind it
_HIGH = const(9)  # height of a team's bar
_TEAM = const(WIDTH - 16)  # most pixels of a team's bar


class View(Menu):
    """Shows the end, and after a key the rows: a new deal, this one, a look through the match, the title.

    In between a player who has never been asked for a name is asked for one.

    A match whose end has been seen (`match.told`) shows the rows at once.
    """

    top = _TOP

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        match = app.match
        game = match.session.game
        self._team = ladder.is_team(game)
        self._seat = ladder.owner(match)
        self._alone = match.persons == 1
        self._won = False  # a person has
        for seat in game.winners():
            self._won = self._won or match.kinds[seat] == PERSON
        self._since = app.now
        self._moving = app.settings.values[MOTION] > 0
        self._lines: list[Any] = []  # what there is to tell: (text, colour)
        self._told: list[Any] = []  # the same wrapped: (lines, colour)
        self._number = series.number_of(match)
        self._best: int | None = None  # the score that was the best until now
        if not match.told:
            app.guard()
            app.play(WIN if self._won else LOSE)
            self._say_rank(game)
        if not match.counted and not match.assisted:
            match.counted = True
            self._count()
        elif match.assisted or match.known:
            self._lines.append((self.say("assisted") if match.assisted else self._known(), ink.WHITE))
        app.save_later()
        self.order = []  # seats by rank
        for place in sorted([self._rank(game, seat) for seat in range(game.players)]):
            self.order.append(place & 7)
        self.head = ""  # the headline
        self._scale = 0  # how much larger than the small font the headline is; 0: not on cards
        self._dealt = 0  # how many letters of the headline are there
        self._x = 0  # x of its next letter
        self._y = 0  # below the headline
        self._step = 0  # from one seat to the next
        self._grown = -1  # percent of the bars that are there
        self._pieces: list[tuple[int, int, int]] = []  # of confetti: (x, ms until it appears, colour)
        self._fallen = bytearray(_PIECES)  # y of each, 0 for one that is not drawn,
        self._turned = bytearray(_PIECES)  # and how it has turned, 0 to 3

    def _rank(self, game: "Any", seat: int) -> int:
        # A number that is the lower the higher the seat ranks, with the seat in its last three bits.
        score: int = game.score(seat)
        lost = 0 if seat in game.winners() else 1
        return (lost << 14) + (4096 - score << 3) + seat

    def _say_rank(self, game: "Any") -> None:
        # How far the only person is behind.
        if self._team or not self._alone or self._won or not game.winners():
            return
        behind = game.score(game.winners()[0]) - game.score(self._seat)
        place = 1
        for seat in range(game.players):
            place += game.score(seat) > game.score(self._seat)
            if hasattr(game, "goal") and game.goal(seat):
                return  # who wins does not follow from the scores
        if behind > 0:
            key = "result_behind" if game.players == 2 else "result_place_" + str(place)
            self._lines.append((self.say(key, behind), ink.WHITE))

    def _count(self) -> None:
        # Notes the match in the records, and what there is to say of that.
        match = self.app.match
        session = match.session
        won = self._seat in session.game.winners()
        score = session.game.score(self._seat)
        records = self.app.records
        row = registry.number(session.key)
        number = self._number
        new = 0
        if match.known:
            self._lines.append((self._known(), ink.WHITE))
        else:
            rivals = [match.robot_at(seat) for seat in ladder.rivals(match)]
            new = records.go_on(row, won, rivals, ladder.earned(match))
            self._best = records.row(row, max(match.kinds))[2]
            best = records.add(row, max(match.kinds), won, score)
            if best and won and self._best is not None and not number:
                self._lines.append((self.say("new_best"), ink.ACCENT))
        if number:
            records.add_of(row, number, score)
            self._lines.append((self._par(session.key, number, score), ink.ACCENT))
            day = series.day_of(self.app.board, match)
            if day >= 0:
                days = records.add_day(day)
                self._lines.append((self.say("today_days" if days > 1 else "today_done", days), ink.ACCENT))
        if new:
            self._lines.append((ladder.say_new(self.app, session.key, new), ink.ACCENT))
            self._say_look(session.key, records.medals(row), new)
        self.app.keep(records)

    def _known(self) -> str:
        # Says why a match whose deal is known does not count: it was a lesson, or its cards were seen.
        session = self.app.match.session
        with open("assets/games/" + session.key + "/lesson.txt") as file:
            lesson = int(file.readline().split()[0]) == session.seed
        return self.say("lesson_match" if lesson else "known")

    def _say_look(self, key: str, medals: int, new: int) -> None:
        # Which colour of the table new medals have opened, the last one if there are several.
        needs = ladder.looks(self.app, key)
        before = ladder.count(medals & ~new)
        for look in range(len(needs) - 1, 0, -1):
            if before < needs[look] <= ladder.count(medals):
                text = self.say("tint_won", self.say("tint_" + str(look)))
                self._lines.append((text, ink.ACCENT))
                return

    def _par(self, key: str, number: int, score: int) -> str:
        par = series.par(key, number)
        score = scale.shown(self.canvas, key, score)
        if par is None:
            return self.say("series_done", number, score)
        par = scale.shown(self.canvas, key, par)
        if par == score:
            return self.say("par_even", number, score)
        return self.say("par_over" if score > par else "par_under", number, score, abs(score - par))

    def open(self) -> None:
        app = self.app
        self.canvas.clear()
        self.title(self.say("title"))
        game = app.match.session.game
        self.head = self._headline(game)
        if app.match.told:
            self._open_rows()
            return
        self.foot(self.say("keys_on"))
        below = _HIGH + 26 if self._team else game.players * _SEAT
        lines = self._wrap()
        below += lines * _LINE
        self._scale = 3
        while self._scale and (
            large.width(self.canvas, self.head, self._scale) > WIDTH - 4
            or large.high(self.canvas, self._scale) > FOOT - _HEAD - 4 - below
        ):
            self._scale -= 1
        self._y = _HEAD + 4 + (large.high(self.canvas, self._scale) if self._scale else _LINE)
        if self._scale:
            self._x = (WIDTH - large.width(self.canvas, self.head, self._scale)) // 2
        else:
            self.centred(_HEAD, self.head, ink.ACCENT)
            self._dealt = len(self.head)
        self._step = min(_ROOM, (FOOT - self._y - lines * _LINE) // game.players)
        if not self._team:
            self._draw_seats(self._y, self._step)
        if not self._moving:
            self._finish()

    def _headline(self, game: "Any") -> str:
        say = self.say
        app = self.app
        winners = game.winners()
        if self._team:
            return say("result_beaten") if winners else say("result_left", game.goal(0) - game.score(0))
        if not winners:
            return say("draw")
        names = [app.name(seat) for seat in winners]
        if len(names) == 1:
            return say("wins", names[0])
        if len(names) == 2 and hasattr(game, "partner") and game.partner(winners[0]) == winners[1]:
            return say("pair_wins", *names)
        return say("share")

    # The end itself

    def _draw_seats(self, y: int, step: int) -> None:
        # The seats by rank, without bars.
        app = self.app
        canvas = self.canvas
        game = app.match.session.game
        for seat in self.order:
            self.badge(2, y, seat, 8)
            canvas.text(12, y, app.faced(seat, step), ink.WHITE)
            if seat in game.winners():
                canvas.text(_END + 2, y, "♛", ink.ACCENT)
            score = str(game.score(seat))
            goal = game.goal(seat) if hasattr(game, "goal") else 0
            if goal:
                score += "/" + str(goal)
            canvas.text(WIDTH - 2 - canvas.small.width(score), y, score, ink.WHITE)
            y += step

    def _grow(self, percent: int) -> None:
        # Lengthens the bars to so much of what they will be.
        before = max(0, self._grown)
        self._grown = percent
        game = self.app.match.session.game
        canvas = self.canvas
        y = self._y
        if self._team:
            step = _TEAM // game.goal(0)  # pixels for each point
            wide = game.goal(0) * step
            x = (WIDTH - wide) // 2
            start = game.score(0) * before // 100 * step
            end = game.score(0) * percent // 100 * step
            if not before:
                canvas.fill(x - 1, y - 1, wide + 2, _HIGH + 2, ink.LIGHT)
                canvas.fill(x, y, wide, _HIGH, ink.DARK)
                if self._best:
                    at = x + self._best * step
                    canvas.text(at - 4, y + _HIGH + 2, "▴", ink.ACCENT)
                    text = self.say("result_best", game.goal(0) - self._best)
                    left = at - 6 - canvas.small.width(text)
                    canvas.text(at + 6 if at < WIDTH // 2 else left, y + _HIGH + 3, text, ink.ACCENT)
            canvas.fill(x + start, y, end - start, _HIGH, ink.ACCENT)
            return
        scores = [game.score(seat) for seat in self.order]
        least = min(0, min(scores))
        most = max(1, max(scores) - least)
        none = _BAR - least * (_END - _BAR) // most  # x of no points: lost ones grow to the left
        for i in range(len(scores)):
            length = abs(scores[i]) * (_END - _BAR) // most
            start = length * before // 100
            end = length * percent // 100
            if end > start:
                x = none + start if scores[i] > 0 else none - end
                canvas.fill(x, y + 1, end - start, 6, self.app.settings.colours[self.order[i]])
            if least < 0:
                canvas.fill(none, y, 1, 8, ink.WHITE)
            y += self._step

    def _deal_letter(self) -> None:
        sign = self.head[self._dealt]
        self._dealt += 1
        edge = ink.ACCENT if self._won else ink.GREY
        self._x = large.card(self.canvas, self._x, _HEAD, sign, self._scale, edge)

    def _wrap(self) -> int:
        # Wraps what there is to tell, the story of the match last. Returns the number of lines.
        game = self.app.match.session.game
        if self._team and not self._number:  # a challenge has its par
            self._lines.insert(0, (self.say(game.verdict()), ink.WHITE))
        story = self._story()
        if story:
            self._lines.append((story, ink.WHITE))
        count = 0
        for text, colour in self._lines:
            lines = self.canvas.small.lines(text, WIDTH - 4)
            self._told.append((lines, colour))
            count += len(lines)
        return count

    def _say_lines(self) -> None:
        # What there is to tell, below the seats: each text that there is room for, whole.
        y = self._y + (_HIGH + 16 if self._team else self.app.match.session.game.players * self._step)
        for lines, colour in self._told:
            if y + len(lines) * _LINE <= FOOT:
                for line in lines:
                    self.centred(y, line, colour)
                    y += _LINE

    def _story(self) -> str:
        # A line that the game tells of the match, "" if it knows none.
        session = self.app.match.session
        game = session.at(0)
        if not hasattr(game, "story"):
            return ""
        winners = session.game.winners()
        told = game.story(session.history, self._seat if self._alone or not winners else winners[0])
        if not told:
            return ""
        if told[1] < 0:  # of the whole team
            return self.say(told[0], "", *told[2:])
        return self.say(told[0], self.app.name(told[1]), *told[2:])

    def _finish(self) -> None:
        # Shows all that is still to come.
        while self._dealt < len(self.head):
            self._deal_letter()
        if self._grown < 100:
            self._grow(100)
            self._say_lines()

    def tick(self, now: int) -> None:
        if self.app.match.told or not self._moving:
            return
        gone = elapsed(now, self._since)
        if self._dealt < len(self.head):
            if gone >= self._dealt * _LETTER:
                self._deal_letter()
            return
        gone -= len(self.head) * _LETTER
        if self._grown < 100:
            self._grow(max(0, min(100, gone * 100 // _GROW)))
            if self._grown == 100:
                self._say_lines()
                self._begin_party()
        elif self._pieces:
            self._fall(gone - _GROW)

    # Confetti: pieces that fall where nothing is written.

    def _begin_party(self) -> None:
        if not self._won:
            return
        chance = self.app.match.session.seed
        for i in range(_PIECES):
            chance = (chance * 1103515245 + 12345) & 0x3FFFFFFF
            x = chance % (WIDTH - _PIECE - 2)
            self._pieces.append((x, (chance >> 12) % (_PARTY // 2), COLOURS[i % len(COLOURS)]))

    def _fall(self, gone: int) -> None:
        canvas = self.canvas
        for i in range(len(self._pieces)):
            x, wait, colour = self._pieces[i]
            y = self._fallen[i]
            turned = self._turned[i]
            if y:
                canvas.fill(x + _SWAY[turned], y, _SHAPES[2 * turned], _SHAPES[2 * turned + 1], ink.TABLE)
                self._fallen[i] = 0
            y = _HEAD - 2 + (gone - wait) * (_FALL + i % 5 * (_FALL // 4)) // 1000
            if wait <= gone < _PARTY and y < FOOT - _PIECE:
                turned = (gone // _TURN + i) & 3
                left = x + _SWAY[turned]
                wide = _SHAPES[2 * turned]
                high = _SHAPES[2 * turned + 1]
                if canvas.bare(left, y, wide, high) and canvas.bare(
                    left, y + 1, wide, 1
                ):  # `bare` leaves rows out
                    canvas.fill(left, y, wide, high, colour)
                    self._fallen[i] = y
                    self._turned[i] = turned
        if gone >= _PARTY:
            self._pieces.clear()

    # What next

    def press(self, key: int) -> None:
        match = self.app.match
        if match.told:
            super().press(key)
        elif self._grown < 100:
            self.deferred = (self._finish,)
        else:
            match.told = True
            self.app.guard()
            seat = match.kinds.find(b"\x00")
            if self.app.settings.values[NAMED] or self.app.settings.names[seat]:
                self.deferred = (self.open,)
            else:
                self.app.open("name", seat, None)

    def _open_rows(self) -> None:
        self.told = None
        if self._number:
            self._say_earned()
        self.centred(_HEAD - 2, self.head, ink.ACCENT)
        # As many rows as there is room for below the seats.
        players = 0 if self._team else self.app.match.session.players
        y = _HEAD + _SEAT - 2
        self._seen = max(FOOT - _TOP, min(len(self.rows()) * _ROW, FOOT - y - players * _SEAT)) // _ROW
        self.top = top = FOOT - self._seen * _ROW
        if players:
            self._draw_seats(y, min(_ROOM, (top - y) // players))
        self.show()

    def _say_earned(self) -> None:
        # In the top line what the challenge has earned, with its medal.
        session = self.app.match.session
        earned = series.grade(session.key, self._number, session.game.score(self._seat))
        word = self.say(("deals_worse", "deals_even", "deals_better")[earned - 1])
        text = self.say("deals_earned", self._number, word)
        self.title(text)
        x = (WIDTH - self.canvas.small.width(text)) // 2 - 10
        medal.draw(self.canvas, x, 2, 7, earned, ink.DARK)

    def _next(self) -> int:
        # The challenge to play next: the first open one, for today's, or the one behind this.
        records = self.app.records
        row = registry.number(self.app.match.session.key)
        number = 0 if self.app.match.daily else self._number
        for _ in range(series.SERIES):
            number = number % series.SERIES + 1
            if records.best_of(row, number) is None:
                return number
        return self._number % series.SERIES + 1

    def rows(self) -> "Sequence[Row]":
        rows: list[Row] = [
            (key, self.say("result_" + key), None) for key in ("new", "again", "review", "title")
        ]
        if self._number:
            rows.insert(0, ("next", self.say("result_next", self._next()), None))
        if self.app.site:
            rows.append(("qr", self.say("qr"), None))
        return rows

    def choose(self, key: "Any") -> None:
        app = self.app
        if key == "again":
            app.again()
        elif key == "next":
            app.challenge(app.match.session.key, self._next())
        elif key == "title":
            app.leave(True)
        elif key == "qr":
            app.open("qr", "result")
        elif key == "review":
            app.match.review = 0
            app.open(app.match.session.key)
        else:
            app.redeal(app.seed())

    def leave(self) -> None:
        self.app.leave(True)
