# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How make chooses a Python, sets its environment up, and rebuilds one that is not usable."""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time

import pytest

from tools import PROJECT, environment

MAKEFILE = (PROJECT / "Makefile").read_text(encoding="utf-8")
VERSIONS = re.search(r"^VERSIONS := (.*)$", MAKEFILE, re.MULTILINE)[1].split()
HERE = sysconfig.get_python_version()
ALL_FETCHED = ["Collecting a==1", "Collecting b==2", "Installing collected packages: a, b"]


# Which Python


class Machine:
    """A project on a machine with no programs but those that the test makes."""

    def __init__(self, folder):
        self.folder = folder
        self._programs = folder / "programs"
        self._programs.mkdir()
        (folder / "tools").mkdir()
        for name in ("Makefile", "tools/environment.sh"):
            shutil.copy(PROJECT / name, folder / name)
        for name in ("sh", "tr"):
            (self._programs / name).symlink_to(shutil.which(name))

    def python(self, name, version):
        """Makes a Python that knows its version, and says with what else it is called."""
        path = self._programs / name if "/" not in name else self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/bin/sh\n[ "$1" = -c ] && echo {version} || echo "{name}: $*"\n')
        path.chmod(0o755)

    def make(self, *arguments, **variables):
        """Runs make with the first step of these targets. Returns its status, and all that it says."""
        command = [shutil.which("make"), *arguments]
        env = {"PATH": str(self._programs), **variables}
        done = subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.mark.parametrize("target", ["run", "test", "web", "flash"])
def test_with_an_unsuitable_python_make_says_which_versions_work_and_how_to_choose_one(machine, target):
    machine.python("python3", "3.10")
    machine.python("python3.12", "3.12")
    machine.python("python3.10", "3.10")
    status, said = machine.make(target)
    assert status
    assert said.startswith(f"python3 is Python 3.10. Handful needs one of: {' '.join(VERSIONS)}.\n")
    assert f"Choose one: make {target} PYTHON=python3.12\n" in said


def test_the_choice_of_a_python_names_all_targets_that_were_asked_for(machine):
    machine.python("python3", "3.10")
    assert "make ram bench PYTHON=path/of/python\n" in machine.make("ram", "bench")[1]


def test_a_python_that_is_given_is_taken_or_refused_by_its_own_name(machine):
    machine.python("python3", "3.12")
    machine.python("python3.9", "3.9")
    machine.python("python3.13", "3.13")
    status, said = machine.make("run", "PYTHON=python3.9")
    assert status and "python3.9 is Python 3.9." in said
    status, said = machine.make("run", PYTHON="python3.9")  # of the environment
    assert status and "python3.9 is Python 3.9." in said
    said = machine.make("run", "PYTHON=python3.13")[1]
    assert "python3.13: tools/environment.py .venv run" in said


def test_a_python_that_is_missing_or_does_not_run_is_said_too(machine):
    for given in ("python3", "/nowhere/python"):
        status, said = machine.make("run", f"PYTHON={given}")
        assert status and f"{given} is no Python that runs." in said
        assert "Install one" in said


def test_the_environments_own_python_goes_on_where_the_default_is_unsuitable(machine):
    machine.python("python3", "3.10")
    machine.python(".venv/bin/python", "3.12")
    assert ".venv/bin/python: tools/environment.py .venv run" in machine.make("run")[1]
    machine.python(".venv/bin/python", "3.9")  # not usable either
    assert "python3 is Python 3.10." in machine.make("run")[1]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_that_is_promised_is_taken(machine, version):
    machine.python("python3", version)
    assert "python3: tools/environment.py .venv run" in machine.make("run")[1]


def test_all_that_names_the_versions_names_the_same():
    def text(name):
        return (PROJECT / name).read_text(encoding="utf-8")

    first, last = VERSIONS[0], VERSIONS[-1]
    assert [int(version.split(".")[1]) for version in VERSIONS] == list(
        range(int(first.split(".")[1]), int(last.split(".")[1]) + 1)
    )
    major, minor = last.split(".")
    assert f'requires-python = ">={first},<{major}.{int(minor) + 1}"' in text("pyproject.toml")
    assert f'python_version = "{first}"' in text("pyproject.toml")
    assert f"py{first.replace('.', '')}" in text("pyproject.toml")
    for name in ("README.md", "CONTRIBUTING.md"):
        assert set(re.findall(r"Python (\d\.\d+) to (\d\.\d+)", text(name))) == {(first, last)}
    tested = re.findall(r'python: "(.*)"', text(".github/workflows/test.yml"))
    assert tested[0] == first and tested[-1] == last


