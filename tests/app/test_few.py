# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Three keys, two keys and a knob do what eight do, and get stuck nowhere."""

import random
import re

import pytest

from engine import registry
from handful import few, finger, stops
from handful.keys import LEFT, RIGHT, UP, A, B
from handful.picture import ink
from handful.screens.screen import Screen
from handful.settings import HELPED, PACE
from handful.stops import NOWHERE
from handful.texts import LANGUAGES
from tests import games
from tests.playing import to_the_end
from tests.playthrough import to_the_result
from tools.build import layouts
from tools.console import NAMES, Console

GAMES = [row[0] for row in registry.GAMES]
TABLES = games.tables()
HELD = 600
NEXT, BEFORE, YES, MORE, BACK, PAUSE = range(6)
ENTER = {YES: (A, 40), MORE: (A, HELD)}
EVENTS = {
    3: {NEXT: (RIGHT, 40), BEFORE: (RIGHT, HELD), **ENTER, BACK: (B, 40), PAUSE: (B, HELD)},
    2: {NEXT: (RIGHT, 40), **ENTER, BACK: (RIGHT, HELD)},
    few.KNOB: {NEXT: (RIGHT, 40), BEFORE: (LEFT, 40), **ENTER},
}
MOST = 900  # presses in which something has to happen


class Monkey:
    """Presses few keys at random."""

    def __init__(self, keys: int, seed: int = 1, **how):
        self.console = Console(keys=keys, **how)
        self.console.app.settings.values[PACE] = 2
        self.events = EVENTS[keys]
        self.chance = random.Random(seed)
        self.seen: set[str] = set()

    def press(self, *means: int) -> None:
        for one in means:
            self.console.press(*self.events[one])
        self.look()

    def look(self) -> None:
        console = self.console
        name = console.screen
        match = console.app.match
        if match and name == match.session.key:
            name = "review" if match.review >= 0 else "lesson" if console.app.lesson else "table"
        if getattr(console.view, "overlay", ""):
            name += ":" + console.view.overlay
        self.seen.add(name)

    def any(self, *others: int) -> None:
        """Presses one of all keys, but for `others`; NEXT and YES most often."""
        events = [one for one in self.events if one not in others]
        weights = [20 if one == NEXT else 30 if one == YES else 3 for one in events]
        self.press(self.chance.choices(events, weights)[0])

    def play(self) -> None:
        """Plays the match to its end, through all that comes between."""
        console = self.console
        for match in to_the_result(console, MOST):
            if console.screen in ("handover", match.session.key):
                lesson = console.view.overlay == "lesson" if console.screen != "handover" else False
                self.any(*([BACK, MORE, PAUSE] if lesson else []))
                if self.chance.random() < 0.2:
                    console.wait(1500)
            elif self.chance.random() < 0.3:
                self.any()
            else:
                self.press(BACK if BACK in self.events else MORE)


@pytest.mark.parametrize("keys", EVENTS)
@pytest.mark.parametrize("game, players", TABLES)
def test_few_keys_finish_matches_of_every_game_and_get_stuck_nowhere(game, players, keys):
    for seed, persons in ((1, 1), (2, 2)):
        monkey = Monkey(keys, seed)
        monkey.console.blind()
        monkey.console.begin(game, [0] * persons + [1] * (max(players, persons) - persons), seed)
        monkey.play()
        assert monkey.console.screen == "result"


@pytest.mark.parametrize("keys", EVENTS)
@pytest.mark.parametrize("game, players", TABLES)
def test_next_comes_to_all_that_can_be_played_and_yes_plays_it(game, players, keys):
    monkey = Monkey(keys)
    monkey.console.begin(game, [0] + [1] * (players - 1), 3)
    while not monkey.console.view.mine:
        monkey.console.wait(100)
    monkey.console.wait(1000)
    view = monkey.console.view
    history = view.session.history
    count, values = len(history), stops.actions(view)
    seen = []
    for _ in range(len(values) + 2):
        monkey.press(NEXT)
        seen.append(stops.at(view))
    assert set(values) <= set(seen) and len(values) > 1 and len(history) == count
    while stops.at(view) != values[1]:
        monkey.press(NEXT)
    monkey.press(YES)
    monkey.console.wait(100)
    assert history[count] == values[1]


