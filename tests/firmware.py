# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A board's settings.toml: `os.getenv` as each version of CircuitPython has it, from a file."""

import os

from engine.memory import forget
from tools.build import settings

VERSIONS = ("9", "10.2")  # the versions in which os.getenv changed


def put(monkeypatch, folder, text, version):
    """Gives a program that starts from now on a settings.toml. text: as bytes, or a string for UTF-8."""
    data = text if isinstance(text, bytes) else text.encode()
    file = folder / "settings.toml"
    file.write_bytes(data)
    forget("handful.toml")
    from handful import toml

    monkeypatch.setattr(toml, "FILE", str(file))
    monkeypatch.setattr(os, "getenv", _nine(data) if version == "9" else _ten(data))


def _nine(data):
    def getenv(name):
        try:
            found = settings.value(data, name)
        except settings.Unreadable:
            raise ValueError("Invalid byte '\\n'") from None
        if found is None:
            return None
        return found[0] if found[1] else int(found[0], 0)

    return getenv


def _ten(data):
    def getenv(name):
        try:
            found = settings.value(data, name)
        except settings.Unreadable:
            return None
        return found and found[0]

    return getenv
