# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The compiled yardstick plays by the engine's rules, action by action, and searches the engine's deals."""

import importlib
import random

import pytest

from engine import registry
from engine.rng import Rng
from tests.dealing import Fixed
from tools.strength import arena, matches, report, tuned
from tools.strength.ismcts import Chance, rewards
from tools.strength.matches import Row, fingerprint, play, schedule

TABLES = [
    ("inversio", 2, {"rounds": 1}),
    ("inversion", 2, {}),
    ("inversion", 3, {}),
    ("inversion", 4, {"suits": (0, 1, 2, 3, 4)}),
    ("hyper_maker", 3, {}),
    ("hyper_maker", 4, {"tie_winner_leads": 1}),
    ("hyper_maker", 5, {}),
    ("flip_over", 3, {"rounds": 2}),
    ("flip_over", 4, {"rounds": 2}),
    ("flip_over", 5, {"rounds": 2}),
]


@pytest.fixture(params=["python", "numba"])
def yardstick(request):
    """The module, once as plain Python and, where numba is installed, once compiled."""
    if request.param == "python":
        return request.getfixturevalue("uncompiled")("tools.strength.compiled")
    pytest.importorskip("numba")
    return importlib.import_module("tools.strength.compiled")


def dealt(key, players, seed, options):
    """A match, and its stock where the engine shows none: Inversio's."""
    if key != "inversio":
        return registry.load(key).Game(players, Rng(seed), **options), None
    # Five ranks come first in most deals, so that table cards are passed over.
    cards = [card for card in range(52) if seed % 4 == 0 or card % 13 in (0, 3, 7, 10, 12)]
    random.Random(seed).shuffle(cards)
    cards += [card for card in range(52) if card not in cards]
    return registry.load(key).Game(players, Fixed(seed % 2, cards), **options), cards


def first_world(yardstick, game, stock, part=0.0):
    """The world of the search that is the match as it stands."""
    rules, position_of, world_of = yardstick.GAMES[game.KEY]
    position = position_of(game, [game], 0.0, part)
    if game.KEY != "inversio":
        return world_of(position)
    _, hands, states, left, *settings = position
    assert left == game.stock()
    states[0, rules.STOCK : rules.STOCK + left] = stock[len(stock) - left :]
    return hands[0], states[0], *settings


def points_of(yardstick, game, world):
    """The points of all seats in a world."""
    rules = yardstick.GAMES[game.KEY][0]
    where = {"inversion": lambda: world[0][13:], "inversio": lambda: world[1][rules.WON :]}
    where |= {"hyper_maker": lambda: world[4], "flip_over": lambda: world[4]}
    return list(where[game.KEY]()[: game.players])


@pytest.mark.parametrize("key, players, options", TABLES)
def test_whole_matches_go_as_in_the_engine(yardstick, key, players, options):
    """From each position of a match on: the same seat to act, actions and points, and at the end rewards."""
    chance = random.Random(players)
    rules = yardstick.GAMES[key][0]
    passed = 0
    for seed in range(80 if key == "inversio" else 6):
        game, stock = dealt(key, players, seed, options)
        worlds = []
        while game.player >= 0:
            worlds.append(first_world(yardstick, game, stock, part=0.5))
            legal = list(game.legal_actions())
            for world in worlds:
                assert rules.acting(world) == game.player
                assert list(rules.choices(world)) == legal
            if key == "inversio":
                assert list(worlds[0][1][rules.WORTHS : rules.STOCK]) == list(game.worths)
                assert {world[1][rules.TABLE] for world in worlds} == {game.table}
            action = chance.choice(legal)
            stage = getattr(game, "round", 0)
            game.apply(action)
            points = [game.score(seat) for seat in range(players)]
            for world in worlds:
                rules.put(world, action)
                assert points_of(yardstick, game, world) == points
            if game.player < 0 or getattr(game, "round", 0) != stage:
                for world in worlds:
                    assert rules.acting(world) == -1
                    assert list(rules.finish(world)) == pytest.approx(rewards(game, key, 0.5))
                worlds = []
        if key == "inversio":
            passed += len(game.fight_laid()) - 8
    assert (passed > 0) == (key == "inversio")  # table cards were passed over, too


@pytest.mark.parametrize("key, players, options", TABLES)
def test_the_rule_of_thumb_plays_legal_actions_to_the_end(yardstick, key, players, options, monkeypatch):
    rules, position_of, world_of = yardstick.GAMES[key]
    game, _ = dealt(key, players, 1, options)
    checks = []
    if not hasattr(rules.finish, "py_func"):  # not compiled: each action can be looked at
        for name in {"play", "apply"} & set(vars(rules)):
            kept = getattr(rules, name)

            def checked(*arguments, kept=kept):
                checks.append(arguments[-1] in list(rules.choices(world)))
                return kept(*arguments)

            monkeypatch.setattr(rules, name, checked)
    world = world_of(position_of(game, [game], 1.0, 0.0))
    gains = rules.finish(world)
    assert rules.acting(world) == -1 and all(checks)
    assert all([0 <= gain <= 1 for gain in gains]) and any(gains)