@pytest.mark.parametrize("keys", EVENTS)
@pytest.mark.parametrize("game, players", TABLES)
def test_next_does_at_a_table_what_the_foot_says(game, players, keys):
    monkey = Monkey(keys)
    console = monkey.console
    console.begin(game, [0] + [1] * (players - 1), 2)
    told = set()
    for _ in to_the_result(console, MOST):
        view = console.view
        if console.screen != game or view.overlay or not view.mine or view.dirty:
            monkey.press(YES)
            console.wait(200)
            continue
        found = re.search(r"(?:^|  )[NT] (\S+)", console.foot)
        said, before = found.group(1) if found else "", (console.app.keys.chosen, stops.at(view))
        where, count = view.where(), len(view.session.history)
        monkey.press(NEXT)
        if count != len(view.session.history):
            continue
        told.add(said)
        value = stops.at(view)
        assert (before != (console.app.keys.chosen, value)) == bool(said), console.foot
        if said and game == "the_game" and where[2] < 3:
            card, pile = where[2] == 2 or view.where()[3] != where[3], view.where()[4] != where[4]
            does = {"end": value == 0, "signal": where[2] == 2, "card": card, "pile": pile and not card}
            assert does[said], (said, where, view.where())
        if monkey.chance.random() < 0.3:
            monkey.press(YES)
        elif monkey.chance.random() < 0.05:
            monkey.press(MORE, YES)
    assert told >= ({"card", "pile", "end"} if game == "the_game" else {"card"} if players < 3 else set())


@pytest.mark.parametrize("keys", EVENTS)
def test_each_row_is_one_next_and_its_arrows_are_yes_or_yes_held(keys):
    monkey = Monkey(keys)
    console = monkey.console
    console.open("setup", "the_game")
    seen = set()
    for _ in range(len(console.view.rows())):
        row = console.view.rows()[console.view.cursor]
        if row[2] is not None:
            line = console.app.texts.say(console.view.keys_of(row[0]))
            seen.add(console.view.keys_of(row[0]))
            signs, does = stops.parts(line)[0]
            if signs:
                does = does.replace("as on other consoles", "as elsewhere")
                assert re.search(rf"^N ▼  (Y \S+  Y…|Y ▶|Y) {does}", console.foot), console.foot
        before = console.view.cursor
        monkey.press(NEXT)
        assert console.view.cursor == (before + 1) % len(console.view.rows())
    assert seen >= {"keys_change", "keys_today", "keys_series", "keys_deal_code"}


@pytest.mark.parametrize("keys", EVENTS)
def test_yes_held_on_an_arrow_runs_through_the_numbers_of_challenges(keys):
    visit = Visit(keys)
    console = visit.console
    console.open("setup", "inversion")

    def number() -> str:
        return console.view.rows()[console.view.cursor][2]

    while console.view.keys_of(console.view.rows()[console.view.cursor][0]) != "keys_series":
        visit.press(NEXT)
    assert number() == "1"
    visit.press(MORE, YES)
    assert number() == "2"
    console.press(A, 3000)
    assert int(number()) > 15
    ran = int(number())
    visit.press(NEXT, YES)  # the other arrow
    assert int(number()) == ran - 1
    cursor = console.view.cursor
    for _ in range(2 if keys == few.KNOB else 1):
        visit.press(NEXT)
    assert console.app.keys.chosen < 0 and console.view.cursor == cursor


@pytest.mark.parametrize("players", [1, 3])
def test_the_first_stops_of_the_game_are_its_cards_the_cheapest_first_and_the_end_is_one_step_back(players):
    monkey = Monkey(3)
    begin(monkey.console, "the_game", lambda: monkey.press(YES), players)
    view = monkey.console.view
    legal = 0
    while not legal:
        game, values = view.game, stops.actions(view)
        legal = not game.legal_actions()[0]
        gaps = {card: [game.gap(card, pile) or 999 for pile in range(4)] for card in view.cards()}
        fit = sorted(card for card in gaps if min(gaps[card]) < 999)
        first = values[: len(fit)]
        assert sorted(value >> 2 for value in first) == fit
        costs = [gaps[value >> 2][value & 3] for value in first]
        assert costs == sorted(costs) == [min(gaps[value >> 2]) for value in first]
        assert set(values) == set(game.legal_actions())
        if legal:
            assert values[-1] == 0
            assert monkey.console.note == "Play more, or N… to the end"
            monkey.press(BEFORE)  # from the first
            assert stops.at(view) == 0
        else:
            monkey.press(YES)
            monkey.console.wait(2000)


