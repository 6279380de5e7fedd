# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make release` makes, from which commits, and what it refuses."""

import hashlib
import os
import re
import signal
import subprocess
import sys
import zipfile

import pytest

from tests.tools.test_one_file import DRIVES, firmware
from tools import PROJECT, Refusal, checkout
from tools.build import bundle, circuitpython, drive, pages, release, uf2, web

DAY = "## 0.1.0, 2026-11-22\n\n- Five games.\n"


class Clone:
    """A project of three files under git, with what a release needs."""

    def __init__(self, folder):
        self.folder = folder
        self.git("init", "--quiet")
        self.write("pyproject.toml", '[project]\nversion = "0.1.0"\n')
        self.write("CHANGELOG.md", f"# Changes\n\n{DAY}\n## 0.0.9, 2026-01-01\n\n- Four games.\n")
        self.commit()

    def git(self, *command):
        who = ("-c", "user.name=A", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false")
        subprocess.run(["git", "-C", str(self.folder), *who, *command], check=True, capture_output=True)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def commit(self, tag="v0.1.0"):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A release", "--allow-empty")
        if tag:
            self.git("tag", tag)


@pytest.fixture
def clone(tmp_path):
    (tmp_path / "clone").mkdir()
    return Clone(tmp_path / "clone")


def refused(clone, tmp_path, **facts):
    """The sentence of a refusal. An earlier release has to stay as it is."""
    old = tmp_path / "dist" / "release" / "old.zip"
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_bytes(b"old")
    with pytest.raises(Refusal) as refusal:
        release.make(tmp_path / "dist", project=clone.folder, **facts)
    assert [path.name for path in (tmp_path / "dist").rglob("*") if path.is_file()] == ["old.zip"]
    return str(refusal.value)


def test_changes_that_are_not_committed_are_refused(clone, tmp_path):
    clone.write("new.py", "")
    assert "not committed" in refused(clone, tmp_path)


def test_a_commit_without_a_tag_is_refused(clone, tmp_path):
    clone.commit(tag="")
    assert "has no tag: it needs v0.1.0" in refused(clone, tmp_path)


def test_a_version_that_is_not_the_tags_is_refused(clone, tmp_path):
    clone.write("pyproject.toml", '[project]\nversion = "0.2.0"\n')
    clone.commit(tag="v0.3.0")
    assert "is v0.3.0, but the version in pyproject.toml is 0.2.0" in refused(clone, tmp_path)


def test_of_several_tags_the_one_with_the_version_counts_and_the_pushed_one_has_to_be_it(
    clone, tmp_path, monkeypatch
):
    for tag in ("v0.9.9", "a-note"):
        clone.git("tag", "--annotate", "--message", "later", tag)
    assert release.version(clone.folder) == "0.1.0"
    monkeypatch.setenv("GITHUB_REF_NAME", "v0.1.0")
    assert release.version(clone.folder) == "0.1.0"
    monkeypatch.setenv("GITHUB_REF_NAME", "v0.9.9")
    assert "is v0.9.9, but the version in pyproject.toml is 0.1.0" in refused(clone, tmp_path)
    monkeypatch.delenv("GITHUB_REF_NAME")
    clone.git("tag", "--delete", "v0.1.0")
    assert "is a-note, v0.9.9, but the version" in refused(clone, tmp_path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# Changes\n\n## 0.0.9, 2026-01-01\n\n- Four games.\n", "says nothing of 0.1.0"),
        ("# Changes\n\n## 0.1.0, 2026-11-22\n\n## 0.0.9, 2026-01-01\n\n- Four.\n", "says nothing of 0.1.0"),
        (DAY.replace("2026-11-22", "not released"), "has no date for 0.1.0"),
    ],
)
def test_a_changelog_without_the_versions_part_or_its_date_is_refused(clone, tmp_path, text, sentence):
    clone.git("tag", "--delete", "v0.1.0")
    clone.write("CHANGELOG.md", text)
    clone.commit()
    assert sentence in refused(clone, tmp_path)


