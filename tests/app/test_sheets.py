# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Every sheet over a table is in words: all cards, owners, numbers and signs that its picture shows."""

import inspect
import itertools
import re
import sys
from collections import Counter
from contextlib import contextmanager

import pytest

from engine import registry
from handful import heard
from handful.keys import RIGHT, SELECT, A, B
from handful.picture.measures import FOOT
from handful.settings import MEMORY
from handful.stops import of_key
from handful.texts import LANGUAGES
from tests.app.test_heard import choose, go_on, listening
from tests.web.test_mirror import is_sign
from tools import PROJECT

GAMES = [row[0] for row in registry.GAMES if (PROJECT / f"lib/handful/heard/{row[0]}.py").exists()]
MATCHES = [(game, max(2, registry.row(game)[2]), {}) for game in GAMES]
MATCHES += [("flip_over", 4, {"exchange": 1}), ("hyper_maker", 3, {"deals": 3}), ("inversion", 4, {})]
TENS = str.maketrans({"⑩": "10", "⒑": "10", "⭑": "★"})
MARKS = {"⇄": "swap", "♛": "ahead", "✗": "nothing"}
MARKS |= {"←": "left", "→": "right", "↑": "rising|opposite", "↓": "falling"}
NEAR = 12  # pixels from a seat's mark down or up to its cards


class Shown:
    """What a table draws: its cards, as given to its drawing functions, with their owners, and all texts."""

    def __init__(self, view):
        self.view, self.cards, self.owned, self.texts = view, set(), set(), []
        self._seat, self._y, self._marks, self._last = -1, 0, 0, (0, 0)

    @contextmanager
    def watching(self):
        """Notes every call that draws a card or a seat's mark, and every text but those of such marks."""
        canvas, text = self.view.canvas, self.view.canvas.text
        places = [(self.view, name) for name in dir(type(self.view)) if not name.startswith("__")]
        for module in [sys.modules[name] for name in list(sys.modules) if name.startswith("handful.tables.")]:
            places += [(module, name) for name in vars(module)]
        before = []
        for place, name in places:
            function = getattr(place, name, None)
            if inspect.isroutine(function) and not inspect.isbuiltin(function):
                known = inspect.signature(function).parameters
                if "x" in known and ("card" in known or "seat" in known):
                    before.append((place, name, vars(place).get(name)))
                    setattr(place, name, self._noting(function))

        def noted(x, y, string, *how):
            if not self._marks and y < FOOT:
                if string == "0" and self._last == (x - 5, y):  # of a ten whose digits stand closer
                    self.texts[-1] += string
                else:
                    self.texts.append(string.translate(TENS))
                self._last = x, y
            return text(x, y, string, *how)

        canvas.text = noted
        yield self
        canvas.text = text
        for place, name, old in before:
            setattr(place, name, old) if old else delattr(place, name)

    def _noting(self, function):
        signature = inspect.signature(function)

        def noting(*values):
            given = signature.bind(*values).arguments
            card, seat, y = given.get("card"), given.get("seat"), given.get("y", -NEAR)
            if seat is not None:
                self._seat, self._y = seat, y
            if card is not None and card >= 0:
                self.cards.add(card)
                if self._seat >= 0 and abs(y - self._y) < NEAR:
                    self.owned.add((self._seat, card))
            mark = card is None and seat is not None
            self._marks += mark
            found = function(*values)
            self._marks -= mark
            return found

        return noting


def drawn(console) -> Shown:
    """The open sheet as its picture shows it."""
    view = console.view
    shown = Shown(view)
    with shown.watching():
        if view.overlay == "last":
            view.draw_last()
        else:
            view.cover(view.overlay)
            if not shown.texts:  # it is drawn with the table
                view.redraw()
                console.wait(40)
    return shown


def signs_of(texts) -> Counter:
    """How often there is each sign that is neither a face nor an arrow of the picture."""
    marks = Counter(sign for text in texts for sign in text if is_sign(sign) and sign < "\ue000")
    return Counter({sign: count for sign, count in marks.items() if sign not in MARKS})


def numbers_of(texts) -> Counter:
    return Counter(number for text in texts for number in re.findall(r"\d+", text))


