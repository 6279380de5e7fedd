# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the computer players of The Game promise."""

import random
import subprocess
import sys
from importlib import import_module

import pytest

from engine import bots
from engine.bots import the_game as the_game_bot
from engine.bots.the_game import search as the_game_search
from engine.bots.the_game import value as the_game_value
from engine.bots.the_game.search import _choices as choices  # noqa: PLC2701
from engine.bots.the_game.search import _guessed as guessed  # noqa: PLC2701
from engine.bots.the_game.value import _UNITS as UNITS  # noqa: PLC2701
from engine.rng import Rng
from engine.session import Session
from engine.the_game import Game
from handful.match import Match
from tests.games.the_game import late
from tests.robots import position
from tools import PROJECT


class Mute(Game):
    """A game without talk."""

    def signals(self):
        return []


class Watched(Game):
    """A match whose hidden hands must not be looked at, unless they have been dealt again."""

    dealt_anew = False

    def copy(self):
        other = super().copy()
        other.__class__ = Watched
        return other

    def redeal(self, seat, rng):
        super().redeal(seat, rng)
        self.dealt_anew = True

    def hand(self, seat):
        assert seat == self.player or self.dealt_anew, "peeked"
        return super().hand(seat)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_hidden_hands_are_dealt_anew_before_they_are_looked_at(level):
    game = position("the_game", 3, 6, 17)
    game.__class__ = Watched
    with pytest.raises(AssertionError, match="peeked"):
        game.copy().hand((game.player + 1) % 3)
    bots.choose(game, level, Rng(1))


def play(level, players, matches, kind=Mute, **options):
    """Cards left on an average after matches of players of that level."""
    left = 0
    for seed in range(matches):
        game = kind(players, Rng(seed), **options)
        rng = Rng(seed + 1)
        while game.player >= 0:
            game.apply(bots.choose(game, level, rng))
        left += 98 - game.score(0)
    return left / matches


def test_each_level_is_better_than_the_one_below():
    easy = play(bots.EASY, 4, 30)
    normal = play(bots.NORMAL, 4, 24)
    hard = play(bots.HARD, 4, 24)
    assert easy > normal + 1
    assert normal > hard + 1


def test_the_normal_player_remembers_two_cards_in_three():
    game = position("the_game", 2, 5, 40)
    out = game.unseen(game.player)
    thought = guessed(game, out)
    assert len(thought) == len(set(thought)) == len(out)
    assert not set(thought) & set(game.hand(game.player) + game.piles)
    assert sorted([card for card in thought if card % 3 < 2]) == [card for card in out if card % 3 < 2]
    assert sorted(thought) != out


def silence(game):
    """Takes all signals of the other seats back."""
    for call in game.calls():
        if not call - 600 >> 2 & 3:
            game.apply(call)


@pytest.mark.parametrize("players", [1, 3])
def test_ends_are_compared_over_the_same_refills_and_each_is_of_other_cards(monkeypatch, players):
    drawn, compared = [], []
    after = the_game_value.Evaluator.after

    def noted(view, cards, kept):
        drawn.append(cards[:])
        return after(view, cards, kept)

    def ended(ends):
        compared.append(len(ends))
        return choices(ends)

    monkeypatch.setattr(the_game_value.Evaluator, "after", noted)
    monkeypatch.setattr(the_game_search, choices.__name__, ended)
    looked = 0
    for seed in range(8):
        drawn.clear()
        game = position("the_game", players, seed, 8 + seed)
        silence(game)
        search = the_game_search.Search(game, bots.HARD, Rng(2))
        while search.step() is None:
            pass
        if not drawn:
            continue
        ends = compared[-1]
        hidden = game.unseen(game.player)
        rounds = [drawn[place : place + ends] for place in range(0, len(drawn), ends)]
        for refills in rounds:
            longest = max(refills, key=len)
            assert all([refill == longest[: len(refill)] for refill in refills])
        there_are = len(hidden) // max(map(len, drawn))
        first = [card for refills in rounds[:there_are] for card in max(refills, key=len)]
        assert len(first) == len(set(first)) and set(first) <= set(hidden)
        looked += 1
    assert looked > 1


