# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Inversio, played by keys."""

import numpy
import pytest
from PIL import ImageChops

from handful.picture import ink
from handful.tables.inversio import CHANGED, FIGHT, PASSED, WINNER
from tests.playing import until_mine
from tools.build import layouts
from tools.console import Console

# In this deal seat 0 comes to hold queens alone, and two table cards are passed over.
PASSING = 2443
LINE = (32, 51, 13, 38, 35, 43, 23, 24)


def table(kinds=(0, 0), seed=PASSING, drawn=False, **options):
    """A console at the table of a new match; drawn: with pixels all the time."""
    console = Console()
    console.keys("a")
    if not drawn:
        console.blind()
    console.begin("inversio", kinds, seed, **options)
    arrive(console)
    return console


def picture(console):
    """The table drawn again."""
    canvas = console.app.canvas
    for name in ("fill", "clear", "blit", "refresh", "text"):
        canvas.__dict__.pop(name, None)
    console.view.redraw()
    return console.image()


def arrive(console):
    """Skips what is shown until somebody has to choose a card, or the match is over."""
    while True:
        if console.screen == "handover":
            console.keys("a")
        elif console.screen != "inversio" or console.view.mine:
            return
        elif console.view.telling.reading:
            console.keys("a")
        else:
            console.wait(40)


def choose(console, card):
    """Puts the cursor on a card."""
    view = console.view
    while view.cards()[view.cursor] != card:
        console.keys("r")


def aim(console, card, table_card):
    """Puts the cursor on a card that may be laid on a table card."""
    view = console.view
    view.game.table = table_card
    view.game.hand(view.viewer)[:2] = [card, (card + 2) % 13 + 26]
    view.redraw()
    console.wait(40)
    choose(console, card)


def lay(console, card):
    """Lays a card; what is shown then is still to come."""
    choose(console, card)
    console.keys("a")


def lay_all(console, cards):
    for card in cards:
        arrive(console)
        lay(console, card)


def same(one, other):
    return ImageChops.difference(one, other).getbbox() is None


# A match from beginning to end


def test_nothing_has_to_be_pressed_to_see_what_happened():
    console = table((0, 1), rounds=1)
    while console.screen == "inversio":
        if console.view.mine:
            lay(console, console.view.game.legal_actions()[0])
        console.wait(3000)
    assert console.screen == "result"


# What a card would do, and what it did


def test_the_effect_of_the_chosen_card_is_said_before_it_is_laid(drawn):
    console = table()
    lay_all(console, LINE[:1])  # seven of hearts on the four of hearts: nothing
    assert console.note == "No change: both are worth 0"
    arrive(console)
    choose(console, 51)
    assert console.note == "Kings worth 0, 7s worth 14"
    assert drawn[10 + 6] == (0, 1, 14)
    assert drawn[10 + 12] == (14, 1, 0)
    assert drawn[10 + 5] == (0, 0, -1)


def test_the_two_changed_ranks_are_marked_as_long_as_the_move_is_shown(drawn):
    console = table()
    lay_all(console, LINE[:2])
    assert drawn[10 + 6] == (14, 2, 0)
    assert drawn[10 + 12] == (0, 2, 14)
    console.keys("a")
    assert console.screen == "handover"
    console.keys("a")
    arrive(console)
    lay(console, 13)  # an ace: it gains, and nine is worth nine as before
    assert console.note == "Aces worth 10"
    assert [i for i in range(13) if drawn[10 + i][1]] == [0]


def test_the_one_who_takes_the_console_over_is_shown_the_move(drawn):
    console = table()
    lay_all(console, LINE[:2])
    console.keys("aa")
    console.keys("a")
    view = console.view
    assert view.viewer == 1 and view.game is not view.session.game
    assert console.note == "Kings worth 0, 7s worth 14"
    assert drawn[10 + 6] == (14, 2, 0)


def test_cards_in_hand_show_their_new_worth():
    console = table()
    lay_all(console, LINE[:1])
    arrive(console)
    lay(console, 51)  # kings are worth nothing now, and a king is left in hand
    faces = []
    view = console.view
    view.face = lambda x, y, card, dim: faces.append(card)
    console.keys("a")
    assert console.screen == "handover"
    console.keys("a")
    arrive(console)
    lay(console, 13)
    arrive(console)
    view = console.view
    view.face = lambda x, y, card, dim: faces.append(card)
    lay(console, 38)
    assert len(view.cards()) == 3
    assert len(faces) >= 3  # all of the hand, and not just the cards that moved


