# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hostile data: reading anything from outside gives a value or a ValueError, in bounded time and memory.

Valid data are cut, joined, flipped and given a fitting CRC, so that the code behind the check is reached
too.

On the drive, a file that is read (a font, a picture, colours, texts, help, a lesson) is damaged, and a saved
match is continued. It may end as the damage makes it end, but the match in the save must survive. Of
settings.toml only HANDFUL_BOARD and HANDFUL_SITE are read.
"""

import contextlib
import io
import os
import random
import shutil
import struct
import tempfile
import time
import tracemalloc
from binascii import crc32
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import boards
from engine import registry
from engine.session import Session, game_of, seed_of
from handful import app as apps
from handful import match as matches
from handful.match import load
from handful.picture import sheets
from handful.records import Records
from handful.settings import LANGUAGE, Settings
from handful.store import MATCH, SETTINGS, Store
from handful.texts import LANGUAGES
from tools import PROJECT
from tools.console import Board
from tools.soak import desk, peek
from tools.soak.parts import Broken

_SLOW = 5.0  # seconds that a single input may take
_LARGE = 4_000_000  # bytes
_TRACED = 16  # one round in 16 counts memory, which is five times as slow


def _region(data):
    Store(bytearray(data), bool(len(data) & 1))


def _settings(data):
    settings = Settings()
    settings.load(data)
    again = Settings()
    again.load(settings.dump())
    for choice in range(len(settings.values)):
        settings.turn(choice, 1)


def _records(data):
    records = Records()
    records.load(data)
    for game in range(len(registry.GAMES)):
        for opponents in range(4):
            records.row(game, opponents)
            records.add(game, opponents, True, 5)


def _code(data):
    seed = seed_of(data.decode("latin-1"))
    if not 0 <= seed < 1 << 30:
        raise Broken(f"code {data!r} is seed {seed}")


def _session(data):
    session = Session.load(data)
    if Session.load(session.dump()).dump() != session.dump():
        raise Broken(f"{data!r} is loaded as another match")


def _match(data):
    match = load(data)
    if load(match.dump()).dump() != match.dump():
        raise Broken(f"{data!r} is loaded as another match")


class _Sheet(sheets.displayio.Bitmap):
    """A bitmap no larger than a device's memory."""

    def __init__(self, width: int, height: int, value_count: int):
        if width * height > 1 << 18:
            raise MemoryError("memory allocation failed")
        super().__init__(width, height, value_count)


ASSETS = PROJECT / "assets"
_FILES = sorted(
    [
        path.relative_to(ASSETS).as_posix()
        for path in ASSETS.rglob("*")
        if path.suffix in (".bmp", ".fnt", ".signs", ".txt") and ".art." not in path.name
    ]
)
_KEYS = bytes(["udlrabse".index(letter) for letter in "aaaaraaaesdaadaasddddaa"])
_drive = tempfile.TemporaryDirectory()


def _spoilt_file(data):
    # data: the name of a file under assets/, a line feed, and the file's content.
    name, _, content = data.partition(b"\n")
    name = name.decode("latin-1")
    if name not in _FILES:
        raise ValueError("There is no such file.")
    assets = Path(_drive.name) / "assets"
    if not assets.exists():
        shutil.copytree(ASSETS, assets)

    def read(sheet):
        if name != sheet + ".bmp":
            return desk.read(sheet)
        shown = sheets.displayio
        sheets.displayio = SimpleNamespace(Bitmap=_Sheet)  # type: ignore[assignment]
        try:
            return desk._read_sheet(sheet)
        finally:
            sheets.displayio = shown

    before = os.getcwd()
    os.chdir(_drive.name)
    with desk.quick(), peek.idling(), contextlib.ExitStack() as after:
        after.callback(os.chdir, before)
        after.callback(shutil.copyfile, ASSETS / name, assets / name)
        after.enter_context(contextlib.redirect_stderr(io.StringIO()))
        sheets.read = read
        (assets / name).write_bytes(content)
        _go_on(name)


