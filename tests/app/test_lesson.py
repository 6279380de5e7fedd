# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Each game's lesson: it shows what it speaks of, reaches the game's twist, and can be left."""

import os
import re
import sys
from types import SimpleNamespace

import pytest
from PIL import Image

from engine import registry
from engine.hyper_maker import MASTER, decide
from engine.session import Session
from handful.picture import ink
from handful.settings import MOTION, PACE
from handful.tables.flip_over import TURN
from handful.tables.lesson import _MOVES, Lesson  # noqa: PLC2701
from handful.tables.telling import COUNTED
from handful.texts import LANGUAGES, Texts
from tests import words
from tests.app import test_golden as golden
from tests.app.test_budget import FRAMES, Depth
from tests.games import bids
from tests.keyed import KINDS, Fed, lacked, layout_of
from tools.build import layouts
from tools.console import Console
from tools.language import marked

KEYS = [row[0] for row in registry.GAMES]
READING = 16  # letters a second; of signs that take a word or two letters, half as many
NORMAL = 1  # the pace
# How many texts a lesson has, and how many seconds it takes in English with one wrong action at each task.
TAKES = {
    "the_game": (10, 48),
    "inversion": (12, 61),
    "hyper_maker": (9, 52),
    "flip_over": (9, 55),
    "inversio": (11, 76),
}
MOST = 120  # seconds that a lesson may take in any language


def begun(key, moving=False, language=0, console=None) -> Console:
    """A console in the lesson of a game, before its first text."""
    console = console or Console(moving=moving, language=language)
    console.app.canvas.add_signs(True)
    console.app.learn(key)
    console.wait(0)
    return console


def step_of(console) -> list[str]:
    """The words of the step that the lesson has come to."""
    return console.app.lesson._words()  # noqa: SLF001


def task_of(console) -> list[int]:
    """The actions that have to be found now, [] if it is not the person's turn to find one."""
    words = step_of(console) if console.app.lesson else [""]
    view = console.view
    free = view.mine and view.telling.told() and not (view.overlay or view.dirty or view.deferred)
    return [int(action) for action in words[2].split(",")] if words[0] == "find" and free else []


def find(console, action) -> None:
    """Moves the cursor to an action and plays it, by keys."""
    view = console.view
    if bids(view.game):
        for _ in view.bids:
            console.keys("r" if view.bid != action else "")
        assert view.bid == action, "RIGHT does not come to the bid"
        console.keys("a")
    elif view.session.key != "the_game":
        place = view.cards().index(action)
        if view.rows > 1 and place // view.columns != view.cursor // view.columns:
            console.keys("d" if place >= view.columns else "u")
        console.keys(("r" if place > view.cursor else "l") * abs(place - view.cursor) + "a")
    elif action == 0:
        console.keys("da")
    else:
        place = view.game.hand(0).index(action >> 2) - view.where()[3]
        console.keys(("r" if place > 0 else "l") * abs(place))
        if view.where()[4] != action & 3:
            console.keys("u")
        for _ in range(4):
            if view.where()[4] != action & 3:
                console.keys("r")
        console.keys("a")


def texts_of(console, wrong=False):
    """Goes through a lesson by finding each card, and stops at each of its texts.

    wrong: each task is tried first with the action on which the cursor begins, which has a text as well.
    """
    tried = -1
    for _ in range(5000):
        if not console.app.lesson:
            return
        task = task_of(console)
        if console.view.overlay == "lesson":
            console.heed()
            yield console.app.lesson
            console.keys("a")
        elif console.view.overlay:  # a sheet of the game's own
            console.keys("a")
        elif task and wrong and tried != len(console.app.match.session.history):
            tried = len(console.app.match.session.history)
            console.keys("a")
            if not console.view.overlay:
                console.keys("a")  # the pile of The Game
        elif task:
            find(console, task[0])
        else:
            console.wait(20)
    raise AssertionError("the lesson has no end")


def tasks_of(console):
    """Goes through a lesson, and stops at each of its tasks, until whoever is asked has played."""
    for _ in range(5000):
        if not console.app.lesson:
            return
        task = task_of(console)
        if task:
            yield task
        elif console.view.overlay:
            console.keys("a")
        else:
            console.wait(20)
    raise AssertionError("the lesson has no end")


def steps_of(key) -> list[list[str]]:
    """The steps of a lesson, word by word."""
    return [line.split() for line in words.file("lesson", key).read_text("utf-8").splitlines()[1:]]


