# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is typed where there is no make, as on Windows: that it does the same, and needs no shell."""

import ast
import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import types
from pathlib import Path

import pytest

from boards import terminal
from tests.tools.test_environment import Project
from tools import PROJECT, do, environment
from tools.build import flash

TOLD = "Adafruit CircuitPython 10.2.1 on 2026-08-21; Adafruit PyBadge with samd51j19\nBoard ID:pybadge\n"


@pytest.mark.parametrize("target", do.TARGETS)
def test_it_does_what_make_does(target):
    given = {name: f"my-{name}" for name in do.NAME.findall(do.TARGETS[target][1])}
    given |= {"FORCE": "1"} if "FORCE" in given else {}
    variables = [f"{name}={value}" for name, value in given.items()]
    make = ["make", "--dry-run", "--always-make", target, *variables]
    *setting, last = subprocess.run(
        make, cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    lists, words = do.command(target, given)
    assert shlex.split(last) == [".venv/bin/python", *words]
    assert tuple(re.findall(r"sh -s \S+ (\w+)", "\n".join(setting))) == lists


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Say what to do, one of: run check test-rules bundle flash uf2 web release."),
        (["play"], "Say what to do, one of: run check test-rules bundle flash uf2 web release."),
        (["web", "BOARD=pybadge"], "BOARD means nothing to web."),
        (["flash", "E:"], "E: means nothing to flash."),
        (["bundle", "pybadge"], "pybadge means nothing to bundle: say BOARD=pybadge."),
        (["flash", "DRIVE"], "DRIVE has no value: say DRIVE=..."),
        (["flash", "DRIVE=E:", "DRIVE=F:"], "DRIVE is there twice."),
        (["uf2", "BOARD=pybadge"], "Say the board and its firmware: uf2 BOARD=... FIRMWARE=file.uf2"),
        (["flash", "FORCE=0"], "FORCE=0 means nothing: say FORCE=1, or leave it out."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words, sentence, capsys):
    assert do.main(words) == 2
    assert capsys.readouterr() == ("", sentence + "\n")


def test_another_python_is_told_which_ones_work(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))
    assert do.main(["run"]) == 1
    assert capsys.readouterr().err == "This is Python 3.10. Handful needs one of: 3.11 3.12 3.13 3.14.\n"


def test_a_page_in_a_browser_needs_what_the_page_needs():
    assert do.command("run", {"BOARD": "browser"})[0][-1] == "web"
    assert do.command("run", {})[0] == ("run",)


def test_with_no_program_but_git_it_packs_a_board_and_puts_the_games_onto_its_drive(tmp_path):
    """No shell and no make. The environment is the one that is here."""
    programs, place = tmp_path / "programs", tmp_path / "drive"
    programs.mkdir()
    place.mkdir()
    (programs / "git").symlink_to(shutil.which("git"))
    (place / "boot_out.txt").write_text(TOLD)
    for words in (["bundle", "BOARD=pybadge"], ["flash", f"DRIVE={place}"]):
        done = subprocess.run(
            [sys.executable, PROJECT / "tools" / "do.py", *words],
            cwd=tmp_path,
            env={"PATH": str(programs)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert "pybadge" in done.stdout
    assert (place / "code.py").exists()


def test_no_tool_starts_a_shell():
    starts = re.compile(r"shell=True|os\.(system|popen)|[\"'](ba)?sh[\"']")
    for file in (PROJECT / "tools").rglob("*.py"):
        assert not starts.search(file.read_text(encoding="utf-8")), file


def test_no_tool_that_windows_runs_imports_a_module_of_unix_at_its_top():
    unix = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
    for file in [*(PROJECT / "tools").rglob("*.py"), *(PROJECT / "boards").glob("*.py")]:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = [alias.name for alias in node.names] + [getattr(node, "module", "")]
                assert not unix & set(names), file


# Windows, as far as it can be played here


class Locks(types.ModuleType):
    """Windows's msvcrt: a lock that is taken some times, until whoever has it ends."""

    LK_NBLCK = 2

    def __init__(self, times):
        super().__init__("msvcrt")
        self.times = times

    def locking(self, number, mode, count):
        assert os.fstat(number) and (mode, count) == (self.LK_NBLCK, 1)
        self.times -= 1
        if self.times >= 0:
            raise PermissionError(13, "Permission denied")


@pytest.fixture
def windows(monkeypatch):
    sysconfig.get_config_vars()  # what this one is built with is read once
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "fcntl", None)
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    for name in ("statvfs", "sync", "posix_fadvise"):
        monkeypatch.delattr(os, name)
    return monkeypatch


class Scripts(Project):
    """Its environment has its programs where Windows has them."""

    def build(self, folder):
        super().build(folder)
        (folder / "Scripts").mkdir()
        for name in ("python", "pip", "npm"):
            shutil.copy(folder / "bin" / name, folder / "Scripts" / f"{name}.exe")
        (folder / "Scripts" / "pip.exe").write_text(f"#!{folder.absolute()}/Scripts/python.exe\n")
        shutil.rmtree(folder / "bin")
        return 0


def test_on_windows_an_environment_is_set_up_after_the_one_that_sets_it_up_already(windows, tmp_path, capsys):
    project = Scripts(tmp_path)
    windows.setattr(environment, "PROJECT", tmp_path)
    windows.setattr(environment, "build", project.build)
    windows.setitem(sys.modules, "msvcrt", Locks(2))
    assert project.make("run", "dev", "web", "run") == [0, 0, 0, 0]
    said = capsys.readouterr().out
    assert said.startswith(f"{project.folder} is being set up already: waiting for that.\n")
    assert said.count("Done.\n") == 2 and project.built == 1
    assert (tmp_path / environment.LOCK).exists()
    for name in ("", "x/"):  # git does not see it
        ignored = ["git", "check-ignore", "--quiet", name + environment.LOCK]
        assert subprocess.run(ignored, cwd=PROJECT).returncode == 0


def test_on_windows_the_programs_are_in_the_folder_scripts():
    code = "import subprocess, sys, tools; sys.platform = 'win32'; from tools import do; print(do.PYTHON)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert Path(said.strip()).parts[-3:] == (".venv", "Scripts", "python.exe")


def test_on_windows_a_board_s_drive_is_found_by_its_letter_and_flashed(windows, tmp_path):
    letters = [tmp_path / letter for letter in "DEF"]
    for letter in letters[1:]:
        letter.mkdir()
    (letters[2] / "boot_out.txt").write_text(TOLD)
    assert flash.LETTERS[0] == "D:\\" and len(flash.LETTERS) == 23
    windows.setattr(flash, "LETTERS", tuple(map(str, letters)))
    assert flash.mounted() == [letters[2]]
    free, cluster = flash.space(letters[2])
    assert free > 1 << 20 and cluster == 1024
    assert "files written and read back" in "\n".join(flash.flash(letters[2]))
    assert flash.plan(letters[2], {}, {}).write == []


def test_where_there_is_no_terminal_like_unix_s_that_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "termios", None)
    with contextlib.suppress(KeyError):
        monkeypatch.delitem(sys.modules, "boards.computer.console")
    monkeypatch.setattr(terminal, "_terminal", None)
    with pytest.raises(OSError, match=r"^The terminal needs Linux or macOS: play in the window\.$"):
        terminal.display()
