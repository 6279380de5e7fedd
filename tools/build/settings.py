# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Reads settings.toml as CircuitPython does: which board it names, and which settings the board cannot use.

The firmware reads a part of TOML only: lines of NAME = "text" or NAME = number. Everything behind a line that
begins with [ does not count, nor does a first line behind a byte order mark. Text without double quotes is an
error before 10.2; since then it is text. boards/web/install/settings.js reads the same, and
tests/tools/settings.json holds both to what the firmware's own code does.
"""

import re

from tools.build import circuitpython, rules

_SPACE = b" \t\n\v\f\r"
_LINE = ord("\n")
_QUOTE = ord('"')
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}  # byte order marks
_ESCAPES = {ord(name): byte for name, byte in zip("brntvf", b"\b\r\n\t\v\f", strict=True)}
_LONG = {ord("u"): 4, ord("U"): 8}  # digits of a character's number
_NUMBER = rb"[ \t\n\v\f\r]*(-?)\+?(?:0[xX])?([0-9a-fA-F]+)"  # these digits, as C's strtoul takes them
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


class _File:
    """Bytes, read one by one as the firmware does. Behind the last one is 0."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def next(self) -> int:
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.at = min(self.at + 1, len(self.data))
        return byte

    def behind_space(self) -> int:
        """The first byte that is no space, or the line's end."""
        byte = self.next()
        while byte in _SPACE and byte != _LINE:
            byte = self.next()
        return byte

    def skip_line(self) -> None:
        while self.next() not in (0, _LINE):
            pass


def _found(file: _File, name: bytes) -> bool:
    """Reads a line's beginning: whether it has that name. If so, the value is next, else the next line."""
    byte = file.behind_space()
    if byte in (ord("["), 0):
        file.at = len(file.data)
        return False
    for letter in name:
        if byte != letter:
            break
        byte = file.next()
    else:
        if byte in _SPACE:
            byte = file.behind_space()
        if byte == ord("="):
            return True
    if byte != _LINE:
        file.skip_line()
    return False


def _quoted(file: _File) -> bytes | None:
    """The text up to the closing quote, None if the firmware calls it an error."""
    text = b""
    while True:
        byte = file.next()
        if byte in (0, _LINE):
            return None
        if byte == _QUOTE:
            return text if file.behind_space() in (0, _LINE, ord("#")) else None
        if byte == ord("\\"):
            byte = file.next()
            if byte in (0, _LINE):
                return None
            if byte in _LONG:
                digits = re.fullmatch(_NUMBER, bytes(file.next() for _ in range(_LONG[byte])))
                number = int(digits[2], 16) if digits else 0
                if not digits or (digits[1] and number) or number > 0x10FFFF:
                    return None
                text += chr(number).encode("utf-8", "surrogatepass")
                continue
            byte = _ESCAPES.get(byte, byte)
        text += bytes((byte,))


def _bare(file: _File, byte: int) -> bytes:
    text = b""
    while byte not in (0, _LINE, ord("#")):
        text += bytes((byte,))
        byte = file.next()
    return text.rstrip(b" \t\r")


def _is_text(data: bytes) -> bool:
    """Whether MicroPython takes bytes for UTF-8: it looks at their number in each character only."""
    lead = rb"[\0-\x7f]|[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3}"
    return bool(re.fullmatch(rb"(?:%s)*" % lead, data))


def value(data: bytes, name: str) -> tuple[str, bool] | None:
    """Returns what a setting is and whether it has quotes; None if the firmware sees none.

    Unreadable if that is an error to the firmware.
    """
    file = _File(data)
    while file.at < len(data):
        if not _found(file, name.encode()):
            continue
        byte = file.behind_space()
        quoted = byte == _QUOTE
        found = _quoted(file) if quoted else _bare(file, byte)
        if found is None or byte in (0, _LINE) or not _is_text(found):
            raise Unreadable("setting_broken", name)
        return found.decode("utf-8", "replace"), quoted
    return None


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
