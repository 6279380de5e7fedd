# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The sheets are what their source gives, the app's loader reads them, and the art keeps its promises."""

import pytest
from PIL import Image

from handful.picture import sheets
from tests.sheet import THEMES, contrast
from tools import Refusal
from tools.build import assets
from tools.build.assets import (
    ASSETS,
    bmp,
    differing,
    main,
    read_colours,
    read_font,
    read_palette,
    read_picture,
    signs_file,
)
from tools.console import Console

PRINTABLE = {chr(code) for code in range(32, 127)}
FRENCH = set("ÀÂÇÉÈÊËÎÏÔÙÛÜŒàâçéèêëîïôùûüœ«»’…–\u00a0")
GAMES = ("♣♠♥♦☺", "●■▲★", "☀☾☁☂☘")  # !nversion, Hyper Maker, Flip Over
SUITS = "".join(GAMES)
SIGNS = set(SUITS + "←→↑↓◀▶▼▴▾✓✗ⒶⒷ✚♛⚑⌛⊕⊖⇄↶±×·•" + "".join(chr(0xE000 + i) for i in range(11)))

TABLE, DARK, ACCENT, PAPER, INK, WHITE = 0, 1, 3, 4, 6, 8
SUIT_INKS = range(9, 15)


def font(name):
    """The cell's width and height and a dictionary from a character to its rows, of one of the two fonts."""
    width, height, glyphs = read_font((ASSETS / f"{name}.art.txt").read_text(encoding="utf-8"))
    return width, height, dict(glyphs)


