"""Chance is fair: `redeal` deals every hidden deal that agrees with what a seat has seen alike often.

What agrees is found here from the rules alone. In small positions all deals are tried, and the plays of the
round made again with each. In large ones the chance of each card's place is counted exactly: where the others
play their cards in one game or another, a card that would have had to be played is one that a seat lacks.
"""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest

from engine import registry
from engine.rng import Rng

KINDS = list(combinations(range(4), 2))  # of Hyper Maker's cards: pairs of suits
STRICT = 5  # standard deviations of a chi-square


# What the rules say


def follows_in_flip_over(hand, card, led):
    """Whether a hand may play a card: of the suit led if it has any."""
    return card // 12 == led // 12 or all(other // 12 != led // 12 for other in hand)


def follows_in_hyper_maker(hand, card, master):
    """A card with one of the master's suits, if it has any."""
    suits = set(KINDS[master // 10])
    return bool(suits & set(KINDS[card // 10])) or not any(suits & set(KINDS[other // 10]) for other in hand)


def follows_in_inversion(hand, card, follow):
    """A card of the follow card's suit, if it has any, or any card that makes 11 with it."""
    if card // 10 == follow // 10 or card % 10 + follow % 10 + 2 == 11:
        return True
    return all(other // 10 != follow // 10 for other in hand)


def follows_in_inversio(hand, card, table):
    """Not on its own rank, but for the ace; -1 for a table card passed over, where all are of its rank."""
    if card < 0:
        return all(other % 13 == table % 13 for other in hand)
    return card % 13 != table % 13 or card % 13 == 0


def anything(hand, card, shown):
    return True


RULES = {
    "the_game": anything,
    "inversion": follows_in_inversion,
    "hyper_maker": follows_in_hyper_maker,
    "flip_over": follows_in_flip_over,
    "inversio": follows_in_inversio,
}
SUIT = {"inversion": 10, "hyper_maker": 10, "flip_over": 12}  # cards a suit, or a kind


class Position:
    """A match, played to a point; `seat` looks at it.

    plays -- (seat, card, the card that it had to follow), of the present round
    """

    def __init__(self, game, plays, seat):
        self.key = game.KEY if hasattr(game, "KEY") else "the_game"
        self.game = game
        self.seat = seat
        self.plays = plays
        self.others = [other for other in range(game.players) if other != seat]
        self.rule = RULES[self.key]

    def stack(self):
        """The hidden cards that nobody holds, the next first."""
        game = self.game
        if self.key == "hyper_maker":
            return game._stack[::-1]
        if self.key == "inversio":
            return game._stack[game._next :]
        return list(game._deck[len(game._deck) - game.left :]) if self.key == "the_game" else []

    def hidden(self):
        """All cards that the seat does not see, rising."""
        return sorted(sum([self.game.hand(other) for other in self.others], self.stack()))

    def fits(self, seat, hand):
        """Whether a seat with this hand now may have played as it did."""
        hand = list(hand)
        game = self.game
        if self.key == "inversio" and seat == game.player:
            # Else the table card would have been passed over.
            if not any(self.rule(hand, card, game.table) for card in hand):
                return False
        for player, card, shown in reversed(self.plays):
            if player == seat:
                if card >= 0:
                    hand.append(card)
                if not self.rule(hand, card, shown):
                    return False
        return True

    def lacks(self, seat):
        """How many suits (or kinds) the seat has shown to lack."""
        size = SUIT.get(self.key)
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


def shown(game):
    """The card that the next one has to follow, -1 for none yet."""
    if hasattr(game, "master"):
        return game.master
    return game.lane[game.position] if hasattr(game, "lane") else game.trick[0] if game.trick else -1


def played(key, players, seed, left):
    """A match, played by chance until hands have so few cards, and some way into the trick.

    With odd seeds the seats keep the cards of one suit each, so that soon they lack others.
    """
    rng = Rng(seed)
    game = registry.load(key).Game(players, rng)
    plays = []
    further = seed // 2 % players
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
        elif seed & 1:
            kept = (game.player + seed // 2) % 6
            actions = [action for action in actions if action // SUIT[key] != kept] or actions
        action = actions[rng.below(len(actions))]
        if key != "the_game":
            led = shown(game)
            plays.append((game.player, action, action if led < 0 else led))
        game.apply(action)
    return Position(game, plays, seed % players)


def found(key, players, left, lacking, most, number, fit):
    """So many positions in which `lacking` others lack something, one of them `most` suits, that `fit`."""
    positions = []
    for seed in range(1500):
        position = played(key, players, seed, left)
        if position:
            lacks = [position.lacks(other) for other in position.others]
            if (sum(lack > 0 for lack in lacks), max(lacks)) == (lacking, most) and fit(position):
                positions.append(position)
                if len(positions) == number:
                    return positions
    raise AssertionError(f"only {len(positions)} positions")


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
    """How often what `look()` returns came in so many redeals."""
    rng = Rng(times)
    counts = Counter()
    for _ in range(times):
        position.game.redeal(position.seat, rng)
        counts[look()] += 1
    return counts


def all_alike(position, depth=9):
    """Checks that each deal of a position comes alike often; how many there are."""
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
    return position.size() <= 20000 and 1 < len(position.deals(9)) <= 600


@pytest.mark.parametrize("key, players, left, lacking, most", SMALL)
def test_every_deal_that_agrees_comes_alike_often(key, players, left, lacking, most):
    for position in found(key, players, left, lacking, most, 3, few):
        all_alike(position)
