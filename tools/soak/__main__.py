"""Runs for long what the tests run for seconds, and prints what was seen: `make soak`.

    python tools/soak [--minutes M] [--seed N] [--only PART]

Each part tries to break one promise for its share of the minutes, from a seed that is printed, so that
what it finds can be found again. The first broken promise is printed and ends its part; the status is 1 then.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
_HERE = Path(__file__).resolve().parent
sys.path[:] = [folder for folder in sys.path if Path(folder or ".").resolve() != _HERE]
for _folder in (PROJECT, PROJECT / "lib"):
    if str(_folder) not in sys.path:
        sys.path.append(str(_folder))  # behind the standard library, whose `code` pdb and pytest need

# A part's module, and its promise.
PARTS = {
    "peek": "nobody peeks, pixel by pixel and bytecode by bytecode",
    "cuts": "a power cut leaves each record new, as before, or said to be lost",
    "monkeys": "no keys in any order lead to a failure or a dead end",
    "heap": "too little memory ends in the friendly screen with the save intact; nothing piles up",
    "hostile": "whatever is read is a value or refused, in bounded time and memory",
    "fair": "every card, every first turn and every disc is dealt by chance alone",
}


def line(text: str) -> None:
    """A line that the next one replaces, where somebody is looking."""
    if sys.stderr.isatty():
        print("\r" + text[:100].ljust(100), end="", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Runs the parts one after the other and prints their figures."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()) & 0xFFFFFF)
    parser.add_argument("--only", choices=PARTS, action="append")
    asked = parser.parse_args(arguments)
    parts = asked.only or list(PARTS)
    share = asked.minutes * 60 / len(parts)
    print(f"seed {asked.seed}, {asked.minutes:g} minutes", flush=True)
    broken = 0
    for name in parts:
        began = time.monotonic()
        part = importlib.import_module("tools.soak." + name)
        try:
            rows = part.run(share, asked.seed, lambda text, name=name: line(f"{name}: {text}"))
            verdict = "kept"
        except AssertionError as error:
            rows = [("broken by", str(error))]
            verdict = "BROKEN"
            broken += 1
        line("")
        print(f"\n{name}: {PARTS[name]}: {verdict} ({time.monotonic() - began:.0f} s)")
        for label, value in rows:
            print(f"  {label:<40}{value}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
