# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Flip Over, by its keys: what it says, what it shows, and what it never shows."""

import pytest

from engine import session as sessions
from engine.flip_over import OPTIONS
from engine.rng import Rng
from handful.picture import ink
from handful.settings import MOTION
from handful.tables.flip_over import GOT, TURN
from tests import words
from tests.games.flip_over import exchange_first, told
from tools.build import layouts
from tools.console import Console

LONG = "WWWWWWWW"
SIGNS = "☀☾☁☂☘"
FOOT = 118


def table(kinds, seed=2026, pace=2, **options):
    """A console on which a match has been dealt, robots at a quick pace."""
    console = Console()
    console.keys("a")
    console.app.settings.values[0] = pace
    console.begin("flip_over", kinds, seed, **options)
    return console


SHEETS = ("round", "exchange")  # which a key closes


def play_until(console, done, choose=lambda legal: legal[0]):
    """Plays by keys, whoever is to act, until done(view) or until the table is left for the result."""
    for _ in range(20_000):
        if console.screen == "handover":
            console.keys("a")
            continue
        view = console.view
        if console.screen != "flip_over" or done(view):
            return console.screen == "flip_over"
        if view.mine:
            place = view.cards().index(choose(view.game.legal_actions()))
            while view.cursor != place:
                console.keys("r" if place > view.cursor else "l")
            console.keys("a")
        elif view.telling.reading or view.overlay in SHEETS:
            console.keys("a")
        else:
            console.wait(20)
    raise AssertionError("the match does not end")


def foot_colours(console):
    return console.image().crop((0, FOOT, 160, 128)).getcolors()


def said(view):
    """Notes and refusals, as they are said from now on."""
    lines = []
    note, refuse = view.note, view.refuse
    view.note = lambda text, *rest: (lines.append(text), note(text, *rest))
    view.refuse = lambda text: (lines.append(text), refuse(text))
    return lines


@pytest.mark.parametrize(
    ("kinds", "options"),
    [
        ((0, 1, 1), {"rounds": 4}),
        ((1, 0, 2, 3), {"teams": 1, "exchange": 1, "discs": "alternating"}),
        ((1, 1, 1, 1, 0), {"trumps": 0}),
        ((0, 0, 0), {}),
        ((0, 1, 0, 0), {"teams": 1, "exchange": 1}),
    ],
)
def test_a_whole_match_is_played_by_keys(kinds, options):
    console = table(kinds, **options)
    assert not play_until(console, lambda view: False)
    assert console.screen == "result"
    match = console.app.match
    assert match.session.game.player == -1
    assert not match.assisted


def test_a_card_that_must_not_be_played_is_refused_in_the_rulebooks_words():
    console = table([0, 1, 1, 1])

    def some_are_illegal(view):
        return view.mine and len(view.game.legal_actions()) < len(view.cards())

    assert play_until(console, some_are_illegal)
    view = console.view
    game = view.game
    lines = said(view)
    wrong = [card for card in view.cards() if card not in game.legal_actions()][0]
    while view.cards()[view.cursor] != wrong:
        console.keys("r")
    console.keys("a")
    sign = SIGNS[game.led()]
    assert lines[-1] == f"You have a {sign}: play a {sign}"
    count = len(lines)
    console.keys("u")  # which plays, too
    assert len(lines) > count and lines[-1] == f"You have a {sign}: play a {sign}"


def test_the_cursor_comes_to_a_card_that_may_be_played():
    console = table([0, 1, 1, 1, 1])
    turns = []

    def ask(view):
        if view.mine and view.game.trick:
            turns.append(view.cards()[view.cursor] in view.game.legal_actions())
        return view.game.round == 2

    play_until(console, ask)
    assert len(turns) > 5
    assert all(turns)


def to_exchange(kinds=(0, 1, 1, 1), **options):
    console = table(kinds, exchange=1, **options)
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
def test_the_sheet_of_the_exchange_waits_for_a_key(key):
    console = to_exchange()
    console.keys("aaa")
    assert play_until(console, lambda view: view.overlay == "exchange")
    console.wait(20000)
    view = console.view
    assert view.overlay == "exchange" and view.stage == GOT and not view.mine
    sheet = console.image()
    view.redraw()
    assert console.image().tobytes() == sheet.tobytes(), "it can be drawn again"
    console.keys(key)
    assert console.view is view and not view.overlay and view.stage == 0 and len(view.cards()) == 10