@pytest.mark.parametrize(
    "table_card, card, worths, text",
    [
        (11, 7, {}, "8s worth 12, queens worth 8"),
        (10, 11, {}, "Queens worth 11, jacks worth 12"),
        (4, 0, {}, "Aces worth 6"),
        (0, 4, {}, "Aces worth 6"),
        (4, 0, {4: 12}, "Aces worth 6, 5s worth 0"),
        (11, 0, {11: 8}, "Queens worth 12"),
        (11, 0, {}, "Queen stays 12, ace stays 1"),
        (13, 0, {}, "Aces worth 2"),
        (3, 4, {}, "No change: both are worth 0"),
        (3, 4, {3: 9, 4: 9}, "No change: both are worth 9"),
    ],
)
def test_each_kind_of_effect_is_said(table_card, card, worths, text):
    console = table()
    for rank, worth in worths.items():
        console.view.game.worths[rank] = worth
    aim(console, card, table_card)
    assert console.note == text


@pytest.mark.parametrize(
    "table_card, card, text, marked",
    [
        (11, 7, "8 and queen swap values", {8, 12}),
        (3, 4, "5 and 4 swap values", {4, 5}),
        (4, 0, "Ace gains 5; 5s at first value", {1, 5}),
        (0, 4, "Ace gains 5; 5s at first value", {1, 5}),
        (11, 0, "Queen is back to its first value", {12}),
        (0, 12, "King is back to its first value", {13}),
        (13, 0, "Ace gains 1", {1}),
    ],
)
def test_hidden_worths_are_not_said(table_card, card, text, marked, drawn):
    console = table(open_worths=0)
    aim(console, card, table_card)
    assert console.note == text
    columns = {rank: drawn[9 + rank] for rank in range(1, 14)}
    assert {rank for rank, (_, mark, _) in columns.items() if mark} == marked
    assert all(worth == tag == -1 for worth, _, tag in columns.values())


@pytest.mark.parametrize("shown", [False, True])
def test_hidden_worths_are_nowhere_on_the_screen(shown):
    console = table(open_worths=0)
    lay_all(console, LINE[:1])
    if not shown:
        arrive(console)
        choose(console, 51)
    before = picture(console)
    for i in range(13):
        console.view.game.worths[i] = 20 - i
    assert same(before, picture(console))


def test_nothing_is_left_standing_when_the_picture_changes():
    console = table(drawn=True, rounds=2)
    console.app.settings.names[0] = "jpqgyÇ"
    console.view.redraw()
    for card in LINE[:2]:
        arrive(console)
        console.keys("r")
        assert same(console.image(), picture(console))
        lay(console, card)
        assert same(console.image(), picture(console))


# Refusals


def test_a_card_of_the_table_cards_rank_is_refused_with_the_reason():
    console = table()
    view = console.view
    card = view.cards()[2]
    view.game.table = (card + 13) % 52
    view.redraw()
    choose(console, card)
    assert console.note == "No 7 on 7, only aces"
    said = []
    view.refuse = said.append
    console.keys("a")
    assert said == [console.note]
    assert not view.session.history


# A table card that is passed over


def test_it_is_said_that_a_table_card_was_passed_over(drawn):
    console = table()
    lay_all(console, LINE[:7])
    assert console.view.stage == CHANGED
    console.keys("a")
    view = console.view
    assert console.note == "Only queens: new table card"
    assert drawn[40][:2] == (50, 37)
    assert view.game.table == 10
    console.keys("a")
    console.keys("aa")  # the other player sees it too
    while console.view.stage != PASSED:
        console.keys("a")
    assert console.view.viewer == 0
    assert console.note == "Only queens: new table card"


def test_it_is_said_again_to_who_comes_back_to_the_table():
    console = table()
    lay_all(console, LINE[:7])
    arrive(console)
    console.keys("sa")
    assert console.view.stage == PASSED
    console.keys("a")
    assert console.view.mine


# The last cards


def fight(**options):
    """A console at the first moment of the first fight of the recorded line."""
    console = table(**options)
    lay_all(console, LINE)
    assert console.view.stage == CHANGED
    console.keys("a")
    return console


