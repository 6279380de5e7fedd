# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Checks this board. The games begin it, from the settings or with A and B held as they start."""

import supervisor

import boards
from handful.check.program import Check

Check(boards.find(), print).run()
supervisor.reload()  # this program is for once: code.py comes next
