# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What a finished match tells of itself is true: the match is looked at before and after each action."""

import pytest

from engine import registry
from engine.bots import EASY, NORMAL, choose
from engine.rng import Rng
from engine.session import Session

# Games without a story leave `story` out (docs/engine.md).
TELLERS = [row for row in registry.GAMES if hasattr(registry.load(row[0]).Game, "story")]
SEATS = [(row[0], players) for row in TELLERS for players in range(row[2], row[3] + 1)]


def finished(key, players, seed, **options):
    session = Session(key, players, seed, **options)
    rng = Rng(seed + 1)
    while session.game.player >= 0:
        session.act(choose(session.game, seed % 2 and NORMAL or EASY, rng))
    return session


def matches(key, players):
    options = {"flip_over": {"rounds": 2}, "hyper_maker": {"deals": 1}}.get(key, {})
    for seed in range(6 if key == "the_game" else 12):
        yield finished(key, players, seed, **options)
    if key == "hyper_maker":
        yield finished(key, players, 5, deals=players)


@pytest.mark.parametrize(("key", "players"), SEATS)
def test_a_story_is_true_and_leaves_the_match_as_it_is(key, players):
    assert told_truly(key, players, matches(key, players))


def told_truly(key, players, played):
    """The stories that matches of a game tell their seats, each checked."""
    told = set()
    for session in played:
        before = session.dump()
        for seat in range(players):
            story = session.at(0).story(session.history, seat)
            if story:
                assert -(key in ("the_game", "inversio")) <= story[1] < players
                globals()["true_of_" + key](session, seat, *story)
                told.add(story[0])
        assert session.dump() == before
    return told


def test_the_game_tells_of_a_match_by_how_often_it_went_back_by_ten():
    told = set()
    for seed in range(20):
        session = Session("the_game", 2, seed)
        wanted = seed % 3  # times that it goes back by ten at most
        while session.game.player >= 0:
            game = session.game
            cards = [action for action in game.legal_actions() if action]
            gaps = sorted((game.gap(action >> 2, action & 3), action) for action in cards)
            if wanted and gaps and gaps[0][0] == -10:
                wanted -= 1
            else:
                gaps = [gap for gap in gaps if gap[0] > 0]
            session.act(gaps[0][1] if gaps and (game.due or gaps[0][0] < 3) else game.legal_actions()[-1])
        told |= told_truly("the_game", 2, [session])
    assert told == {"story_turn", "story_back_1", "story_back"}


def test_every_match_of_inversio_has_a_story_a_drawn_one_too():
    told = set()
    for seed in range(200):
        session = finished("inversio", 2, seed, rounds=seed % 2 + 1)
        story = session.at(0).story(session.history, 0)
        true_of_inversio(session, 0, *story)
        told.add(story[0])
    assert told == {"story_fight", "story_level", "story_none"}


def steps(session):
    """The seat to act, and the game before and after each action."""
    game = session.at(0)
    for action in session.history:
        before = game.copy()
        game.apply(action)
        yield before.player, action, before, game


def true_of_inversion(session, seat, key, told, trick):
    game = session.game
    ends = [after.copy() for _, _, before, after in steps(session) if after.position > before.position]
    if key in ("story_made", "story_stopped"):
        assert told == game.parent and (game.winners() == (told,)) == (key == "story_made")
        wins = [end.score(told) for end in ends]
        if key == "story_made":
            assert wins[trick - 1] == game.declared > wins[trick - 2]
        else:
            assert wins[trick - 1] + 10 - trick < game.declared
            assert trick == 1 or wins[trick - 2] + 11 - trick >= game.declared
        return
    assert game.winners() == (told,) and game.winner(trick - 1) == told
    leads = [end.score(told) - end.score(1 - told) for end in ends]
    assert min(leads[trick - 1 :]) > 0 and (trick == 1 or leads[trick - 2] <= 0)
    swaps = [
        mover
        for mover, action, before, after in steps(session)
        if before.position == trick - 1 and after.played(trick - 1, mover) != action
    ]
    assert (told in swaps) == (key == "story_swap")


def true_of_hyper_maker(session, seat, key, told, trick, points, deal=1):
    gains = {}
    count = {}
    for _, _, before, after in steps(session):
        if len(before.trick) == session.players - 1:
            count[before.deal] = count.get(before.deal, 0) + 1
            gains[before.deal, count[before.deal]] = after.score(seat) - before.score(seat)
    assert told == seat and gains[deal, trick] == points == max(gains.values())
    assert (key == "story_best_of") == (session.game.deals > 1)


def true_of_flip_over(session, seat, key, told, number, disc):
    gains = {}
    trumped = {}
    for _, _, before, after in steps(session):
        if after.score(0) + sum(after.points[1:]) != before.score(0) + sum(before.points[1:]):
            gains[before.round, before.disc] = after.points[seat] - before.points[seat]
            trumped[before.round, before.disc] = any(
                card % 12 + 1 == before.disc for card in after.last_trick()[1]
            )
    gain = gains[number, disc]
    assert told == seat and abs(gain) == disc
    if key == "story_red":
        assert gain == min(gains.values()) < 0 and seat not in session.game.winners()
    else:
        assert gain == max(gains.values()) > 0 and trumped[number, disc] == (key == "story_trump")


def true_of_inversio(session, seat, key, told, *values):
    if key == "story_none":
        fights = [after.fight() for _, _, before, after in steps(session) if after.fight() != before.fight()]
        assert told == -1 and {fight[1] for fight in fights} == {-1} and fights[-1][3] == values * 2
        return
    number, worth, beaten = values
    assert session.game.winners() == (() if key == "story_level" else (told,))
    wins = []
    for _, _, before, after in steps(session):
        if after.player < 0 or after.round > before.round:
            wins.append(after.fight())
    if key == "story_level":  # the rounds after it were drawn
        assert {fight[1] for fight in wins[number:]} <= {-1}
    won = [fight for fight in wins if fight[1] == told][-1]
    assert won[0] == number - 1 and (won[3][told], won[3][1 - told]) == (worth, beaten) and worth > beaten


def true_of_the_game(session, seat, key, told, count):
    backs = 0
    turns = [(0, 0)]
    for mover, action, before, after in steps(session):
        if action == 0 or before.laid == []:
            turns.append((0, mover))
        if 0 < action < 400:
            pile = action & 3
            backs += abs(after.piles[pile] - before.piles[pile]) == 10 and (
                after.piles[pile] < before.piles[pile]
            ) == (pile < 2)
            turns[-1] = (turns[-1][0] + 1, mover)
    if key == "story_turn":
        assert backs == 0 and count == max(turns)[0] and (count, told) in turns
    else:
        assert count == backs and (key == "story_back_1") == (backs == 1)


def test_the_game_has_no_story_of_a_match_in_which_no_card_was_laid():
    game = registry.load("the_game").Game(2, Rng(1))
    assert game.story([], 0) == ()
