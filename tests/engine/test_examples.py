# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Examples in docstrings are true, and cost a device nothing."""

import doctest
import importlib

import pytest

from tools.build import drive

MODULES = ("inversio", "registry", "rng", "session")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_give_what_they_say(name):
    failed, tried = doctest.testmod(importlib.import_module("engine." + name))
    assert tried and not failed


@pytest.mark.parametrize("name", MODULES)
def test_no_example_goes_onto_a_device(name):
    place = f"engine/{name}.py"
    source = drive.sources("pybadge")[place]
    assert ">>> " in source.read_text(encoding="utf-8")
    assert b">>> " not in drive.compiled(place, source, lean=True)
