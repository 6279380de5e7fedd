"""Makes the picture in README.md from the golden pictures of the tests: `make gallery`."""

import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
SCREENS = ("title", "game_aim", "inversion_table", "hyper_maker_table", "flip_over_table", "inversio_table")
SCALE = 2  # whole pixels only
GAP = 8


def sheet(names: tuple) -> Image.Image:
    """The golden pictures of these names, three a row, enlarged."""
    pictures = [Image.open(ROOT / "tests" / "golden" / f"{name}.png").convert("RGB") for name in names]
    wide, high = (SCALE * side for side in pictures[0].size)
    rows = (len(pictures) + 2) // 3
    page = Image.new("RGB", (3 * (wide + GAP) + GAP, rows * (high + GAP) + GAP), "#1b1a22")
    for place, picture in enumerate(pictures):
        corner = GAP + place % 3 * (wide + GAP), GAP + place // 3 * (high + GAP)
        page.paste(picture.resize((wide, high), Image.Resampling.NEAREST), corner)
    return page


def main() -> int:
    """Writes docs/screens.png."""
    path = ROOT / "docs" / "screens.png"
    path.parent.mkdir(exist_ok=True)
    sheet(SCREENS).save(path, optimize=True)
    print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
