"""What is in memory only while it is needed: rare functions, and modules that come and go.

On a device a function takes its bytes for as long as its module is loaded. `@rare` marks one that is seldom
called; the build (tools/build/split.py) moves its body into a module of its own, which each call loads and
nothing keeps. `@inline` marks a function of one expression; the build (tools/build/inline.py) writes that
expression in place of each call. Neither changes anything where the sources run as they are.

Modules that a screen or a match needs are given back together: `mark` says what is loaded, `release` drops
all that came later. They are two functions because a class for the `with` statement takes 350 bytes more.
"""

import sys


def rare(function):
    """Marks a function or method that is seldom called."""
    return function


def inline(function):
    """Marks a function, method or property of one expression that costs no call on a device."""
    return function


def mark() -> tuple:
    """The names of all modules in memory, for `release`."""
    return tuple(sys.modules)


def forget(name: str) -> None:
    """Drops a module, and those in it if it is a package. Nothing happens if it is not in memory.

    What that frees is collected when the caller has let go of it too, and collects.
    """
    module = sys.modules.pop(name, None)
    if module is None:
        return
    package, _, last = name.rpartition(".")
    if package in sys.modules:
        sys.modules[package].__dict__.pop(last, None)  # the package holds on to it as well
    if hasattr(module, "__path__"):
        for other in mark():
            if other.startswith(name + "."):
                sys.modules.pop(other)


def release(before: tuple, within: str) -> None:
    """Drops the modules that were imported since `mark` gave `before`, as `forget` does.

    within: how the names of those modules begin; no others are dropped.
    """
    for name in mark():
        if name.startswith(within) and name not in before:
            forget(name)
