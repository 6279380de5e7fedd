# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is kept of the owner's choices and of finished matches, and how a match lies in its record."""

import pytest

from engine.session import Session
from handful import match as matches
from handful import texts
from handful.match import Match, load
from handful.records import CLASSES, Records
from handful.settings import COLOURS, LANGUAGE, NAMED, PACE, SEATS, Settings


def test_a_choice_turns_on_and_back_round_and_round():
    settings = Settings()
    assert settings.values[PACE] == 1
    seen = []
    for step in (1, 1, 1, -1, -1):
        settings.turn(PACE, step)
        seen.append(settings.values[PACE])
    assert seen == [2, 0, 1, 0, 2]


def test_settings_are_read_as_they_were_written():
    settings = Settings()
    settings.names[3] = "Éloïse"
    settings.colours[0] = COLOURS[6]
    for choice in range(len(settings.values)):
        settings.turn(choice, 1)
    again = Settings()
    again.load(settings.dump())
    assert again.names == settings.names and again.colours == settings.colours
    assert again.values == settings.values != Settings().values


@pytest.mark.parametrize("count", range(1, len(Settings().values) + 3))
def test_settings_of_a_version_with_fewer_or_more_choices_leave_the_others_as_they_are(count):
    saved, settings = Settings(), Settings()
    saved.names = ["Ana", "", "Chloé", "", "ケンジ"]
    for choice in range(len(saved.values)):
        saved.turn(choice, 1)
    expected = saved.values[:count] + settings.values[count:]
    if count <= NAMED:
        expected[NAMED] = 1  # a version without that choice asked for the name at its first start
    data = saved.dump()
    choices = data[1 : 1 + data[0]] + bytes(2)
    settings.load(bytes((count,)) + choices[:count] + data[1 + data[0] :])
    assert settings.values == expected
    assert (settings.names, settings.colours) == (saved.names, saved.colours)


def test_a_choice_that_is_not_known_stays_as_it_is():
    settings = Settings()
    settings.load(b"\x02\x03\x01" + bytes(COLOURS[:SEATS]) + b"\n" * (SEATS - 1))
    assert settings.values[0] == 1 and settings.values[1] == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" + bytes(COLOURS[:SEATS]) + b"\n" * (SEATS - 1),  # no choices
        b"\x01\x01" + bytes(COLOURS[: SEATS - 1]),
        b"\x01\x01" + bytes(COLOURS[:SEATS]) + b"\n" * SEATS,
        b"\x01\x01" + bytes((0,)) + bytes(COLOURS[1:SEATS]) + b"\n" * (SEATS - 1),  # no colour of a seat
    ],
)
def test_settings_that_are_none_are_refused_and_change_nothing(data):
    settings = Settings()
    with pytest.raises(ValueError, match="cannot be read"):
        settings.load(data)
    assert settings.dump() == Settings().dump()


def test_a_language_after_the_last_is_as_good_as_the_first(monkeypatch):
    monkeypatch.setattr(texts, "LANGUAGES", (*texts.LANGUAGES, "xx", "yy"))
    settings = Settings()
    settings.turn(LANGUAGE, -1)
    assert settings.values[LANGUAGE] == len(texts.LANGUAGES) - 1
    again = Settings()
    again.load(settings.dump())
    assert again.values[LANGUAGE] == len(texts.LANGUAGES) - 1
    again.turn(LANGUAGE, 1)
    assert again.values[LANGUAGE] == 0


def test_a_name_has_eight_characters():
    settings = Settings()
    settings.names[0] = "ABCDEFGHIJ"
    again = Settings()
    again.load(settings.dump())
    assert again.names[0] == "ABCDEFGH"


def test_matches_are_counted_by_game_and_opponents_with_streaks_and_the_best():
    records = Records()
    assert records.row(2, 3) == (0, 0, None, 0, 0)
    assert records.add(2, 3, True, -5)  # a best: there was none
    assert records.add(2, 3, True, 7)
    assert not records.add(2, 3, False, 7)
    assert records.row(2, 3) == (3, 2, 7, 0, 2)
    records.add(2, 3, True, 0)
    assert records.row(2, 3) == (4, 3, 7, 1, 2)
    for game in range(5):
        for opponents in range(CLASSES):
            assert (records.row(game, opponents)[0] > 0) == ((game, opponents) == (2, 3))


