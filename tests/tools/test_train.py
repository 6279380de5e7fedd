# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The trainers teach what the players use: the same features, in the same places, written as they are."""

import random
import shutil
import subprocess
import sys

import numpy as np
import pytest

from engine import bots, inversion
from engine.bots import flip_over as flip_over_bots
from engine.bots import hyper_maker as hyper_maker_bots
from engine.bots.flip_over import weights as flip_over_weights
from engine.bots.hyper_maker import weights as hyper_maker_weights
from engine.bots.inversion import rule
from engine.bots.the_game import search
from engine.bots.the_game.value import OFF, SPAN, Evaluator
from engine.rng import Rng
from tests.robots import position
from tools import PROJECT
from tools.train import flip_over as flip_over_trainer
from tools.train import hyper_maker as hyper_maker_trainer
from tools.train import inversion as inversion_trainer
from tools.train import learning
from tools.train import the_game as the_game_trainer

# The Game


SETS = PROJECT / "engine" / "bots" / "the_game"


def test_what_the_counter_counts_is_what_the_players_weigh():
    """With weights of which one unit counts as it is, and no other."""
    network = the_game_trainer.Network()
    network.w[:] = network.b[:] = network.v[:] = 0
    network.w[:, -1] = np.random.RandomState(1).normal(size=the_game_trainer.FEATURES)
    net = network.small()
    the_game_trainer.seated(net, 1, False)
    weights = search._learnt.pop()[0]  # noqa: SLF001
    rows = np.frombuffer(net["WEIGHTS"], "u1").reshape(the_game_trainer.FEATURES, -1).astype(int)
    linear = (rows[:, 0] - 128) * np.frombuffer(net["SCALES"], "<u2")
    counter = the_game_trainer.Counter()
    chance = random.Random(1)
    seen = np.zeros(the_game_trainer.FEATURES, bool)
    for _ in range(400):
        cards = chance.sample(range(2, 100), chance.randrange(5, 98))
        hand = sorted(cards[: chance.randrange(1, 9)])
        tops = [card for card in range(2, 100) if card not in cards] + [1, 1, 100, 100]
        # Often a pile that a card of the hand takes back by ten.
        piles = [chance.choice([*tops, hand[0] + 10 if pile < 2 else hand[-1] - 10]) for pile in range(4)]
        piles = [min(max(top, 1), 100) for top in piles]
        unseen = bytearray(SPAN)
        for card in cards[len(hand) :]:
            unseen[card + OFF] = 1
        view = Evaluator(unseen, weights, [0] * 4, [0] * 4, [0] * 4)
        features = counter.count(counter.view(unseen), piles, hand)
        seen |= features > 0
        assert view.value(*piles, view.kept(hand)) == features.astype(int) @ linear >> 2
    assert seen.all()


def test_a_network_is_written_as_it_is_read(tmp_path):
    again = the_game_trainer.Network.large(SETS / "weights_two.py").small()
    (tmp_path / "again.py").write_text("".join(map(learning.literal, *zip(*again.items()))))
    twice = the_game_trainer.Network.large(tmp_path / "again.py").small()
    for name, kind in the_game_trainer.TYPES.items():
        one, two = [np.frombuffer(which[name], kind).astype(int) for which in (again, twice)]
        assert np.abs(one - two).max() <= 1, name


def test_what_is_learnt_lowers_the_error():
    network = the_game_trainer.Network()
    chance = np.random.RandomState(1)
    x = chance.randint(0, 9, (768, the_game_trainer.FEATURES)).astype(np.uint8)
    y = (x[:, 6] > x[:, 7]).astype(np.float32)
    rows = x, np.full(768, 40), y, np.arange(768) // 3

    def error():
        basis = the_game_trainer.BASIS[40]
        hidden = (x / the_game_trainer.UNITS) @ network.w + basis @ network.b
        odds = hidden[:, -1] + np.maximum(hidden[:, :-1], 0) @ (basis @ network.v)
        return np.abs(1 / (1 + np.exp(-np.clip(odds, -30, 30))) - y).mean()

    before = error()
    network.fit(rows, rows, 100, 3e-2, 1)
    assert error() < 0.5 * before


