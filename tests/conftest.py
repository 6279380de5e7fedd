"""Puts the project on the path, behind everything else.

The top-level code.py, which CircuitPython asks for, must not shadow the standard library's `code`,
which pytest and pdb import.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "lib"):
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != folder]
    sys.path.append(str(folder))