def test_the_deals_are_the_engines_own_one_after_the_other(yardstick):
    for key, players, options in TABLES:
        game, _ = dealt(key, players, 3, options)
        for _ in range(players + 1):
            game.apply(game.legal_actions()[0])
        chance = Chance(1)
        deals = []
        for _ in range(3):
            deals.append(game.copy())
            deals[-1].redeal(game.player, chance)
        _, position_of, world_of = yardstick.GAMES[key]
        position = position_of(game, deals, 0.0, 0.0)
        for number in range(7):
            world = world_of(position)
            hands = world[{"inversion": 0, "inversio": 0, "hyper_maker": 2, "flip_over": 1}[key]]
            deal = deals[number % 3]
            for seat in range(players):
                assert int(hands[seat]) == sum([1 << card for card in deal.hand(seat)])
            if key == "hyper_maker":
                assert list(world[5]) == [game.master, *reversed(deal.masters())]
            if key == "inversio":
                unseen = list(world[1][18 : 18 + deal.stock()]) + deal.hand(1 - game.player)
                assert sorted(unseen) == game.unseen(game.player)


@pytest.mark.parametrize("key, players, options", TABLES)
def test_a_search_repeats_itself_and_changes_nothing(yardstick, key, players, options):
    game, _ = dealt(key, players, 2, options)
    hands = [list(game.hand(seat)) for seat in range(players)]
    legal = list(game.legal_actions())
    found = {yardstick.search(game, key, 30, Chance(4), (0.7, 0.5, 0.5)) for _ in range(2)}
    assert len(found) == 1 and found <= set(legal)
    assert hands == [list(game.hand(seat)) for seat in range(players)] and list(game.legal_actions()) == legal


def test_a_table_that_is_not_compiled_is_an_error(yardstick):
    for options in ({"teams": 1}, {"exchange": 1}, {"trumps": 0}):
        game = registry.load("flip_over").Game(4, Rng(1), **options)
        with pytest.raises(ValueError, match="without teams"):
            yardstick.search(game, "flip_over", 10, Chance(1), tuned.SETTINGS["flip_over"])


def test_the_arena_plays_it(monkeypatch, uncompiled):
    monkeypatch.setattr(matches, "compiled", lambda: uncompiled("tools.strength.compiled"))
    row = Row("tuned", "inversio", 2, "random", "tuned:20", (("rounds", 1),))
    first, again = play(row, 3, 0), play(row, 3, 0)
    assert first.pop("seconds") and again.pop("seconds") and first == again
    assert first["gain"] in (0, 0.5, 1)


def test_the_schedule_has_it_for_all_players_and_at_both_sizes_at_each_table_that_is_tuned():
    rows = [row for row in schedule() if row.kind == "tuned"]
    assert {(row.key, row.players) for row in rows} == {(key, players) for key, players, _ in TABLES}
    assert {(row.key, row.players) for row in rows if row.other == "tuned:10000"} == set(matches.TUNED)
    assert {(row.key, row.players) for row in rows if row.player == "tuned:10000"} == set(matches.TUNED)
    assert set(tuned.SETTINGS) == {key for key, _ in matches.TUNED}


def test_results_against_other_constants_are_left_out(monkeypatch):
    row = Row("tuned", "inversio", 2, "hard", "tuned:1000")
    before = fingerprint(row)
    assert before != fingerprint(Row("search", "inversio", 2, "hard", "ismcts:1000"))
    monkeypatch.setitem(tuned.SETTINGS, "inversio", (0.9, 0.0, 0.0))
    assert fingerprint(row) != before


def test_tuning_changes_one_number_at_a_time():
    for key, settings in tuned.SETTINGS.items():
        rows = matches.tuning(key, 50)
        assert {row.players for row in rows} == {players for game, players in matches.TUNED if game == key}
        for row in rows:
            one, now = [[float(word) for word in name.split(":")[2:]] for name in (row.player, row.other)]
            assert tuple(now) == settings and sum([a != b for a, b in zip(one, now)]) == 1


def test_the_report_has_a_row_for_each_size():
    rows = [row for row in schedule() if row.kind == "tuned" and row.key == "inversio"]
    results = {}
    for row in rows:
        gains = {(0, 0): 1, (0, 1): 0.5, (1, 0): 0, (1, 1): 1}
        results[row.name] = {match: {"gain": gain, "costs": {}} for match, gain in gains.items()}
    lines = [[cell.strip() for cell in line.split("|")] for line in report.tables(rows, results).splitlines()]
    for size, goal in (("10,000", "+0"), ("1,000", "+4")):
        words = ["Inversio", "2", "one round", f"hard against ISMCTS {size}", "4", "2"]
        assert ["", *words, "62.5 ± 12.5", "50.0", "+12.5 ± 12.5", goal, ""] in lines


def test_what_tuning_found_is_a_table_of_constants():
    row = matches.tuning("inversio", 50)[0]
    results = {row.name: {(0, 0): {"gain": 1, "costs": {}}, (0, 1): {"gain": 0, "costs": {}}}}
    line = report.tuned([row], results).splitlines()[2]
    words = [cell.strip() for cell in line.split("|")]
    assert words == ["", "Inversio", "2", *row.player.split(":")[1:], "2", "50.0 ± ?", "+0.0 ± ?", ""]


def test_without_numba_the_arena_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(arena, "find_spec", lambda name: None)
    words = ["--only", "inversion", "--players", "4", "--row", "tuned:1000", "--seconds", "0", "--quiet"]
    assert arena.main([*words, "--store", str(tmp_path)]) == 1
    assert "make .venv/train.txt" in capsys.readouterr().err
    assert arena.main(["--only", "inversio", "--players", "3", "--store", str(tmp_path)]) == 1
    assert "--list" in capsys.readouterr().err
