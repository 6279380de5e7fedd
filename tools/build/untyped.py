"""Takes out of a source what only mypy reads."""

import re

_BLOCK = re.compile(r"^if _TYPES:.*\n(?:[ \t]+.*\n|\n)*", re.MULTILINE)


def untyped(text: str) -> str:
    """Returns a source without its block `if _TYPES:`, whose imports a device lacks. All lines keep their numbers."""
    return _BLOCK.sub(lambda found: "\n" * found[0].count("\n"), text)
