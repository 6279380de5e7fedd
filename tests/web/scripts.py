# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's scripts one by one, run by Node without a page."""

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
