# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The heap, which a device's firmware takes in parts."""

import sys
import types

import pytest

import boards
from tools import PROJECT as ROOT


class Heap:
    """A heap as CircuitPython has it: parts, each as large as all before it, as long as there is room.

    parts: the pieces in each part.
    """

    def __init__(self, room: int):
        self.room = room  # bytes that it has not taken yet
        self.parts = []
        self._sizes = []

    def bytearray(self, size: int) -> bytearray:
        """A piece of its last part, or of a new one."""
        if not self.parts or self._sizes[-1] - sum(map(len, self.parts[-1])) < size:
            most = min(self.room, sum(self._sizes) or 8192)
            if most < size:
                raise MemoryError
            self.room -= most
            self._sizes.append(most)
            self.parts.append([])
        self.parts[-1].append(bytearray(size))
        return self.parts[-1][-1]

    def id(self, piece: bytearray) -> int:
        """The address of the newest piece."""
        assert piece is self.parts[-1][-1]
        tables = sum(size // 43 for size in self._sizes)  # each part begins with its own
        return 0x20003000 + tables + sum(self._sizes[:-1]) + sum(map(len, self.parts[-1])) - len(piece)


def grown(monkeypatch, heap: Heap):
    """Makes a heap grow. Returns it, and what is kept of it."""
    monkeypatch.setattr(boards, "bytearray", heap.bytearray, raising=False)
    monkeypatch.setattr(boards, "id", heap.id, raising=False)
    return heap, boards.grow()


@pytest.mark.parametrize("room", [0, 100, 512, 10_000, 122_500, 147_776, 300_000])
def test_the_start_takes_all_the_heap_there_is_and_keeps_a_piece_of_each_large_part(monkeypatch, room):
    heap, kept = grown(monkeypatch, Heap(room))
    assert heap.room < 512
    assert sum(len(piece) for piece in kept if piece) < 4096
    held = {id(piece) for piece in kept}
    for part in heap.parts:
        # A part without one would be taken back as soon as it is empty.
        assert held & set(map(id, part)) or sum(map(len, part)) < 32_000


def test_no_heap_is_so_large_that_filling_it_takes_long(monkeypatch):
    heap, _ = grown(monkeypatch, Heap(8 << 20))
    assert sum(len(piece) for part in heap.parts for piece in part) <= 512 * 1024


@pytest.mark.parametrize("program", ["code.py", "check.py"])
def test_both_programs_grow_the_heap_before_they_load_anything_that_is_large(monkeypatch, program):
    module = {"code.py": "handful.app", "check.py": "handful.check.program"}[program]

    class Grown(Exception):
        pass

    def grow():
        assert module not in sys.modules
        raise Grown

    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "supervisor", types.ModuleType("supervisor"))
    monkeypatch.setattr(boards, "grow", grow)
    with pytest.raises(Grown):
        exec(compile((ROOT / program).read_text(encoding="utf-8"), program, "exec"), {})


def test_before_it_takes_all_there_is_the_name_of_the_next_program_has_its_place(monkeypatch):
    heap = Heap(50_000)
    named = []

    def set_next_code_file(name: str) -> None:
        if not heap.room:
            raise MemoryError  # nothing is left beside the heap
        named.append(name)

    firmware = types.SimpleNamespace(set_next_code_file=set_next_code_file)
    monkeypatch.setitem(sys.modules, "supervisor", firmware)
    grown(monkeypatch, heap)
    screen = (ROOT / "lib/handful/screens/board.py").read_text(encoding="utf-8")
    assert 'set_next_code_file("check.py")' in screen
    assert named == ["/code.py"] and len(named[0]) == len("check.py")