def test_firmware_that_is_for_none_of_the_boards_is_refused(clone, tmp_path):
    given = tmp_path / "given"
    assert "is no folder" in refused(clone, tmp_path, firmware=given)
    given.mkdir()
    assert "has no .uf2" in refused(clone, tmp_path, firmware=given)
    (given / "adafruit-circuitpython-pybadge-en_US-10.0.3.UF2").write_bytes(b"")
    assert "not that of CircuitPython for one of our RP2 boards" in refused(clone, tmp_path, firmware=given)


def test_firmware_that_is_damaged_or_wrong_is_refused_before_anything_is_made(clone, tmp_path, monkeypatch):
    def never(*arguments, **named):
        raise AssertionError("it was begun")

    monkeypatch.setattr(bundle, "contents", never)
    given = tmp_path / "given"
    given.mkdir()
    firmware(given / "adafruit-circuitpython-hack_club_sprig-en_US-10.2.0.uf2", "hack_club_sprig")
    file = given / "adafruit-circuitpython-pimoroni_picosystem-en_US-10.2.0.uf2"
    firmware(file, "hack_club_sprig")
    assert f"{file} is not the firmware of the board pimoroni_picosystem" in refused(
        clone, tmp_path, firmware=given
    )
    file.write_bytes(firmware(file).read_bytes()[:-1])
    assert "damaged" in refused(clone, tmp_path, firmware=given)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_release_is_one_sentence_and_leaves_nothing(number, tmp_path, monkeypatch, capsys):
    def interrupt(page):
        os.kill(os.getpid(), number)

    monkeypatch.setattr(bundle, "DIST", tmp_path)
    monkeypatch.setattr(bundle, "contents", interrupt)
    monkeypatch.setattr(release, "version", lambda project: "0.1.0")
    monkeypatch.setattr(release, "changes", lambda number, project: DAY)
    before = signal.getsignal(signal.SIGTERM)
    assert release.main([]) == 1
    assert signal.getsignal(signal.SIGTERM) == before
    assert capsys.readouterr().err == "Interrupted: no release was made.\n" and not list(tmp_path.iterdir())


def test_a_folder_that_is_no_clone_is_refused_even_inside_of_one(clone, tmp_path):
    clone.folder = clone.folder / "unpacked"
    clone.folder.mkdir()
    assert "unpacked is no git clone" in refused(clone, tmp_path)