@pytest.mark.parametrize("keys", EVENTS)
@pytest.mark.parametrize("game", GAMES)
def test_few_keys_finish_the_lesson_of_every_game(game, keys):
    monkey = Monkey(keys)
    monkey.console.blind()
    monkey.console.app.learn(game)
    monkey.console.wait(40)
    for _ in range(MOST):
        if not monkey.console.app.lesson:
            break
        view = monkey.console.view
        if monkey.console.screen == game and not (view.overlay or view.mine):
            monkey.console.wait(400)
        elif view.overlay or view.session.game.player < 0 or monkey.chance.random() < 0.05:
            monkey.any(BACK, MORE, PAUSE)
        else:  # seldom what the lesson does not want, since a text takes long to place
            monkey.press(YES if monkey.console.app.lesson.allows(stops.at(view)) else NEXT)
    assert not monkey.console.app.lesson and "lesson:lesson" in monkey.seen


class Visit(Monkey):
    """Goes where it is told to."""

    def back(self) -> None:
        """Presses BACK; a knob, which has none, chooses it from what else there is."""
        console = self.console
        if BACK in self.events:
            self.press(BACK)
            return
        screen = console.screen
        self.press(MORE)
        if console.screen == screen:
            for _ in range(5):
                if console.app.keys.chosen == B:
                    break
                self.press(NEXT)
            assert not console.foot.endswith(" Y"), "it says what YES does"
            self.press(YES)
            assert console.screen != screen

    def row(self, wanted) -> None:
        """Walks to the row of a menu and chooses it."""
        view = self.console.view
        for _ in range(40):
            if view.rows()[view.cursor][0] == wanted:
                self.press(YES)
                return
            self.press(NEXT)
        raise AssertionError(f"no way to {wanted}")


@pytest.mark.parametrize("keys", EVENTS)
def test_few_keys_come_to_every_screen_and_back(keys):
    visit = Visit(keys)
    console = visit.console
    console.app.site = "https://example.org/"

    def at(screen: str) -> None:
        assert console.screen == screen

    visit.row(1)
    visit.press(NEXT)
    at("games")
    visit.press(YES)
    at("setup")
    for row, screen in ((-2, "code"), (-4, "help")):
        visit.row(row)
        at(screen)
        if screen == "help":
            visit.press(NEXT, YES)
            assert console.page[0] == 3
        visit.back()
        at("setup")
    visit.back()
    at("games")
    visit.back()
    at("title")
    visit.row(2)
    at("settings")
    sound = console.app.settings.values[PACE]
    visit.row(PACE)
    assert console.app.settings.values[PACE] != sound
    colour = console.app.settings.colours[0]
    while console.view.rows()[console.view.cursor][0] != 10:
        visit.press(NEXT)
    visit.press(MORE, *[YES, NEXT, NEXT] * (keys == few.KNOB))
    assert console.app.settings.colours[0] != colour
    visit.press(NEXT)  # one for a row
    assert console.view.rows()[console.view.cursor][0] == 11
    visit.press(YES)
    at("name")
    visit.back()
    at("settings")
    visit.back()
    visit.row(3)
    at("records")
    visit.press(NEXT, YES)
    at("deals")
    visit.back()
    at("records")
    visit.press(MORE)
    if console.screen == "records":
        visit.press(YES)  # a knob's other choice is back
    at("ladder")
    visit.back()
    visit.back()
    at("title")
    console.begin("inversion", [0, 0])
    at("handover")
    visit.press(YES)
    at("inversion")
    visit.press(MORE, *[NEXT] * 4, YES)
    at("pause")
    visit.row("qr")
    at("qr")
    visit.press(YES)
    at("pause")
    visit.row("settings")
    at("settings")
    visit.back()
    visit.row("leave")
    at("title")
    visit.row(0)
    at("handover")


def begin(console, game, read, players=0):
    """Begins a match of one person with robots, until the person is to act. read: reads a notice."""
    console.begin(game, [0] + [1] * ((players or registry.row(game)[2]) - 1), seed=3)
    for _ in range(60):
        if console.view.mine:
            break
        console.wait(400)
        if console.view.telling.reading:
            read()