# Setting up


class Project:
    """A project with two lists of packages, whose environment has a pip that does as the test says."""

    def __init__(self, folder):
        self.folder = folder / ".venv"
        self.built = 0
        self._begun, self._gone = folder / "begun", folder / "go"
        (folder / "requirements").mkdir()
        for name in ("run", "dev"):
            (folder / "requirements" / f"{name}.txt").write_text("a==1 --hash=x\nb==2 --hash=x\n")
        (folder / "boards" / "web").mkdir(parents=True)
        for name in ("package.json", environment.PINS):
            (folder / "boards" / "web" / name).write_text("{}")
        self.pip()

    def pip(self, lines=ALL_FETCHED, status=0, error="", stays=False, killed=""):
        """What pip and npm print, and how they end. stays: only after go(). killed: by this signal."""
        said = "".join(f"echo '{line}'\n" for line in lines)
        waits = f"touch '{self._begun}'; while [ ! -e '{self._gone}' ]; do sleep 0.02; done\n"
        ends = waits if stays else f"kill -{killed} $$" if killed else f"exit {status}"
        told = f"[ $1 = -c ] && echo {HERE} '{self.folder}' && exit"
        self._script = f"#!/bin/sh\n{told}\n{said}echo '{error}' >&2\n{ends}\n"
        if self.folder.exists():
            self._write()

    def go(self):
        """Lets a pip end that stays."""
        self._gone.touch()

    def until_pip_stays(self):
        while not self._begun.exists():
            time.sleep(0.01)

    def build(self, folder):
        self.built += 1
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "pip").write_text(f"#!{os.path.abspath(folder)}/bin/python\n")
        self._write()
        return 0

    def _write(self):
        for name in ("python", "npm"):
            program = self.folder / "bin" / name
            program.unlink(missing_ok=True)
            program.write_text(self._script)
            program.chmod(0o755)

    def make(self, *names):
        return [environment.main([str(self.folder), name]) for name in names]

    def begin(self, name):
        """Begins a make in a separate process group."""
        code = "import sys; from pathlib import Path; from tools import environment\n"
        code += f"environment.PROJECT = Path({str(self.folder.parent)!r})\n"
        code += f"sys.exit(environment.main([{str(self.folder)!r}, {name!r}]))"
        command = [sys.executable, "-c", code]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


@pytest.fixture
def project(tmp_path, monkeypatch):
    made = Project(tmp_path)
    monkeypatch.setattr(environment, "PROJECT", tmp_path)
    monkeypatch.setattr(environment, "build", made.build)
    return made


def test_a_first_run_says_in_two_lines_what_it_does_and_a_second_one_nothing(project, capsys):
    assert project.make("run", "dev") == [0, 0]
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert len(lines) == 4 and said.err == ""
    assert "2 packages" in lines[0] and "half a minute" in lines[0]
    assert lines[1] == lines[3] == "Done."
    assert project.make("run", "dev") == [0, 0]
    assert capsys.readouterr() == ("", "") and project.built == 1


