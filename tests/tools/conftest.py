# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""numba is not among what the tests install. So functions for it run here as they are, in Python."""

import importlib
import sys
from types import ModuleType

import pytest

OURS = ("tools.train", "tools.strength.rules", "tools.strength.compiled", "tools.strength.team")
# What is the processor's in numba.
INTRINSIC = {
    "lowest": lambda bits: (int(bits) & -int(bits)).bit_length() - 1,
    "count": lambda bits: int(bits).bit_count(),
}


def _plain(*arguments, **options):
    """Stands for numba's njit, as @njit and @njit(cache=True)."""
    return arguments[0] if arguments else _plain


@pytest.fixture
def uncompiled(monkeypatch):
    """Imports a module by its name, with its compiled functions as plain ones."""

    def ours():
        return [name for name in sys.modules if name.startswith(OURS)]

    for name in ours():
        monkeypatch.delitem(sys.modules, name)
    numba, extending, llvmlite = ModuleType("numba"), ModuleType("numba.extending"), ModuleType("llvmlite")
    numba.njit, numba.types, llvmlite.ir = _plain, None, None
    extending.intrinsic = lambda function: INTRINSIC[function.__name__]
    for module in (numba, extending, llvmlite):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    yield importlib.import_module
    for name in ours():
        parent, _, last = name.rpartition(".")
        if hasattr(sys.modules.get(parent), last):  # where `from parent import last` looks first
            delattr(sys.modules[parent], last)
    for name in ours():
        del sys.modules[name]
