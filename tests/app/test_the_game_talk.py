# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of The Game: what a team says after drawing, in signals and in words."""

import pytest

from handful.match import load
from handful.settings import PACE
from handful.tables.the_game_cursor import BEGIN, CARD, END, LAY, LOOK, TALK
from tests import presses
from tests.app.test_screen_the_game import PEOPLE, begun, strip, turn
from tests.playing import drawn, until_mine
from tools.build import layouts
from tools.console import Console


def test_the_hand_opens_once_more_with_the_new_cards_raised_before_the_console_is_passed_on():
    console = begun([0, 0])
    match = console.app.match
    before = list(match.session.game.hand(match.viewer))
    turn(console)
    viewer = match.viewer
    console.wait(20_000)
    assert console.screen == "the_game" and match.viewer == viewer and match.speaking
    hand = match.session.game.hand(viewer)
    new = [card for card in hand if card not in before]
    assert len(new) == 2
    picture = console.image()
    high = set()
    for card in hand:
        x, y, _, _ = console.view.place("hand", card)
        if picture.getpixel((x + 2, y + 2)) == picture.getpixel((x + 2, y + 7)):
            high.add(card)
    assert high == set(new)
    console.keys("a")
    assert console.screen == "handover"


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("kinds", [[0, 0], [0, 2, 2]])
def test_new_cards_are_spoken_of_only_where_some_were_drawn(kinds, left):
    console = begun(kinds)
    for _ in range(200):
        if console.view.mine and not console.view.game.choosing:
            break
        console.wait(100)
    game = console.app.match.session.game
    game.left = left
    said = set()
    turn(console)
    for _ in range(20):
        said.add(console.note)
        console.wait(20)
    assert any("raised" in note for note in said) == (left > 0), said
    assert console.app.match.speaking == (kinds == [0, 0]) and (
        left or "▲▼ signal" in console.foot or kinds[1]
    )


def test_signals_set_after_drawing_are_calls_of_the_seat_that_has_drawn():
    console = begun([0, 0, 0])
    match = console.app.match
    seat = match.viewer
    turn(console)
    console.keys("ru" + "rr" + "uu")
    game = match.session.game
    assert [game.signal(seat, pile) for pile in range(4)] == [1, 0, 2, 0]
    assert match.session.history[-1] == 600 + 16 * seat + 10
    assert game.player != seat and not any(game.signal(game.player, pile) for pile in range(4))
    again = load(match.dump())
    assert [again.session.game.signal(seat, pile) for pile in range(4)] == [1, 0, 2, 0]


def test_when_the_console_comes_back_only_what_robots_did_is_told_not_what_they_said():
    console = begun([0, 3, 0])
    view = console.view
    said = []
    for seat, told in ((1, False), (2, True)):  # a robot, a person
        call = 600 + 16 * seat + 4
        steps = view.tell(call, view.describe(call))
        assert bool(steps) == told
        said.append(view.describe(call))
    assert all(said)


def test_after_a_pause_the_table_still_waits_for_what_is_said():
    console = begun([0, 0])
    match = console.app.match
    viewer = match.viewer
    turn(console)
    console.keys("sa")
    assert console.screen == "the_game" and match.speaking and match.viewer == viewer
    console.keys("ru")
    assert match.session.game.signal(viewer, 0) == 1
    console.keys("a")
    assert console.screen == "handover" and not match.speaking


def test_a_match_saved_while_somebody_speaks_goes_on_with_the_next_player():
    console = begun([0, 0])
    turn(console)
    console.keys("ru")
    assert console.app.match.speaking
    console.app.save()
    again = Console(console.board.flash)
    again.keys("a")
    assert again.screen == "handover" and not again.app.match.speaking
    assert again.app.match.session.dump() == console.app.match.session.dump()


def test_one_person_alone_has_nobody_to_talk_to():
    console = begun([0])
    turn(console)
    assert not console.app.match.speaking and console.view.mine
    console.keys("aad")
    assert "signal" not in console.foot


def test_with_robots_alone_the_turn_goes_on_without_a_key():
    console = begun([0, 2])
    match = console.app.match
    until_mine(console)
    turn(console)
    count = len(match.session.history)
    console.wait(20)
    assert not match.speaking
    for _ in range(200):
        if len(match.session.history) > count:
            return
        console.wait(100)
    raise AssertionError("the robot does not play")


