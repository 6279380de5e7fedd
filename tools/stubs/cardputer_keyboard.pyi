# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`cardputer_keyboard` for mypy: the module that only the M5Stack Cardputer's firmware has."""

import keypad

KEYBOARD: keypad.KeyMatrix

def key_to_char(key: int, shifted: bool) -> str | None: ...
def detach_serial() -> None: ...
def attach_serial() -> None: ...
