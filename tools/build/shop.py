# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What shows Handful where people look for games: pictures for the page's manifest, for links and the press.

All are made of the pictures and films of docs/, enlarged by a whole number, so that a pixel stays a square.
"""

import io
from collections.abc import Sequence

from PIL import Image, ImageSequence

from tools import PROJECT, checkout

FOLDER = "shop/"  # of the page: nothing there is loaded to play
DOCS = PROJECT / "docs"
ICON = PROJECT / "boards" / "web" / "icon-512.png"
TEXT = DOCS / "press.md"
TITLE, TABLE = "title", "hint"
STILLS = (TITLE, TABLE, "set_up", "hand_over", "lesson", "result")
FILM = ("the_game", "inversion")  # twenty seconds together
_PIXEL = 2  # how large a pixel of the console is in docs/
_SHOWN = 4  # in a separate picture
_GROUND = (11, 21, 18)  # the page's
_PREVIEW = (1200, 630)  # what services that show links ask for
_MARK = 36  # pixels of the square that the icon's mark needs
_DRAWN = 10  # how large each of them is in the icon


def page() -> dict[str, bytes]:
    """Returns the files of the page that stores and link previews ask for, by their paths."""
    stills = {f"{name}.png": _png(_still(name, _SHOWN)) for name in (TITLE, TABLE)}
    found = {**stills, "preview.png": _png(_preview()), "icon.png": _png(_icon())}
    return {FOLDER + name: data for name, data in sorted(found.items())}


def press() -> dict[str, bytes]:
    """Returns what a journalist takes: three sentences, pictures in usual sizes, a film, by their paths."""
    found = {"README.md": checkout.data(TEXT), "film.gif": _film(FILM), "preview.png": _png(_preview())}
    for name in STILLS:
        for times in (_SHOWN, 2 * _SHOWN):
            picture = _still(name, times)
            found[f"{name}-{picture.width}x{picture.height}.png"] = _png(picture)
    for name in ("icon-192.png", "icon-512.png"):
        found[name] = checkout.data(ICON.with_name(name))
    return dict(sorted(found.items()))


def _still(name: str, times: int) -> Image.Image:
    with Image.open(DOCS / f"{name}.png") as picture:
        size = picture.width * times // _PIXEL, picture.height * times // _PIXEL
        return picture.convert("RGB").resize(size, Image.Resampling.NEAREST)


def _preview() -> Image.Image:
    """Returns title and table side by side."""
    whole = Image.new("RGB", _PREVIEW, _GROUND)
    parts = [_still(name, _SHOWN - 1) for name in (TITLE, TABLE)]
    gap = (whole.width - sum([part.width for part in parts])) // 3
    x = gap
    for part in parts:
        whole.paste(part, (x, (whole.height - part.height) // 2))
        x += part.width + gap
    return whole


def _icon() -> Image.Image:
    """Returns the icon without the room that a system needs to cut off its edges."""
    with Image.open(ICON) as file:
        icon = file.convert("RGB")
    whole = Image.new("RGB", icon.size, icon.getpixel((0, 0)))
    edge = (icon.width - _MARK * _DRAWN) // 2
    mark = icon.crop((edge, edge, icon.width - edge, icon.height - edge))
    side = _MARK * (icon.width // _MARK)
    at = (icon.width - side) // 2
    whole.paste(mark.resize((side, side), Image.Resampling.NEAREST), (at, at))
    return whole


def _png(picture: Image.Image) -> bytes:
    data = io.BytesIO()
    picture.quantize(64, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()


def _film(names: Sequence[str]) -> bytes:
    """Returns films of docs/ one after the other, as one."""
    frames = []
    for name in names:
        with Image.open(DOCS / f"{name}.gif") as film:
            for frame in ImageSequence.Iterator(film):
                frames.append((frame.convert("RGB"), frame.info["duration"]))
    data = io.BytesIO()
    first, *others = [frame for frame, _ in frames]
    times = [time for _, time in frames]
    first.save(data, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return data.getvalue()
