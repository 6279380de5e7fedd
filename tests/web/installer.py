# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's installer, run by Node on a drive in memory."""

import base64

from tests.web.scripts import Node


class Installer(Node):
    """Trees and files map paths to bytes; an empty folder is None."""

    def __init__(self):
        super().__init__("install.mjs")

    def ask(self, *command):
        """Gives Node a command of install.mjs; returns the answer: {"ok": ...} or {"refused": sentence}."""
        answer = self.answer(command, default=_encoded)
        assert "error" not in answer, answer["error"]
        return answer


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decoded(tree: dict) -> dict:
    """Returns a tree of an answer, with bytes."""
    return {path: None if data is None else base64.b64decode(data) for path, data in tree.items()}
