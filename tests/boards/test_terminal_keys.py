# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the terminal board makes of what a terminal sends: keys, typed text, and what is neither."""

import pytest

from boards import Event, terminal
from boards.computer.console import Keyboard
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from tests.keyboards import LETTERS, SCRIPTS


def keyboard(typing: bool = False) -> Keyboard:
    """A keyboard with the board's keys. typing: whether a screen asks for text."""
    keys = Keyboard(terminal.KEYBOARD, terminal.HELD, terminal.QUIT)
    keys.typing = typing
    return keys


def events(keys: Keyboard, now: float) -> list:
    """All that is due: (key number, pressed)."""
    event = Event()
    taken = []
    while keys.take(event, now):
        taken.append((event.key_number, event.pressed))
    return taken


# What a terminal sends for each key.
SENT = {
    UP: (b"\x1b[A", b"w", b"k"),
    DOWN: (b"\x1bOB", b"s", b"j"),
    LEFT: (b"\x1b[1;2D", b"a", b"h"),
    RIGHT: (b"\x1bOC", b"d", b"l"),
    A: (b"\r", b"\n", b" "),
    B: (b"\x7f", b"\b", b"b"),
    SELECT: (b"\t",),
    START: (b"p",),
}


@pytest.mark.parametrize(("key", "sent"), [(key, sent) for key, all in SENT.items() for sent in all])
def test_a_key_is_pressed_and_let_go_at_once(key, sent):
    keys = keyboard()
    keys.feed(sent, 1.0)
    assert events(keys, 1.0) == [(key, True), (key, False)]


def test_a_sequence_may_come_in_pieces():
    keys = keyboard()
    for piece in (b"\x1b", b"[", b"1;", b"5", b"A"):
        keys.feed(piece, 1.0)
    assert events(keys, 1.0) == [(UP, True), (UP, False)]


def test_an_escape_that_nothing_follows_is_b():
    keys = keyboard()
    keys.feed(b"\x1b", 1.0)
    assert events(keys, 1.0) == []
    keys.feed(b"", 1.05)
    assert events(keys, 1.05) == []
    keys.feed(b"", 1.2)
    assert events(keys, 1.2) == [(B, True), (B, False)]


def test_unknown_keys_are_passed_over():
    keys = keyboard()
    keys.feed(b"\x1b[15~\x1b[Z\x1b[<0;3;4M\x1bOP\xc3\xa9u\x1b[A", 1.0)
    assert events(keys, 1.0) == [(UP, True), (UP, False)]


# What a terminal sends unasked, or late: none of it is a key.
ANSWERS = {
    "DCS: what it is": b"\x1bP>|XTerm(388)\x1b\\",
    "DCS: what it can": b"\x1bP1+r524742=382F382F38\x1b\\",
    "DCS: a setting": b"\x1bP1$r0;38;5;3m\x1b\\",
    "OSC: a colour": b"\x1b]11;rgb:0c0c/2121/1c1c\x07",
    "OSC: a colour, ended by ST": b"\x1b]4;7;rgb:abcd/bbbb/dddd\x1b\\",
    "OSC: the clipboard": b"\x1b]52;c;" + b"d2FzZHBi" * 600 + b"\x07",
    "OSC: a title": "\x1b]lявбπwasd\x1b\\".encode(),
    "APC: a picture": b"\x1b_Gi=31;OK\x1b\\",
    "PM": b"\x1b^private wasd\x1b\\",
    "SOS": b"\x1bXsome wasd\x1b\\",
    "device attributes": b"\x1b[?62;1;2;4;6;9;15;22c",
    "where the cursor is": b"\x1b[24;80R",
    "the size of the window": b"\x1b[4;600;800t",
    "a mode": b"\x1b[?2026;2$y",
    "the theme": b"\x1b[?997;1n",
    "the focus comes": b"\x1b[I",
    "the focus goes": b"\x1b[O",
    "the mouse": b"\x1b[<0;3;4M\x1b[<0;3;4m",
    "an old mouse": b"\x1b[M wd\x1b[M#bp",
    "F1 on a Linux console": b"\x1b[[A",
    "F2 to F5 on a Linux console": b"\x1b[[B\x1b[[C\x1b[[D\x1b[[E",
    "private sequences that end like arrows": b"\x1b[?1A\x1b[>2B\x1b[<3C\x1b[=4D",
}


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("typing", [False, True])
def test_what_a_terminal_sends_by_itself_is_swallowed_whole(name, typing):
    keys = keyboard(typing)
    keys.feed(ANSWERS[name] * 2 + b"\x1b[A", 1.0)
    assert events(keys, 1.0) == [(UP, True), (UP, False)] and keys.text == ""


@pytest.mark.parametrize("name", [name for name in ANSWERS if len(ANSWERS[name]) < 100])
def test_what_a_terminal_sends_by_itself_may_come_in_pieces(name):
    sent = ANSWERS[name]
    for cut in range(1, len(sent)):
        keys = keyboard()
        keys.feed(sent[:cut], 1.0)
        keys.feed(b"", 1.05)
        keys.feed(sent[cut:], 1.09)
        keys.feed(b"\x1b[A", 1.1)
        assert events(keys, 1.1) == [(UP, True), (UP, False)], cut
    keys = keyboard()
    for number in range(len(sent)):
        keys.feed(sent[number : number + 1], 1 + number / 20)
    keys.feed(b"\x1b[A", 10.0)
    assert events(keys, 10.0) == [(UP, True), (UP, False)]