def test_counts_stop_where_their_place_ends():
    records = Records()
    for _ in range(300):
        records.add(0, 0, True, 1)
    assert records.row(0, 0) == (300, 300, 1, 255, 255)
    for _ in range(9800):
        records.add(0, 0, True, 1)
    assert records.row(0, 0)[:2] == (9999, 9999)


def test_the_best_of_a_numbered_deal_is_kept_within_a_byte():
    records = Records()
    assert records.best_of(4, 99) is None and records.open_of(4) == 1
    assert not records.add_of(4, 1, -300)  # the first is no new best
    assert records.best_of(4, 1) == -127 and records.open_of(4) == 2
    assert records.add_of(4, 1, 300) and records.best_of(4, 1) == 127
    assert not records.add_of(4, 1, 5) and records.best_of(4, 1) == 127
    assert not records.add_of(4, 1, 127)  # as much again is no new best
    for number in range(1, 100):
        records.add_of(4, number, 0)
    assert records.open_of(4) == 99
    again = Records()
    again.load(records.dump())
    assert again.dump() == records.dump() and again.best_of(3, 99) is None


@pytest.mark.parametrize(
    ("scores", "size"),
    [
        ([7] * 99, 13),  # a bit each
        ([-1, 0, 1] * 33, 25),
        (list(range(40, 103)) + [40] * 36, 75),  # 63 different bests in six bits
        ([-127, 127] * 49 + [0], 99),
        ([None] * 98 + [3], 13),
    ],
)
def test_the_bests_of_the_deals_take_only_the_bits_in_which_they_differ(scores, size):
    records = Records()
    for number, score in enumerate(scores, 1):
        if score is not None:
            records.add_of(1, number, score)
    data = records.dump()
    assert len(data) <= 2 + 3 + 2 + size
    again = Records()
    again.load(data)
    assert [again.best_of(1, number) for number in range(1, 100)] == scores and again.dump() == data


def test_bests_that_an_earlier_version_kept_a_byte_each_are_read_and_go_on():
    bests = bytes(range(128, 192))
    records = Records()
    records.load(b"\xff\xff" + bytes((2, 1, 64)) + bests)
    assert [records.best_of(2, number) for number in range(1, 66)] == [*range(64), None]
    assert records.open_of(2) == 65
    records.add_of(2, 99, 5)
    again = Records()
    again.load(records.dump())
    assert [again.best_of(2, number) for number in range(1, 65)] == [*range(64)] and again.best_of(2, 99) == 5


def test_deals_that_only_a_later_version_knows_are_kept():
    records = Records()
    records.load(b"\xff\xff" + bytes((2, 3, 2 + 110, 128, 8)) + bytes(range(1, 111)))
    assert records.best_of(2, 1) == 0 and records.best_of(2, 99) == 98
    records.add_of(2, 1, 9)
    assert len(records.dump()) == 2 + 3 + 2 + 110 * 7 // 8 + 1


@pytest.mark.parametrize("part", [b"", b"a", b"\x80\x00", b"\x80\x09ab", b"\xff\x08\x02"])
def test_bests_that_are_none_are_refused(part):
    with pytest.raises(ValueError, match="cannot be read"):
        Records().load(b"\xff\xff" + bytes((2, 3, len(part))) + part)


def test_statistics_with_nothing_in_them_take_nothing_and_a_game_takes_what_it_has():
    records = Records()
    assert len(records.dump()) == 2
    records.add_of(7, 3, 5)
    assert len(records.dump()) == 2 + 3 + 3
    records.add(7, 0, False, 5)
    assert len(records.dump()) == 2 + 3 + 3 + 3 + 6


