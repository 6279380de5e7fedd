# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Checks this board. The games begin it, from the settings or with A and B held as they start."""

import supervisor

import boards

heap = boards.grow()  # as the games do

from handful.check.program import Check  # noqa: E402 - only now

Check(boards.find(), print).run()
supervisor.reload()  # this program is for once: code.py comes next
