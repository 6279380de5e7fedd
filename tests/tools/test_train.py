# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The trainers' own rules, which they need compiled: step by step the same as the engine's on random deals.

These are in tools/strength/rules, apart from the deals and The Game.
"""

import ast
import random

import pytest

from engine import bots, flip_over, hyper_maker, inversion, the_game
from engine.bots.inversion.rule import given_away
from engine.rng import Rng
from tests.dealing import Fixed
from tests.games.inversion import worth_of_holding
from tools import PROJECT
from tools.strength import ismcts
from tools.train.weights import literal

DEALS = 6


@pytest.fixture
def trainer(uncompiled):
    """Imports a trainer by its name, with its compiled functions as plain ones."""
    return lambda name: uncompiled("tools.train." + name)


def cards_of(mask) -> list[int]:
    """The cards of a bit set, rising."""
    return [card for card in range(64) if int(mask) >> card & 1]


def masks_of(numpy, hands):
    """An array with the bit set of each hand."""
    return numpy.array([sum(1 << card for card in hand) for hand in hands], dtype=numpy.uint64)


def rounds_of_flip_over(train, players, trumps):
    """Plays rounds in the engine and by the trainer's rules. Yields both before each action."""
    chance = random.Random(players)
    for seed in range(DEALS):
        game = flip_over.Game(players, Rng(seed), trumps=trumps)
        hands = masks_of(train.np, [game.hand(seat) for seat in range(players)])
        state = train.np.zeros(8, train.np.int64)
        state[train.LEAD] = state[train.PLAYER] = game.lead
        points = train.np.zeros(players, train.np.int64)
        discs = train.np.array(game.discs, train.np.int64)
        for _ in range(players * len(discs)):
            yield game, hands, discs, state, points
            card = chance.choice(list(game.legal_actions()))
            game.apply(card)
            train.play(players, trumps, hands, state, points, discs, card)
            assert list(points) == game.points
        assert game.round == 2 or game.player < 0


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("trumps", [False, True])
def test_flip_overs_trainer_plays_by_the_rules(trainer, players, trumps):
    train = trainer("flip_over")
    for game, hands, _, state, _ in rounds_of_flip_over(train, players, trumps):
        assert state[train.PLAYER] == game.player and state[train.DISC] == game.disc - 1
        assert cards_of(train.legal(hands, state)) == list(game.legal_actions())


def test_flip_overs_trainer_settles_discs_as_the_rules_do(trainer):
    train = trainer("flip_over")
    chance = random.Random(3)
    for number in (8, 10, 12) * DEALS:
        discs = [chance.random() < 0.5 for _ in range(number)]
        same = train.np.array(discs, train.np.int64)
        flip_over.settle(discs)
        train.settle(same, number)
        assert list(same) == discs


def deals_of_hyper_maker(train, players, tie_leads):
    """Plays deals in the engine and by the trainer's rules. Yields both before each action."""
    chance = random.Random(players)
    for seed in range(DEALS):
        game = hyper_maker.Game(players, Rng(seed), deals=1, tie_winner_leads=tie_leads)
        masters = []  # which they are is seen by playing the deal once
        before = game.copy()
        while before.player >= 0:
            if not before.trick:
                masters.append(before.master)
            before.apply(before.legal_actions()[0])
        hands = masks_of(train.np, [game.hand(seat) for seat in range(players)])
        masters = train.np.array(masters)
        state = train.np.zeros(15, train.np.int64)
        state[train.LEAD] = game.lead
        points = train.np.zeros(players, train.np.int64)
        train.turn_up(state, masters)
        while game.player >= 0:
            yield game, hands, state, points, masters
            card = chance.choice(list(game.legal_actions()))
            game.apply(card)
            train.play(players, tie_leads, hands, state, points, masters, card)
            assert list(points) == [game.score(seat) for seat in range(players)]
        assert state[train.TRICKS] == len(masters)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("tie_leads", [0, 1])
def test_hyper_makers_trainer_plays_by_the_rules(trainer, players, tie_leads):
    train = trainer("hyper_maker")
    for game, hands, state, _, masters in deals_of_hyper_maker(train, players, tie_leads):
        assert state[train.PLAYER] == game.player and masters[state[train.TRICKS]] == game.master
        assert cards_of(train.legal(hands, state, masters)) == list(game.legal_actions())