def test_games_and_parts_that_are_not_known_are_kept_and_what_is_longer_too():
    of_others = bytes((0, 0, 35)) + bytes(32) + b"abc" + bytes((0, 9, 2)) + b"de" + bytes((200, 0, 1)) + b"f"
    records = Records()
    records.load(b"\xff\xff" + of_others)
    assert records.dump() == b"\xff\xff" + of_others
    records.add(0, 3, True, 7)
    again = Records()
    again.load(records.dump())
    assert again.row(0, 3) == (1, 1, 7, 1, 1) and again.row(0, 0) == (0, 0, None, 0, 0)
    data = again.dump()
    assert b"abc" + of_others[-9:] in data and len(data) == 2 + len(of_others)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"\xff\xff\x00",
        b"\xff\xff\x00\x00\x02a",
        bytes(159),
        bytes(479),
        bytes(481),
    ],
)
def test_statistics_that_are_none_are_refused_and_change_nothing(data):
    records = Records()
    records.add(1, 1, True, 3)
    before = records.dump()
    with pytest.raises(ValueError, match="cannot be read"):
        records.load(data)
    assert records.dump() == before


@pytest.mark.parametrize(
    ("kinds", "persons", "viewer"),
    [
        ((0, 0), 2, -1),
        ((0, 1), 1, 0),
        ((1, 0), 1, 1),
        ((2, 3), 0, -1),
        ((0, 1, 0), 2, -1),
    ],
)
def test_the_only_person_looks_on_from_the_start_and_of_several_nobody(kinds, persons, viewer):
    match = Match(Session("the_game", len(kinds), 3), kinds)
    assert (match.persons, match.viewer) == (persons, viewer)


def kept():
    """A match with a history, in which each seat has seen another part of it."""
    session = Session("inversion", 3, 9)
    for _ in range(12):
        session.act(session.game.legal_actions()[0])
    match = Match(session, (0, 3, 1))
    match.seen = [12, 3, 7]
    return match


@pytest.mark.parametrize("flags", range(8))
def test_a_match_is_read_as_it_was_written(flags):
    match = kept()
    match.assisted, match.counted, match.known = flags & 1 > 0, flags & 2 > 0, flags & 4 > 0
    assert match.dump()[1] == flags
    again = load(match.dump())
    assert (again.assisted, again.counted, again.known) == (match.assisted, match.counted, match.known)
    assert again.seen == [12, 3, 7] and list(again.kinds) == [0, 3, 1]
    assert list(again.session.history) == list(match.session.history)
    assert matches.game_of(match.dump()) == "inversion" and matches.game_of(b"") == ""


def test_a_long_history_is_seen_to_its_end():
    session = Session("flip_over", 5, 1, rounds=6)
    while len(session.history) < 300:
        session.act(session.game.legal_actions()[0])
    match = Match(session, (0, 0, 0, 0, 0))
    match.seen = [299, 258, 300, 0, 255]
    assert load(match.dump()).seen == [299, 258, 300, 0, 255]


@pytest.mark.parametrize(("place", "value"), [(0, 2), (0, 4), (1, 40), (1, 248), (2, 4), (4, 200)])
def test_a_match_with_other_seats_kinds_or_flags_is_damaged(place, value):
    data = bytearray(kept().dump())
    data[place] = value
    with pytest.raises(ValueError):
        load(bytes(data))


def test_more_seen_than_there_was_is_all_that_there_was():
    data = bytearray(kept().dump())
    data[5] = 255
    assert load(bytes(data)).seen[0] == 12


def test_without_an_action_of_ones_own_there_is_nothing_to_take_back():
    session = Session("inversio", 2, 4)
    match = Match(session, (1, 1))
    assert match.take_back(True) == "no_back"  # nobody looks on
    match = Match(session, (0, 1))
    assert match.take_back(True) == "no_back" and not match.assisted


def begun(kinds):
    """A match of Inversio in which seat 0 has laid the first card."""
    seed = 1
    while Session("inversio", 2, seed).game.player:
        seed += 1
    match = Match(Session("inversio", 2, seed), kinds)
    match.viewer = 0
    match.act(match.session.game.legal_actions()[0])
    return match


def test_a_person_has_seen_their_own_action_in_the_first_seat_too():
    assert begun((0, 1)).seen[0] == 1


def test_the_very_first_action_can_be_taken_back():
    match = begun((0, 1))
    assert match.take_back(False) == "back_sure" and len(match.session.history) == 1
    assert match.take_back(True) == "" and match.assisted
    assert not match.session.history and match.seen[0] == 0


def test_among_several_persons_nothing_is_taken_back_that_another_may_have_seen():
    match = begun((0, 0))
    assert match.take_back(True) == "no_back" and not match.assisted
    assert len(match.session.history) == 1
