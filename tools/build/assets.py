# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Makes the sheets in assets/ from their sources, pictures drawn as text beside them.

    python tools/build/assets.py            writes every sheet
    python tools/build/assets.py --check    writes nothing; exits with 1 if a sheet differs from what its
                                            source gives, or a text has a character that no sheet has
    python tools/build/assets.py --glyphs misaki_gothic_2nd.ttf
                                            draws the glyphs that the texts newly need from this font into
                                            ja.art.txt, drops those no longer needed, then writes every sheet

A font `small.art.txt` becomes `small.bmp`, a 1-bit sheet with sixteen cells a row (1 is ink), and
`small.fnt`, three lines: the cell's width and height, the characters in the sheet's order, and each one's
width as a base-36 digit. `ja.art.txt`, whose signs are equally wide, becomes `ja.signs`, from which
lib/handful/picture/sheets.py reads them one by one. The pictures `title.art.txt` and `faces.art.txt` become
`title.bmp` and `faces.bmp`, in the colours of `palette.txt`.

In a source, a line that starts with ';' is a comment. A font has a line `size WIDTH HEIGHT`, then its glyphs:
a line `= A` or `= U+E000 a name`, then the cell's rows of '#' and '.', all as long as the glyph is wide.
"""

import re
import struct
import sys

from tools import PROJECT, Refusal, checkout, command

ASSETS = PROJECT / "assets"
FONTS = ("small", "big", "narrow", "slim", "wide")
DRAWN = "ja"  # the font whose signs come from a font file
SQUARE = 8  # height and width of those signs, with a free row and column
BUCKETS = 54  # their number in ja.signs: 54 buckets are about equally full
MISSING = "?"  # drawn in place of a sign that is missing
PICTURES = ("title", "title_narrow", "faces")
CELLS_A_ROW = 16
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
BLACK_AND_WHITE = ((0, 0, 0), (255, 255, 255))


# --- reading the sources ---------------------------------------------------------------------------------


_HEADER = re.compile(r"= (?:U\+([0-9A-Fa-f]{1,5})|([^ ]))(?: .*)?")
_SIDE = r"([1-9]|[12]\d|3[0-5])"


def numbered(text):
    """Returns the lines of a source with their numbers, without comments and empty ones."""
    lines = enumerate(text.split("\n"), 1)
    return [(number, line) for number, line in lines if line and not line.startswith(";")]


def glyph_faults(character, line, rows, width, height):
    """Returns a sentence for each fault of a glyph whose header is on `line`."""
    faults = []
    if len(rows) != height:
        faults.append(f"line {line}: {character!r} has {len(rows)} rows, the cell has {height}")
    for number, row in rows:
        first = len(rows[0][1])
        if set(row) - set("#."):
            faults.append(f"line {number}: a row of {character!r} has something else than '#' and '.'")
        if len(row) != first:
            faults.append(f"line {number}: a ragged row of {character!r}: {len(row)} wide, not {first}")
        elif first > width:
            faults.append(f"line {number}: {character!r} is {first} wide, the cell has {width}")
    return faults


def read_font(text):
    """Returns (cell width, cell height, [(character, rows), ...]) of a font's source.

    Raises Refusal with all faults found.
    """
    faults = []
    size = None
    drawn = []  # character, line of its header, [(line, row), ...]
    for number, line in numbered(text):
        if line.startswith("size "):
            found = re.fullmatch(f"size {_SIDE} {_SIDE}", line)
            if size or not found:
                faults.append(f"line {number}: the size is said once, as two numbers from 1 to 35")
            else:
                size = int(found[1]), int(found[2])
        elif line.startswith("="):
            found = _HEADER.fullmatch(line)
            character = (found[2] or chr(int(found[1], 16))) if found else None
            if character is None:
                faults.append(f"line {number}: a glyph's header is '= A' or '= U+E000 a name', not {line!r}")
            elif character in [earlier for earlier, _, _ in drawn]:
                faults.append(f"line {number}: {character!r} is drawn twice")
            drawn.append((character, number, []))
        elif drawn:
            drawn[-1][2].append((number, line))
        else:
            faults.append(f"line {number}: neither a comment nor part of a glyph: {line!r}")
    if size is None:
        faults.append("line 1: the cell's size is missing, such as 'size 9 9'")
    else:
        for character, number, rows in drawn:
            faults += glyph_faults(character, number, rows, *size)
    if not drawn or drawn[0][0] != " ":
        faults.append("line 1: the first glyph has to be the space")
    if faults or size is None:
        raise Refusal("\n".join(faults))
    return *size, [(character, [row for _, row in rows]) for character, _, rows in drawn]


SHARP = "sharp"  # the key of all sixteen colours in high contrast
THEME = 4  # number of colours that differ from table to table


def read_palette(text):
    """Returns the sixteen colours of palette.txt, each as (red, green, blue)."""
    return read_colours(text)[0]


def read_colours(text):
    """Returns the sixteen colours of palette.txt, and a dict of key -> THEME colours of a table."""
    colours = []
    themes = {}
    for number, line in numbered(text):
        key = line.split()[0]
        if key[0].isdigit():
            form = f"a colour is '{len(colours)} name rrggbb'"
            pattern = rf"{len(colours)} \S+( [0-9a-f]{{6}})"
        else:
            form = f"a table's colours are 'key' and {THEME} times 'rrggbb'"
            pattern = rf"\S+((?: [0-9a-f]{{6}}){{{16 if key == SHARP else THEME}}})"
        found = re.fullmatch(pattern, line)
        if not found:
            raise Refusal(f"line {number}: {form}, not {line!r}")
        codes = [tuple(bytes.fromhex(code)) for code in found[1].split()]
        if key[0].isdigit():
            colours += codes
        else:
            themes[key] = tuple(codes)
    if len(colours) != 16:
        raise Refusal(f"line 1: the palette has {len(colours)} colours, not 16")
    return tuple(colours), themes


def read_picture(text):
    """Returns the rows of a picture's source, each a list of palette indices."""
    faults = []
    rows = []
    for number, line in numbered(text):
        if set(line) - set(".0123456789abcdef"):
            faults.append(f"line {number}: a row of a picture has hex digits and '.' only")
        else:
            rows.append([0 if dot == "." else int(dot, 16) for dot in line])
            if len(rows[-1]) != len(rows[0]):
                faults.append(f"line {number}: a ragged row: {len(rows[-1])} wide, not {len(rows[0])}")
    if not rows:
        faults.append("line 1: there is no picture")
    if faults:
        raise Refusal("\n".join(faults))
    return rows


