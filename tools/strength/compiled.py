# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The yardstick compiled by numba, for ten thousand simulations a choice: the player "tuned:SIMULATIONS".

The search is tools/strength/tree.py as in ismcts.py, with three differences. The rules are those in rules/,
which tests hold against the engine. The constants, in tuned.py, are tuned for each game. And a part of the
choices in rollouts can be made by a rule of thumb.

The deals that it searches are the engine's own `redeal`, one after the other, and from the first one again: a
quarter as many as simulations, WORLDS at most. So each deal is as likely as the engine says, and there is no
second redeal to keep right.
"""

import numpy as np
from numba import njit

from tools.strength.rules import common, flip_over, hyper_maker, inversio, inversion

WORLDS = 500


def _deals(game, number, rng):
    """Yields so many deals that agree with what the seat to act has seen: one copy, dealt anew each time."""
    world = game.copy()
    for _ in range(number):
        world.redeal(game.player, rng)
        yield world


def _bits(cards) -> int:
    return sum([1 << card for card in cards])


def _masks(rows) -> np.ndarray:
    return np.array(rows, dtype=np.uint64)


def _numbers(values) -> np.ndarray:
    return np.array(values, dtype=np.int64)


@njit
def _next(turn, number):
    """Returns which of so many worlds is next. turn: an array of one, which remembers it."""
    now = turn[0]
    turn[0] = (now + 1) % number
    return now


def _inversion(game, deals, *settings) -> tuple:
    players, at = game.players, game.position
    base = np.zeros(inversion.SZ, np.int64)
    base[4:9] = game.player, at, max(game.leader(at), 0), game.follow(), game.inverted(at)
    base[9 : 9 + players] = game.trick()
    base[13 : 13 + players] = [game.score(seat) for seat in range(players)]
    base[17:20] = game.auction, game.declared, game.parent
    base[20 : 20 + players] = [game.named(seat) for seat in range(players)]
    base[28:38] = game.lane
    base[38] = players
    rows = []
    for deal in deals:
        base[:players] = [_bits(deal.hand(seat)) for seat in range(players)]
        rows.append(base.copy())
    return np.zeros(1, np.int64), np.array(rows), *settings


@njit
def _inversion_dealt(position):
    turn, rows, ruled, part = position
    return rows[_next(turn, len(rows))].copy(), ruled, part


def _hyper_maker(game, deals, *settings) -> tuple:
    players, tie_leads = game.players, bool(game.tie_winner_leads)
    hands = []
    masters = []
    for deal in deals:
        hands.append([_bits(deal.hand(seat)) for seat in range(players)])
        masters.append([deal.master, *reversed(deal.masters())])
    hands, masters = _masks(hands), _numbers(masters)
    points = _numbers([game.score(seat) for seat in range(players)])
    state = np.zeros(15, np.int64)
    state[hyper_maker.LEAD] = game.lead
    hyper_maker.turn_up(state, masters[0])
    gone = hands[0].copy()
    for card in game.trick:
        hyper_maker.play(players, tie_leads, gone, state, points, masters[0], card)
    return np.zeros(1, np.int64), players, tie_leads, hands, state, points, masters, *settings


@njit
def _hyper_maker_dealt(position):
    turn, players, tie_leads, hands, state, points, masters, ruled, part = position
    at = _next(turn, len(hands))
    return players, tie_leads, hands[at].copy(), state.copy(), points.copy(), masters[at], ruled, part


def _flip_over(game, deals, *settings) -> tuple:
    if not game.trumps or game.teams or game.exchange:
        raise ValueError("The compiled ISMCTS plays Flip Over with trumps, and without teams or exchange.")
    players = game.players
    hands = _masks([[_bits(deal.hand(seat)) for seat in range(players)] for deal in deals])
    discs, points = _numbers(game.discs), _numbers(game.points)
    state = np.zeros(8, np.int64)
    state[flip_over.LEAD] = state[flip_over.PLAYER] = game.lead
    state[flip_over.DISC] = game.disc - 1
    gone = hands[0].copy()
    for card in game.trick:
        flip_over.play(players, True, gone, state, points, discs, card)
    return np.zeros(1, np.int64), players, hands, discs, state, points, *settings


@njit
def _flip_over_dealt(position):
    turn, players, hands, discs, state, points, ruled, part = position
    return players, hands[_next(turn, len(hands))].copy(), discs, state.copy(), points.copy(), ruled, part


def _inversio(game, deals, *settings) -> tuple:
    base = np.zeros(inversio.SIZE, np.int64)
    base[: inversio.WON] = game.player, game.table, 0
    base[inversio.WON : inversio.WORTHS] = game.score(0), game.score(1)
    base[inversio.WORTHS : inversio.STOCK] = list(game.worths)
    hands = []
    states = []
    for deal in deals:
        hands.append([_bits(deal.hand(0)), _bits(deal.hand(1))])
        held = deal.hand(1 - game.player)
        stock = [card for card in deal.unseen(game.player) if card not in held]
        base[inversio.STOCK : inversio.STOCK + len(stock)] = stock
        states.append(base.copy())
    return np.zeros(1, np.int64), _masks(hands), np.array(states), len(stock), *settings


@njit
def _inversio_dealt(position):
    turn, hands, states, stock, ruled, part = position
    at = _next(turn, len(hands))
    state = states[at].copy()
    # Every order of the stock agrees with what was seen, and no more than this is turned up.
    for place in range(min(inversio.MOST, stock)):
        first = inversio.STOCK + place
        other = first + np.random.randint(stock - place)
        state[first], state[other] = state[other], state[first]
    return hands[at].copy(), state, ruled, part


# For each game: its rules; what makes a position of a game, its deals, the rule's share and the points' part;
# and what takes the next world from a position.
GAMES = {
    "inversion": (inversion, _inversion, _inversion_dealt),
    "hyper_maker": (hyper_maker, _hyper_maker, _hyper_maker_dealt),
    "flip_over": (flip_over, _flip_over, _flip_over_dealt),
    "inversio": (inversio, _inversio, _inversio_dealt),
}


@njit
def _find(position, seat, actions, dealt, acting, choices, put, finish, simulations, constant, seed):
    np.random.seed(seed)
    return common.search(
        position, seat, actions, dealt, acting, choices, put, finish, common.draw, simulations, constant,
        False,
    )  # fmt: skip


def search(game, key: str, simulations: int, chance, settings: tuple) -> int:
    """Returns the action for `game.player` that was simulated most often.

    game: is not changed. chance: an ismcts.Chance; deals the hidden cards and seeds the rollouts. settings:
    as in tuned.SETTINGS. Raises ValueError for a table of Flip Over that it does not play.
    """
    legal = game.legal_actions()
    if len(legal) == 1:
        return legal[0]
    rules, position_of, dealt = GAMES[key]
    constant, part, ruled = settings
    worlds = max(1, min(WORLDS, simulations // 4))
    if key == "inversion" and game.players == 2:
        worlds = 1  # nothing is hidden
    position = position_of(game, _deals(game, worlds, chance), ruled, part)
    action = _find(
        position, game.player, _numbers(legal), dealt, rules.acting, rules.choices, rules.put, rules.finish,
        simulations, constant, chance.below(1 << 30),
    )  # fmt: skip
    return int(action)