@pytest.mark.parametrize("players", [2, 3, 5])
def test_once_nobody_draws_a_team_looks_at_the_turns_of_all_who_follow(monkeypatch, players):
    views, later = [], []
    view_class = import_module("engine.bots.the_game.search").Evaluator  # which robots import, as above
    after = view_class.after
    off = the_game_value.OFF

    def noted(view, cards, kept):
        new = after(view, cards, kept)
        if view in views:
            # Who acts next sees its own cards, and nobody else's.
            out = [card for card in range(2, 100) if new._unseen[off + card]]  # noqa: SLF001
            assert new.total == len(out) and not {*out} & {*cards} and {*kept} <= {*out}
            assert {*out, *cards} <= {*hidden, *own}
            later.append(sorted(cards))
        views.append(new)
        return new

    monkeypatch.setattr(view_class, "after", noted)
    for seed in range(3):
        game = Mute(players, Rng(seed))
        rng = Rng(seed)
        while game.player >= 0 and game.left:
            game.apply(bots.choose(game, bots.NORMAL, rng))
        for _ in range(2):
            if game.player >= 0:
                views.clear()
                own, hidden = game.hand(game.player)[:], game.unseen(game.player)
                game.apply(bots.choose(game, bots.HARD, rng))
    assert len(later) > 20
    assert all(later)


def test_what_leads_to_more_of_the_best_ends_is_laid_first():
    def end(*cards):  # the first card that each pile gets
        return (0, 0, 0, cards[0] | cards[1] << 7 | cards[2] << 14 | cards[3] << 21)

    # 20 on the first pile leads to all.
    ends = [end(20, 30, 0, 0), end(20, 0, 90, 0), end(20, 0, 0, 0)]
    assert choices(ends) == [(4 * 20, 0b111)] * 3
    # 20 leads to the two best, 90 on the third pile to the best and the worst.
    ends = [end(20, 0, 90, 0), end(20, 30, 0, 0), end(0, 0, 90, 0)]
    assert choices(ends) == [(4 * 20, 0b110), (4 * 20, 0b110), (4 * 90 + 2, 0b101)]
    ends = [end(0, 0, 0, 0), end(0, 0, 0, 95)]
    assert choices(ends) == [(0, 0b10), (4 * 95 + 3, 0b01)]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_more_than_is_due_is_searched_only_while_another_card_costs_little(monkeypatch, players):
    search = import_module("engine.bots.the_game.search")  # which robots import, as above
    turn_class = search._Turn  # noqa: SLF001
    deepen = turn_class._deepen  # noqa: SLF001
    worse = search._LIMITS[min(players, 3) - 1][3]  # noqa: SLF001
    over = {True: 0, False: 0}  # how often a search ended so: ours, and that of the turn after

    def noted(turn):
        beam, ends = turn._next[:], turn.ends[:]  # noqa: SLF001
        deepen(turn)
        ours = turn._width > 1  # noqa: SLF001
        if ends and beam and beam[0][0] < ends[0][0] - worse * ours:
            assert turn.done() and turn.ends == ends
            over[ours] += 1
        elif beam and beam[0][2]:
            assert not turn.done()

    monkeypatch.setattr(turn_class, deepen.__name__, noted)
    extra = 0
    for seed in range(2):
        game = Mute(players, Rng(seed))
        rng = Rng(seed + 1)
        while game.player >= 0 and game.left:
            action = bots.choose(game, bots.HARD, rng)
            extra += action > 0 and not game.due
            game.apply(action)
    assert extra and all(over.values())


@pytest.mark.parametrize(("level", "searches"), [(0, False), (1, True), (2, True)])
def test_only_who_searches_loads_the_search_and_nobody_keeps_the_weights(level, searches):
    script = f"""
import sys
from engine import bots
from engine.rng import Rng
from engine.the_game import NEAR, Game
bots.choose(Game(2, Rng(1)), {level}, Rng(1))
print(*["engine.bots.the_game." + part in sys.modules for part in ("search", "value", "weights_two")])
"""
    top = PROJECT
    done = subprocess.run([sys.executable, "-c", script], cwd=top, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(searches), str(searches), "False"]


