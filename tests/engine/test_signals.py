# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Signals are a setting: one a seat and pile counts, however often somebody changes their mind."""

import struct
from pathlib import Path

import pytest

from engine import bots, the_game
from engine.rng import Rng
from engine.session import Session
from handful.match import Match, load
from handful.store import MATCH
from tests.engine.test_conformance import allowed, state
from tests.playing import acted_at
from tools.console import Console

# A match of four, three of them people, with 1,920 actions, saved when each signal was one more of them.
OLD = Path(__file__).parents[1] / "saves" / "the_game_signals.bin"


def same(one, two):
    """Whether two sessions agree in all that there is."""
    return state(one.game) == state(two.game) and one.dump() == two.dump()


def changed(session, rng, most=1000, signals=3):
    """Plays on with a sensible card each time, and up to that many signals before it, anybody's."""
    while session.game.player >= 0 and len(session.history) < most:
        for _ in range(rng.below(signals + 1)):
            can = session.game.signals() + session.game.calls()
            if can:
                session.act(can[rng.below(len(can))])
        session.act(bots.choose(session.game, bots.EASY, rng))
    return session


def turns(session):
    """The history turn by turn: (seat, actions)."""
    game = session.at(0)
    found = []
    begun = True
    for action in session.history:
        if begun:
            found.append((game.player, []))
        found[-1][1].append(action)
        laid = len(game.laid)
        game.apply(action)
        begun = not game.is_signal(action) and len(game.laid) <= laid
    return found


# Held keys


def signalling():
    """A console with two people, one of whom is asked whether the turn is to end."""
    console = Console()
    console.keys("a")
    console.begin("the_game", [0, 0], 2026)
    console.keys("a" + "aa" + "d")
    assert len(console.app.match.session.game.laid) == 2
    return console


@pytest.mark.parametrize("key", ["u", "d"])
def test_a_direction_held_for_five_minutes_leaves_a_match_that_is_saved(key):
    console = signalling()
    console.blind()
    before = len(console.app.match.session.history)
    acted = acted_at(console.app.match)
    console.press("udlr".index(key), 300_000)
    assert console.screen == "the_game" and len(acted) > 1_000
    assert len(console.app.match.session.history) <= before + 2
    console.app.save()
    again = Console(console.board.flash)
    assert same(load(again.app.store.payloads[MATCH]).session, console.app.match.session)


def counted(monkeypatch):
    """A list that grows with each action that is applied to a match of The Game."""
    applied = []
    game = the_game.Game
    apply = game.apply
    monkeypatch.setattr(game, "apply", lambda self, action: (applied.append(action), apply(self, action)))
    return applied


def test_a_card_is_taken_back_after_1600_presses_of_a_signal_in_one_replay(monkeypatch):
    console = signalling()
    console.blind()
    match = console.app.match
    for press in range(1600):
        console.view.move(press % 4)  # as often as the keys come
        console.wait(0)
    applied = counted(monkeypatch)
    assert match.take_back(False) == ""
    assert len(match.session.game.laid) == 1
    assert len(applied) <= len(match.session.history) + 5


def test_a_card_is_taken_back_alone_and_the_signals_of_the_turn_stay_as_they_are_set():
    """TG-15, TG-23"""
    rng = Rng(3)
    for seed in range(40):
        session = Session("the_game", 3, seed)
        match = Match(session, (0, 0, 0))
        changed(session, rng, 4 + seed)
        if session.game.player < 0 or not session.game.laid:
            continue
        match.viewer = session.game.player
        for _ in range(5):
            can = session.game.signals() + session.game.calls()
            match.act(can[rng.below(len(can))])
        before = session.game.copy()
        card = before.laid[-1]
        assert match.take_back(False) == ""
        game = session.game
        assert game.laid == before.laid[:-1] and card >> 2 in game.hand(game.player)
        for seat in range(3):
            for pile in range(4):
                assert game.signal(seat, pile) == before.signal(seat, pile)
        assert same(Session.load(session.dump()), session)
        assert match.seen[match.viewer] == len(session.history)


def test_a_signal_alone_is_not_what_is_taken_back_against_robots():
    session = Session("the_game", 2, 2026)
    match = Match(session, (0, 2))
    rng = Rng(1)
    while session.game.player != 0:
        match.act(bots.choose(session.game, 0, rng))
    begun = len(session.history)
    match.act(404)
    if not begun:
        assert match.take_back(True) == "no_back" and session.game.signal(0, 0) == 1 and not match.assisted
    while session.game.player == 0:
        match.act(bots.choose(session.game, 0, rng))
    while session.game.player != 0:
        match.act(bots.choose(session.game, 0, rng))
    match.act(404)
    assert match.take_back(False) == "back_sure" and match.take_back(True) == ""
    assert session.game.laid and session.game.player == 0  # the end of the last turn was taken back


def test_who_begins_is_still_taken_back_when_a_signal_has_been_set_since():
    session = Session("the_game", 2, 2026, starter=1)
    match = Match(session, (0, 2))
    match.act(500)
    match.act(404)
    assert match.take_back(True) == "" and session.game.choosing and not session.history


# The history


@pytest.mark.parametrize("players", range(2, 6))
def test_of_each_seat_and_pile_one_signal_a_turn_counts_and_it_changes_something(players):
    """TG-23"""
    rng = Rng(players)
    for seed in range(4):
        session = changed(Session("the_game", players, seed, level=seed % 3), rng, 10_000, 40)
        for seat, actions in turns(session):
            own = [action & 3 for action in actions if 400 <= action < 500]
            calls = [(action - 600) & ~12 for action in actions if action >= 600]
            assert len(set(own)) == len(own) and len(set(calls)) == len(calls), (seat, actions)