def test_a_card_that_is_named_already_is_refused():
    console = to_exchange()
    view = console.view
    lines = said(view)
    first = view.cards()[view.cursor]
    console.keys("a")
    assert view.cards()[view.cursor] != first
    console.keys("la")
    assert lines[-1] == "Already chosen for Mimi"


def test_a_hint_in_the_exchange_names_the_card_and_whom_it_is_for():
    console = to_exchange()
    view = console.view
    action = view.game.legal_actions()[0]
    assert view.describe(action) == f"{SIGNS[action // 12]}{action % 12 + 1} for Mimi"
    console.keys("Bu")
    assert view.overlay == "hint"


def test_a_card_named_for_the_exchange_may_be_taken_back():
    console = to_exchange()
    view = console.view
    console.keys("a")
    assert len(view.game.given(0)) == 1
    console.keys("b")
    assert view.game.given(0) == []
    assert not console.app.match.assisted


def test_between_the_rounds_the_discs_turn_over():
    console = table([0, 1, 1])
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


def test_the_sheet_between_the_rounds_waits_for_a_key():
    console = table([0, 1, 1])
    assert play_until(console, lambda view: view.overlay == "round")
    assert console.view.stage == TURN
    console.wait(20000)
    view = console.view
    assert view.overlay == "round" and view.stage == TURN
    sheet = console.image()
    view.redraw()
    assert console.image().tobytes() == sheet.tobytes(), "it can be drawn again"
    console.keys("a")
    assert not view.overlay and view.stage < TURN
    assert view.game.round == 2 and len(view.cards()) == 8


def test_the_first_key_counts_after_the_last_trick_was_looked_up_before_the_sheet_between_the_rounds():
    console = table([0, 1, 1], seed=1)  # the person leads the second round
    assert play_until(console, lambda view: view.game.round == 2 and view.telling.reading)
    console.keys("eba")
    view = console.view
    assert view.mine and not view.overlay
    cursor = view.cursor
    console.keys("r")
    assert view.cursor == cursor + 1


@pytest.mark.parametrize("moving", [0, 1])
def test_keys_pressed_without_end_never_skip_the_sheet_between_the_rounds(moving):
    console = table([0, 1, 1])
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
    console = table([0, 1, 1])
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
        console = table([0, 1, 1, 1, 1], trumps=trumps)
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


@pytest.mark.parametrize("aid", [0, 1])
@pytest.mark.parametrize("kinds", [(0, 1, 1), (0, 1, 1, 1), (0, 1, 1, 1, 1)])
def test_no_hidden_card_is_drawn(kinds, aid):
    console = table(kinds, exchange=int(len(kinds) == 4))
    console.app.settings.values[1] = aid
    looks = []

    def look(view):
        if len(looks) < 8 and (view.stage >= TURN or view.mine and view.game.disc % 3 == 1):
            looks.append(view)
            picture = pictures(view)
            view.game.redeal(view.viewer, Rng(len(looks)))
            assert pictures(view) == picture
        return view.game.round == 2 and view.game.disc > 2

    def pictures(view):
        view.redraw()
        table = console.image().tobytes()
        view.draw_last()
        last = console.image().tobytes()
        view.redraw()
        return table, last

    play_until(console, look)
    assert len(looks) >= 5


def test_the_memory_aid_adds_what_has_been_played():
    console = table([0, 1, 1, 1])
    assert play_until(console, lambda view: view.mine and view.game.disc == 3)
    seen = []
    for aid in (0, 1):
        console.app.settings.values[1] = aid
        console.keys("e")
        seen.append(console.image().tobytes())
        console.keys("a")
    assert seen[0] != seen[1]


def test_without_the_memory_aid_nothing_older_than_the_last_trick_is_shown():
    console = table([0, 1, 1, 1])
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
    console = table([0, 1, 1, 1])
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


