# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A program in a pseudo-terminal, as somebody has it who types and reads."""

import os
import pty
import select
import subprocess
import sys
import termios
import time

from tools import PROJECT

START = f"""
import sys
at = [path.endswith("site-packages") for path in sys.path].index(True)
sys.path[at:at] = [{str(PROJECT)!r}, {str(PROJECT / "lib")!r}]
"""
FIRST = b"\x1b[2J"  # is sent before a whole picture
XTERM = {"TERM": "xterm-256color"}
TRUE = {"COLORTERM": "truecolor"}


class Player:
    """A program in a pseudo-terminal of 80 by 44."""

    def __init__(self, before: str = "", program: str = "", alone: bool = False, **environ: str):
        """before: what runs first, then the program. alone: whether standard error is this terminal, too.
        environ: what differs in the environment.
        """
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (44, 80))
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.seen = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", START + before + program],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs if alone else subprocess.PIPE,
            process_group=0,  # a separate job, as a shell makes them
            env={**os.environ, **XTERM, **TRUE, "STY": "", "LC_ALL": "C.UTF-8"} | environ,
        )

    def type(self, keys: bytes) -> None:
        """Types."""
        os.write(self.ours, keys)

    def size(self, rows: int, columns: int) -> None:
        """Gives the terminal another size."""
        termios.tcsetwinsize(self.theirs, (rows, columns))

    def read(self, until: bytes) -> bytes:
        """What is sent up to `until`, which has to come within seconds."""
        end = time.monotonic() + 10
        start = len(self.seen)
        while until not in self.seen[start:]:
            assert select.select([self.ours], [], [], max(end - time.monotonic(), 0))[0], self.seen
            self.seen += os.read(self.ours, 65536)
        return self.seen[start:]

    def rest(self) -> None:
        """Waits for a picture, the first one as a whole, until it changes no more."""
        if not self.seen:
            self.read(FIRST)
        while select.select([self.ours], [], [], 0.6)[0]:
            self.seen += os.read(self.ours, 65536)

    def stopped(self) -> bool:
        """Whether it stops within seconds."""
        end = time.monotonic() + 5
        while time.monotonic() < end:
            number, status = os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)
            if number:
                return os.WIFSTOPPED(status)
            time.sleep(0.01)
        return False

    def end(self) -> tuple:
        """The exit status and standard error, once the terminal is as it was."""
        self.read(b"\x1b[?1049l")
        error = self.process.communicate(timeout=10)[1].decode()
        assert b"\x1b[0m\x1b[?25h\x1b[?1049l" in self.seen
        assert termios.tcgetattr(self.theirs) == self.before
        os.close(self.ours)
        os.close(self.theirs)
        return self.process.returncode, error

    def quit(self) -> None:
        """Types Q, at which it ends without a word."""
        self.type(b"q")
        assert self.end() == (0, "")
