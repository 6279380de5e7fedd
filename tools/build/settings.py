# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Reads settings.toml as CircuitPython does: which board it names, and which settings the board cannot use.

The firmware reads a part of TOML only: lines of NAME = "text" or NAME = number. Everything behind a line that
begins with [ does not count, nor does a first line behind a byte order mark. Text without double quotes is an
error before 10.2; since then it is text. boards/web/install/settings.js reads the same, and
tests/tools/settings.json holds both to what the firmware's own code does.
"""

import functools
import re

from tools.build import circuitpython, rules

# How the firmware reads bytes. A line ends behind a line feed or a 0, but for a 0 where its name ends.
_SPACE = rb"[ \t\v\f\r]*+"
_LINE = rb"(?:\n|[^\n][^\n\0]*[\n\0]?|\Z)"
_END = re.compile(_SPACE + rb"(?:[\[\0]|\Z)")  # the rest of the file does not count
_TEXT = rb'"((?:[^"\\\n\0]|\\u.{4}|\\U.{8}|\\[^uU\n\0])*)"' + _SPACE + rb"(?:[\n\0#]|\Z)"
_VALUE = re.compile(_SPACE + rb'(?:%b|(?!["\n\0]|\Z)([^\n\0#]*))' % _TEXT, re.DOTALL)
_ESCAPE = re.compile(rb"\\(u.{4}|U.{8}|.)", re.DOTALL)
_ESCAPES = {b"b": b"\b", b"r": b"\r", b"n": b"\n", b"t": b"\t", b"v": b"\v", b"f": b"\f"}
_NUMBER = rb"[ \t\n\v\f\r]*(-?)\+?(?:0[xX])?([0-9a-fA-F]+)"  # these digits, as C's strtoul takes them
# MicroPython looks only at the number of bytes in each character.
_UTF_8 = re.compile(
    rb"(?:[\0-\x7f]|[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3})*"
)
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}  # byte order marks
_START = r"(?:^|[\r\n])[ \t\v\f\r]*"  # of a line
_TEXTS = ("HANDFUL_BOARD", "HANDFUL_SITE")  # settings that are text
_EXAMPLE = "HANDFUL_SITE"
_SHOWN = 40  # characters of a line that is told of
_BARE_SINCE = (10, 2)  # the first version that takes text without quotes


class Unreadable(Exception):
    """The firmware cannot use a setting; the message is a sentence that names file, setting and cause.

    name: the setting's. cause: the sentence's key in rules.json.
    """

    def __init__(self, cause: str, name: str):
        super().__init__(rules.say(cause, rules.DRIVE["settings"], name))
        self.cause = cause
        self.name = name


def _character(escape: re.Match) -> bytes:
    """Returns the bytes that an escape in text stands for. ValueError if the firmware calls it an error."""
    kind, rest = escape[1][:1], escape[1][1:]
    if not rest:
        return _ESCAPES.get(kind, kind)
    digits = re.fullmatch(_NUMBER, rest)
    if not digits:
        raise ValueError
    return chr(int(digits[1] + digits[2], 16)).encode("utf-8", "surrogatepass")


def _begins(data: bytes, name: bytes) -> int | None:
    """Returns where a setting's value begins, None if the firmware sees no such setting."""
    part = functools.reduce(lambda rest, letter: b"(?:%c%b)?+" % (letter, rest), reversed(name), b"")
    line = re.compile(rb"%b(?:%b(?:\s%b)?(?:(=)|%b)|%b%b)" % (_SPACE, name, _SPACE, _LINE, part, _LINE))
    at = 0
    while not _END.match(data, at) and (found := line.match(data, at)):
        at = found.end()
        if found[1]:
            return at
    return None


def value(data: bytes, name: str) -> tuple[str, bool] | None:
    """Returns what a setting is and whether it has quotes; None if the firmware sees none.

    Unreadable if that is an error to the firmware.
    """
    at = _begins(data, name.encode())
    if at is None:
        return None
    try:
        found = _VALUE.match(data, at)
        if not found:
            raise ValueError
        quoted = found[1] is not None
        said = _ESCAPE.sub(_character, found[1]) if quoted else found[2].rstrip(b" \t\r")
        if not _UTF_8.fullmatch(said):
            raise ValueError
    except (ValueError, OverflowError):
        raise Unreadable("setting_broken", name) from None
    return said.decode("utf-8", "replace"), quoted


def text(data: bytes, name: str, version: str) -> str:
    """Returns what `os.getenv` gives a program for a setting that is text, "" if it is not there.

    data: the file. version: CircuitPython's. Unreadable if the firmware cannot read the setting or misses it.
    """
    found = value(data, name)
    if not found:
        cause = _unseen(data, name)
        if cause:
            raise Unreadable(cause, name)
        return ""
    said, quoted = found
    if not quoted and (said.startswith("'") or circuitpython.numbers(version) < _BARE_SINCE):
        raise Unreadable("setting_quotes", name)
    return said


def faults(data: bytes, version: str) -> list[Unreadable]:
    """Returns what is wrong with our settings in the file, in its order, one for each setting."""
    found = []
    for name in dict.fromkeys(re.findall(_START + "(HANDFUL_[A-Z0-9_]+)", _plain(data))):
        try:
            said, quoted = value(data, name) or ("", False)
            if name in _TEXTS or not (quoted or re.fullmatch("[-+]?[0-9][0-9A-Za-z_]*", said)):
                text(data, name, version)
        except Unreadable as error:
            found.append(error)
    return found


def slips(data: bytes) -> list[list[str]]:
    """Returns what the firmware takes and nobody can mean: [a sentence's key, name, name that is near]."""
    found = []
    wide = b"\0" in data[:2]  # UTF-16 without a mark
    if not data.startswith(tuple(_MARKS)) and (wide or data.decode("utf-8", "ignore").encode() != data):
        found.append(["slip_encoding", "", ""])
    above = re.split(_START + r"\[", _plain(data))[0]
    names = re.findall(_START + "(HANDFUL_[A-Z0-9_]*)[ \t\v\f]*=", above, re.A | re.I)
    known = ["HANDFUL_" + name for name in rules.DRIVE["known"]]
    for name in dict.fromkeys(names):
        if name not in known:
            near = _near(name)
            found.append(["slip_near" if near else "slip_unknown", name, near])
        elif names.count(name) > 1:
            found.append(["slip_twice", name, ""])
        elif re.search(_START + name + r'[ \t]*=[ \t]*""[ \t\r]*(?:[#\n]|\Z)', above):
            found.append(["slip_empty", name, ""])
    below = [["setting_below", name, ""] for name in _unread(data, _plain(data)[len(above) :], "(?!)")]
    odd = [["slip_unread", name, _meant(name)] for name in _unread(data, above, "HANDFUL_[A-Z0-9_]*")]
    return found + odd + below


def _unread(data: bytes, part: str, said: str) -> list[str]:
    """Returns what stands before the = of lines that look like ours, and that `faults` does not tell of.

    part: of the file. said: a pattern of the names of which something else is said.
    """
    found = {}
    for line in re.split("[\r\n]", part):
        before, sign, _ = line.split("#")[0].partition("=")
        shown = re.sub("[^!-~]+", " ", before).strip(" ")
        if not sign or "HANDFUL" not in shown.upper():
            continue
        named = re.match(r"[ \t\v\f]*(HANDFUL_[A-Z0-9_]+)(?![A-Za-z0-9_])", before)
        is_told = named and not _is_read(data, named[1])
        if not is_told and not re.fullmatch(rf"[ \t\v\f]*(?:{said})[ \t\v\f]*", before, re.A | re.I):
            found[shown[:_SHOWN]] = True
    return list(found)


def _is_read(data: bytes, name: str) -> bool:
    try:
        return value(data, name) is not None
    except Unreadable:
        return False


def _meant(shown: str) -> str:
    """Returns the setting that a line may be, or an example."""
    return _near("HANDFUL_" + re.sub("[^A-Z0-9]", "", shown.upper()).partition("HANDFUL")[2]) or _EXAMPLE


def _near(name: str) -> str:
    """Returns the setting whose name is near to another, "" if none is."""
    steps, near = min(
        (_apart(name.upper(), "HANDFUL_" + one), "HANDFUL_" + one) for one in rules.DRIVE["known"]
    )
    return near if 2 * steps < len(name) - len("HANDFUL_") else ""


def _apart(one: str, other: str) -> int:
    """How many letters are to be changed, added, left out or swapped to make one name of the other."""
    above = row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        before, above, row = above, row, [i + 1]
        for j, wanted in enumerate(other):
            steps = min(above[j] + (letter != wanted), above[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and wanted == one[i - 1]:
                steps = min(steps, before[j - 1] + 1)
            row.append(steps)
    return row[-1]


def _plain(data: bytes) -> str:
    """The file as an editor shows it."""
    encodings = [encoding for mark, encoding in _MARKS.items() if data.startswith(mark)]
    return data.decode([*encodings, "utf-8"][0], "replace").replace("\0", "")


def _unseen(data: bytes, name: str) -> str:
    """Returns why the firmware does not see a setting that stands in the file, "" if none stands there."""
    line = _START + name + "(?![A-Za-z0-9_])"
    file = _plain(data)
    section = re.search(_START + r"\[", file)
    end = section.start() if section else len(file)
    if re.search(line, file[:end]):
        return "setting_marked" if data.startswith(tuple(_MARKS)) else "setting_broken"
    return "setting_below" if re.search(line, file[end:]) else ""