def texts_in(key) -> list[tuple]:
    """(places, text) of each text of a lesson, in English."""
    texts = words.lines("en", key, ".lesson.txt")
    places = [step[3 if step[0] == "find" else 1 :] for step in steps_of(key) if step[0] not in _MOVES]
    return list(zip(places, texts, strict=True))


def actions_of(key) -> list[int]:
    """What is played in a lesson, if the first of the right actions is found each time."""
    played = [
        step[2].split(",")[:1] if step[0] == "find" else step[1:]
        for step in steps_of(key)
        if step[0] in ("find", *_MOVES)
    ]
    return [int(action) for actions in played for action in actions]


def match_of(key) -> list:
    """The games of a lesson: as dealt, and after each of its actions."""
    lesson = Lesson(key, Texts())
    session = Session(key, lesson.players, lesson.seed)
    games = [session.game.copy()]
    for action in actions_of(key):
        session.act(action)
        games.append(session.game.copy())
    return games


@pytest.mark.parametrize("key", KEYS)
def test_it_is_finished_by_finding_each_card_and_goes_on_as_a_match(key):
    console = begun(key)
    with Depth() as depth:
        texts = sum(1 for _ in texts_of(console, wrong=True))
    assert depth.most <= FRAMES, " ".join(depth.chain)
    assert texts == len(words.lines("en", key, ".lesson.txt"))
    actions = actions_of(key)
    assert list(console.app.match.session.history)[: len(actions)] == actions
    assert console.screen == key and not console.view.telling.hurry
    console.wait(8000)
    assert console.screen == key and console.app.match.session.game.player >= 0


@pytest.mark.parametrize("key", KEYS)
def test_each_right_action_of_a_task_leads_to_the_end(key):
    tasks = [step[2].split(",") for step in steps_of(key) if step[0] == "find"]
    for nth in range(1, max(map(len, tasks))):
        console = begun(key)
        for right in tasks_of(console):
            task = [action for action in right if action in console.view.game.legal_actions()]
            find(console, task[min(nth, len(task) - 1)])


@pytest.mark.parametrize("keys", ["a", "aad", "aau"])
@pytest.mark.parametrize("key", KEYS)
def test_pressing_a_alone_or_with_one_other_key_that_chooses_no_card_never_finishes_it(key, keys):
    console = begun(key)
    first = next(number for number, step in enumerate(steps_of(key)) if step[0] == "find")
    hint = texts_in(key)[sum(step[0] not in _MOVES for step in steps_of(key)[:first])][1]
    told = 0
    for letter in 60 * keys:
        console.keys(letter)
        told += console.view.overlay == "lesson" and console.shows(hint)
        if told > 3:
            break
    assert told > 3 and console.app.lesson and len(console.app.match.session.history) <= first


@pytest.mark.parametrize("key", KEYS)
def test_a_person_finds_at_least_two_cards_and_the_cursor_begins_on_none_of_them(key):
    games = match_of(key)
    played = 0
    found = 0
    for step in steps_of(key):
        if step[0] == "find":
            legal = games[played].legal_actions()
            right = [int(action) for action in step[2].split(",")]
            start = int(step[1])
            assert games[played].player == 0 and start in legal and start not in right
            assert set(right) & set(legal) and len(set(legal) - set(right)) > 1
            found += not bids(games[played]) and (key != "the_game" or right != [0])  # these are no cards
            played += 1
        elif step[0] in _MOVES:
            played += len(step) - 1
    assert found >= 2


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_action_gets_a_sentence_and_is_not_played(key):
    console = begun(key)
    lines = words.lines("en", key, ".lesson.txt")
    tasks = [step for step in steps_of(key) if step[0] == "find"]
    told = []
    for right in tasks_of(console):
        history = len(console.app.match.session.history)
        legal = console.view.game.legal_actions()
        for action in [action for action in legal if action not in right][:4]:
            console.view.play(action)
            console.wait(40)
            assert console.view.overlay == "lesson" and console.app.lesson.allows(right[0])
            said = [line for line in lines if console.shows(line)]
            assert len(said) == 1 and len(console.app.match.session.history) == history
            console.keys("a")
        told += said
        while not task_of(console):
            console.wait(20)
        find(console, right[0])
    assert len(set(told)) == len(tasks)


