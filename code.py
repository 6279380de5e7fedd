# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Handful: finds the board that it runs on and starts the console."""

import boards

heap = boards.grow()  # before all else; kept as long as the games run

from handful.app import App  # noqa: E402 - only now

App(boards.find()).run()
