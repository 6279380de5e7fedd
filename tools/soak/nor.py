# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A sector of NOR flash as an RP2's firmware writes it, with power that may go at any moment.

Programming turns bits to 0, a page of 256 bytes at a time. Only an erase of the whole sector turns them to
1. An interrupted step changes some of its bits and leaves others weak: these read 0 or 1 at random until
they are programmed or erased.
"""

from tools.soak.parts import Broken

_PAGE = 256


class Gone(BaseException):
    """The power cut; no code catches it."""


class Nor:
    """A region like `microcontroller.nvm`. Bytes that read 0xFF are programmed; anything else takes an erase.

    `left`: steps (a page programmed, or an erase) until the power goes; None for never. `blank`: whether
    nothing has been programmed since the last erase.
    """

    def __init__(self, chance, size: int = 4096):
        self._size = size
        self._bits = (1 << 8 * size) - 1
        self._weak = 0
        self._chance = chance
        self.left: int | None = None
        self.blank = False

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: slice) -> bytes:
        read = self._bits
        if self._weak:
            read ^= self._weak & self._chance.getrandbits(8 * self._size)
        return read.to_bytes(self._size, "little")[place]

    def __setitem__(self, place: slice, values: bytes) -> None:
        start, stop, _ = place.indices(self._size)
        if stop - start != len(values):
            raise ValueError("Slice and value different lengths.")
        erase = bool(self[place].strip(b"\xff"))
        image = bytearray(self[:])
        image[place] = values
        if erase:
            self._erase()
            start, stop = 0, self._size
        for page in range(start - start % _PAGE, stop, _PAGE):
            # Programs the page's other bytes with the values that they read as.
            if image[page : page + _PAGE].strip(b"\xff"):
                self._program(page, image[page : page + _PAGE])

    def _lasts(self) -> bool:
        # Returns whether the power lasts for one more step.
        if self.left is None:
            return True
        self.left -= 1
        return self.left >= 0

    def _some(self) -> int:
        # Returns random bits, from hardly any to nearly all.
        some = (1 << 8 * self._size) - 1
        for _ in range(self._chance.randrange(12)):
            some &= self._chance.getrandbits(8 * self._size)
        return some if self._chance.random() < 0.5 else ~some

    def _piece(self, start: int, end: int) -> int:
        return (1 << 8 * end) - (1 << 8 * start)

    def _program(self, page: int, image: bytes | bytearray) -> None:
        zeros = self._piece(page, page + len(image)) - (int.from_bytes(image, "little") << 8 * page)
        if self._lasts():
            self.blank = False
            self._bits &= ~zeros
            self._weak &= ~zeros
            return
        if self._chance.random() < 0.5:  # up to an offset, else all over the page
            zeros &= self._piece(page, page + self._chance.randint(0, len(image)))
        done = zeros & self._some()
        self._weak |= zeros & ~done & self._bits & self._some()
        self._weak &= ~done
        self._bits &= ~done
        raise Gone

    def _erase(self) -> None:
        chance = self._chance
        done = every = self._piece(0, self._size)
        weak = 0
        self.blank = True
        lasts = self._lasts()
        if not lasts:
            what = chance.randrange(5)
            if what == 0:  # one end of it
                done = self._piece(
                    *chance.choice(
                        ((0, chance.randrange(self._size)), (chance.randrange(self._size), self._size))
                    )
                )
            elif what == 1:  # pieces of it
                done = 0
                for _ in range(chance.choice((1, 2, 3, 8))):
                    start = chance.randrange(self._size)
                    done |= self._piece(start, min(self._size, start + int(2 ** chance.uniform(0, 12))))
            elif what == 2:  # random bits, the same in every byte
                done = self._some()
                weak = self._some()
            elif what == 3:  # an erase programs all bits first
                done = 0
                self._bits &= self._some()
                weak = self._some()
            else:  # almost finished
                weak = self._some()
                self._weak |= ~self._bits & every & weak
                self._bits = every
        self._weak |= ~self._bits & every & weak
        self._weak &= ~(done & ~weak)
        self._bits |= done & every
        if not lasts:
            raise Gone


class Lives:
    """Goes through several power cuts in a row. Each start must find its records or report the loss.

    make: makes a store on a region. kinds: the number of its records. Broken if old records come back
    silently.
    """

    def __init__(self, make, kinds: int, chance, size: int):
        self._make = make
        self._chance = chance
        self.flash = Nor(chance, size)
        self.allowed = [{b""} for _ in range(kinds)]
        self.cuts = 0
        self.blanks = 0  # starts at which an erased block looks like a new one

    def start(self):
        """Returns the store after switching on; Broken if it holds what nobody saved."""
        store = self._make(self.flash)
        lost = [kind for kind, _ in store.lost]
        self.blanks += store.new and self.flash.blank
        for kind, allowed in enumerate(self.allowed):
            payload = store.payloads[kind]
            if kind in lost:
                if payload:
                    raise Broken(f"Record {kind} is there and said to be lost.")
            elif store.new:
                if self.flash.blank:
                    allowed.add(b"")
                elif b"" not in allowed:
                    raise Broken("All is gone, and nothing is said.")
            elif payload not in allowed:
                raise Broken(f"Record {kind} is neither old nor new, and nothing is said.")
        return store

    def save(self, store, payloads: dict, now: int, left: int | None) -> bool:
        """Saves records while the power lasts for `left` steps. Returns whether it lasted."""
        self.flash.left = left
        for kind, payload in payloads.items():
            store.put(kind, payload)
        try:
            store.flush(now)
        except Gone:
            self.cuts += 1
            for kind, payload in enumerate(store.payloads):
                self.allowed[kind].add(payload)
            return False
        finally:
            self.flash.left = None
        self.allowed = [{payload} for payload in store.payloads]
        return True


def play(make, chance, size: int, lives: int = 6) -> Lives:
    """Saves as matches do, in that many lives; a power cut ends each but the last."""
    history = Lives(make, 3, chance, size)
    match = bytearray()
    now = 0
    for life in range(lives):
        store = history.start()
        last = chance.randint(0, 12)
        for number in range(last + 1):
            now += 1
            match = bytearray(store.payloads[2])
            what = chance.random()
            if what < 0.1 or not match:
                match = bytearray(chance.randbytes(chance.choice((0, 30, 60, 100))))
            elif what < 0.2:
                del match[chance.randrange(len(match)) :]
            else:
                match[chance.randrange(len(match))] = chance.randrange(256)
                match += chance.randbytes(chance.randint(1, 6))
            payloads = {2: bytes(match[: size // 5])}
            if what < 0.15:
                rows = bytearray(store.payloads[1] or bytes(60))
                rows[chance.randrange(len(rows))] += 1 if max(rows) < 255 else -max(rows)
                payloads[1] = bytes(rows)
            if chance.random() < 0.05 or not store.payloads[0]:
                payloads[0] = chance.randbytes(30)
            cut = number == last and life < lives - 1
            left = chance.choice((0, 0, 1, 1, 2, 3, 4, 5)) if cut else None
            if not history.save(store, payloads, now, left):
                break
    history.start()
    return history
