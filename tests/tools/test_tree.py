# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The tree search that the yardstick and the trainers share, in small games whose best action is known."""

import random

from tools.strength import tree


class Hats:
    """Each seat takes a hat, 0 or 1, in turn. A hidden coin says which of them is worth something."""

    def __init__(self, side=0, taken=()):
        self.side = side
        self.taken = list(taken)


def chosen(worth, seats=1, simulations=200, newest=False, hats=(0, 1)):
    """The hat that the first seat takes. worth(side, taken): the reward of each seat."""
    chance = random.Random(1)
    world = Hats()
    return tree.search(
        world, 0, hats,
        lambda world: Hats(chance.randrange(2)),
        lambda world: len(world.taken) if len(world.taken) < seats else -1,
        lambda world: hats,
        lambda world, hat: world.taken.append(hat),
        lambda world: worth(world.side, world.taken + [chance.choice(hats) for _ in range(seats)]),
        chance.randrange, simulations, 0.7, newest,
    )  # fmt: skip


def test_the_action_that_is_best_in_the_mean_is_chosen():
    assert chosen(lambda side, taken: [0.4 if taken[0] == 0 else side]) == 1
    assert chosen(lambda side, taken: [0.6 if taken[0] == 0 else side]) == 0


def test_each_seat_looks_for_its_own_reward():
    def first(taken):
        return taken[1] if taken[0] else 0.5

    assert chosen(lambda side, taken: [first(taken), taken[1]], seats=2) == 1
    assert chosen(lambda side, taken: [first(taken), 1 - taken[1]], seats=2) == 0


def test_of_equally_good_actions_the_lowest_or_the_newest_is_chosen():
    """Three simulations try each of three hats once."""
    for hats in ((3, 5, 7), (1, 2, 8)):
        assert chosen(lambda side, taken: [0.5], simulations=3, hats=hats) == hats[0]
    newest = [chosen(lambda side, taken: [0.5], 1, 3, True, hats) for hats in ((3, 5, 7), (1, 2, 8))]
    assert newest[0] > 3 and newest[1] > 1