def test_the_last_cards_fight_in_two_moments(drawn):
    console = fight(rounds=2)
    view = console.view
    assert view.stage == FIGHT
    assert console.note == "The last cards fight!"
    assert drawn[50] == FIGHT
    console.keys("a")
    assert view.stage == WINNER
    assert console.note == "Player 1 wins: 11 beats 0"
    assert drawn[10 + 11] == (11, 3, -1)
    assert drawn[10 + 5] == (0, 3, -1)
    console.keys("a")
    assert view.stage == 0
    assert drawn[30][:2] == (1, True) and drawn[31][:2] == (0, True)


def test_the_round_is_not_won_before_the_fight_is_shown(drawn):
    console = table(rounds=2)
    lay_all(console, LINE)
    assert console.view.game.score(0) == 1
    assert drawn[30][:2] == (0, False)
    assert console.view.cards() == [11]  # the last card of the round, not the new hand


def test_equal_last_cards_win_nothing():
    console = table(rounds=2)
    lay_all(console, LINE[:-1])
    arrive(console)
    console.view.game.worths[:] = bytes(13)
    lay(console, LINE[-1])
    while console.view.stage != WINNER:
        console.keys("a")
    assert console.note == "Nobody wins: 0 against 0"


def test_hidden_worths_come_to_light_when_the_winner_is_shown(drawn):
    console = fight(rounds=2, open_worths=0)
    assert drawn[10 + 11] == (-1, 3, -1)
    console.keys("a")
    assert drawn[10 + 11] == (11, 3, -1)


def test_who_leaves_during_the_fight_sees_it_again():
    console = fight(rounds=2)
    console.keys("sa")
    assert console.view.stage == FIGHT
    console.keys("aa")
    assert console.view.mine


def test_the_last_fight_of_the_match_is_shown_before_the_result():
    console = fight(rounds=1)
    console.keys("a")
    assert console.screen == "inversio" and console.view.stage == WINNER
    console.keys("a")
    console.wait(60)
    assert console.screen == "result"


# The cards laid


def test_select_shows_all_pairs_of_the_round_and_of_the_last_one_while_nothing_is_laid():
    console = table(rounds=2)

    def shown():
        return len([text for text in console.reader.texts.values() if text[-1] in "♣♠♥♦"])

    lay_all(console, LINE)
    arrive(console)
    console.keys("e")
    assert shown() == 18 and list(console.reader.texts.values()).count("✗") == 2
    console.keys("a")
    lay(console, console.view.game.legal_actions()[0])
    console.keys("e")
    assert shown() == 2


# What a seat may see


def test_the_other_last_card_is_not_drawn_before_the_fight():
    console = table(rounds=2)
    lay_all(console, LINE)
    view = console.view
    shown = picture(console)
    number, winner, last, worths = view.game.fight()
    last = (last[view.viewer], 3) if view.viewer == 0 else (3, last[view.viewer])
    view.game.fight = lambda: (number, winner, last, worths)
    assert same(shown, picture(console))
    console.keys("a")
    assert not same(shown, picture(console))


# Room


@pytest.mark.parametrize("hidden", [False, True])
def test_the_cursor_begins_on_the_card_that_leaves_most_for_the_fight_if_worths_are_open(hidden):
    best = 0
    for seed in range(5):
        console = Console()
        console.begin("inversio", [0, 1], seed, open_worths=0 if hidden else 1)
        until_mine(console)
        view = console.view
        game = view.game
        left = {}
        for card in game.legal_actions():
            after = game.copy()
            after.lay(card)
            left[card] = max(after.worths[other % 13] for other in view.cards() if other != card)
        best += left[view.cards()[view.cursor]] == max(left.values())
    assert (best == 5) != hidden


@pytest.mark.parametrize("layout", layouts.names())
def test_what_is_said_of_the_fight_keeps_two_rows_clear_of_its_cards(layout):
    with layouts.used(layout):
        console = fight(drawn=True)
        view = console.view
        for _ in range(500):
            if view.stage != WINNER:
                console.wait(20)
        assert view.stage == WINNER
        console.image()
        cells = numpy.concatenate([band.cells for band in console.app.canvas.bands])
        assert (cells[view.note_y - 1 : view.note_y + 1] == ink.TABLE).all()