# --- making the sheets -----------------------------------------------------------------------------------


def bmp(rows, bits, palette):
    """Returns `rows` of pixel values as an uncompressed indexed BMP file with `bits` (1 or 4) a pixel."""
    width, height = len(rows[0]), len(rows)
    stride = (width * bits + 31) // 32 * 4
    pixels = b""
    for row in reversed(rows):
        digits = "".join([f"{value:0{bits}b}" for value in row]).ljust(8 * stride, "0")
        pixels += int(digits, 2).to_bytes(stride, "big")
    colours = b"".join(struct.pack("<BBBB", blue, green, red, 0) for red, green, blue in palette)
    offset = 14 + 40 + len(colours)
    header = struct.pack("<2sIHHI", b"BM", offset + len(pixels), 0, 0, offset)
    info = struct.pack(
        "<IiiHHIIiiII", 40, width, height, 1, bits, 0, len(pixels), 2835, 2835, len(palette), len(palette)
    )
    return header + info + colours + pixels


def font_sheet(width, height, glyphs):
    """Returns the sheet of a font as rows of 0 and 1, each glyph at the left of its cell."""
    sheet = []
    for first in range(0, len(glyphs), CELLS_A_ROW):
        for y in range(height):
            cells = [rows[y].ljust(width, ".") for _, rows in glyphs[first : first + CELLS_A_ROW]]
            line = "".join(cells).ljust(width * CELLS_A_ROW, ".")
            sheet.append([int(dot == "#") for dot in line])
    return sheet


