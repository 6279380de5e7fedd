# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Two interpreters, one game: what CPython plays and draws, the compiled code plays and draws on the VM.

Each script here is a text that runs on both: on the VM from compiled files in a small heap, on
CPython as it stands.
"""

import binascii
import contextlib
import io
import re
import struct

import pytest

from engine import registry
from tests import blinka
from tools import Refusal, vm
from tools.measure import bench, ram

_GAMES = [row[0] for row in registry.GAMES if (vm.PROJECT / "engine" / (row[0] + ".py")).exists()]


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    """A folder laid out like a device's drive, compiled."""
    folder = tmp_path_factory.mktemp("drive")
    vm.build(folder)
    return folder


def here(script):
    """What a script prints on CPython."""
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        exec(compile(script, "script", "exec"), {"__name__": "script"})
    return heard.getvalue()


# Rules and chance

NUMBERS = """
from engine.rng import Rng
for seed in (0, 1, 2, 77, 2**30 - 1):
    rng = Rng(seed)
    cards = list(range(99))
    rng.shuffle(cards)
    print(seed, cards, [rng.below(n) for n in (1, 2, 3, 100, 32768, 32769, 10**6, 2**30)])
"""

# 200 matches with every number of players and every value of every option, random legal actions; in
# the hash are all legal actions, what a seat sees after a redeal, scores, winners and the saved game.
MATCHES = """
from engine import registry
from engine.rng import Rng
from engine.session import Session
module = registry.load(KEY)
least = module.MIN_PLAYERS
number = module.MAX_PLAYERS - least + 1
total = 0
actions = 0
def add(values):
    global total
    for value in values:
        total = (total * 8191 + value + 1) % 16777213
def play(game, rng):
    while game.player >= 0:
        legal = list(game.legal_actions())
        add(legal)
        game.apply(legal[rng.below(len(legal))])
for seed in range(200):
    rng = Rng(seed)
    players = least + seed % number
    options = {}
    for name, allowed, default in module.OPTIONS:
        options[name] = allowed[rng.below(len(allowed))]
    try:
        session = Session(KEY, players, seed, **options)
    except ValueError:
        session = Session(KEY, players, seed)
    stop = rng.below(40)
    while session.game.player >= 0:
        game = session.game
        legal = list(game.legal_actions())
        if hasattr(game, "signals"):
            legal += game.signals() + game.calls()
        add(legal)
        if len(session.history) == stop:
            other = game.copy()
            seat = game.player
            chance = Rng(seed)
            other.redeal(seat, chance)
            add(other.legal_actions())
            play(other, Rng(seed + 1))
            add([other.score(i) + 1000 for i in range(players)])
        session.act(legal[rng.below(len(legal))])
        actions += 1
    add([session.game.score(i) + 1000 for i in range(players)])
    add(session.game.winners())
    add(session.dump())
print(KEY, actions, total)
"""


def test_the_generator_gives_the_same_numbers_on_both(drive):
    assert vm.run(drive, NUMBERS) == here(NUMBERS)


@pytest.mark.parametrize("key", _GAMES)
def test_200_matches_are_the_same_on_both(drive, key):
    script = f"KEY = {key!r}\n{MATCHES}"
    assert vm.run(drive, script) == here(script)


# Memory


@pytest.mark.parametrize("row", ram.engine_rows(), ids=lambda row: row.label)
def test_games_keep_to_8_kb_and_sessions_to_3_on_the_device(drive, row):
    assert 0 < row.measure(drive) <= (3072 if "session of" in row.label else 8192)


# Pictures

# No fill() of 8-bit bitmaps: Blinka's, where an array's "L" has 64 bits, fills four pixels of eight.
PICTURE = """
import displayio, bitmaptools
from engine.rng import Rng
rng = Rng(4)
for count in (2, 4, 16, 256):
    big = displayio.Bitmap(61, 16, count)
    for small_count in (2, 4, 16, 256):
        if small_count > count:
            continue
        small = displayio.Bitmap(24, 9, small_count)
        for turn in range(12):
            small[rng.below(24), rng.below(9)] = rng.below(small_count)
            small[rng.below(24 * 9)] = rng.below(small_count)
            x2 = 12 + rng.below(13)
            bitmaptools.fill_region(small, rng.below(12), rng.below(5), x2, 9, rng.below(small_count))
            x2 = 31 + rng.below(31)
            bitmaptools.fill_region(big, rng.below(31), rng.below(9), x2, 16, rng.below(count))
            x1 = rng.below(24)
            y1 = rng.below(9)
            x2 = x1 + rng.below(25 - x1)
            y2 = y1 + rng.below(10 - y1)
            skip = (None, 0, 1)[rng.below(3)]
            bitmaptools.blit(big, small, rng.below(61), rng.below(16), x1=x1, y1=y1, x2=x2, y2=y2,
                             skip_source_index=skip)
            bitmaptools.blit(big, small, 8 * rng.below(5), rng.below(7))
            bitmaptools.blit(big, big, rng.below(61), rng.below(16), x1=rng.below(9), y1=rng.below(3))
            print(count, small_count, turn, crc(small), crc(big))
        if count < 256:
            big.fill(rng.below(count))
        print(crc(big))
"""

