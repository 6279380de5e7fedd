# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of !nversion, played by its keys."""

import re

import pytest
from PIL import ImageChops

from engine.inversion import PASS
from engine.session import Session
from handful.tables.inversion import CROSSED, CROSSING
from handful.tables.telling import COUNTED, LANDED, SHOW
from tests import playing
from tests.playing import begin, my_turn, refused
from tools.console import Console

PLAYER, NUMBERS = 20, 41  # positions on the table


def table(kinds, seed=5, drawn=False, **options):
    return begin("inversion", kinds, seed, drawn=drawn, pace=1, **options)


def bid(most=3):
    """What persons do: they name numbers up to `most`, then pass, and swap whenever they can."""

    def choose(game):
        legal = game.legal_actions()
        if game.auction:
            return PASS + game.declared + 1 if game.declared < most else PASS
        swaps = [card for card in legal if card % 10 + game.follow() % 10 == 9]
        return (swaps or legal)[-1]

    return choose


def play_until(console, done, choose=bid()):  # noqa: B008 - a function
    return playing.play_until(console, done, choose)


def sign(view, card):
    """What stands for a card in a sentence."""
    return str(card % 10 + 1) + view.say("suits")[card // 10]


def test_a_dimmed_card_says_why_in_two_lines():
    console = table([0, 0])
    lines = refused(console)
    follow = console.view.game.follow()
    suit = ("club", "spade", "heart", "diamond", "clown")[follow // 10]
    why = f"play it, or any {10 - follow % 10} to invert"
    assert console.note == f"You have a {suit}:" and lines[-1] == why
    console.keys("u")
    assert lines.count(why) == 2, "UP plays, too"
    console.keys("r")
    assert console.note != f"You have a {suit}:"


def test_a_card_that_inverts_says_what_it_would_get():
    console = table([0, 0], 7)

    def over_one(view):
        if not my_turn(view):
            return False
        return view.cards()[view.cursor] % 10 + view.game.follow() % 10 == 9

    assert play_until(console, over_one)
    view = console.view
    card, follow = view.cards()[view.cursor], view.game.follow()
    assert console.note == f"{sign(view, card)} inverts: you get {sign(view, follow)}"


@pytest.mark.parametrize("key", ["r", "l"])
def test_in_the_auction_the_cursor_walks_over_what_may_be_declared_alone(key):
    console = table([0, 0, 0], 3)
    walked = 0
    while console.app.match.session.game.auction:
        if console.screen == "handover":
            console.keys("a")
            continue
        view = console.view
        if not view.mine:
            console.wait(100)
            continue
        for _ in range(12):
            console.keys(key)
            assert view.bid in view.game.legal_actions()
        walked += 1
        console.keys("a")
        console.wait(100)
    assert walked > 2


def test_in_the_auction_a_dark_number_says_why(drawn):
    console = table([0, 0, 0], 3)
    console.keys("a")
    view = console.view
    said = []
    view.refuse = said.append
    assert view.mine and drawn[NUMBERS][1] == PASS + 1, "the cursor begins on what may be named"
    view.point(PASS)
    console.keys("a")
    assert said == ["Declare at least 1 to start"]
    console.keys("rrrra")
    console.wait(100)
    assert console.app.match.session.history.tolist() == [PASS + 4]
    play_until(console, lambda view: view.mine)
    view = console.view
    view.refuse = said.append
    console.wait(40)
    assert drawn[NUMBERS][1] == PASS + 5
    view.point(PASS + 4)
    console.keys("a")
    assert said[1:] == ["Declare more than 4, or pass"]
    console.keys("u")
    assert len(said) == 3


def test_a_swap_is_shown_as_it_is_played_then_on_its_way_then_done(drawn):
    console = table([0, 0, 0], 7, drawn=True, moving=True)

    def swaps(view):
        return view.stage == LANDED and (SHOW, CROSSING) in view.telling.steps

    assert play_until(console, swaps)
    view = console.view
    at = view.game.position - 1 if view.over else view.game.position
    seat, card, follow = view.mover, view.game.lane[at], view.game.played(at, view.mover)
    console.wait(40)
    lane, played = drawn[1 + at] >> 1, drawn[30 + seat] >> 1
    assert (lane, played) == (follow, card)
    before = console.image()
    while view.stage != CROSSING:
        assert not console.shows(view.say("inverted_0"))
        console.wait(20)
    console.wait(40)
    assert f"swaps {sign(view, card)} for {sign(view, follow)}" in console.note
    assert ImageChops.difference(before, console.image()).getbbox()
    while view.stage != CROSSED:
        console.wait(20)
    console.wait(40)
    lane, played = drawn[1 + at] >> 1, drawn[30 + seat] >> 1
    assert (lane, played) == (card, follow), "now they have changed places"
    assert console.shows(view.say("inverted_0"))


def test_a_key_skips_to_the_cards_that_have_changed_places_and_another_one_goes_on():
    console = table([0, 0, 0], 7, moving=True)
    assert play_until(console, lambda view: view.stage == CROSSING)
    console.keys("a")
    assert console.view.stage == CROSSED and not console.view.telling.motion.busy
    console.keys("a")
    assert console.screen == "handover" or console.view.stage != CROSSED


@pytest.mark.parametrize("kinds", [[0, 1], [0, 1, 1, 1]])
def test_each_trick_says_why_it_was_won(kinds):
    console = table(kinds, 21)
    seen = set()
    reviewed = []

    def review(view):
        if view.stage == COUNTED and view.game.position and view.game.position not in seen:
            seen.add(view.game.position)
            reviewed.append((view.game.position - 1, console.note))
        return False

    session = console.app.match.session
    play_until(console, review)
    game = session.game
    assert [at for at, note in reviewed] == list(range(10))
    for at, note in reviewed:
        number = str(game.played(at, game.winner(at)) % 10 + 1)
        assert re.search(rf"\b{number}\b", note)
        assert note.startswith("Inverted:") == game.inverted(at) and "highest" in note


def test_when_the_winner_is_certain_each_person_is_once_offered_to_finish_quickly():
    console = table([0, 0], 5)
    offers = []

    def offered(view):
        if view.overlay == "offer":
            offers.append(view.viewer)
            assert view.session.game.settled() and view.session.game.position < 9
        return False

    play_until(console, offered)
    assert sorted(offers) == [0, 1]


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("seed", [1, 6, 12])
def test_the_offer_names_its_keys_and_when_it_is_taken_no_robot_goes_on_with_an_earlier_thought(seed, moving):
    console = table([0, 3, 3, 3], seed, moving=moving)
    assert play_until(console, lambda view: view.overlay == "offer")
    console.wait(1500)
    assert console.foot == console.view.say("keys_offer")
    console.keys("a")
    begun = {}  # the actions before each thought; a thought that is kept here stays the same object
    while console.screen == "inversion":
        if mind := console.view.thinker.mind:
            played = len(console.view.session.history)
            assert begun.setdefault(mind, played) == played
        console.wait(20)
    assert console.screen == "result"


def test_later_down_offers_to_finish_quickly_but_not_before_the_winner_is_certain():
    console = table([0, 0], 5)
    assert play_until(console, my_turn)
    console.keys("d")
    assert not console.view.overlay
    assert play_until(console, lambda view: my_turn(view) and view.game.settled())
    console.keys("d")
    assert console.view.overlay == "offer"


def test_for_the_last_trick_whose_cards_are_forced_nothing_is_offered():
    console = table([0, 0], 5)
    offers = []

    def last(view):
        if view.game.position == 9 and view.overlay == "offer":
            offers.append(view.overlay)
        if my_turn(view) and view.game.position == 9 and view.game.settled():
            console.keys("d")
            offers.append(view.overlay)
        return False

    play_until(console, last)
    assert offers and not any(offers)


@pytest.mark.parametrize("kinds", [[0, 0], [0, 0, 0], [0, 0, 0, 0]])
def test_the_cursor_rests_on_a_card_that_can_win_or_else_on_the_lowest_legal_one(kinds):
    seen = set()

    def ahead(view, card):
        game = view.game.copy()
        at = game.position
        seat = game.player
        suit = game.follow() // 10
        last = len([player for player in range(game.players) if game.played(at, player) >= 0])
        game.apply(card)
        if last == game.players - 1:
            return game.winner(at) == seat
        worth = {}
        for player in range(game.players):
            laid = game.played(at, player)
            if laid >= 0:
                worth[player] = laid % 10 + (100 if laid // 10 == suit and not game.inverted(at) else 0)
        return all(worth[player] < worth[seat] for player in worth if player != seat)

    def rests(view):
        if my_turn(view) and len(view.session.history) not in seen:
            seen.add(len(view.session.history))
            legal = view.game.legal_actions()
            card = view.cards()[view.cursor]
            assert card in legal
            can = [card for card in legal if ahead(view, card)]
            kinds_seen.add(bool(can))
            if can:
                assert card in can
            else:
                assert card % 10 == min(other % 10 for other in legal)
        return False

    kinds_seen = set()
    for seed in (3, 5):
        seen.clear()
        play_until(table(kinds, seed), rests)
    assert kinds_seen == {True, False}


@pytest.mark.parametrize("kinds", [[0, 0], [0, 0, 1], [0, 1, 1, 1]])
def test_finishing_quickly_plays_all_ten_tricks_legally(kinds):
    console = table(kinds, 5)
    session = console.app.match.session
    assert play_until(console, lambda view: view.overlay == "offer", bid(9))
    winners = session.game.winners()
    console.keys("a")
    console.wait(12000)
    assert console.screen == "result"
    assert session.game.position == 10 and session.game.winners() == winners
    assert Session.load(session.dump()).history == session.history


def test_select_turns_the_finished_tricks_with_what_was_played():
    console = table([0, 0, 0], 7)
    console.keys("ae")
    assert console.view.overlay == "last" and console.shows(console.view.say("no_pile"))
    console.keys("b")
    assert play_until(console, lambda view: my_turn(view) and view.game.position == 4)
    view = console.view
    console.keys("e")
    assert console.shows("Trick 4,")
    console.keys("r")
    assert console.shows("Trick 1,")
    console.keys("l")
    assert console.shows("Trick 4,") and view.overlay == "last"
    console.keys("a")
    assert not view.overlay and view.mine


def test_what_was_played_is_worked_out_from_the_record(drawn):
    """A seat is marked in an inverted trick alone, and its card is the one that lies in the lane."""
    console = table([0, 0, 0], 7)
    seen = {}

    def counted(view):
        at, game = view.game.position - 1, view.game
        if view.stage != COUNTED or at < 0 or at in seen:
            return False
        seen[at] = swapped = [seat for seat in range(3) if drawn[PLAYER + seat][3]]
        assert bool(swapped) == game.inverted(at)
        if swapped:
            order = [(game.leader(at) + i) % 3 for i in range(3)]
            last = [seat for seat in order if seat in swapped][-1]
            assert view.laid(at, last) == game.lane[at]
        return False

    play_until(console, counted)
    assert len(seen) > 3 and any(seen.values())


def test_the_set_up_names_every_choice_of_suits():
    console = Console()
    console.keys("a")
    console.open("setup", "inversion")
    view = console.view
    assert "♣♠♥" in [value for key, label, value in view.rows()]