def test_a_clone_of_another_user_is_refused_with_what_allows_it(clone, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    said = refused(clone, tmp_path)
    assert "belongs to another user" in said
    assert f'git config --global --add safe.directory "{clone.folder}"' in said


def test_a_clone_that_git_cannot_read_is_refused_in_gits_words(clone, tmp_path):
    (clone.folder / ".git" / "HEAD").write_text("nonsense\n")
    said = refused(clone, tmp_path)
    assert said.startswith(f"git cannot read {clone.folder}: ") and len(said.splitlines()) == 1


def test_a_missing_git_is_named(clone, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git is missing" in refused(clone, tmp_path)


TOP = ("LICENSE", "LICENSES", "assets", "boards", "docs", "engine", "lib", "tools")
MAKE = """
import os, sys
from pathlib import Path
os.umask(0o077)
here, there, given, clone, board = sys.argv[1:]
sys.path = [entry for entry in sys.path if entry not in ("", here, here + "/lib")] + [there, there + "/lib"]
from tools.build import release
assert release.__file__.startswith(there)
release.make(Path("dist"), Path(given), project=Path(clone), boards=(board,))
"""


def elsewhere(folder):
    """What another checkout may be: with other line ends, in a path with a space, and no clone."""
    for top in (*TOP, *(path.name for path in PROJECT.glob("[!.]*.*") if path.is_file())):
        files = [PROJECT / top] if (PROJECT / top).is_file() else (PROJECT / top).rglob("*")
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                copied = folder / file.relative_to(PROJECT)
                copied.parent.mkdir(parents=True, exist_ok=True)
                data = checkout.data(file)
                copied.write_bytes(data if file.suffix in checkout.BINARY else data.replace(b"\n", b"\r\n"))
    (folder / ".venv").symlink_to(PROJECT / ".venv")
    return folder


@pytest.mark.parametrize("language", ["en_US", "fr", "ja", "zh_Latn_pinyin"])
def test_each_firmware_is_known_by_the_name_that_circuitpython_org_gives_its_file(language, tmp_path):
    boards = tuple(drive.devices())
    for name in DRIVES:
        folder = tmp_path / name
        folder.mkdir()
        file = folder / f"adafruit-circuitpython-{name}-{language}-10.2.0.uf2"
        firmware(file, name)
        rows = release.images(folder, boards)
        assert {firmware for _, firmware, _ in rows} == {name}
        assert [page for page, _, _ in rows] == [page for page in boards if name in pages.firmwares(page)]
        for other in (f"x{name}", f"{name}x", f"{name}_x"):  # boards that are not ours
            strange = file.with_name(f"adafruit-circuitpython-{other}-{language}-10.2.0.uf2")
            file.rename(strange)
            with pytest.raises(Refusal, match="not that of CircuitPython"):
                release.images(folder, boards)
            strange.rename(file)


def test_the_same_commit_gives_the_same_bytes_from_any_checkout_and_they_are_all_that_a_release_has(
    clone, tmp_path, monkeypatch
):
    monkeypatch.setattr(bundle, "version", lambda: "0.1.0")  # whatever is not committed here
    board = "hack_club_sprig"
    given = tmp_path / "given"
    given.mkdir()
    firmware(given / f"adafruit-circuitpython-{board}-en_US-10.2.0.uf2", board)
    made = [release.make(tmp_path / "one", given, project=clone.folder, boards=(board,))]
    there = elsewhere(tmp_path / "another checkout")
    monkeypatch.setenv("LC_ALL", "C")
    for name, value in {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONHASHSEED": "7"}.items():
        monkeypatch.setenv(name, value)  # what the system's encoding is has to be all the same
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    clone.write("CHANGELOG.md", (clone.folder / "CHANGELOG.md").read_text().replace("\n", "\r\n"))
    clone.git("tag", "--delete", "v0.1.0")
    clone.commit()
    (tmp_path / "two").mkdir()
    command = [sys.executable, "-c", MAKE, PROJECT, there, given, clone.folder, board]
    subprocess.run(command, cwd=tmp_path / "two", check=True)
    made.append(tmp_path / "two" / "dist" / "release")
    files = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in made]
    assert files[0] == files[1]
    zipped = f"handful-0.1.0-{board}-cpy9-10.zip"
    others = {"CHANGES.md", "CONTENTS.md", "SHA256SUMS"}
    others |= {f"handful-0.1.0-{part}.zip" for part in ("web", "fonts", "press")}
    assert set(files[0]) == {zipped, f"handful-0.1.0-{board}.uf2", release.FIRMWARE, *others}
    assert files[0]["CHANGES.md"].decode() == DAY
    sums = dict(reversed(line.split("  ")) for line in files[0]["SHA256SUMS"].decode().splitlines())
    assert sums == {
        name: hashlib.sha256(data).hexdigest() for name, data in files[0].items() if name != "SHA256SUMS"
    }
    listed = re.findall(r"^\| ([^ ]+) \| .* \| .*MIT", files[0]["CONTENTS.md"].decode(), re.MULTILINE)
    assert sorted(listed) == sorted(files[0].keys() - {"CONTENTS.md"})
    with zipfile.ZipFile(made[0] / zipped) as file:
        packed = {name: file.read(name) for name in file.namelist()}
    text = " ".join(packed.pop("Handful/README.txt").decode().split())
    assert "has (CircuitPython 9.x or CircuitPython 10.x: their files are the same) to the CIRCUITPY" in text
    for major in ("9", "10"):  # each is a whole drive
        top = f"Handful/CircuitPython {major}.x/"
        found = {name.removeprefix(top): packed.pop(name) for name in list(packed) if name.startswith(top)}
        assert found == bundle.contents(board)
    assert not packed
    check_licences(made[0])


# What a text of each licence says. Those of which the name has a link, or nothing to say, are short.
SAYS = {
    "MIT": "Permission is hereby granted, free of charge",
    "BSD-3-Clause": "Redistributions in binary form must",
    "BSD-1-Clause": "Redistributions of source code must retain",
    "Zlib": "Altered source versions must be plainly marked",
    "ISC": "Permission to use, copy, modify, and/or distribute",
    "LicenseRef-cyw43-RP": "semiconductor device produced by the Licensor",
    "LicenseRef-TJpgDec": "free software and there is NO WARRANTY",
    "SunPro": "freely granted, provided that this notice",
    "Apache-2.0": "The text of the licence is at the end",
    "LicenseRef-Misaki": "free software",
    "public domain": "public domain",
}
LINKED = ("MPL-2.0", "RPSL-1.0", "BSD-3-Clause and others", "Apache-2.0 WITH LLVM-exception")


def check_licences(folder):
    """CONTENTS.md names the licences of all that is in each file of a release, and their texts go along."""
    rows = {}
    for line in (folder / "CONTENTS.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| file "):
            name, _, licences = line.strip("| ").split(" | ")
            rows[name] = dict(thing.rsplit(": ", 1) for thing in licences.split("; "))
    assert set(rows) == {path.name for path in folder.iterdir()} - {"CONTENTS.md"}
    firmware = (folder / release.FIRMWARE).read_text(encoding="utf-8") if release.FIRMWARE in rows else ""
    for name, named in rows.items():
        texts = ""
        if name.endswith(".zip"):
            with zipfile.ZipFile(folder / name) as file:
                texts = "".join(file.read(path).decode() for path in file.namelist() if "licence" in path)
        elif name.endswith(".uf2"):
            texts = firmware
            drive_of_it = (folder / name).read_bytes()
            assert b"Permission is hereby granted, free of charge" in drive_of_it  # licences/ on its drive
        for thing, licence in named.items():
            if texts and thing != "Handful" and licence in SAYS:
                assert SAYS[licence] in texts, (name, thing)


@pytest.mark.parametrize("file", [release.CIRCUITPYTHON, release.MICROPYTHON])
def test_every_licence_that_is_named_has_its_text(file):
    text = file.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, re.MULTILINE))
    assert len(sections) > 6
    assert "Apache-2.0" not in release.parts(file).values() or "TERMS AND CONDITIONS" in text
    for name, licence in release.parts(file).items():
        body = sections[f"{name}: {licence}"]
        if licence in LINKED:
            assert "https://" in body, name
        elif licence in SAYS:
            assert SAYS[licence] in body, name
        else:
            assert licence.endswith("WITH GCC-exception-3.1"), licence
        assert "opyright" in body or licence in ("public domain", *LINKED) or "GCC" in licence, name


