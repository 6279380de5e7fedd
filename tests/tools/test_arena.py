# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The arena goes on where it stopped, counts right, and its yardstick finds what can be found."""

from math import sqrt

import pytest

from engine import registry
from engine.rng import Rng
from tests.games.the_game import late
from tests.robots import SLICE
from tools.measure.bench import HARD, OTHERS, THINKING, USUAL
from tools.strength import arena, matches
from tools.strength import report as strength
from tools.strength.endings import worths
from tools.strength.ismcts import Chance, search, shares
from tools.strength.matches import Row, fingerprint, play, schedule

DUEL = Row("levels", "inversio", 2, "easy", "easy", (("rounds", 1),))
TABLE = Row("search", "inversion", 3, "easy", "easy")
TEAM = Row("team", "the_game", 2, "easy")


def record(row, deal, turn, gain, **more):
    """A stored result."""
    known = {"row": row.name, "deal": deal, "turn": turn, "gain": gain, "seconds": 0.5}
    return {**known, "who": fingerprint(row), **more}


def results(*records):
    """Results as a store gives them."""
    found = {}
    for one in records:
        found.setdefault(one["row"], {})[one["deal"], one["turn"]] = one
    return found


# Storing and going on


def test_a_second_run_goes_on_where_the_first_stopped(tmp_path):
    store = arena.Store(tmp_path)
    assert arena.run(store, [DUEL], 4, 60, 1) == 4
    assert arena.run(store, [DUEL], 10, 60, 2) == 6
    assert arena.run(store, [DUEL], 10, 60, 2) == 0
    done = store.results([DUEL])[DUEL.name]
    assert sorted(done) == [(deal, turn) for deal in range(5) for turn in range(2)]


def test_a_row_that_takes_longer_has_fewer_matches(tmp_path):
    slow = Row("search", "inversio", 2, "ismcts:300", "easy", (("rounds", 1),))
    store = arena.Store(tmp_path)
    for seconds in (2, 8, 32):  # a busy machine has hardly begun after two
        arena.run(store, [slow, DUEL], 9999, seconds, 1)
        found = store.results([slow, DUEL])
        if 0 < len(found[slow.name]) < len(found[DUEL.name]):
            return
    raise AssertionError(found)


def test_no_match_is_begun_when_the_time_is_over(tmp_path):
    assert arena.run(arena.Store(tmp_path), [DUEL], 4, 0, 1) == 0


def test_a_row_in_two_tables_is_played_once(tmp_path):
    assert arena.run(arena.Store(tmp_path), [DUEL, DUEL], 2, 60, 1) == 2


def test_results_of_an_older_player_are_left_out(tmp_path):
    store = arena.Store(tmp_path)
    store.add("inversio", record(DUEL, 0, 0, 1.0))
    store.add("inversio", record(DUEL, 0, 1, 1.0) | {"who": "another"})
    assert list(store.results([DUEL])[DUEL.name]) == [(0, 0)]


def test_a_line_cut_off_by_a_kill_costs_that_match_only(tmp_path):
    store = arena.Store(tmp_path)
    store.add("inversio", record(DUEL, 0, 0, 1.0))
    path = tmp_path / "inversio.jsonl"
    path.write_bytes(path.read_bytes() + b'{"row":"inver')
    store.add("inversio", record(DUEL, 1, 0, 1.0))
    assert sorted(store.results([DUEL])[DUEL.name]) == [(0, 0), (1, 0)]
    assert len(path.read_bytes().splitlines()) == 3


def test_a_fingerprint_depends_on_who_plays():
    prints = [
        fingerprint(Row("search", key, 2, one, other))
        for key, one, other in (
            ("inversion", "hard", "ismcts:100"),
            ("inversio", "hard", "ismcts:100"),
            ("inversion", "ismcts:300", "ismcts:100"),
            ("inversion", "hard", "normal"),
        )
    ]
    assert len(set(prints)) == 3 and prints[0] == prints[3]
    assert fingerprint(Row("levels", "inversion", 4, "normal", "easy")) == prints[3]


