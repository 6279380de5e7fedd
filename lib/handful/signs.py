"""The signs of Japanese: they are read from the drive one by one as they are drawn, for they are many.

Their file, assets/ja.signs (tools/assets.py makes it), begins with the rows of what stands for a sign that it
lacks; a sign is in the bucket that its code point modulo the number of buckets says. To read one takes a
device a fraction of a millisecond, and a picture has less than a hundred.
"""

import bitmaptools
from micropython import const

_CELL = const(8)  # pixels from one sign to the next,
_HIGH = const(7)  # and their rows, a byte each in the file,
_HEAD = const(8)  # in which so many bytes are before the buckets,
_RECORD = const(9)  # and a sign has so many: its code point, low byte first, and its rows


class Signs:
    """Draws them; all are equally wide."""

    def __init__(self):
        """Opens the file. ValueError, with a sentence, if it is damaged."""
        from handful import sheets

        self.file, self._number, self._bucket, self._sign = sheets.signs()

    def draw(self, line, at: int, room: int, code: int) -> int:
        """Cuts the paper around a sign out of a line of ink, of which `room` pixels are there.

        Returns the x where the next one goes.
        """
        end = at + _CELL
        if end > room:
            end = room
        if end > at:
            file = self.file
            bucket = self._bucket
            start = _HEAD + code % self._number * len(bucket)
            file.seek(start)
            file.readinto(bucket)
            place = 0
            for i in range(0, len(bucket), _RECORD):
                if bucket[i] | bucket[i + 1] << 8 == code:
                    place = start + i + 2
                    break
            file.seek(place)
            sign = self._sign
            bitmaptools.readinto(sign, file, bits_per_pixel=1, reverse_pixels_in_element=True)
            bitmaptools.blit(line, sign, at, 0, x1=0, y1=0, x2=end - at, y2=_HIGH, skip_source_index=1)
            bitmaptools.fill_region(line, at, _HIGH, end, line.height, 0)
        return end
