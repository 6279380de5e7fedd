# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The promises that `make soak` tries to break for hours, tried for seconds."""

import contextlib
import io
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from engine.rng import Rng
from engine.session import Session
from handful import keys, store
from handful.app import App
from handful.match import Match
from handful.picture import sheets
from handful.picture.font import Font
from handful.settings import MOTION
from handful.tables import overlay
from handful.texts import Texts
from tools import PROJECT, vm
from tools.console import Console
from tools.measure.opcodes import APP, Opcodes
from tools.soak import cuts, desk, fair, heap, hostile, monkeys, parts, peek, worlds
from tools.soak import drive as drives
from tools.soak.parts import Broken

KEYS = [row[0] for row in registry.GAMES]


@pytest.fixture
def idle():
    """Has consoles be quick, and robots not move."""
    with desk.quick(), peek.idling() as kept:
        yield kept


def pixels(canvas):
    """The values of all pixels of a canvas, and its colours."""
    bands = [[band[x, y] for y in range(band.height) for x in range(band.width)] for band in canvas.bands]
    return bands, [canvas.colour(i) for i in range(16)]


@pytest.mark.parametrize("key", KEYS)
def test_the_quick_console_draws_what_the_tests_console_draws(key):
    seats = [0] * registry.row(key)[3]
    pictures = []
    for make in (Console, desk.Console):
        with desk.quick() if make is desk.Console else desk.contextlib.nullcontext():
            made = make(seed=3)
            made.app.settings.values[MOTION] = 0
            made.keys("a")
            made.begin(key, seats)
            seen = []
            for letters in ("a", "ra", "e", "s"):
                made.keys(letters)
                made.wait(500)
                seen.append(pixels(made.app.canvas))
            pictures.append(seen)
    assert pictures[0] == pictures[1]


# Nobody peeks


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.usefixtures("idle")
def test_no_pixel_and_no_bytecode_depends_on_what_a_seat_cannot_see(key):
    chance = random.Random(7)
    figures = peek.Figures()
    for number in range(6):
        peek.check(peek.moment(key, chance), chance, figures, number < 2)
    assert figures.frames > 40 and figures.timed > 0


class Hasty:
    """A mind that plays its highest card at once: another one in each world that looks alike."""

    def __init__(self, game, level, rng):
        self._game = game

    def step(self):
        """What it plays."""
        return max(self._game.legal_actions())


@pytest.mark.parametrize("key", KEYS)
def test_a_robot_that_plays_other_cards_in_another_world_is_no_peek(key, idle):
    chance = random.Random(4)
    figures = peek.Figures()
    idle[0].Thinking = Hasty
    for _ in range(12):
        peek.check(peek.moment(key, chance), chance, figures, False)
    assert figures.frames > 0


def test_what_robots_say_of_their_hands_is_kept_out_of_the_comparison():
    said = []
    for silent in (False, True):
        match = Match(Session("the_game", 3, 2), [2, 2, 2])
        with peek.idling() if silent else contextlib.nullcontext():
            while match.session.game.player >= 0:
                match.act(match.session.game.legal_actions()[0])
        said.append(len([action for action in match.session.history if action >= 600]))
    assert said[0] > 0 == said[1]


@pytest.mark.usefixtures("idle")
def test_a_screen_that_peeks_is_caught(monkeypatch):
    chance = random.Random(1)
    name = App.name

    def gossip(app, seat):
        match = app.match
        peeks = match and match.viewer >= 0
        return name(app, seat) + (str(match.session.game.hand(1 - match.viewer)) if peeks else "")

    monkeypatch.setattr(App, "name", gossip)
    with pytest.raises(Broken, match="a picture differs"):
        for _ in range(20):
            peek.check(peek.moment("inversio", chance), chance, peek.Figures(), False)


@pytest.mark.usefixtures("idle")
def test_an_engine_that_is_quicker_with_some_hidden_hands_is_caught(monkeypatch):
    kind = type(registry.load("hyper_maker").Game(3, Rng(1)))
    hand = kind.hand

    def slow(self, seat):
        for card in self._hands[(seat + 1) % self.players]:
            if card % 10 == 3:
                break
        return hand(self, seat)

    slow.__code__ = slow.__code__.replace(co_filename=hand.__code__.co_filename)
    monkeypatch.setattr(kind, "hand", slow)
    chance = random.Random(2)
    with pytest.raises(Broken, match="bytecodes"):
        for _ in range(30):
            peek.check(peek.moment("hyper_maker", chance), chance, peek.Figures(), True)