def held(hands):
    """The cards of each hand."""
    return [cards_of(hand) for hand in hands]


def check_search(train, game, position, world, hands):
    """Checks what a trainer hands to the search, of a position and of the same one as a world."""
    seat, legal = game.player, list(game.legal_actions())
    assert train.acting(world) == seat and list(train.choices(world)) == legal
    dealt = held(hands(train.dealt(position)))
    now = held(hands(world))
    assert dealt[seat] == now[seat] and list(map(len, dealt)) == list(map(len, now))
    if len(now[seat]) == 2 and len(legal) > 1:
        chosen = train.common.search(
            position, seat, train.choices(world), train.dealt, train.acting, train.choices, train.put,
            train.finish, train.common.draw, 20, 0.7, False,
        )  # fmt: skip
        assert chosen in legal


def test_flip_overs_trainer_searches_by_the_rules(trainer):
    train = trainer("flip_over")
    void = train.np.zeros(4, train.np.uint64)
    for game, hands, discs, state, points in rounds_of_flip_over(train, 4, True):
        world = (4, hands, discs, state, points, 0.0, 0.0)
        check_search(train, game, (4, hands, discs, state, points, void), world, lambda world: world[1])
        after = (4, hands.copy(), discs, state.copy(), points.copy(), 0.0, 0.0)
        train.put(after, game.legal_actions()[0])
        end = game.copy()
        end.apply(game.legal_actions()[0])
        if end.round > 1:
            assert train.acting(after) == -1
            won = [seat for seat in range(4) if end.score(seat) == max(end.points)]
            assert list(train.finish(after)) == [(seat in won) / len(won) for seat in range(4)]


def test_hyper_makers_trainer_searches_by_the_rules(trainer):
    train = trainer("hyper_maker")
    only = train.np.full(4, -1)
    for game, hands, state, points, masters in deals_of_hyper_maker(train, 4, 1):
        world = (4, 1, hands, state, points, masters, 0.0, 0.0)
        check_search(train, game, (*world[:6], only), world, lambda world: world[2])
        after = (4, 1, hands.copy(), state.copy(), points.copy(), masters, 0.0, 0.0)
        train.put(after, game.legal_actions()[0])
        end = game.copy()
        end.apply(game.legal_actions()[0])
        if end.player < 0:
            assert train.acting(after) == -1 and list(train.finish(after)) == ismcts.shares(end)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_inversions_trainer_plays_by_the_rules(trainer, players):
    train = trainer("inversion")
    chance = random.Random(players)
    for seed in range(DEALS):
        game = inversion.Game(players, Rng(seed))
        hands = [game.hand(seat) for seat in range(players)]
        position = [0] * train.SZ
        train.new(position, players, sum(hands, []) + list(game.lane), game.player)
        offered = [0] * 50
        while game.player >= 0:
            assert position[4] == game.player and bool(position[17]) == game.auction
            actions = list(game.legal_actions())
            assert sorted(offered[: train.legal(position, offered)]) == actions
            assert bool(train.settled(position)) == game.settled()
            action = chance.choice(actions)
            game.apply(action)
            train.apply(position, action)
            assert position[13 : 13 + players] == [game.score(seat) for seat in range(players)]
            assert (position[18], position[19]) == (game.declared, game.parent)
        assert position[4] == -1


def test_inversions_trainer_weighs_the_hands_as_the_search_of_two_does(trainer):
    train = trainer("inversion")
    chance = random.Random(2)
    game = inversion.Game(2, Rng(1))
    position = [0] * train.SZ
    train.new(position, 2, game.hand(0) + game.hand(1) + list(game.lane), game.player)
    suits, elevens = [0] * 5, [0] * 10
    while game.player >= 0:
        if game.trick() == [-1, -1]:
            if game.position:  # the counts are those of the trick before
                weights, signs = [0] * 20, [0] * 20
                train.held2(position, suits, elevens, weights, signs)
                cards = sorted(game.hand(0)) + sorted(game.hand(1))
                worths = given_away(game.lane, game.position - 1, 3)
                assert [worth_of_holding(weight) for weight in weights[: len(cards)]] == [
                    worths[card] for card in cards
                ]
                assert signs[: len(cards)] == [1] * len(game.hand(0)) + [-1] * len(game.hand(1))
            train.counts(position, suits, elevens)
        action = chance.choice(list(game.legal_actions()))
        game.apply(action)
        train.apply(position, action)


