# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is in memory only while it is needed: rare functions, and modules that come and go.

On a device a function takes memory for as long as its module is loaded. `@rare` marks a function that is
seldom called. The build (tools/build/split.py) moves its body to a separate module; each call loads that
module, and nothing keeps it. `@inline` marks a function of one expression. The build
(tools/build/inline.py) writes that expression in place of each call. Neither changes anything where the
sources run as they are.

This is the one place that frees modules. A screen, a table and what they import are freed together: `mark`
notes what is loaded, `release` drops what was loaded since. Both are functions because a class for the
`with` statement takes 350 bytes more.
"""

import sys

from engine import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import TypeVar

    _F = TypeVar("_F")


def rare(function: "_F") -> "_F":
    """Marks a function or method that is seldom called."""
    return function


def inline(function: "_F") -> "_F":
    """Marks a function, method or property of one expression that costs no call on a device."""
    return function


def mark(within: str) -> list[str]:
    """Returns what `release` needs later: `within`, and the loaded modules whose names begin with it."""
    return [within] + [name for name in sys.modules if name.startswith(within)]


def forget(name: str) -> None:
    """Drops a module, and those in it if it is a package. Nothing happens if it is not loaded.

    The memory is free after the next collection, if the caller holds nothing of the module any more.
    """
    module = sys.modules.pop(name, None)
    if module is None:
        return
    package, _, last = name.rpartition(".")
    if package in sys.modules:
        sys.modules[package].__dict__.pop(last, None)  # the package holds on to it as well
    if hasattr(module, "__path__"):
        for other in mark(name + ".")[1:]:
            sys.modules.pop(other)


def release(before: list[str]) -> None:
    """Unloads the modules under the marked prefix that were loaded since `mark` returned `before`."""
    for name in mark(before[0]):
        if name not in before:
            forget(name)
