"""The end of a match: nobody misses it, it says who won and by how much, and what is new in the records."""

import pytest

from engine import registry
from engine.bots import EASY, choose
from engine.rng import Rng
from handful import ladder, series
from handful.picture import ink, large
from handful.settings import COLOURS
from tests.console import Console

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
    while game.player >= 0:
        match.act(choose(game, EASY, Rng(3)))
    if winners is not None:
        game.winners = lambda: winners
    if scores is not None:
        game.score = lambda seat: scores[seat]
    console.app.open("result")
    console.app.step()
    return console


def inks(console, y):
    """The inks of a row of the picture."""
    bands = console.app.canvas._bands
    return [bands[y // 16][x, y % 16] for x in range(160)]


def said(console):
    return [text for text, _ in console.view._lines]


@pytest.mark.parametrize("language", range(3))
@pytest.mark.parametrize("key", ["flip_over", "hyper_maker"])
def test_what_is_said_of_a_match_of_five_with_long_names_is_said_whole(key, language):
    console = Console(language=language)
    console.app.settings.names = ["WWWWWWWW", "Maximil.", "Ana", "Éloïse", "Tom"]
    console.begin(key, [0] * 5, seed=11)
    match = console.app.match
    while match.session.game.player >= 0:
        match.act(match.session.game.legal_actions()[-1])
    drawn = []
    text = console.app.canvas.text
    console.app.canvas.text = lambda x, y, words, *rest: (drawn.append(words), text(x, y, words, *rest))[1]
    console.app.open("result")
    console.wait(40)
    story = console.view._story()
    assert story.replace(" ", "") in "".join(drawn).replace(" ", "")


def test_keys_pressed_through_the_last_trick_do_nothing_for_seven_tenths_of_a_second():
    for moving in (False, True):
        console = ended("inversion", (0, 1), moving=moving)
        match = console.app.match
        for _ in range(7):
            console.press(A)  # 80 ms each
        assert console.screen == "result" and not match.told and console.app.match is match
        console.wait(200)
        for _ in range(2 if moving else 1):
            assert not match.told
            console.press(A)
        assert match.told and console.screen == "result"


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_a_new_deal_is_the_first_row_and_all_four_are_in_view(key):
    console = ended(key, [0] + [1] * max(1, registry.row(key)[2] - 1))
    console.see_end()
    view = console.view
    assert [row[0] for row in view._rows] == ROWS and view._seen == 4
    match = console.app.match
    match.first = 2
    console.app.seed = lambda: 77
    console.keys("a")
    assert console.screen == key and console.app.match is not match
    assert console.app.match.session.seed == 77 and console.app.match.first == 2


def test_a_key_ends_the_motion_and_the_next_one_opens_the_rows():
    console = ended("hyper_maker", (0, 1, 1), moving=True)
    view = console.view
    console.wait(760)
    assert view._grown < 100
    console.press(A)
    assert view._dealt == len(view._head) and view._grown == 100 and not console.app.match.told
    still = ended("hyper_maker", (0, 1, 1))
    assert console.image().tobytes() == still.image().tobytes()


def test_letters_come_one_by_one_then_bars_grow_then_the_lines_come():
    console = ended("hyper_maker", (0, 1, 1), moving=True)
    view = console.view
    dealt = []
    while view._grown < 0:
        dealt.append(view._dealt)
        console.wait(20)
    assert dealt == sorted(dealt) and set(range(1, len(view._head))) <= set(dealt)
    grown = []
    while view._grown < 100:
        grown.append(view._grown)
        console.wait(20)
    assert len(set(grown)) > 5 and grown == sorted(grown)


@pytest.mark.parametrize(("kinds", "winners", "head"), [
    ((0, 1, 2), (0,), "YOU WIN!"), ((0, 1, 2), (1,), "Mimi wins!"), ((0, 0, 1), (0,), "Ana wins!"),
    ((0, 1, 1), (0, 2), "A SHARED WIN"),
])  # fmt: skip
def test_it_says_who_has_won(kinds, winners, head):
    console = ended("hyper_maker", kinds, winners=winners)
    console.app.settings.names[0] = "Ana"
    assert console.view._headline(console.app.match.session.game) == head


def test_partners_win_together_and_a_draw_is_a_draw():
    console = ended("flip_over", (0, 1, 1, 1), winners=(1, 3), teams=1)
    assert console.view._head == "Mimi and Kero win!"
    assert ended("inversio", (0, 1), winners=()).view._head == "A DRAW"
    assert ended("inversion", (0, 1, 1), winners=(0, 2)).view._head == "THE CHILDREN WIN"


def test_the_seats_stand_by_rank_with_bars_by_score():
    console = ended("flip_over", (0, 1, 1, 1), winners=(2,), scores=(-8, -1, 7, 2))
    view = console.view
    assert view._order == [2, 3, 1, 0]
    lengths = []
    for place, seat in enumerate(view._order):
        row = inks(console, view._y + place * view._step + 3)[75:]
        lengths.append(row.count(console.app.settings.colours[seat]))
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == 0 and len(set(lengths)) == 4
    assert said(console)[0] == "You came 4th, 15 behind"


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
    for number, more, text in ((5, 3, "3 over par"), (5, 0, "right on par"), (6, -2, "2 under par")):
        par = series.par("inversion", number)
        scores = (par + more, 1)
        console = ended("inversion", (0, 2), series.seed(number), winners=(0,), scores=scores)
        assert f"Challenge {number}: {par + more}, {text}" in said(console)
    assert not any("par" in text for text in said(ended("inversion", (0, 1), series.seed(5))))
    assert not any("par" in text for text in said(ended("inversion", (0, 2), 12345)))


def test_without_a_par_file_only_the_score_is_said(monkeypatch):
    monkeypatch.setattr(series, "PAR", "none")
    assert "Challenge 5: 8" in said(ended("inversion", (0, 2), series.seed(5), scores=(8, 2)))


def test_a_new_medal_is_said_and_kept_and_once_only():
    console = ended("inversio", (0, 3), winners=(0,))
    assert said(console) == ["New medal: Mimi, hard", *said(console)[1:]]
    assert console.app.records.medals(4) == 1 << 5
    console.app.leave(True)
    console.wait(40)
    console.begin("inversio", (0, 3), 99)
    assert not any("medal" in text for text in said(over(console, (0,))))
    both = ended("hyper_maker", (0, 1, 1), winners=(0,))
    assert "Medals: Otto, easy and 1 more" in said(both)


@pytest.mark.parametrize("flag", ["assisted", "known"])
def test_what_does_not_count_wins_no_medal(flag):
    console = Console()
    console.begin("inversio", (0, 3))
    setattr(console.app.match, flag, True)
    over(console, (0,))
    assert console.app.records.medals(4) == 0 and console.app.records.course(4)[0] == []
    assert console.app.texts.say(flag) in said(console)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_every_game_tells_a_story_and_one_without_tells_none(key, monkeypatch):
    kinds = [0] + [1] * max(0, registry.row(key)[2] - 1)
    stories = [(said(ended(key, kinds, seed)) or [""])[-1] for seed in (3, 4, 5)]
    assert any(any(sign.isdigit() for sign in story) for story in stories)
    monkeypatch.delattr(registry.load(key).Game, "story")
    console = ended(key, kinds, 3)
    assert console.view._story() == ""


def test_the_game_fills_a_bar_to_its_mark_with_a_notch_for_the_best():
    console = Console()
    for score in (40, 98, 61):
        console.begin("the_game", (0,), score)
        over(console, (0,) if score == 98 else (), (score,))
        assert console.view._best == {40: None, 98: 40, 61: 98}[score]
        assert inks(console, console.view._y + 3).count(ink.ACCENT) == score
        assert console.view._head == ("YOU BEAT IT!" if score == 98 else f"{score} OF 98")
        console.app.leave(True)
        console.wait(40)


def test_the_end_of_a_match_that_was_looked_through_is_not_shown_again():
    console = ended("inversion", (0, 1))
    console.see_end()
    console.keys("dda" + "b")
    assert console.screen == "result" and console.app.match.told and console.view._rows


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


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_confetti_falls_covers_nothing_that_is_written_and_leaves_nothing(key):
    console = ended(key, [0] * max(2, registry.row(key)[2]), winners=(0,), moving=True)
    view = console.view
    while not view._pieces:
        console.wait(20)
    plain = console.image().copy()
    bare = plain.getpixel((0, 64))
    seen, changed = {}, 0
    while view._pieces:
        console.app.step()
        console.board.clock += 60
        for piece, y in enumerate(view._fallen):
            if y:
                seen.setdefault(piece, []).append(y)
        party = console.image()
        for one, other in zip(plain.get_flattened_data(), party.get_flattened_data(), strict=True):
            if one != other:
                changed += 1
                assert one == bare
    assert changed > 300 and len(seen) > len(COLOURS)
    assert all(ys == sorted(ys) for ys in seen.values())
    assert console.image().tobytes() == plain.tobytes()


def test_who_loses_gets_no_confetti():
    console = ended("inversion", (0, 1), winners=(1,), moving=True)
    console.wait(6000)
    assert console.view._grown == 100 and not console.view._pieces


def test_a_medal_has_a_name_for_every_step():
    app = Console().app
    for row in registry.GAMES:
        names = [ladder.say_step(app, row[0], step) for step in ladder.steps(row[0])]
        assert len(set(names)) == len(names)