@pytest.mark.parametrize("keys", EVENTS)
@pytest.mark.parametrize("game", GAMES)
def test_more_is_a_list_of_hint_undo_the_last_trick_the_rules_and_the_pause(game, keys):
    monkey = Monkey(keys)
    console = monkey.console
    begin(console, game, lambda: monkey.press(YES))
    came = []
    for steps in range(5):
        before = console.image().tobytes()
        monkey.press(MORE, *[NEXT] * steps)
        assert console.view.overlay == "ring" and console.image().tobytes() != before
        monkey.press(YES)
        console.wait(4000)
        monkey.look()
        came.append((console.screen, getattr(console.view, "overlay", ""), console.refused))
        if console.screen != game:
            monkey.press(BACK if BACK in monkey.events else MORE)
        elif console.view.overlay:
            monkey.press(YES)
        assert console.screen == game and not console.view.overlay
    assert [screen for screen, _, _ in came] == [game, game, game, "help", "pause"]
    assert [overlay for _, overlay, _ in came[:3]] == ["hint", "", "last"]
    assert came[1][2]  # nothing to undo


@pytest.mark.parametrize("keys", EVENTS)
@pytest.mark.parametrize("game", GAMES)
def test_no_foot_says_two_things_of_one_key(game, keys):
    monkey = Monkey(keys)
    console = monkey.console
    begin(console, game, lambda: monkey.press(YES), 3 if game == "the_game" else 0)
    feet = set()
    for _ in range(200):
        monkey.any()
        console.wait(200)
        feet.add(console.foot)
    named = {foot: re.findall(r"(?<!\S)[NYZ]…?(?!\S)", foot) for foot in feet}
    assert [foot for foot, names in named.items() if len(set(names)) < len(names)] == []
    assert len(named) > 5


def at_result(monkey: Monkey) -> None:
    console = monkey.console
    console.begin("inversion", [0, 1])
    to_the_end(console.app.match)
    console.app.open("result")
    console.see_end()


@pytest.mark.parametrize("keys", EVENTS)
def test_few_keys_look_through_a_match_forwards_and_back(keys):
    monkey = Monkey(keys)
    at_result(monkey)
    monkey.press(NEXT, NEXT, YES)
    match = monkey.console.app.match
    assert match.review == 0
    monkey.press(NEXT, YES)
    assert match.review == 2  # a card, then the rest of a trick
    if keys != 2:
        last = match.review
        monkey.press(BEFORE)
        assert match.review == last - 1
    monkey.press(BACK if BACK in monkey.events else MORE)
    assert monkey.console.screen == "result"


def lit_in(console) -> int:
    """How many letters are written as the cursor has them."""
    return [console.reader.inks[place] for place in console.reader.texts].count(ink.INK)


@pytest.mark.parametrize("keys", EVENTS)
def test_few_keys_write_a_name(keys):
    monkey = Monkey(keys, new=True)
    console = monkey.console
    console.app.settings.names[0] = ""
    console.open("name", 0, False)
    monkey.press(NEXT, YES, NEXT, YES, YES)
    assert console.view.name == "Bba" and "Y… OK" in console.foot
    lit = lit_in(console)
    monkey.press(MORE)
    assert lit_in(console) == lit - 1  # the cursor is in the list
    monkey.press(NEXT, YES)
    assert console.view.signs[0] == "É" and console.app.keys.chosen < 0
    monkey.press(MORE)
    assert "Y OK" in console.foot
    monkey.press(YES)
    assert console.screen == "settings" and console.app.settings.names[0] == "Bba"
    console.open("name", 0, False)
    assert "Y OK" in console.foot


