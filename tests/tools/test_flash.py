# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Flashing, with folders as drives: what is copied, kept and refused, and what an interruption leaves."""

import errno
import os
import re
import shutil

import pytest

from tests.tools.test_settings_toml import SLIPS
from tools import PROJECT, Refusal
from tools.build import bundle, drive, flash, rules

BOOT = "Adafruit CircuitPython {} on 2026-03-01; Adafruit PyBadge with samd51j19\nBoard ID:{}\nUID:1234\n"
HELLO = b'print("Hello World!")\n'

# Two versions of a small Handful: what is added, changed, gone and the same.
OLD = {
    "assets/a.bmp": b"sheet",
    "assets/old/b.bmp": b"gone later",
    "code.py": b"old start",
    "engine/rng.mpy": b"Cold",
    "lib/handful/app.mpy": b"Capp",
    "lib/handful/gone.mpy": b"Cgone",
}
NEW = {
    "assets/a.bmp": b"sheet",
    "assets/c.bmp": b"new" * 1000,
    "code.py": b"new start",
    "engine/rng.mpy": b"Cnew",
    "lib/handful/app.mpy": b"Capp",
    "lib/handful/screens/title.mpy": b"Ctitle",
}
START = {"code.py": b"new start"}


def whole(files):
    """Files with their manifest."""
    return {**files, bundle.MANIFEST: bundle.manifest("pybadge", files)}


@pytest.fixture(autouse=True)
def syncs(monkeypatch):
    """How often all was written out; it is not done here, where it waits for whatever else is at work."""
    count = []
    monkeypatch.setattr(os, "fsync", lambda number: None)
    if hasattr(os, "sync"):
        monkeypatch.setattr(os, "sync", lambda: count.append(1))
    return count


@pytest.fixture
def device(tmp_path):
    """A drive as the firmware makes it, with settings of the user's."""
    folder = tmp_path / "CIRCUITPY"
    (folder / "lib").mkdir(parents=True)
    (folder / "boot_out.txt").write_text(BOOT.format("10.2.0", "pybadge"))
    (folder / "code.py").write_bytes(HELLO)
    (folder / "settings.toml").write_text('CIRCUITPY_WIFI_SSID = "home"\n')
    return folder


@pytest.fixture
def small(monkeypatch):
    """Flashes the small Handful: a function that takes the drive and the files."""

    def put(folder, files, board=""):
        monkeypatch.setattr(bundle, "contents", lambda page, **named: whole(files))
        monkeypatch.setattr(drive, "sources", lambda page: {})
        return flash.flash(folder, board)

    return put