def compared(console, language: str) -> None:
    """Compares the words of the open sheet with its picture."""
    view = console.view
    console.app.texts.speak(language)
    console.app.texts.load(view.session.key)
    shown = drawn(console)
    told = heard.words(view)
    lines = told.sheet()
    whole = lines if view.overlay == "last" else heard.lines(console.app)  # with what is beside it
    text = "\n".join(whole)
    assert shown.texts and lines and [line for line in heard.lines(console.app) if line in lines] == lines
    for card in shown.cards:
        assert told.card(card) in text, (told.card(card), lines)
    for seat, card in shown.owned:
        with_card = [line for line in lines if told.card(card) in line]
        silent = language == "ja" and seat == view.viewer  # "you" is left out
        assert [line for line in with_card if told.name(seat) in line or silent], with_card
    assert numbers_of(shown.texts) <= numbers_of(whole), (shown.texts, whole)
    assert signs_of(shown.texts) <= signs_of(whole), (shown.texts, whole)
    keys = ("aid_own", "aid_hidden", "in_round") if view.session.key == "flip_over" else ()
    legend = [view.say(key) for key in keys]  # the last is cut
    for string in shown.texts:
        if "·" not in string and string not in legend:
            missing = [word for word in re.findall(r"[^\W\d_]{2,}", string) if word not in text]
            assert not missing, (string, whole)
    if language == LANGUAGES[0]:
        for sign, words in MARKS.items():
            count = sum(string.count(sign) for string in shown.texts)
            assert count <= len(re.findall(words, text)), (sign, lines)


def seen(game: str, players: int, options: dict, aid: int, seed: int):
    """Plays a match, compares every sheet, and yields the names of those that it has shown."""
    console = listening()
    console.app.settings.values[MEMORY] = aid
    console.begin(game, [0] + [1] * (players - 1), seed, **options)
    match, looked = console.app.match, -1
    for _ in range(900):
        view = console.view
        if match.session.game.player < 0 and not getattr(view, "overlay", "") or console.screen != game:
            return
        actions = len(match.session.history)
        if view.overlay in ("round", "exchange", "deal"):
            for language in LANGUAGES[::-1]:
                compared(console, language)
            yield view.overlay
            choose(console, of_key(A))
        elif not heard.acts(console.app):
            go_on(console)
        elif looked < actions and actions % 3 != 1:
            looked = actions
            console.press(SELECT)
            for _ in range(4):
                for language in LANGUAGES[::-1]:
                    compared(console, language)
                yield "last"
                if "◀▶" not in view.say(view.keys_last):
                    break
                console.press(RIGHT)
            console.press(B)
        else:
            values = [value for value, _, _ in heard.stops(console.app) if value >= 0]
            choose(console, values[actions % len(values)])


@pytest.mark.parametrize("aid", [0, 1])
@pytest.mark.parametrize(("game", "players", "options"), MATCHES)
def test_the_words_of_a_sheet_have_all_that_its_picture_shows(game, players, options, aid):
    names = Counter(seen(game, players, options, aid, 5 + aid))
    assert names["last"] >= 5
    assert (names["round"] > 0) == (game == "flip_over")
    assert (names["exchange"] > 0) == ("exchange" in options)
    assert (names["deal"] > 0) == ("deals" in options)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_statistics_are_in_words_with_each_of_the_last_matches(language):
    console = listening()
    texts, records = console.app.texts, console.app.records
    for number in range(7):
        records.add(2, number % 4, number % 3 > 0, 20 + number)
        records.go_on(2, number % 3 > 0, [number % 5], 0)
    console.app.keep(records)
    texts.speak(language)
    text, shown = console.app.canvas.text, []
    console.app.canvas.text = lambda x, y, string, *how: shown.append((y, string)) or text(x, y, string, *how)
    console.open("records", 2)
    lines = heard.lines(console.app)
    drawn_numbers = numbers_of(string.replace("/", " ") for y, string in shown if 12 < y < FOOT)
    assert drawn_numbers and drawn_numbers <= numbers_of(lines)
    won, lost = [heard.text_of(console.app, key) for key in ("heard_match_won", "heard_match_lost")]
    assert [line for line in lines if line.endswith(", ".join([lost, won, won, lost, won, won, lost]))]


def test_what_one_card_can_do_is_heard_together_the_cheapest_first():
    console = listening("the_game")
    while not heard.acts(console.app):
        console.wait(100)
    values = [value for value, _, _ in heard.stops(console.app) if 0 < value < 400]
    runs = [card for card, _ in itertools.groupby(value >> 2 for value in values)]
    assert len(runs) == len(set(runs)) > 4 and len(values) > 3 * len(runs)
    costs = [abs(console.app.match.session.game.gap(value >> 2, value & 3)) for value in values]
    assert costs[0] == min(costs)


def test_a_medal_that_is_won_says_so_and_whoever_is_to_take_the_console_is_named():
    console = listening()
    records = console.app.records
    records.go_on(1, True, [0], 1)
    console.app.keep(records)
    console.open("ladder", 1)
    said = [words for _, words, _ in heard.stops(console.app)]
    assert len([words for words in said if words.endswith(", won")]) == 1
    console.app.settings.names = ["Ana", "Bo", "Cy", "Dai", "Emi"]
    console.begin("inversio", [0, 0], 3)
    name = console.app.settings.names[console.app.match.waits_for]
    assert console.screen == "handover" and heard.lines(console.app)[0] == "Pass to " + name
