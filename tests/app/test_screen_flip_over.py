# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Flip Over, by its keys: what it says, what it shows, and what it never shows."""

import pytest

from handful.picture import ink
from handful.settings import MOTION
from handful.tables.flip_over import GOT, TURN
from tests.games.flip_over import exchange_first, told
from tests.playing import begin, play_until, refused, said
from tools.build import layouts

LONG = "WWWWWWWW"
SIGNS = "☀☾☁☂☘"


def test_a_card_that_must_not_be_played_is_refused_in_the_rulebooks_words():
    console = begin("flip_over", [0, 1, 1, 1])
    lines = refused(console)
    sign = SIGNS[console.view.game.led()]
    assert lines[-1] == f"You have a {sign}: play a {sign}"
    lines.clear()
    console.keys("u")  # which plays, too
    assert lines[-1] == f"You have a {sign}: play a {sign}"


def to_exchange():
    console = begin("flip_over", (0, 1, 1, 1), exchange=1)
    assert play_until(console, lambda view: view.game.exchanging and view.mine)
    return console


def test_a_card_is_chosen_for_left_opposite_and_right_and_what_came_is_told():
    console = to_exchange()
    view = console.view
    lines = said(view)
    hand = list(view.cards())
    asked = []
    for _ in range(3):
        asked.append(view.prompt())
        console.keys("a")
    assert asked == ["For Mimi, to your left", "For Otto, opposite", "For Kero, to your right"]
    assert play_until(console, lambda view: view.stage == GOT)
    game = view.game
    assert len(game.received(0)) == 3
    assert not set(game.received(0)) & set(hand)
    console.keys("a")
    assert view.stage == 0
    assert "Mimi has chosen 3 cards" in lines


@pytest.mark.parametrize("key", "ablruds")
@pytest.mark.parametrize("sheet", ["exchange", "round"])
def test_the_sheet_of_the_exchange_and_that_between_the_rounds_wait_for_a_key(sheet, key):
    console = (
        begin("flip_over", [0, 1, 1, 1], exchange=1) if sheet == "exchange" else begin("flip_over", [0, 1, 1])
    )
    assert play_until(console, lambda view: view.overlay == sheet)
    view = console.view
    assert view.stage == (GOT if sheet == "exchange" else TURN)
    console.wait(20000)
    assert view.overlay == sheet and not view.mine
    picture = console.image()
    view.redraw()
    assert console.image().tobytes() == picture.tobytes(), "it can be drawn again"
    console.keys(key)
    assert console.view is view and not view.overlay and view.stage < TURN and view.game.round == 2
    assert len(view.cards()) == (10 if sheet == "exchange" else 8)


def test_a_card_that_is_named_already_is_refused():
    console = to_exchange()
    view = console.view
    lines = said(view)
    first = view.cards()[view.cursor]
    console.keys("a")
    assert view.cards()[view.cursor] != first
    console.keys("la")
    assert lines[-1] == "Already chosen for Mimi"


def test_a_card_named_for_the_exchange_may_be_taken_back():
    console = to_exchange()
    view = console.view
    console.keys("a")
    assert len(view.game.given(0)) == 1
    console.keys("b")
    assert view.game.given(0) == []
    assert not console.app.match.assisted


def test_between_the_rounds_the_discs_turn_over():
    console = begin("flip_over", [0, 1, 1])
    assert play_until(console, lambda view: view.stage and view.game.round == 2)
    view = console.view
    assert view.cards() == []  # the hand that comes again is not shown with the last trick
    sides = list(view.game.discs)
    row = console.image().crop((0, 11, 160, 28))
    console.app.settings.values[MOTION] = 1
    console.keys("a")
    console.wait(300)  # the trick goes to its winner
    assert view.stage == TURN
    before = console.image()
    console.wait(1000)
    after = console.image()
    assert before.crop((0, 11, 160, 28)).tobytes() != after.crop((0, 11, 160, 28)).tobytes() != row.tobytes()
    console.app.settings.values[MOTION] = 0
    console.keys("a")
    assert view.stage < TURN
    assert view.game.round == 2
    assert view.game.discs == sides
    assert len(view.cards()) == 8


def test_the_first_key_counts_after_the_last_trick_was_looked_up_before_the_sheet_between_the_rounds():
    console = begin("flip_over", [0, 1, 1], seed=1)  # the person leads the second round
    assert play_until(console, lambda view: view.game.round == 2 and view.telling.reading)
    console.keys("eba")
    view = console.view
    assert view.mine and not view.overlay
    cursor = view.cursor
    console.keys("r")
    assert view.cursor == cursor + 1


