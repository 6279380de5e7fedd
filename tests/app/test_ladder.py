"""The ladder and what the records tell of the way: medals, streaks, the last twenty, wins over each robot."""

import pytest

from engine import registry
from engine.session import Session
from handful import ladder
from handful.match import Match, load
from handful.records import Records


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
        assert match.robot(1) == robot and ladder.earned(match) == bit(robot, 2)
        assert load(match.dump()).robot(1) == robot


def test_a_partner_is_not_beaten():
    match = over("flip_over", (0, 1, 1, 1), (0, 2), teams=1)
    assert ladder.rivals(match) == [1, 3] and ladder.earned(match) == bit(1, 1) | bit(3, 1)


@pytest.mark.parametrize(("players", "level", "bits"), [(1, 0, [0]), (4, 0, [3]), (2, 1, [1, 5]), (5, 2, [4, 6])])
def test_a_team_wins_medals_for_its_number_and_the_experts_levels(players, level, bits):
    everybody = tuple(range(players))
    assert ladder.earned(over("the_game", (0,) * players, everybody, level=level)) == sum(1 << b for b in bits)
    assert ladder.earned(over("the_game", (0,) * players, (), level=level)) == 0


def test_every_medal_has_a_place():
    assert {row[0]: len(ladder.steps(row[0])) for row in registry.GAMES} == {
        "the_game": 7, "inversion": 15, "hyper_maker": 15, "flip_over": 15, "inversio": 15,
    }  # fmt: skip


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