def test_with_robots_alone_down_stops_them_until_what_is_said_is_said():
    console = begun([0, 2], moving=True)
    match = console.app.match
    until_mine(console)
    turn(console)
    for _ in range(100):
        if console.view.telling.reading:
            break
        console.wait(20)
    assert "▼" in console.foot
    console.keys("d")
    assert match.speaking and "Your turn" not in console.reader.texts.values()
    count = len(match.session.history)
    console.wait(20_000)
    assert len(match.session.history) == count
    console.keys("ruu")
    assert match.session.game.signal(0, 0) == 2
    console.keys("a")
    assert not match.speaking
    console.wait(20_000)
    assert len(match.session.history) > count + 1


def test_the_first_of_a_team_to_draw_is_not_asked_to_speak_when_the_match_is_over():
    console = begun([0, 0], seed=5)
    console.blind()
    for key in presses.lay_best(console.app):
        if key >= 0:
            console.press(key)
        elif key == presses.WAIT:
            console.wait(500)
    assert console.screen == "result" and not console.app.match.speaking


def test_a_signal_is_said_in_words_when_it_is_set():
    console = begun([0, 0])
    match = console.app.match
    rows = drawn(console)
    turn(console)
    said = []
    for key in ("r", "u", "u", "r", "d"):
        rows.clear()
        console.keys(key)
        said.append([row for row in rows if row[2] == console.view.note_y + 1][-1])
    assert [row[0] for row in said] == [
        "Pile 1: anything goes",
        "Pile 1: no big jump, please",
        "Pile 1: leave it to me",
        "Pile 2: anything goes",
        "Pile 2: leave it to me",
    ]
    badge = [row for row in rows if row[0] == str(match.viewer + 1) and row[2] > console.view.note_y - 2]
    assert badge and badge[-1][1] < said[-1][1]  # the badge of who says it


def test_a_signal_is_said_in_words_when_the_next_player_sees_it():
    console = begun([0, 0])
    who = PEOPLE[console.app.match.viewer]
    turn(console)
    console.keys("ruu" + "ru" + "a" + "a")
    notes = []
    for _ in range(400):
        if console.view.mine:
            break
        if console.note not in notes:
            notes.append(console.note)
        console.wait(40)
    assert f"{who}: leave pile 1 to me" in notes
    assert f"{who}: no big jump on pile 2" in notes


def test_robots_say_their_signals_in_words():
    console = begun([0, 3, 3, 3])
    console.app.settings.values[PACE] = 2
    notes = set()
    for _ in range(4000):
        if console.screen != "the_game":
            break
        if console.view.mine:
            turn(console)
        notes.add(console.note)
        console.wait(40)
        if any(words in (note or "") for note in notes for words in ("leave pile", "no big jump on pile")):
            return
    raise AssertionError(sorted(filter(None, notes)))


@pytest.mark.parametrize(
    ("signals", "words", "seats"),
    [
        ({}, [], []),
        ({0: 1}, ["near!"], [0]),
        ({4: 2}, ["mine!"], [4]),
        ({1: 1, 3: 1}, ["near!"], [1, 3]),  # both of them, one on either side
        ({1: 1, 3: 2}, ["mine!"], [3]),  # who wants the pile wants no big jump either
        (dict.fromkeys(range(5), 2), ["mine!"], [0, 1]),  # as many as there is room for
    ],
)
@pytest.mark.parametrize("layout", layouts.names())
def test_a_signal_is_a_word_between_the_badges_of_who_says_it(signals, words, seats, layout):
    with layouts.used(layout):
        console = begun([0] * 5)
        view = console.view
        view.game.signal = lambda seat, pile: signals.get(seat, 0) if pile == 2 else 0
        view.redraw()
        console.wait(40)
        y = view.place("costs", -1)[1] + view.place("costs", -1)[3]
        row = [(x, text) for (x, top), text in sorted(console.reader.texts.items()) if y <= top < view.note_y]
        assert [text for _, text in row if len(text) > 1] == words
        assert [int(text) - 1 for _, text in row if len(text) == 1] == seats
        assert not words or [len(text) for _, text in row][:2] == [1, 5]  # no two badges side by side
        left, _, wide, _ = view.place("pile", 2)
        for x, text in row:
            assert left <= x and x + console.app.canvas.small.width(text) <= left + wide + 1


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("layout", layouts.names())
def test_a_seat_s_count_of_cards_stands_apart_from_its_badge(layout, players):
    with layouts.used(layout):
        console = begun([0] * players)
        rows = strip(console)
        big = console.app.canvas.big
        small = console.app.canvas.small
        badges = [
            (x, x + small.width(text)) for text, x, _, _, font in rows if font is not big and text in "12345"
        ]
        counts = [(x, x + big.width(text)) for text, x, _, _, font in rows if font is big][:players]
        for seat in range(players):
            inside = counts[seat][0] - badges[seat][1]
            assert inside >= 4  # one of these is the badge's edge
            assert seat + 1 == players or badges[seat + 1][0] - counts[seat][1] > inside


