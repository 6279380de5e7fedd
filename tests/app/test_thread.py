# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The thread through the challenges: where you are, what the last one earned, what is next, and today's."""

import datetime

import pytest

from engine import registry
from engine.session import Session
from handful import match as matches
from handful import series
from handful.few import KNOB
from handful.keys import RIGHT, A
from handful.match import Match
from handful.picture.canvas import Canvas
from handful.records import Records
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES
from tests import words
from tests.playing import choose_row, finish
from tools.build import layouts
from tools.console import Console

KEYS = [row[0] for row in registry.GAMES]
NIGHT = (2026, 11, 27)  # its number is 27 + 31


def day(date):
    """A date as an int, as handful.series counts days."""
    return ((date.year - 2000) * 12 + date.month - 1) * 31 + date.day - 1


def console_on(date=(2000, 1, 1), **more):
    console = Console(**more)
    console.board.day = date
    return console


def keys_of(console):
    return [key for key, _, _ in console.view.rows()]


TODAY = -7  # the set-up's row
DRAWN = []  # all that was written


def set_up(console, key="the_game"):
    console.app.settings.setups = bytes((registry.number(key), 0, 0))  # the lesson is no longer first
    console.open("setup", key)


def end(console):
    """Plays the match to its end and opens the rows; what is `told` begins here."""
    DRAWN.clear()
    finish(console)


def told(text):
    """Whether the last end said a text, on one line or more."""
    return text.replace(" ", "") in "".join(DRAWN).replace(" ", "")


def play(console, number, daily=False, key="the_game"):
    """Plays a challenge to its end and opens the rows."""
    console.app.challenge(key, number)
    console.app.match.daily = daily
    console.wait(40)
    end(console)


# Where you are


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("key", KEYS)
def test_number_and_par_stand_in_the_tables_top_line_and_in_the_pause(key, layout, language):
    with layouts.used(layout):
        console = Console(language=language)
        console.app.challenge(key, 88)
        console.wait(4000)
        if console.screen != key:
            console.keys("a")
        from handful import scale

        par = series.par(key, 88)  # None for a game that nobody has measured
        par = "" if par is None else scale.shown(console.app.canvas, key, par)
        sign = f"88 ⚑{par}" if par else "88"
        seen = [(x, x + console.app.canvas.small.width(text), text)
                for (x, y), text in console.reader.texts.items() if y == 1]  # fmt: skip
        assert sign in [text for *_, text in seen], seen
        seen.sort()
        assert all(first[1] < second[0] for first, second in zip(seen, seen[1:], strict=False)), seen
        console.keys("s")
        say = words.catalogue(LANGUAGES[language])
        title = say["deals_number"].format(88) + (say["deals_par"].format(par) if par else "")
        assert console.shows(title)
        assert console.app.canvas.small.width(title) <= console.image().width


def test_any_other_match_has_no_such_sign():
    for kinds, seed, options in (
        ([0], 5, {}),
        ([0], series.seed(8), {"level": 1}),
        ([0, 0], series.seed(8), {}),
    ):
        console = Console()
        console.begin("the_game", kinds, seed=seed, **options)
        assert not any("⚑" in text for text in console.reader.texts.values())


def test_a_match_that_goes_on_after_a_start_has_the_sign_as_well():
    console = Console()
    console.app.challenge("the_game", 8)
    console.wait(40)
    console.keys("a" + "s")
    console.app.leave(False)
    console.wait(40)
    again = Console(console.board.flash)
    again.keys("a")
    assert any("⚑" in text for text in again.reader.texts.values())


# What comes next


def test_after_a_challenge_the_next_open_one_is_the_first_row_with_what_the_last_earned():
    console = Console()
    records = console.app.records
    records.add_of(0, 6, 50)
    console.app.keep(records)
    play(console, 5)
    assert keys_of(console)[0] == "next" and console.view.cursor == 0
    assert console.shows("Next challenge: 7") and console.shows("Challenge 5: missed")
    console.keys("a")
    assert series.number_of(console.app.match) == 7
    end(console)
    assert console.shows("Next challenge: 8")


def test_the_last_challenge_leads_to_the_first_that_is_open_and_a_whole_wall_goes_on():
    console = Console()
    play(console, 99)
    assert console.shows("Next challenge: 1")
    records = console.app.records
    for number in range(1, 100):
        records.add_of(0, number, 50)
    console.app.keep(records)
    console.app.challenge("the_game", 98)
    console.wait(40)
    console.keys("a")  # the cards are known
    end(console)
    assert console.shows("Next challenge: 99")