def tree(folder):
    """All files of a drive: path -> bytes, and empty folders as None."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file():
            found[name] = path.read_bytes()
        elif not any(path.iterdir()):
            found[name] = None
    return found


def firmwares(folder):
    """The files that the board itself and its user had before."""
    return {name: (folder / name).read_bytes() for name in ("boot_out.txt", "settings.toml")}


# What it does


def test_the_real_bundle_on_a_new_drive_is_the_folder_that_is_packed(device, tmp_path):
    lines = flash.flash(device)
    there = tree(device)
    for name in ("boot_out.txt", "settings.toml"):
        del there[name]
    bundle.build("pybadge", tmp_path / "dist")
    assert there == tree(tmp_path / "dist" / f"handful-{bundle.version()}-pybadge")
    assert "is on" in lines[0] and "0 removed" in lines[1] and len(lines) == 2
    before = {path: path.stat().st_mtime_ns for path in device.rglob("*") if path.is_file()}
    assert flash.flash(device)[1].startswith("0 files written")
    assert {path: path.stat().st_mtime_ns for path in device.rglob("*") if path.is_file()} == before


def test_an_update_writes_what_differs_and_removes_what_is_gone(device, small, syncs):
    small(device, OLD)
    assert len(syncs) >= 3 or not hasattr(os, "sync")
    same = (device / "lib/handful/app.mpy").stat().st_mtime_ns
    lines = small(device, NEW)
    assert tree(device) == {**whole(NEW), **firmwares(device)}
    assert (device / "lib/handful/app.mpy").stat().st_mtime_ns == same
    assert lines[1] == "4 files written and read back, 2 were there, 2 removed."
    assert not (device / "assets/old").exists()


SLOTS = {path: bytes(size) for path, size in rules.DRIVE["once"].items()}


def test_what_the_board_has_saved_on_the_drive_outlives_every_update(device, small):
    small(device, {**OLD, **SLOTS})
    assert tree(device) == {**whole(OLD), **SLOTS, **firmwares(device)}
    saved = {"saves/slots.bin": b"saved".ljust(len(SLOTS["saves/slots.bin"]))}
    (device / "saves/slots.bin").write_bytes(saved["saves/slots.bin"])
    for files in ({**NEW, **SLOTS}, OLD, {**NEW, **SLOTS}):  # one of them is of a version without it
        small(device, files)
        there = tree(device)
        assert {path: there[path] for path in SLOTS} == {**SLOTS, **saved}
        assert there.items() >= whole(files).items() - SLOTS.items()


def test_a_file_of_the_users_where_the_board_saves_is_kept_under_another_name(device, small):
    (device / "saves").mkdir()
    (device / "saves/slots.bin").write_bytes(b"mine")
    assert "slots.bin~" in small(device, {**OLD, **SLOTS})[2]
    there = tree(device)
    assert there["saves/slots.bin"] == SLOTS["saves/slots.bin"] and there["saves/slots.bin~"] == b"mine"


def test_an_older_version_can_be_put_back_and_lib_stays_when_nothing_is_left_in_it(device, small):
    small(device, NEW)
    small(device, OLD)
    assert tree(device) == {**whole(OLD), **firmwares(device)}
    small(device, START)
    assert tree(device) == {**whole(START), **firmwares(device), "lib": None}


def test_an_unpacked_zip_is_known_as_ours(device, small):
    for path, data in whole(OLD).items():
        (device / path).parent.mkdir(parents=True, exist_ok=True)
        (device / path).write_bytes(data)
    assert len(small(device, NEW)) == 2
    assert tree(device) == {**whole(NEW), **firmwares(device)}


# What is the user's


MINE = {"main.py": b"1", "lib/mine.mpy": b"2", "sounds/x.wav": b"3", "engine/own.txt": b"4"}
# Which games there are, what is on the drive besides, and what of that is where when NEW is there.
KEPT = {
    "a code.py": (
        {},
        {"code.py": b"mine", "code.py~": b"mine, long ago"},
        {"code.py~2": b"mine", "code.py~": b"mine, long ago"},
    ),
    "a code.txt, which would be run instead": ({}, {"code.txt": b"mine"}, {"code.txt~": b"mine"}),
    "files of ours that the user changed": (
        OLD,
        {"engine/rng.mpy": b"my rules", "lib/handful/gone.mpy": b"my screen"},
        {"engine/rng.mpy~": b"my rules", "lib/handful/gone.mpy": b"my screen"},
    ),
    "all that is in nobody's way": (OLD, MINE, MINE),
    "a changed file of ours in a folder's place": (
        {"code.py": b"old start", "engine": b"ours"},
        {"engine": b"mine"},
        {"engine~": b"mine"},
    ),
    "a file where a folder has to be": ({}, {"engine": b"a file"}, {"engine~": b"a file"}),
    "a folder where a file has to be": ({}, {"assets/a.bmp/x": b"mine"}, {"assets/a.bmp~/x": b"mine"}),
    "another list": ({}, {bundle.MANIFEST: b"my fingers\n"}, {bundle.MANIFEST + "~": b"my fingers\n"}),
    "a handful.new": ({}, {"handful.new": b"my ideas"}, {"handful.new~": b"my ideas"}),
    "a handful.new beside the games": (OLD, {"handful.new": b"my ideas"}, {"handful.new~": b"my ideas"}),
    "a folder handful.new": (
        OLD,
        {"handful.new/x": b"in a folder", "handful.new~": b"mine"},
        {"handful.new~2/x": b"in a folder", "handful.new~": b"mine"},
    ),
    **{
        f"what an interruption left, {left}": (OLD, {"handful.new": left}, {})
        for left in (b"", b"new start", b"new", b"Handful 0.1.0 for pybadge: its fi")
    },
    "what an interrupted browser left": (
        OLD,
        {"assets/c.bmp": b"", "assets/c.bmp.crswap": b"newn", "code.py.crswap": b"mine"},
        {"code.py.crswap": b"mine"},
    ),
}


@pytest.mark.parametrize("case", KEPT)
def test_what_is_the_users_is_kept_and_what_is_in_the_way_under_another_name_which_is_said(
    case, device, small
):
    old, more, kept = KEPT[case]
    if old:
        small(device, old)
    for path, data in more.items():
        (device / path).parent.mkdir(parents=True, exist_ok=True)
        (device / path).write_bytes(data)
    lines = small(device, NEW)
    assert tree(device) == {**whole(NEW), **firmwares(device), **kept}
    names = sorted(kept.keys() - more.keys())
    aside = ", ".join([f"{name.partition('~')[0]} as {name.removesuffix('/x')}" for name in names])
    said = [f"Not Handful's and in the way, so kept under another name: {aside}."] if aside else []
    left = [path for path in kept if path in OLD]
    said += [f"Once Handful's, but changed since, so left alone: {path}." for path in left]
    assert lines[2:] == said


def test_source_beside_compiled_code_would_be_taken_instead(device, monkeypatch):
    source = bundle.PROJECT / "engine" / "rng.py"
    (device / "engine").mkdir()
    shutil.copy(source, device / "engine")  # as copied by hand from the project
    (device / "engine/session.py").write_bytes(b"mine")
    lines = flash.flash(device)
    assert not list(device.glob("engine/*.py"))
    assert (device / "engine/session.py~").read_bytes() == b"mine"
    assert not (device / "engine/rng.py~").exists()
    assert "engine/session.py as" in lines[2] and "rng" not in lines[2]


@pytest.mark.parametrize("path", ["../outside", "/outside", "lib/../../outside", "..\\outside", "C:x", ""])
def test_a_list_that_names_files_elsewhere_is_not_believed(path, device, small):
    outside = device.parent / "outside"
    outside.write_bytes(b"precious")
    text = f"Handful 0.0.1 for pybadge\n{bundle.digest(b'precious')} {path}\n"
    (device / bundle.MANIFEST).write_text(text)
    small(device, NEW)
    assert outside.read_bytes() == b"precious"


@pytest.mark.parametrize("text", [b"Handful \xff\xfe\n\x00\x00", b"Handful 1\nnonsense\nabc\n\n", b"Handful"])
def test_a_damaged_list_costs_nothing_but_copies(text, device, small):
    small(device, OLD)
    (device / bundle.MANIFEST).write_bytes(text)
    small(device, NEW)
    there = tree(device)
    assert {path: there[path] for path in whole(NEW)} == whole(NEW)
    assert there["engine/rng.mpy~"] == b"Cold"


# What is refused: one sentence, nothing changed


def refused(folder, *arguments, capsys):
    """The sentence; checks that nothing changed."""
    before = tree(folder)
    assert flash.main(["--drive", str(folder), *arguments]) == 1
    said = capsys.readouterr()
    assert tree(folder) == before
    assert said.out == "" and said.err.count("\n") == 1 and said.err.endswith(".\n")
    return said.err


@pytest.mark.parametrize(
    ("version", "board", "sentence"),
    [
        ("8.2.10", "pybadge", "has CircuitPython 8.2.10, and Handful needs 9 or newer"),
        ("10.2.0", "feather_m4_express", "no bundle for the board feather_m4_express"),
        ("10.2.0", "desktop", "no bundle for the board desktop"),
        ("10.2.0", "boot", "no bundle for the board boot"),
        ("10.2.0", "m5stack_cardputer_adv", "the Cardputer-Adv: its keyboard has another chip"),
        ("9.2.8", "meowbit_v121", "the Meowbit: its 96 KB of memory"),
        ("10.2.0", "pewpew_m4", "the PewPew M4: its firmware lacks bitmaptools, pwmio"),
    ],
)
def test_old_firmware_and_unknown_boards_are_refused(version, board, sentence, device, capsys):
    (device / "boot_out.txt").write_text(BOOT.format(version, board))
    assert sentence in refused(device, capsys=capsys)
    assert sentence in refused(device, "--force", capsys=capsys)


def test_the_readme_tells_of_each_board_that_make_flash_knows_as_left_out():
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    keys = [key for key in rules.RULES["sentences"] if key.startswith("left_out_")]
    assert len(keys) == 3
    for key in keys:
        assert f"(`{key.removeprefix('left_out_')}`)" in readme


@pytest.mark.parametrize("version", ["11.0.0", "11.0.0-alpha.2", "99.0.0"])
def test_newer_firmware_than_was_tried_is_flashed_when_forced(version, device, small, monkeypatch, capsys):
    (device / "boot_out.txt").write_text(BOOT.format(version, "pybadge"))
    said = refused(device, capsys=capsys)
    assert f"has CircuitPython {version}, and Handful was tried up to 10 only: FORCE=1 goes on" in said
    monkeypatch.setattr(bundle, "contents", lambda page, **named: whole(NEW))
    monkeypatch.setattr(drive, "sources", lambda page: {})
    assert flash.main(["--drive", str(device), "--force"]) == 0
    assert tree(device) == {**whole(NEW), **firmwares(device)}


def test_another_board_than_the_one_that_is_asked_for_is_refused(device, capsys):
    assert "that of a pybadge, not of a pygamer" in refused(device, "--board", "pygamer", capsys=capsys)
    assert "no bundle for the board toaster" in refused(device, "--board", "toaster", capsys=capsys)


@pytest.mark.parametrize("text", ["", "MicroPython v1.28\n", "Adafruit CircuitPython 10.2.0 on 2026-03-01\n"])
def test_a_drive_that_does_not_tell_what_it_is_is_refused(text, device, capsys):
    (device / "boot_out.txt").write_text(text)
    assert "does not tell" in refused(device, capsys=capsys)
    (device / "boot_out.txt").unlink()
    assert "has no boot_out.txt" in refused(device, capsys=capsys)


def test_a_drive_without_boot_out_txt_is_found_by_its_name_and_told_that_reset_writes_it(
    device, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(flash, "PLACES", (str(tmp_path / "*"),))
    (tmp_path / "a stick").mkdir()
    (device / "boot_out.txt").unlink()
    before = tree(device)
    assert flash.main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{device} has no boot_out.txt: ") and "press RESET once" in said
    assert tree(device) == before
    other = tmp_path / "another"
    other.mkdir()
    (other / "boot_out.txt").write_text(BOOT.format("10.2.0", "pybadge"))
    assert flash.choose("", "") == other


DEEP = ("lib", "engine", "lib/handful", "assets/old")


@pytest.mark.parametrize(
    ("link", "old", "new"),
    [(link, OLD, NEW) for link in DEEP]
    + [(link, {}, NEW) for link in ("lib", "engine")]  # a drive without games
    + [(link, OLD, START) for link in DEEP],  # only an earlier version used it
)
def test_a_folder_that_is_a_link_is_refused_and_nothing_behind_it_is_touched(
    link, old, new, device, small, capsys, monkeypatch
):
    if old:
        small(device, old)
    outside = device.parent / "outside"
    (device / link).mkdir(exist_ok=True)
    (device / link).rename(outside)
    (device / link).symlink_to(outside, target_is_directory=True)
    behind = tree(outside)
    monkeypatch.setattr(bundle, "contents", lambda page, **named: whole(new))
    assert refused(device, capsys=capsys).startswith(f"{device / link} is a link to a folder elsewhere")
    assert tree(outside) == behind and (device / link).is_symlink()


@pytest.mark.parametrize("name", ["boot_out.txt", "settings.toml"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "link to nothing", "link to a folder"])
def test_what_has_to_be_a_file_and_is_none_is_said_before_anything_is_written(name, kind, device, capsys):
    (device / name).unlink(missing_ok=True)
    if kind == "folder":
        (device / name).mkdir()
    elif kind == "pipe":
        os.mkfifo(device / name)
    else:
        (device / name).symlink_to(device if kind == "link to a folder" else "nothing")
    there = {path: path.lstat().st_ino for path in device.rglob("*")}
    assert flash.main(["--drive", str(device)]) == 1
    said = capsys.readouterr().err
    assert said.startswith((f"{device / name} is no file: ", f"{device} has no boot_out.txt: "))
    assert said.count("\n") == 1 and {path: path.lstat().st_ino for path in device.rglob("*")} == there


def test_a_half_written_file_that_is_a_link_is_no_way_out_of_the_drive(device, small):
    (device.parent / "outside").write_bytes(b"")
    (device / "handful.new").symlink_to(device.parent / "outside")
    small(device, NEW)
    assert (device.parent / "outside").read_bytes() == b""


def test_files_that_are_links_are_replaced_and_what_they_lead_to_stays(device, small):
    small(device, OLD)
    outside = device.parent / "outside"
    for path in ("engine/rng.mpy", "assets/old/b.bmp"):  # one is updated, one removed
        shutil.copy(device / path, outside)
        (device / path).unlink()
        (device / path).symlink_to(outside)
        before = outside.read_bytes()
        small(device, NEW)
        assert outside.read_bytes() == before
        assert tree(device) == {**whole(NEW), **firmwares(device)}
        assert not any(place.is_symlink() for place in device.rglob("*"))
        small(device, OLD)


def test_a_link_that_leads_nowhere_is_kept_under_another_name(device, small):
    (device / "engine").symlink_to(device.parent / "nowhere")
    small(device, NEW)
    assert (device / "engine~").is_symlink() and (device / "engine/rng.mpy").read_bytes() == b"Cnew"


@pytest.mark.parametrize(("lack", "kilobytes"), [(1, 1), (1024, 1), (1025, 2)])
def test_a_single_byte_too_little_is_refused_and_just_enough_is_not(
    lack, kilobytes, device, small, monkeypatch, capsys
):
    monkeypatch.setattr(bundle, "contents", lambda page, **named: whole(NEW))
    monkeypatch.setattr(flash, "missing", lambda *_: lack)
    assert refused(device, capsys=capsys) == flash.say("too_little_room", kilobytes) + "\n"
    for enough in (0, -1):
        monkeypatch.setattr(flash, "missing", lambda *_, left=enough: left)
        small(device, OLD if enough else NEW)


def test_the_room_that_is_asked_for_is_what_is_taken_at_the_worst_moment(device, small, monkeypatch):
    cluster = 512

    def used():
        sizes = [path.stat().st_size for path in device.rglob("*") if path.is_file()]
        return sum(-(-size // cluster) for size in sizes) + sum(path.is_dir() for path in device.rglob("*"))

    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda number: (fsync(number), seen.append(used())))
    monkeypatch.setattr(flash, "space", lambda folder: (7 * cluster, cluster))
    missing = flash.missing
    asked = []

    def ask(*known):
        asked.append(missing(*known) // cluster + 7)
        return 0

    monkeypatch.setattr(flash, "missing", ask)
    large = {**NEW, "assets/a.bmp": b"s" * 9000, "engine/rng.mpy": b"C" * 5000, "code.py": b"#" * 700}
    replaced = {**NEW, "lib/z.mpy": b"C" * 9000}  # has the room that the large ones had
    gone = {**NEW, "assets/z.bmp": b"z" * 9000}
    for files in (OLD, NEW, large, replaced, gone, OLD):
        seen = []
        before = used()
        small(device, files)
        taken = max(seen) - before
        assert taken <= asked[-1] <= taken + 6, files


def test_a_read_only_drive_is_refused(device, small, monkeypatch, capsys):
    def read_only(path, mode="r"):
        if "w" in mode:
            raise OSError(errno.EROFS, "Read-only file system")
        return open(path, mode)

    monkeypatch.setattr(flash, "open", read_only, raising=False)
    said = refused(device, capsys=capsys)
    assert "read-only" in said and "press RESET" in said


def test_no_drive_and_several_drives_are_refused(device, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(flash, "PLACES", (str(tmp_path / "none" / "*"),))
    assert flash.main([]) == 1
    assert "No CIRCUITPY drive" in capsys.readouterr().err
    second = tmp_path / "CIRCUITPY1"
    second.mkdir()
    (second / "boot_out.txt").write_text(BOOT.format("9.0.0", "pygamer"))
    (tmp_path / "a stick").mkdir()
    monkeypatch.setattr(flash, "PLACES", (str(tmp_path / "*"),))
    assert flash.main([]) == 1
    assert "more than one drive" in capsys.readouterr().err
    assert flash.choose("", "pygamer") == second
    shutil.rmtree(second)
    assert flash.choose("", "") == device


# Which board


@pytest.mark.parametrize(
    ("name", "settings", "page"),
    [
        ("pybadge", "", "pybadge"),
        ("edgebadge", "", "pybadge"),
        ("my_clone", 'HANDFUL_BOARD = "pygamer"\n', "pygamer"),
        ("pybadge", '# x\nHANDFUL_BOARD="pygamer"  # as boards.find() takes it\n', "pygamer"),
        ("pybadge", '# HANDFUL_BOARD = "pygamer"\n', "pybadge"),
    ],
)
def test_the_bundle_is_that_of_the_page_that_the_board_will_look_for(name, settings, page, device):
    (device / "settings.toml").write_text(settings)
    assert flash.wanted_board(device, name, "10.2.0") == page


# What the firmware makes of it is held by test_settings_toml.py.
UNUSABLE = {
    "without quotes": ("HANDFUL_BOARD = pygamer\n", "setting_quotes"),
    "without a closing quote": ('HANDFUL_BOARD = "pygamer\n', "setting_broken"),
    "below a section": ('[games]\nHANDFUL_BOARD = "pygamer"\n', "setting_below"),
    "behind a byte order mark": ('\ufeffHANDFUL_BOARD = "pygamer"\n', "setting_marked"),
}


# Names that no page on a drive has.
NO_PAGE = {
    '"nosuch"': "nosuch",
    '"desktop"': "desktop",  # a computer's
    '"../boards"': "../boards",
    "5": "5",
}


# What is said of each.
SAID = {text: flash.say(cause, "settings.toml", "HANDFUL_BOARD") for text, cause in UNUSABLE.values()}
NAMED = "HANDFUL_BOARD in settings.toml says {}, and there is no page for such a board."
SAID |= {f"HANDFUL_BOARD = {value}\n": NAMED.format(name) for value, name in NO_PAGE.items()}


@pytest.mark.parametrize("text", SAID)
def test_a_board_in_the_settings_that_is_not_usable_is_named_and_its_own_is_flashed_if_it_has_one_page(
    text, device, small, capsys
):
    version = "9.2.8" if text in dict(UNUSABLE.values()) else "10.2.1"  # which reads numbers as text
    (device / "settings.toml").write_text(text, encoding="utf-8")
    for name in ("my_clone", "raspberry_pi_pico"):
        (device / "boot_out.txt").write_text(BOOT.format(version, name))
        assert refused(device, capsys=capsys) == SAID[text] + "\n"
    (device / "boot_out.txt").write_text(BOOT.format(version, "pybadge"))
    lines = small(device, NEW)
    assert " for pybadge is on " in lines[0] and lines[2:] == [SAID[text]]


BAD_SITE = "HANDFUL_SITE (settings.toml) has to be a web address of at most 60 characters."
BAD_SITES = "ftp://a.b|a.b|http://|https:///x|http://a?b|http://a b|http://\u00e9|http://" + "a" * 54
# What may stand behind HANDFUL_SITE, and what is said of it.
SITES = {f'"{site}"': BAD_SITE for site in BAD_SITES.split("|")}
SITES |= dict.fromkeys(("x", "5"), flash.say("setting_quotes", "settings.toml", "HANDFUL_SITE"))


@pytest.mark.parametrize("site", ['"https://a.b/c"', *SITES])
def test_a_site_in_the_settings_that_is_no_address_is_named_and_the_games_are_there(site, device, small):
    (device / "settings.toml").write_text(f"HANDFUL_SITE = {site}\n", encoding="utf-8")
    for version in ("9.2.8", "10.2.1")[: 1 + (SITES.get(site) == BAD_SITE)]:
        (device / "boot_out.txt").write_text(BOOT.format(version, "pybadge"))
        assert small(device, NEW)[2:] == ([SITES[site]] if site in SITES else [])
        assert (device / "code.py").read_bytes() == NEW["code.py"]


EXAMPLE = (PROJECT / "settings.toml.example").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", ""),
        ('HANDFUL_DISPLAY = "SSD1306"', "DISPLAY is SSD1306: it has to be ST7789, ST7735R or ILI9341."),
        ("HANDFUL_DISPLAY = 5", "DISPLAY is 5: it has to be ST7789, ST7735R or ILI9341."),
        ('HANDFUL_SIZE = "big"', "SIZE is big, which is no size such as 240x240."),
        ('HANDFUL_ROW = "first"', "ROW is first, which is no number."),
        ("HANDFUL_UP = 2", "UP is 2, which is no pin of this board."),
        ('HANDFUL_UP = "GP99"', "UP is GP99, which is no pin of this board."),
        ('HANDFUL_UP = "GP3"', "DOWN is GP3, the pin that HANDFUL_UP has."),
        ('HANDFUL_BUZZER = "loud"', "BUZZER is loud, which is no pin of this board."),
    ],
)
@pytest.mark.parametrize("version", ["9.2.8", "10.2.1"])
def test_what_is_wrong_with_an_own_wiring_is_said_as_the_board_says_it(version, line, said, device, small):
    name = line.partition(" ")[0]
    rest = [other for other in EXAMPLE.splitlines() if not name or not other.startswith(name + " ")]
    (device / "settings.toml").write_text("\n".join([*rest, line, ""]), encoding="utf-8")
    (device / "boot_out.txt").write_text(BOOT.format(version, "raspberry_pi_pico"))
    lines = small(device, NEW)
    assert " for wired is on " in lines[0]
    assert lines[2:] == ([f"settings.toml: HANDFUL_{said}"] if said else [])
    assert (device / "code.py").read_bytes() == NEW["code.py"]


def test_all_that_is_wrong_with_an_own_wiring_is_said_at_once(device, small):
    wrong = {"DISPLAY": "A", "UP": "B", "DOWN": "C", "BUZZER": "D"}
    text = re.sub("(?m)^HANDFUL_(DISPLAY|UP|DOWN|BUZZER) .*\n", "", EXAMPLE)
    text += "".join([f'HANDFUL_{name} = "{said}"\n' for name, said in wrong.items()])
    (device / "settings.toml").write_text(text, encoding="utf-8")
    (device / "boot_out.txt").write_text(BOOT.format("10.2.1", "raspberry_pi_pico"))
    assert [line.split()[1][8:] for line in small(device, NEW)[2:]] == list(wrong)


@pytest.mark.parametrize("board", ["pybadge", "raspberry_pi_pico"])
def test_what_nobody_can_have_meant_in_the_settings_is_said_once(board, device, small):
    example = EXAMPLE.splitlines() if board == "raspberry_pi_pico" else []
    (device / "boot_out.txt").write_text(BOOT.format("10.2.1", board))
    for data, [(key, name, near), *_] in [slip for slip in SLIPS if slip[1] and 0 not in slip[0]]:
        if example and name == "HANDFUL_BOARD":
            continue  # that says which of a Pico's pages it is
        lines = [line for line in example if not name or not line.startswith(name + " ")]
        (device / "settings.toml").write_bytes("\n".join([*lines, ""]).encode() + data)
        said = [line for line in small(device, NEW)[2:] if f"{name} " in line]
        assert flash.say(key, "settings.toml", name, near) in said and (len(said) == 1 or not name)


@pytest.mark.parametrize("board", ["pybadge", "raspberry_pi_pico", "my_clone"])
def test_settings_that_are_not_read_at_all_are_said_where_no_page_is_found_too(board, device, small, capsys):
    (device / "boot_out.txt").write_text(BOOT.format("10.2.1", board))
    hidden = flash.say("slip_ending", "settings.toml")
    unread = flash.say("slip_unread", "settings.toml", '"HANDFUL_BOARD"', "HANDFUL_BOARD")
    for name, text, said in (
        ("settings.toml.txt", "", hidden),
        ("settings.toml", '"HANDFUL_BOARD" = "wired"\n', unread),
    ):
        (device / name).write_text(text)
        if board == "pybadge":
            assert small(device, NEW)[2:] == [said]
        else:
            assert refused(device, capsys=capsys).endswith(f" {said}\n")
        (device / name).unlink()


def test_what_the_firmware_cannot_read_of_an_own_wiring_is_said_once(device, small):
    for name in ("ROW", "UP", "LAMP"):
        (device / "settings.toml").write_text(EXAMPLE.replace(f"HANDFUL_{name} = ", f"HANDFUL_{name} = x"))
        (device / "boot_out.txt").write_text(BOOT.format("9.2.8", "raspberry_pi_pico"))
        (sentence,) = small(device, NEW)[2:]
        assert f"HANDFUL_{name}" in sentence


@pytest.mark.parametrize("version", ["9.0.0", "9.2.8-4-gabc", "10.3.0-alpha.1", "10.2.1"])
def test_firmware_of_the_versions_that_were_tried_is_taken(version, device):
    (device / "boot_out.txt").write_text(BOOT.format(version, "pybadge").replace("\n", "\r\n"))
    assert flash.identify(device) == ("pybadge", version)


# Interruptions


class Gone(OSError):
    """The cable was pulled."""


def interrupted(device, files, small, monkeypatch, stop):
    """Flashes, and loses the drive before its change number `stop`; True if it went that far."""
    count = 0

    def counted(function):
        def call(*arguments, **named):
            nonlocal count
            count += 1
            if count == stop:
                raise Gone(errno.EIO, "Input/output error")
            return function(*arguments, **named)

        return call

    with monkeypatch.context() as patch:
        for module, name in ((os, "replace"), (os, "rename"), (os, "unlink"), (os, "fsync")):
            patch.setattr(module, name, counted(getattr(module, name)))
        patch.setattr(flash.Path, "unlink", counted(flash.Path.unlink))
        try:
            small(device, files)
        except Gone:
            return True
    return False


def each_stop(device, files, small, monkeypatch):
    """Flashes copies of a drive, and loses each before one more change, until one is flashed whole.

    Yields the number of the change, and the copy.
    """
    first = device.with_name("first")
    number = 0
    more = True
    while more:
        number += 1
        shutil.copytree(device, first)
        more = interrupted(first, files, small, monkeypatch, number)
        yield number, first
        shutil.rmtree(first)


def test_an_interrupted_flash_can_be_done_again_and_loses_nothing(device, small, monkeypatch):
    (device / "engine").mkdir()
    (device / "code.py").write_bytes(b"mine")
    (device / "engine/rng.py").write_bytes(b"my rules")
    for number, first in each_stop(device, OLD, small, monkeypatch):
        small(first, NEW)  # not even the same version
        expected = {**whole(NEW), **firmwares(device), "code.py~": b"mine", "engine/rng.py~": b"my rules"}
        assert tree(first) == expected, number
    assert number > 20


def test_an_interrupted_update_never_starts_a_mixture(device, small, monkeypatch):
    small(device, OLD)
    for number, first in each_stop(device, NEW, small, monkeypatch):
        there = tree(first)
        if there.get("code.py") == b"old start":
            assert {path: there[path] for path in OLD} == OLD, number
        elif "code.py" in there:
            assert {path: there[path] for path in NEW} == NEW, number
        for path in ("assets/a.bmp", "lib/handful/app.mpy"):
            assert there[path] == NEW[path]
        small(first, NEW)
        assert tree(first) == {**whole(NEW), **firmwares(device)}, number
    assert number > 15


def test_a_drive_that_goes_away_is_said_in_a_sentence(device, small, monkeypatch, capsys):
    monkeypatch.setattr(flash, "carry_out", lambda *_: (_ for _ in ()).throw(Gone(errno.EIO, "I/O error")))
    assert flash.main(["--drive", str(device)]) == 1
    assert capsys.readouterr().err == "The drive did not go along (I/O error): flash it once more.\n"


def test_what_reads_back_otherwise_is_said(device, small, monkeypatch, capsys):
    replace = os.replace

    def spoilt(source, target):
        replace(source, target)
        if str(target).endswith("rng.mpy"):
            with open(target, "r+b") as file:
                file.write(b"?")

    monkeypatch.setattr(os, "replace", spoilt)
    with pytest.raises(Refusal, match="engine/rng.mpy reads back otherwise"):
        small(device, NEW)
    assert not (device / "code.py").exists()
    monkeypatch.setattr(os, "replace", replace)
    small(device, NEW)
    assert {path: data for path, data in tree(device).items() if path in NEW} == NEW


@pytest.mark.parametrize("name", ["nowhere", "a_file", "a_file/below"])
def test_a_drive_that_is_no_folder_is_not_taken_for_one_without_a_boot_file(name, tmp_path, capsys):
    (tmp_path / "a_file").touch()
    place = tmp_path / name
    assert flash.main(["--drive", str(place)]) == 1
    assert capsys.readouterr().err == f"There is no folder {place}: is the drive mounted there?\n"
