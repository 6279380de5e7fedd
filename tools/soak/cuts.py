# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Power cuts: every write of real play is cut at every byte, on a model of each kind of flash.

Records what the app writes while people play. Then cuts each write short after each of its bytes, also in
the middle of an erase, and switches the console on again. Settings, statistics and match must each be the
new one or the one before, or a sentence must report the loss.

An erase that is cut short leaves some of the old bytes or bits: all before or behind a position, a few runs,
or random ones, from nearly all to nearly none.

The save after a cut is cut as well: at every byte from each state in which the console may start, and at one
byte from all others.

Boards that save to their drive, too, must lose nothing: each state has all that was saved, or all of the save
before, and nothing else on the drive has changed (tools.soak.drive).

Finally, on a model of NOR flash with weak bits (tools.soak.nor), the power goes in up to five saves in a
row.
"""

import os
import random
import tempfile
import time
from pathlib import Path

from boards.computer import savefile
from engine import registry
from handful.match import load
from handful.store import MATCH, SETTINGS, Store
from tools.soak import desk, drive, nor
from tools.soak.parts import Broken

# name -> (size, whether every write erases, bytes written at a time, whether it is then all or nothing)
FLASHES = {
    "SAMD51 block": (8192, True, 512, False),
    "RP2 sector": (1280, False, 256, False),  # really 4,096; smaller, so that it is soon full
    "ESP32 nvs": (8192, True, 8192, True),
}

# How the firmware of a board that saves to its drive, too, writes a sector: held back in memory, in a scratch
# block if there is no memory, or at once.
WAYS = {"SAMD51 and drive": ("cache", "scratch"), "ESP32 and drive": ("through",)}


class Log:
    """A region that records each write: (all bytes before it, start, new bytes)."""

    def __init__(self, size: int):
        self.data = bytearray(b"\xff" * size)
        self.writes = []

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, place) -> bytes:
        return bytes(self.data[place])

    def __setitem__(self, place, values) -> None:
        start, stop, _ = place.indices(len(self.data))
        if stop - start != len(values):
            raise ValueError("Slice and value different lengths.")
        self.writes.append((bytes(self.data), start, bytes(values)))
        self.data[start:stop] = values


def states(before: bytes, start: int, values: bytes, flash: str, chance):
    """Yields what a region may hold after an interrupted write."""
    _, erases, page, whole = FLASHES[flash]
    end = start + len(values)
    after = before[:start] + values + before[end:]
    yield before
    yield after
    if whole:
        yield b"\xff" * len(before)  # an ESP32's firmware erases what it keeps before it stores the new bytes
        return
    blank = b"\xff" * len(before)
    if erases or _over(before, start, values):
        yield from half_erased(before, chance)
        base, start, end = blank, 0, len(before.rstrip(b"\xff"))
        end = max(end, len(after.rstrip(b"\xff")))
    else:
        base = before
    for cut in range(start, end + 1):
        yield after[:cut] + base[cut:]
    for cut in range(start - start % page, end, page):  # a page half programmed: some bits still 1
        mask = chance.randbytes(page)
        torn = bytes([old & (new | late) for old, new, late in zip(base[cut:], after[cut:], mask)])
        yield after[:cut] + torn + base[cut + page :]


def half_erased(before: bytes, chance, number: int = 60):
    """Yields what an interrupted erase may leave of a block: old bytes and bits, and 1s."""
    size = len(before.rstrip(b"\xff"))
    blank = b"\xff" * len(before)
    # A block cut in two can do harm at a record's end and at its cross.
    places = [chance.randrange(size + 1) for _ in range(number)]
    at = before.find(b"Hf")
    while at >= 0:
        places += range(at, at + 12)
        at = before.find(b"Hf", at + 1)
    for place in places:
        yield before[:place] + blank[place:]
        yield blank[:place] + before[place:]
    for _ in range(number):
        kept = bytearray(before)
        for _ in range(chance.choice((1, 1, 2, 3, 8, 30))):
            start = chance.choice(places)
            end = start + min(int(2 ** chance.uniform(0, 12)), len(kept) - start)
            kept[start:end] = blank[start:end]
        yield bytes(kept)
    for _ in range(number):
        erased = 2 ** -chance.uniform(0, 11)
        yield bytes([255 if chance.random() < erased else byte for byte in before])
        kept = bytearray(before)
        for _ in range(int(8 * size * erased)):
            kept[chance.randrange(size)] |= 1 << chance.randrange(8)
        yield bytes(kept)


def play(flash: str, chance, events: int) -> Log:
    """Returns the writes of some minutes of play on that kind of flash."""
    size, erases, _, _ = FLASHES[flash]
    log = Log(size)
    console = desk.Console(log, erases, seed=chance.getrandbits(30), new=True)
    console.keys("a")
    app = console.app
    for _ in range(events):
        what = chance.random()
        if not app.match:
            key, _, least, most = chance.choice(registry.GAMES)
            players = chance.randint(least, most)
            app.begin(key, bytes(players), chance.getrandbits(30), {})
            console.wait(50)
        elif what < 0.1:
            app.settings.names[0] = chance.choice(("", "Ana", "Bob", "Éloïse"))
            app.settings.turn(0, 1)
            app.save()
        elif what < 0.15:
            app.records.add(0, 0, True, chance.randint(0, 98))
            app.leave(chance.random() < 0.3)
            console.wait(50)
        else:
            game = app.match.session.game
            actions = game.legal_actions()
            if actions:
                app.match.act(chance.choice(list(actions)))
            else:
                app.leave(True)
                console.wait(50)
            if chance.random() < 0.5 or app.store.due(app.now):
                app.save()
    return log


def _over(before: bytes, start: int, values: bytes) -> bool:
    # Returns whether a write hits bytes that are not 0xFF.
    return bool(before[start : start + len(values)].strip(b"\xff"))


def check(flash: str, image: bytes, before: Store, after: Store, known: dict) -> bool:
    """Starts from an image; Broken if it is wrong. Returns whether that start is not among those known."""
    erases = FLASHES[flash][1]
    store = Store(bytearray(image), erases)
    seen = (tuple(store.payloads), tuple(store.lost), store.new)
    if seen in known:
        return False
    known[seen] = True
    lost = [kind for kind, _ in store.lost]
    for kind in range(len(store.payloads)):
        if store.payloads[kind] not in (before.payloads[kind], after.payloads[kind]) and kind not in lost:
            if not (store.new and not any(store.payloads)):
                raise Broken(f"{flash}: record {kind} is neither new nor as before, and nothing is said")
        if kind in lost and store.payloads[kind]:
            raise Broken(f"{flash}: record {kind} is there and said to be lost")
    region = bytearray(image)
    _go_on(flash, region, lost, store, (before, after))
    # The next save must succeed.
    again = Store(region, erases)
    if again.lost or again.payloads[SETTINGS] == store.payloads[SETTINGS]:
        raise Broken(f"{flash}: the save after the cut cannot be read")
    return True


def _go_on(flash: str, region, lost: list, store: Store, earlier: tuple) -> None:
    # Starts the console, goes on with its match, and saves; Broken if that cannot be done.
    console = desk.Console(region, flash not in FLASHES or FLASHES[flash][1], new=True)
    app = console.app
    if lost and console.screen != "notice":
        raise Broken(f"{flash}: nothing is said of what was lost: {lost}")
    for _ in range(5):
        if console.screen == "notice":
            console.keys("a")
    if console.screen == "games":  # without a match it starts on the last game's cover
        console.keys("b")
    if console.screen != "title":
        raise Broken(f"{flash}: the console starts at {console.screen}")
    if bool(app.saved) != bool(store.payloads[MATCH]):
        raise Broken(f"{flash}: the title does not tell of the saved match")
    if app.saved:
        console.keys("a")
        there = [load(payload).session for payload in [one.payloads[MATCH] for one in earlier] if payload]
        session = app.match and app.match.session
        if not session or session.dump() not in [one.dump() for one in there]:
            raise Broken(f"{flash}: another match goes on than was played")
        app.leave(False)
        console.wait(50)
    app.settings.names[1] = "Next"
    app.save()
    if app.unsaved:
        raise Broken(f"{flash}: after the cut nothing can be saved: {app.unsaved}")


def _cut(before: bytes, start: int, values: bytes, flash: str, chance) -> bytes:
    # Returns what a region holds after a write that was interrupted at a byte.
    _, erases, _, whole = FLASHES[flash]
    after = before[:start] + values + before[start + len(values) :]
    blank = b"\xff" * len(before)
    if whole:
        return chance.choice((before, after, blank))
    base = blank if erases or _over(before, start, values) else before
    cut = start + chance.randint(0, len(values))
    return after[:cut] + base[cut:]


def check_second(flash: str, image: bytes, earlier: list, chance, all_of_it: bool) -> int:
    """Cuts the save that follows a cut. Returns how often; Broken if a record is neither new nor as before.

    image: what the first cut has left. earlier: the stores before and after that save, whose records may
    come back where the first cut had them lost. all_of_it: at each byte, instead of at one by chance.
    """
    erases = FLASHES[flash][1]
    log = Log(len(image))
    log.data[:] = image
    store = Store(log, erases)
    before = list(store.payloads)
    lost = [kind for kind, _ in store.lost]
    allowed = [[payload] for payload in before]
    for kind in range(len(before)):
        if kind in lost or store.new:
            allowed[kind] += [one.payloads[kind] for one in earlier]
    store.put(MATCH, before[MATCH][: chance.randrange(80)] + chance.randbytes(chance.randint(1, 9)))
    store.flush(0)
    cuts = 0
    for old, start, new in log.writes if all_of_it else [chance.choice(log.writes)]:
        cut = (old, start, new, flash, chance)
        for image in states(*cut) if all_of_it else [_cut(*cut)]:
            again = Store(bytearray(image), erases)
            lost = [kind for kind, _ in again.lost]
            blank = again.new and not any(again.payloads)
            cuts += 1
            for kind, payload in enumerate(again.payloads):
                if not blank and payload not in (*allowed[kind], store.payloads[kind]) and kind not in lost:
                    raise Broken(f"{flash}: after two cuts record {kind} is neither new nor as before")
    return cuts


def cut_drive(flash: str, way: str, start, chance, most: int, deep: bool, figures: list) -> None:
    """Cuts saves of real play on a board with a drive. Broken if anything is lost, or another file changed.

    way: one of WAYS. start: of drive.firmware. figures: as in `run`.
    """
    writes = play("SAMD51 block", chance, 60).writes
    taken = sorted(chance.sample(range(1, len(writes)), min(most, len(writes) - 1)))
    board = drive.Board(way, chance.randrange(9))
    kept = board.around()
    region = start(board)
    for number in range(taken[-1] + 1):
        images = board.images()
        before = Store(start(board.again(images)))
        board.log.clear()
        _, first, values = writes[number]
        start.now(board)
        region[first : first + len(values)] = values
        if number not in taken:
            continue
        after = Store(start(board.again(board.images())))
        known: dict = {}
        for state in drive.cut(images, board.log, chance, *((1, 6) if deep else (128, 2))):
            figures[1] += 1
            one = board.again(state)
            store = _start_on_drive(flash, one, start, kept, (before, after))
            seen = (tuple(store.payloads), store.erased, store._region._slot)
            new = seen not in known
            if new:
                known[seen] = True
                figures[2] += 1
                two = board.again(state)
                _go_on(flash, start(two), [], store, (before, after))
                next_one = _start_on_drive(flash, board.again(two.images()), start, kept)
                if next_one.payloads[SETTINGS] == store.payloads[SETTINGS]:
                    raise Broken(f"{flash}: the save after the cut cannot be read")
            figures[3] += _second_on_drive(flash, one, store, start, kept, chance, new and deep)
        figures[0] += 1


def _start_on_drive(flash: str, board, start, kept: bytes, allowed: tuple = ()) -> Store:
    # Starts from what a cut has left. Broken if anything is lost, or something else on the drive has changed.
    if board.around() != kept:
        raise Broken(f"{flash}: something else on the drive has changed")
    store = Store(start(board))
    if store.new or store.lost or (allowed and store.payloads not in [one.payloads for one in allowed]):
        raise Broken(f"{flash}: what is there is neither what was saved nor what was there before")
    return store


def _second_on_drive(flash: str, board, store: Store, start, kept: bytes, chance, all_of_it: bool) -> int:
    # Cuts the save that follows a cut: at every byte, or once by chance. Returns how often.
    images = board.images()
    before = Store(start(board))
    start.now(board)
    store.put(MATCH, before.payloads[MATCH][: chance.randrange(80)] + chance.randbytes(chance.randint(1, 9)))
    store.flush(0)
    cuts = 0
    once = [] if all_of_it else [drive.cut_once(images, board.log, chance)]
    for state in drive.cut(images, board.log, chance, 1) if all_of_it else once:
        _start_on_drive(flash, board.again(state), start, kept, (before, store))
        cuts += 1
    return cuts


def check_file(chance) -> int:
    """Interrupts writing a computer's save file at each of its steps. Returns the number of steps."""
    steps = 0
    while True:
        with tempfile.TemporaryDirectory() as folder:
            file = savefile.SaveFile(Path(folder))
            store = Store(file, False)
            for kind in range(3):
                store.put(kind, b"before")
            store.flush(0)
            store.put(MATCH, b"after")
            cut = _write_cut(store, steps)
            file.close()
            if not cut:
                return steps
            again = Store(savefile.SaveFile(Path(folder)), False)
            if again.lost or again.payloads[:2] != [b"before"] * 2:
                raise Broken(f"file: the other records are gone after step {steps}")
            if again.payloads[MATCH] not in (b"before", b"after"):
                raise Broken(f"file: the match is neither old nor new after step {steps}")
        steps += 1