# CircuitPython's answers; Blinka is more lenient and cannot be asked.
REFUSALS = """
import bitmaptools, displayio
four = displayio.Bitmap(10, 10, 16)
eight = displayio.Bitmap(10, 10, 256)
palette = displayio.Palette(4)
group = displayio.Group()
grid = displayio.TileGrid(four, pixel_shader=palette)
group.append(grid)
def refused(kind, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except kind:
        print(kind.__name__)
    else:
        print("not refused")
refused(ValueError, bitmaptools.blit, four, eight, 0, 0)
refused(ValueError, bitmaptools.blit, four, four, -1, 0)
refused(ValueError, bitmaptools.blit, four, four, 0, 0, x2=11)
refused(ValueError, bitmaptools.fill_region, four, 0, 0, 11, 5, 1)
refused(ValueError, bitmaptools.fill_region, four, 5, 0, 4, 5, 1)
refused(ValueError, bitmaptools.fill_region, four, 0, 0, 1, 1, 16)
refused(ValueError, four.fill, 16)
refused(IndexError, four.__getitem__, 100)
refused(IndexError, four.__getitem__, (0, 10))
refused(ValueError, four.__setitem__, 0, 16)
refused(IndexError, palette.__setitem__, 4, 0)
refused(TypeError, palette.__setitem__, 0, 0x1000000)
refused(ValueError, group.append, grid)
"""


def test_drawing_gives_the_same_pictures_on_both(drive):
    theirs = vm.run(drive, "from webmachine import crc\n" + PICTURE)
    assert theirs == here("from tools.vm import crc\n" + PICTURE)
    assert theirs == blinka.run("from tools.vm import crc\n" + PICTURE)
    assert len(theirs.splitlines()) == 130


def test_what_circuitpython_refuses_the_stand_ins_refuse(drive):
    kinds = ["ValueError"] * 7 + ["IndexError"] * 2 + ["ValueError", "IndexError", "TypeError", "ValueError"]
    assert vm.run(drive, REFUSALS).splitlines() == kinds


def bmp(width, height, bits, colours, rows):
    """An uncompressed BMP file: `rows` of pixel values, the uppermost first."""
    packed = b""
    for row in reversed(rows):
        number = 0
        size = (width * bits + 31) // 32 * 32
        for value in row:
            number = number << bits | value
        packed += (number << size - width * bits).to_bytes(size // 8, "big")
    start = 54 + 4 * colours
    head = struct.pack("<2sIHHI", b"BM", start + len(packed), 0, 0, start)
    head += struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, 0, len(packed), 0, 0, colours, 0)
    palette = b"".join(bytes((3 * i % 256, 2 * i % 256, i % 256, 0)) for i in range(colours))
    return head + palette + packed


@pytest.mark.parametrize(("bits", "colours"), [(1, 2), (4, 16)])
def test_sheets_are_read_as_the_device_reads_them(drive, bits, colours):
    rows = [[(5 * x + 3 * y) % colours for x in range(37)] for y in range(11)]
    (drive / "assets" / "sheet.bmp").write_bytes(bmp(37, 11, bits, colours, rows))
    script = """
from handful.picture.sheets import read
bitmap = read("sheet")
print([[bitmap[x, y] for x in range(bitmap.width)] for y in range(bitmap.height)], bitmap.pixels[2])
"""
    assert vm.run(drive, script) == f"{rows} {bits}\n"


def test_a_sheet_cut_short_ends_in_eoferror(drive):
    (drive / "assets" / "short.bmp").write_bytes(bmp(8, 8, 4, 16, [[0] * 8] * 8)[:-1])
    with pytest.raises(Refusal, match="EOFError"):
        vm.run(drive, "from handful.picture.sheets import read\nread('short')")