@pytest.mark.parametrize("word", ["alnoe", "nowhere/weights"])
def test_the_games_trainer_takes_no_word_that_is_neither_a_set_nor_a_folder(word):
    with pytest.raises(SystemExit) as refusal:
        the_game_trainer.main(["alone", word])
    assert str(refusal.value).startswith(f"{word} is neither a folder nor a set: alone, expert, ")


# !nversion


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_places_of_inversions_trainer_add_up_to_the_rules_scores(players):
    """Of each card in the tricks, and of each hand as parent."""
    chance = random.Random(players)
    tables = np.array([*rule.PLAYED, *rule._GIVE[:450]])  # noqa: SLF001 - what it was trained for
    hands = np.array([*rule._GIVE[600:], *[0] * 50, *rule._LENGTHS]) - 128  # noqa: SLF001
    for seed in range(12):
        game = inversion.Game(players, Rng(seed))
        for seat in range(players):
            game.player = seat
            with inversion_trainer.Places():
                base, *places = inversion_trainer.holding(game, seat)
            assert base == inversion_trainer.BASE and len(places) == 10 + players + 1
            assert rule._BASE + hands[places].sum() == rule.estimate(game)  # noqa: SLF001
        while game.player >= 0:
            legal = game.legal_actions()[:]
            if not game.auction:
                with inversion_trainer.Places():
                    places = inversion_trainer.scored(game, legal)
                assert tables[places].sum(1).tolist() == rule.scores(game, legal)
            game.apply(chance.choice(legal))


def test_places_leave_the_rule_as_it_was():
    before = dict(vars(rule))
    with pytest.raises(KeyError), inversion_trainer.Places():
        assert vars(rule) != before
        raise KeyError
    assert vars(rule) == before


# Flip Over and Hyper Maker


def unpacked(data, players):
    """The weights of the trainer that are stored in a table of Flip Over."""
    train, numbers = flip_over_trainer, 2 * players + 2
    stored = np.frombuffer(data, "u1").astype(int) - 128
    rows = stored[: numbers * (12 + 2 * numbers)].reshape(numbers, -1)
    weights = np.zeros(train.WEIGHTS, int)
    weights[train.TAKES : train.KEEPS].reshape(12, 12)[:, :numbers] = rows[:, :12].T
    keeps = weights[train.KEEPS : train.PARTNER].reshape(12, 12, 2)
    keeps[:numbers, :numbers] = rows[:, 12:].reshape(numbers, 2, numbers).transpose(0, 2, 1)
    rest = stored[rows.size :]
    size = 6 * (players - 1)
    weights[train.LATER : train.LATER + size] = rest[:size]
    weights[train.LENGTHS :].reshape(4, 3)[:, [0, 2]] = rest[size:].reshape(2, 4).T
    return weights


