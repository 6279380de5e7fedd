# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The ladder and what the records tell of the way: medals, streaks, the last twenty, wins over each robot."""

import pytest

from engine import registry
from engine.session import Session
from handful import keys, ladder, series, setups
from handful.match import Match, load
from handful.picture import ink
from handful.records import Records
from tools.console import Console

KEYS = [row[0] for row in registry.GAMES]


def over(key, kinds, winners, first=0, **options):
    """A match that these seats have won."""
    match = Match(Session(key, len(kinds), 3, **options), kinds, first)
    match.session.game.winners = lambda: winners
    return match


def bit(robot, level):
    return 1 << 3 * robot + level - 1


def test_every_robot_that_loses_at_its_level_is_a_medal():
    assert ladder.earned(over("hyper_maker", (0, 1, 3), (0,))) == bit(1, 1) | bit(2, 3)
    assert ladder.earned(over("hyper_maker", (2, 0, 0, 1), (1,))) == bit(0, 2) | bit(3, 1)
    assert ladder.earned(over("hyper_maker", (0, 1, 3), (0, 1))) == bit(2, 3)  # who shares is not beaten
    assert ladder.earned(over("hyper_maker", (0, 1, 3), (2,))) == 0


def test_each_robot_can_sit_at_any_table():
    for robot in range(5):
        match = over("inversio", (0, 2), (0,), (robot - 1) % 5)
        assert match.robot_at(1) == robot and ladder.earned(match) == bit(robot, 2)
        assert load(match.dump()).robot_at(1) == robot


def test_a_partner_is_not_beaten():
    match = over("flip_over", (0, 1, 1, 1), (0, 2), teams=1)
    assert ladder.rivals(match) == [1, 3] and ladder.earned(match) == bit(1, 1) | bit(3, 1)


@pytest.mark.parametrize(
    ("players", "level", "bits"), [(1, 0, [0]), (4, 0, [3]), (2, 1, [1, 5]), (5, 2, [4, 6])]
)
def test_a_team_wins_medals_for_its_number_and_the_experts_levels(players, level, bits):
    everybody = tuple(range(players))
    earned = ladder.earned(over("the_game", (0,) * players, everybody, level=level))
    assert earned == sum(1 << place for place in bits)
    assert ladder.earned(over("the_game", (0,) * players, (), level=level)) == 0


@pytest.mark.parametrize("key", KEYS)
def test_every_medal_has_a_place(key):
    assert len(ladder.steps(key)) == (7 if key == "the_game" else 15)


def test_what_is_new_on_the_ladder_is_told_once_and_kept():
    records = Records()
    assert records.go_on(2, True, [1], bit(1, 1)) == bit(1, 1)
    assert records.go_on(2, True, [1, 4], bit(1, 1) | bit(4, 3)) == bit(4, 3)
    assert records.go_on(2, False, [4], 0) == 0
    again = Records()
    again.load(records.dump())
    assert again.medals(2) == bit(1, 1) | bit(4, 3) and again.medals(1) == 0
    assert [again.versus(2, robot) for robot in range(5)] == [(0, 0), (2, 2), (0, 0), (0, 0), (2, 1)]
    assert again.course(2) == ([1, 1, 0], 0, 2)


def test_the_last_twenty_are_kept_in_order():
    records = Records()
    results = [number % 3 == 0 for number in range(47)]
    for played in range(len(results)):
        assert records.course(0)[0] == results[max(0, played - 20) : played]
        records.go_on(0, results[played], [], 0)


def test_counts_of_the_course_stop_where_a_byte_ends():
    records = Records()
    for _ in range(300):
        records.go_on(0, True, [3], 0)
    assert records.course(0) == ([1] * 20, 255, 255) and records.versus(0, 3) == (255, 255)
    records.go_on(0, False, [3], 0)
    assert records.course(0)[1:] == (0, 255) and records.versus(0, 3) == (255, 255)


def test_statistics_of_an_earlier_version_give_their_streaks():
    records = Records()
    for won in (True, True, True, False, True):
        records.add(1, 2, won, 4)
    assert records.course(1) == ([], 1, 3)
    records.go_on(1, True, [], 0)
    records.add(1, 2, True, 4)
    assert records.course(1) == ([1], 2, 3)
    other = Records()
    other.add(1, 2, True, 4)
    other.add(1, 0, True, 4)  # of two kinds of opponents nobody knows which came last
    assert other.course(1) == ([], 0, 1)


# The screens


def opened(letters, prepare):
    """A console whose statistics were opened by keys, with records that `prepare` has filled."""
    console = Console()
    records = console.app.records
    prepare(records)
    console.app.keep(records)
    console.keys("dda" + letters)
    return console