# Matches


def test_a_match_is_the_same_when_played_again():
    for row in (DUEL, TABLE, TEAM):
        first = play(row, 3, 0)
        again = play(row, 3, 0)
        first.pop("seconds")
        again.pop("seconds")
        assert first == again


def test_parity_of_the_auction_game_is_measured_on_the_same_deals():
    assert TABLE.parity is None
    assert TABLE.turns == 4
    assert play(TABLE, 0, 3)["gain"] in (1 / 3, 2 / 3)  # the parent alone, or both children


def test_without_signals_no_other_seat_sees_one(monkeypatch):
    seen = []

    class Talker(matches.Player):
        def choose(self, game):
            others = [seat for seat in range(game.players) if seat != game.player]
            seen.append(sum([game.signal(seat, pile) for seat in others for pile in range(4)]))
            for signal in game.signals():
                if signal >= 408 and not game.signal(game.player, signal & 3):
                    return signal
            return game.legal_actions()[-1]

    monkeypatch.setattr(matches, "Player", Talker)
    play(Row("team", "the_game", 3, "easy", signals=False), 0, 0)
    assert len(seen) > 20 and not any(seen)
    seen.clear()
    play(Row("team", "the_game", 3, "easy"), 0, 0)
    assert any(seen)


def test_the_schedule_has_each_game_at_each_number_of_players():
    rows = schedule()
    for key, _, least, most in registry.GAMES[1:]:
        found = {row.players for row in rows if (row.kind, row.key) == ("levels", key)}
        assert found == set(range(least, most + 1))
    assert {row.players for row in rows if row.kind == "team"} == {1, 2, 3, 4, 5}
    for row in rows:
        registry.load(row.key).Game(row.players, Rng(1), **dict(row.options))


# Counting


def test_mean_and_standard_error():
    estimate = strength.Estimate([0, 1, 1, 0])
    assert estimate.mean == 0.5
    # squares 4 * 0.25 = 1; variance 1 / 3; of the mean 1 / 12
    assert estimate.error == pytest.approx(sqrt(1 / 12))
    assert strength.Estimate([0.25]).error == 0.0


