# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of The Game: the team, the piles, and the hand. test_the_game_talk.py has what the team says."""

import pytest

from handful.picture import ink
from handful.picture.measures import BAR
from tests.playing import drawn
from tests.sheet import contrast
from tools.console import Console

PEOPLE = ["Ana", "Bob", "Chloé", "Dai", "Emi"]


def begun(kinds, seed=2026, **options):
    """A match whose first player is a person, who looks at the table."""
    console = Console(**{name: options.pop(name) for name in ("moving", "language") if name in options})
    console.keys("a")
    console.app.settings.names = list(PEOPLE)
    console.begin("the_game", kinds, seed, **options)
    if console.screen == "handover":
        console.keys("a")
    return console


def turn(console):
    """The person plays a whole turn: the cards that cost least, and no more than are due."""
    for _ in range(console.view.game.due):
        console.keys("a")
        console.wait(1000 if console.view.telling.moving else 0)
    console.keys("da")


def shown(console):
    """The strings of the table, drawn again."""
    found = drawn(console)
    console.view.redraw()
    console.image()
    return found


# The team


def strip(console):
    """What is written between the top line and the piles."""
    lower = console.view.place("piles", -1)[1]
    return [row for row in shown(console) if BAR < row[2] < lower]


def test_the_strip_shows_everybodys_cards_and_who_is_next():
    console = begun([0] * 5)
    game = console.app.match.session.game
    console.keys("a")
    drawn = strip(console)
    big = console.app.canvas.big
    assert [row[0] for row in drawn if row[4] is big][:5] == [str(game.held(seat)) for seat in range(5)]
    assert [row[3] for row in drawn if row[4] is big][:5].count(ink.ACCENT) == 1
    arrow = [row for row in shown(console) if row[0] == "▶"]
    assert len(arrow) == 1
    counts = [row for row in drawn if row[4] is big]
    after = [seat for seat in range(5) if counts[seat][1] > arrow[0][1]]
    assert after[0] == (game.player + 1) % 5


def test_who_has_no_card_left_is_not_next():
    console = begun([0] * 3)
    game = console.app.match.session.game
    after = (game.player + 1) % 3
    game.hand(after).clear()
    arrow = [row for row in shown(console) if row[0] == "▶"]
    counts = strip(console)
    digits = [row for row in counts if row[4] is console.app.canvas.big]
    seats = [seat for seat in range(3) if digits[seat][1] > arrow[0][1]]
    assert seats[0] == (game.player + 2) % 3 and digits[after][0] == "0"


def test_the_draw_pile_is_counted_in_large_digits():
    console = begun([0, 0])
    left = str(console.app.match.session.game.left)
    drawn = shown(console)
    assert [row for row in drawn if row[0] == left and row[4] is console.app.canvas.big]


# The piles


def test_a_pile_looks_as_high_as_it_is():
    console = begun([0])
    game = console.app.match.session.game
    assert list(game.heights) == [0, 0, 0, 0]
    looks = []
    for height in (0, 1, 9, 17, 30):
        game.heights[0] = height
        console.view.redraw()
        picture = console.image()
        left, top, width, high = console.view.landing(0)  # of the first pile
        x, edge = left + width // 2, top + high
        ground = picture.getpixel((0, edge + 3))
        looks.append(sum(picture.getpixel((x, edge + row)) != ground for row in range(3)))
    assert looks == [0, 1, 2, 3, 3]


def test_how_far_a_pile_has_come_is_seen_at_arms_length():
    console = begun([0])
    game = console.app.match.session.game
    game.piles[:] = [50, 1, 100, 100]
    console.view.redraw()
    picture = console.image()
    y = console.view.place("costs", -1)[1] - 4  # the bar, above what a card would cost
    ground = picture.getpixel((0, y))
    come = [row for row in range(-2, 8) if contrast(picture.getpixel((6, y + row)), ground) >= 3]
    assert len(come) >= 4
    rest = [picture.getpixel((sum(console.view.place("pile", 0)[::2]) - 5, y + row)) for row in range(4)]
    assert any(contrast(colour, ground) >= 3 for colour in rest) and ground in rest


# What is said


def test_what_is_due_is_said_once():
    console = begun([0, 0])
    drawn = shown(console)
    assert len([row for row in drawn if "2" in row[0] and "lay" in row[0].lower()]) == 1
    drawn.clear()
    console.keys("d")  # too early
    refused = [row[0] for row in drawn]
    assert refused and not any("2" in row for row in refused)


# The cursor in the hand


