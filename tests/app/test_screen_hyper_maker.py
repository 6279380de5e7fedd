# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Hyper Maker, played by its keys."""

import pytest
from PIL import ImageChops

from engine.hyper_maker import MASTER, NOBODY, decide, first_suit, number_in, second_suit
from engine.rng import Rng
from handful.picture import ink
from tests.playing import begin, my_turn, play_until, refused
from tools.build import layouts
from tools.console import Console

SIGNS = "●■▲★"
LONG = "W" * 8
NAMES = [LONG, "Maximil.", "Ana", "Éloïse", "Tom"]


def table(kinds, seed=5, **options):
    return begin("hyper_maker", kinds, seed, NAMES, pace=1, **options)


# --- what keys answer ------------------------------------------------------------------------------------


def test_a_card_without_the_masters_suits_says_which_to_play():
    console = table([0, 0, 0], drawn=False)
    lines = refused(console)
    first, second = [SIGNS[suit(console.view.game.master)] for suit in (first_suit, second_suit)]
    assert lines[-1] == console.note == f"You must play {first} or {second}"


def test_up_and_down_change_rows_and_say_where_there_is_none():
    console = table([0, 1, 1], drawn=False)
    assert play_until(console, my_turn)
    view = console.view
    said = []
    view.refuse = said.append
    view.cursor = 1
    console.keys("d")
    assert view.cursor == 9 and not said
    console.keys("d")
    assert view.cursor == 9 and said == [view.say("no_row")]
    console.keys("u")
    assert view.cursor == 1
    console.keys("u")
    assert view.cursor == 1 and len(said) == 2


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_hand_is_in_the_middle_and_off_the_screens_edge(players, layout):
    with layouts.used(layout):
        console = table([0] + [1] * (players - 1), drawn=False)
        assert play_until(console, my_turn)
        view = console.view
        gap = (view.pitch - view.card_width) // 2
        for row in range(2):
            cards = range(len(view.cards()))[row * view.columns : (row + 1) * view.columns]
            left = view.corner(cards[0])[0] + gap
            right = view.canvas.bands[0].width - view.corner(cards[-1])[0] - gap - view.card_width
            assert abs(left - right) <= 1 + (view.pitch - view.card_width) % 2
            # Eight cards with a column between them are 119 wide.
            assert min(left, right) >= (0 if layout == "120x120" and players == 3 else 1)
            assert view.pitch > view.card_width, "cards do not touch"


# --- what the table tells --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "deals"), [(3, 3), (4, 1), (5, 1)])
def test_the_line_says_what_the_chosen_card_would_do_as_playing_it_on_a_copy_shows(players, deals):
    console = table([0] * players, seed=1, drawn=False, deals=deals)
    seen = set()

    def check(view):
        if not my_turn(view):
            return False
        cursor = view.cursor
        for card in view.cards():
            view.point(card)
            line = view.prompt()
            if card not in view.game.legal_actions():
                suits = [SIGNS[suit(view.game.master)] for suit in (first_suit, second_suit)]
                assert line == view.say("not_follow", *suits)
                continue
            copy = view.game.copy()
            copy.rng = Rng(1)  # the next deal is not dealt by the match's chance
            master = copy.master
            suits = first_suit(master), second_suit(master)
            copy.apply(card)
            last = not copy.trick or copy.player < 0
            if last:
                winner, points, reason = copy.last_trick()[3:]
                follow = reason[1][0]
            else:
                winner, follow, points = copy.standing()
            number = number_in(master, follow)
            sign = SIGNS[follow]
            if winner == NOBODY:
                assert line == f"Nobody would win: no {SIGNS[suits[0]]}, no {SIGNS[suits[1]]}"
                seen.add(winner)
                continue
            if winner == MASTER:
                does = f"master’s {sign}{number} is highest"
                seen.add(winner)
            elif last:
                does = f"{view.app.name(winner)} wins {points}, {sign} decides"
            else:
                does = f"{view.app.name(winner)} is ahead, +{points} if {sign}"
            seen.add((winner >= 0, last))
            shown = follow if number_in(card, follow) else sum(suits) - follow
            whole = f"{SIGNS[shown]}{number_in(card, shown)}: {does}"
            if not number_in(card, shown):
                whole = f"Can’t win: {does}"
                seen.add("cannot")
            fits = view.canvas.small.width(whole) <= 156
            assert line == (whole if fits else does[0].upper() + does[1:])
        view.cursor = cursor
        return False

    play_until(console, check)
    assert {MASTER, (True, True), (True, False)} <= seen
    assert "cannot" in seen or players > 3


def test_the_line_calls_the_only_person_you():
    console = table([0, 1, 1])
    assert play_until(console, lambda view: my_turn(view) and not view.game.trick)
    view = console.view
    said = set()
    for card in view.game.legal_actions():
        view.point(card)
        said.add(view.prompt().split(": ")[-1].split(",")[0])
    assert "you’re ahead" in said and LONG + " is ahead" not in said


