"""Puts the project on the path, behind everything else.

The top-level code.py, which CircuitPython asks for, must not shadow the standard library's `code`,
which pytest and pdb import.
"""

import gc
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "lib"):
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != folder]
    sys.path.append(str(folder))


@pytest.fixture(autouse=True, scope="module")
def frozen():
    """The app collects garbage at each new screen, and need not look through pytest's own each time."""
    gc.collect()
    gc.freeze()
