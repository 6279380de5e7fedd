"""What all tests share."""

import gc
import sys
from pathlib import Path

import pytest

# `python -m pytest` puts the project first, whose code.py would then shadow the standard library's `code`,
# which pytest and pdb import. It belongs behind that, but before any other copy of the project: mutants are
# tested in a copy, and the environment's handful.pth names the original.
ROOT = Path(__file__).resolve().parent.parent
OURS = [str(ROOT), str(ROOT / "lib")]
others = [entry for entry in sys.path if entry and entry not in OURS]
copies = [number for number, entry in enumerate(others) if Path(entry, "engine", "rng.py").exists()]
sys.path[:] = others[: min(copies, default=len(others))] + OURS + others[min(copies, default=len(others)) :]


@pytest.fixture(autouse=True, scope="module")
def frozen():
    """The app collects garbage at each new screen, and need not look through pytest's own each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def drawn(monkeypatch):
    """From which values each numbered position of a table was drawn last: {position: values}."""
    from handful.tables.table import Table

    found = {}
    differs = Table.differs

    def noted(view, position, values):
        found[position] = values
        return differs(view, position, values)

    monkeypatch.setattr(Table, "differs", noted)
    return found