@pytest.mark.parametrize("moving", [0, 1])
def test_keys_pressed_without_end_never_skip_the_sheet_between_the_rounds(moving):
    console = begin("flip_over", [0, 1, 1])
    assert play_until(console, lambda view: view.tricks() == 7 and view.mine)
    console.app.settings.values[MOTION] = moving
    seen = []
    for _ in range(60):
        view = console.view
        if view.mine and not view.overlay:
            view.point(view.game.legal_actions()[0])
        if view.overlay == "round":
            seen.append(view.stage)
            break
        assert view.game.round == 1 or view.stage, "the next round has not begun before the sheet"
        console.keys("a")
    assert seen == [TURN]


def test_a_side_is_told_by_its_sign_and_not_by_its_colour_alone():
    console = begin("flip_over", [0, 1, 1])
    for disc in (1, 3):  # the second one lies there, and has been taken
        assert play_until(console, lambda view, disc=disc: view.mine and view.game.disc == disc)
        view = console.view
        x, y, width, height = view.place("disc", 2)
        pictures = []
        for blue in (0, 1):
            view.game.discs[1] = blue
            view.redraw()
            pixels = console.image().crop((x, y, x + width, y + height)).tobytes()
            pictures.append([min(pixels[i : i + 3]) > 200 for i in range(0, len(pixels), 3)])
        assert pictures[0] != pictures[1]


def test_trumps_are_marked_in_the_hand_and_only_where_there_are_trumps():
    for trumps in (0, 1):
        console = begin("flip_over", [0, 1, 1, 1, 1], trumps=trumps)
        assert play_until(console, lambda view: view.mine)
        view = console.view
        disc = view.game.disc
        fills = []
        view.canvas.fill = lambda *place, fills=fills: fills.append(place[2:])
        marked = []
        for card in range(12):
            fills.clear()
            view.face(0, 0, card, False)
            marked += [card + 1] if any(wide > 3 and colour == ink.INK for wide, _, colour in fills) else []
        assert marked == [disc] * trumps


def test_the_memory_aid_adds_what_has_been_played():
    console = begin("flip_over", [0, 1, 1, 1])
    assert play_until(console, lambda view: view.mine and view.game.disc == 3)
    seen = []
    for aid in (0, 1):
        console.app.settings.values[1] = aid
        console.keys("e")
        seen.append(console.image().tobytes())
        console.keys("a")
    assert seen[0] != seen[1]


def test_without_the_memory_aid_nothing_older_than_the_last_trick_is_shown():
    console = begin("flip_over", [0, 1, 1, 1])
    assert play_until(console, lambda view: view.mine and view.game.disc == 4)
    view = console.view
    game = view.game
    seen = []
    for _ in range(2):
        console.keys("e")
        seen.append(console.image().tobytes())
        console.keys("a")
        exchange_first(game)
    assert seen[0] == seen[1]


def test_without_the_memory_aid_a_trick_lies_face_down_once_the_next_is_led():
    console = begin("flip_over", [0, 1, 1, 1])
    assert play_until(console, lambda view: view.mine and view.game.disc > 2 and view.game.trick)
    game = console.view.game
    cards = game.last_trick()[1]
    for aid in (0, 1):
        console.app.settings.values[1] = aid
        seen = []
        for order in (cards, cards[::-1]):
            told(game, order)
            console.keys("e")
            seen.append(console.image().tobytes())
            console.keys("a")
        assert (seen[0] == seen[1]) == (not aid)


def test_the_message_is_still_there_when_the_last_trick_closes():
    console = begin("flip_over", [0, 1, 1], pace=0)
    assert play_until(console, lambda view: view.over and view.game.disc > 1)
    text = console.note
    console.keys("ea")
    assert console.note == text


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("players", [3, 4, 5])
def test_totals_are_as_large_as_there_is_room_and_touch_neither_name_nor_trick(players, layout):
    with layouts.used(layout):
        for teams in range(1 + (players == 4)):
            console = begin("flip_over", [0] + [1] * (players - 1), teams=teams)
            view = console.view
            canvas = view.canvas
            width = canvas.bands[0].width
            for name, total in (("Mimi", 7), ("Mimi", -12), (LONG, 14), (LONG, -99)):
                view.app.faced = lambda seat, high=9, name=name: name
                view.score = lambda seat, total=total: total
                drawn = []
                canvas.text = lambda x, y, text, colour, font=None, drawn=drawn, canvas=canvas: (
                    drawn.append((x, text, font, colour, y)) or x + (font or canvas.small).width(text) + 1
                )
                view.redraw()
                view.draw()
                del canvas.text
                totals = [row[:3] for row in drawn if row[1:4:2] == (str(total), ink.ACCENT) and row[4]]
                assert len(totals) == (2 if teams else players)
                for x, text, font in totals:
                    names = [row for row in drawn if row[1] == name]
                    assert x > names[0][0] + canvas.small.width(name)
                    assert x + font.width(text) <= width - players * view.pitch - (1 if total == -99 else 3)
                    if name == "Mimi" and (teams or players == 3):
                        assert font is canvas.big
            lowest = [view.landing(view.cards()[0])] if not view.game.trick else []
            assert all(place[0] > width - players * view.pitch - 1 for place in lowest)