def test_who_follows_every_hint_alone_plays_the_hard_players_match():
    game = Mute(1, Rng(9))
    hints, robot = Rng(3), Rng(3)
    for _ in range(12):
        before = vars(game.copy())
        action, reason = bots.hint(game, hints)
        assert vars(game.copy()) == before
        assert action == bots.choose(game, bots.HARD, robot)
        assert reason == the_game_bot.explain(game, action)
        game.apply(action)


def test_easy_makes_a_beginners_mistakes_and_hard_does_not():
    # 31 and then 21, which goes back, moves the first pile by 1. Easy sees that 21 alone does, and lays it.
    game = Game(1, Rng(1))
    game.piles = [20, 60, 97, 40]
    game.hand(0)[:] = [21, 31, 51, 53, 55, 68, 75, 84]
    assert bots.choose(game, bots.EASY, Rng(1)) == 4 * 21
    hard = Rng(1)
    while 4 * 21 not in game.laid:
        game.apply(bots.choose(game, bots.HARD, hard))
    assert game.laid[-2:] == [4 * 31, 4 * 21]
    # A partner asks to be left the first pile. Easy does not heed that.
    game = Game(2, Rng(1))
    game.hand(game.player)[:] = [5, 50]
    game.apply(600 + 16 * (1 - game.player) + 4 * 2)
    assert game.signal(1 - game.player, 0) == 2
    assert bots.choose(game, bots.EASY, Rng(1)) == 4 * 5


# The worth of a position


def ends(number):
    """Positions by chance: unseen flags, piles and a hand."""
    rng = Rng(1)
    for _ in range(number):
        piles = [1 + rng.below(99), 1 + rng.below(60), 2 + rng.below(99), 40 + rng.below(60)]
        cards = [card for card in range(2, 100) if card not in piles]
        rng.shuffle(cards)
        hand = sorted(cards[: rng.below(9)])
        unseen = bytearray(the_game_value.SPAN)
        for card in cards[len(hand) : len(hand) + 1 + rng.below(80)]:
            unseen[the_game_value.OFF + card] = 1
        yield unseen, piles, hand


def learnt(players, expert):
    weights = the_game_value.Weights(players, expert)
    while not weights.ready():
        pass
    return weights


def worth(unseen, piles, hand, weights):
    view = the_game_value.Evaluator(unseen, weights, bytes(4), bytes(4), piles)
    return view.value(*piles, view.kept(hand))


def test_rising_and_falling_piles_are_worth_the_same():
    weights = learnt(1, False)
    off = the_game_value.OFF
    seen = set()
    for unseen, piles, hand in ends(200):
        mirrored = bytearray(the_game_value.SPAN)
        for card in range(2, 100):
            mirrored[off + 101 - card] = unseen[off + card]
        value = worth(unseen, piles, hand, weights)
        other = [101 - pile for pile in piles[2:] + piles[:2]]
        assert worth(mirrored, other, sorted([101 - card for card in hand]), weights) == value
        assert worth(unseen, [piles[1], piles[0], piles[3], piles[2]], hand, weights) == value
        seen.add(value)
    assert len(seen) > 190


def test_the_view_after_a_turn_counts_as_one_made_anew():
    weights = learnt(3, False)
    off = the_game_value.OFF
    for unseen, piles, hand in ends(100):
        view = the_game_value.Evaluator(unseen, weights, bytes(4), bytes(4), piles)
        cards = [card for card in range(2, 100) if unseen[off + card]]
        drawn = cards[::3][:7]
        after = view.after(drawn, hand)
        fresh = bytearray(unseen)
        for card in drawn:
            fresh[off + card] = 0
        for card in hand:
            fresh[off + card] = 1
        assert after.value(*piles, after.kept(drawn)) == worth(fresh, piles, drawn, weights)


