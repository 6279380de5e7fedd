"""Which boards have a page."""

import os
import sys

NAMES = (
    "pybadge",
    "pygamer",
    "pimoroni_picosystem",
    "seeeduino_wio_terminal",
    "hack_club_sprig",
    "pajenicko_picopad",
    "ugame22",
    "deshipu_ugame_s3",
    "hardkernel_odroid_go",
    "m5stack_cardputer",
    "pimoroni_explorer2350",
    "tinycircuits_thumby_color",
    "desktop",
    "terminal",
)

# Boards whose firmware has a name of its own but which are built like one of NAMES.
ALIASES = {"edgebadge": "pybadge", "m5stack_cardputer_ros": "m5stack_cardputer"}


def page(name: str | None) -> str:
    """The page of the board called `name`, or with None of the one that this runs on; as boards.find."""
    name = name or os.getenv("HANDFUL_BOARD")
    if not name and sys.implementation.name == "circuitpython":
        import board

        name = board.board_id
    known = ", ".join(NAMES)
    if not name:
        raise ValueError("HANDFUL_BOARD has to name the board: " + known + ".")
    profile = ALIASES.get(name, name)
    if profile not in NAMES:
        raise ValueError("Handful does not know the board " + name + ", only " + known + ".")
    return profile