def ways(game, cards, depth, on=range(4)):
    """All that can be laid of these cards on these piles, up to `depth`: {(piles, cards left): actions}."""
    game = game.copy()
    start = (tuple(game.piles), tuple(cards))
    found = {start: []}
    fresh = [start]
    for piles, left in fresh:
        if len(found[piles, left]) == depth:
            continue
        game.piles[:] = piles
        for card in left:
            for pile in on:
                if game.gap(card, pile):
                    after = (*piles[:pile], card, *piles[pile + 1 :]), tuple([c for c in left if c != card])
                    if after not in found:
                        found[after] = [*found[piles, left], 4 * card + pile]
                        fresh.append(after)
    return found


class Follower:
    """Plays the trainer's matches in the engine, too: it looks on where the trainer searches for a turn."""

    def __init__(self, train, players):
        self.unseen_from = train.OFF
        self.players = players
        self.search = train.turn
        self.shuffle = train.np.random.shuffle
        self.game = None
        self.ends = []  # how the turn may end, best first: (piles, hand left), the actions
        self.most = 0  # of the cards that are due, how many can be laid
        self.left = []  # of each match, how many cards
        self.empty = 0  # turns with nothing to draw

    def shuffled(self, cards):
        """Deals the next match, as the trainer is about to: the first one rising, so that it can be won."""
        self.over()
        if self.game:
            self.shuffle(cards)
        self.game = the_game.Game(self.players, Fixed(0, [int(card) for card in cards]))

    def over(self):
        """Ends a match: the last cards are laid, or nobody can go on."""
        if self.game is None:
            return
        if self.ends:
            self.lay(self.ends[0][1])
            assert self.game.winners()
            self.left.append(0)
        else:
            self.left.append(98 - self.game.score(0) - self.most)
        self.ends = []

    def lay(self, actions):
        """Plays a turn."""
        seat = self.game.player
        whole = len(actions) == self.game.held(seat)
        for action in actions:
            assert action in self.game.legal_actions()
            self.game.apply(action)
        if not whole:
            assert not self.game.due
            self.game.apply(0)

    def turn(self, piles, hand, nh, due, un, *more):
        game = self.game
        hand_now = [int(card) for card in hand[:nh]]
        unseen = [card for card in range(2, 100) if un[card + self.unseen_from]]
        for (tops, left), actions in self.ends:  # which of them was taken is seen by what is there now
            gone = set(game.hand(game.player)) - set(left)
            if tops == tuple(piles) and not gone & {*hand_now, *unseen} and {*left} <= {*hand_now, *unseen}:
                self.lay(actions)
                break
        assert (game.piles, game.hand(game.player), game.due) == (list(piles), hand_now, due)
        assert game.unseen(game.player) == unseen
        self.empty += not game.left
        result = self.search(piles, hand, nh, due, un, *more)
        self.ends = []
        tops, hands, sizes = more[-6], more[-5], more[-4]
        for place in range(result[0]):
            left = tuple([int(card) for card in hands[place, : sizes[place]]])
            laid = [card for card in hand_now if card not in left]
            assert len(laid) >= due
            end = tuple([int(top) for top in tops[place]])
            changed = [pile for pile in range(4) if end[pile] != game.piles[pile]]
            self.ends.append(((end, left), ways(game, laid, len(laid), changed)[end, ()]))
        self.most = max(map(len, ways(game, hand_now, due).values()))
        assert bool(self.ends) == (self.most == due)
        return result


HAND_SIZES = (8, 7, 6, 6, 6)


