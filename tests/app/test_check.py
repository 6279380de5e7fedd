# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The program that checks a board, beside the games: every key is pressed, and the picture is read."""

import re
import sys
import types

import pytest

from handful.check import measures, program
from handful.check.program import Check
from handful.keys import RIGHT, A, B
from handful.picture import sheets
from handful.picture.font import Font
from handful.settings import LANGUAGE, Settings
from handful.store import MATCH, SETTINGS, Store
from handful.texts import LANGUAGES
from tests.words import lines
from tools import PROJECT as ROOT
from tools.console import Board, Console
from tools.measure import bench, ram

A_KEY = (True, False)  # goes down and up
GREEN = program.GOOD
LIT = program.LIT


class Part:
    """A voice and a lamp that note what they are told."""

    def __init__(self):
        self.told = []

    def tone(self, hertz, volume):
        self.told.append((hertz, volume))

    def quiet(self):
        self.told.append(0)

    def shine(self, colour, person):
        self.told.append(colour)


def saved(language=0, match=b""):
    """A board on which the games have saved something."""
    board = Board()
    store = Store(board.flash)
    settings = Settings()
    settings.values[LANGUAGE] = language
    store.put(SETTINGS, settings.dump())
    store.put(MATCH, match)
    store.flush(1)
    return board


class Bench:
    """A check, and the board that it checks."""

    def __init__(self, board=None, parts=True, light=2):
        self.board = board or Board()
        self.board.LIGHT = light
        self.part = Part()
        if parts:
            self.board.heard = self.board.seen = self.part
        self.report = []
        self.check = Check(self.board, self.report.append)
        self.check.step()

    def press(self, key, moves=A_KEY):
        for pressed in moves:
            self.board.queue.append((key, pressed))
            self.wait(20)

    def wait(self, ms):
        end = self.board.clock + ms
        while self.board.clock < end:
            self.check.step()
            self.board.clock += 10

    def every_key(self):
        for key in range(8):
            self.press(key)

    def whole(self):
        """Goes through it, all answers yes."""
        self.every_key()
        while self.check.page < program.VERDICTS:
            self.press(A)

    @property
    def told(self):
        """The report: value by name."""
        return dict(line.split(": ", 1) for line in self.report)

    def colours(self, x1, y1, x2, y2):
        """The colours in a part of the picture, 0xRRGGBB, as the display rounds them."""
        part = self.board.screen.frame[y1:y2, x1:x2]
        return {int(value) for value in part.ravel()}


def rounded(colour):
    return (colour >> 19 & 31) << 11 | (colour >> 10 & 63) << 5 | colour >> 3 & 31