def test_a_foot_line_that_is_drawn_again_keeps_its_names():
    console = Console(keys=3)
    for line in ("✚ Ⓐ add   \ue001 more  Ⓑ skip", "◀▶ card  Ⓐ play  ▲ pile", "Ⓐ continue"):
        once = console.app.named(line)
        assert "N" in once or "Y" in once
        assert console.app.named(once) == once


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("game", GAMES)
def test_a_key_that_is_held_opens_at_a_table_what_its_words_say(game, language):
    console = Console(keys=3, language=language)
    console.begin(game, [0] + [1] * (max(2, registry.row(game)[2]) - 1))
    while not console.view.mine:
        console.wait(100)
    say = console.app.texts.say
    help_ = say("hold_b").split(":")[-1].strip()
    for line in (f"◀▶ x  Ⓐ y   \ue001 z  {say('hold_b')}", "Ⓐ y  \ue001 z"):
        assert console.app.named(line, 999).count(f"Y… {help_}") == 1
    assert "Y…" not in console.foot.replace(f"Y… {help_}", "")
    console.press(A, HELD)
    assert console.view.overlay == "ring"


@pytest.mark.parametrize("keys", EVENTS)
def test_the_offer_to_skip_names_its_keys_however_it_opens(keys):
    monkey = Monkey(keys, seed=10)
    console = monkey.console
    console.begin("inversion", [0, 1], seed=10)
    lines = []
    for _ in range(MOST):
        if console.view.overlay == "offer":
            lines.append(console.foot)
            monkey.press(BACK if BACK in monkey.events else BEFORE)
        elif len(lines) == 1 and console.view.mine and "skip" not in console.foot:
            monkey.press(NEXT)
        elif len(lines) < 2:
            monkey.press(YES)
    back = {3: "Z", 2: "N…", few.KNOB: "Y…"}[keys]
    assert lines == [f"Y skip to the end  {back} play on"] * 2


@pytest.mark.parametrize("keys", EVENTS)
def test_yes_takes_back_as_the_question_says(keys):
    monkey = Monkey(keys)
    console = monkey.console
    console.begin("inversion", [0, 1], seed=5)
    while not (console.view.mine and len(console.app.match.session.history) > 5):
        monkey.press(YES)
    before = len(console.app.match.session.history)
    monkey.press(MORE, NEXT, YES)
    assert f"{NAMES[1]} yes" in console.foot and len(console.app.match.session.history) == before
    monkey.press(YES)
    assert len(console.app.match.session.history) < before


@pytest.mark.parametrize("keys", [3, 2])
def test_undo_over_the_end_of_a_turn_may_leave_the_cursor_behind_the_hand(keys):
    monkey = Monkey(keys)
    console = monkey.console
    console.begin("the_game", [0])
    view, history = console.view, console.app.match.session.history
    while 0 not in view.game.legal_actions():
        monkey.press(YES)
    while history[-1]:
        monkey.press(NEXT if stops.at(view) else YES)
        console.wait(500)
    while not view.mine:
        console.wait(100)
    count = len(history)
    view.point(4 * view.game.hand(0)[-1])  # which chooses its pile: the first BACK leaves that
    console.board.named = lambda: console.board.KEYS_CALLED  # a board whose keys may change
    console.app.match.assisted = True  # so nothing is asked
    monkey.press(BACK)
    monkey.press(BACK)
    assert len(view.session.history) < count and console.screen == "the_game"


def test_a_hint_names_no_key_from_its_first_moment_on():
    console = Console(keys=3)
    console.begin("the_game", [0], seed=3)
    for key, hold in ((A, 40), (A, HELD), (A, 40)):
        console.press(key, hold)
    while console.view.overlay == "hint" and "close" not in console.foot:
        assert "any key" in console.foot
        console.wait(0)
    assert console.foot == "any key: close"


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_a_row_with_arrows_says_what_they_do_and_names_the_way_back(language, monkeypatch):
    console = Console(keys=3, names=("NEXT", "YES", "BACK"), language=language)
    console.open("setup", "inversion")
    while console.view.keys_of(console.view.rows()[console.view.cursor][0]) != "keys_today":
        console.press(RIGHT)
    assert re.match(r"NEXT.* YES ▶ \S.* BACK", console.foot), console.foot
    line = console.app.texts.say("keys_today")
    short = Console(keys=3, names=NAMES, language=language)
    short.open("setup", "inversion")
    assert re.match(r"N ▼  Y ▶ \S.*  Z", short.app.named(line))