def test_after_any_other_match_a_new_deal_is_first():
    console = Console()
    console.begin("the_game", [0], seed=5)
    end(console)
    assert keys_of(console)[0] == "new"


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("layout", layouts.names())
def test_medal_and_word_of_the_last_challenge_fit_the_top_line(layout, language):
    with layouts.used(layout):
        console = Console(language=language)
        say = words.catalogue(LANGUAGES[language])
        width = console.app.canvas.small.width
        for word in ("deals_better", "deals_even", "deals_worse"):
            assert width(say["deals_earned"].format(99, say[word])) + 20 <= console.image().width


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("layout", layouts.names())
def test_the_wall_counts_what_has_been_played_and_each_medal_and_marks_today(layout, language):
    with layouts.used(layout):
        console = console_on(NIGHT, language=language)
        records = console.app.records
        for number in range(1, 61):
            score = series.par("inversion", number) + (number > 36) - (number < 18)
            records.add_of(1, number, score)
        console.app.keep(records)
        console.open("deals", 1)
        say = words.catalogue(LANGUAGES[language])
        top = [text for (_, y), text in sorted(console.reader.texts.items()) if y == 1]
        assert top == [console.app.texts.say_of("title", "inversion"), "24", "19", "17"]
        width = console.app.canvas.small.width
        for (x, _), text in console.reader.texts.items():
            assert x >= 0 and x + width(text) <= console.image().width, text
        assert console.shows(say["deals_today"].format(say["deals_number"].format(58)))
        places = {number: console.view.place(number) for number in console.view.stops()}
        left = min(place[0] for place in places.values())
        for number, (x, top, _, high) in places.items():
            if x == left:  # each row has its number
                (at,) = [place for place, text in console.reader.texts.items()
                         if text == str(number) and place[0] < left and place[1] > 11]  # fmt: skip
                assert at[0] + width(str(number)) <= left and top <= at[1] < top + high


@pytest.mark.parametrize("keys", [8, 3])
@pytest.mark.parametrize("new", [True, False])
def test_select_on_a_cover_opens_the_challenges_at_todays_and_comes_back(new, keys):
    console = console_on(NIGHT, keys=keys)
    console.app.settings.setups = b"" if new else bytes((3, 0, 0))
    records = console.app.records
    for night in (24, 25, 26):
        records.add_day(day(datetime.date(2026, 11, night)))
    console.app.keep(records)
    console.open("games", registry.GAMES[3][0])
    assert "challenges" in console.foot or keys == 3
    if keys == 8:
        console.keys("e")
    else:
        console.press(4, 600)  # YES held: what else there is
        while console.app.keys.chosen not in (-1, 7):
            console.keys("r")
        console.keys("a" if console.screen == "games" else "")
    assert console.screen == "deals" and console.view.cursor == 58
    assert console.shows("3 days")
    console.keys("b")
    assert console.screen == "games" and console.view.game == 3


def test_the_cursor_on_the_wall_begins_on_what_is_open_once_todays_is_done():
    console = console_on(NIGHT)
    records = console.app.records
    records.add_of(0, 1, 90)
    records.add_day(day(datetime.date(*NIGHT)))
    console.app.keep(records)
    console.open("deals", 0)
    assert console.view.cursor == 2


# Today's


def test_a_days_number_is_day_of_the_month_plus_31_or_62_in_the_later_months_of_a_quarter():
    for date, number in (
        ((2026, 1, 1), 1),
        ((2026, 2, 1), 32),
        ((2026, 3, 31), 93),
        ((2026, 11, 27), 58),
        ((2027, 4, 30), 30),
    ):
        today = series.today(console_on(date).board)
        assert today == day(datetime.date(*date)) and series.number_on(today) == number
    for name in ("en", "fr", "ja"):
        help = words.file(name, "", ".fair.txt").read_text(encoding="utf-8")
        assert "31" in help and "62" in help


@pytest.mark.parametrize("date", [(2000, 1, 1), (2020, 1, 1), (2020, 3, 5), (2025, 12, 31)])
def test_a_clock_that_nobody_has_set_is_none(date):
    assert series.today(console_on(date).board) == -1


