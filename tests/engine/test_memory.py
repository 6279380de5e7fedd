# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""engine/memory.py: what gives memory back, and the marks that change nothing where the sources run."""

import sys
import types

import pytest

import engine
from engine import bots, memory, registry


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


@pytest.mark.parametrize("unload", [registry.unload, registry.unload_bots])
def test_what_a_games_players_alone_make_use_of_goes_with_them_and_nothing_else(monkeypatch, unload):
    kept = (registry.load("inversio"), bots)  # for the other tests
    for name, module in zip(("inversio", "bots"), kept):
        monkeypatch.setitem(sys.modules, "engine." + name, module)
        monkeypatch.setitem(vars(engine), name, module)  # another test, or this one, may have freed it
    for name in ("deals", "inversio_more", "inversion_more"):
        monkeypatch.setitem(sys.modules, "engine." + name, types.ModuleType(name))
    unload("inversio")
    assert [name for name in sys.modules if name.startswith("engine.inversio_")] == []
    assert "engine.deals" not in sys.modules and "engine.inversion_more" in sys.modules


def test_marks_change_nothing():
    assert memory.rare(test_marks_change_nothing) is test_marks_change_nothing
    assert memory.inline(test_marks_change_nothing) is test_marks_change_nothing