LONG = (
    (3, ("NEXT", "YES", "BACK")),
    (3, ("→", "Enter", "Bksp")),
    (2, ("IO14", "IO0")),
    (1, ("turn", "press")),
)


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("keys, names", LONG)
def test_the_help_that_nobody_has_found_yet_cuts_no_word(keys, names, language, monkeypatch):
    monkey = Monkey(keys, names=names, language=language)
    console = monkey.console
    console.app.settings.values[HELPED] = 0
    console.begin("the_game", [0], 5)
    foot, drawn = Screen.foot, []
    monkeypatch.setattr(Screen, "foot", lambda view, text: (drawn.append(text), foot(view, text)))
    for _ in range(120):
        monkey.press(YES if monkey.chance.random() < 0.4 else NEXT)
        if console.screen == "the_game" and drawn:
            line = drawn[-1].removesuffix("  " + console.app.texts.say("hold_b"))
            assert set(stops.parts(line)) <= set(stops.parts(console.view.below))


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("keys, names", LONG)
@pytest.mark.parametrize("layout", [layouts.DRAWN, "120x120"])
def test_a_cover_says_what_yes_does_and_names_the_way_back(layout, keys, names, language):
    with layouts.used(layout):
        console = Console(keys=keys, names=names, language=language)
        console.open("games")
        back = {3: names[-1], 2: names[0] + "…", few.KNOB: names[1] + "…"}[keys]
        for line in ("keys_games", "keys_games_new"):
            foot = console.app.named(console.app.texts.say(line))
            assert re.search(rf"(^| ){names[1]} \S.* {back}( \S+)?$", foot), foot
            if layout == layouts.DRAWN and keys == 3:
                assert re.match(rf"{names[0]} .* {names[1]}… \S+ +{back}", foot), foot  # also how to turn


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("keys, names", LONG)
@pytest.mark.parametrize("screen, details", [("records", ()), ("settings", ()), ("name", (0, False))])
def test_what_a_held_key_does_on_a_screen_has_room_and_back_is_named(screen, details, keys, names, language):
    console = Console(keys=keys, names=names, language=language)
    console.open(screen, *details)
    if screen == "settings":
        console.view.go(len(console.view.rows()) - 1)
    elif screen == "name":
        console.press(A)
    assert re.search(rf"(^| ){names[1]} \S.* {names[1]}… \S", console.foot), console.foot
    back = {3: names[-1], 2: names[0] + "…", few.KNOB: ""}[keys]  # in a knob's list
    assert re.search(rf" {back}( \S+)?$", console.foot) or not back, console.foot


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("key", GAMES)
def test_the_rings_rows_are_five_and_the_last_is_the_pause(key, language):
    console = Console(keys=3, language=language)
    console.begin(key, [0] + [1] * (registry.row(key)[2] - 1))
    console.keys("")
    while not console.view.mine:
        console.press(A)
    console.press(4, 600)
    assert console.view.overlay == "ring"
    say = console.app.texts.say
    rows = [text for (_, y), text in sorted(console.reader.texts.items()) if 20 <= y < 98 and len(text) > 1]
    assert stops.parts(say("keys_wait"))[-1][1] in rows


def test_each_row_of_a_menu_is_a_stop_and_where_it_is_written():
    console = Console(keys=3)
    console.open("setup", "the_game")
    for _ in range(12):
        found = dict(finger.targets(console.app, console.app.keys.line, console.app.keys.line))
        rows = console.view.rows()
        unset = rows[console.view.cursor][2] == "?"  # today's number, which A cannot begin yet
        assert unset or stops.of_key(A) in found
        assert stops.of_key(B) in found
        for value, (x, y, width, height) in found.items():
            assert 0 <= x and x + width <= 160 and 0 <= y and y + height <= 128
            if value >= 0 and not x:
                texts = console.reader.texts.items()
                assert [top for (_, top), text in texts if text == rows[value][1] and y <= top < y + height]
        console.press(RIGHT)


def values(console, go_on, turn) -> list[list[str]]:
    """What each row of the open menu shows, at first and after each of six turns, from the first row down."""
    found = []
    while not found or console.view.cursor:
        row = console.view.rows()[console.view.cursor]
        found.append([row[1]])
        if row[2] is not None:
            for _ in range(6):
                found[-1].append(console.view.rows()[console.view.cursor][2])
                turn()
        go_on()
    return found


