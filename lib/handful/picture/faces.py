# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The five opponents' faces: each look is read from the drive when it is drawn, and not kept.

assets/faces.bmp is one column of pictures, drawn in assets/faces.art.txt: the first robot calm, glad and
troubled, then the second one; behind all of them the five blink.
"""

import bitmaptools
import displayio
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.picture.canvas import Canvas

SIZE = const(24)  # width and height of a face

CALM = const(0)
GLAD = const(1)
TROUBLED = const(2)
BLINK = const(3)

_LOOKS = const(3)
_HEAD = const(118)  # bytes of the file before its pixels, whose lowest row comes first
_BYTES = const(SIZE * SIZE // 2)  # of a look
_ROBOTS = const(5)
_LAST = const(19)  # number of the last picture


def draw(canvas: "Canvas", x: int, y: int, robot: int, look: int) -> None:
    """Draws the face of a robot, 0 to 4, at (x, y); look: CALM, GLAD, TROUBLED or BLINK.

    What is around the face stays as it is. Without memory for its pixels nothing is drawn.
    """
    try:
        face = displayio.Bitmap(SIZE, SIZE, 16)
    except MemoryError:
        return
    number = _LOOKS * _ROBOTS + robot if look == BLINK else _LOOKS * robot + look
    with open("assets/faces.bmp", "rb") as file:
        file.seek(_HEAD + (_LAST - number) * _BYTES)
        bitmaptools.readinto(
            face, file, bits_per_pixel=4, element_size=4, reverse_pixels_in_element=True, reverse_rows=True
        )
    canvas.blit(face, x, y, 0, 0, SIZE, SIZE)
