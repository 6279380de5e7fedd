# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `.ci/run` does with browsers that are missing."""

import shutil
import subprocess

import pytest

from tools import PROJECT

BROWSERS = ["chromium", "firefox-esr", "WebKitWebDriver", "Xvfb"]
TESTED = "make test with all"


class Clone:
    """A clone on a machine with no programs but those that the test makes."""

    def __init__(self, folder):
        self._folder = folder
        self._programs = folder / "programs"
        self._programs.mkdir()
        (folder / ".ci").mkdir()
        shutil.copy(PROJECT / ".ci" / "run", folder / ".ci")
        self.make("dirname", "echo .ci")
        self.make("make", 'echo "make $* with $HANDFUL_BROWSERS"')

    def make(self, name, script="exit 0"):
        """Makes a program of the shell."""
        file = self._programs / name
        file.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def apt(self, *installed):
        """Makes an apt-get that installs these programs."""
        made = "".join(
            f"echo > {self._programs}/{name}; {CHMOD} +x {self._programs}/{name}\n" for name in installed
        )
        self.make("apt-get", f'[[ "$*" == *install* ]] || exit 0\n{made}')

    def run(self):
        """Runs it; returns its exit status, its last line, and what it says of errors."""
        done = subprocess.run(
            [shutil.which("bash"), ".ci/run"],
            cwd=self._folder,
            env={"PATH": str(self._programs)},
            capture_output=True,
            text=True,
        )
        return done.returncode, [*done.stdout.splitlines(), ""][-2 if done.stdout else 0], done.stderr


CHMOD = shutil.which("chmod")


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path)


def test_with_all_browsers_it_runs_the_tests_and_demands_them(clone):
    for name in [*BROWSERS, "localedef"]:
        clone.make(name)
    clone.make("id", "echo 0")
    clone.apt()  # for the locales, where this machine lacks them
    assert clone.run()[:2] == (0, TESTED)


def test_the_newest_python_runs_the_rules_too_where_it_is(clone):
    for name in [*BROWSERS, "localedef", "python3.13"]:
        clone.make(name)
    clone.make("id", "echo 0")
    clone.apt()
    assert clone.run()[:2] == (0, "make test-rules PYTHON=python3.13 VENV=.venv-3.13 with ")
    clone.make("make", '[[ "$*" != test-rules* ]]')
    assert clone.run()[0] != 0  # a failure there is one of all


def test_a_missing_browser_is_installed_by_root(clone):
    clone.make("chromium")
    clone.make("id", "echo 0")
    clone.apt(*BROWSERS)
    assert clone.run()[:2] == (0, TESTED)


def test_a_missing_browser_is_said_to_anybody_else_and_nothing_is_tried(clone):
    clone.make("id", "echo 1000")
    clone.apt(*BROWSERS)
    status, line, said = clone.run()
    assert status == 1 and line != TESTED
    assert "Only root on Debian can install them" in said


@pytest.mark.parametrize("script", ["exit 100", "exit 0"])
def test_a_browser_that_cannot_be_installed_ends_it(clone, script):
    clone.make("id", "echo 0")
    clone.make("apt-get", script)
    status, line, said = clone.run()
    assert status != 0 and line != TESTED
    assert script == "exit 100" or "still missing" in said