def near(p0, p1, p2, p3, hand, nh, un, pre, prp, x):
    """Features that tell only how far the piles have still to go."""
    x[0] = p2 + p3 - p0 - p1


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_games_trainer_plays_on_by_the_rules(trainer, monkeypatch, players):
    train = trainer("the_game_play")
    numpy = train.np
    monkeypatch.setattr(train, "feats", near)
    monkeypatch.setattr(train, "worth", lambda x, *more: x[0] / 10)
    follower = Follower(train, players)
    flags = [numpy.zeros(128 + train.OFF, numpy.int64) for _ in range(3)]
    weights = (numpy.zeros((train.NF, 1)), None, None)
    space = (train.ends(), train.room(1))
    lost = 0
    for seed in range(6):
        follower.game = game = the_game.Game(players, Rng(seed))
        while game.player >= 0 and (game.laid or game.score(0) < 6 * seed):
            game.apply(bots.choose(game, bots.EASY, Rng(1)))
        assert game.player >= 0
        follower.ends = []
        # From here on the next seats draw the cards that they would draw.
        seat = (game.player - 1) % players
        hands = numpy.zeros((players, 8), numpy.int64)
        sizes = numpy.array([game.held(other) for other in range(players)])
        hands[seat, : sizes[seat]] = game.hand(seat)
        deck = list(game._deck[len(game._deck) - game.left :])  # noqa: SLF001 - as it will be drawn
        others = [card for step in range(1, players) for card in game.hand((seat + step) % players)]
        rest = numpy.zeros(128 + train.OFF, numpy.uint8)
        rest[numpy.array(others + deck + game.hand(seat)) + train.OFF] = 1
        monkeypatch.setattr(train, "turn", follower.turn)
        chance = train.play_on(
            seat, hands, sizes, numpy.array(game.piles), numpy.array(others + deck), game.left, game.least,
            game.hand_size, 60, 1, rest, *flags, *weights, *space,
        )  # fmt: skip
        monkeypatch.setattr(train, "turn", follower.search)
        assert chance == bool(follower.ends)  # 60 turns go to the end: the last cards are laid, or nobody can
        if chance:
            follower.lay(follower.ends[0][1])
            assert game.winners()
        lost += not chance
    assert lost


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_games_trainer_plays_by_the_rules(trainer, monkeypatch, players):
    train = trainer("the_game_play")
    follower = Follower(train, players)
    monkeypatch.setattr(train, "feats", near)  # how good an end is does not matter here
    monkeypatch.setattr(train, "worth", lambda x, *more: x[0] / 10)
    monkeypatch.setattr(train, "turn", follower.turn)
    monkeypatch.setattr(train.np.random, "shuffle", follower.shuffled)
    numpy = train.np
    matches, rows = 4, 400
    outs = numpy.zeros(matches)
    train.gather(
        players, matches, players, 2, HAND_SIZES[players - 1], numpy.zeros((train.NF, 1)), None, None,
        0, 1, 1, 4, 1.0, 0.2, 0.1,
        numpy.zeros((rows, train.NF)), *[numpy.zeros(rows, numpy.int64) for _ in range(4)], outs,
    )  # fmt: skip
    follower.over()
    assert list(outs) == follower.left and follower.empty
    assert follower.left[0] == 0 < min(follower.left[1:])


@pytest.mark.parametrize("word", ["alnoe", "nowhere/weights"])
def test_the_games_trainer_takes_no_word_that_is_neither_a_set_nor_a_folder(trainer, monkeypatch, word):
    train = trainer("the_game")
    monkeypatch.setattr(train.sys, "argv", ["the_game.py", "alone", word])
    monkeypatch.setattr(train.multiprocessing, "get_context", None)  # nothing is trained
    with pytest.raises(SystemExit) as refusal:
        train.main()
    assert str(refusal.value).startswith(f"{word} is neither a folder nor a set: alone, expert, ")


def test_the_tables_are_written_as_the_formatter_leaves_them():
    files = [*PROJECT.glob("engine/bots/*/weights*.py"), PROJECT / "engine/bots/inversion/rule.py"]
    for path in files:
        text = path.read_text(encoding="utf-8")
        tables = [node for node in ast.parse(text).body if isinstance(node, ast.Assign)]
        for name, value in [(node.targets[0].id, node.value) for node in tables]:
            if isinstance(value, ast.Constant) and isinstance(value.value, bytes):
                assert literal(name, value.value) in text, (path.name, name)
    assert len(files) > 5