@pytest.mark.parametrize("key", KEYS)
def test_worlds_that_look_alike_differ_where_nobody_can_see(key):
    session = Session(key, registry.row(key)[3], 5)
    for _ in range(6):
        session.act(session.game.legal_actions()[-1])
    seat = session.game.player
    history, kind = worlds.relabelled(session, seat, Rng(3))
    there = worlds.again(session, history, kind)
    assert there.game.hand(seat) == session.game.hand(seat)
    hidden = [[game.hand(other) for other in range(session.players)] for game in (there.game, session.game)]
    assert hidden[0] != hidden[1]


def test_how_long_a_replay_takes_tells_nothing_of_hidden_hands():
    session = Session("hyper_maker", 5, 4)
    for _ in range(30):
        session.act(session.game.legal_actions()[0])
    counts = set()
    kinds = [worlds.deck(worlds.deals(session), {})]
    kinds += [worlds.relabelled(session, session.game.player, Rng(seed))[1] for seed in range(8)]
    for kind in kinds:
        with worlds.dealing(kind), Opcodes(APP) as counter:
            session.at(30)
        counts.add(counter.count)
    assert len(counts) == 1


# Power cuts


def test_a_write_cut_at_every_byte_leaves_each_record_new_or_as_before_or_said_to_be_lost():
    rows = dict(cuts.run(0, 3, lambda _: None, most=1, deep=False))
    assert set(cuts.ROWS) < set(rows) and len(rows) == 7
    # docs/power.md tells how often saves to the drive are cut here, and as often the next save.
    power = " ".join((PROJECT / "docs" / "power.md").read_text(encoding="utf-8").split())
    said = re.search(
        r"a SAMD51's save (\d+) times and an ESP32's (\d+) times, and the next save as often", power
    )
    for figure, chip in zip(said.groups(), ("SAMD51 and drive", "ESP32 and drive"), strict=True):
        told = " ".join([rows[row] for row in rows if row.startswith(chip)]).replace(",", "")
        counted = list(map(int, re.findall(r"cut (\d+) times", told)))
        assert 4 * abs(2 * int(figure) - sum(counted)) <= sum(counted), chip


def test_a_store_that_writes_in_place_is_caught_by_a_cut(monkeypatch):
    def careless(kind, payload, base, start):
        # A record without its length: what follows an old one is taken for a part of it.
        return payload.ljust(300, b"x"), (start, start, start)

    monkeypatch.setattr(store, "_record", careless)
    with pytest.raises((Broken, ValueError)):
        cuts.run(0, 3, lambda _: None, most=2, deep=False)


@pytest.fixture
def without_crosses(monkeypatch):
    """Older records of a log are not crossed out."""
    write = drives.Board.__setitem__

    def unless_crosses(board, place, values):
        if any(values):
            write(board, place, values)

    monkeypatch.setattr(drives.Board, "__setitem__", unless_crosses)


def test_a_log_whose_older_records_are_not_crossed_out_is_caught_by_a_cut_in_its_erase(without_crosses):
    with desk.quick(), drives.firmware() as start:
        with pytest.raises(Broken, match="RP2 sector: record . is neither new nor as before"):
            for seed in range(9):
                cuts.Cutter("RP2 sector", start, random.Random(seed)).run(1, False)


def test_a_log_whose_older_records_are_not_crossed_out_is_caught_in_six_lives(without_crosses):
    with pytest.raises(Broken, match="Record . is neither old nor new"):
        for seed in range(600):
            cuts.lives(seed)


def test_a_record_that_is_wrong_after_a_second_cut_is_caught(monkeypatch):
    other = drives.Board("RP2")
    kept = store.Store(other, False)
    kept.put(store.RECORDS, b"others")
    kept.flush(0)

    def die(board, *_):
        board.flash = list(map(bytearray, other.images()))
        raise drives.Gone

    monkeypatch.setattr(drives.Board, "_die", die)
    with desk.quick(), drives.firmware() as start, pytest.raises(Broken, match="record . is neither new nor"):
        cuts.Cutter("RP2 sector", start, random.Random(1)).run(1, False)


# Monkeys


