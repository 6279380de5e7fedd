# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The end of a match: nobody misses it, it says who won and by how much, and what is new in the records."""

import builtins

import pytest

from engine import registry
from handful import ladder, series
from handful.picture import ink, large
from handful.picture.measures import FOOT
from handful.settings import COLOURS, MOTION
from tests.playing import drawn, to_the_end
from tools.build import layouts
from tools.console import Console

ROWS = ["new", "again", "review", "title"]
A = 4


def ended(key, kinds, seed=11, winners=None, scores=None, moving=False, **options):
    """A console as the result of a match opens. winners, scores: in place of the real ones."""
    console = Console(moving=moving)
    console.begin(key, kinds, seed, **options)
    return over(console, winners, scores)


def over(console, winners=None, scores=None):
    match = console.app.match
    game = match.session.game
    to_the_end(match)
    if winners is not None:
        game.winners = lambda: winners
    if scores is not None:
        game.score = lambda seat: scores[seat]
    console.app.open("result")
    console.app.step()
    if not console.app.settings.values[MOTION]:
        console.heed()
    return console


def inks(console, y):
    """The inks of a row of the picture."""
    bands = console.app.canvas.bands
    return [bands[y // 16][x, y % 16] for x in range(160)]


def said(console):
    """The lines below the seats, which alone are centred."""
    width = console.app.canvas.small.width
    texts = sorted((y, x, text) for (x, y), text in console.reader.texts.items())
    return [text for y, x, text in texts if 30 < y < FOOT and x == (160 - width(text)) // 2]


@pytest.fixture
def head(monkeypatch):
    """The letters that have been dealt on cards."""
    signs = []
    card = large.card

    def noted(canvas, x, y, sign, *more):
        signs.append(sign)
        return card(canvas, x, y, sign, *more)

    monkeypatch.setattr(large, "card", noted)
    return signs


def heads(console, head):
    """The headline, on cards or in one line."""
    return "".join(head) or console.reader.texts[min(console.reader.texts, key=lambda at: abs(at[1] - 14))]


@pytest.mark.parametrize("language", range(3))
@pytest.mark.parametrize("key", ["flip_over", "hyper_maker"])
def test_what_is_said_of_a_match_of_five_with_long_names_is_said_whole(key, language):
    console = Console(language=language)
    console.app.settings.names = ["WWWWWWWW", "Maximil.", "Ana", "Éloïse", "Tom"]
    console.begin(key, [0] * 5, seed=11)
    match = console.app.match
    to_the_end(match, -1)
    rows = drawn(console)
    console.open("result")
    winner = match.session.game.winners()[0]
    told, seat, *values = match.session.at(0).story(match.session.history, winner)
    story = console.view.say(told, console.app.name(seat), *values)
    assert story.replace(" ", "") in "".join([row[0] for row in rows]).replace(" ", "")


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_a_new_deal_is_the_first_row_and_all_four_are_in_view(key):
    console = ended(key, [0] + [1] * max(1, registry.row(key)[2] - 1))
    console.see_end()
    rows = console.view.rows()
    assert [row[0] for row in rows] == ROWS and all(console.shows(row[1]) for row in rows)
    match = console.app.match
    match.first = 2
    console.app.seed = lambda: 77
    console.keys("a")
    assert console.screen == key and console.app.match is not match
    assert console.app.match.session.seed == 77 and console.app.match.first == 2


@pytest.mark.parametrize("site", ["", "https://example.org/"])
@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_after_a_challenge_every_row_is_in_view_or_an_arrow_tells_of_more(key, layout, site):
    with layouts.used(layout):
        console = ended(key, series.kinds(key), series.seed(5))
        console.app.site = site
        console.see_end()
        rows = console.view.rows()
        hidden = [row[1] for row in rows if not console.shows(row[1])]
        assert len(rows) == 5 + bool(site) and len(hidden) <= bool(site)
        assert bool(hidden) == console.shows("▾")


def test_a_key_ends_the_motion_and_the_next_one_opens_the_rows():
    console = ended("hyper_maker", (0, 1, 1), moving=True)
    console.wait(760)
    still = ended("hyper_maker", (0, 1, 1)).image().tobytes()
    assert console.image().tobytes() != still
    console.press(A)
    assert console.image().tobytes() == still and not console.app.match.told


def test_letters_come_one_by_one_then_bars_grow_then_the_lines_come(head):
    console = ended("hyper_maker", (0, 1, 1), moving=True)
    whole = "".join(head)
    ended("hyper_maker", (0, 1, 1))
    whole, head[:] = "".join(head)[len(whole) :], whole
    dealt, grown = [], []
    bars = [y + 3 for x, y in console.reader.texts if x == 12]
    for _ in range(200):
        if said(console):
            break
        dealt.append("".join(head))
        grown.append(sum(inks(console, y)[75:].count(ink.TABLE) for y in bars))
        assert len(head) == len(whole) or grown[-1] == grown[0]
        console.wait(20)
    assert set(dealt) == {whole[:length] for length in range(len(dealt[0]), len(whole) + 1)}
    assert len(set(grown)) > 5 and grown == sorted(grown, reverse=True)


@pytest.mark.parametrize(("kinds", "winners", "text"), [
    ((0, 1, 2), (0,), "YOU WIN!"), ((0, 1, 2), (1,), "Mimi wins!"), ((0, 0, 1), (0,), "Ana wins!"),
    ((0, 1, 1), (0, 2), "A SHARED WIN"),
])  # fmt: skip
def test_it_says_who_has_won(kinds, winners, text, head):
    console = ended("hyper_maker", kinds, winners=winners)
    console.app.settings.names[0] = "Ana"
    head.clear()
    console.app.open("result")
    console.wait(0)
    assert heads(console, head) == text


@pytest.mark.parametrize(
    ("key", "kinds", "winners", "text"),
    [
        ("flip_over", (0, 1, 1, 1), (1, 3), "Mimi and Kero win!"),
        ("inversio", (0, 1), (), "A DRAW"),
        ("inversion", (0, 1, 1), (0, 2), "THE OTHERS WIN"),
    ],
)
def test_partners_win_together_and_a_draw_is_a_draw(key, kinds, winners, text, head):
    options = {"teams": 1} if key == "flip_over" else {}
    assert heads(ended(key, kinds, winners=winners, **options), head) == text


def test_the_seats_stand_by_rank_with_bars_by_score_on_either_side_of_none():
    scores = (-8, -1, 7, 2)
    console = ended("flip_over", (0, 1, 1, 1), winners=(2,), scores=scores)
    names = sorted((y, text) for (x, y), text in console.reader.texts.items() if x == 12)
    for (y, name), seat in zip(names, (2, 3, 1, 0), strict=True):
        assert name.endswith(console.app.name(seat))
        row = inks(console, y + 3)
        none = row.index(ink.WHITE, 75)
        colour = console.app.settings.colours[seat]
        bar = [x for x in range(75, len(row)) if row[x] == colour]
        assert all((x > none) == (scores[seat] > 0) for x in bar)
        assert abs(len(bar) - abs(scores[seat]) * 39 / 15) < 2
    assert said(console)[0] == "You came 4th, 15 behind"


def test_with_points_for_all_every_bar_begins_at_none_and_the_winners_reaches_the_end():
    scores = (4, 3, 8, 2)
    console = ended("flip_over", (0, 1, 1, 1), winners=(2,), scores=scores)
    names = sorted((y, text) for (x, y), text in console.reader.texts.items() if x == 12)
    for (y, _), seat in zip(names, (2, 0, 1, 3), strict=True):
        row = inks(console, y + 3)
        bar = [x for x in range(75, len(row)) if row[x] == console.app.settings.colours[seat]]
        assert bar[0] == 78 and abs(len(bar) - scores[seat] * 39 / 8) < 2


def test_of_two_it_is_said_by_how_much():
    assert said(ended("inversion", (0, 1), winners=(1,), scores=(3, 7)))[0] == "Beaten by 4"
    assert not any("Beaten" in text for text in said(ended("inversion", (0, 1), winners=(0,))))


def test_the_first_match_and_a_lost_one_are_no_new_best():
    console = Console()
    best = console.app.texts.say("new_best")
    heard = []
    for winners, score in (((0,), 5), ((0,), 6), ((1,), 9), ((0,), 9), ((0,), 10)):
        console.begin("hyper_maker", (0, 1, 1), len(heard))
        over(console, winners, (score, 4, 3))
        heard.append(best in said(console))
        console.app.leave(True)
        console.wait(40)
    assert heard == [False, True, False, False, True]


def test_a_shared_deal_is_measured_by_its_par():
    for number, more, text in ((5, 3, "3 above par"), (5, 0, "right on par"), (6, -2, "2 below par")):
        par = series.par("inversion", number)
        scores = (par + more, 1)
        console = ended("inversion", (0, 2), series.seed(number), winners=(0,), scores=scores)
        assert f"Challenge {number}: {par + more}, {text}" in said(console)
    assert not any("par" in text for text in said(ended("inversion", (0, 1), series.seed(5))))
    assert not any("par" in text for text in said(ended("inversion", (0, 2), 12345)))


def test_the_game_says_cards_left_and_fewer_than_par_is_under_it():
    par = 98 - series.par("the_game", 5)
    for left, text in ((par - 3, "3 fewer than par"), (par, "right on par"), (par + 2, "2 more than par")):
        console = ended("the_game", (0,), series.seed(5), winners=(), scores=(98 - left,))
        assert f"Challenge 5: {text}" in said(console)
    assert console.app.records.best_of(0, 5) == 98 - left  # kept as it ever was


def test_that_the_game_is_beaten_is_said_once(head, monkeypatch):
    monkeypatch.setattr(registry.load("the_game").Game, "verdict", lambda game: "band_0")
    console = ended("the_game", (0,), winners=(0,), scores=(98,))
    assert heads(console, head) == "YOU BEAT IT!" and said(console)[0] == "No cards left!"


def test_without_a_par_file_only_the_score_is_said(monkeypatch):
    whole = builtins.open

    def without(path, *more, **named):
        if str(path).endswith(series.PAR):
            raise OSError
        return whole(path, *more, **named)

    monkeypatch.setattr(builtins, "open", without)
    assert "Challenge 5: 8" in said(ended("inversion", (0, 2), series.seed(5), scores=(8, 2)))


def test_a_new_medal_is_said_and_kept_and_once_only():
    console = ended("inversio", (0, 3), winners=(0,))
    assert said(console) == ["New medal: Mimi (hard)", *said(console)[1:]]
    assert console.app.records.medals(4) == 1 << 5
    console.app.leave(True)
    console.wait(40)
    console.begin("inversio", (0, 3), 99)
    assert not any("medal" in text for text in said(over(console, (0,))))
    both = ended("hyper_maker", (0, 1, 1), winners=(0,))
    assert "New medals: Otto (easy) +1" in said(both)


@pytest.mark.parametrize("flag", ["assisted", "known"])
def test_what_does_not_count_wins_no_medal(flag):
    console = Console()
    console.begin("inversio", (0, 3))
    setattr(console.app.match, flag, True)
    over(console, (0,))
    assert console.app.records.medals(4) == 0 and console.app.records.course(4)[0] == []
    assert console.shows(console.app.texts.say(flag))


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_a_lesson_s_match_leaves_the_statistics_alone_also_the_first_time_and_says_so(key):
    console = Console()
    console.app.learn(key)
    console.wait(0)
    console.app.lesson = None
    before = console.app.records
    before.see(console.app.match.deal)  # its cards are known from now on
    over(console, (0,))
    assert console.app.records.dump() == before.dump()
    assert console.shows(console.app.texts.say("lesson_match"))


@pytest.mark.parametrize("erases", [True, False])
@pytest.mark.parametrize("flag", ["", "known", "assisted"])
@pytest.mark.parametrize("letters", ["", "a", "ab", "addd" + "a"])
def test_a_match_that_has_come_to_its_result_does_not_come_back(letters, flag, erases):
    console = Console()
    console.board.ERASES = erases
    console.begin("inversio", (0, 3))
    deal = console.app.match.deal
    if flag:
        setattr(console.app.match, flag, True)
    console.app.match.act(console.app.match.session.game.legal_actions()[0])
    assert console.app.save() and console.app.saved == "inversio"
    over(console, (0,))
    console.wait(2000)  # it is saved by itself
    before = bytes(console.board.flash)
    console.keys(letters)
    console.wait(1000)
    assert bytes(console.board.flash) == before  # no second time
    again = Console(console.board.flash)
    assert not again.app.saved and again.app.records.saw(deal)
    assert bool(again.app.records.medals(4)) == (not flag)


TELLERS = [row[0] for row in registry.GAMES if hasattr(registry.load(row[0]).Game, "story")]


@pytest.mark.parametrize("key", TELLERS)
def test_a_game_tells_its_story_and_one_without_tells_none(key, monkeypatch):
    kinds = [0] + [1] * max(0, registry.row(key)[2] - 1)
    told = [said(ended(key, kinds, seed)) for seed in (3, 4, 5)]
    monkeypatch.delattr(registry.load(key).Game, "story")
    untold = [said(ended(key, kinds, seed)) for seed in (3, 4, 5)]
    stories = ["".join(lines[len(rest) :]) for lines, rest in zip(told, untold)]
    assert untold == [lines[: len(rest)] for lines, rest in zip(told, untold)]
    assert any(any(sign.isdigit() for sign in story) for story in stories)


def test_the_game_fills_a_bar_to_its_mark_with_a_notch_for_the_best(head):
    console = Console()
    for score in (40, 98, 61):
        console.begin("the_game", (0,), score)
        over(console, (0,) if score == 98 else (), (score,))
        best = {40: 0, 98: 40, 61: 98}[score]
        assert console.shows("▴") == (best > 0)
        assert not best or console.shows(f"best {98 - best} left")
        assert [inks(console, y).count(ink.ACCENT) for y in range(30, 100)].count(score) >= 6
        assert heads(console, head) == ("YOU BEAT IT!" if score == 98 else f"{98 - score} LEFT")
        head.clear()
        console.app.leave(True)
        console.wait(40)


def test_the_end_of_a_match_that_was_looked_through_is_not_shown_again():
    console = ended("inversion", (0, 1))
    console.see_end()
    console.keys("dda" + "b")
    assert console.screen == "result" and console.app.match.told and console.view.rows()


def test_letters_are_larger_and_the_same():
    console = Console()
    canvas = console.app.canvas
    for scale in (1, 2, 3):
        canvas.clear()
        end = large.card(canvas, 10, 20, "R", scale, 3)
        assert end - 10 == large.width(canvas, "R", scale) + 1
        image = console.image()
        canvas.clear()
        canvas.fill(0, 0, 40, 20, 4)
        canvas.text(2, 2, "R", 6)
        plain = console.image()
        for x in range(5 * scale):
            for y in range(7 * scale):
                assert image.getpixel((12 + x, 22 + y)) == plain.getpixel((2 + x // scale, 2 + y // scale))


SWAY = {(3, 2): 0, (2, 3): 1, (3, 1): 2}  # how far right a piece of confetti is when it turns this side


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_confetti_falls_turning_covers_nothing_that_is_written_and_leaves_nothing(key):
    kinds = [0] * max(2, registry.row(key)[2])
    seed = 3  # here no two pieces of one colour fall in one column
    plain = ended(key, kinds, seed, winners=(0,)).image()
    console = ended(key, kinds, seed, winners=(0,), moving=True)
    for _ in range(200):
        if console.image().tobytes() == plain.tobytes():
            break
        console.wait(20)
    bare = plain.getpixel((0, 64))
    seen, sides, changed = {}, set(), 0
    canvas = console.app.canvas
    fill = canvas.fill

    def noted(x, y, width, height, colour):
        if colour != ink.TABLE:
            seen.setdefault((x - SWAY[width, height], colour), []).append(y)
            sides.add((width, height))
        fill(x, y, width, height, colour)

    canvas.fill = noted
    for _ in range(50):
        console.app.step()
        console.board.clock += 60
        party = console.image()
        for one, other in zip(plain.get_flattened_data(), party.get_flattened_data(), strict=True):
            if one != other:
                changed += 1
                assert one == bare
    assert changed > 300 and len(seen) > len(COLOURS) and sides == set(SWAY)
    assert all(ys == sorted(ys) for ys in seen.values())
    assert console.image().tobytes() == plain.tobytes()


def test_who_loses_gets_no_confetti():
    console = ended("inversion", (0, 1), winners=(1,), moving=True)
    console.wait(6000)
    assert console.image().tobytes() == ended("inversion", (0, 1), winners=(1,)).image().tobytes()


def test_a_medal_has_a_name_for_every_step():
    app = Console().app
    for row in registry.GAMES:
        names = [ladder.say_step(app, row[0], step) for step in ladder.steps(row[0])]
        assert len(set(names)) == len(names)