def test_the_line_says_what_somebody_said_of_the_pile_that_the_cursor_is_on():
    console = begun([0, 0])
    who = PEOPLE[console.app.match.viewer]
    turn(console)
    console.keys("ruu" + "aa")
    for _ in range(9):
        console.keys("" if console.view.mine else "a")
    game = console.app.match.session.game
    notes = set()
    for _ in game.hand(game.player):
        lit = console.view.where()[4]
        assert (console.note == f"{who}: leave pile 1 to me") == (lit == 0)
        notes.add(console.note)
        console.keys("r")
    assert len(notes) == 2
    while console.view.where()[4] != 0:
        console.keys("r")
    console.keys("ur")
    assert console.note.startswith("Play ")
    console.keys("l")
    assert console.note == f"{who}: leave pile 1 to me"


# What the cursor selects, when the position changes under it


def until_down_signals(console):
    """After a turn of the person's, among robots, until a key lets them speak."""
    until_mine(console)
    turn(console)
    for _ in range(200):
        if "▼ signal" in console.foot:
            return
        console.wait(40)
    raise AssertionError("nobody may speak")


SELECTIONS = {
    CARD: ([0, 1, 1], "r"),
    LAY: ([0, 1, 1], "u"),
    END: ([0, 1, 1], "aadr"),
    TALK: ([0, 1, 1], "dru"),
    LOOK: ([0, 0], ""),
    BEGIN: ([0, 0], "aaa"),
}
WAYS = {"undo": "BlBl", "its B": "Blb", "pause": "sb", "rules": "Bdb", "hint": "Bu.a", "last": "eb"}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("selected", SELECTIONS)
def test_what_the_cursor_selects_follows_from_the_position_whatever_changes_it(selected, way):
    kinds, keys = SELECTIONS[selected]
    console = begun(kinds, seed=5, starter=selected in (LOOK, BEGIN))
    if selected in (CARD, LAY, END, TALK):
        until_down_signals(console)
        if selected != TALK:
            until_mine(console)
    console.keys(keys)
    assert console.view.where()[2] == selected
    console.keys(WAYS[way])
    assert way != "undo" or console.note != "Undone" or console.view.where()[2] == CARD
    for key in "rudalrbuudra":
        if console.screen != "the_game":
            break
        view = console.view
        game, match = view.game, console.app.match
        _, viewer, at, card, pile, _, _ = view.where()
        if match.speaking:
            assert at == TALK
        elif game.choosing:
            assert at in (LOOK, BEGIN)
        elif not view.mine or at == CARD:
            assert at == CARD
        elif at == END:
            assert game.legal_actions()[0] == 0
        else:
            assert at == LAY and game.gap(game.hand(viewer)[card], pile)
        console.keys(key)


@pytest.mark.parametrize("selected", [TALK, LAY])
def test_the_key_that_the_question_names_takes_back_whatever_is_selected(selected):
    console = begun([0, 1, 1], seed=5)
    until_down_signals(console)
    if selected == LAY:
        until_mine(console)
    console.keys(SELECTIONS[selected][1])
    assert console.view.where()[2] == selected
    count = len(console.app.match.session.history)
    console.keys("Bl")
    assert console.foot == "Undo? Match won’t count. Ⓑ yes"
    console.keys("b")
    assert console.note == "Undone" and len(console.app.match.session.history) < count