def font_text(width, height, glyphs):
    """Returns the text of a .fnt file."""
    characters = "".join(character for character, _ in glyphs)
    widths = "".join(DIGITS[len(rows[0])] for _, rows in glyphs)
    return f"{width} {height}\n{characters}\n{widths}\n"


def signs_file(width, height, glyphs):
    """Returns the bytes of a .signs file: the rows of MISSING, the number of buckets, and the buckets.

    A sign is in bucket (code point modulo their number): its code point, low byte first, then a byte a row,
    highest bit leftmost. All buckets are as long as the fullest, padded with 0. Raises Refusal for a sign
    of another width.
    """
    faults = [
        f"line 1: {character!r} is not {SQUARE - 1} wide: its place is in the other fonts"
        for character, rows in glyphs
        if character not in " " + MISSING and len(rows[0]) != SQUARE - 1
    ]
    if (width, height) != (SQUARE, SQUARE - 1) or MISSING not in dict(glyphs):
        faults.append(f"line 1: signs have 'size {SQUARE} {SQUARE - 1}' and {MISSING!r} among them")
    if faults:
        raise Refusal("\n".join(faults))
    drawn = {
        ord(character): bytes(int(row.replace(".", "0").replace("#", "1").ljust(8, "0"), 2) for row in rows)
        for character, rows in glyphs
        if character != " "
    }
    buckets = [b""] * BUCKETS
    head = drawn.pop(ord(MISSING)) + bytes([BUCKETS])
    for code, rows in sorted(drawn.items()):
        buckets[code % BUCKETS] += struct.pack("<H", code) + rows
    size = max(map(len, buckets))
    return head + b"".join(bucket.ljust(size, b"\0") for bucket in buckets)


def source(folder, name):
    """Returns the text of a source in `folder`."""
    return checkout.text(folder / name)


def _made(folder, name, make):
    """Returns what is made of the text of a source in `folder`. Refusal names the file, too."""
    try:
        return make(source(folder, name + ".txt"))
    except Refusal as error:
        raise Refusal("\n".join(f"{name}.txt, {fault}" for fault in str(error).split("\n"))) from None


def sheets(folder):
    """Returns the sheets of the sources in `folder`, as (file name, bytes). Raises Refusal with the file."""
    made = []
    for name in FONTS:
        font = _made(folder, name + ".art", read_font)
        made.append((name + ".bmp", bmp(font_sheet(*font), 1, BLACK_AND_WHITE)))
        made.append((name + ".fnt", font_text(*font).encode("utf-8")))
    signs = _made(folder, DRAWN + ".art", lambda text: signs_file(*read_font(text)))
    made.append((DRAWN + ".signs", signs))
    palette = _made(folder, "palette", read_palette)
    for name in PICTURES:
        made.append((name + ".bmp", bmp(_made(folder, name + ".art", read_picture), 4, palette)))
    return made


# --- the glyphs of the catalogues ------------------------------------------------------------------------


def is_text(folder, path, language=""):
    """Returns whether a file has texts of a language, or of any, that are shown and not only heard."""
    if path.parent == folder or path.name.endswith((".heard.txt", ".ear.txt")):
        return False
    return bool(re.match(rf"{language or '[a-z][a-z]'}\.([a-z]+\.)?txt$", path.name))


def characters(folder, language=""):
    """Returns the set of characters in the texts of a language, or of all, but for what is only heard."""
    return {
        character
        for path in folder.rglob("*.txt")
        if is_text(folder, path, language)
        for character in checkout.text(path)
        if character != "\n"
    }