@pytest.mark.parametrize("key", KEYS)
def test_the_cursor_begins_on_no_right_card_after_a_pause_either(key):
    console = begun(key)
    while not task_of(console):
        console.keys("a" if console.view.overlay else ".")
    step = step_of(console)
    console.keys("sb")
    assert console.screen == key
    for _ in range(4):
        if console.view.overlay != "lesson":
            console.keys("a")
    assert console.view.overlay == "lesson" and step_of(console) == step


# What a text names in English, and one of the places that it must not cover for that.
NAMED = {
    "the_game": [
        ("onto these piles", "piles"),
        ("elsewhere|the piles", "piles"),
        ("below the pile|these numbers", "costs"),
        ("the lit pile|are new|you draw", "hand"),
        ("this pile", "pile:0"),
    ],
    "inversion": [
        ("in the lane", "lane"),
        ("7♣|higher ♣", "lane:0"),
        ("8♠|8 and 3", "lane:1"),
        ("9♣|9 and 2", "lane:2"),
        ("beats", "card:0"),
        ("beats", "card:1"),
        ("changed places", "card:0"),
    ],
    "hyper_maker": [
        ("master", "master"),
        ("tie|makes two|decided", "master"),
        ("the 10 would win", "card:1"),
        ("your 8 was", "card:0"),
        ("without ●|without ■", "master"),
    ],
    "flip_over": [
        ("[Tt]his one is blue|You lead|the disc is yours|the 8", "disc:1"),
        ("The 2 is red|A 2", "disc:2"),
        ("Ducked", "disc:2"),
        ("Ducked", "player:1"),
        ("All discs", "discs"),
        ("same hand", "hand"),
    ],
    "inversio": [
        ("strip|gains most|would lose|first value|falls to|worth 14|all values", "strip"),
        ("table card|Now a|this king|ace on the table|on the 8", "table"),
        ("each ace", "rank:1"),
        ("last two cards", "fighter:0"),
        ("last two cards", "fighter:1"),
    ],
}


@pytest.mark.parametrize("key", NAMED)
def test_what_a_text_names_is_among_the_places_that_it_must_not_cover(key):
    unused = {pattern for pattern, _ in NAMED[key]}
    for places, text in texts_in(key):
        for pattern, place in NAMED[key]:
            if re.search(pattern, text):
                unused.discard(pattern)
                assert place in places, text
    assert not unused


@pytest.mark.parametrize("key", KEYS)
def test_it_takes_less_than_two_minutes_in_every_language(key):
    console = begun(key, moving=True)
    assert console.app.settings.values[PACE] == NORMAL and console.app.settings.values[MOTION]
    console.blind()
    console.heed = lambda: setattr(console.app, "deaf", 0)  # who reads has not yet noticed that keys are dead
    start = console.board.clock
    texts = sum(1 for _ in texts_of(console, wrong=True))
    shown = (console.board.clock - start) / 1000
    taken = {}
    for language in LANGUAGES:
        lines = words.lines(language, key, ".lesson.txt")
        assert len(lines) == texts
        taken[language] = shown + sum(1 + (sign > "\u3000") for line in lines for sign in line) / READING
    assert max(taken.values()) < MOST
    assert key not in TAKES or (texts, round(taken["en"])) == TAKES[key]