def test_a_deal_is_one_observation():
    # Deal 0: 1 and 0, deal 1: 1 and 1, deal 2: 0 and 1. Means 0.5, 1, 0.5; squares 1/36 + 1/9 + 1/36 = 1/6.
    gains = (1, 0, 1, 1, 0, 1)
    rows = [record(DUEL, place // 2, place % 2, gain) for place, gain in enumerate(gains)]
    result = strength.Result(DUEL, results(*rows)[DUEL.name])
    assert result.games == 6
    assert result.share.mean == pytest.approx(2 / 3)
    assert result.share.error == pytest.approx(sqrt(1 / 6 / 2 / 3))
    assert result.edge.mean == pytest.approx(2 / 3 - 1 / 2)


def test_a_deal_counts_when_all_its_seats_are_played():
    found = results(record(DUEL, 0, 0, 1), record(DUEL, 1, 0, 1), record(DUEL, 1, 1, 0))[DUEL.name]
    assert strength.complete(DUEL, found) == [1]
    assert strength.Result(DUEL, found).share.mean == 0.5


def test_parity_is_taken_from_the_match_of_the_others():
    rows = []
    for deal, gains in enumerate(((1, 1, 0, 1 / 3), (1, 1, 1, 2 / 3))):
        rows += [record(TABLE, deal, turn, gain) for turn, gain in enumerate(gains)]
    result = strength.Result(TABLE, results(*rows)[TABLE.name])
    assert result.share.mean == pytest.approx(5 / 6)
    assert result.parity == pytest.approx(1 / 2)
    assert result.edge.mean == pytest.approx(1 / 3)
    assert result.edge.error == pytest.approx(0)


def test_shares_of_a_win():
    class Over:
        players = 4

        def __init__(self, winners, **more):
            self._winners = winners
            vars(self).update(more)

        def winners(self):
            return self._winners

    assert shares(Over((2,))) == [0, 0, 1, 0]
    assert shares(Over((0, 3))) == [0.5, 0, 0, 0.5]
    assert shares(Over((1, 3), teams=1)) == [0, 1, 0, 1]
    assert shares(Over((0, 1, 2, 3), teams=1)) == [0.5] * 4
    assert shares(Over((0, 1, 2), parent=3)) == [1, 1, 1, 0]
    assert shares(Over((), players=2)) == [0.5, 0.5]


# The yardstick


def played_down(key, players, left, seed, **options):
    """A match of random actions, with `left` actions to go."""
    rng = Rng(seed)
    game = registry.load(key).Game(players, Rng(seed), **options)
    trail = []
    while game.player >= 0:
        trail.append(game.copy())
        legal = game.legal_actions()
        game.apply(legal[rng.below(len(legal))])
    return trail[-left]


@pytest.mark.parametrize("key, players", [("inversion", 2), ("flip_over", 3), ("hyper_maker", 3)])
def test_search_leaves_the_game_as_it_was_and_repeats_itself(key, players):
    game = played_down(key, players, 12, 4)
    legal = list(game.legal_actions())
    hands = [list(game.hand(seat)) for seat in range(players)]
    action = search(game, 50, Chance(1))
    assert action in legal
    assert action == search(game, 50, Chance(1))
    assert hands == [list(game.hand(seat)) for seat in range(players)]


def test_search_wins_the_trick_that_decides():
    """!nversion for two hides nothing: with two tricks to go the search plays what exact search plays."""

    decisive = 0
    for seed in range(60):
        game = played_down("inversion", 2, 4, seed)
        found = worths(game)
        if len(set(found.values())) < 2:
            continue
        decisive += 1
        assert found[search(game, 300, Chance(seed))] == max(found.values())
    assert decisive >= 5


def test_search_lays_the_last_card_of_the_game():
    game = late([50], piles=(40, 60, 45, 30))
    assert search(game, 20, Chance(0)) == 200  # on pile 0 alone it can be laid


# The report

PAGE = """# Strength

Words.

| players | rules | level | signals | games | beaten % | cards left |
|--------:|-------|-------|---------|------:|---------:|-----------:|
|       1 |       | hard  |         |     9 |     10.0 |          3 |
|       2 |       | hard  | with    |     9 |     20.0 |          3 |

More words.

| game     | players | rules | against           | one seat | games | wins %, or cards |
|----------|--------:|-------|-------------------|----------|------:|-----------------:|
| !nversion |       2 |       | others ismcts:100 | easy     |     9 |             10.0 |
| Inversio |       2 | one round | others ismcts:100 | hard     |     9 |             10.0 |
| Flip Over |      4 | first round | others ismcts:100 | hard     |     9 |             10.0 |

| game     | players | rules | endings | won | won and lost | points lost |
|----------|--------:|-------|--------:|----:|-------------:|------------:|
| Inversio |       2 | one round |   9 |   9 |            9 |        9.00 |
"""


def reported(folder, capsys, *words):
    """The page after a report of what is stored in a folder, as cells of its lines."""
    page = folder / "strength.md"
    page.write_text(PAGE, encoding="utf-8")
    assert arena.main(["--report", "--store", str(folder), "--page", str(page), *words]) == 0
    capsys.readouterr()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in page.read_text().splitlines()]


def test_a_measured_line_takes_the_place_of_the_one_that_said_the_same(tmp_path, capsys):
    store = arena.Store(tmp_path)
    rows = {row.name: row for row in schedule()}
    for deal, left in enumerate((0, 4, 8)):
        store.add("the_game", record(rows["the_game 1 hard"], deal, 0, int(not left), left=left))
    for player, gain in (("easy", 0.3), ("hard", 0.6)):
        row = rows[f"inversio 2 rounds=1 {player} against ismcts:100"]
        for turn in range(2):
            store.add("inversio", record(row, 0, turn, gain))
    for deal, endings in enumerate(([[1, 1], [1, 0.5]], [[0.75, 0.5]], [])):
        row = rows["inversio 2 rounds=1 endings hard"]
        store.add("inversio", record(row, deal, 0, 1, endings=endings))
    lines = reported(tmp_path, capsys)
    # Mean of 0, 4, 8 cards, with a standard error of 4 / sqrt(3).
    assert lines[6] == ["1", "", "hard", "", "3", "33.3 ± 33.3", "4.0 ± 2.3"]
    assert lines[7] == ["2", "", "hard", "with", "9", "20.0", "3"]  # not measured: it stays
    search = [line for line in lines if "others ismcts:100" in line]
    assert [f"{line[4]} {line[5]}" for line in search] == ["easy 9", "hard 2", "easy 2", "hard 9"]
    assert ["Inversio", "2", "one round", "3", "2", "1", "25.00"] in lines  # (0 + 50 + 25) / 3
    assert ["More words."] in lines and lines[0] == ["# Strength"]


def test_a_report_of_one_game_leaves_the_lines_of_the_others(tmp_path, capsys):
    store = arena.Store(tmp_path)
    rows = {row.name: row for row in schedule()}
    store.add("the_game", record(rows["the_game 1 hard"], 0, 0, 1, left=0))
    store.add("inversio", [1, 2])  # nothing that the arena writes
    for turn in range(2):
        row = rows["inversio 2 rounds=1 hard against ismcts:100"]
        store.add("inversio", record(row, 0, turn, 1))
    lines = reported(tmp_path, capsys, "--only", "inversio")
    assert ["1", "", "hard", "", "9", "10.0", "3"] in lines
    assert ["Inversio", "2", "one round", "others ismcts:100", "hard", "2", "100.0 ± ?"] in lines


def test_a_report_without_results_leaves_what_is_written(tmp_path, capsys):
    page = tmp_path / "strength.md"
    page.write_text("as it was")
    assert arena.main(["--report", "--store", str(tmp_path / "store"), "--page", str(page)]) == 1
    assert capsys.readouterr().out.startswith("Nothing has been measured yet")
    assert page.read_text() == "as it was"


def test_the_page_names_the_limits_that_hold_and_has_every_row_that_is_measured():
    text = " ".join(arena.PAGE.read_text(encoding="utf-8").split())
    paces = ", ".join([f"{pace} of {registry.row(key)[1]}'s" for key, pace in THINKING.items()])
    assert f"It runs about {paces} and {OTHERS:,} of the others' a millisecond." in text
    games = "; ".join([f"in {registry.row(key)[1]} {one} and {two:,}" for key, (one, two) in HARD.items()])
    assert f"hard: {USUAL[0]} ms in the median and {USUAL[1]:,} ms at worst; {games}." in text
    assert f"A slice may take {SLICE:,} bytecodes." in text
    lines = arena.PAGE.read_text(encoding="utf-8").splitlines()
    tops = [line for before, line in zip(["", *lines], lines) if line[:1] == "|" != before[:1]]
    heads = [" ".join(line.split()) for line in tops]
    assert len(heads) == 4 == len(set(heads))  # what a report looks its tables up by
    match = {"gain": 1, "left": 0}
    rows = [row for row in schedule() if registry.row(row.key)[1] in text]  # a new game may have none yet
    everything = {row.name: {(0, turn): match for turn in range(row.turns)} for row in rows}
    new = strength.merged("\n".join(lines), strength.tables(rows, everything))
    assert len(new.splitlines()) == len(lines)


@pytest.mark.parametrize("words, said", [(["--games", "0"], "1 or more"), (["--jobs", "0"], "1 or more")])
def test_the_command_line_refuses_what_makes_no_sense(tmp_path, capsys, words, said):
    with pytest.raises(SystemExit):
        arena.main([*words, "--store", str(tmp_path)])
    assert said in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_the_command_line_names_what_it_does_not_find(tmp_path, capsys):
    assert arena.main(["--row", "nobody", "--store", str(tmp_path)]) == 1
    assert "nobody" in capsys.readouterr().err