def needed(folder, character, language=""):
    """Returns a character with the file and the line that need it first."""
    for path in sorted(folder.rglob("*.txt"), key=lambda path: (path.name.startswith(DRAWN), path)):
        if is_text(folder, path, language):
            for number, line in enumerate(checkout.text(path).splitlines(), 1):
                if character in line:
                    return f"{character!r}, which {path.relative_to(folder.parent).as_posix()}:{number} needs"
    return repr(character)


def faults_of_catalogues(folder):
    """Returns a sentence for each character that texts need and sheets lack, or that sheets have in vain."""
    if not (folder / "texts").is_dir():
        return []
    small = {character for character, _ in read_font(source(folder, "small.art.txt"))[2]}
    drawn = {character for character, _ in read_font(source(folder, DRAWN + ".art.txt"))[2]}
    wanted = characters(folder, DRAWN) - small
    others = {
        character
        for path in (folder / "texts").glob("??.txt")
        if path.stem != DRAWN
        for character in characters(folder, path.stem)
    }
    # All menus of languages show what this one calls itself.
    others.update(*re.findall(r"^own_name=(.*)$", source(folder / "texts", DRAWN + ".txt"), re.MULTILINE))
    faults = [f"small.art.txt lacks {needed(folder, character)}" for character in sorted(others - small)]
    faults += [
        f"{DRAWN}.art.txt lacks {needed(folder, character, DRAWN)}" for character in sorted(wanted - drawn)
    ]
    faults += [
        f"{DRAWN}.art.txt has {character!r}, which no text needs"
        for character in sorted(drawn - wanted - set(" " + MISSING))
    ]
    return faults


def drawing(font, character):
    """Returns the rows of a character of a font file, without the free row and column at its edges."""
    from PIL import Image, ImageDraw

    picture = Image.new("1", (SQUARE, SQUARE))
    ImageDraw.Draw(picture).text((0, 0), character, font=font, fill=1)
    box = picture.getbbox()
    if not box or box[2] >= SQUARE or box[3] >= SQUARE:
        raise Refusal(f"The font has no glyph of {SQUARE - 1} x {SQUARE - 1} pixels for {character!r}.")
    return [
        "".join(".#"[bool(picture.getpixel((x, y)))] for x in range(SQUARE - 1)) for y in range(SQUARE - 1)
    ]


def draw(folder, path):
    """Rewrites the font DRAWN: keeps the glyphs still needed and draws new ones from the font file."""
    from PIL import ImageFont

    name = DRAWN + ".art.txt"
    text = source(folder, name)
    glyphs = dict(read_font(text)[2])
    small = {character for character, _ in read_font(source(folder, "small.art.txt"))[2]}
    try:
        font = ImageFont.truetype(str(path), SQUARE)
    except OSError:
        raise Refusal(f"{path} cannot be read as a font.") from None
    lines = [line for line in text.split("\n") if line.startswith((";", "size "))] + [""]
    for character in " " + MISSING + "".join(sorted(characters(folder, DRAWN) - small)):
        lines.append("= U+0020 space" if character == " " else "= " + character)
        lines += glyphs[character] if character in glyphs else drawing(font, character)
        lines.append("")
    (folder / name).write_bytes("\n".join(lines).encode())


def differing(folder):
    """Returns the names of the sheets in `folder` that are missing or differ from what their source gives."""
    return [
        name
        for name, data in sheets(folder)
        if not (folder / name).exists() or checkout.data(folder / name) != data
    ]


@command
def main(arguments, folder=ASSETS):
    """Writes the sheets, or with `--check` compares them. Returns the exit status."""
    if arguments not in ([], ["--check"]) and (len(arguments) != 2 or arguments[0] != "--glyphs"):
        print("usage: assets.py [--check | --glyphs FONT]", file=sys.stderr)
        return 2
    if arguments == ["--check"]:
        faults = [f"{name} is not what its source gives: run `make assets`." for name in differing(folder)]
        faults += faults_of_catalogues(folder)
        for fault in faults:
            print(fault, file=sys.stderr)
        return 1 if faults else 0
    if arguments:
        draw(folder, arguments[1])
    for name, data in sheets(folder):
        (folder / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
