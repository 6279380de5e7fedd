# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What has to pass: which browsers and Pythons `.ci/run` demands or misses, and what is not passed over."""

import re
import shutil
import subprocess
import sys

import pytest

from tools import PROJECT

BROWSERS = ["chromium", "firefox-esr", "WebKitWebDriver", "Xvfb"]
TESTED = "make test with all\nmake ram bench with "
ALONE = "MISSING HERE, SO NOT TESTED: Python 3.12 3.13 3.14.\nTested on Python 3.11."


class Clone:
    """A clone on a machine with no programs but those that the test makes."""

    def __init__(self, folder):
        self._folder = folder
        self._programs = folder / "programs"
        self._programs.mkdir()
        (folder / ".ci").mkdir()
        shutil.copy(PROJECT / ".ci" / "run", folder / ".ci")
        shutil.copy(PROJECT / "Makefile", folder)
        (folder / ".venv" / "bin").mkdir(parents=True)
        self.default("3.11")
        self.make("dirname", "echo .ci")
        self.make("make", 'echo "make $* with $HANDFUL_BROWSERS"')

    def make(self, name, script="exit 0"):
        """Makes a program of the shell."""
        file = self._programs / name
        file.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def default(self, version):
        """Makes the Python of the environment that `make test` leaves."""
        file = self._folder / ".venv" / "bin" / "python"
        file.write_text(f"#!/bin/bash\necho {version}\n", encoding="utf-8")
        file.chmod(0o755)

    def apt(self, *installed):
        """Makes an apt-get that installs these programs."""
        made = "".join(
            f"echo > {self._programs}/{name}; {CHMOD} +x {self._programs}/{name}\n" for name in installed
        )
        self.make("apt-get", f'[[ "$*" == *install* ]] || exit 0\n{made}')

    def run(self, **variables):
        """Runs it; returns its exit status, what it prints of the tests, and what it says of errors."""
        done = subprocess.run(
            [shutil.which("bash"), ".ci/run"],
            cwd=self._folder,
            env={"PATH": str(self._programs), **variables},
            capture_output=True,
            text=True,
        )
        lines = [line for line in done.stdout.splitlines() if not line.startswith("Installing")]
        return done.returncode, "\n".join(lines), done.stderr


CHMOD = shutil.which("chmod")


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path)


@pytest.fixture
def whole(clone):
    """A clone with all browsers."""
    for name in [*BROWSERS, "localedef"]:
        clone.make(name)
    clone.make("id", "echo 0")
    clone.apt()
    return clone


def test_the_newest_python_that_is_here_runs_the_rules_too_and_that_is_said(whole):
    for name in ("python3.12", "python3.13"):
        whole.make(name)
    assert whole.run()[:2] == (
        0,
        f"{TESTED}\nThe rules once more on Python 3.13:\n"
        "make test-rules PYTHON=python3.13 VENV=.venv-3.13 with \n"
        "MISSING HERE, SO NOT TESTED: Python 3.14.\nTested on Python 3.11 and 3.13.",
    )
    whole.make("make", '[[ "$*" != test-rules* ]]')
    assert whole.run()[0] != 0  # a failure there is one of all


def test_a_python_of_pyenv_counts_too(whole, tmp_path, monkeypatch):
    python = tmp_path / ".pyenv/versions/3.14.1/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/bash\n")
    python.chmod(0o755)
    status, said, _ = whole.run(HOME=str(tmp_path))
    assert status == 0
    assert said.endswith(f"PYTHON={python} VENV=.venv-3.14 with \nTested on Python 3.11 and 3.14.")


def test_with_all_browsers_it_demands_them_and_missing_newer_pythons_are_not_passed_over_in_silence(whole):
    whole.make("python3.10")
    assert whole.run()[:2] == (0, f"{TESTED}\n{ALONE}")


def test_the_newest_python_has_no_newer_one_to_miss(whole):
    whole.default("3.14")
    whole.make("python3.13")
    assert whole.run()[:2] == (0, f"{TESTED}\nTested on Python 3.14.")


def test_a_missing_browser_is_installed_by_root(clone):
    clone.make("chromium")
    clone.make("id", "echo 0")
    clone.apt(*BROWSERS)
    assert clone.run()[:2] == (0, f"{TESTED}\n{ALONE}")