@pytest.mark.parametrize("keys", EVENTS)
@pytest.mark.parametrize("screen", ["settings", *GAMES])
def test_few_keys_give_every_option_and_setting_the_values_that_arrows_do(screen, keys):
    def opened(console):
        console.blind()
        console.app.settings.values[PACE] = 2
        console.app.open(*(("setup", screen) if screen in GAMES else (screen,)))
        console.wait(40)
        while console.view.cursor:
            console.app.view.press(UP)
        return console

    plain = opened(Console())
    arrows = values(plain, lambda: plain.keys("d"), lambda: plain.keys("r"))
    monkey = Monkey(keys)
    console = opened(monkey.console)

    def turn():
        does = console.view.keys_of(row())
        held = does in ("keys_seat", "keys_deal_code")
        if console.app.keys.chosen < 0 and (held or does == "keys_series"):
            monkey.press(MORE)
        if not held or keys == few.KNOB:
            monkey.press(YES)

    def row():
        return console.view.rows()[console.view.cursor][0]

    def go_on():
        while console.app.keys.chosen >= 0:
            monkey.press(NEXT)
        monkey.press(NEXT)

    assert values(console, go_on, turn) == arrows
    assert len(arrows) > 3 and any(len(row) > 2 for row in arrows)


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("keys", EVENTS)
def test_the_page_on_keys_says_once_what_a_held_key_does(keys, language):
    console = Console(keys=keys, language=language)
    console.open("help", "inversion", ("title",))
    written = [(y, text) for (_, y), text in console.reader.texts.items() if y < 118]  # above the foot
    lines = [text for _, text in sorted(written)]
    held = re.findall(r"[NYZ]…", " ".join(lines))
    assert held and len(held) == len(set(held)), lines


@pytest.mark.parametrize("keys", [3, 2])
def test_next_held_goes_to_the_end_of_a_turn_of_the_game_from_any_card_as_foot_and_message_say(keys):
    monkey = Monkey(keys)
    console = monkey.console
    begin(console, "the_game", lambda: monkey.press(YES))
    view = console.view
    while 0 not in stops.actions(view):
        monkey.press(YES)
        console.wait(2000)
    card = view.cards()[view.where()[3]]
    monkey.press(NEXT)
    assert view.cards()[view.where()[3]] != card and "N… to the end" in console.note
    assert "N… end" in console.foot
    console.board.queue.append((RIGHT, True))
    console.wait(780)  # it is not repeated
    assert stops.at(view) == 0
    console.board.queue.append((RIGHT, False))
    monkey.press(BACK)
    assert stops.at(view) > 0


@pytest.mark.parametrize("keys, names", LONG)
@pytest.mark.parametrize("game", GAMES)
def test_help_is_named_at_a_table_also_where_undo_is_possible_and_the_list_was_open_before(game, keys, names):
    console = Console(keys=keys, names=names)
    begin(console, game, lambda: console.press(A))
    console.press(A, HELD)
    console.press(RIGHT, HELD) if keys == 2 else console.press(B) if keys == 3 else console.press(A, HELD)
    seen = 0
    for _ in range(60):
        if console.screen != game or seen == 3:
            break
        view = console.view
        if view.mine and not (view.overlay or view.dirty or view.telling.reading):
            if "…" in console.foot and not stops.at(view) == NOWHERE:
                assert f"{names[1]}… help" in console.foot, console.foot
                seen += 1
        console.press(A)
        console.wait(1500)
    assert seen


@pytest.mark.parametrize("keys", EVENTS)
def test_a_card_code_says_next_until_its_last_sign_and_done_there_and_in_the_list(keys):
    visit = Visit(keys)
    console = visit.console
    console.open("setup", "the_game")
    visit.row(-2)
    for _ in range(5):
        assert "Y next" in console.foot and "Y… done" in console.foot, console.foot
        visit.press(YES)
    assert console.screen == "code" and "Y done" in console.foot
    visit.press(MORE, NEXT, NEXT, *[NEXT] * (keys == few.KNOB))
    assert console.app.keys.chosen < 0
    visit.press(YES)
    assert console.screen == "setup"


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("keys, names", [*LONG, (3, ("NEXT", "SELECT", "BACK")), (1, ("→", "Enter"))])
def test_the_question_before_an_undo_has_room_with_its_answer(keys, names, language):
    console = Console(keys=keys, names=names, language=language)
    text = console.app.named(console.app.texts.say("back_sure", "Ⓐ"))
    assert f"{names[1]} " in text and console.app.canvas.small.width(text) <= 158
