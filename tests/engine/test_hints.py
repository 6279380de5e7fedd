# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What a hint says is so, however the hidden cards lie: hinted and other actions are played out many times.

Each position is dealt again for the eyes of the seat to act, an action is played, and the others play at
random until the trick, or whatever the reason speaks of, is over. The checks are written from the rules.
"""

from collections import Counter

import pytest

from engine import bots, registry
from engine.hyper_maker import MASTER, NOBODY, decide, number_in
from engine.inversion import PASS
from engine.rng import Rng
from engine.the_game import NEAR
from tests.words import catalogue

WORLDS = 24
MATCHES = {
    "the_game": (1, 2, 3),
    "inversion": (2, 3, 4, 3, 4),
    "hyper_maker": (3, 4, 5),
    "flip_over": (3, 4, 5),
    "inversio": (2, 2, 2),
}
LEVELS = dict.fromkeys(MATCHES, bots.NORMAL) | {"the_game": bots.EASY}  # which is stuck soon
STUCK = dict.fromkeys(MATCHES) | {"the_game": 0}
OPTIONS = {"the_game": {"starter": 1}, "flip_over": {"exchange": 1}}  # of the second match
SUITS = {"inversion": "♣♠♥♦☺", "hyper_maker": "●■▲★", "flip_over": "☀☾☁☂☘"}


def worlds(game, action, over):
    """Plays an action in each of WORLDS deals, then at random until `over(world)`; yields the worlds."""
    for number in range(WORLDS):
        chance = Rng(number)
        world = game.copy()
        world.redeal(game.player, chance)
        world.apply(action)
        while world.player >= 0 and not over(world):
            legal = world.legal_actions()
            world.apply(legal[chance.below(len(legal))])
        yield world


# !nversion


def trick_winners(game, action):
    """Who wins the current trick of !nversion, in each world; -1 if it is not finished when all ends."""
    at = game.position
    return [world.winner(at) for world in worlds(game, action, lambda world: world.winner(at) >= 0)]


def ahead(game):
    """The seat with the best card of the trick so far, -1 before the first; of equal ones the earlier."""
    suit = -1 if game.inverted(game.position) else game.lane[game.position] // 10
    first = game.leader(game.position)
    played = [((first + place) % game.players) for place in range(game.players)]
    played = [seat for seat in played if game.trick()[seat] >= 0]
    return max(
        played, key=lambda seat: (game.trick()[seat] // 10 == suit, game.trick()[seat] % 10), default=-1
    )


def leads(game, action):
    """Whether a seat's card, played now, is the best of the trick so far, whatever is hidden."""
    after = game.copy()
    after.apply(action)
    at = game.position
    return (ahead(after) if after.position == at else after.winner(at)) == game.player


def made(game, number):
    """The part of the worlds in which normal players give the seat that names a number that many tricks."""
    won = 0
    for seed in range(WORLDS):
        chance = Rng(seed)
        world = game.copy()
        world.redeal(game.player, chance)
        world.apply(PASS + number)
        while world.auction:
            world.apply(PASS)
        while world.player >= 0:
            world.apply(bots.choose(world, bots.NORMAL, chance))
        won += world.score(game.player) >= number
    return won / WORLDS