def test_a_missing_browser_is_said_to_anybody_else_and_nothing_is_tried(clone):
    clone.make("id", "echo 1000")
    clone.apt(*BROWSERS)
    status, line, said = clone.run()
    assert status == 1 and TESTED not in line
    assert "Only root on Debian can install them" in said


WORKFLOWS = PROJECT / ".github" / "workflows"
RELEASE = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")
JOBS = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", RELEASE.split("\njobs:\n")[1], re.MULTILINE))
CHECKOUT = "uses: actions/checkout@"


def test_a_release_has_passed_what_a_change_has_to_pass():
    """The same workflow, whose last step is .ci/run; and nothing is released before it is through."""
    assert "uses: ./.github/workflows/test.yml " in JOBS["test"]
    assert JOBS.keys() == {"test", "build", "publish"}
    assert "    needs: test\n" in JOBS["build"] and "    needs: build\n" in JOBS["publish"]
    test = (WORKFLOWS / "test.yml").read_text(encoding="utf-8")
    assert "workflow_call:" in test and test.rstrip().endswith("- run: .ci/run")


def test_the_job_that_may_publish_runs_nothing_of_the_project_and_the_others_may_only_read():
    writes = {name for name, job in JOBS.items() if ": write" in job}
    assert writes == {"publish"}
    assert CHECKOUT not in JOBS["publish"] and JOBS["publish"].count("run: ") == 1
    assert "run: gh release create " in JOBS["publish"]


def test_whoever_downloads_a_file_reads_how_to_check_where_it_was_made():
    assert "uses: actions/attest-build-provenance@" in JOBS["publish"]
    text = (PROJECT / "docs" / "boards" / "README.md").read_text(encoding="utf-8")
    named = (
        r"gh attestation verify FILE --repo (\S+) --source-ref refs/tags/v.* .*\n +--signer-workflow (\S+)\n"
    )
    repository, workflow = re.search(named, text).groups()
    assert (PROJECT / workflow.removeprefix(repository + "/")).samefile(WORKFLOWS / "release.yml")


@pytest.mark.parametrize("path", sorted(WORKFLOWS.glob("*.yml")), ids=lambda path: path.name)
def test_actions_are_pinned_to_commits_and_keep_no_credentials(path):
    text = path.read_text(encoding="utf-8")
    assert "\npermissions: {}\n" in text
    for used, comment in re.findall(r"uses: (\S+)(.*)", text):
        assert used.startswith("./") or re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", used) and " # v" in comment
    assert text.count(CHECKOUT) == text.count("persist-credentials: false")


def test_dependabot_looks_where_pins_are():
    text = (PROJECT / ".github" / "dependabot.yml").read_text(encoding="utf-8")
    found = re.findall(r"package-ecosystem: (\S+)\n    directory: /(\S*)\n", text)
    pins = {"github-actions": ".github/workflows/test.yml", "pip": "dev.txt", "npm": "package-lock.json"}
    assert {kind for kind, _ in found} == pins.keys() and text.count("package-ecosystem") == len(found)
    assert all((PROJECT / folder / pins[kind]).is_file() for kind, folder in found)


FLAKY = """
import pytest
tries = []

@pytest.mark.flaky(reruns=2)
def test_slow():
    tries.append(1)
    assert len(tries) > 1, "the browser was too slow"

def test_quick():
    pass
"""


@pytest.mark.parametrize("workers", [[], ["-n", "1"]])
def test_a_test_that_was_tried_again_is_told_with_its_failure(tmp_path, workers):
    (tmp_path / "test_flaky.py").write_text(FLAKY)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "--rootdir", tmp_path, *workers]
    done = subprocess.run([*command, tmp_path], cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0
    assert "failed, and were tried again" in done.stdout
    assert "test_flaky.py::test_slow: AssertionError: the browser was too slow" in done.stdout
    assert "test_quick" not in done.stdout


@pytest.mark.parametrize("script", ["exit 100", "exit 0"])
def test_a_browser_that_cannot_be_installed_ends_it(clone, script):
    clone.make("id", "echo 0")
    clone.make("apt-get", script)
    status, line, said = clone.run()
    assert status != 0 and TESTED not in line
    assert script == "exit 100" or "still missing" in said