@pytest.mark.parametrize(
    "error", [RuntimeError("RTC is not supported on this board"), AttributeError("localtime")]
)
def test_a_board_without_a_clock_plays_on(error):
    def date():
        raise error

    console = Console()
    console.board.date = date
    set_up(console)
    assert console.shows("Today’s number") and console.shows("?")


def test_a_board_whose_page_tells_no_date_is_asked_for_its_local_time(monkeypatch):
    import time

    class Board:
        pass

    monkeypatch.setattr(time, "localtime", lambda: time.struct_time((2026, 11, 27, 23, 59, 0, 4, 331, 0)))
    assert series.number_on(series.today(Board())) == 58


def test_days_in_a_row_go_on_over_every_end_of_a_month_and_break_at_a_gap():
    records = Records()
    date = datetime.date(2026, 1, 1)
    for count in range(1, 900):
        assert records.add_day(day(date)) == min(count, 255)
        assert records.add_day(day(date)) == min(count, 255)  # twice on one day is one day
        loaded = Records()
        loaded.load(records.dump())
        assert loaded.days(day(date)) == records.days(day(date)) == min(count, 255) and loaded.done(day(date))
        broken = Records()
        broken.load(records.dump())
        assert broken.days(day(date + datetime.timedelta(2))) == 0
        assert broken.add_day(day(date + datetime.timedelta(2))) == 1
        date += datetime.timedelta(1)
    assert records.days(day(date)) == 255 and not records.done(day(date))
    quarter = Records()  # the numbers are the same after three months
    quarter.add_day(day(datetime.date(2026, 1, 1)))
    assert quarter.add_day(day(datetime.date(2026, 4, 2))) == 1


def test_without_a_date_a_days_number_follows_the_one_before_whatever_the_month_is_long():
    for before, after in ((1, 2), (31, 32), (30, 32), (59, 63), (60, 63), (93, 1), (92, 1)):
        records = Records()
        records.add_day(before - 1)
        assert records.add_day(after - 1) == 2, (before, after)
    for before, after in ((1, 3), (27, 32), (5, 4), (58, 17)):
        records = Records()
        records.add_day(before - 1)
        assert records.add_day(after - 1) == 1, (before, after)


def test_statistics_of_an_earlier_version_know_no_day():
    records = Records()
    records.load(b"\xff\xff" + bytes((0, 1, 1, 87 + 128)))
    assert records.days(day(datetime.date(*NIGHT))) == 0 and records.next_day() == 0


def test_with_a_clock_the_set_up_offers_todays_number_below_play_and_the_days_in_a_row():
    console = console_on((2026, 11, 26))
    set_up(console)
    assert keys_of(console)[1] == TODAY and console.shows("Today’s challenge 57")
    assert not console.shows("days")
    choose_row(console, TODAY)
    assert series.number_of(console.app.match) == 57
    end(console)
    assert told("Today’s challenge: done!")
    console.board.day = NIGHT
    set_up(console)
    assert console.shows("Today’s challenge 58") and not console.shows("days")  # one is no row
    console.app.leave(True)
    console.wait(40)
    play(console, 58)  # by any way
    assert told("Today’s challenge: 2 days!")
    again = Console(console.board.flash)
    again.board.day = NIGHT
    set_up(again)
    assert again.shows("2 days")


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """All that is written, in its order."""
    text = Canvas.text

    def written(canvas, x, y, string, *more):
        DRAWN.append(string)
        return text(canvas, x, y, string, *more)

    monkeypatch.setattr(Canvas, "text", written)
    DRAWN.clear()


def test_with_a_clock_another_number_is_not_todays():
    console = console_on(NIGHT)
    play(console, 57)
    assert not told("Today’s challenge:")
    assert not console.app.records.days(day(datetime.date(*NIGHT)))


def test_todays_that_is_finished_after_midnight_counts_for_the_day_on_which_it_began():
    console = console_on(NIGHT)
    console.app.challenge("the_game", 58)
    console.app.match.daily = True
    console.wait(40)
    console.keys("s")
    console.app.leave(False)
    console.wait(40)
    again = Console(console.board.flash)
    again.board.day = (2026, 11, 28)
    again.keys("a")
    end(again)
    assert again.app.records.days(day(datetime.date(*NIGHT))) == 1
    assert again.app.records.days(day(datetime.date(2026, 11, 28))) == 1  # it may go on today
    rows = [label for _, label, _ in again.view.rows()]
    assert rows[0] == "Next challenge: 1"  # 59 is tomorrow's