def test_a_terminal_is_shown_how_far_it_is_on_one_line(project, capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    project.make("run")
    said = capsys.readouterr().out
    assert [row.split("\r")[-1].strip() for row in said.split("\n")][1:] == ["Done.", ""]
    parts = [part.strip() for part in said.split("\r")]
    assert ["1 of 2 fetched", "2 of 2 fetched", "all fetched, installing"] == parts[1:4]


def test_pips_errors_are_shown_and_the_next_run_begins_again(project, capsys):
    project.pip(["Collecting a==1"], 1, "ERROR: no such host")
    assert project.make("run") == [1]
    assert "ERROR: no such host" in capsys.readouterr().err
    project.pip()
    assert project.make("run") == [0]


def test_a_pip_that_only_fetched_leaves_what_was_there_playable(project):
    project.make("run")
    project.pip(["Collecting a==1"], 1, "ERROR: no such host")
    assert project.make("dev", "run") == [1, 0]
    assert project.built == 1


def test_a_pip_that_failed_while_it_installed_leaves_no_damage(project):
    project.make("run")
    project.pip(status=1)
    assert project.make("dev") == [1]
    project.pip()
    assert project.make("run", "dev") == [0, 0]
    assert project.built == 2


@pytest.mark.parametrize("name", ["KILL", "TERM", "INT"])
def test_a_pip_that_a_signal_ended_was_interrupted_and_nothing_is_to_be_put_right(project, capsys, name):
    project.pip(killed=name)
    assert project.make("run") == [1]
    assert capsys.readouterr().err.strip() == "It was interrupted: try again."
    project.pip()
    assert project.make("run") == [0]


@pytest.mark.parametrize(
    ("status", "said"),
    [(1, "put right what Python says above, and try again."), (-9, "It was interrupted")],
)
def test_an_environment_that_python_cannot_make_is_said_after_pythons_own_words(
    project, capsys, monkeypatch, status, said
):
    monkeypatch.setattr(environment, "build", lambda folder: status)
    assert project.make("run") == [1]
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", ["run", "dev"])
def test_whatever_the_disk_refuses_is_one_sentence(project, tmp_path, capsys, name):
    shutil.rmtree(tmp_path / "requirements")
    assert project.make(name) == [1]
    said = f"{tmp_path}/requirements/{name}.txt: No such file or directory"
    assert capsys.readouterr().err == f"{said}; put that right, and try again.\n"


WAITING = "{} is being set up already: waiting for that.\n"


@pytest.mark.parametrize(("name", "other"), [("dev", "run"), ("dev", "dev"), ("web", "web"), ("web", "dev")])
def test_of_two_makes_at_once_one_waits_says_so_and_finds_all_done(project, name, other):
    project.make("run")
    project.pip(stays=True)
    first = project.begin(name)
    project.until_pip_stays()
    second = project.begin(other)
    said = second.stdout.readline()
    project.go()
    out, err = second.communicate()
    assert said == WAITING.format(project.folder) and err.strip() == ""
    assert out == "" or name != other  # nothing is left to do
    first.communicate()
    assert first.returncode == second.returncode == 0


@pytest.mark.parametrize("name", ["dev", "web"])
def test_a_pip_or_npm_that_outlives_its_make_is_waited_for_and_then_the_work_is_done_again(project, name):
    project.make("run")
    project.pip(stays=True)
    first = project.begin(name)
    project.until_pip_stays()
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    second = project.begin(name)
    said = second.stdout.readline()
    project.go()
    assert said == WAITING.format(project.folder)
    out, err = second.communicate()
    first.communicate()
    assert out.endswith("Done.\n" if name == "dev" else "") and err.strip() == "" and second.returncode == 0


def test_what_npm_could_not_install_is_said_and_is_no_damage(project, capsys):
    project.make("run")
    project.pip(status=1, error="no such package")
    assert project.make("web") == [1]
    assert capsys.readouterr().err.endswith("put right what npm says above, and try again.\n")
    project.pip()
    assert project.make("web") == [0]
    (project.folder.parent / "boards" / "web" / environment.PINS).write_text('{"new": 1}')
    project.pip(status=1)
    assert project.make("web", "web") == [1, 1]
    project.pip()
    assert project.make("web", "web") == [0, 0]


@pytest.mark.parametrize("lines", [0, 1, 2, 3])
def test_a_killed_pip_leaves_no_damage(project, lines):
    """Everything is killed at once, as by a power cut, at any moment."""
    project.make("run")
    project.pip(ALL_FETCHED[:lines], stays=True)
    running = project.begin("dev")
    while not (project.folder / environment.UNFINISHED).exists():
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    project.pip()
    assert project.make("run", "dev") == [0, 0]
    assert project.built == 2
    assert not (project.folder / environment.UNFINISHED).exists()


def damage_version(project):
    python = project.folder / "bin" / "python"
    python.write_text(python.read_text().replace(f"echo {HERE} ", "echo 3.10 "))


def damage_link(project):
    (project.folder / "bin" / "python").unlink()
    (project.folder / "bin" / "python").symlink_to("/nowhere/python3.11")


def damage_prefix(project):
    python = project.folder / "bin" / "python"
    python.write_text(python.read_text().replace(f"{HERE} '{project.folder}'", f"{HERE} /"))


def damage_path(project):
    (project.folder / "bin" / "pip").write_text("#!/elsewhere/bin/python")


def damage_package(project):
    there = environment.packages(project.folder)
    (there / "a").mkdir(parents=True)
    (there / "a-1.dist-info").mkdir()
    (there / "a-1.dist-info" / "RECORD").write_text(
        "a/__init__.py,,\n../../bin/a,,\na-1.dist-info/RECORD,,\n"
    )
    project.pip()
    (project.folder / environment.PARTS).unlink()  # as in an environment of an older version
    project.make("run")
    (there / "a").rmdir()


def damage_noted(project):
    damage_package(project)
    there = environment.packages(project.folder)
    (project.folder / environment.PARTS).write_text("\n".join(environment.parts(there)))
    shutil.rmtree(there)


def damage_file(project):
    damage_package(project)
    there = environment.packages(project.folder)
    (there / "a").mkdir()
    (there / "a" / "__init__.py").write_text("x = 1\n")
    (there / "a-1.dist-info" / "RECORD").write_text("a/__init__.py,sha256=x,6\n")
    project.pip()
    assert project.make("run") == [0]
    (there / "a" / "__init__.py").write_text("")


DAMAGES = {
    "It lacks pyvenv.cfg.": damage_prefix,
    "It lacks a/__init__.py.": damage_file,
    "It lacks a.": damage_package,
    "It lacks a": damage_noted,
    "It is of Python 3.10, not ": damage_version,
    "Its Python does not run.": damage_link,
    "It was not finished.": lambda project: (project.folder / environment.UNFINISHED).touch(),
    "It was made in another folder.": damage_path,
    "Other packages are pinned.": lambda project: environment.lock("run").write_text("a==2 --hash=x\n"),
}


@pytest.mark.parametrize("sentence", DAMAGES)
def test_an_environment_that_is_of_no_use_is_rebuilt_and_that_is_said(project, capsys, sentence):
    project.make("run", "dev")
    DAMAGES[sentence](project)
    capsys.readouterr()
    assert project.make("run", "dev") == [0, 0]
    assert capsys.readouterr().out.startswith(f"{project.folder} is rebuilt. {sentence}")
    assert project.built == 2


@pytest.mark.parametrize("kind", ["file", "link", "loop"])
def test_what_is_no_folder_in_the_place_of_an_environment_is_named_and_stays(project, capsys, kind):
    if kind == "file":
        project.folder.write_text("mine")
    else:
        project.folder.symlink_to(project.folder if kind == "loop" else "/nowhere")
    assert project.make("run", "dev", "web") == [1, 1, 1]
    sentence = f"{project.folder} is no folder: remove it, and try again.\n"
    assert capsys.readouterr().err == sentence * 3
    assert os.path.lexists(project.folder) and project.built == 0


def test_other_pins_for_testing_are_installed_over_the_old_ones(project):
    project.make("run", "dev")
    environment.lock("dev").write_text("a==1 --hash=x\nb==3 --hash=x\n")
    assert project.make("run", "dev") == [0, 0]
    assert (project.folder / "dev.txt").read_text() == environment.lock("dev").read_text()
    assert project.built == 1


def test_in_a_path_with_a_space_and_with_other_line_ends_make_sets_up_and_finds_the_project(tmp_path):
    """The real thing, with no packages."""
    folder = tmp_path / "my games"
    for name in ("Makefile", "tools/environment.sh", "tools/environment.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((PROJECT / name).read_bytes().replace(b"\n", b"\r\n"))
    (folder / "requirements").mkdir()
    (folder / "requirements" / "run.txt").write_bytes(b"# No package.\r\n")
    (folder / "code.py").write_text("")
    (folder / "tools" / "__init__.py").write_text("")
    script = "import code, tools; from pathlib import Path\n"
    script += "print(Path(tools.__file__).parents[1].name, code.interact)\n"
    (folder / "tools" / "run.py").write_text(script)

    def made():
        command = ["make", "--no-print-directory", "-C", str(folder), "run", f"PYTHON={sys.executable}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert "Setting up" in made()
    assert made().startswith("my games <function interact")


@pytest.mark.parametrize("game", [[], ["GAME=nonsense"]])
def test_to_train_no_game_names_those_that_can_be_trained_and_sets_nothing_up(game):
    done = subprocess.run(["make", "train", *game], cwd=PROJECT, capture_output=True, text=True)
    names = "flip_over hyper_maker inversion the_game"
    assert done.stderr.startswith(f"Say which game: make train GAME=..., one of: {names}.\n")
    assert done.returncode and done.stdout == ""


def test_make_alone_lists_the_targets_with_their_whole_sentences():
    listed = subprocess.run(["make"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    for target, sentence in re.findall(r"^([a-z0-9-]+):.*## (.*)$", MAKEFILE, re.MULTILINE):
        assert f"make {target:<10} {sentence}\n" in listed
