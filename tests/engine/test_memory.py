"""engine/memory.py: what gives memory back, and the marks that change nothing where the sources run."""

import sys
import types

import pytest

from engine import memory


@pytest.fixture
def package(monkeypatch):
    """A package `b` with three modules that are imported on demand."""
    package = types.ModuleType("b")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, "b", package)

    def come(*names):
        for name in names:
            module = types.ModuleType("b." + name)
            monkeypatch.setitem(sys.modules, "b." + name, module)
            setattr(package, name, module)

    return package, come


def test_release_drops_what_came_since_the_mark_and_its_place_in_the_package(package):
    package, come = package
    come("early")
    before = memory.mark("b.")
    come("late", "later")
    memory.release(before)
    assert [name for name in sys.modules if name.startswith("b.")] == ["b.early"]
    assert hasattr(package, "early") and not hasattr(package, "late") and not hasattr(package, "later")


def test_release_leaves_what_is_named_otherwise(package):
    _, come = package
    before = memory.mark("c.")
    come("late")
    memory.release(before)
    assert "b.late" in sys.modules


def test_forget_does_nothing_for_what_is_not_in_memory(package):
    memory.forget("b.nothing")
    memory.forget("nothing")


def test_marks_change_nothing():
    assert memory.rare(test_marks_change_nothing) is test_marks_change_nothing
    assert memory.inline(test_marks_change_nothing) is test_marks_change_nothing
