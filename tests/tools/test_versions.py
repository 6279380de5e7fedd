# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Which versions of CircuitPython serve a board: its page says it, and all that refuse others go by that."""

import re

import pytest

from tools import PROJECT, Refusal
from tools.build import bundle, circuitpython, drive, pages

DEVICES = drive.devices()
ROWS = [(page, name) for page in DEVICES for name in pages.firmwares(page)]


@pytest.mark.parametrize("page", DEVICES)
def test_every_page_says_the_first_version_of_each_of_its_firmwares(page):
    for name in pages.firmwares(page):
        first, last = pages.versions(page, name)
        assert re.fullmatch(r"(9|10)(\.[1-9]\d*)*", first), "a version without zeros at its end"
        assert circuitpython.OLDEST <= circuitpython.numbers(first)[0] <= circuitpython.NEWEST
        assert not last or circuitpython.numbers(last) >= circuitpython.numbers(first)


def test_all_pages_of_a_firmware_agree_on_its_versions():
    said = {}
    for page, name in ROWS:
        said.setdefault(name, set()).add(pages.versions(page, name))
    assert not {name: versions for name, versions in said.items() if len(versions) > 1}


@pytest.mark.parametrize("page", DEVICES)
def test_the_bundle_says_which_versions_it_needs(page):
    needs = circuitpython.served(page)
    first, *others = pages.firmwares(page)
    since, until = pages.versions(page, first)
    assert until == needs or "newer" not in needs.replace(f"({since} or newer)", "").partition(" (rasp")[0]
    assert until or re.match(r"(9 .*or 10|10)\b", needs) or needs == circuitpython.VERSIONS
    for name in others:
        if pages.versions(page, name) != (since, until):
            assert f"{name}: {circuitpython.needed(page, name)}" in needs
    files = bundle.manifest(page, {}).decode()
    assert files.startswith(f"Handful {bundle.version()} for {page}, which needs CircuitPython {needs}: ")


def test_a_page_s_versions_cost_the_device_nothing():
    for page in ("m5stack_cardputer", "lilygo_tdeck"):
        place = f"boards/{page}.py"
        code = bundle.bytecode(place, PROJECT / place, "160x120")
        assert b"NAME" in code and b"SINCE" not in code and b"9.2.1" not in code


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize(("page", "name"), ROWS)
def test_a_board_is_served_from_the_first_version_of_its_page_on(page, name, force):
    first, last = pages.versions(page, name)
    *rest, number = circuitpython.numbers(first)
    old = ".".join(map(str, [*rest, number - 1, 9][:3]))
    needs = first if last else f"{first} or newer"
    with pytest.raises(Refusal) as refusal:
        circuitpython.check(old, force, page, name)
    assert str(refusal.value) == f"The board has CircuitPython {old}, and Handful needs {needs} there."
    with pytest.raises(Refusal, match=f"^f.uf2 is CircuitPython {old}, and Handful needs {needs}"):
        circuitpython.check(old, force, page, name, "f.uf2")
    for version in (".".join([*first.split("."), "0", "0"][:3]), last or "10.3.0-alpha.4"):
        circuitpython.check(version, force, page, name)


@pytest.mark.parametrize("version", ["10.0.0", "10.2.1", "11.0.0"])
@pytest.mark.parametrize("force", [False, True])
def test_a_cardputer_that_is_too_new_is_told_what_is_broken_there_and_what_to_install(version, force):
    name = "m5stack_cardputer"
    for path, said in (
        ("", f"The board has CircuitPython {version}"),
        ("f.uf2", f"f.uf2 is CircuitPython {version}"),
    ):
        with pytest.raises(Refusal) as refusal:
            circuitpython.check(version, force, name, name, path)
        assert (
            str(refusal.value)
            == f"{said}, which crashes when the Cardputer's keyboard is used: install 9.2.x."
        )
    assert [page for page in DEVICES if pages.versions(page)[1]] == [
        name
    ]  # another one needs its own sentence


def test_the_zip_of_a_release_is_named_after_the_versions_that_it_serves():
    assert circuitpython.majors("pybadge") == "9-10"
    assert circuitpython.majors("pimoroni_explorer2350") == "10"
    assert circuitpython.majors("m5stack_cardputer") == "9"


def in_a_table(page):
    """What the documents' tables say of a page's versions."""
    since, until = pages.versions(page)
    if until:
        return f"{until}, not {circuitpython.numbers(until)[0] + 1}"
    called = {"raspberry_pi_pico2": "Pico 2", "raspberry_pi_pico2_w": "Pico 2 W"}
    others = [name for name in pages.firmwares(page) if pages.versions(page, name)[0] != since]
    return ", ".join([since, *(f"{called[name]} {pages.versions(page, name)[0]}" for name in others)])


def rows_of(document, column):
    """The rows of the tables that have a column of this name: their cells."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", (PROJECT / document).read_text(encoding="utf-8"), re.M):
        lines = [[cell.strip() for cell in line.strip("|\n").split(" | ")] for line in table.splitlines()]
        if column in lines[0]:
            found += [(cells[0], cells[lines[0].index(column)]) for cells in lines[2:]]
    return found


def page_of(called):
    """The page of a board that a table calls so."""
    name = called.split(",")[0].replace("ESP32-S3 ", "")
    (page,) = [page for page in DEVICES if pages.fact(page, "NAME", "").endswith(name)]
    return page


def test_the_readme_says_the_first_version_of_every_board():
    said = {name: cell for row, cell in rows_of("README.md", "from") for name in re.findall("`(.*?)`", row)}
    assert said == {page: in_a_table(page) for page in DEVICES}


def test_the_boards_pages_say_the_first_version_of_each_board():
    rows = [
        row for name in ("rp2", "few", "touch") for row in rows_of(f"docs/boards/{name}.md", "from version")
    ]
    for called, cell in rows:
        assert cell == in_a_table(page_of(called)), called
    esp32 = rows_of("docs/boards/esp32.md", "CircuitPython")
    assert len(esp32) == 5
    for link, cell in esp32:
        page = link.rstrip("/)").rpartition("/")[2]
        newer = circuitpython.needed(page)
        assert cell == newer or cell.startswith(f"**{in_a_table(page)}**"), page
    wired = " ".join((PROJECT / "docs/boards/wired.md").read_text(encoding="utf-8").split())
    versions = [pages.versions("wired", name)[0] for name in pages.firmwares("wired")]
    assert versions[0] == versions[1]
    assert "({0} will do for Pico and Pico W, {2} for Pico 2, {3} for Pico 2 W)".format(*versions) in wired


def test_every_board_is_named_with_its_family():
    """That the family's own page has it, too, is checked in test_facts.py."""
    overview = (PROJECT / "docs/boards/README.md").read_text(encoding="utf-8").split("\n## ")[0]
    named = set(re.findall(r"\w+", "\n".join(re.findall(r"^\|.*", overview, re.M))))
    for page in DEVICES:
        called = pages.fact(page, "NAME", "")
        if not called.startswith(("Pico with", "Own wiring")):  # "own wiring" is their family
            words = {*re.findall(r"\w+", called)[-2:]}
            assert words & named, f"docs/boards/README.md names no {called}: add it to a family"


def test_a_zip_that_a_document_names_has_the_versions_of_its_board():
    named = set()
    for document in [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")]:
        text = document.read_text(encoding="utf-8")
        named |= set(re.findall(r"handful-0\.1\.0-(\w+)-cpy([\d-]+)\.zip", text))
    assert len(named) > 3
    assert all(circuitpython.majors(page) == served for page, served in named), named