def place(key):
    """Where the name of a key stands: left, top, right, bottom."""
    x = 4 + key % 2 * 76
    y = 4 + (4 + key // 2) * 120 // 11
    return x, y, x + 76, y + 11


def test_each_key_lights_up_while_it_is_held_and_stays_green_and_all_are_seen():
    bench = Bench()
    for key in range(8):
        assert rounded(LIT) not in bench.colours(*place(key))
        bench.press(key, (True,))
        for other in range(8):
            seen = bench.colours(*place(other))
            assert (rounded(LIT) in seen) == (other == key)
            assert (rounded(GREEN) in seen) == (other < key)
        assert bench.check.page == program.KEYS
        bench.press(key, (False,))
    assert bench.check.page == program.PICTURE
    bench.whole()
    assert bench.told["keys"] == "all 8 seen"


def test_keys_that_are_not_pressed_are_named_after_a_while_and_one_that_stays_down_is_told_too():
    bench = Bench()
    for key in (0, 1, 2, 3, A, B, 7):
        bench.press(key)
    bench.wait(9_000)
    assert bench.check.page == program.KEYS
    bench.wait(2_000)
    bench.whole()
    assert bench.told["keys"] == "not seen: START"
    bench = Bench()
    bench.press(6, (True,))
    for key in (0, 1, 2, 3, A, B, 7):
        bench.press(key)
    bench.wait(11_000)
    bench.whole()
    assert bench.told["keys"] == "one stays down"


def test_a_board_with_fewer_keys_is_asked_for_those_that_it_has():
    board = Board()
    board.KEYS = bytes((0, 1, 2, 3, 4, 5, 6, 255))
    bench = Bench(board)
    for key in range(8):
        bench.press(key)
    assert bench.check.page == program.PICTURE
    bench.whole()
    assert bench.told["keys"] == "all 7 seen"


@pytest.mark.parametrize("names", [("DOWN", "SEL", "UP"), ("R", "L")])
def test_few_keys_are_called_what_they_are_called_on_the_board_and_answer_every_question(names):
    board = Board()
    board.FEW = names
    board.KEYS = bytes((RIGHT, A, B))[: len(names)]
    bench = Bench(board)
    for number in range(len(names) - 1):
        bench.press(number)
    bench.wait(11_000)
    assert bench.check.verdicts[0] == ("keys", "unseen", (names[-1], names[-1]), False)
    assert bench.check.page == program.PICTURE
    bench.press(2 if len(names) == 3 else 0)
    while bench.check.page < program.VERDICTS:
        bench.press(1)
    told = bench.told
    assert told["keys"] == f"not seen: {names[-1]}"
    assert (told["picture"], told["tones"]) == ("not right", "as it should be")
    bench.press(1)
    assert bench.check.page == program.KEYS
    for number in range(len(names)):
        assert rounded(LIT) not in bench.colours(*place(number))
        bench.press(number, (True,))
        assert rounded(LIT) in bench.colours(*place(number))
        bench.press(number, (False,))
    while bench.check.page < program.VERDICTS:
        bench.press(1)
    bench.press(len(names) - 1 if len(names) == 3 else 0)
    assert bench.check.over


def test_a_board_without_keys_is_answered_by_a_finger_on_yes_or_no():
    board = Board()
    board.KEYS = b""
    touches = []
    board.touched = lambda: touches.pop(0) if touches else None
    bench = Bench(board)
    assert bench.check.page == program.PICTURE
    for x in (120, 40):
        for kind in (1, 2, 0):
            touches.append((x, 60, kind))
            bench.wait(20)
    while bench.check.page < program.VERDICTS:
        if bench.check.page < program.WAIT:  # a tap on the verdicts would begin again
            touches.append((10, 10, 0))
        bench.wait(20)
    told = bench.told
    assert (told["keys"], told["picture"], told["tones"]) == ("none here", "not right", "as it should be")
    touches.append((150, 120, 0))
    bench.wait(20)
    assert bench.check.over


def test_the_picture_has_a_white_line_along_each_edge_and_sixteen_colours_and_greys():
    bench = Bench()
    frame = bench.board.screen.frame
    bench.every_key()
    for edge in (frame[0], frame[-1], frame[:, 0], frame[:, -1]):
        assert {int(value) for value in edge} == {0xFFFF}
    assert {int(value) for value in frame[1, 1:-1]} == {rounded(program.GROUND)}
    rows = [[int(frame[y, x]) for x in range(8, 152)] for y in (55, 85)]
    assert all(len(set(row)) >= 15 for row in rows)  # of white and black the greys have one more
    assert {0xF800, 0x07E0, 0x001F, 0xFFFF} <= set(rows[0])
    assert {0, 0xFFFF} <= set(rows[1])


def test_tones_lamps_and_light_go_through_their_steps_and_end_with_the_page():
    bench = Bench()
    bench.every_key()
    bench.board.queue.append((A, True))
    bench.check.step()
    bench.part.told.clear()
    bench.wait(1_500)
    assert bench.part.told[:4] == [(440, 1), (660, 2), (880, 3), 0]
    bench.part.told.clear()
    bench.press(A)
    assert bench.part.told[0] == 0
    bench.wait(3_000)
    assert {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF} <= set(bench.part.told)
    bench.press(A)
    assert bench.part.told[-1] == 0
    seen = set()
    for _ in range(20):
        bench.wait(200)
        seen.add(round(bench.board.screen.brightness * 100))
    assert seen == {100, 70, 40, 20}
    bench.press(A)
    assert bench.board.screen.brightness == 1.0


def test_what_a_board_lacks_is_passed_over_and_what_nobody_answers_is_told():
    bench = Bench(parts=False, light=0)
    bench.every_key()
    bench.wait(21_000)
    bench.wait(100)
    told = bench.told
    assert told["picture"] == "no answer"
    assert (told["tones"], told["lamps"], told["light"]) == ("none here",) * 3


def test_no_is_an_answer():
    bench = Bench()
    bench.every_key()
    bench.press(B)
    assert bench.check.verdicts[-1] == ("picture", "wrong", (), False)


def test_the_report_has_plain_lines_of_name_and_value():
    bench = Bench(saved())
    bench.whole()
    names = "board page firmware machine handful display keys picture tones lamps light saving memory speed"
    assert list(bench.told) == [*names.split(), "full picture"]
    for line in bench.report:
        assert re.fullmatch(r"[a-z ]+: [ -~]+", line), line
    assert bench.told["display"] == "160x128"
    assert re.fullmatch(r"\d+ bytecodes a ms, PyBadge 1100", bench.told["speed"])
    assert re.fullmatch(r"\d+ ms, PyBadge 88", bench.told["full picture"])


@pytest.mark.parametrize(
    ("region", "said"),
    [
        (bytearray(b"\xff" * 8192), "blank, 4096 bytes"),
        (saved().flash, r"whole, \d+ of 4096 bytes, [1-9] erases so far"),
        (bytearray(b"\x55" * 8192), "damaged, 4096 of 4096 bytes, 0 erases so far"),
        (None, "none here"),
    ],
)
def test_what_is_saved_is_told_and_not_touched(region, said):
    board = Board(region if region is not None else bytearray())
    if region is None:
        board.region = lambda: None
    before = bytes(board.flash)
    bench = Bench(board)
    bench.whole()
    assert re.fullmatch(said, bench.told["saving"])
    assert bytes(board.flash) == before


def test_a_again_and_b_back_to_the_games():
    bench = Bench()
    bench.whole()
    bench.press(A)
    assert bench.check.page == program.KEYS and not bench.check.verdicts
    bench.report.clear()
    bench.whole()
    bench.board.queue.append((B, True))
    bench.check.run()
    assert bench.board.closed and bench.board.screen.brightness == 1.0


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_the_check_speaks_the_games_language_with_every_text(language):
    texts = [line.split("=")[0] for line in lines(LANGUAGES[language], ending=".check.txt")[1:]]
    english = [line.split("=")[0] for line in lines("en", ending=".check.txt")[1:]]
    assert texts == [key for key in english if language == 0 or not key.startswith("told_")]
    bench = Bench(saved(language))
    assert bench.check.texts == program.catalogue(LANGUAGES[language])
    bench.whole()
    assert "keys: all 8 seen" in bench.report  # the report is in English everywhere


@pytest.mark.parametrize(("font", "width"), [("narrow", 120), ("small", 160)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_fits_into_the_picture_whatever_the_check_finds(language, font, width):
    texts = program.catalogue(language)
    letters = Font(font)
    letters.more = sheets.signs()
    found = {
        "keys": [("all_seen", 8), ("unseen", program.SIGNS), ("stuck",)],
        "saving": [("none",), ("blank", 0, 4096), ("whole", 4096, 4096), ("damaged", 4096, 4096)],
        "memory": [("endless",), ("room", 8192, 142)],
        "speed": [("pace", 99999, 1100)],
        "refresh": [("took", 9999, 88)],
    }
    answers = [("right",), ("wrong",), ("silent",), ("none",)]
    found.update(dict.fromkeys(("picture", "tones", "lamps", "light"), answers))
    shown = [
        texts["line"].format(texts[name], texts[key].format(*values))
        for name, verdicts in found.items()
        for key, *values in verdicts
    ]
    for key, text in texts.items():
        if key.startswith(("ask_", "foot_")) or key in program.PAGES:
            shown += text.split("|")
    assert [line for line in shown if letters.width(line) > width - 2 * program.EDGE] == []


class Stack:
    """The most bytes of Python's stack that open calls take on a device, the libraries' and ours."""

    def __init__(self):
        self.most = 0
        self.chain = []

    def __enter__(self):
        sys.settrace(self._called)
        return self

    def __exit__(self, *error):
        sys.settrace(None)

    def _called(self, frame, event, argument):
        total = 0
        chain = []
        while frame:
            code = frame.f_code
            if "/lib/handful/" in code.co_filename or "/adafruit_display" in code.co_filename:
                total += 32 + 4 * (code.co_stacksize + len(code.co_varnames) + len(code.co_freevars))
                chain.append(code.co_name)
            frame = frame.f_back
        if total > self.most:
            self.most, self.chain = total, chain[::-1]


def test_no_page_takes_more_than_the_stack_of_the_smallest_board():
    board = saved(language=2)
    board.LIGHT = 2
    board.heard = board.seen = Part()
    board.queue = [(key, pressed) for key in range(8) for pressed in A_KEY]
    with Stack() as stack:
        check = Check(board, len)
        for turn in range(100):
            check.step()
            if turn % 5 == 0 and program.KEYS < check.page < program.WAIT:
                board.queue += [(A, pressed) for pressed in A_KEY]
    assert check.page == program.VERDICTS
    assert 700 < stack.most + 100 <= 1536, stack.chain  # 100 for check.py itself


def test_the_figures_beside_the_boards_own_are_those_of_the_project():
    assert 2 * program.LEAST == bench.A_MS
    assert program.NEEDED == ram.BUDGETS["peak"]
    from engine.rng import Rng

    rng = Rng(1)
    cards = list(range(measures.CARDS))
    with bench.Meter() as meter:
        rng.shuffle(cards)
    assert abs(meter.count - measures.SHUFFLE) < measures.SHUFFLE // 6  # Python's versions differ


# How the games begin it


class Left(BaseException):
    """What CircuitPython raises to begin another program."""


@pytest.fixture
def supervisor(monkeypatch):
    """CircuitPython's `supervisor`; the programs that it was told to begin."""
    found = []

    def reload():
        raise Left

    module = types.SimpleNamespace(set_next_code_file=found.append, reload=reload)
    monkeypatch.setitem(sys.modules, "supervisor", module)
    yield found
    sys.modules.pop("handful.screens.board", None)


def test_the_settings_begin_the_check_and_everything_is_saved_before(supervisor):
    console = Console()
    console.open("settings")
    assert console.view.rows()[-1][1] == "Check this board"
    console.keys("u")
    console.app.settings.names[0] = "Anna"
    console.board.queue += [(A, True), (A, False)]
    with pytest.raises(Left):
        console.app.run()
    assert supervisor == ["check.py"] and console.board.closed
    settings = Settings()
    settings.load(Store(console.board.flash).payloads[SETTINGS])
    assert settings.names[0] == "Anna"


@pytest.mark.parametrize("paused", [False, True])
def test_a_on_a_row_of_the_settings_does_what_the_row_says(supervisor, paused):
    console = Console()
    app = console.app
    console.begin("inversio", [0, 1])
    app.offers = lambda choice: True
    console.open("settings", paused)
    rows = [key for key, _, _ in console.view.rows()]
    assert len(set(rows)) == len(rows) == 8 + 5 + (not paused)
    for row in rows[:8]:
        before = bytes(app.settings.values)
        console.keys("a")
        assert [n for n, value in enumerate(app.settings.values) if value != before[n]] == [row]
        console.keys("ld")
        assert app.settings.values == before and console.screen == "settings"
    console.keys("a")
    assert console.screen == "name" and supervisor == []


def test_there_is_no_check_in_the_middle_of_a_match_and_none_on_a_computer(supervisor, monkeypatch):
    console = Console()
    console.open("settings", True)
    assert console.view.rows()[-1][1] != "Check this board"
    monkeypatch.setitem(sys.modules, "supervisor", None)
    console.open("settings")
    assert console.view.rows()[-1][1] != "Check this board"


@pytest.mark.parametrize(("held", "begins"), [((A, B), True), ((A,), False), ((A, B, 6), False), ((), False)])
def test_a_and_b_held_at_the_start_begin_the_check(supervisor, held, begins):
    board = Board()
    board.queue = [(key, True) for key in held]
    if begins:
        with pytest.raises(Left):
            Console.untouched(board)
    else:
        Console.untouched(board)
    assert supervisor == ["check.py"] * begins


def test_where_no_program_can_begin_another_one_a_and_b_at_the_start_do_nothing(monkeypatch):
    monkeypatch.setitem(sys.modules, "supervisor", None)
    board = Board()
    board.queue = [(A, True), (B, True)]
    assert Console.untouched(board).screen == "language"


def test_check_py_checks_and_then_begins_the_games_again():
    source = (ROOT / "check.py").read_text(encoding="utf-8")
    done = []
    names = {
        "boards": types.SimpleNamespace(find=lambda: "page", grow=lambda: done.append("heap")),
        "supervisor": types.SimpleNamespace(reload=lambda: done.append("reload")),
        "handful.check.program": types.SimpleNamespace(
            Check=lambda board, tell: types.SimpleNamespace(run=lambda: done.append((board, tell)))
        ),
    }
    kept = {name: sys.modules.get(name) for name in names}
    sys.modules.update(names)
    try:
        exec(compile(source, "check.py", "exec"), {})
    finally:
        for name, module in kept.items():
            sys.modules.pop(name) if module is None else sys.modules.update({name: module})
    assert done == ["heap", ("page", print), "reload"]