def of_a_lead_of_inversion(game, action, key, values):
    """Checks what is said of the first card of a trick, which is always ahead."""
    after = game.copy()
    after.apply(action)
    suit = game.follow() // 10
    counts = (game.follow() if "swap" in key else action) % 10 + 1
    assert set(game.trick()) == {-1} and after.inverted(game.position) == ("swap" in key)
    assert values[0] == counts
    if key == "hint_swap_lead":
        assert values[1] == sum(card % 10 + 1 > counts for card in game.unseen(game.player))
        return
    assert values[1] == SUITS["inversion"][suit]
    if key == "hint_lead_off":
        assert suit not in {card // 10 for card in game.hand(game.player)}
        return
    higher = [card for card in game.unseen(game.player) if card // 10 == suit and card % 10 + 1 > counts]
    assert action // 10 == suit and (key == "hint_lead_top") == (not higher)
    assert values[2:] == ([len(higher)] if higher else [])


def of_inversion(game, action, key, values):
    """Checks a reason of !nversion."""
    seat = game.player
    if game.auction:
        # What a hand should take is a guess: it is judged by how often it comes true, below.
        assert (key == "hint_pass") == (action == PASS)
        assert values == {"hint_pass": [game.declared], "hint_first": []}.get(key, [action - PASS])
        assert (key == "hint_first") == (action == PASS + 1)
        return
    others = [card for card in game.legal_actions() if card != action]
    winners = trick_winners(game, action)
    shown = action % 10 + 1
    if "lead" in key:
        of_a_lead_of_inversion(game, action, key, values)
        return
    assert set(game.trick()) != {-1}
    after = game.copy()
    after.apply(action)
    assert after.inverted(game.position) == (game.inverted(game.position) or "swap" in key)
    kept = values.pop() if key == "hint_lets" else ""
    if key in ("hint_wins", "hint_swap_wins"):
        assert set(winners) == {seat}
    elif key in ("hint_ahead", "hint_swap_ahead"):
        assert leads(game, action)
    elif key == "hint_swap_lets":
        assert seat not in winners
    else:
        assert values == [shown] and not leads(game, action)
        assert seat not in winners or game.trick().count(-1) > 1
    if key == "hint_beaten":
        assert not any(leads(game, card) for card in others)
    elif key == "hint_lets":
        card = SUITS["inversion"].index(kept[-1]) * 10 + int(kept[:-1]) - 1
        assert card in others and leads(game, card)
    elif key == "hint_partner":
        assert seat != game.parent and ahead(game) not in (-1, seat, game.parent)
        assert after.position > game.position or ahead(after) == ahead(game)
    if "swap" in key:
        assert values == [game.follow() % 10 + 1] and shown + values[0] == 11


# Hyper Maker


def tricks(game, action):
    """How the current trick of Hyper Maker ends: what `last_trick()` returns, in each world."""
    before = game.last_trick()
    return [world.last_trick() for world in worlds(game, action, lambda world: world.last_trick() != before)]


def points(game, action):
    """The points that the seat to act wins by the trick, in each world."""
    return [gain if winner == game.player else 0 for _, _, _, winner, gain, _ in tricks(game, action)]


def of_hyper_maker(game, action, key, values):
    """Checks a reason of Hyper Maker."""
    seat = game.player
    gains = points(game, action)
    if key == "hint_wins":
        assert set(gains) == set(values) and values[0] > 0
    elif key in ("hint_lets_go", "hint_none_wins"):
        best = max([max(points(game, card)) for card in game.legal_actions()[:]])
        assert not any(gains) and best == (values[0] if values else 0)
    elif key == "hint_beaten":
        assert not any(gains)
    else:
        # By what decided: the suit is in the reason's values, and the seat lost to one of the cards counted.
        suit = SUITS["hyper_maker"].index(values[0])
        beaters = set()
        for master, lead, cards, winner, _, _ in tricks(game, action):
            if decide(master, cards)[1] == suit and winner not in (seat, MASTER, NOBODY):
                beaters.add(cards[(winner - lead) % game.players])
        later = [card for card in game.unseen(seat) if number_in(card, suit) >= number_in(action, suit)]
        assert beaters <= set(later) and len(later) == (values[1] if len(values) > 1 else 0)


# Flip Over


def takers(game, action):
    """(seat that takes the disc, its card) of the current trick, in each world."""
    before = game.last_trick()
    found = []
    for world in worlds(game, action, lambda world: world.last_trick() != before):
        lead, cards, _, winner, _ = world.last_trick()
        found.append((winner, cards[(winner - lead) % game.players]))
    return found


def of_flip_over(game, action, key, values):
    """Checks a reason of Flip Over."""
    seat = game.player
    if game.exchanging:
        suit = [card for card in game.legal_actions() if card // 12 == action // 12]
        if key == "hint_last_of":
            assert suit == [action]
        elif key == "hint_highest_of":
            assert action == max(suit) and len(suit) > 1
        else:
            assert values[0] == len(suit) - 1
        return
    found = takers(game, action)
    mine = [winner == seat for winner, _ in found]
    number = values[-1] if key.startswith("hint_unless") else values[0]
    if key in ("hint_unless_blue", "hint_unless_red"):
        beaters = {card for winner, card in found if winner != seat}
        assert beaters <= set(game.unseen(seat)) and len(beaters) <= values[0]
        assert number == game.disc and game.discs[game.disc - 1] == (key == "hint_unless_blue")
    elif key in ("hint_wins_blue", "hint_takes_all", "hint_takes_red"):
        assert all(mine) and number == game.disc
        assert game.discs[game.disc - 1] == (key == "hint_wins_blue")
        if key == "hint_takes_all":
            for card in game.legal_actions()[:]:
                assert seat in [winner for winner, _ in takers(game, card)]
    else:
        assert not any(mine)
        if key == "hint_none_wins":
            assert not any(
                winner == seat for card in game.legal_actions()[:] for winner, _ in takers(game, card)
            )
        elif key == "hint_saves":
            kept = SUITS["flip_over"].index(values[0]) * 12 + values[1] - 1
            assert kept in game.hand(seat) and kept != action
            assert seat in [winner for winner, _ in takers(game, kept)]


# Inversio


def of_inversio(game, action, key, values):
    """Checks a reason of Inversio."""
    seat = game.player
    worth = [game.worths[card % 13] for card in game.hand(seat) if card != action]
    done = game.round
    for world in worlds(game, action, lambda world: True):
        if world.round == done and world.player >= 0:
            assert max(world.worths[card % 13] for card in world.hand(seat)) == values[0]
    if key == "hint_raises":
        assert values[0] > max(worth)
    elif key == "hint_last":
        for world in worlds(game, action, lambda world: world.round > done):
            cards, worths = world.fight()[2:4]
            assert worths[seat] == values[0] and cards[seat] in game.hand(seat)


# The Game


def of_the_game(game, action, key, values):
    """Checks a reason of The Game: all of them speak of the hand and the piles, which hide nothing."""
    card, pile = action >> 2, action & 3
    hand = game.hand(game.player)
    if game.is_signal(action):
        near = [game.gap(card, pile) for card in hand]
        if key == "hint_signal_back":
            assert -10 in near and values == [pile + 1]
        elif key == "hint_signal":
            assert values == [min(gap for gap in near if gap > 0), pile + 1]
        else:
            close = action < 404 and any(gap and gap <= NEAR for gap in near)
            assert key == ("hint_signal_tells" if close else "hint_signal_none") and values == [pile + 1]
            if close and not game.wishes(game.player)[pile]:
                assert not any(set(hand) & set(cards) for cards in game.meant(game.unseen(-1))[pile])
        return
    if key == "hint_begins":
        assert game.choosing and game.copy().apply(action) is None and values[0] - 1 in range(game.players)
        return
    moves = [other for other in game.legal_actions() if other]
    gaps = {other: game.gap(other >> 2, other & 3) for other in moves}
    if key == "hint_back":
        assert gaps[action] == -10 and values == [pile + 1]
    elif key == "hint_prepare":
        for world in worlds(game, action, lambda world: True):
            assert world.gap(values[1], pile) == -10 and values == [card, values[1]]
            assert values[1] in hand
    elif key == "hint_least":
        # The next best would be a larger jump, or as large.
        assert values == [gaps[action]] == [min(gaps.values())]
    elif key == "hint_lay":
        assert values == [card, pile + 1, gaps[action]]
    elif key in ("hint_enough", "hint_nothing", "hint_stuck"):
        assert action == 0 and values == ([min(gaps.values())] if key == "hint_enough" else [])
        assert (key == "hint_stuck") == bool(game.due)
        assert not values or values[0] > 0
    elif key == "hint_keep":
        assert action == 0 and game.gap(values[0], values[1] - 1) == -10 and values[0] in hand
    else:
        raise AssertionError(key)


CHECKS = {
    "the_game": of_the_game,
    "inversion": of_inversion,
    "hyper_maker": of_hyper_maker,
    "flip_over": of_flip_over,
    "inversio": of_inversio,
}


@pytest.mark.parametrize("key", MATCHES)
def test_what_a_hint_says_is_so_in_every_deal_that_is_possible(key):
    said = Counter()
    texts = catalogue("en", key)
    for seed, players in enumerate(MATCHES[key]):
        options = OPTIONS.get(key, {}) if seed == 1 else {}
        game = registry.load(key).Game(players, Rng(seed), **options)
        chance = Rng(seed)
        while game.player >= 0 and (key == "the_game" or said.total() < 120 * (seed + 1)):
            hinted = bots.choose(game, LEVELS[key], chance)
            legal = game.legal_actions()[:] + (game.signals() if key == "the_game" else [])
            if len(legal) > 1 or hinted == STUCK[key]:
                other = legal[(legal.index(hinted) + 1) % len(legal)]
                more = []
                if key == "the_game":  # also to end the turn, and to take signals back
                    more = [legal[0], *(range(400, 404) if game.signals() else ())]
                for action in (hinted, other, legal[-1], *more):
                    reason, *values = bots.explain(game, action)
                    texts[reason].format(*values)
                    CHECKS[key](game, action, reason, values)
                    said[reason] += 1
            game.apply(hinted)
    assert set(said) == {text for text in texts if text.startswith("hint_")} - {"hint_only"}


@pytest.mark.parametrize("key", [key for key in MATCHES if key != "the_game"])
def test_where_one_action_alone_is_legal_the_hint_says_so(key):
    alone = 0
    for seed in range(12):
        game = registry.load(key).Game(MATCHES[key][0], Rng(seed))
        while game.player >= 0:
            legal = game.legal_actions()
            if len(legal) == 1:
                alone += 1
                assert bots.explain(game, legal[0]) == ("hint_only",)
            game.apply(legal[0])
    assert alone


def test_what_a_hand_should_take_it_does_take_more_often_than_not():
    parts = {"hint_name": [], "hint_pass": []}
    for seed in range(60):
        game = registry.load("inversion").Game(3 + seed % 2, Rng(seed))
        while game.auction:
            hinted = bots.choose(game, bots.NORMAL, Rng(seed))
            reason = bots.explain(game, hinted)[0]
            if reason in parts and len(parts[reason]) < 16:
                parts[reason].append(made(game, game.declared + 1 if hinted == PASS else hinted - PASS))
            game.apply(hinted)
    named, passed = [sum(found) / len(found) for found in parts.values()]
    assert named > 0.5 > passed
