# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Chance is fair: `redeal` samples uniformly from the deals that agree with what a seat has seen.

What agrees is found here from the rules alone. In small positions all deals are tried, and the plays of the
round made again with each. In large ones the chance of each card's place is counted exactly: where the others
play their cards in one game or another, a card that would have had to be played is one that a seat lacks.
"""

from collections import Counter
from functools import cache, partial
from itertools import combinations, permutations, product
from math import comb, factorial

import pytest

from engine import registry
from engine.inversio import Game as Inversio
from engine.rng import Rng
from tests import games, robots
from tests.dealing import Fixed
from tests.games.the_game import late

STRICT = 5  # standard deviations of a chi-square


class Position:
    """A match, played to a point; `seat` looks at it.

    plays -- (seat, card, the card that it had to follow), of the present round
    """

    def __init__(self, game, plays, seat):
        self.key = game.KEY
        self.game = game
        self.seat = seat
        self.plays = plays
        self.others = [other for other in range(game.players) if other != seat]
        self.facts = games.of(self.key)

    def stack(self):
        """The hidden cards that nobody holds, the next first."""
        return self.facts.stack(self.game)

    def hidden(self):
        """All cards that the seat does not see, rising."""
        return sorted(sum([self.game.hand(other) for other in self.others], self.stack()))

    def fits(self, seat, hand):
        """Whether a seat with this hand now may have played as it did."""
        hand = list(hand)
        game = self.game
        if self.key == "inversio" and seat == game.player:
            # Else the table card would have been passed over.
            if not any(self.facts.may_play(hand, card, game.table) for card in hand):
                return False
        for player, card, shown in reversed(self.plays):
            if player == seat:
                if card >= 0:
                    hand.append(card)
                if not self.facts.may_play(hand, card, shown):
                    return False
        return True

    def lacks(self, seat):
        """How many suits (or kinds) the seat has shown to lack."""
        size = self.facts.SUIT
        return sum(not self.fits(seat, [suit * size]) for suit in range(60 // size)) if size else 0

    def deals(self, depth):
        """All deals: the others' hands, and the first `depth` cards of the stack."""
        rows = [([], self.hidden())]
        for other in self.others:
            size = len(self.game.hand(other))
            rows = [
                ([*hands, hand], [card for card in left if card not in hand])
                for hands, left in rows
                for hand in combinations(left, size)
                if self.fits(other, hand)
            ]
        depth = min(depth, len(self.stack()))
        return [(*hands, cards) for hands, left in rows for cards in permutations(left, depth)]

    def dealt(self, depth):
        """The present deal, as `deals` has it."""
        return (*[tuple(self.game.hand(other)) for other in self.others], tuple(self.stack()[:depth]))

    def size(self):
        """How many deals there are at most."""
        left = len(self.hidden())
        number = 1
        for other in self.others:
            number *= comb(left, len(self.game.hand(other)))
            left -= len(self.game.hand(other))
        return number


