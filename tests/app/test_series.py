# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The numbered deals that everybody shares, and their best scores."""

import pytest

from engine import registry
from engine.session import Session
from handful import series
from handful.match import Match
from handful.records import Records
from handful.series import SERIES
from tests import games
from tools import PROJECT as ROOT
from tools.console import Console
from tools.strength import par

KEYS = [row[0] for row in registry.GAMES]


def numbered(key, number, **options):
    kinds = series.kinds(key)
    return Match(Session(key, len(kinds), series.seed(number), **options), kinds)


def test_every_number_has_a_deal_of_its_own():
    assert SERIES == 99
    assert len({series.seed(number) for number in range(1, SERIES + 1)}) == SERIES
    assert all(0 <= series.seed(number) < 1 << 30 for number in range(1, SERIES + 1))


@pytest.mark.parametrize("key", KEYS)
def test_a_numbered_deal_is_known_by_its_seats_options_and_seed(key):
    assert not series.number_of(numbered("the_game", 27, level=1))
    assert series.number_of(numbered(key, 27)) == 27
    assert not series.number_of(Match(Session(key, len(series.kinds(key)), 1), series.kinds(key)))
    kinds = [0] + [3] * (len(series.kinds(key)) - 1)
    if len(kinds) > 1:
        assert not series.number_of(Match(Session(key, len(kinds), series.seed(27)), kinds))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("played", [False, True])
def test_the_set_up_that_a_link_opens_names_its_challenge_and_a_begins_it(key, played):
    console = Console()
    if played:
        console.app.settings.setups = bytes((registry.number(key), 0, 0))
    for number in (1, 17, 99):
        console.open("setup", key, series.kinds(key), {}, series.seed(number))
        assert console.shows("Challenge") and console.shows(f"◀ {number} ▶"), number
        console.keys("a")
        assert series.number_of(console.app.match) == number
        console.app.leave(True)
        console.wait(40)


PARRED = [key for key in KEYS if (ROOT / "assets" / "games" / key / series.PAR).exists()]


@pytest.mark.parametrize("key", PARRED)
def test_every_numbered_deal_has_a_par_that_is_possible(key):
    pars = [series.par(key, number) for number in range(1, SERIES + 1)]
    assert len(set(pars)) > 1 and (ROOT / "assets" / "games" / key / series.PAR).stat().st_size == SERIES
    low, high = games.of(key).SCORES
    assert low <= min(pars) and max(pars) <= high


def test_every_par_can_be_beaten():
    for key in PARRED:
        pars = [series.par(key, number) for number in range(1, SERIES + 1)]
        assert max(pars) < min(par.most(key), games.of(key).SCORES[1])


@pytest.mark.parametrize(
    ("key", "number"), [("inversion", 1), ("inversion", SERIES), ("inversio", 7), ("the_game", 3)]
)
def test_par_is_what_the_hard_robot_makes_of_the_deal(key, number):
    assert par.play(key, number) == series.par(key, number)


def test_a_game_without_a_par_file_has_no_par(monkeypatch):
    monkeypatch.setattr(series, "PAR", "none.bin")
    assert series.par("inversion", 1) is None


def test_the_command_writes_the_par_that_is_there(tmp_path, monkeypatch, capsys):
    (tmp_path / "games" / "inversion").mkdir(parents=True)
    assert par.main(["--only", "inversion"], tmp_path) == 0
    made = (tmp_path / "games" / "inversion" / series.PAR).read_bytes()
    assert made == (ROOT / "assets" / "games" / "inversion" / series.PAR).read_bytes()
    assert capsys.readouterr().out.startswith("inversion: ")


def test_what_an_earlier_version_kept_of_the_game_is_shown_as_cards_left():
    console = Console()
    par_left = 98 - series.par("the_game", 1)
    records = Records()
    old = b"\xff\xff" + bytes((0, 0, 6, 1, 0, 0, 0, 87, 128)) + bytes((0, 1, 1, 87 + 128))
    records.load(old)
    console.app.keep(records)
    assert console.app.records.row(0, 0)[2] == console.app.records.best_of(0, 1) == 87
    console.open("games", "the_game")
    assert console.shows("best 11 left")
    console.open("records")
    assert console.shows("Best: 11 left")
    console.keys("a")
    console.keys("l")  # from the first that is open to the one before
    assert console.shows(f"best 11 left, par {par_left}")
    console.open("setup", "the_game")
    console.keys("d" * 5 + "l")
    assert console.shows("1, best 11 left")


def test_in_other_games_more_is_better_and_shown_as_it_is():
    console = Console()
    records = Records()
    records.add(1, 2, True, 7)
    console.app.keep(records)
    console.open("games", "inversion")
    assert console.shows("best 7")
    console.open("records", 1)
    assert console.shows("Best score 7")
