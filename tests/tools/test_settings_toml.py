# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""settings.toml is read as the firmware reads it: settings.json has what CircuitPython's own code gives."""

import json
import random
import re
from pathlib import Path

import pytest

from tools.build import bundle, rules, settings

VERSIONS = {"9": "9.2.8", "10.2": "10.2.1"}
CASES = json.loads(Path(__file__).with_name("settings.json").read_text(encoding="utf-8"))
BOARD = "HANDFUL_BOARD"
# What means something in such a file: names, signs, escapes, marks, and letters that are no UTF-8.
PIECES = [BOARD, BOARD[:-1], BOARD + "S", "HANDFUL_ROW", " = ", "\n", "\r\n", " ", "\t", "\v", "\0"]
PIECES += r"""
    = " "x" pybadge # [a] [ \ \u0041 \U00000041 \u0x1f \n ' 7 \ud800 \U00110000 \u-000
""".split()
PIECES += ["handful", "HANDFUL.ROW", "export ", "\xc2\xa0", "#"]
PIECES += ["\r", "\\u -0", "\xef\xbb\xbf", "\xff\xfe", "\xff", "\xc3\xa9", "\xed\xa0\x80"]


def read(data, version):
    """A setting's text, or the cause why it cannot be read; and all faults of the file."""
    try:
        found = settings.text(data, BOARD, version)
    except settings.Unreadable as error:
        found = {"cause": error.cause}
    return [found, [[error.cause, error.name] for error in settings.faults(data, version)]]


def mutated(number, seed):
    """Files made of pieces that mean something, half of them with a line that begins rightly."""
    chance = random.Random(seed)
    for _ in range(number):
        data = "".join(chance.choices(PIECES, k=chance.randrange(14)))
        yield (f'{BOARD} = "{data}"\n' if chance.random() < 0.5 else data).encode("latin-1")


def short():
    """Files of each length from 0 to 64, with each first byte."""
    chance = random.Random(1)
    yield b""
    for length in range(64):
        for first in range(256):
            yield bytes((first,)) + chance.randbytes(length)