@pytest.mark.parametrize("layout", layouts.names())
def test_pips_and_coins_keep_clear_of_the_master_and_of_the_columns(layout):
    with layouts.used(layout):
        for players in (3, 4, 5):
            console = table([0] + [1] * (players - 1))
            assert play_until(console, my_turn)
            view = console.view
            fills = []
            view.canvas.fill = lambda *place, fills=fills: fills.append(place)
            view._drawn.pop(2, None)  # noqa: SLF001
            view._draw_count(0, players, 10, True)  # noqa: SLF001
            pips = [place for place in fills[1:] if place[3] == fills[0][3]]
            assert len(pips) == players and len({place[0] for place in pips}) == players
            left = min(place[0] for place in fills)
            right = max(place[0] + place[2] for place in fills)
            master = view.gathered()[-1][1][2] if view.game.last_trick() else left - 1
            assert master < left and right <= view.spot(0)[0]
            half = max(place[1] + place[3] for place in fills) - fills[0][1]
            fills.clear()
            view._drawn.pop(3, None)  # noqa: SLF001
            view._draw_count(1, 0, 1, False)  # noqa: SLF001
            assert fills[0][1] >= 11 + half, "the lower half begins below the upper one"


def test_every_trick_says_why_it_was_won_in_a_line_that_fits():
    widest = 0
    kinds = set()
    for seed in range(4):
        console = table([0, 0, 0, 0], seed=seed, drawn=False)

        def check(view, console=console):
            nonlocal widest
            if view.over:
                winner, points, reason = view.game.last_trick()[3:]
                text = view.trick_outcome()
                widest = max(widest, view.canvas.small.width(text))
                if not view.overlay:
                    assert console.note == text
                assert winner < 0 or text.endswith(f" {points}")
                kinds.add(reason[0])
            return False

        play_until(console, check)
    assert {"highest", "latest", "master"} <= kinds
    assert widest <= 154


def test_the_books_example_of_why():
    """Red 5 / blue 6: three red, two blue, highest red 9: red decides, 6 points."""
    console = table([0, 0, 0, 0], drawn=False)
    assert play_until(console, my_turn)
    view = console.view
    game = view.game
    game.master, game.lead, game.player = 4, 0, 0
    # Red 3 blue 8, red 9 blue 2, red 2 green 9, green 6 yellow 5.
    for card in (2, 8, 11, 55):
        game.hand(game.player).append(card)
        game.apply(card)
    assert view.trick_outcome() == "● decides 3 to 2: 9 wins 6"


def test_nobody_wins_is_said_and_the_masters_frame_is_lit():
    console = table([0, 0, 0, 0])

    def master_won(view):
        return view.over and view.game.last_trick()[3] == -1

    assert play_until(console, master_won)
    view = console.view
    view.redraw()
    view.draw()
    assert console.shows(view.say("master_wins"))
    accent = view.canvas.colour(3)
    colour = (accent >> 16, accent >> 8 & 255, accent & 255)
    lit = console.image().getpixel((1, 30))
    assert all([abs(one - other) < 12 for one, other in zip(lit, colour)])


def test_select_turns_three_pages_and_closes():
    console = table([0, 1, 1])
    assert play_until(console, lambda view: my_turn(view) and view.tricks() == 4)
    before = console.image()
    pictures = []
    console.keys("e")
    for key in "rrr":
        pictures.append(console.image())
        console.keys(key)
    assert not ImageChops.difference(pictures[0], console.image()).getbbox()
    for i in range(3):
        assert ImageChops.difference(pictures[i], pictures[i - 1]).getbbox()
    console.keys("l")
    assert not ImageChops.difference(pictures[2], console.image()).getbbox()
    console.keys("b")
    assert not ImageChops.difference(before, console.image()).getbbox()


def test_select_before_the_first_trick_says_so():
    console = table([0, 1, 1], drawn=False)
    said = []
    console.view.centred = lambda y, text, colour, font=None: said.append(text)
    console.keys("e")
    assert console.view.say("no_trick") in said


# --- several deals ---------------------------------------------------------------------------------------


def test_between_two_deals_a_sheet_shows_what_the_deal_brought():
    console = table([0, 1, 1], seed=3, drawn=False, deals=3)
    for deal in (1, 2, 3):
        tricks = 15 * deal
        assert play_until(console, lambda view, tricks=tricks: view.tricks() == tricks and view.over)
        view = console.view
        assert view.overlay == ""
        console.keys("a")
        said = console.reader.texts.values()
        assert view.overlay == "deal"
        assert f"Deal {deal} of 3 is over" in said
        for seat in range(3):
            assert "+" + str(view.game.deal_score(deal, seat)) in said
            assert str(view.game.score(seat)) in said
        console.wait(5000)
        assert view.overlay == "deal", "it waits for a key"
        console.keys("a")
    console.wait(500)
    assert console.screen == "result"