class _Board(Board):
    """A board on which every key is pressed in turn, a frame each."""

    ERASES = False
    pressed = -1

    def sleep(self, ms: int) -> None:
        super().sleep(ms)
        self.pressed += 1
        if self.pressed // 4 == len(_KEYS):
            self.queue.append(SystemExit)
        elif self.pressed % 2 == 0:
            self.queue.append((_KEYS[self.pressed // 4], self.pressed % 4 == 0))


def _saved(settings: Settings, match: matches.Match) -> bytearray:
    region = bytearray(b"\xff" * 4096)
    store = Store(region, False)
    for kind, payload in enumerate((settings.dump(), Records().dump(), match.dump())):
        store.put(kind, payload)
    store.flush(0)
    return region


def _go_on(name):
    words = name.rpartition("/")[2].split(".")
    settings = Settings()
    settings.values[LANGUAGE] = LANGUAGES.index(words[0]) if words[0] in LANGUAGES else 2
    region = _saved(settings, matches.Match(Session("the_game", 2, 5), (0, 0)))
    try:
        app = apps.App(_Board(region))
        if "lesson" in words:
            app.learn(name.split("/")[1])
        app.run()
    except (SystemExit, ValueError, OSError, MemoryError):
        pass
    except (KeyError, IndexError, NotImplementedError):
        pass  # a text is missing, even for the friendly screen; a picture is of another kind
    again = Store(region, False)
    if again.lost or not again.payloads[MATCH]:
        raise Broken(f"{name}: the match is gone")
    Settings().load(again.payloads[SETTINGS])
    load(again.payloads[MATCH])


def _board(data):
    board: Any = boards.find(data.decode("latin-1") or "?")
    if board.NAME == "":
        raise Broken("a board without a name")


READERS = {
    "sessions": _session,
    "matches": _match,
    "names of games": game_of,
    "save regions": _region,
    "settings": _settings,
    "statistics": _records,
    "deal codes": _code,
    "files of the drive": _spoilt_file,
    "names of boards": _board,
}


def seeds(chance) -> dict:
    """Returns valid data for each reader."""
    session = peek.moment(chance.choice(registry.GAMES)[0], chance)
    match = matches.Match(session, [0] * session.players)
    file = chance.choice(_FILES)
    return {
        "sessions": session.dump(),
        "matches": match.dump(),
        "names of games": session.dump(),
        "save regions": bytes(_saved(Settings(), match)),
        "settings": Settings().dump(),
        "statistics": Records().dump(),
        "deal codes": session.code.encode(),
        "files of the drive": file.encode() + b"\n" + (ASSETS / file).read_bytes(),
        "names of boards": chance.choice(("desktop", "terminal")).encode(),
    }


def spoil(whole: bytes, chance) -> bytes:
    """Returns damaged data, often with a CRC that fits the damage."""
    data = bytearray(whole)
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        start = chance.randrange(min(chance.choice((24, 40, 1 << 20)), len(data)) + 1)
        number = struct.pack("<H", chance.choice((0, 1, 127, 128, 255, 256, 32767, 65535)))
        piece = chance.choice((b"", number[:1], number, chance.randbytes(1), chance.randbytes(300)))
        data[start : start + chance.choice((0, len(piece), len(piece), 8, 4096))] = piece
    if chance.random() < 0.6 and len(data) > 8:
        start = data.find(b"HAND")
        if start >= 0 and len(data) > start + 8:
            data[-4:] = struct.pack("<I", crc32(data[start:-4]))
        at = data.find(b"Hf")
        if at >= 0 and at + 10 < len(data):
            length = data[at + 4] | data[at + 5] << 8
            end = at + 6 + length
            if end + 4 <= len(data):
                data[end : end + 4] = struct.pack("<I", crc32(data[at:end]))
    return bytes(data)


def feed(name: str, data: bytes) -> bool:
    """Returns whether a reader accepted the data; Broken for anything but a value or a ValueError."""
    began = time.process_time()
    try:
        READERS[name](data)
        taken = True
    except ValueError as error:
        told = str(error)
        begins = told[:1].isupper() or told.startswith("!nversion")  # the one name that begins otherwise
        if type(error) is not ValueError or not (begins and told.endswith(".")):
            raise Broken(f"{name}: {type(error).__name__} is no sentence: {told}: {bytes(data)!r}") from error
        taken = False
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{name}: {type(error).__name__}: {error}: {bytes(data)!r}") from error
    if time.process_time() - began > _SLOW:
        raise Broken(f"{name}: takes too long: {bytes(data)!r}")
    return taken


def _round(chance, counts) -> None:
    """Feeds forty inputs to each reader, but only one file: a file costs a whole piece of play."""
    valid = seeds(chance)
    for turn in range(40):
        for name, data in valid.items():
            if turn and name == "files of the drive":
                continue
            counts[name][1] += feed(name, spoil(data, chance))
            counts[name][0] += 1


def run(seconds: float, seed: int, say, least: int = 500) -> list:
    """Feeds at least that many inputs and seconds. Returns rows (label, value) for the table."""
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    counts = {name: [0, 0] for name in READERS}
    done = rounds = largest = 0
    while time.monotonic() < end or done < least:
        traced = rounds % _TRACED == 0
        if traced:
            tracemalloc.start()
        _round(chance, counts)
        if traced:
            largest = max(largest, tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        rounds += 1
        done = sum([fed for fed, _ in counts.values()])
        say(f"{done:,} inputs")
    if largest > _LARGE:
        raise Broken(f"{largest:,} bytes were needed at once")
    rows = [
        (name, f"{fed:,} inputs, {taken:,} taken, the others refused")
        for name, (fed, taken) in counts.items()
    ]
    return [*rows, ("most memory at once", f"{largest:,} bytes")]