def test_a_step_in_the_hand_asks_for_no_text(monkeypatch):
    console = begun([0, 1])
    console.keys("r")
    asked = []
    say = console.view.say
    monkeypatch.setattr(console.view, "say", lambda key, *values: (asked.append(key), say(key, *values))[1])
    console.keys("rl")
    assert not asked
    console.keys("u")
    assert asked


def test_a_step_in_the_hand_says_again_what_something_else_was_said_in_place_of():
    console = begun([0, 1])
    console.keys("r")
    note, foot = console.note, console.foot
    before = console.image().tobytes()
    console.keys("d")
    assert console.refused
    console.keys("lr")
    assert console.image().tobytes() == before
    console.keys("ub")  # the pile, and back
    assert (console.note, console.foot) == (note, foot)
    console.keys("a")
    assert console.note != note
    console.keys("b")
    assert console.note not in (note, "")  # that it is taken back
    console.keys("r")
    assert console.note == note


# The fast hand


def cheapest(game):
    """(cost, card) of the card of the hand that costs least."""
    gaps = [(game.gap(card, pile), card) for card in game.hand(game.player) for pile in range(4)]
    return min((gap, card) for gap, card in gaps if gap)


def chosen(console):
    """The card that the cursor is on, and the pile that is lit."""
    place, pile = console.view.where()[3:5]
    return console.view.game.hand(console.view.viewer)[place], pile


def laid_out(console, piles, hand):
    """Piles and a hand of the person alone, as a test wants them, with the cursor where the table puts it."""
    game = console.app.match.session.game
    game.piles[:] = piles
    game.hand(0)[:] = hand
    console.view._sought = -1  # noqa: SLF001 - nothing that a player does changes a hand this way
    console.view.redraw()
    console.image()
    return game


def test_after_dealing_drawing_and_laying_the_cursor_is_on_the_cheapest_card_and_its_pile_is_lit():
    console = begun([0])
    game = console.app.match.session.game
    for _ in range(4):
        for _ in range(2):
            card, pile = chosen(console)
            assert game.gap(card, pile) == cheapest(game)[0]
            console.keys("a")
            assert game.piles[pile] == card
        console.keys("d")
        console.wait(2_000)
        assert not game.laid and game.due


def test_the_backwards_trick_comes_before_every_other_card():
    console = begun([0])
    game = laid_out(console, [60, 1, 100, 100], [20, 50, 61, 99])
    assert chosen(console) == (50, 0)
    console.keys("a")
    assert game.piles[0] == 50


@pytest.mark.parametrize("move", ["r", "l", "rr", "lll"])
def test_on_each_card_the_pile_is_lit_where_it_costs_least_and_a_plays_it_there(move):
    console = begun([0])
    game = console.app.match.session.game
    console.keys(move)
    card, pile = chosen(console)
    gaps = [game.gap(card, other) for other in range(4) if game.gap(card, other)]
    assert game.gap(card, pile) == min(gaps)
    console.keys("a")
    assert game.laid == [4 * card + pile]


def test_up_chooses_another_pile_among_those_that_the_card_fits_on_and_down_goes_back():
    console = begun([0])
    game = laid_out(console, [50, 30, 20, 45], [40, 55, 60])
    while chosen(console)[0] != 40:
        console.keys("r")
    fits = [pile for pile in range(4) if game.gap(40, pile)]
    assert fits == [0, 1, 3] and chosen(console) == (40, 0)
    console.keys("u")
    seen = []
    for _ in range(3):
        console.keys("r")
        seen.append(chosen(console)[1])
    assert seen == [1, 3, 0]
    console.keys("rd")
    assert chosen(console) == (40, 0) and not game.laid
    console.keys("url" + "r" + "u")
    assert game.piles[1] == 40