def test_only_what_is_positive_in_a_unit_counts_and_all_of_the_last():
    for unseen, piles, hand in ends(20):
        weights = learnt(1, False)
        for features in (weights.features, weights.piles):
            features[:] = [0] * len(features)
        weights.even = weights.mixed = weights.all = weights.both = 0
        rng = Rng(sum(hand))
        units = [rng.below(1 << 19) - (1 << 18) for _ in range(UNITS)]
        outputs = [rng.below(2047) - 1023 for _ in units[1:]]
        biases = turned = 0
        for place, unit in zip((346, *range(320, -1, -32)), units):
            biases += unit + (1 << (21 if place == 346 else 25)) << place
        for output in reversed(outputs):
            turned = (turned << 32) + output
        weights.rows[sum(unseen) + len(hand)] = (biases, turned)
        expected = sum([max(0, unit) * output for unit, output in zip(units[1:], outputs)])
        # What the lower lanes of the product carry over is 1 at most.
        assert abs(worth(unseen, piles, hand, weights) - (expected >> 11) - (units[0] >> 2)) <= 1


# Slices


@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_slice_values_four_positions_at_most(players, monkeypatch):
    """On a PyBadge one takes 2 to 5 ms, and a collection 14; a key waits 40 ms at most."""
    valued = []
    search = import_module("engine.bots.the_game.search")
    value = search.Evaluator.value
    monkeypatch.setattr(search.Evaluator, "value", lambda *given: valued.append(1) or value(*given))
    thinking = bots.Thinking(Game(players, Rng(2)), bots.HARD, Rng(2))
    most = 0
    while thinking.step() is None:
        most = max(most, len(valued))
        valued.clear()
    assert most == 4


def test_weights_are_read_once_until_other_ones_are_needed(monkeypatch):
    search = import_module("engine.bots.the_game.search")
    read = []
    weights = search.Weights
    monkeypatch.setattr(search, "_learnt", [])
    monkeypatch.setattr(search, "Weights", lambda *given: read.append(given) or weights(*given))
    for players, level in ((2, 0), (2, 0), (3, 0), (2, 0), (2, 1)):
        bots.choose(Game(players, Rng(1), level=level), bots.NORMAL, Rng(1))
    assert read == [(2, False), (3, False), (2, False), (2, True)]


# Signals


@pytest.fixture
def ends_its_turn(monkeypatch):
    """Who searches finds that it is best to end the turn."""
    # The search that robots import: another test may have made the registry forget this file's.
    monkeypatch.setattr(import_module("engine.bots.the_game.search").Search, "step", lambda search: 0)


@pytest.mark.usefixtures("ends_its_turn")
def test_a_seat_signals_by_its_own_hand_before_it_ends_its_turn():
    game = Game(2, Rng(1))
    game.hand(game.player)[:] = [31, 52, 90]
    game.piles = [41, 49, 100, 60]
    game.due = 0
    assert game.wishes(game.player) == [2, 1, 0, 0]
    for action in (400 + 8, 400 + 4 + 1, 0):
        assert bots.choose(game, bots.HARD, Rng(1)) == action
        game.apply(action)


@pytest.mark.usefixtures("ends_its_turn")
def test_legal_talk_only():
    # A signal is a rule on the own hand and what lies on the table: no card of another seat or of the draw
    # pile changes it.
    for seed in range(6):
        game = position("the_game", 3, seed, 20)
        if game.player < 0:
            continue
        dealt = game.copy()
        dealt.redeal(game.player, Rng(seed))
        for match in (game, dealt):
            match.due = 0
        given = []
        for match in (game, dealt):
            signals = []
            while action := bots.choose(match, bots.HARD, Rng(1)):
                signals.append(action)
                match.apply(action)
            given.append(signals)
        assert given[0] == given[1]


def test_by_what_lies_on_the_table_no_signal_stands_for_one_card():
    chance = random.Random(1)
    game = Game(2, Rng(1))
    asked = set()
    for number in range(400):
        if number % 4 == 0:
            rest = sorted(chance.sample(range(2, 100), chance.randrange(4, 99)))
        top = chance.randrange(1, 101)
        game.piles = [top] * 4
        for pile, meanings in enumerate(game.meant(rest)):
            for signal, cards in enumerate(meanings, 1):
                gaps = {game.gap(card, pile) for card in cards}
                assert len(cards) != 1 and set(cards) <= set(rest)
                assert gaps <= ({-10, *range(1, 8)}, {-10, 1, 2})[signal - 1], (top, pile, signal)
                asked.add((signal, *sorted(gaps)))
    assert {(1, *range(3, 8)), (1, 1, 4, 6), (1, -10, 5), (2, -10, 1), (2, -10, 1, 2)} <= asked