def test_a_move_of_the_cursor_draws_two_cards_and_a_line():
    console = table([0, 1, 1, 1, 1])
    assert play_until(console, lambda view: view.mine and len(view.cards()) > 6)
    view = console.view
    canvas = console.app.canvas
    drawn = []
    fill = canvas.fill
    canvas.fill = lambda x, y, width, height, colour: (
        drawn.append((x, y, width, height)),
        fill(x, y, width, height, colour),
    )
    console.keys("r")
    assert drawn
    assert min(y for x, y, width, height in drawn) >= view.note_y
    assert sum(width * height for x, y, width, height in drawn) < 8 * 13 * 30


def test_the_message_is_still_there_when_the_last_trick_closes():
    console = table([0, 1, 1], pace=0)
    assert play_until(console, lambda view: view.over and view.game.disc > 1)
    text = console.note
    console.keys("ea")
    assert console.note == text


def catalogue():
    path = words.file("en", "flip_over")
    return dict(line.split("=", 1) for line in path.read_text(encoding="utf-8").splitlines() if line)


VALUES = {
    "round": ("6", "6"),
    "leads": (LONG, "☂12"),
    "plays": (LONG, "☂12"),
    "gives": ("☂12", LONG),
    "has_named": (LONG,),
    "trump": (LONG, "-12", 12),
    "latest_trump": (LONG, "-12", 12),
    "highest_led": (LONG, "-12", "☂", 12),
    "may_lead": ("⊕12",),
    "may_follow": ("⊕12", "☂"),
    "may_discard": ("⊕12", "☂"),
    "name_0": (LONG,),
    "name_1": (LONG,),
    "name_2": (LONG,),
    "must_follow": ("☂",),
    "is_named": (LONG,),
    "round_over": ("5",),
    "last_trick": ("⊕12",),
}


def test_every_line_of_the_catalogue_fits_with_the_longest_names():
    small = Console().app.canvas.small
    for key, both in words.forms("en", "flip_over").items():
        for text in both:
            if not key.startswith(("hint_", "about", "story_")):  # which are set in several lines
                assert small.width(text.format(*VALUES.get(key.removeprefix("do_"), ()))) <= 156, key
            assert all(sign in small.characters for sign in text), key


def test_every_option_has_its_words():
    texts = catalogue()
    for name, allowed, _ in OPTIONS:
        assert f"option_{name}" in texts
        for value in allowed:
            assert f"{name}_{value}" in texts


def test_every_hint_has_its_sentence():
    from engine.bots import hint

    texts = catalogue()
    session = sessions.Session("flip_over", 4, 5, exchange=1)
    rng = Rng(1)
    asked = set()
    while session.game.player >= 0:
        if len(session.history) % 9 == 0:
            asked.add(hint(session.game, rng)[1][0])
        legal = session.game.legal_actions()
        session.act(legal[rng.below(len(legal))])
    assert asked <= set(texts)


def test_the_longest_lines_do_not_run_into_the_trick():
    """Names of eight wide letters and totals of four signs leave the trick's place alone."""
    for players in (3, 4, 5):
        console = table([0] + [1] * (players - 1))
        app = console.app
        app.settings.names[0] = LONG
        view = console.view
        right = 160 - players * view.pitch - 1
        assert 9 + app.canvas.small.width(LONG) < right - app.canvas.small.width("-252")


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("players", [3, 4, 5])
def test_totals_are_as_large_as_there_is_room_and_touch_neither_name_nor_trick(players, layout):
    with layouts.used(layout):
        for teams in range(1 + (players == 4)):
            console = table([0] + [1] * (players - 1), teams=teams)
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


def test_colours_are_readable():
    def light(colour):
        total = 0
        for shift, weight in ((16, 0.2126), (8, 0.7152), (0, 0.0722)):
            part = (colour >> shift & 255) / 255
            total += weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
        return total + 0.05

    colour = table([0, 1, 1]).app.canvas.colour
    for ground in (ink.TABLE, ink.DARK):
        assert light(colour(ink.WHITE)) / light(colour(ground)) >= 7
        assert light(colour(ink.ACCENT)) / light(colour(ground)) >= 4.5