def test_random_keys_with_power_cuts_lead_to_no_failure_and_no_dead_end():
    rows = dict(monkeys.run(0, 11, lambda _: None))
    assert int(rows["keys pressed"].replace(",", "")) >= 300


def test_a_choice_of_who_begins_that_was_taken_back_is_asked_again():
    with desk.quick():
        console = desk.Console()
        console.keys("a")
        console.begin("the_game", [0, 1], starter=1)
        assert console.app.match.choosing
        console.view.play(500)
        console.wait(2000)
        for _ in range(2):
            console.keys("Bl")
        assert console.app.match.choosing and not console.app.match.session.history
        console.keys("aaa")
        assert console.app.match.session.history[0] == 500


def test_after_the_choice_of_who_begins_the_same_key_lays_cards():
    with desk.quick():
        console = desk.Console()
        console.keys("a")
        console.begin("the_game", [0], starter=1)
        console.keys("aaa")  # the dealing is over, who begins, a card
        assert len(console.app.match.session.history) == 2


def test_a_key_after_the_last_action_waits_for_nobody():
    with desk.quick():
        console = desk.Console()
        console.begin("inversio", [0, 1])
        console.wait(2000)
        console.view.game.player = -1
        console.view.press(keys.RIGHT)
        overlay.ring(console.view)
        overlay.press(console.view, keys.UP)  # a hint
        console.app.step()


# Too little memory


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    """A folder laid out like a device's drive, compiled."""
    folder = tmp_path_factory.mktemp("drive")
    vm.build(folder)
    return folder


@pytest.mark.parametrize(
    ("start", "kilobytes"),
    [
        (("the_game", (0, 1)), 120),
        (("inversion", (0, 1, 1)), 150),
        (("flip_over", (0, 1, 1)), 158),
        (("flip_over", (0, 1, 1)), 164),
        (("inversio", (0, 2)), 170),
    ],
)
def test_a_heap_too_small_ends_in_the_friendly_screen_and_the_match_is_kept(drive, start, kilobytes):
    assert heap.squeeze(drive, start, kilobytes, 3)


# The names that the interpreter has stored, before and after an error, its screen, and a save.
FAILS = """
import micropython
import boards, microcontroller
microcontroller.nvm.attach("nvm.bin")
from handful.app import App
app = App(boards.find())
app.step()
micropython.qstr_info(1)
app.fail(ValueError("x"))
app.step()
app.settings.values[0] ^= 1
app.save()
micropython.qstr_info(1)
"""


@pytest.mark.parametrize("saved", [False, True])
def test_what_follows_an_error_has_no_name_that_the_start_had_not(drive, saved):
    # The interpreter's table of names grows by one large block, and after an error there may be none.
    (drive / "nvm.bin").unlink(missing_ok=True)
    if saved:
        vm.run(drive, heap.BEGIN.format(key="inversio", kinds=(0, 1)), "1m")
    before, after = vm.run(drive, FAILS, "1m").split("qstr pool:")[1:]
    names = [set(re.findall(r"^Q\((.*)\)$", said, re.MULTILINE)) for said in (before, after)]
    assert names[1] == names[0]


COLOURS = """
import boards
from handful.app import App
app = App(boards.find())
app.open("settings")
app.step()
for step in (1, 1, -1, 1):
    app.view.change(10, step)
    print(*app.settings.colours)
"""


def test_a_seat_takes_the_next_colour_that_no_other_has_on_the_vm(drive):
    rows = [tuple(map(int, line.split())) for line in vm.run(drive, COLOURS).splitlines()]
    assert len(set(rows)) == 2 and all(len(set(row)) == 5 for row in rows)


@pytest.mark.parametrize(("start", "seed"), [(("the_game", (0, 1)), 1), (("inversio", (0, 2)), 2)])
def test_an_allocation_that_fails_ends_in_the_friendly_screen_and_the_match_is_kept(drive, start, seed):
    said = heap.squeeze(drive, start, 256, seed, 60, 3)
    assert len([line for line in said if line.startswith("trouble")]) > 1


