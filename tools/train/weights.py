# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Writes what trainers have learnt as bytes constants in modules of the engine."""

import numpy as np


def quantized(values: np.ndarray, scale: int) -> bytes:
    """Returns weights as bytes: 128 is zero, a step is 1 / scale."""
    return bytes(np.clip(np.round(values * scale) + 128, 0, 255).astype(np.uint8))


def literal(name: str, data: bytes) -> str:
    """Returns the source text of a bytes constant."""
    rows = [f"    {data[place : place + 24]!r}" for place in range(0, len(data), 24)]
    return f"{name} = (\n" + "\n".join(rows) + "\n)\n"
