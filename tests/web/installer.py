# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's installer, run by Node on a drive in memory."""

import base64
import json
import subprocess
from pathlib import Path

from tests.web.machine import NODE

SCRIPT = Path(__file__).with_name("install.mjs")


class Installer:
    """A process of Node. Trees and files map paths to bytes; an empty folder is None."""

    def __init__(self):
        self._process = subprocess.Popen(
            [NODE, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *command):
        """Gives Node a command of install.mjs; returns the answer: {"ok": ...} or {"refused": sentence}."""
        self._process.stdin.write(json.dumps(command, default=_encoded) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer

    def close(self):
        """Ends the process."""
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decoded(tree: dict) -> dict:
    """Returns a tree of an answer, with bytes."""
    return {path: None if data is None else base64.b64decode(data) for path, data in tree.items()}