def colours(console, x, y, width, height):
    """How often each ink is in a part of the picture."""
    bands = console.app.canvas.bands
    rows, columns = range(y, y + height), range(x, x + width)
    found = [bands[row // 16][column, row % 16] for row in rows for column in columns]
    return {colour: found.count(colour) for colour in set(found)}


def test_the_ring_shows_the_share_of_wins():
    bright = []
    for won in (0, 1, 2, 3, 4):
        console = opened("", lambda records, won=won: [records.add(0, 0, n < won, 5) for n in range(4)])
        ring = colours(console, 4, 15, 37, 37)
        bright.append(ring.get(ink.ACCENT, 0) / (ring.get(ink.ACCENT, 0) + ring.get(ink.LIGHT, 0)))
    assert bright[0] == 0 and bright[4] == 1
    assert all(abs(share - won / 4) < 0.05 for won, share in enumerate(bright))


def of_game(console, row):
    """Whether the screen names a game."""
    return console.shows(console.app.texts.say_of("title", registry.GAMES[row][0]))


def test_the_pages_turn_and_lead_to_the_ladder_and_the_deals():
    console = opened("", lambda records: None)
    last = len(KEYS) - 1
    for game in (*range(1, last + 1), 0):
        console.keys("r")
        assert of_game(console, game)
    console.keys("l" + "d")
    assert console.screen == "ladder" and of_game(console, last)
    console.keys("b" + "a")
    assert console.screen == "deals" and of_game(console, last)
    console.keys("b")
    assert console.screen == "records" and of_game(console, last)
    console.keys("b")
    assert console.screen == "title"


@pytest.mark.parametrize("robot", range(5))
def test_a_medal_that_is_missing_can_be_played_for(robot):
    rows = len(KEYS) - registry.number("inversio")
    console = opened("d" + "u" * rows + "r" * (3 * robot + 2), lambda records: None)
    assert of_game(console, 4)
    console.keys("a")
    match = console.app.match
    assert console.screen == "inversio" and list(match.kinds) == [0, 3] and match.robot_at(1) == robot
    assert console.app.name(1) == console.app.texts.say(f"robot_{robot}")
    match.session.game.player = -1
    match.session.game.winners = lambda: (0,)
    console.app.open("result")
    console.wait(100)
    assert console.app.records.medals(4) == bit(robot, 3)


def test_a_team_is_challenged_with_each_number_of_players_and_by_each_level():
    for step, (players, level) in enumerate([(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (1, 1), (1, 2)]):
        console = opened("d" + "r" * step + "a", lambda records: None)
        session = console.app.match.session
        assert (session.key, session.players, session.options["level"]) == ("the_game", players, level)


@pytest.mark.parametrize("screen", ["games", "setup", "ladder", "deals"])
def test_a_saved_match_ends_when_the_question_was_read_and_still_stands(screen):
    console = Console()
    console.begin("inversion", (0, 1))
    console.keys("s" + "ddddda")
    setups.touch(console.app.settings, "the_game")
    console.open(screen, *([0] if screen in ("ladder", "deals") else ["the_game"]))
    asked = console.app.texts.say("ends_saved")
    to, back = (keys.DOWN, keys.UP) if screen == "setup" else (keys.RIGHT, keys.LEFT)
    console.press(keys.A)
    console.press(keys.A)  # a double press
    assert console.screen == screen and console.foot == asked
    console.press(to)
    console.press(back)
    assert console.foot != asked
    console.press(keys.A)
    console.wait(400)
    assert console.app.saved == "inversion" and console.screen == screen and console.foot == asked
    console.press(keys.A)
    assert console.screen == "the_game" and console.app.match.session.key == "the_game"


def test_a_deal_has_the_medal_of_its_par_and_is_dealt_from_the_list():
    def prepare(records):
        for number, more in ((1, 1), (2, 0), (3, -1)):
            records.add_of(1, number, series.par("inversion", number) + more)

    console = opened("r" + "a", prepare)
    view = console.view
    assert [view._grade(number) for number in (1, 2, 3, 4)] == [3, 2, 1, 0]  # noqa: SLF001
    assert console.shows(view.say("deals_number", 4))  # the first that is open
    ways = [("u", 84), ("d", 4), ("llll", 99), ("u", 79), ("d", 99), ("d", 19), ("u", 99), ("r", 1)]
    for letters, number in [*ways, ("rrr", 4)]:
        console.keys(letters)
        assert console.shows(view.say("deals_number", number))
    console.keys("l" + "u" + "d" + "a")
    assert console.app.match.session.seed == series.seed(3) and console.app.match.known is True
