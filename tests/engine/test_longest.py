# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A match always fits its save: how long the longest one of each game can be, by its rules."""

from itertools import product

import pytest

from engine import registry
from engine import session as sessions
from engine.rng import Rng
from engine.session import Session
from handful.match import Match, load
from handful.records import CLASSES, Records
from handful.series import SERIES
from handful.settings import NAME_LENGTH, SEATS, Settings
from handful.store import MATCH, RECORDS, SETTINGS, Store
from tests import games
from tests.dealing import Fixed
from tests.games import inversion, the_game


def tables(key):
    """Each number of players with each choice of options that the game takes."""
    _, _, least, most = registry.row(key)
    names = [name for name, _, _ in registry.load(key).OPTIONS]
    for players in range(least, most + 1):
        for values in product(*[allowed for _, allowed, _ in registry.load(key).OPTIONS]):
            options = dict(zip(names, values))
            try:
                session = Session(key, players, 7, **options)
            except ValueError:
                continue
            yield session, games.of(key).longest(players, **options)


def record(session):
    """What is saved of a match at the console."""
    return Match(session, bytes(session.players)).dump()


def full():
    """A store with the longest names and with statistics of everything that can be told of a game."""
    settings = Settings()
    settings.names = ["あ" * NAME_LENGTH] * SEATS
    records = Records()
    for game in range(len(registry.GAMES)):
        for opponents in range(CLASSES):
            records.add(game, opponents, True, 98)
        for number in range(1, SERIES + 1):
            records.add_of(game, number, 98 if number % 2 else -98)  # as far apart as can be told
    store = Store(bytearray(b"\xff" * 4096))
    store.put(SETTINGS, settings.dump())
    store.put(RECORDS, records.dump())
    return store


@pytest.mark.parametrize("key", games.KEYS)
def test_the_longest_match_possible_fits_its_save_beside_full_statistics(key):
    store = full()
    longest = 0
    for session, actions in tables(key):
        assert not session.history
        store.put(MATCH, bytes(len(record(session)) + actions))
        longest = max(longest, actions)
    assert longest > 0


@pytest.mark.parametrize("key", games.KEYS)
def test_no_match_is_longer_than_its_game_allows_and_an_action_is_a_byte(key):
    chance = Rng(6)
    found = list(tables(key))
    # Of that many options every third has each of their values.
    for session, actions in found[:: 3 if len(found) > 40 else 1]:
        empty = len(record(session))
        while session.game.player >= 0:
            legal = session.game.legal_actions()
            session.act(legal[0 if session.game.player else chance.below(len(legal))])
        assert len(record(session)) == empty + len(session.history)
        if games.of(key).LENGTH_VARIES:
            assert len(session.history) <= actions
        else:
            assert len(session.history) == actions  # what is computed above is what is played


def test_the_longest_auction_is_as_long_as_it_is_reckoned():
    session = Session("inversion", 4, 3)
    while session.game.auction and session.game.declared < 10:
        session.act(51 + session.game.declared)
    while session.game.player >= 0:
        session.act(session.game.legal_actions()[0])
    assert len(session.history) == inversion.longest(4, None)


class Rising(Fixed):
    """Deals The Game to five so that in rising order each turn's two cards are in hand, and seat 0 begins."""

    def __init__(self, seed):
        hands = [[2 + 10 * turn + 2 * seat + i for turn in range(3) for i in range(2)] for seat in range(5)]
        super().__init__(0, [card for hand in hands for card in hand] + list(range(32, 100)))


def talk(session, rounds):
    """Everybody changes their mind on each pile, so that it is not as it was, and ends otherwise."""
    found = {}
    game = session.game
    for seat in range(5):
        for pile in range(4):
            found[seat, pile] = game.signal(seat, pile)
    for turn in range(rounds):
        for (seat, pile), was in found.items():
            if not game.hand(seat):
                continue
            choice = 4 * ((was + 1 + turn % 2) % 3) + pile
            session.act(400 + choice if seat == game.player else 600 + 16 * seat + choice)


def test_a_match_of_as_many_turns_as_there_can_be_in_which_all_talk_all_the_time_is_saved(monkeypatch):
    monkeypatch.setattr(sessions, "Rng", Rising)
    session = Session("the_game", 5, 7)
    match = Match(session, bytes(5))
    turns = 0
    while session.game.player >= 0:
        turns += 1
        talk(session, 3)
        for _ in range(session.game.due):
            legal = session.game.legal_actions()
            # The second card of a turn's two, when only one is due any more, goes on the other rising pile.
            lowest = min(
                [
                    action
                    for action in legal
                    if action and action & 3 < 2 and (session.game.left or action >> 2 & 1 == action & 3)
                ]
            )
            session.act(lowest)
        if session.game.player >= 0 and 0 in session.game.legal_actions() and session.game.laid:
            talk(session, 1)
            if turns % 8 == 0:
                again = load(match.dump())
                assert again.dump() == match.dump() and again.session.history == session.history
            session.act(0)
    assert session.game.winners() and turns == the_game.most_turns(5, 0) - 1
    data = match.dump()
    region = bytearray(b"\xff" * 8192)
    store = Store(region)
    store.put(MATCH, data)
    store.flush(0)
    again = load(Store(region).payloads[MATCH])
    assert again.session.history == session.history and again.dump() == data
    # Almost as many actions as computed: who lays their last card neither ends the turn nor talks any more.
    assert 1300 < len(session.history) <= the_game.longest(5, 0, 0)