def test_where_a_catalogue_does_not_fit_its_lines_are_said_one_by_one(monkeypatch):
    whole = Texts()
    short = Texts()
    for texts in (whole, short):
        texts.speak("en")

    class Full(io.FileIO):
        def read(self, size=-1):
            if size < 0:
                raise MemoryError
            return super().read(size)

    expected = [whole.say(key) for key in ("games", "trouble_sorry", "keys_trouble")]
    monkeypatch.setattr("builtins.open", Full)
    assert [short.say(key) for key in ("games", "trouble_sorry", "keys_trouble")] == expected


# Hostile data

SEEDS = hostile.seeds(random.Random(4))


@pytest.mark.parametrize("name", [name for name in hostile.READERS if name != "files of the drive"])
def test_each_reader_takes_or_refuses_in_a_sentence_every_short_input_whatever_its_first_byte(name):
    chance = random.Random(2)
    valid = SEEDS[name]
    for length in range(65):
        for first in range(256):
            rest = (valid[1:length], bytes([first] * length)[1:], chance.randbytes(length)[1:])[first % 3]
            hostile.feed(name, (bytes([first]) + rest)[:length])
        hostile.feed(name, valid[:length])


@pytest.mark.parametrize("name", list(hostile.READERS))
def test_what_is_read_is_a_value_or_a_valueerror(name):
    number = 12 if name == "files of the drive" else 60  # of which each is a piece of play

    @settings(max_examples=number, deadline=None, database=None, derandomize=True)
    @given(st.binary(max_size=300), st.randoms(use_true_random=False))
    def read(data, chance):
        hostile.feed(name, data)
        hostile.feed(name, hostile.spoil(SEEDS[name], chance))

    read()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda font, sheet: (font, sheet[:-300]),
        lambda font, sheet: (font, b"GIF" + sheet[3:]),
        lambda font, sheet: (font.replace("10 9", "20 9", 1), sheet),
        lambda font, sheet: (font.replace("10 9", "10 13", 1), sheet),
        lambda font, sheet: (font[:-30], sheet),
        lambda font, sheet: (font.replace("?", "!"), sheet),
        lambda font, sheet: ("", sheet),
    ],
)
def test_a_font_that_is_damaged_is_said_in_a_sentence(tmp_path, monkeypatch, spoil):
    assets = hostile.ASSETS
    (tmp_path / "assets").mkdir()
    font = (assets / "small.fnt").read_text(encoding="utf-8")
    font, sheet = spoil(font, (assets / "small.bmp").read_bytes())
    (tmp_path / "assets" / "small.fnt").write_text(font, encoding="utf-8")
    (tmp_path / "assets" / "small.bmp").write_bytes(sheet)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"^The files assets/small are damaged: copy them to .*\.$"):
        Font("small")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:-1],
        lambda data: data[:8],
        lambda data: data[:7],
        lambda data: b"",
        lambda data: data[:7] + b"\0" + data[8:],
        lambda data: data + b"\0" * 9,
    ],
)
def test_signs_that_are_damaged_are_said_in_a_sentence(tmp_path, monkeypatch, spoil):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "ja.signs").write_bytes(spoil((hostile.ASSETS / "ja.signs").read_bytes()))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"^The files assets/ja are damaged: copy them to .*\.$"):
        sheets.signs()


def test_spoilt_data_come_past_the_checks_now_and_then():
    rows = dict(hostile.run(0, 5, lambda _: None))
    taken = [int(value.split(", ")[1].split()[0].replace(",", "")) for value in list(rows.values())[:2]]
    assert min(taken) > 5


# The parts


def test_a_part_that_breaks_its_promise_says_by_what(monkeypatch):
    def broken(seconds, seed, say):
        raise AssertionError(f"dealt unfairly with seed {seed}")

    monkeypatch.setattr(fair, "run", broken)
    kept, table = parts.tried("fair", 0, 7)
    assert not kept and "BROKEN" in table and "dealt unfairly with seed 7" in table


# Fairness


@pytest.mark.parametrize("key", KEYS)
def test_deals_are_what_chance_makes_them(key):
    for players in {registry.row(key)[2], registry.row(key)[3]}:
        assert max(fair.deals(key, players, 800, 3).values()) < fair.SIGMAS
    fair.check_seats(key, registry.row(key)[3], 9)


def test_a_seat_that_is_favoured_is_caught():
    assert fair.surprise([440, 560], 1000, 0.5) > 3
    assert fair.surprise([400, 600], 1000, 0.5) > fair.SIGMAS
    assert fair.surprise([490, 510], 1000, 0.5) < 1
