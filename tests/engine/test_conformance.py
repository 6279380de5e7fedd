# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The protocol that every game keeps, checked for each row of the registry."""

import sys

import pytest

import engine
from engine import registry
from engine.rng import Rng
from engine.session import Session
from tests import games
from tests.dealing import leaves

SEATS = [(key, players) for key, _, least, most in registry.GAMES for players in range(least, most + 1)]
# The list that legal_actions() refills says nothing about a position, nor does chance still to come.
NO_STATE = ("_legal", "rng", "_rng")
LONGEST = 3000  # actions a match


def plain(value):
    """A value of a game's state as something that can be compared and is not changed by the game."""
    if isinstance(value, (list, tuple)):
        return tuple(plain(item) for item in value)
    return bytes(value) if isinstance(value, bytearray) else value


def state(game):
    """All that a position consists of."""
    return {name: plain(value) for name, value in vars(game).items() if name not in NO_STATE}


def view(game, seat):
    """What the seat sees, as far as all games have it."""
    return (
        list(game.hand(seat)),
        game.player,
        list(game.legal_actions()) if game.player == seat else None,
        [len(game.hand(other)) for other in range(game.players)],
        [game.score(other) for other in range(game.players)],
        game.winners(),
    )


def differing(one, two):
    """The names of the parts in which two positions of a game differ."""
    theirs = state(two)
    return {name for name, value in state(one).items() if value != theirs[name]}


def allowed(game):
    """Legal actions, signals and calls, as a new list."""
    return list(game.legal_actions()) + (game.signals() + game.calls() if hasattr(game, "signals") else [])


def variations(key, players):
    """Option by option each value, and some at random together; those that the game refuses left out."""
    module = registry.load(key)
    rng = Rng(players)
    asked = [{}]
    asked += [{name: value} for name, values, _ in module.OPTIONS for value in values]
    for _ in range(6):
        asked.append({name: values[rng.below(len(values))] for name, values, _ in module.OPTIONS})
    taken = []
    for options in asked:
        try:
            module.Game(players, Rng(1), **options)
        except ValueError:
            assert options, "the defaults are for every number of players"
        else:
            taken.append(options)
    return taken


def play_on(game, rng):
    """Random legal actions until the match is over."""
    for _ in range(LONGEST):
        actions = game.legal_actions()
        if game.player < 0:
            return
        game.apply(actions[rng.below(len(actions))])
    raise AssertionError("the match does not end")


def test_rows_are_plain_and_agree_with_the_modules():
    keys = ["the_game", "inversion", "hyper_maker", "flip_over", "inversio"]
    assert [row[0] for row in registry.GAMES[:5]] == keys
    for key, title, least, most in registry.GAMES:
        assert (type(key), type(title), type(least), type(most)) == (str, str, int, int)
        module = registry.load(key)
        assert (module.MIN_PLAYERS, module.MAX_PLAYERS) == (least, most)
        for name, values, default in module.OPTIONS:
            assert isinstance(name, str)
            assert isinstance(values, tuple)
            assert default in values or default is None
        assert registry.row(key) == (key, title, least, most)
    assert [registry.number(key) for key in keys] == [0, 1, 2, 3, 4]


@pytest.fixture
def kept():
    """Puts the games' modules back after a test that unloads them: other tests hold on to them."""
    modules = {name: module for name, module in sys.modules.items() if name.startswith("engine.")}
    yield
    sys.modules.update(modules)
    for name, module in modules.items():
        package, _, last = name.rpartition(".")
        setattr(sys.modules[package], last, module)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_unload_lets_go_of_the_rules_and_the_knowledge(key, kept):
    module = registry.load(key)
    __import__("engine.bots." + key)
    registry.unload(key)
    for package, name in ((engine, "engine." + key), (engine.bots, "engine.bots." + key)):
        assert name not in sys.modules
        assert not hasattr(package, key)
    registry.unload(key)
    again = registry.load(key)
    assert again is not module
    assert registry.load(key) is again


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_a_value_is_admitted_exactly_when_a_match_can_be_played_with_it(key, players):
    module = registry.load(key)
    for name, values, _ in module.OPTIONS:
        for value in values:
            try:
                module.Game(players, Rng(1), **{name: value})
            except ValueError:
                assert not registry.admits(key, players, name, value)
            else:
                assert registry.admits(key, players, name, value)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_wrong_players_and_options_are_refused_with_a_sentence(key):
    """TG-N4, IN-N4, HM-N4, FO-N4, IO-N4"""
    module = registry.load(key)
    _, title, least, most = registry.row(key)
    span = f"is for {least} players" if least == most else f"is for {least} to {most} players"
    others = (-1, 0, least - 1, most + 1, 99, None, 2.0, "2", True)
    wrong = [(players, {}, span) for players in others] + [(least, {"nonsense": 1}, "no option nonsense")]
    for name, _, _ in module.OPTIONS:
        wrong += [(least, {name: value}, name) for value in (777, -1, "nonsense")]
    for players, options, named in wrong:
        with pytest.raises(ValueError, match=f"^{title}.* {named}.*[.]$"):
            module.Game(players, Rng(1), **options)
        with pytest.raises(ValueError, match="^" + title):
            Session(key, players, 1, **options)


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_chance_draws_the_first_seat_and_shuffles_rising_cards(key, players):
    class Watched(Rng):
        def below(self, n):
            if not self.shuffling:
                calls.append(n)
            return super().below(n)

        def shuffle(self, cards):
            calls.append(cards[:])
            self.shuffling = True
            super().shuffle(cards)
            self.shuffling = False

        shuffling = True

    for options in variations(key, players):
        calls = []
        rng = Watched(5)
        rng.shuffling = False
        registry.load(key).Game(players, rng, **options)
        assert calls[0] == players
        assert calls[1] == sorted(calls[1])
        assert len(set(calls[1])) == len(calls[1])
        assert all(call == 2 for call in calls[2:])


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_legal_actions_rise_and_end_with_the_match(key, players):
    for seed, options in enumerate(variations(key, players)):
        rng = Rng(seed)
        game = registry.load(key).Game(players, rng, **options)
        for _ in range(LONGEST):
            actions = list(game.legal_actions())
            assert (game.player == -1) == (not actions)
            assert list(game.legal_actions()) == actions
            assert all(type(action) is int and action >= 0 for action in actions)
            assert actions == sorted(set(actions))
            assert len(allowed(game)) < 255
            winners = game.winners()
            assert isinstance(winners, tuple)
            assert all(type(game.score(seat)) is int for seat in range(players))
            if not actions:
                break
            assert 0 <= game.player < game.players == players
            game.apply(actions[rng.below(len(actions))])
        assert game.player == -1
        assert allowed(game) == []
        assert list(winners) == sorted(set(winners))
        assert all(0 <= seat < players for seat in winners)