# What the stand-ins do as a device does: a script, and what it prints.
STANDINS = {
    "a canvas takes its bytes": (
        """
import displayio
bands = [displayio.Bitmap(160, 16, 16) for _ in range(8)]
bands.append(displayio.Bitmap(33, 1, 2))
print([len(band.pixels[0]) for band in bands])
""",
        f"{[1280] * 8 + [8]}\n",
    ),
    "the screen knows the layers that it shows": (
        """
import board, displayio
palette = displayio.Palette(3)
group = displayio.Group(x=1)
for _ in range(3):
    group.append(displayio.TileGrid(displayio.Bitmap(2, 1, 4), pixel_shader=palette))
group[2].hidden = True
board.DISPLAY.root_group = group
print(board.DISPLAY.refresh(), board.DISPLAY.refreshes, len(board.DISPLAY.crcs()))
""",
        "True 1 2\n",
    ),
    "the clock wraps 65 seconds after the start": (
        """
import supervisor, time
first = supervisor.ticks_ms()
time.sleep(66)
print(first > 2**29 - 65_000, supervisor.ticks_ms() < 2000)
""",
        "True True\n",
    ),
    "the settings begin check.py": (
        """
import keypad, supervisor
import boards
from handful.app import App
app = App(boards.find())
for _ in range(3):
    app.step()
app.open("settings")
for _ in range(2):
    app.step()
keypad.script([(6, 100), (1, 100), (6, 900)])
try:
    app.run()
except SystemExit:
    print(supervisor.next_code_file)
""",
        "check.py\n",
    ),
}


@pytest.mark.parametrize("name", STANDINS)
def test_the_stand_ins_do_as_a_device_does(drive, name):
    script, printed = STANDINS[name]
    assert vm.run(drive, script) == printed


# Keys, clock, memory that stays

KEYS = """
import keypad, supervisor, time
events = keypad.ShiftRegisterKeys(clock=0, data=0, latch=0, key_count=8, value_when_pressed=True).events
event = keypad.Event()
start = supervisor.ticks_ms()
print(events.get_into(event))
keypad.script(SCRIPT, lambda: print("look"))
def ago():
    return (event.timestamp - start & 0x1FFFFFFF) // 10 * 10
try:
    while True:
        while events.get_into(event):
            print(event.key_number, event.pressed, event.released, ago())
        time.sleep(0.001)
finally:
    print("end")
"""


def test_the_queue_says_that_it_lost_an_event_until_it_is_cleared(drive):
    script = "[(7, 100), (keypad.LOST, 50), (0, 20)]"
    told = KEYS.replace("SCRIPT", script).replace(
        "ago())",
        "events.overflowed)\n        if events.overflowed:\n            events.clear()\n"
        "            print(events.overflowed)",
    )
    assert vm.run(drive, told).splitlines() == [
        "False",
        "7 True False False",
        "7 False True False",
        "False",
        "0 True False False",
        "0 False True False",
        "end",
    ]


def test_a_script_presses_keys_while_virtual_time_goes_by(drive):
    lines = vm.run(drive, KEYS.replace("SCRIPT", "[(7, 100), (255, 50), (0, 200, 500)]")).splitlines()
    assert lines == [
        "False",
        "7 True False 100",
        "7 False True 140",
        "look",
        "0 True False 390",
        "0 False True 890",
        "end",
    ]


def test_nvm_keeps_bytes_over_two_runs(drive):
    first = """
import microcontroller
nvm = microcontroller.nvm
nvm.attach("nvm.bin")
print(len(nvm), nvm[0], bytes(nvm[8190:]))
nvm[2:5] = b"abc"
nvm[0] = 7
print(nvm.writes)
try:
    nvm[0:2] = b"abc"
except ValueError as error:
    print(error)
"""
    second = """
import microcontroller
microcontroller.nvm.attach("nvm.bin")
print(bytes(microcontroller.nvm[0:6]))
"""
    lines = ["8192 255 b'\\xff\\xff'", "2", "Slice and value different lengths."]
    assert vm.run(drive, first).splitlines() == lines
    assert vm.run(drive, second) == "b'\\x07\\xffabc\\xff'\n"


def test_chance_beyond_the_games_is_the_same_in_every_run(drive):
    script = "import random\nprint(random.getrandbits(30), random.getrandbits(30))"
    assert vm.run(drive, script) == vm.run(drive, script)


# The tool itself


