# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Writes what trainers have learnt as bytes constants in modules of the engine."""

import subprocess
import sys

import numpy as np

from tools import PROJECT


def quantized(values: np.ndarray, scale: int) -> bytes:
    """Returns weights as bytes: 128 is zero, a step is 1 / scale."""
    return bytes(np.clip(np.round(values * scale) + 128, 0, 255).astype(np.uint8))


def literal(name: str, data: bytes) -> str:
    """Returns the source text of a bytes constant, as `ruff format` writes it."""
    rows = [f"    {data[place : place + 24]!r}" for place in range(0, len(data), 24)]
    text = f"{name} = (\n" + "\n".join(rows) + "\n)\n"
    command = [sys.executable, "-m", "ruff", "format", "-"]
    return subprocess.run(command, input=text, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