def test_below_each_pile_stands_what_the_chosen_card_costs_there_or_that_it_does_not_fit():
    console = begun([0])
    game = laid_out(console, [50, 30, 20, 45], [40, 55, 60])
    while chosen(console)[0] != 40:
        console.keys("r")
    signs = {"-10!", "+10", "✗", "+5"}
    below = {x // 40: text for (x, _), text in console.reader.texts.items() if text in signs}
    assert [game.gap(40, pile) for pile in range(4)] == [-10, 10, 0, 5]
    assert below == {0: "-10!", 1: "+10", 2: "✗", 3: "+5"}


def test_a_card_that_fits_on_one_pile_alone_says_so():
    console = begun([0])
    game = laid_out(console, [50, 70, 20, 20], [55, 56])
    console.keys("ur")
    assert console.refused
    console.keys("a")
    assert game.piles[0] == 55


@pytest.mark.parametrize("kinds", [[0], [0, 0], [0, 1, 1]])
def test_down_alone_ends_the_turn(kinds):
    console = begun(kinds)
    match = console.app.match
    while not (console.view.mine and match.session.game.player == match.viewer):
        console.wait(100)
    seat = match.viewer
    console.keys("aad")
    history = len(match.session.history)
    console.wait(3_000)
    assert match.session.history[history] == 0 and match.session.game.held(seat) >= 6


def test_until_the_drawn_cards_are_seen_the_end_of_the_turn_can_be_taken_back():
    console = begun([0])
    game = console.app.match.session.game
    console.keys("aad")
    hand = list(game.hand(0))
    console.keys("b")
    console.wait(5_000)
    assert len(game.laid) == 2 and list(game.hand(0)) == hand and not console.app.match.assisted
    console.keys("b")
    assert len(console.app.match.session.game.laid) == 1


@pytest.mark.parametrize("again", ["d", "a"])
def test_a_second_key_ends_the_turn_at_once(again):
    console = begun([0])
    match = console.app.match
    console.keys("aad" + again)
    assert match.session.history[-1] == 0 and not match.session.game.laid


def stuck(laid):
    """A table on which no card fits, after that many cards of the turn."""
    console = begun([0])
    game = laid_out(console, [99, 99, 2, 2], [30, 31])
    game.laid[:] = [4 * 50] * laid
    game.due = max(0, game.least - laid)
    console.view.redraw()
    console.wait(100)
    return console, game


@pytest.mark.parametrize("laid", [2, 3])
def test_when_enough_is_played_and_no_card_fits_it_says_so_and_not_play_more(laid):
    console, _ = stuck(laid)
    assert console.note == "No card fits: ▼ ends your turn"


def test_when_nothing_can_be_laid_or_undone_one_key_ends_the_game():
    console, game = stuck(0)
    assert console.note == "No card fits: ▼ ends the game"
    console.keys("d")
    assert console.app.match.session.history[-1] == 0 and game.player < 0


def test_as_long_as_a_card_can_be_taken_back_the_end_is_asked_for():
    console, game = stuck(1)
    assert "undo" in console.note
    console.keys("d")
    console.wait(10_000)
    assert game.player == 0  # it waits for an answer
    assert console.note == "No card fits: end the game?"
    console.keys("d")
    assert game.player == 0


def test_a_turn_does_not_end_under_a_pause_or_a_hint():
    console = begun([0])
    history = console.app.match.session.history
    console.keys("aad" + "s")
    assert console.screen == "pause"
    console.wait(5_000)
    console.keys("b")
    console.wait(5_000)
    assert list(history)[-1] != 0 and console.view.mine
    console.keys("B" + "u")
    console.wait(8_000)
    assert console.view.overlay == "hint" and list(history)[-1] != 0
    console.keys("a")
    console.wait(5_000)
    assert list(history)[-1] != 0


def test_what_is_taken_back_is_under_the_cursor():
    console = begun([0])
    console.keys("rr")
    card, pile = chosen(console)
    console.keys("ab")
    assert chosen(console) == (card, pile)


def test_the_left_thumb_alone_plays_a_turn():
    console = begun([0])
    game = console.app.match.session.game
    console.keys("uu" + "uru" + "dd")
    assert game.score(0) == 2 and not game.laid


def test_a_pause_before_the_turn_does_not_keep_the_pile_that_was_lit_in_the_last_one():
    console = begun([0], moving=True)
    game = console.app.match.session.game
    console.wait(2_000)
    for _ in range(3):
        console.keys("aadd")  # the end of the turn; the new cards are still being dealt
        console.keys("sb")
        console.wait(3_000)
        card, pile = chosen(console)
        assert game.gap(card, pile) == cheapest(game)[0]


def test_who_speaks_after_a_turn_gets_no_hint_about_another_hand():
    console = begun([0, 0])
    turn(console)
    assert console.app.match.speaking
    console.keys("Bu")
    console.wait(3000)
    assert console.refused and not console.view.overlay and console.app.match.speaking


@pytest.mark.parametrize("language", range(3))
def test_the_number_of_cards_left_agrees_with_their_name(language):
    console = Console(language=language)
    console.begin("the_game", [0])
    view = console.view
    for left in (98, 21, 2, 1, 0):
        view._count_cards = lambda left=left: [left, 0]  # noqa: SLF001
        view.redraw()
        console.wait(20)
        assert view.say("card_left" if left == 1 else "cards_left") in console.reader.texts.values()
    assert (view.say("card_left") == view.say("cards_left")) == (language == 2)