def test_all_signals_of_robots_leave_open_which_card_is_meant():
    said = 0
    for seed in range(4):
        match = Match(Session("the_game", 3, seed), [2, 2, 2])
        game = match.session.game
        chance = Rng(seed)
        while game.player >= 0:
            count = len(match.session.history)
            match.act(bots.choose(game, bots.NORMAL, chance))
            for action in list(match.session.history)[count:]:
                if game.is_signal(action):
                    call = action - 600 if action >= 600 else 16 * game.player + action - 400
                    signal = call >> 2 & 3
                    if signal:
                        cards = game.meant(game.unseen(-1))[call & 3][signal - 1]
                        assert len(cards) > 1 and set(cards) & set(game.hand(call >> 4))
                        said += 1
    assert said > 20


def test_all_others_say_what_their_hands_ask_for_after_each_action():
    """TG-21"""
    game = Game(3, Rng(1))
    assert game.say(range(3)) == []  # before the first card of the match
    while not game.score(0) or game.laid:
        game.apply(bots.choose(game, bots.NORMAL, Rng(1)))
    seat = game.player
    after = (seat + 1) % 3
    last = (seat + 2) % 3
    game.hand(seat)[:] = [21, 54, 70]
    game.hand(after)[:] = [31, 52, 66, 75, 80, 90]
    game.hand(last)[:] = [44, 62, 86, 88]
    game.piles = [41, 49, 100, 60]
    silence(game)
    calls = game.say(range(3))
    asks = {after: [2, 1, 0, 0], last: [1, 0, 0, 0]}
    said = [(other, signal, pile) for other in asks for pile, signal in enumerate(asks[other]) if signal]
    assert sorted(calls) == sorted([600 + 16 * other + 4 * signal + pile for other, signal, pile in said])
    assert set(calls) <= set(game.calls()) and game.spoken == 0
    assert sorted(game.say([last, after])) == sorted(calls)
    assert set(game.say([after])) == {call for call in calls if call - 600 >> 4 == after}
    for call in calls:
        game.apply(call)
    assert [[game.signal(other, pile) for pile in range(4)] for other in asks] == list(asks.values())
    assert game.say(range(3)) == []
    game.apply(4 * 54 + 1)
    assert game.wishes(last) == [1, 2, 0, 0]  # 44 takes the second pile back by ten
    assert set(game.say([last, seat])) == {600 + 16 * last + 8 + 1} and game.spoken == 0
    assert {600 + 16 * last + 8 + 1} <= set(game.say(range(3))) and game.spoken == 1
    game.hand(last).clear()
    assert not any(call - 600 >> 4 == last for call in game.say(range(3)))  # who has no card asks for nothing


def test_nobody_speaks_when_the_match_is_over():
    chance = Rng(1)
    for seed in range(270, 280):
        game = Game(3, Rng(seed))
        while game.player >= 0:
            game.apply(bots.choose(game, bots.EASY, chance))
        assert game.say(range(3)) == []


@pytest.fixture
def imagined(monkeypatch):
    """A function that returns the hands which a search of hard imagines for the seat that plays next."""
    drawn = []
    after = the_game_value.Evaluator.after

    def noted(view, cards, kept):
        drawn.append(cards[:])
        return after(view, cards, kept)

    monkeypatch.setattr(the_game_value.Evaluator, "after", noted)

    def hands(game):
        drawn.clear()
        search = the_game_search.Search(game, bots.HARD, Rng(2))
        while search.step() is None:
            pass
        return drawn

    return hands


def begun(seed):
    """A position of three as a turn begins, in which nobody has signalled yet."""
    game = position("the_game", 3, seed, 12 + seed)
    silence(game)
    game.laid.clear()
    return game


def speaks(game):
    """Lets the seat that plays next say what its hand asks for."""
    for call in game.say([game.after(game.player)]):
        game.apply(call)


