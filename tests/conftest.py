"""What all tests share."""

import gc
import sys
from pathlib import Path

import pytest

# `python -m pytest` puts the project first, whose code.py would then shadow the standard library's `code`,
# which pytest and pdb import. It belongs at the end, where the environment's handful.pth puts it.
ROOT = str(Path(__file__).resolve().parent.parent)
sys.path[:] = [entry for entry in sys.path if entry not in ("", ROOT)] + [ROOT]


@pytest.fixture(autouse=True, scope="module")
def frozen():
    """The app collects garbage at each new screen, and need not look through pytest's own each time."""
    gc.collect()
    gc.freeze()