def test_the_page_s_licences_name_what_its_machine_has_in_it():
    page = web.contents()
    (machine,) = [data for data in page.values() if data.startswith(b"\0asm")]
    named = release.parts(release.MICROPYTHON)
    signs = {b"DeflateIO": "uzlib", b"error in regex": "re1.5", b"sha256": "crypto-algorithms"}
    for sign, part in signs.items():
        assert (sign in machine) == (part in named), part
    for sign in (b"VfsFat", b"VfsLfs", b"btree", b"mbedtls"):
        assert sign not in machine, "its licence is not named"
    text = page["licences.txt"].decode()
    assert all(f"## {part}: {licence}" in text for part, licence in named.items())


def test_a_firmware_with_wi_fi_names_what_drives_the_radio():
    assert "cyw43-driver" in release.parts(release.CIRCUITPYTHON)
    without = release.parts(release.CIRCUITPYTHON, wifi=False)
    assert set(release.parts(release.CIRCUITPYTHON)) - set(without) == {
        "cyw43-driver",
        "lwIP",
        "Certificates of Mozilla",
    }
    radios = [name for name in uf2.BOARDS if "wifi" in circuitpython.modules(name)]
    assert radios == ["pajenicko_picopad", "raspberry_pi_pico2_w", "raspberry_pi_pico_w"]