def test_the_end_of_a_challenge_is_judged_by_its_par_alone():
    console = console_on(NIGHT)
    play(console, 8)
    say = words.catalogue("en", "the_game")
    assert told("Challenge 8: ") and not any(told(say[f"band_{i}"]) for i in range(5))


def test_without_a_clock_the_player_sets_todays_number_and_playing_it_counts():
    console = Console()
    set_up(console)
    console.keys("d")
    assert keys_of(console)[1] == TODAY and console.shows("Today’s number")
    assert console.shows("◀ ? ▶") and "play" not in console.foot  # it knows none, and does not guess
    assert "other consoles" in console.foot
    console.keys("aa")
    assert console.refused and console.shows("◀ ? ▶")  # nobody has seen which one it would be
    console.keys("r")
    assert console.screen == "setup" and console.shows("◀ 1 ▶") and "Ⓐ play" in console.foot
    console.keys("rr" + "a")
    assert series.number_of(console.app.match) == 3
    console.keys("s" + "ddd" + "aa")  # over again
    end(console)
    assert told("Today’s challenge: done!")
    set_up(console)
    console.keys("d" + "l")
    assert console.shows("◀ 4 ▶")  # the day after the last one
    console.keys("ll")
    assert console.shows("◀ 2 ▶")
    console.keys("ll")
    assert console.shows("◀ 93 ▶")
    console.keys("r" * 4 + "a" + "a")
    end(console)
    assert told("Today’s challenge: 2 days!")
    play(console, 17)  # a challenge as any other
    assert not told("Today’s challenge:")
    assert console.app.records.days(3) == 2


@pytest.mark.parametrize("count", [2, 3, KNOB])
def test_without_a_clock_few_keys_set_todays_number_too(count):
    console = Console(keys=count)
    console.open("setup", "the_game", [0], {})
    while keys_of(console)[console.view.cursor] != TODAY:
        console.press(RIGHT)
    assert console.shows("◀ ? ▶")
    console.press(A)
    assert console.shows("◀ 1 ▶")


def test_a_saved_match_keeps_that_it_plays_todays_beside_all_else():
    for first in range(matches.ROBOTS):
        match = Match(Session("inversion", 2, series.seed(3)), [0, 2], first)
        assert not matches.load(match.dump()).daily
        match.daily = match.known = match.assisted = True
        loaded = matches.load(match.dump())
        assert loaded.daily and loaded.known and loaded.assisted and loaded.first == first
    bad = bytearray(match.dump())
    bad[1] |= 128
    with pytest.raises(ValueError, match="damaged"):
        matches.load(bytes(bad))


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("layout", layouts.names())
def test_the_row_of_todays_challenge_is_whole_in_every_layout(layout, language):
    from tests.inspector import Inspector

    with layouts.used(layout):
        for date in ((2026, 12, 31), (2000, 1, 1)):
            console = console_on(date, language=language)
            records = console.app.records
            records.add_of(0, 93, 98)
            for _ in range(300):
                records.add_day(day(datetime.date(2026, 12, 31)))
            console.app.keep(records)
            watched = Inspector(console)
            set_up(console)
            watched.look()
            console.keys("d")
            watched.look()
            console.keys("d")
            watched.look()
            assert watched.faults == []
    assert console.app.settings.values[LANGUAGE] == language


@pytest.mark.parametrize("key", ["the_game", "inversion"])
def test_choosing_the_challenge_that_is_saved_goes_on_with_it(key):
    console = Console()
    console.app.challenge(key, 2)
    console.wait(2000)
    for _ in range(20):
        if console.view.mine:
            break
        console.keys("a")
        console.wait(600)
    console.keys("a")
    console.wait(2000)
    history = console.app.match.session.history[:]
    assert history
    console.keys("s")
    console.app.leave(False)
    console.wait(40)
    console.open("records", registry.number(key))
    console.keys("a")
    assert console.screen == "deals"
    console.view.cursor = 2
    console.keys("a")
    assert console.screen in (key, "handover")
    assert console.app.match.session.history[: len(history)] == history


def test_choosing_another_challenge_than_the_saved_one_asks_first():
    console = Console()
    console.app.challenge("the_game", 2)
    console.wait(2000)
    console.keys("a")
    console.app.leave(False)
    console.open("records", 0)
    console.keys("a")
    console.view.cursor = 3
    console.keys("a")
    assert console.screen == "deals" and console.refused
