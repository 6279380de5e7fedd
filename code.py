# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Handful: finds the board that it runs on and starts the console."""

import boards
from handful.app import App

App(boards.find()).run()
