# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What settings.toml on the drive sets. It is read here and nowhere else.

Of a line that CircuitPython cannot read, its `os.getenv` raises an error before 10.2, and gives None since. A
number is an int before 10.2, and text since. A firmware or a browser without such a file raises other errors.
On a computer the environment has the settings.

wrong: what cannot be used, for the app to say: pairs of a text's key and the setting's name.
"""

import os

from micropython import const

from engine.memory import rare

FILE = "/settings.toml"
_LONGEST = const(16)  # HANDFUL_ROTATION: longer names are not ours

wrong: list[tuple[str, str]] = []


def value(name: str) -> str:
    """Returns what HANDFUL_<name> is set to, a number as text. "" if it is not set or cannot be read."""
    return _read("HANDFUL_" + name) or ""


def _read(name: str) -> str | None:
    # None if the setting is not there or cannot be read.
    found = None
    try:
        found = os.getenv(name)
    except (AttributeError, NotImplementedError):
        pass  # there are no settings
    except (ValueError, RuntimeError):
        note("setting_unread", name)
    return None if found is None else str(found)


def note(key: str, name: str) -> None:
    """Adds a setting to what is wrong, once."""
    if (key, name) not in wrong:
        wrong.append((key, name))


@rare
def lines() -> list[str]:
    """Returns the names of our settings in the file, in its order, as often as each is there.

    A name without a "=" behind it ends in a space.
    """
    found = []
    try:
        with open(FILE, "rb") as file:  # bytes: a comment may be in another encoding than UTF-8
            for line in file:
                before, sign, _ = line.lstrip(b"\xef\xbb\xbf").strip().partition(b"=")
                if before.startswith(b"HANDFUL_"):
                    name = "".join(map(chr, before.split()[0]))
                    found.append(name if sign else name + " ")
    except OSError:
        pass  # there is no such file
    return found


@rare
def check() -> None:
    """Notes what stands in the file and is not read, such as a line below a [section]."""
    for name in lines():
        name = name.strip()
        if len(name) <= _LONGEST and _read(name) is None:
            note("setting_unread", name)
