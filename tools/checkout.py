# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Reads the project's files as they were committed, whatever a checkout made of their line ends.

git may write CRLF for LF (core.autocrlf on Windows), and so may whoever packs or mails a tree. What is built
from such a tree has to be the same, so all that the build reads of the project comes through here.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

from tools import PROJECT

BINARY = (".bin", ".bmp", ".gif", ".png", ".signs")  # suffixes; every other file is text, in UTF-8

_ASSETS = "assets"


def text(file: Path) -> str:
    """Returns a text file of the project; its lines end with LF. OSError if it cannot be read."""
    return data(file).decode()


def data(file: Path) -> bytes:
    """Returns a file of the project as it was committed. OSError if it cannot be read."""
    read = file.read_bytes()
    return read if file.suffix in BINARY else read.replace(b"\r\n", b"\n")


def played(project: Path = PROJECT) -> Path:
    """Returns a folder whose `assets` the app can open: the project, or a copy if its line ends differ.

    The copy is removed when the program ends.
    """
    files = [file for file in (project / _ASSETS).rglob("*") if file.is_file()]
    if all(data(file) == file.read_bytes() for file in files):
        return project
    folder = Path(tempfile.mkdtemp(prefix="handful-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for file in files:
        copied = folder / file.relative_to(project)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes(data(file))
    return folder