@pytest.mark.parametrize("start", [b"\x1bP", b"\x1b]0;w", b"\x1b_", b"\x1b^", b"\x1bX"])
def test_a_string_without_an_end_takes_no_keys_away(start):
    for rest, now in ((b"w", 3.0), (b"\x1b[A", 1.1), (b"\x1bOA", 1.1)):
        keys = keyboard()
        keys.feed(start, 1.0)
        keys.feed(b"", 1.05)
        keys.feed(rest, now)
        assert events(keys, 9.0) == [(UP, True), (UP, False)], rest
    keys = keyboard()
    keys.feed(start, 1.0)
    keys.feed(b"\r", 1.1)
    assert events(keys, 1.1) == [(A, True), (A, False)]
    keys.feed(start, 2.0)
    with pytest.raises(SystemExit):
        keys.feed(b"\x03", 2.1)


def test_half_a_sequence_that_never_ends_is_no_key():
    for start in (b"\x1b[", b"\x1b[1;", b"\x1bO", b"\x1b[[", b"\x1b[M "):
        keys = keyboard()
        keys.feed(start, 1.0)
        keys.feed(b"", 3.0)
        keys.feed(b"w", 3.1)
        assert events(keys, 4.0) == [(UP, True), (UP, False)], start


@pytest.mark.parametrize("typing", [False, True])
@pytest.mark.parametrize("sent", [b"\x1b[21~", b"\x1b[21;2~"])
def test_f10_is_start_as_well(sent, typing):
    keys = keyboard(typing)
    keys.feed(sent, 1.0)
    assert events(keys, 1.0) == [(START, True), (START, False)] and keys.text == ""
    keys.feed(b"\x1b[20~\x1b[23~\x1b[2~\x1b[1~\x1b[211~", 1.0)
    assert events(keys, 1.0) == []


@pytest.mark.parametrize("signs", [LETTERS.upper(), *SCRIPTS.values()])
def test_a_letter_of_another_script_and_a_capital_are_the_key_that_types_them(signs):
    for letter, sign in zip(LETTERS, signs, strict=True):
        keys = keyboard()
        keys.feed(sign.encode(), 1.0)
        if sign in "BZ":
            assert events(keys, 1.1) == [(B, True)]  # held
        elif sign.isalpha():
            key = terminal.KEYBOARD[letter]
            assert events(keys, 1.0) == [(key, True), (key, False)], sign


def test_what_is_held_is_released_when_the_game_was_stopped():
    keys = keyboard()
    keys.feed(b"B\x1b[1;", 1.0)
    assert events(keys, 1.1) == [(B, True)]
    keys.let_go(1.2)
    keys.feed(b"w", 1.3)
    assert events(keys, 1.3) == [(B, False), (UP, True), (UP, False)]
    keys.feed(b"\x1b]0;", 2.0)
    keys.let_go(2.1)
    keys.feed(b"w", 2.2)
    assert events(keys, 2.2) == [(UP, True), (UP, False)]


@pytest.mark.parametrize("sign", ["B", "Z", "И", "Я", "Β", "Ζ", "Ｂ"])
def test_a_capital_b_of_any_script_holds_b_while_other_keys_work(sign):
    keys = keyboard()
    keys.feed(sign.encode(), 1.0)
    keys.feed(b"w", 1.1)
    assert events(keys, 1.2) == [(B, True), (UP, True), (UP, False)]
    assert events(keys, 1.69) == []
    assert events(keys, 1.71) == [(B, False)]


@pytest.mark.parametrize("sent", ["q", "Q", "\x03", "\x1c", "й", "Й", "ｑ", "ㅂ"])
def test_q_in_any_script_and_ctrl_c_and_ctrl_backslash_end_the_game(sent):
    with pytest.raises(SystemExit):
        keyboard().feed(sent.encode(), 1.0)


# While text is typed


@pytest.mark.parametrize(
    ("sent", "text"),
    [(b"Marq", "Marq"), ("Éloïse".encode(), "Éloïse"), (b"a\x7f\r", "a\b\r"), (b"pwhB-.", "pwhB-.")],
)
def test_while_text_is_typed_letters_are_no_keys(sent, text):
    keys = keyboard(typing=True)
    keys.feed(sent, 1.0)
    assert keys.text == text and events(keys, 2.0) == []


def test_while_text_is_typed_arrows_space_and_tab_are_keys_and_ctrl_c_ends_the_game():
    keys = keyboard(typing=True)
    keys.feed(b"\x1b[A \t", 1.0)
    assert [key for key, pressed in events(keys, 1.0) if pressed] == [UP, A, SELECT] and keys.text == ""
    with pytest.raises(SystemExit):
        keys.feed(b"\x03", 1.0)


def test_an_escape_is_typed_too_and_a_letter_may_come_in_pieces():
    keys = keyboard(typing=True)
    keys.feed("é".encode()[:1], 1.0)
    keys.feed("é".encode()[1:], 1.01)
    keys.feed(b"\x1b", 1.02)
    keys.feed(b"", 1.2)
    assert keys.text == "é\x1b"