def inked(rows, left):
    """The set of the pixels (x, y) of a glyph that are ink, when its first column is put at `left`."""
    return {(left + x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}


def art(*glyphs, size="size 3 2"):
    """The source of a font with the space and the given glyphs."""
    return "\n".join([size, "= U+0020 space", "...", "...", *glyphs])


@pytest.fixture
def copied(tmp_path):
    """A folder with copies of the sources only."""
    for path in (*ASSETS.glob("*.art.txt"), ASSETS / "palette.txt"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


# --- the sheets in the repository ------------------------------------------------------------------------


def test_every_sheet_is_what_its_source_gives():
    assert differing(ASSETS) == []


@pytest.mark.parametrize("name", ["small", "big"])
def test_the_canvas_reads_back_every_glyph_of_a_font(name):
    width, height, glyphs = font(name)
    sheet = sheets.read(name)
    first, characters, digits, end = (ASSETS / f"{name}.fnt").read_text(encoding="utf-8").split("\n")
    assert first == f"{width} {height}"
    assert end == ""
    assert list(characters) == list(glyphs)
    assert characters[0] == " "
    assert len(digits) == len(characters)
    assert sheet.width == 16 * width
    assert sheet.height == (len(characters) + 15) // 16 * height
    for i, character in enumerate(characters):
        left, top = i % 16 * width, i // 16 * height
        read = [
            "".join(".#"[sheet[left + x, top + y]] for x in range(int(digits[i], 36))) for y in range(height)
        ]
        assert read == glyphs[character], character


def shown(canvas, x, string):
    """Where a string that is drawn at x has ink: the canvas's rows from there on, the font's nine."""
    canvas.clear()
    canvas.text(x, 16, string, WHITE)
    return ["".join(".#"[canvas.bands[1][column, y] == WHITE] for column in range(x, 160)) for y in range(9)]


def test_the_signs_of_japanese_are_drawn_as_their_source_has_them_and_what_is_missing_as_a_question_mark():
    canvas = Console(language=2).app.canvas
    _, _, glyphs = font("ja")
    assert len(glyphs) > 300
    for character, rows in [*glyphs.items(), ("鬱", glyphs["?"]), ("\U0001f0a1", glyphs["?"])]:
        if character not in " ?":
            parts = zip([*rows, "", ""], ["#"] * 8 + ["."])  # and a bar behind the sign
            expected = [(row.ljust(8, ".") + bar).ljust(157, ".") for row, bar in parts]
            assert shown(canvas, 3, character + "|") == expected, character


def test_of_a_sign_at_the_edge_there_is_as_much_as_has_room():
    canvas = Console(language=2).app.canvas
    assert shown(canvas, 148, "カキク") == [row[:12] for row in shown(canvas, 100, "カキク")]


def test_signs_that_are_not_all_as_wide_are_refused():
    drawn = [(" ", [".."] * 7), ("?", [".#."] * 7), ("カ", ["#" * 7] * 7)]
    assert len(signs_file(8, 7, drawn)) == 8 + 54 * 9
    with pytest.raises(Refusal, match="'、' is not 7 wide"):
        signs_file(8, 7, [*drawn, ("、", ["#" * 4] * 7)])
    with pytest.raises(Refusal, match=r"'size 8 7' and '\?'"):
        signs_file(8, 7, [drawn[0], drawn[2]])


def test_the_canvas_reads_back_the_title_and_its_file_has_the_palette():
    rows = read_picture((ASSETS / "title.art.txt").read_text(encoding="utf-8"))
    colours = read_palette((ASSETS / "palette.txt").read_text(encoding="utf-8"))
    picture = sheets.read("title")
    palette = Image.open(ASSETS / "title.bmp").getpalette()
    assert (picture.width, picture.height) == (len(rows[0]), len(rows))
    assert [[picture[x, y] for x in range(picture.width)] for y in range(picture.height)] == rows
    assert palette[:48] == [part for colour in colours for part in colour]


# --- what the art promises -------------------------------------------------------------------------------


def test_the_small_font_has_every_character_that_the_texts_may_use():
    _, _, glyphs = font("small")
    assert (PRINTABLE | FRENCH | SIGNS) - set(glyphs) == set()


def test_the_big_font_has_what_stands_on_cards():
    _, _, glyphs = font("big")
    assert set("0123456789AJQK+-/?!↑↓" + SUITS) - set(glyphs) == set()


@pytest.mark.parametrize(("name", "width"), [("small", 5), ("big", 7)])
def test_numbers_line_up_in_columns(name, width):
    _, _, glyphs = font(name)
    assert {len(glyphs[digit][0]) for digit in "0123456789"} == {width}


@pytest.mark.parametrize("name", ["small", "big"])
def test_every_glyph_but_a_space_has_ink_and_no_two_are_alike(name):
    _, _, glyphs = font(name)
    drawn = {character: inked(rows, 0) for character, rows in glyphs.items() if not character.isspace()}
    assert all(drawn.values())
    shapes = {}
    for character, shape in drawn.items():
        assert shapes.setdefault(frozenset(shape), character) == character


@pytest.mark.parametrize(("name", "least"), [("small", 10), ("big", 16)])
@pytest.mark.parametrize("suits", GAMES)
def test_the_suits_of_a_game_differ_in_their_silhouette(name, least, suits):
    """Laid over one another with their middles together, two suits differ in many pixels."""
    _, _, glyphs = font(name)
    shapes = {suit: inked(glyphs[suit], -(len(glyphs[suit][0]) // 2)) for suit in suits}
    pairs = [one + other for i, one in enumerate(suits) for other in suits[:i]]
    assert [pair for pair in pairs if len(shapes[pair[0]] ^ shapes[pair[1]]) < least] == []


@pytest.mark.parametrize("pair", ["Il", "I1", "l1", "O0", "S5", "8B", "2Z", "6G", "|l", "DO"])
def test_look_alikes_differ_in_three_pixels_and_more(pair):
    _, _, glyphs = font("small")
    other = inked(glyphs[pair[1]], 0)
    assert min(len(inked(glyphs[pair[0]], left) ^ other) for left in range(-4, 5)) >= 3


def test_small_letters_rn_are_not_an_m():
    _, _, glyphs = font("small")
    joined = [r + "." + n for r, n in zip(glyphs["r"], glyphs["n"], strict=True)]
    assert joined != glyphs["m"]
    assert len(joined[0]) > len(glyphs["m"][0])


@pytest.mark.parametrize("key", THEMES)
def test_text_stands_out_from_every_table(key):
    """4.5:1, what the guidelines for legible text on the web (WCAG 2, AA) ask for."""
    palette = THEMES[key]
    for ground in (TABLE, DARK):
        for ink in (WHITE, PAPER, ACCENT, 5, 15):
            least = 7 if ink == WHITE else 4.5
            assert contrast(palette[ground], palette[ink]) >= least, (ground, ink)
    assert contrast(palette[TABLE], palette[2]) >= 2.9  # lines and patterns
    for ground in (PAPER, ACCENT):
        assert contrast(palette[ground], palette[INK]) >= 4.5, ground


def test_the_console_s_own_colours_are_the_first_of_the_palette():
    palette, themes = read_colours((ASSETS / "palette.txt").read_text(encoding="utf-8"))
    assert palette[:4] == themes["inks"]


def test_inks_of_suits_stand_out_from_paper():
    palette = read_palette((ASSETS / "palette.txt").read_text(encoding="utf-8"))
    assert contrast(palette[PAPER], palette[INK]) >= 7
    for ink in SUIT_INKS:
        assert contrast(palette[PAPER], palette[ink]) >= 3, ink


# --- the tool --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reader", "source", "fault"),
    [
        (read_font, art("= A", "###"), "line 5: 'A' has 1 rows, the cell has 2"),
        (read_font, art("= A", "###", "#"), "line 7: a ragged row of 'A': 1 wide, not 3"),
        (read_font, art("= A", "####", "####"), "line 6: 'A' is 4 wide, the cell has 3"),
        (read_font, art("= A", "#x#", "###"), "line 6: a row of 'A' has something else than '#' and '.'"),
        (read_font, art("= A", "#", "#", "= A", "#", "."), "line 8: 'A' is drawn twice"),
        (read_font, art("= A", "#", "#", "= U+0041", "#", "."), "line 8: 'A' is drawn twice"),
        (
            read_font,
            art("= AB", "#", "#"),
            "line 5: a glyph's header is '= A' or '= U+E000 a name', not '= AB'",
        ),
        (
            read_font,
            art("= U+XYZ", "#", "#"),
            "line 5: a glyph's header is '= A' or '= U+E000 a name', not '= U+XYZ'",
        ),
        (read_font, art("=", "#", "#"), "line 5: a glyph's header is '= A' or '= U+E000 a name', not '='"),
        (read_font, art(size="size 3"), "line 1: the size is said once, as two numbers from 1 to 35"),
        (read_font, art(size="size 36 2"), "line 1: the size is said once, as two numbers from 1 to 35"),
        (read_font, art(size=""), "line 1: the cell's size is missing, such as 'size 9 9'"),
        (read_font, "size 1 1\n= A\n#", "line 1: the first glyph has to be the space"),
        (read_font, "size 1 1\n###", "line 2: neither a comment nor part of a glyph: '###'"),
        (read_picture, "012\n01", "line 2: a ragged row: 2 wide, not 3"),
        (read_picture, "01g", "line 1: a row of a picture has hex digits and '.' only"),
        (read_picture, "; nothing", "line 1: there is no picture"),
        (
            read_palette,
            "0 table 14342b\n2 light 2b5a4a",
            "line 2: a colour is '1 name rrggbb', not '2 light 2b5a4a'",
        ),
        (read_palette, "0 table 14342", "line 1: a colour is '0 name rrggbb', not '0 table 14342'"),
        (read_palette, "0 table 14342b", "line 1: the palette has 1 colours, not 16"),
    ],
)
def test_a_fault_in_a_source_is_told_in_a_sentence_with_its_line(reader, source, fault):
    with pytest.raises(Refusal) as raised:
        reader(source)
    assert fault in str(raised.value).split("\n")


def test_all_faults_of_a_font_are_told_at_once():
    with pytest.raises(Refusal) as raised:
        read_font(art("= A", "##", "#", "= B", "#"))
    assert len(str(raised.value).split("\n")) == 2


def test_headers_name_a_sign_of_the_syntax_too():
    _, _, glyphs = read_font(
        art("= =", "#", "#", "= #", "#", ".", "= ; semicolon", ".", "#", "= U+E000 key", "#.", "##")
    )
    assert [character for character, _ in glyphs] == [" ", "=", "#", ";", "\ue000"]


def test_a_bitmap_is_stored_bottom_up_in_rows_of_four_bytes():
    data = bmp([[1, 0, 1], [0, 1, 1]], 1, assets.BLACK_AND_WHITE)
    assert data[:2] == b"BM"
    assert int.from_bytes(data[2:6], "little") == len(data)
    assert data[-8:] == b"\x60\0\0\0" + b"\xa0\0\0\0"


def test_the_check_names_a_stale_and_a_missing_sheet_and_writes_nothing(copied, capsys):
    assert main([], copied) == 0
    assert main(["--check"], copied) == 0
    capsys.readouterr()
    data = bytearray((copied / "small.bmp").read_bytes())
    data[-1] ^= 128
    (copied / "small.bmp").write_bytes(data)
    (copied / "big.fnt").unlink()
    assert main(["--check"], copied) == 1
    told = capsys.readouterr().err
    assert told == (
        "small.bmp is not what its source gives: run `make assets`.\n"
        "big.fnt is not what its source gives: run `make assets`.\n"
    )
    assert (copied / "small.bmp").read_bytes() == data
    assert not (copied / "big.fnt").exists()


def test_a_character_without_a_glyph_is_told_with_the_file_and_the_line_that_need_it(copied, capsys):
    assert main([], copied) == 0
    (copied / "texts").mkdir()
    (copied / "texts" / "de.txt").write_text("a=A\n", encoding="utf-8")
    (copied / "texts" / "ja.txt").write_text("own_name=ß\nb=猫\n", encoding="utf-8")
    (copied / "games" / "inversio").mkdir(parents=True)
    (copied / "games" / "inversio" / "de.help.txt").write_text("# A\nSpaß\n", encoding="utf-8")
    capsys.readouterr()
    main(["--check"], copied)
    said = capsys.readouterr().err
    assert f"small.art.txt lacks 'ß', which {copied.name}/games/inversio/de.help.txt:2 needs\n" in said


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_a_fault_stops_the_tool_and_names_the_file(copied, capsys, arguments):
    source = copied / "big.art.txt"
    source.write_text(source.read_text(encoding="utf-8").replace("= ♥ heart", "= ♥♥"), encoding="utf-8")
    assert main(arguments, copied) == 1
    assert "big.art.txt, line " in capsys.readouterr().err
    assert not (copied / "small.bmp").exists()


def test_an_unknown_argument_is_refused(copied, capsys):
    assert main(["--force"], copied) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["palette.txt", "", "missing.ttf"])
def test_what_is_no_font_is_told_in_a_sentence(copied, capsys, name):
    assert main(["--glyphs", str(copied / name)], copied) == 1
    assert capsys.readouterr().err == f"{copied / name} cannot be read as a font.\n"


def test_a_look_may_begin_with_a_name(tmp_path, monkeypatch):
    canvas = Console().app.canvas
    look = tmp_path / "assets" / "games" / "bare" / "look.txt"
    look.parent.mkdir(parents=True)
    look.write_text("inks 33261a 1c140d 8a6a48 ffc04d\nminutes 5\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert canvas.look("bare", "inks") == ["33261a", "1c140d", "8a6a48", "ffc04d"]
    assert canvas.look("bare", "minutes") == ["5"]