def test_a_history_with_signals_is_a_history_by_the_rules_with_the_same_places():
    rng = Rng(12)
    for seed in range(8):
        session = Session("the_game", 2 + seed % 4, seed, starter=seed & 1)
        while session.game.player >= 0 and len(session.history) < 60:
            choices = allowed(session.game)
            if rng.below(2):
                choices = session.game.signals() + session.game.calls() or choices
            action = choices[rng.below(len(choices))]
            before = state(session.game)
            session.act(action)
            after = state(session.game)
            again = Session("the_game", session.players, seed, starter=seed & 1)
            for played in session.history:
                again.act(played)
            assert same(again, session) and same(Session.load(session.dump()), session)
            session.undo()
            assert state(session.game) == before
            session.act(action)
            assert state(session.game) == after


def test_a_signal_set_back_to_what_it_was_when_the_turn_began_leaves_nothing():
    """TG-23"""
    session = Session("the_game", 3, 5)
    seat = session.game.player
    other = (seat + 1) % 3
    call = 600 + 16 * other
    for action in (404, call + 8, 408, call + 4, 400, call):
        session.act(action)
    session.act(session.game.legal_actions()[0])
    assert len(session.history) == 1
    session.act(call + 11)
    while session.game.player == seat:
        legal = session.game.legal_actions()
        session.act(0 if 0 in legal else legal[0])
    before = len(session.history)
    third = 600 + 16 * ((seat + 2) % 3)
    for action in (third + 4, third + 8, 600 + 16 * seat + 4, third + 0, 600 + 16 * seat):
        session.act(action)
    session.act(session.game.legal_actions()[0])
    assert len(session.history) == before + 1


def test_what_somebody_has_seen_of_the_history_is_the_same_when_a_signal_of_it_goes():
    session = Session("the_game", 2, 5)
    first = session.game.legal_actions()[0]
    marks = [0, 0, 0]
    for action in (404, first, 405):
        session.act(action, marks)
    marks[:] = [1, 2, 3]
    session.act(408, marks)
    session.act(410, marks)
    assert list(session.history) == [first, 405, 408, 410]
    assert marks == [0, 1, 2]


# What was saved before


def told(data):
    """What an old match says, told without the session: its key, and game and actions as they were played."""
    players = data[0]
    body = data[2 + 3 * players : -4]
    options = dict(zip(("level", "starter"), body[8:10]))
    seed, number = struct.unpack("<IH", body[10:16])
    rng = Rng(seed)
    game = the_game.Game(players, rng, **options)
    actions = []
    for place in body[16:]:
        action = (list(game.legal_actions()) + game.signals())[place]
        game.apply(action)
        actions.append(action)
    assert len(actions) == number
    return game, actions, (players, seed, options)


def test_an_old_match_full_of_signals_is_loaded_whole_and_goes_on():
    data = OLD.read_bytes()
    assert len(data) > 1900
    game, actions, (players, seed, options) = told(data)
    assert len(actions) == 1920
    match = load(data)
    session = match.session
    assert state(session.game) == state(game)
    assert list(match.kinds) == [0, 2, 0, 0]
    assert [action for action in session.history if not game.is_signal(action)] == [
        action for action in actions if not game.is_signal(action)
    ]
    assert len(session.history) < 400
    for seat in range(4):
        seen = data[2 + 4 + 2 * seat] << 8 | data[2 + 4 + 2 * seat + 1]
        before = the_game.Game(players, Rng(seed), **options)
        for action in actions[:seen]:
            before.apply(action)
        after = session.at(match.seen[seat])
        assert after.piles == before.piles and after.laid == before.laid and after.player == before.player
    assert len(match.dump()) < 500 and same(load(match.dump()).session, session)
    match.viewer = session.game.player
    assert match.take_back(False) == ""
    rng = Rng(1)
    while session.game.player >= 0:
        match.act(bots.choose(session.game, bots.NORMAL, rng))
    assert same(load(match.dump()).session, session)


# Robots


def test_a_robot_heeds_a_call_as_it_heeds_a_signal():
    """TG-20"""
    for seed in range(60):
        session = Session("the_game", 2, seed)
        game = session.game
        other = 1 - game.player
        quiet = bots.choose(game, bots.HARD, Rng(1))
        session.act(600 + 16 * other + 8 + (quiet & 3))
        heeding = bots.choose(session.game, bots.HARD, Rng(1))
        signalled = session.at(0)
        signalled.player = other  # who says it of itself
        signalled.apply(400 + 8 + (quiet & 3))
        signalled.player = 1 - other
        assert bots.choose(signalled, bots.HARD, Rng(1)) == heeding
        if heeding != quiet:
            return
    raise AssertionError("no robot minds what is called")


@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_signal_or_call_is_found_by_its_index_in_the_lists_of_all(players):
    chance = Rng(7)
    session = Session("the_game", players, 7)
    compared = 0
    while session.game.player >= 0:
        game = session.game
        offers = game.signals() + game.calls()
        assert [game.offered(index) for index in range(len(offers))] == offers
        assert game.offered(len(offers)) == -1
        compared += len(offers)
        if offers and chance.below(3):
            session.act(offers[chance.below(len(offers))])
        else:
            session.act(bots.choose(game, bots.EASY, chance))
    assert (compared > 500) == (players > 1)