def signals_of(hand, meant):
    """The signals that a hand asks for."""
    asked = []
    for cards in meant:
        near, close = [bool(set(some) & set(hand)) for some in cards]
        asked.append(2 if close else int(near))
    return asked


@pytest.mark.parametrize("laid", [0, 1], ids=["as the turn begins", "after a card"])
def test_hard_expects_of_the_next_hand_what_its_signals_say(imagined, laid):
    heard = 0
    for seed in range(40):
        game = begun(seed)
        for _ in range(laid):
            game.apply(bots.choose(game, bots.EASY, Rng(seed)))
        speaks(game)
        said = game.wishes(game.after(game.player))
        hands = imagined(game)
        if not hands or not any(said) or len(game.laid) != laid:
            continue
        meant = game.meant(game.unseen(-1))
        assert [signals_of(hand, meant) for hand in hands] == [said] * len(hands), seed
        heard += 1
    assert heard > 2


def test_hard_concludes_nothing_from_a_signal_on_a_pile_that_was_moved_since(imagined):
    """A person does not speak again after each card."""
    others = 0
    for seed in range(40):
        game = begun(seed)
        speaks(game)
        action = bots.choose(game, bots.EASY, Rng(seed))
        game.apply(action)
        if not game.laid:
            continue
        hands = imagined(game)
        meant = game.meant(game.unseen(-1))
        pile = action & 3
        others += len({signals_of(hand, meant)[pile] for hand in hands}) > 1
    assert others > 2


def test_a_hint_to_be_silent_says_so_of_a_card_that_is_still_close():
    game = Game(2, Rng(1))
    game.hand(game.player)[:] = [2, 50]
    game.piles = [80, 98, 16, 4]
    game.due = 0
    rest = game.unseen(-1)
    game.hand(1 - game.player).clear()
    game._deck = bytes([card for card in rest if card not in (3, 14)])  # noqa: SLF001  these are laid
    game.left = len(rest) - 2
    assert game.wishes(game.player)[3] == 0
    assert the_game_bot.explain(game, 400 + 3) == ("hint_signal_tells", 4)
    assert the_game_bot.explain(game, 400) == ("hint_signal_none", 1)


def test_a_signal_is_given_only_if_it_changes_something():
    for seed in range(4):
        game = Game(3, Rng(seed))
        rng = Rng(seed)
        for _ in range(60):
            if game.player < 0:
                break
            action = bots.choose(game, bots.NORMAL, rng)
            if 400 <= action < 500:
                assert game.signal(game.player, action & 3) != (action - 400) >> 2
                assert not game.due
            game.apply(action)


def test_partners_keep_off_a_pile_that_is_asked_for():
    moved = [0, 0]
    for signalled in range(2):
        for seed in range(20, 32):
            game = Game(2, Rng(seed))
            if signalled:
                for pile in range(2):
                    game.apply(600 + 16 * (1 - game.player) + 4 * 2 + pile)
            seat = game.player
            while game.player == seat:
                action = bots.choose(game, bots.HARD, Rng(1))
                game.apply(action)
            moved[signalled] += game.piles[0] + game.piles[1] - 2
    assert moved[1] < moved[0]


# Ends and hints


def test_stuck():
    game = Game(1, Rng(1))
    game.piles = [97, 98, 3, 4]
    game.hand(0)[:] = [40, 50, 60]
    for level in range(3):
        assert bots.choose(game, level, Rng(1)) == 0
    assert the_game_bot.explain(game, 0) == ("hint_stuck",)


def test_the_hint_to_end_the_turn_names_the_card_kept_for_going_back():
    game = late([32, 46, 60, 62, 76, 82], piles=(8, 21, 100, 66))
    game.due = 0
    assert 0 in game.legal_actions()
    assert the_game_bot.explain(game, 0) == ("hint_keep", 76, 4)


def test_a_sure_win_is_played():
    for seed in range(5):
        game = late([50, 54, 61, 71, 74, 84], piles=(60, 20, 30, 95))
        while game.player >= 0:
            game.apply(bots.choose(game, bots.HARD, Rng(seed)))
        assert game.winners() == (0,)
