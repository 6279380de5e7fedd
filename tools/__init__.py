# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What a computer does for Handful: running, building, measuring. Nothing here goes onto a device."""

import functools
import sys
from collections.abc import Callable
from pathlib import Path

import boards.computer.modules  # noqa: F401 - `displayio` and so on are found there

PROJECT = Path(__file__).resolve().parent.parent


class Refusal(Exception):
    """What was asked for cannot be done; the message is a sentence that says why."""


def command(main: Callable[..., int]) -> Callable[..., int]:
    """Makes a Refusal of a `main` its sentence on standard error and the exit status 1."""

    @functools.wraps(main)
    def tried(*arguments, **named) -> int:
        try:
            return main(*arguments, **named)
        except Refusal as error:
            print(error, file=sys.stderr)
            return 1

    return tried
