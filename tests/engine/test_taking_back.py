# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What may be taken back: a game says how many of a seat's last actions showed nobody anything new."""

import ast
import re
from pathlib import Path

import pytest

from engine import registry
from engine.rng import Rng
from engine.session import Session
from handful import match as matches
from handful.match import Match
from handful.screens import result
from tests.engine.test_conformance import SEATS, allowed, variations


def signal(game, action):
    """Whether an action decides nothing: a signal or a call."""
    return hasattr(game, "signals") and game.is_signal(action)


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_what_a_game_lets_a_seat_take_back_showed_it_no_card_and_was_its_own(key, players):
    fair = 0
    for seed, options in enumerate(variations(key, players)):
        rng = Rng(seed)
        session = Session(key, players, seed, **options)
        while session.game.player >= 0 and len(session.history) < 200:
            actions = allowed(session.game)
            session.act(actions[rng.below(len(actions))])
            game = session.game
            for seat in range(players):
                count = game.takes_back(seat) if hasattr(game, "takes_back") else 0
                at = len(session.history)
                fair += count
                while count:
                    at -= 1
                    before = session.at(at)
                    if not signal(game, session.history[at]):
                        count -= 1
                        assert before.player == seat
                        assert before.unseen(seat) == game.unseen(seat)
    assert fair or key not in ("the_game", "flip_over") or players != 4


@pytest.mark.parametrize("key", ["the_game", "flip_over"])
def test_nothing_is_taken_back_of_another_seat_or_of_an_earlier_turn(key):
    options = {"exchange": 1} if key == "flip_over" else {}
    session = Session(key, 4, 3, **options)
    rng = Rng(3)
    while session.game.player >= 0:
        seat = session.game.player
        legal = session.game.legal_actions()
        session.act(legal[rng.below(len(legal))])
        game = session.game
        assert not any(game.takes_back(other) for other in range(4) if other != game.player)
        if game.player not in (seat, -1):
            assert game.takes_back(game.player) == 0


def test_a_signal_is_what_signals_and_calls_offer_and_nothing_else():
    game = registry.load("the_game").Game(3, Rng(1), starter=1)
    assert not game.is_signal(501)
    game.apply(501)
    assert not any(game.is_signal(action) for action in [0, *game.legal_actions()])
    assert all(game.is_signal(action) for action in game.signals() + game.calls())


def test_a_match_takes_back_what_its_game_lets_it_and_still_counts(monkeypatch):
    monkeypatch.setattr(registry.load("inversio").Game, "takes_back", lambda game, seat: 1, raising=False)
    match = Match(Session("inversio", 2, 4), (0, 0))
    match.viewer = match.session.game.player
    match.act(match.session.game.legal_actions()[0])
    assert match.take_back(False) == "" and not match.session.history and not match.assisted


@pytest.mark.parametrize("module", [matches, result], ids=["match", "result"])
def test_what_serves_all_games_knows_none_by_name_and_none_of_their_numbers(module):
    source = Path(module.__file__).read_text(encoding="utf-8")
    tree = ast.parse(re.sub(r"const\(\d+\)  # ms ", "const(0)  # ms ", source))  # a time is no action
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert not [row[0] for row in registry.GAMES if row[0] in values]
    assert not {"teams", "parent", "band", "exchanging"} & set(values)
    assert not {98, 400, 500, 600} & {value for value in values if type(value) is int}
