# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Power cuts: every write of real play is cut at every byte, on a model of each kind of board.

Records what the app writes while people play. Then cuts each write short after each of its bytes, also in
the middle of an erase, and switches the console on again. Settings, statistics and match must each be the
new one or the one before, or a sentence must report the loss. Boards that save to their drive, too, must lose
nothing: each state has all that was saved, or all of the save before, and nothing else on the drive has
changed.

The save after a cut is cut as well: at every byte from each state in which the console may start, and at one
byte from all others. Finally the power goes in up to five saves in a row, and leaves weak bits behind.
"""

import contextlib
import random
import time

from engine import registry
from handful.match import load
from handful.store import MATCH, RECORDS, SETTINGS, Store
from tools.soak import desk, drive
from tools.soak.drive import Board, Gone
from tools.soak.parts import Broken

ROWS = {
    "SAMD51 block": "SAMD51",
    "RP2 sector": "RP2",
    "ESP32 nvs": "ESP32",
    "SAMD51 and drive": "cache",
    "SAMD51 and drive, memory full": "scratch",
    "ESP32 and drive": "through",
}


class Saves:
    """Records each write to a region: what the flashes held before, its commands, what they held after."""

    def __init__(self, board: Board, region):
        self._board = board
        self._region = region
        self.writes = []

    def __len__(self) -> int:
        return len(self._region)

    def __getitem__(self, place):
        return self._region[place]

    def __setitem__(self, place, values) -> None:
        before = self._board.images()
        self._board.log.clear()
        self._region[place] = values
        self.writes.append((before, list(self._board.log), self._board.images()))

    def __getattr__(self, name: str):
        return getattr(self._region, name)


def play(saves: Saves, erases: bool, chance, events: int) -> None:
    """Plays for some minutes on a board that saves there."""
    console = desk.Console(saves, erases, seed=chance.getrandbits(30), new=True)
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


class Cutter:
    """Cuts the saves of one board.

    Counted are the `writes`, their `cuts`, the `starts` that differ, and how often the next save was cut, in
    `seconds`.
    """

    def __init__(self, row: str, start, chance):
        """row: of ROWS. start: of drive.firmware."""
        self._row = row
        self._start = start
        self._chance = chance
        self._board = Board(ROWS[row], chance.randrange(9))
        self._erases = self._board.nvm.erases
        self._kept = self._board.around()
        self._commands = 1  # of the latest save
        self.writes = self.cuts = self.starts = self.seconds = 0

    def run(self, most: int, deep: bool) -> None:
        """Cuts some saves of real play. most, deep: as in `run` below."""
        on_drive = bool(self._board.files)
        saves = Saves(self._board, self._start(self._board))
        play(saves, self._erases, self._chance, 60 if self._erases else 160)
        if on_drive:
            most = -(-most // 4)  # a save to the drive has several times as many commands
        writes = saves.writes[1:]  # before the first save there is nothing to lose
        taken = self._chance.sample(writes, min(most, len(writes)))
        if not self._erases:  # few writes of a log erase
            taken += [write for write in writes if None in [command.data for command in write[1]]][-1:]
        for before, log, after in taken:
            earlier = [self._store(self._board.again(images)).payloads for images in (before, after)]
            self._commands = len(log)
            known = set()
            step, bits = (1, 20) if not on_drive else (1, 6) if deep else (128, 2)
            for state in drive.cut(before, log, self._chance, step, bits):
                self.cuts += 1
                board = self._board.again(state)
                store = self.found(board, earlier)
                seen = (
                    *store.payloads,
                    *store.lost,
                    store.new,
                    store.erased,
                    getattr(store._region, "_slot", 0),
                )
                new = seen not in known
                known.add(seen)
                if new:
                    self.starts += 1
                    self._go_on(self._board.again(state), store, earlier)
                self.cut_next(board, store, earlier, new and deep)
            self.writes += 1

    def _store(self, board: Board) -> Store:
        return Store(self._start(board), self._erases)

    def found(self, board: Board, allowed: list) -> Store:
        """Switches a board on. Returns its store; Broken if a record is none of those allowed.

        allowed: payloads of all kinds.
        """
        if board.around() != self._kept:
            raise Broken(f"{self._row}: something else on the drive has changed")
        store = self._store(board)
        lost = [kind for kind, _ in store.lost]
        if board.files:
            if store.new or lost or store.payloads not in allowed:
                raise Broken(
                    f"{self._row}: what is there is neither what was saved nor what was there before"
                )
        elif not store.new or any(store.payloads):
            for kind, payload in enumerate(store.payloads):
                if kind in lost and payload:
                    raise Broken(f"{self._row}: record {kind} is there and said to be lost")
                if kind not in lost and payload not in [payloads[kind] for payloads in allowed]:
                    raise Broken(
                        f"{self._row}: record {kind} is neither new nor as before, and nothing is said"
                    )
        return store

    def _go_on(self, board: Board, store: Store, earlier: list) -> None:
        # Starts the console, goes on with its match, and saves; Broken if that cannot be done.
        console = desk.Console(self._start(board), self._erases, new=True)
        app = console.app
        if store.lost and console.screen != "notice":
            raise Broken(f"{self._row}: nothing is said of what was lost: {store.lost}")
        for _ in range(5):
            if console.screen == "notice":
                console.keys("a")
        if console.screen == "games":  # without a match it starts on the last game's cover
            console.keys("b")
        if console.screen != "title":
            raise Broken(f"{self._row}: the console starts at {console.screen}")
        if bool(app.saved) != bool(store.payloads[MATCH]):
            raise Broken(f"{self._row}: the title does not tell of the saved match")
        if app.saved:
            console.keys("a")
            there = [load(payloads[MATCH]).session for payloads in earlier if payloads[MATCH]]
            session = app.match and app.match.session
            if not session or session.dump() not in [one.dump() for one in there]:
                raise Broken(f"{self._row}: another match goes on than was played")
            app.leave(False)
            console.wait(50)
        app.settings.names[1] = "Next"
        app.save()
        if app.unsaved:
            raise Broken(f"{self._row}: after the cut nothing can be saved: {app.unsaved}")
        again = self.found(board.again(), [app.store.payloads])
        if again.lost or again.payloads[SETTINGS] == store.payloads[SETTINGS]:
            raise Broken(f"{self._row}: the save after the cut cannot be read")

    def cut_next(self, board: Board, store: Store, earlier: list, all_of_it: bool) -> None:
        """Cuts the save that follows a cut.

        board: as the first cut has left it. store: what was found there. earlier: the payloads before and
        after the first save, which may come back where the cut had them lost. all_of_it: at each byte,
        instead of at one by chance.
        """
        chance = self._chance
        images = board.images()
        before = list(store.payloads)
        lost = [kind for kind, _ in store.lost]
        back = [
            [one if store.new or kind in lost else before[kind] for kind, one in enumerate(payloads)]
            for payloads in earlier
        ]
        self._start.now(board)
        board.log.clear()
        board.left = None if all_of_it else chance.randrange(self._commands)
        store.put(MATCH, before[MATCH][: chance.randrange(80)] + chance.randbytes(chance.randint(1, 9)))
        with contextlib.suppress(Gone):
            store.flush(0)
        for state in drive.cut(images, board.log, chance, 1) if all_of_it else [board.images()]:
            self.found(board.again(state), [before, store.payloads, *back])
            self.seconds += 1


class Lives:
    """Goes through several power cuts in a row on an RP2, at which weak bits are left.

    Each start must find its records or report the loss. `cuts` so far; `blanks`: starts at which an erased
    block looks like a new one.
    """

    def __init__(self, chance, size: int):
        self._chance = chance
        self._board = Board("RP2", size=size)
        self._board.chance = chance
        self._allowed = [{b""} for _ in range(3)]
        self.cuts = self.blanks = 0

    def start(self) -> Store:
        """Returns the store after switching on; Broken if it holds what nobody saved."""
        self._board = self._board.again()
        store = Store(self._board, False)
        lost = [kind for kind, _ in store.lost]
        self.blanks += store.new and self._board.blank
        for kind, (payload, allowed) in enumerate(zip(store.payloads, self._allowed)):
            if store.new and self._board.blank:
                allowed.add(b"")
            if kind in lost and payload:
                raise Broken(f"Record {kind} is there and said to be lost.")
            if kind not in lost and payload not in allowed:
                raise Broken(f"Record {kind} is neither old nor new, and nothing is said.")
        return store

    def save(self, store: Store, payloads: dict, now: int, left: int | None) -> bool:
        """Saves records while the power lasts for `left` commands. Returns whether it lasted."""
        self._board.left = left
        for kind, payload in payloads.items():
            store.put(kind, payload)
        try:
            store.flush(now)
        except Gone:
            self.cuts += 1
            for payload, allowed in zip(store.payloads, self._allowed):
                allowed.add(payload)
            return False
        self._board.left = None
        self._allowed = [{payload} for payload in store.payloads]
        return True

    def play(self, lives: int = 6) -> None:
        """Saves as matches do, in that many lives; a power cut ends each but the last."""
        chance = self._chance
        now = 0
        for life in range(lives):
            store = self.start()
            last = chance.randint(0, 12)
            for number in range(last + 1):
                now += 1
                cut = number == last and life < lives - 1
                left = chance.choice((0, 0, 1, 1, 2, 3, 4, 5)) if cut else None
                if not self.save(store, self._played(store.payloads), now, left):
                    break
        self.start()

    def _played(self, payloads: list) -> dict:
        # What is saved next: most often a match that is a little longer.
        chance = self._chance
        match = bytearray(payloads[MATCH])
        what = chance.random()
        if what < 0.1 or not match:
            match = bytearray(chance.randbytes(chance.choice((0, 30, 60, 100))))
        elif what < 0.2:
            del match[chance.randrange(len(match)) :]
        else:
            match[chance.randrange(len(match))] = chance.randrange(256)
            match += chance.randbytes(chance.randint(1, 6))
        found = {MATCH: bytes(match[: len(self._board) // 5])}
        if what < 0.15:
            rows = bytearray(payloads[RECORDS] or bytes(60))
            rows[chance.randrange(len(rows))] = chance.randrange(256)
            found[RECORDS] = bytes(rows)
        if chance.random() < 0.05 or not payloads[SETTINGS]:
            found[SETTINGS] = chance.randbytes(30)
        return found


def lives(seed: int) -> Lives:
    """Goes through six lives. Returns them when they are over."""
    chance = random.Random(seed)
    made = Lives(chance, chance.choice((1024, 1024, 1024, 4096)))
    try:
        made.play()
    except Broken as error:
        raise Broken(f"RP2 sector, six lives, seed {seed}: {error}") from error
    return made


def run(seconds: float, seed: int, say, most: int = 4, deep: bool = True) -> list:
    """Cuts for that many seconds, but finishes the first round. Returns rows (label, value) for the table.

    most: how many writes of each piece of play are cut. deep: whether the save after a cut is cut at every
    byte, for each of the states in which the console may start then.
    """
    chance = random.Random(seed)
    began = time.monotonic()
    lived = []
    while len(lived) < 50 or time.monotonic() < began + seconds / 4:
        lived.append(lives(chance.getrandbits(30)))
        say(f"six lives, {len(lived):,} times")
    figures = {row: [0] * 4 for row in ROWS}
    first = True
    with desk.quick(), drive.firmware() as start:
        while first or time.monotonic() < began + seconds:
            for row, sums in figures.items():
                cutter = Cutter(row, start, chance)
                cutter.run(most, deep)
                done = (cutter.writes, cutter.cuts, cutter.starts, cutter.seconds)
                sums[:] = map(sum, zip(sums, done))
                say(f"{row}: {sums[1]:,} cuts")
            first = False
    cuts = sum([one.cuts for one in lived])
    blanks = sum([one.blanks for one in lived])
    rows = [
        ("RP2 sector, six lives", f"{len(lived):,} times, {cuts:,} cuts, {blanks:,} starts as blank as new")
    ]
    for row, (writes, cuts, starts, second) in figures.items():
        said = f"{writes:,} writes cut {cuts:,} times, {starts:,} different starts; the next save"
        rows.append((row, f"{said} cut {second:,} times"))
    return rows