@pytest.mark.parametrize("since", VERSIONS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_setting_is_what_the_firmware_makes_of_it_or_the_cause_is_named(case, since):
    found, faults = read(case["file"].encode("latin-1"), VERSIONS[since])
    expected = case[since]
    if expected.startswith("setting_"):
        assert found == {"cause": expected} and [expected, BOARD] in faults
    else:
        assert found == expected and not faults


def test_the_cases_have_every_cause_and_every_difference_between_the_versions():
    causes = {key for key in rules.RULES["sentences"] if key.startswith("setting_")}
    assert causes == {
        case[since] for case in CASES for since in VERSIONS if case[since].startswith("setting_")
    }
    assert any(case["9"] != case["10.2"] for case in CASES)


@pytest.mark.parametrize(
    ("version", "bare"),
    [("9.0.0", False), ("10.0.3", False), ("10.1.4", False), ("10.2.0-rc.0", True), ("11.0.0", True)],
)
def test_text_without_quotes_counts_since_the_version_whose_firmware_takes_it(version, bare):
    found, _ = read(b"HANDFUL_BOARD = pygamer\n", version)
    assert found == ("pygamer" if bare else {"cause": "setting_quotes"})


def test_every_setting_of_ours_that_the_firmware_cannot_use_is_named_once():
    text = (
        "HANDFUL_SITE = https://example.org/\nHANDFUL_SIZE = 90\nHANDFUL_ROW = -1 # one\nHANDFUL_UP = GP3\n"
        'OTHER = x\nHANDFUL_DOWN = "GP4\nHANDFUL_DOWN = GP5\nHANDFUL_LEFT "GP6"\n[keys]\nHANDFUL_COLUMN = 4\n'
    )
    wrong = [
        ["setting_quotes", "HANDFUL_SITE"],
        ["setting_quotes", "HANDFUL_UP"],
        ["setting_broken", "HANDFUL_DOWN"],
        ["setting_broken", "HANDFUL_LEFT"],
        ["setting_below", "HANDFUL_COLUMN"],
    ]
    assert read(text.encode(), "9.2.8")[1] == wrong
    assert read(text.encode(), "10.2.1")[1] == wrong[2:]
    example = (bundle.PROJECT / "settings.toml.example").read_bytes()
    assert read(example, "9.2.8") == read(example, "10.2.1") == ["wired", []]


# A file, and what is said of it beside what the firmware cannot read.
SLIPS = [
    (b'HANDFUL_BORAD = "wired"\n', [["slip_near", "HANDFUL_BORAD", "HANDFUL_BOARD"]]),
    (b'handful_site = "https://a.example/"\n', [["slip_near", "handful_site", "HANDFUL_SITE"]]),
    (b'HANDFUL_BOARDS = "wired"', [["slip_near", "HANDFUL_BOARDS", "HANDFUL_BOARD"]]),
    (b"HANDFUL_COLUM=1\nHANDFUL_COLUM=2\n", [["slip_near", "HANDFUL_COLUM", "HANDFUL_COLUMN"]]),
    (b"HANDFUL_FIRE = 1\n", [["slip_unknown", "HANDFUL_FIRE", ""]]),
    (b"HANDFUL_X = 1\n", [["slip_unknown", "HANDFUL_X", ""]]),
    (b"HANDFUL_ROW = 1\nA = 1\n HANDFUL_ROW=2\n", [["slip_twice", "HANDFUL_ROW", ""]]),
    (b'HANDFUL_BOARD = ""\n', [["slip_empty", "HANDFUL_BOARD", ""]]),
    (b'# caf\xe9\nHANDFUL_BOARD = "wired"\n', [["slip_encoding", "", ""]]),
    (
        b'HANDFUL_BORAD = "\xff"\n',
        [["slip_encoding", "", ""], ["slip_near", "HANDFUL_BORAD", "HANDFUL_BOARD"]],
    ),
    (b'# HANDFUL_BORAD = ""\nOTHER = ""\nOTHER = ""\n# caf\xc3\xa9\n[a]\nHANDFUL_BORAD = ""\n', []),
    (b"\xef\xbb\xbfHANDFUL_ROW = 1\n", []),
    ("HANDFUL_ROW = 1\n".encode("utf-16"), []),
    ("HANDFUL_ROW = 1\n".encode("utf-16-le"), [["slip_encoding", "", ""]]),
    ("HANDFUL_UP = 1\n".encode("utf-16-be"), [["slip_encoding", "", ""]]),
]


# Lines that look like a setting and are none to the firmware; the setting that each may be.
UNREAD = {
    '"HANDFUL_SITE" = "x"': "HANDFUL_SITE",
    '"HANDFUL_BOARD" = "wired"': "HANDFUL_BOARD",
    "'HANDFUL_SITE' = 'x'": "HANDFUL_SITE",
    "export HANDFUL_SITE=x": "HANDFUL_SITE",
    "set HANDFUL_ROW=1": "HANDFUL_ROW",
    'HANDFUL-COLUMN = "x"': "HANDFUL_COLUMN",
    "HANDFUL.SITE = 1": "HANDFUL_SITE",
    "HANDFUL SITE = 1": "HANDFUL_SITE",
    "handfulsite = 1": "HANDFUL_SITE",
    "Handful.Stie = 1": "HANDFUL_SITE",
    '{HANDFUL_SITE = "x"}': "HANDFUL_SITE",
    "; HANDFUL_UP = 1": "HANDFUL_UP",
    "- HANDFUL_A = 1": "HANDFUL_A",
    "\u00a0HANDFUL_SITE = 1": "HANDFUL_SITE",
    "\ufeff\ufeffHANDFUL_SITE = 1": "HANDFUL_SITE",
    "\u201cHANDFUL_SITE\u201d = 1": "HANDFUL_SITE",
    "HANDFUL_SITE\u00a0= 1": "HANDFUL_SITE",
    "HANDFUL_site x = 1": "HANDFUL_SITE",
    "MYHANDFUL = 1": "HANDFUL_SITE",  # which is an example then
}


def told(data):
    """The names of which something is said."""
    return [error.name for error in settings.faults(data, "10.2.1")] + [
        one[1] for one in settings.slips(data)
    ]


@pytest.mark.parametrize("line", UNREAD)
def test_a_line_that_looks_like_a_setting_and_is_not_read_is_said_once(line):
    name = re.sub("[^!-~]+", " ", line.partition("=")[0]).strip()
    for above in ("", "A = 1\n", "# HANDFUL_X y = 1\nB=2 # HANDFUL Z = 1\r\n \t", 'HANDFUL_LIGHT = "GP1"\n'):
        for data in (f"{above}{line}", f"{above}{line}\r\nC = 1\n", f"{above}{line}\n{line}\n"):
            if line.startswith("HANDFUL_SITE") or (line[0] == "\ufeff" and not above):
                assert len(told(data.encode())) == 1
                continue
            assert settings.slips(data.encode()) == [["slip_unread", name, UNREAD[line]]]
            assert told(data.encode()) == [name]
    sentence = rules.say("slip_unread", "settings.toml", name, UNREAD[line])
    assert "settings.toml" in sentence and name in sentence and sentence.endswith(f'{UNREAD[line]} = "...".')


def test_beside_the_setting_itself_and_below_a_section_such_a_line_is_said_too():
    good = b'HANDFUL_SITE = "https://a.b"\n'
    assert settings.slips(good + b"HANDFUL_SITE.x = 1\n") == [
        ["slip_unread", "HANDFUL_SITE.x", "HANDFUL_SITE"]
    ]
    assert settings.slips(b'HANDFUL_SITE\v\f\t = "https://a.b"\n') == []
    for line in ("handful_site", '"HANDFUL_SITE"', "HANDFUL.SITE", "HANDFUL_LAMP"):
        data = good + b"HANDFUL_LAMP = 1\n[x]\n" + line.encode() + b" = 1\n"
        assert settings.slips(data) == [["setting_below", line, ""]]
    for data in (b'A = "HANDFUL_SITE = 1"\n', b"[HANDFUL_SITE]\nA = 1\n", b"A = 1 # HANDFUL_SITE = 1\n"):
        assert told(data) == []


def test_two_letters_that_have_changed_places_are_one_slip():
    for one in rules.DRIVE["known"]:
        for place in range(len(one) - 1):
            swapped = one[:place] + one[place + 1] + one[place] + one[place + 2 :]
            if len(one) > 2 and swapped != one:
                name = "HANDFUL_" + swapped
                assert settings.slips(f"{name} = 1\n".encode()) == [["slip_near", name, "HANDFUL_" + one]]


@pytest.mark.parametrize(("data", "said"), SLIPS)
def test_names_that_nobody_can_have_meant_empty_text_and_other_encodings_are_found(data, said):
    assert settings.slips(data) == said
    for key, *rest in said:
        sentence = rules.say(key, "settings.toml", *rest)
        assert "settings.toml" in sentence and all(name in sentence for name in rest)


def test_the_names_that_are_known_are_those_that_the_console_reads():
    wiring = (bundle.PROJECT / "boards/parts/wiring.py").read_text(encoding="utf-8")
    keys, others = re.findall(r'_(?:KEYS|OTHERS) = \(?\s*"([A-Z ]+)"', wiring)
    assert sorted(rules.DRIVE["known"]) == sorted((keys + " " + others).split())
    assert not settings.slips((bundle.PROJECT / "settings.toml.example").read_bytes())


def test_a_sentence_names_file_and_setting():
    for case in CASES:
        for error in settings.faults(case["file"].encode("latin-1"), "9.2.8"):
            assert "settings.toml" in str(error) and error.name in str(error) and str(error).endswith(".")


@pytest.mark.parametrize("version", VERSIONS.values())
def test_the_settings_that_a_bundle_has_are_read_by_every_version(version, monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "contents", lambda board, source, wanted: {})
    bundle.build("pybadge", tmp_path, site="https://example.org/~a/%20/")
    (made,) = tmp_path.glob("*/settings.toml")
    assert settings.text(made.read_bytes(), "HANDFUL_SITE", version) == "https://example.org/~a/%20/"
    assert settings.faults(made.read_bytes(), version) == []
