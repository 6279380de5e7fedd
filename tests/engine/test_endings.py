# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Neither hard nor a hint throws a won ending away: held against all that the rules allow."""

from random import Random

import pytest

from engine import bots, registry
from engine.rng import Rng
from tests.games.the_game import late
from tools.strength.endings import is_ending, worths


def endings(key, players, seeds, **options):
    """The endings, in which the choice matters, of matches of easy players."""
    for seed in seeds:
        game = registry.load(key).Game(players, Rng(seed), **options)
        chance = Rng(seed)
        while game.player >= 0:
            if is_ending(game) and len(set(worths(game).values())) > 1:
                yield game.copy()
            game.apply(bots.choose(game, bots.EASY, chance))


def tight(players, seeds):
    """The same of The Game, which easy players lose earlier: cards at random, little room, no draw pile."""
    for seed in seeds:
        cards = Random(seed).sample(range(30, 71), 12)
        hands = [sorted(cards[seat:8:players]) for seat in range(players)]
        game = late(*hands, piles=(*sorted(cards[8:10]), *sorted(cards[10:])))
        if is_ending(game) and len(set(worths(game).values())) > 1:
            yield game


def thrown(game, action):
    """What of a win an action gives away."""
    found = worths(game)
    return max(found.values()) - found[action]


@pytest.mark.parametrize(
    ("key", "players", "seeds", "options"),
    [
        ("the_game", 1, (*range(12), 84, 346, 413), {}),
        ("the_game", 2, (*range(12), 84, 346, 488), {}),
        ("inversion", 2, range(8), {}),
        ("flip_over", 3, (*range(10), 108, 374), {}),  # in the last two the tree alone throws a win away
        ("flip_over", 4, range(9, 18), {}),
        ("inversio", 2, range(40), {"rounds": 1}),
    ],
)
def test_a_hint_throws_no_won_ending_away_where_easy_does(key, players, seeds, options):
    known = tight(players, seeds) if key == "the_game" else endings(key, players, seeds, **options)
    # In Inversio hardly any is won whatever the other seat holds.
    won = [game for game in known if key == "inversio" or max(worths(game).values()) == 1]
    assert len(won) > 2
    assert any([thrown(game, bots.choose(game, bots.EASY, Rng(1))) for game in won])
    assert not any([thrown(game, bots.hint(game, Rng(1))[0]) for game in won])