def played(key, players, seed, left):
    """A match, played by chance until hands have so few cards, and some way into the trick.

    With odd seeds the seats keep the cards of one suit each, so that soon they lack others.
    """
    rng = Rng(seed)
    game = registry.load(key).Game(players, rng)
    plays = []
    further = seed // 2 % players
    facts = games.of(key)
    while len(game.hand(game.player)) > left or further > 0:
        further -= len(game.hand(game.player)) <= left
        actions = list(game.legal_actions())
        if getattr(game, "auction", False):
            game.apply(actions[rng.below(min(2, len(actions)))])
            continue
        if key == "the_game":  # the least gap
            actions = [
                min(actions, key=lambda action: game.gap(action // 4, action % 4) if action else 9 * game.due)
            ]
            if actions == [0] and game.due:
                return None
        elif seed & 1 and facts.SUIT:
            kept = (game.player + seed // 2) % 6
            actions = [action for action in actions if action // facts.SUIT != kept] or actions
        action = actions[rng.below(len(actions))]
        if key != "the_game":
            led = facts.led_card(game)
            plays.append((game.player, action, action if led < 0 else led))
        game.apply(action)
    return Position(game, plays, seed % players)


def found(key, players, left, lacking, most, number, fit):
    """Positions in which `lacking` others lack something, one of them `most` suits, that `fit`."""
    positions = []
    for seed in range(1500):
        position = played(key, players, seed, left)
        if position:
            lacks = [position.lacks(other) for other in position.others]
            if (sum(lack > 0 for lack in lacks), max(lacks)) == (lacking, most) and fit(position):
                positions.append(position)
                if len(positions) == number:
                    return positions
    raise AssertionError(
        f"only {len(positions)} positions in 1500 matches of {key} with default options: {players} players, "
        f"{left} cards left, {lacking} others lack a suit, one lacks {most} (LARGE)"
    )


# Chi-square


def even(counts, shares):
    """Checks what came how often (a Counter) against the weights of all that can come."""
    assert set(counts) <= set(shares), "what cannot be"
    times = counts.total()
    weight = sum(shares.values())
    cells = []
    rare = [0, 0]
    for what, share in shares.items():
        cell = (counts[what], times * share / weight)
        if cell[1] < 5:
            rare = [rare[0] + cell[0], rare[1] + cell[1]]
        else:
            cells.append(cell)
    if rare[1] >= 5 or not cells:
        cells.append(tuple(rare))
    elif rare[1]:
        cells[0] = (cells[0][0] + rare[0], cells[0][1] + rare[1])
    freedom = len(cells) - 1
    if freedom:
        chi = sum((count - expected) ** 2 / expected for count, expected in cells)
        # Wilson and Hilferty: the cube root of a chi-square is nearly normal.
        spread = 2 / (9 * freedom)
        assert ((chi / freedom) ** (1 / 3) - 1 + spread) / spread**0.5 < STRICT, (times, sorted(cells))


def redealt(position, look, times):
    """How often what `look()` returns came in that many redeals."""
    rng = Rng(times)
    counts = Counter()
    for _ in range(times):
        position.game.redeal(position.seat, rng)
        counts[look()] += 1
    return counts


def all_alike(position, depth=9):
    """Checks that a position's deals are sampled uniformly. Returns how many there are."""
    deals = position.deals(depth)
    assert position.dealt(depth) in deals
    counts = redealt(position, lambda: position.dealt(depth), max(300, 20 * len(deals)))
    even(counts, dict.fromkeys(deals, 1))
    return len(deals)


# Small positions: key, players, cards left, how many others lack something, and how many suits one of them

SMALL = [
    ("hyper_maker", 3, 2, 0, 0),
    ("hyper_maker", 3, 3, 1, 5),
    ("hyper_maker", 3, 2, 2, 5),
    ("hyper_maker", 4, 2, 1, 5),
    ("hyper_maker", 4, 1, 2, 5),
    ("hyper_maker", 5, 1, 2, 5),
    ("flip_over", 3, 3, 0, 0),
    ("flip_over", 3, 4, 1, 1),
    ("flip_over", 3, 4, 2, 1),
    ("flip_over", 3, 3, 1, 2),
    ("flip_over", 4, 2, 0, 0),
    ("flip_over", 4, 3, 1, 1),
    ("flip_over", 4, 3, 2, 1),
    ("flip_over", 4, 3, 2, 2),
    ("flip_over", 4, 3, 3, 2),
    ("flip_over", 5, 2, 2, 1),
    ("flip_over", 5, 2, 2, 2),
    ("flip_over", 5, 2, 3, 2),
    ("flip_over", 5, 2, 4, 2),
    ("flip_over", 5, 3, 4, 3),
    ("inversion", 3, 2, 0, 0),
    ("inversion", 3, 3, 1, 1),
    ("inversion", 3, 4, 2, 2),
    ("inversion", 4, 3, 1, 1),
    ("inversion", 4, 2, 2, 1),
    ("inversion", 4, 3, 2, 2),
    ("inversion", 4, 3, 3, 2),
]


def few(position):
    return position.size() <= 20000 and 1 < len(position.deals(9)) <= 400


@pytest.mark.parametrize("key, players, left, lacking, most", SMALL)
def test_every_deal_that_agrees_comes_alike_often(key, players, left, lacking, most):
    for position in found(key, players, left, lacking, most, 2, few):
        all_alike(position)


# Large positions


@cache
def ways(groups, rooms):
    """In how many ways cards can be dealt. groups: how many cards, and the places that may get them."""
    if not groups:
        return not any(rooms)
    number, may = groups[0]
    if len(groups) == 1:
        if any(room for place, room in enumerate(rooms) if place not in may) or sum(rooms) != number:
            return 0
        total = factorial(number)
        for room in rooms:
            total //= factorial(room)
        return total
    place, *others = may
    if not others:
        left = rooms[place] - number
        return ways(groups[1:], (*rooms[:place], left, *rooms[place + 1 :])) if left >= 0 else 0
    total = 0
    for count in range(min(number, rooms[place]) + 1):
        left = (*rooms[:place], rooms[place] - count, *rooms[place + 1 :])
        total += comb(number, count) * ways(((number - count, tuple(others)), *groups[1:]), left)
    return total


def numbers(position):
    """The hidden cards in groups for which the same is known, and for each of them and each place (the
    others, then the stack) how many deals leave that many of the group's cards there.
    """
    rooms = tuple(len(position.game.hand(other)) for other in position.others)
    rooms += (len(position.stack()),)
    held = {}
    for card in position.hidden():
        may = [place for place, other in enumerate(position.others) if position.fits(other, [card])]
        held.setdefault((*may, len(rooms) - 1), []).append(card)
    groups = sorted(held, key=len)
    found = {}
    for group in groups:
        rest = [(len(held[other]), other) for other in groups if other != group]
        for place in group:
            places = tuple(other for other in group if other != place)
            for count in range(min(len(held[group]), rooms[place]) + 1):
                left = (*rooms[:place], rooms[place] - count, *rooms[place + 1 :])
                deals = 0
                if places:
                    deals = ways(((len(held[group]) - count, places), *rest), left)
                elif count == len(held[group]):
                    deals = ways(tuple(rest), left)
                found[group, place, count] = comb(len(held[group]), count) * deals
    return held, found


def places_are_fair(position, times=1000):
    """Checks how often each card came to each hand, and early and late in the stack, and how many did."""
    held, found = numbers(position)
    stack = len(position.stack())
    early = stack // 2
    end = len(position.others)
    cards = {card: Counter() for card in position.hidden()}
    counts = {(group, place): Counter() for group in held for place in group}
    rng = Rng(times)
    for _ in range(times):
        position.game.redeal(position.seat, rng)
        piles = [position.game.hand(other) for other in position.others]
        for place, pile in enumerate([*piles, position.stack()]):
            for at, card in enumerate(pile):
                cards[card][end + 1 if place == end and at >= early else place] += 1
            for group in held:
                number = len(set(pile) & set(held[group]))
                assert place in group or not number, "what cannot be"
                if place in group:
                    counts[group, place][number] += 1
    for group in held:
        weights = {}
        for place in group:
            shares = {count: deals for (of, at, count), deals in found.items() if (of, at) == (group, place)}
            shares = {count: deals for count, deals in shares.items() if deals}
            if shares:
                even(counts[group, place], shares)
                total = sum(shares.values())
                weights[place] = sum(count * deals for count, deals in shares.items()) / total
        late = weights.pop(end, 0)
        if stack and late:
            if early:
                weights[end] = late * early / stack
            weights[end + 1] = late * (stack - early) / stack
        for card in held[group]:
            even(cards[card], {place: weight for place, weight in weights.items() if weight})


LARGE = games.cases("LARGE")  # (key, players, ...), as tests/games says


@pytest.mark.parametrize("key, players, left, lacking, most", LARGE)
def test_each_cards_place_has_its_exact_chance_in_large_positions(key, players, left, lacking, most):
    for position in found(key, players, left, lacking, most, 1, lambda position: True):
        places_are_fair(position)


# What is known otherwise


def test_every_deal_comes_alike_often_near_the_end_of_the_game():
    game = late([5, 9], [30, 31], [60, 61], deck=(7, 99))
    for seat in range(3):
        assert all_alike(Position(game, [], seat)) == 180


def test_nothing_is_hidden_in_an_even_round_without_the_exchange_nor_between_two_players():
    flip_over = registry.load("flip_over").Game(4, Rng(2))
    while flip_over.round == 1 or len(flip_over.hand(flip_over.player)) > 6:
        flip_over.apply(flip_over.legal_actions()[0])
    inversion = registry.load("inversion").Game(2, Rng(2))
    for game in (flip_over, inversion):
        hands = [game.hand(seat)[:] for seat in range(game.players)]
        for seed in range(50):
            game.redeal(seed & 1, Rng(seed))
            assert [game.hand(seat) for seat in range(game.players)] == hands


def ranks(names):
    """Cards from letters of rank and suit: "7s" is the seven of spades."""
    return ["cdhs".index(name[1]) * 13 + "A23456789TJQK".index(name[0]) for name in names.split()]


def inversio(stock, moves):
    """A round of Inversio with these table cards, after that many cards were laid, and what lies on what."""
    one, other = "Kc 2c 3c 4c 5c", "6d 7d 8d 9d 7h"
    front = ranks(f"{one} {other} {stock}")
    game = Inversio(2, Fixed(0, front + [card for card in range(52) if card not in front]))
    for card in ranks("Kc 6d 2c 8d 3c 9d 4c")[:moves]:
        game.apply(card)
    return Position(game, [(seat, card, table) for table, card, seat in game.laid()], 0)


TABLES = "Qh Jh Qs Js Qd Jd 6h 7s Ts"
FREE = "Qh Jh Qs Js Qd Jd 6h Ts 7s"


@pytest.mark.parametrize(
    "stock, moves, depth",
    [
        (TABLES, 7, 1),  # the seven of spades was passed over: two of the other three
        (FREE, 7, 0),  # the other seat is to lay, so it does not hold two tens
        (FREE, 7, 1),
        (FREE, 6, 0),
        ("Qh Jh Qs Js Qd Jd 6h 7s 7c Ts", 7, 1),  # two sevens were passed over: the other two
    ],
)
def test_every_deal_comes_alike_often_after_table_cards_passed_over_or_not(stock, moves, depth):
    position = inversio(stock, moves)
    if depth and stock is FREE:
        # Of all deals, how many have each card up next.
        cards = Counter(deal[1][0] for deal in position.deals(1))
        even(redealt(position, lambda: position.stack()[0], 3000), cards)
    else:
        all_alike(position, depth)


def test_early_in_a_round_of_inversio_each_card_has_its_exact_chance():
    position = inversio(FREE, 2)
    hidden = len(position.hidden())
    cards = {card: Counter() for card in position.hidden()}
    rng = Rng(5)
    for _ in range(2000):
        position.game.redeal(0, rng)
        for place, card in enumerate([*position.game.hand(1), *position.stack()]):
            cards[card][max(place, 3) if place < 6 else 6] += 1
    for card in cards:
        even(cards[card], {3: 4, 4: 1, 5: 1, 6: hidden - 6})


def exchanged(seed, left):
    """A match in its second round, with exchange: while cards are named, or until hands have so few cards.

    Returns it, the hands before the exchange, and the plays.
    """
    rng = Rng(seed)
    game = registry.load("flip_over").Game(4, rng, exchange=1)
    while game.round == 1:
        actions = game.legal_actions()
        game.apply(actions[rng.below(len(actions))])
    hands = [game.hand(seat)[:] for seat in range(4)]
    plays = []
    while game.exchanging or len(game.hand(game.player)) > left:
        actions = game.legal_actions()
        action = actions[rng.below(len(actions))]
        if not game.exchanging:
            plays.append((game.player, action, game.trick[0] if game.trick else action))
        elif left > 10 and len(game.given(game.player)) == left - 11 and game.player == (game.lead + 2) % 4:
            break
        game.apply(action)
    return game, hands, plays


def gifts(game, givers):
    """What these have named."""
    return tuple(tuple(game.given(giver)) for giver in givers)


def exchanges(position, hands):
    """All gifts that agree with what the seat knows: by trying them and replaying the round."""
    game = position.game
    seat = position.seat
    by = {card: player for player, card, _ in position.plays}
    rows = []
    for giver in range(4):
        known = tuple(game.given(giver))
        rows.append([])
        for row in permutations(hands[giver], 3):
            if row != known and (
                giver == seat or row[(seat - giver - 1) % 4] != known[(seat - giver - 1) % 4]
            ):
                continue  # its own gifts, and those to it, the seat knows
            owner = dict.fromkeys(hands[giver], giver)
            owner.update({card: (giver + 1 + step) % 4 for step, card in enumerate(row)})
            if all(by.get(card, owner[card]) == owner[card] for card in owner):
                rows[-1].append(row)
    worlds = []
    for world in product(*rows):
        after = [set(hands[giver]) - set(world[giver]) for giver in range(4)]
        for giver in range(4):
            for step in range(3):
                after[(giver + 1 + step) % 4].add(world[giver][step])
        if all(position.fits(player, after[player] - set(by)) for player in range(4)):
            worlds.append(world)
    return worlds


@pytest.mark.parametrize("left", [4, 3, 2])
def test_every_exchange_that_agrees_comes_alike_often(left):
    number = 0
    for seed in range(30):
        game, hands, plays = exchanged(seed, left)
        position = Position(game, plays, seed % 4)
        if number < 5:
            worlds = exchanges(position, hands)
            if 1 < len(worlds) <= 400:
                number += 1
                counts = redealt(position, partial(gifts, game, range(4)), max(300, 20 * len(worlds)))
                even(counts, dict.fromkeys(worlds, 1))
    assert number == 5


@pytest.mark.parametrize("named", [0, 1, 2])
def test_while_cards_are_named_all_that_the_others_may_have_named_come_alike_often(named):
    game, hands, _ = exchanged(7, 11 + named)
    first, second, seat = [(game.lead + step) % 4 for step in range(3)]
    for looking, of, number in ((seat, first, 3), ((seat + 1) % 4, seat, named)):
        counts = redealt(Position(game, [], looking), partial(gifts, game, [of]), 6000)
        even(counts, dict.fromkeys([(row,) for row in permutations(hands[of], number)], 1))


@pytest.mark.parametrize("key", games.KEYS)
def test_every_game_that_hides_a_card_has_positions(key):
    hidden = []
    for players, seed, actions, options in games.of(key).POSITIONS:
        game = robots.position(key, players, seed, actions, **options)
        hidden += [card for seat in range(players) for card in game.unseen(seat)]
    assert bool(hidden) == (games.of(key).LARGE != [])