def positions(key, players):
    """Positions of matches by chance, with all options: the match's number, the game, the deals to come."""
    for seed, options in enumerate(variations(key, players)):
        rng, to_come = Rng(seed), Rng(seed + 1)
        game = registry.load(key).Game(players, to_come, **options)
        while game.player >= 0:
            if rng.below(8) == 0:
                yield seed, game, to_come
            else:
                actions = allowed(game)
                game.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_copies_are_independent(key, players):
    for seed, game, _ in positions(key, players):
        actions = allowed(game)
        before = state(game)
        copy = game.copy()
        assert type(copy) is type(game)
        assert state(copy) == before
        assert list(copy.legal_actions()) == list(game.legal_actions())
        assert copy.legal_actions() is not game.legal_actions()
        play_on(copy, Rng(seed))
        assert state(game) == before
        assert allowed(game) == actions
        after = state(copy)
        game.apply(actions[0])
        assert state(copy) == after


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_redeal_leaves_what_the_seat_sees_and_depends_on_nothing_else(key, players):
    for seed, game, to_come in positions(key, players):
        before, chance = state(game), dict(vars(to_come))
        for seat in range(players):
            seen = view(game, seat)
            one = game.copy()
            one.redeal(seat, Rng(seed))
            two = game.copy()
            two.redeal(seat, Rng(seed + 1))
            assert view(two, seat) == seen
            two.redeal(seat, Rng(seed))
            assert view(one, seat) == seen
            assert state(one) == state(two)
            assert differing(one, game) <= games.of(key).HIDDEN
            assert all(one.hand(other) == sorted(one.hand(other)) for other in range(players))
            play_on(one, Rng(seed))
        assert state(game) == before
        assert vars(to_come) == chance, "deals to come are not the true ones"


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_unseen_is_what_other_hands_and_face_down_cards_hold_whatever_the_deal(key, players):
    for seed, game, _ in positions(key, players):
        before = state(game)
        for seat in range(players):
            unseen = game.unseen(seat)
            assert unseen == sorted(set(unseen))
            assert not set(unseen) & set(game.hand(seat))
            for other in range(players):
                assert other == seat or set(game.hand(other)) <= set(unseen)
            world = game.copy()
            world.redeal(seat, Rng(seed))
            assert world.unseen(seat) == unseen
        assert state(game) == before


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_what_is_taken_back_can_be_played_again_and_what_is_saved_is_the_same(key, players):
    for seed, options in enumerate(variations(key, players)):
        rng = Rng(seed)
        session = Session(key, players, seed, **options)
        while session.game.player >= 0:
            actions = allowed(session.game)
            action = actions[rng.below(len(actions))]
            before = state(session.game)
            session.act(action)
            if rng.below(12) == 0 or session.game.player < 0:
                after = state(session.game)
                session.undo()
                assert state(session.game) == before
                session.act(action)
                assert state(session.game) == after
                again = Session.load(session.dump())
                assert state(again.game) == after and again.dump() == session.dump()
                assert again.options == session.options
                assert list(again.history) == list(session.history)
                assert vars(again.rng) == vars(session.rng)
                session = again


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_no_action_that_is_not_allowed_is_taken(key, players):
    session = Session(key, players, 3)
    rng = Rng(3)
    for _ in range(12):
        actions = allowed(session.game)
        before = state(session.game)
        for action in range(-1, 700):
            if action not in actions:
                with pytest.raises(ValueError, match="not allowed"):
                    session.act(action)
        assert state(session.game) == before
        session.act(actions[rng.below(len(actions))])
        if session.game.player < 0:
            break


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_at_the_end_a_goal_reached_is_a_win_and_partners_share_it(key, players):
    for seed, options in enumerate(variations(key, players)):
        rng = Rng(seed)
        game = registry.load(key).Game(players, Rng(seed + 1), **options)
        play_on(game, rng)
        winners = game.winners()
        for seat in range(players):
            goal = game.goal(seat) if hasattr(game, "goal") else 0
            if goal:
                assert (game.score(seat) >= goal) == (seat in winners)
            partner = game.partner(seat) if hasattr(game, "partner") else -1
            if partner >= 0:
                assert game.partner(partner) == seat != partner
                assert game.score(partner) == game.score(seat)
                assert (partner in winners) == (seat in winners)


@pytest.mark.parametrize(("key", "players", "seed", "options", "before", "ways"), games.cases("LEAVES"))
def test_the_tree_of_actions_has_as_many_leaves_as_recorded(key, players, seed, options, before, ways):
    game = registry.load(key).Game(players, Rng(seed), **options)
    for action in before:
        game.apply(action)
    assert tuple(leaves(game, depth) for depth in range(1, len(ways) + 1)) == ways
