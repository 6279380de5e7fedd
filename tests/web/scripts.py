# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's scripts run by Node without a page: one by one, and in a process that answers."""

import json
import subprocess
import sys
from pathlib import Path

from tools import PROJECT as ROOT

NODE = Path(sys.executable).parent / "node"
SOURCES = ROOT / "boards" / "web"


def run(source: str, *given):
    """Runs an async function's body of JavaScript, and returns what it returns.

    `given` has the arguments, load(name) imports one of the page's scripts.
    """
    script = f"""
    const load = (name) => import({json.dumps(SOURCES.as_uri() + "/")} + name);
    const given = {json.dumps(given)};
    const answer = await (async () => {{ {source} }})();
    // process.exit() waits for Node's threads, and now and then for ever.
    process.stdout.write(JSON.stringify(answer ?? null), () => process.kill(process.pid, "SIGKILL"));
    """
    command = [NODE, "--input-type=module", "--eval", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


class Node:
    """A process of Node with a script of this folder. A line of JSON goes in, and one comes out."""

    def __init__(self, script: str, *arguments):
        self._process = subprocess.Popen(
            [NODE, Path(__file__).with_name(script), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self, command, **how):
        """Gives Node a command, and returns its answer. how: of json.dumps."""
        self._process.stdin.write(json.dumps(command, **how) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"Node has ended with {self._process.wait()}."
        return json.loads(line)

    def close(self) -> None:
        """Ends the process."""
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