def test_a_match_of_one_deal_ends_without_a_sheet():
    console = table([0, 1, 1], seed=3, drawn=False)
    assert play_until(console, lambda view: view.tricks() == 15 and view.over)
    console.keys("a")
    console.wait(500)
    assert console.screen == "result"


def test_the_last_trick_of_a_deal_is_shown_with_its_own_deal():
    console = table([0, 1, 1], seed=3, deals=3)
    assert play_until(console, lambda view: view.tricks() == 15 and view.over)
    console.view.redraw()
    console.view.draw()
    assert console.shows(console.view.say("figures", 1, 3) + "  \ue0020")


# --- nothing hidden, nothing too wide --------------------------------------------------------------------


@pytest.mark.parametrize("width", [19, 25])
def test_every_card_has_a_face_of_its_own_within_its_paper(width):
    console = table([0, 1, 1])
    view = console.view
    canvas = view.canvas
    faces = set()
    for first in (0, 20, 40):
        canvas.clear(0)
        ground = console.image().getpixel((0, 0))
        for card in range(20):
            view._paper(card % 5 * 32, card // 5 * 32, width, first + card, 4, 4)  # noqa: SLF001
        image = console.image()
        for card in range(20):
            x, y = card % 5 * 32, card // 5 * 32
            faces.add(image.crop((x, y, x + width, y + 25)).tobytes())
            image.paste(ground, (x, y, x + width, y + 25))
        assert image.getcolors() == [(160 * 128, ground)]
    assert len(faces) == 60


@pytest.mark.parametrize("players", [3, 4, 5])
def test_points_stay_in_their_columns_and_names_in_the_header(players):
    console = table([0] * players, drawn=False, deals=players)
    assert play_until(console, my_turn)
    view = console.view
    width = view.canvas.small.width
    assert width("199") <= view.spot(1)[0] - view.spot(0)[0]
    # The header holds the longest name and the game's figures.
    assert 8 + width(view.say("wins_trick", LONG, 10)) + 4 + width("5/5  \ue00214") <= 158


@pytest.mark.parametrize("layout", layouts.names())
def test_each_column_says_whole_and_unlike_the_others_whose_it_is(layout):
    with layouts.used(layout):
        for language in range(3):
            console = Console(language=language)
            console.blind()
            for players in (3, 4, 5):
                for names in (["Ana", "Bob", "Chloé", "Dai", "Emi"], ["Marianne"] * 5, [""] * 5, [LONG] * 5):
                    for kinds in ([0] * players, [0] + [1] * (players - 1)):
                        console.app.settings.names = names
                        console.begin("hyper_maker", kinds)
                        view = console.app.view
                        if console.screen == "handover":
                            console.keys("a")
                            view = console.view
                        step = view.spot(1)[0] - view.spot(0)[0]
                        tags = view._named()  # noqa: SLF001
                        width = view.canvas.small.width
                        assert all(width(tag) < step for tag in tags)  # VousMim
                        assert len(set(tags)) == players
                        whole = [console.app.name(seat) for seat in range(players)]
                        assert all(tag.isdigit() or len(tag) > 2 or tag in whole for tag in tags)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_numbers_that_would_win_now_have_a_bright_ground_as_the_line_says_and_the_cursor_none(players):
    console = table([0] + [1] * (players - 1))
    turns = marked = 0
    while turns < 6:
        assert play_until(console, my_turn)
        turns += 1
        view = console.view
        game = view.game
        picture = console.image()
        worth = {}
        for card in view.cards():
            wins = False
            if card in game.legal_actions():
                trick = [*game.trick, card]
                index, follow, _ = decide(game.master, trick)[:3]
                wins = index == len(trick) - 1
                other = first_suit(game.master) + second_suit(game.master) - follow
                points = number_in(game.master, other)
                worth[card] = points if wins else 0 if index < 0 else -points
            x, y, _, high = view.place("hand", card)
            width = view.card_width
            x += (view.pitch - width) // 2
            accent = console.app.canvas.colour(ink.ACCENT)
            accent = (accent >> 16, accent >> 8 & 255, accent & 255)
            marked += wins
            for half, suit in enumerate((first_suit(card), second_suit(card))):
                top = y + view.lift * (card not in game.legal_actions()) + 2 + high // 2 * half
                box = picture.crop((x + width // 2, top, x + width - 2, top + high // 2 - 4))
                bright = any(
                    all(abs(one - other) < 9 for one, other in zip(colour, accent, strict=True))
                    for _, colour in box.getcolors()
                )
                assert bright == (wins and suit == follow), card
            if view.cards().index(card) == view.cursor:
                note = console.note.lower()
                assert ("you’re ahead" in note or "you win" in note) == wins, note
        assert worth[view.cards()[view.cursor]] == max(worth.values())
        console.keys("a")
    assert marked