@pytest.mark.parametrize("players, trumps", [(3, 1), (4, 1), (5, 1), (4, 0)])
def test_flip_overs_trainer_rates_cards_as_the_playouts_do(players, trumps):
    weights = unpacked(getattr(flip_over_weights, f"{'TRUMPS' if trumps else 'PLAIN'}_{players}"), players)
    chosen = 0
    for seed in range(60):
        game = position("flip_over", players, seed, seed % 36, trumps=trumps)
        legal = game.legal_actions()[:]
        if len(legal) < 2 or not game.round & 1:
            continue
        mind = flip_over_bots.Mind(game, bots.HARD, Rng(1))
        mind._split([game.hand(seat) for seat in range(players)])  # noqa: SLF001
        rates = mind.play_out([], [])
        rated = {flip_over_bots.rated(rate): (rate + 7) // 8 // 4096 for rate in rates}
        own = {}
        for card, row in zip(legal, flip_over_trainer.features(game, legal)):
            takes = weights[row[0]] + weights[row[3]]  # which the player keeps within a byte
            own[card] = int(min(max(takes, -128), 127) + weights[row[1]] + weights[row[4]])
        low = min(own.values()) - min(rated.values())
        assert {card: worth - low for card, worth in own.items()} == rated
        chosen += 1
    assert chosen > 30


class Noted(bytes):
    """A table that notes which of its entries are read."""

    read: list[int] = []

    def __getitem__(self, place):
        self.read.append(place)
        return super().__getitem__(place)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hyper_makers_trainer_knows_tricks_as_the_playouts_do(players, monkeypatch):
    table = Noted(hyper_maker_weights.TRICK)
    monkeypatch.setattr(hyper_maker_weights, "TRICK", table)
    places = 0
    for seed in range(40):
        game = position("hyper_maker", players, seed, seed % 20)
        legal = game.legal_actions()[:]
        after = game.copy()
        after.apply(legal[0])
        seat, cards = after.player, after.legal_actions()[:]
        if len(legal) < 2 or len(after.hand(seat)) < 2 or not after.trick:
            continue
        if cards[0] // 10 + after.master // 10 == 5:  # no card has a suit of the master
            continue
        mind = hyper_maker_bots.Mind(game, bots.HARD, Rng(1))
        mind._hands = [game.hand(other) for other in range(players)]  # noqa: SLF001
        mind._stack = game.masters()  # noqa: SLF001
        table.read.clear()
        mind._play_out(legal[0], [0] * players, game.masters_left())  # noqa: SLF001
        own = [row[0] for row in hyper_maker_trainer.features(after, cards)]
        other = hyper_maker_trainer.KEEPS if players > 3 else 0
        assert table.read[: len(own)] == [place + other for place in own]
        places += 1
    assert places > 10


# All of them


def test_a_given_deal_is_dealt():
    cards = list(range(30))[::-1]
    game = inversion.Game(2, learning.Deal(cards, 1))
    assert (game.player, game.hand(0), game.lane) == (1, list(range(20, 30)), cards[20:])


def test_a_policy_comes_to_prefer_the_better_card():
    weights = [0.0, 0.0, 0.0]
    choices = [([[0, 2], [1, 2]], [1.0, 3.0])] * 50
    assert learning.improve(choices, weights, 0.3, 1.0, 1) > 2.9 and weights[1] > weights[0]
    assert learning.likely([[0], [1]], weights)[1] > 0.9


@pytest.mark.parametrize("key", ["inversion", "flip_over", "hyper_maker", "the_game"])
def test_a_quick_trial_does_not_overwrite_what_was_learnt(key):
    with pytest.raises(SystemExit, match="in place of engine/bots/" + key):
        sys.modules[f"tools.train.{key}"].main(["--quick"])


@pytest.mark.parametrize("key", ["inversion", "flip_over", "hyper_maker", "the_game"])
def test_each_trainer_writes_what_it_has_learnt_as_the_committed_sources_are(key, tmp_path, capfd):
    names = {"inversion": "rule", "the_game": "weights_more"}
    source = PROJECT / "engine" / "bots" / key / f"{names.get(key, 'weights')}.py"
    copy = tmp_path / source.name
    shutil.copy(source, copy)
    trainer = sys.modules[f"tools.train.{key}"]
    trainer.main(["--quick", *(["more", str(tmp_path)] if key == "the_game" else [str(copy)])])
    learnt, committed = {}, {}
    exec(copy.read_text(encoding="utf-8"), learnt)
    exec(source.read_text(encoding="utf-8"), committed)
    assert learnt.keys() == committed.keys()
    tables = [name for name, value in committed.items() if isinstance(value, bytes)]
    assert all([len(learnt[name]) == len(committed[name]) for name in tables])
    assert any([learnt[name] != committed[name] for name in tables])

    def kept(text):
        return [line.split(" = ")[0] for line in text.splitlines() if not line.startswith((" ", ")"))]

    assert kept(copy.read_text(encoding="utf-8")) == kept(source.read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "ruff", "format", "--check", "--config", str(PROJECT / "pyproject.toml")]
    assert subprocess.run([*command, str(copy)], capture_output=True).returncode == 0
    assert f"wrote {copy}" in capfd.readouterr().out
