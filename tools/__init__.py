# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What a computer does for Handful: running, building, measuring. Nothing here goes onto a device."""

from pathlib import Path

import boards.computer.modules  # noqa: F401 - `displayio` and so on are found there

PROJECT = Path(__file__).resolve().parent.parent