class _Gone(BaseException):
    """The power cut; no code catches it."""


def _write_cut(store, step: int) -> bool:
    # Flushes, and dies before disk call number `step`. Returns False if there are fewer.
    left = [step]
    real = {name: getattr(os, name) for name in ("fsync", "replace", "unlink")}

    def dying(name):
        def call(*arguments):
            if left[0] <= 0:
                raise _Gone
            left[0] -= 1
            return real[name](*arguments)

        return call

    for name in real:
        setattr(os, name, dying(name))
    try:
        store.flush(1)
    except _Gone:
        return True
    finally:
        for name, function in real.items():
            setattr(os, name, function)
    return False


def cut_in_a_row(seconds: float, chance, say, least: int = 50) -> list:
    """Cuts the power in several saves in a row, for that many seconds and at least `least` times."""
    end = time.monotonic() + seconds
    histories = cuts = blanks = 0
    while histories < least or time.monotonic() < end:
        seed = chance.getrandbits(30)
        try:
            size = chance.choice((1024, 4096))
            history = nor.play(lambda region: Store(region, False), random.Random(seed), size)
        except Broken as error:
            raise Broken(f"RP2 sector, six lives, seed {seed}: {error}") from error
        histories += 1
        cuts += history.cuts
        blanks += history.blanks
        say(f"six lives: {cuts:,} cuts")
    said = f"{histories:,} times, {cuts:,} cuts, {blanks:,} starts as blank as new"
    return [("RP2 sector, six lives", said)]