def test_what_is_built_is_compiled_and_whole(drive):
    built = vm.build(drive)
    assert "engine/rng.mpy" in built
    assert not [name for name in built if name.endswith(".py")]
    assert not [name for name in built if "desktop" in name or "terminal" in name]
    for name in built:
        assert (drive / name).exists()


def test_a_script_that_fails_tells_its_traceback(drive):
    with pytest.raises(Refusal, match="line 2(?s:.*)ValueError: no"):
        vm.run(drive, "x = 1\nraise ValueError('no')")


def test_a_heap_too_small_is_a_memoryerror_and_the_smallest_can_be_found(drive):
    script = "room = bytearray(90_000)"
    with pytest.raises(Refusal, match="MemoryError"):
        vm.run(drive, script, "64k")
    assert 90 <= vm.smallest_heap(drive, script) <= 110


QR = """
import gc
from binascii import crc32
app.startup_notice()
def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()
def go(*screen):
    app.open(*screen)
    app.step()
    app.step()
    return used()
paused = 0
for _ in range(6):  # until what is made once has been made
    before = paused
    paused = go("pause")
    shown = go("qr", "pause")
print(app.site, shown - paused, paused - before)
from handful.screens import qr
print(crc32(qr.encode(b"https://example.org/")))
"""


def test_a_qr_code_is_shown_beside_a_match_of_five_and_its_memory_is_given_back(drive, monkeypatch):
    from handful.screens import qr

    monkeypatch.setenv("HANDFUL_SITE", "https://example.org/")
    match = ram.BEGIN.format("flip_over", 5, 0) + ram.TURN + "while not turn():\n    pass\n"
    said = vm.run(drive, ram.STANDINS + ram.APP + match + QR).split()
    assert said[0] == "https://example.org/"
    assert int(said[1]) < 10_000 and int(said[2]) <= 0
    assert int(said[3]) == binascii.crc32(qr.encode(b"https://example.org/"))


# The program that checks a board

CHECK = """
import keypad, microcontroller, board
import boards
from handful.check.program import Check
keypad.script([(key, 30, 60) for key in range(8)] + [(1, 500), (1, 500), (0, 2000)])
check = Check(boards.find(), print)
check.run()
print(check.over, microcontroller.nvm.writes, board.DISPLAY.refreshes > 16)
"""


def test_the_check_of_the_board_goes_through_in_the_devices_heap_and_writes_nothing(drive):
    said = vm.run(drive, CHECK).splitlines()
    assert said[0] == "board: pybadge" and "keys: all 8 seen" in said and "saving: blank, 4096 bytes" in said
    assert said[-1] == "True 0 True"


def near(said, measured):
    """Whether a document's figure is the measured one, but for what a change of a few lines makes of it."""
    return abs(said - measured) <= max(64, measured // 20)


def test_the_documents_tell_what_a_menu_costs_with_libraries(drive):
    """The table in docs/device.md and the sum in README.md; `make ram` prints the figures."""
    text = (vm.PROJECT / "docs" / "device.md").read_text(encoding="utf-8")
    ours, *theirs = [row.measure(drive) for row in ram.app_rows() if row.label.startswith("menu")]
    said = re.findall(r"^\| heap .*?\| ([^|]+) \| ([\d,]+) bytes \|$", text, re.MULTILINE)
    figures = [int(cell[1].replace(",", "")) for cell in said]
    assert len(theirs) == 3 and all(map(near, figures, theirs)), theirs
    assert near(int(said[2][0].split()[0].replace(",", "")), ours), ours
    readme = " ".join((vm.PROJECT / "README.md").read_text(encoding="utf-8").split())
    assert f"a menu of eight rows takes {round(sum(theirs) / 1000)} KB of heap" in readme


def test_the_documents_tell_how_long_a_menu_takes_with_libraries():
    text = (vm.PROJECT / "docs" / "device.md").read_text(encoding="utf-8")
    measured = [bytecodes for _, bytecodes in ram.times()]
    counted = re.search(r"^\| bytecodes of drawing it \| ([\d,]+) \| ([\d,]+) \|$", text, re.MULTILINE)
    taken = re.search(r"^\| time of these, at (\d+) a millisecond \| (\d+) ms \| (\d+) ms", text, re.M)
    figures = [int(figure.replace(",", "")) for figure in counted.groups()]
    assert all(map(near, figures, measured)), measured
    assert int(taken[1]) == bench.A_MS
    assert [int(taken[2]), int(taken[3])] == [round(figure / bench.A_MS) for figure in figures]
    assert 3 * measured[0] < measured[1]  # "several times as long"