def is_marked(language, key) -> bool:
    """Whether the last text of a lesson is marked as untranslated: it is packed in English."""
    path = words.file(language, key, ".lesson.txt")
    last = len(words.lines(language, key, ".lesson.txt"))
    return str(last) in marked(language).get(path.relative_to(words.ASSETS.parent).as_posix(), {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_ends_with_the_same_sentence_on_the_key_of_the_help(language):
    ends = [words.lines(language, key, ".lesson.txt")[-1] for key in KEYS if not is_marked(language, key)]
    if not ends:
        pytest.skip(f"No lesson has been translated into {language}.")
    backwards = [end[::-1] for end in ends]
    last = os.path.commonprefix(backwards)[::-1]
    assert "Ⓑ" in last and len(last) >= 10, ends


_LANGUAGES = range(len(LANGUAGES))
_RECORDED = 3  # languages in whose lessons the other layouts are recorded: a further one changes no picture
WALKS = [(layout, "") for layout in layouts.names()] + [(layout_of(page), page) for page in KINDS]


def recorded(layout, language, key) -> bool:
    """Whether a lesson has recorded pictures: in the layout of the sources, and elsewhere in one language."""
    others = [name for name in layouts.names() if name != layouts.DRAWN]
    if layout == layouts.DRAWN:
        return True
    return language == (others.index(layout) + KEYS.index(key)) % _RECORDED


class Sheet:
    """Pictures, one below the other."""

    def __init__(self):
        self.pictures = []

    def image(self) -> Image.Image:
        width, height = self.pictures[0].size
        sheet = Image.new("RGB", (width, height * len(self.pictures)))
        for place, picture in enumerate(self.pictures):
            sheet.paste(picture, (0, place * height))
        return sheet


class Things:
    """The texts and cards on a table: {(x, y): height}, without those whose upper left corner is gone."""

    def __init__(self, canvas):
        self.heights = {}
        self.texts = {}  # (x, y): (width, height, colour) of those that are texts
        self.said = {}  # (x, y): the text that was drawn there last
        self.boxes = []  # (upper, lower) of each frame as wide as the screen
        self._canvas = canvas
        self._inner = canvas.fill, canvas.text, canvas.frame, canvas.clear
        canvas.fill, canvas.text, canvas.frame, canvas.clear = self.fill, self.text, self.frame, self.clear

    def clear(self, *colour):
        self._inner[3](*colour)
        self.heights.clear()
        self.texts.clear()

    def fill(self, x, y, width, height, colour):
        self._inner[0](x, y, width, height, colour)
        for left, top in list(self.heights):
            if x <= left < x + width and y <= top < y + height:
                del self.heights[left, top]
                self.texts.pop((left, top), None)

    def text(self, x, y, string, colour, font=None):
        font = font or self._canvas.small
        if string.strip():
            self.heights[x, y] = font.height - 2  # without what hangs below the line
            hangs = 2 if any(sign in "gjpqyç,;" for sign in string) else 0
            self.texts[x, y] = font.width(string), font.height - 2 + hangs, colour
            self.said[x, y] = string
        return self._inner[1](x, y, string, colour, font)

    def inked(self, picture, part, colour) -> bool:
        """Whether part of a picture (left, top, right, lower) has the ink of a text in it."""
        value = self._canvas.colour(colour)
        left, top, right, lower = part[0], part[1], min(part[2], picture.width), min(part[3], picture.height)
        if left >= right or top >= lower:
            return False
        colours = picture.crop((left, top, right, lower)).getcolors()
        return any(seen == (value >> 16, value >> 8 & 255, value & 255) for _, seen in colours)

    def struck(self, picture, place, size, frames) -> bool:
        """Whether an edge of one of the frames goes through a text in a picture."""
        x, y = place
        width, height, colour = size
        for left, top, wide, high in frames:
            edges = (
                (left, top, wide, 2),
                (left, top + high - 2, wide, 2),
                (left, top, 2, high),
                (left + wide - 2, top, 2, high),
            )
            for a, b, across, down in edges:
                part = (max(x, a), max(y, b), min(x + width, a + across), min(y + height, b + down))
                if self.inked(picture, part, colour):
                    return True
        return False

    def halved(self, picture, place, size, upper, lower) -> bool:
        """Whether a box from row `upper` to row `lower` covers some of a text's ink and not all of it."""
        x, y = place
        width, height, colour = size
        end = y + height
        covered = self.inked(picture, (x, max(y, upper), x + width, min(end, lower)), colour)
        above = self.inked(picture, (x, y, x + width, min(end, upper)), colour)
        below = self.inked(picture, (x, max(y, lower), x + width, end), colour)
        return covered and (above or below)

    def frame(self, x, y, width, height, edge, paper):
        self._inner[2](x, y, width, height, edge, paper)
        if paper in (ink.PAPER, ink.DIM):
            self.heights[x, y] = height
        elif x == 0 and width > 100:
            self.boxes.append((y, y + height))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize(("layout", "page"), WALKS)
def test_a_text_covers_nothing_it_speaks_of_and_cuts_no_other_text(layout, page, language, key, monkeypatch):
    with layouts.used(layout):
        console = begun(key, language=language, console=page and Fed(page, language, monkeypatch))
        wide, high = layouts.size(layout)
        foot = high - sys.modules["handful.picture.measures"].BAR
        below, sheet = [], Sheet()
        say = console.app.lesson._say  # noqa: SLF001
        things = Things(console.app.canvas)
        console.view.redraw()
        cut = []
        boxes = []

        def said(table, places):
            picture = console.image().crop((0, 0, wide, foot))
            below.append(picture)
            lying = dict(things.heights)
            things.boxes.clear()
            texts = dict(things.texts)
            say(table, places)
            upper, lower = things.boxes[-1]
            boxes.append((upper, lower))
            note = () if table.stage else range(table.note_y, table.note_y + 9)  # the message is wiped
            for (x, y), height in lying.items():
                whole = y >= upper - 1 and y + height <= lower + 1
                bare = y + height <= upper + 1 or y >= lower - 1
                if not whole and not bare and y not in note:
                    cut.append(about((x, y)))
            frames = console.app.lesson._frames  # noqa: SLF001
            for place, size in texts.items():
                if place[1] not in note and (
                    things.halved(picture, place, size, upper, lower)
                    or not upper <= place[1] < lower
                    and things.struck(picture, place, size, frames)
                ):
                    cut.append(about(place))

        def about(place):
            text, at = lines[len(below) - 1], f"rows {boxes[-1]}, frames {console.app.lesson._frames}"  # noqa: SLF001
            return f"{text!r} ({at}) cuts {things.said.get(place, 'a card')!r} at {place}"

        console.app.lesson._say = said  # noqa: SLF001
        named = console.app.named
        lines = [named(line, 0) for line in words.lines(LANGUAGES[language], key, ".lesson.txt")]
        hints = [step[0] == "find" for step in steps_of(key) if step[0] not in _MOVES]
        for number, lesson in enumerate(texts_of(console, wrong=True)):
            sheet.pictures.append(console.image())
            shown = lesson._frames  # noqa: SLF001
            upper, lower = boxes[-1]
            if key == "flip_over" and console.view.stage == TURN:  # over the sheet of a round
                assert all(console.shows(console.app.name(seat)) for seat in range(3)), lines[number]
                assert not console.shows(console.view.say("discs_turn")), "the text says it"
            assert 0 <= upper and lower < foot, lines[number]
            assert console.shows(lines[number])
            for x, y, width, height in shown:
                assert 0 <= x < x + width <= wide and 0 <= y < y + height <= foot
                inside = below[-1].crop((x + 2, y + 2, x + width - 2, y + height - 2))
                assert len(inside.getcolors()) > 1, f"nothing is to be seen in {x, y, width, height}"
                assert lower <= y or upper >= y + height, (lines[number], boxes[-1], shown)
            middle = (0, 11, wide, foot)
            if number and not hints[number]:
                same = below[-1].crop(middle).tobytes() == below[-2].crop(middle).tobytes()
                assert not same, f"nothing happens between {lines[number]!r} and the text before it"
        assert len(below) == len(lines)
        if recorded(layout, language, key) and not page:
            folder = "" if layout == layouts.DRAWN else layout + "/"
            golden.check(f"{folder}lesson_{key}_{LANGUAGES[language]}", sheet)
        assert not cut, "\n".join(cut)
        if page and not is_marked(LANGUAGES[language], key):
            assert not lacked(console, page, language), "other words stand in *.few.txt and *.tap.txt"


def test_a_lesson_can_ask_for_a_bid(monkeypatch):
    def asking(key, texts):
        lesson = Lesson(key, texts)
        lesson.seed, lesson.players = 3, 3
        lesson._steps = ["say hand", "find 52 55 hand", "say hand"]  # noqa: SLF001
        return lesson

    monkeypatch.setitem(sys.modules, Lesson.__module__, SimpleNamespace(Lesson=asking))
    console = begun("inversion")
    bid = []
    for task in tasks_of(console):
        bid.append(console.view.bid)
        console.keys("a" if len(bid) == 1 else "")
        if len(bid) == 2:
            find(console, task[0])
    assert bid == [52, 52] and console.app.match.session.history[0] == 55


def test_a_place_that_no_table_knows_is_named():
    console = begun("inversion")
    with pytest.raises(ValueError, match="lanes"):
        console.view.place("lanes", -1)


def test_the_game_is_taught_with_its_ten_back_and_the_end_of_a_turn():
    games, actions = match_of("the_game"), actions_of("the_game")
    played = zip(games, actions, strict=False)
    assert min(game.gap(action >> 2, action & 3) for game, action in played if action) < 0
    assert actions[-1] == 0 and games[-1].left < games[0].left  # the turn ends, and cards are drawn


def test_inversion_is_taught_with_an_inversion_that_wins_and_one_that_loses():
    games, actions = match_of("inversion"), actions_of("inversion")
    outcomes = [
        games[-1].winner(game.position)
        for game, action in zip(games, actions, strict=False)
        if game.player == 0 and action % 10 + game.follow() % 10 == 9
    ]
    assert outcomes == [0, 1]


def test_hyper_maker_is_taught_with_a_last_card_that_turns_the_trick_and_a_master_that_wins():
    games = match_of("hyper_maker")
    master, lead, cards, winner = games[3].last_trick()[:4]
    two, three = decide(master, cards[:2]), decide(master, cards)
    assert (lead + 2) % 3 == winner == 0 and two[1] != three[1]
    assert games[6].last_trick()[3] == MASTER


def test_flip_over_is_taught_with_a_red_disc_that_is_ducked_and_the_discs_turned_over():
    games = match_of("flip_over")
    points, winner = games[6].last_trick()[2:4]
    assert points < 0 and winner != 0
    assert games[-2].round == 1 and games[-1].round == 2
    assert games[-1].discs == [not blue for blue in games[0].discs]


def test_inversio_is_taught_with_aces_a_rank_passed_over_and_the_fight():
    end = match_of("inversio")[-1]
    pairs = end.fight_laid()
    assert any(card >= 0 and card % 13 == 0 for _, card, _ in pairs)
    assert any(table % 13 == 0 for table, _, _ in pairs)
    assert any(card < 0 for _, card, _ in pairs)
    assert end.fight()[1] == 0 and end.round == 1


@pytest.mark.parametrize("key", KEYS)
def test_nothing_can_be_played_or_taken_back_before_its_task_is_set(key):
    console = begun(key)
    while console.view.overlay != "lesson" or not console.view.mine:
        console.keys("a" * (console.view.overlay == "lesson"))
        console.wait(20)
    played = len(console.app.match.session.history)
    for action in console.view.game.legal_actions():
        console.view.play(action)
    console.view.back()
    assert len(console.app.match.session.history) == played


@pytest.mark.parametrize("key", KEYS)
def test_b_ends_it_frees_it_and_the_match_goes_on(key, monkeypatch):
    modules = (Lesson.__module__, "handful.tables.overlay")
    for name in modules:
        monkeypatch.delitem(sys.modules, name, raising=False)  # this file and other tests leave them loaded
    console = begun(key)
    while console.view.overlay != "lesson" or not console.view.mine:
        console.keys("a" * (console.view.overlay == "lesson"))
        console.wait(20)
    played = len(console.app.match.session.history)
    console.keys("b")
    assert console.app.lesson is None and console.screen == key
    assert not [name for name in modules if name in sys.modules]
    action = console.view.game.legal_actions()[-1]
    console.view.play(action)
    assert console.app.match.session.history[played] == action


def test_a_text_over_a_trick_is_left_out_when_the_table_is_left_during_it():
    console = begun("inversion")
    lines = words.lines("en", "inversion", ".lesson.txt")
    while not task_of(console):
        console.keys("a" if console.view.overlay else ".")
    find(console, task_of(console)[0])
    while console.view.stage != COUNTED or not console.view.telling.reading:
        console.wait(20)
    console.keys("sb")  # the pause, and back
    assert console.screen == "inversion"
    seen = [text for _ in texts_of(console) for text in lines if console.shows(text)]
    assert seen == [lines[4], *lines[6:8], lines[8], *lines[10:]]
    actions = actions_of("inversion")
    assert list(console.app.match.session.history)[: len(actions)] == actions


def test_keys_in_haste_neither_lose_a_text_nor_end_one():
    console = begun("inversion", moving=True)
    texts = words.lines("en", "inversion", ".lesson.txt")
    seen = set()
    for _ in range(400):
        if not console.app.lesson:
            break
        if console.view.overlay == "lesson":
            seen.update(text for text in texts if console.shows(text))
        task = task_of(console)
        if task:
            find(console, task[0])
        else:
            console.keys("a")
    assert len(texts) - len(seen) <= 3  # the texts of wrong actions


def test_a_lesson_is_a_row_of_every_set_up():
    console = Console()
    console.keys("aa")
    rows = [row[0] for row in console.view.rows()]
    for _ in range(rows.index(-6)):
        console.keys("d")
    console.keys("a")
    assert console.app.lesson and console.screen == "the_game"