def run(seconds: float, seed: int, say, most: int = 4, deep: bool = True) -> list:
    """Cuts for that many seconds, but finishes the first round. Returns rows (label, value) for the table.

    most: how many writes of each piece of play are cut. deep: whether the save after a cut is cut at every
    byte, for each of the states in which the console may start then.
    """
    chance = random.Random(seed)
    counts = {
        flash: [0] * 4 for flash in (*FLASHES, *WAYS)
    }  # writes, cuts, different starts, cuts of the next save
    end = time.monotonic() + seconds
    rows = cut_in_a_row(seconds / 4, chance, say)
    first = True
    with desk.quick(), drive.firmware() as switched_on:
        while first or time.monotonic() < end:
            for flash, figures in counts.items():
                if flash in WAYS:
                    for way in WAYS[flash]:
                        cut_drive(flash, way, switched_on, chance, -(-most // 4), deep, figures)
                    say(f"{flash}: {figures[1]:,} cuts")
                    continue
                writes = play(flash, chance, 60 if FLASHES[flash][1] else 160).writes
                taken = chance.sample(writes, min(most, len(writes)))
                # Few writes of a log erase.
                taken += [write for write in writes if _over(*write)][-1:]
                for before, start, values in taken:
                    after = before[:start] + values + before[start + len(values) :]
                    stores = [Store(bytearray(image), FLASHES[flash][1]) for image in (before, after)]
                    known = {}
                    for image in states(before, start, values, flash, chance):
                        figures[1] += 1
                        new = check(flash, image, stores[0], stores[1], known)
                        figures[2] += new
                        figures[3] += check_second(flash, image, stores, chance, new and deep)
                    figures[0] += 1
                    say(f"{flash}: {figures[1]:,} cuts")
                    if time.monotonic() > end and not first:
                        break
            first = False
    rows += [
        (
            flash,
            f"{figures[0]:,} writes cut {figures[1]:,} times, {figures[2]:,} different starts; "
            f"the next save cut {figures[3]:,} times",
        )
        for flash, figures in counts.items()
    ]
    return [*rows, ("save file of a computer", f"cut at each of {check_file(chance)} steps")]
