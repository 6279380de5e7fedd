# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What a choice costs is counted in all that it calls."""

import pytest

from tools.measure.opcodes import Opcodes


def test_bytecodes_are_counted_in_all_that_is_called():
    def inner():
        return 1

    def outer(times):
        for _ in range(times):
            inner()

    def counted(times):
        with Opcodes() as opcodes:
            outer(times)
        return opcodes.count

    counts = [counted(times) for times in (0, 10, 20)]
    assert counts[2] - counts[1] == pytest.approx(counts[1] - counts[0], abs=20)
    assert (counts[2] - counts[1]) % 10 == 0
    assert 50 <= counts[2] - counts[1] <= 150
