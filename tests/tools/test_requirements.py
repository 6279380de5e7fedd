# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make` installs is pinned whole: each package, and those that it needs, in one version and by hash."""

import re
import subprocess
from importlib import metadata

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import PROJECT, environment

LOCKS = sorted((PROJECT / "requirements").glob("*.txt"))
ENVIRONMENTS = ["run", "dev", "lock"]


def entries(path):
    """The requirements of a file and the hashes of each: [(Requirement, [hash])]."""
    lines = path.read_text().replace("\\\n", " ").splitlines()
    found = []
    for line in lines:
        line = line.split("#")[0].strip()
        if line and not line.startswith("-"):
            requirement, *hashes = re.split(r"\s+--hash=", line)
            found.append((Requirement(requirement), hashes))
    return found


def pins():
    """All that is pinned anywhere: name -> the requirements that say so."""
    found = {}
    for path in LOCKS:
        for requirement, _ in entries(path):
            found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def test_there_is_a_lock_for_each_list_and_a_set_up():
    assert sorted(path.stem for path in LOCKS) == sorted(ENVIRONMENTS) == sorted(environment.PURPOSES)
    assert sorted(path.stem for path in (PROJECT / "requirements").glob("*.in")) == sorted(ENVIRONMENTS)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_each_package_of_a_lock_has_one_version_and_its_hashes(path):
    assert entries(path)
    for requirement, hashes in entries(path):
        assert [pin.operator for pin in requirement.specifier] == ["=="], requirement
        assert "*" not in str(requirement.specifier), requirement
        assert hashes and all(re.fullmatch("sha256:[0-9a-f]{64}", value) for value in hashes), requirement


@pytest.mark.parametrize("path", sorted((PROJECT / "requirements").iterdir()), ids=lambda path: path.name)
def test_no_file_names_an_address(path):
    text = "\n".join(line.split("#")[0] for line in path.read_text().splitlines())
    assert "://" not in text and " @ " not in text
    options = re.findall(r"^ *(-\S+)", text, re.MULTILINE)
    assert {option.split("=")[0] for option in options} <= {"--hash", "-c", "-r"}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_a_lock_has_what_its_list_asks_for(name):
    rows = entries(PROJECT / f"requirements/{name}.txt")
    locked = {canonicalize_name(requirement.name): requirement.specifier for requirement, _ in rows}
    for requirement, _ in entries(PROJECT / f"requirements/{name}.in"):
        assert locked[canonicalize_name(requirement.name)] == requirement.specifier


def test_what_is_in_several_locks_has_the_same_version_in_all():
    for name, found in pins().items():
        assert len({str(requirement.specifier) for requirement in found}) == 1, name


def test_what_an_installed_package_needs_is_pinned_too_and_what_is_pinned_is_installed_so():
    environment = {**default_environment(), "extra": ""}
    known = pins()
    seen = 0
    for name, found in known.items():
        if not all(row.marker is None or row.marker.evaluate(environment) for row in found):
            continue
        try:
            installed = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # of lock
            continue
        assert found[0].specifier.contains(installed.version, prereleases=True), name
        for text in installed.requires or ():
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate(environment):
                assert canonicalize_name(needed.name) in known, f"{needed.name}, which {name} needs"
        seen += 1
    assert seen > 40


def test_make_installs_nothing_without_hashes_or_by_building_it():
    assert "pip install" in environment.PIP
    assert "--require-hashes --only-binary :all:" in environment.PIP
    for file in (PROJECT / "Makefile", *(PROJECT / "tools").rglob("*.py"), *(PROJECT / ".ci").iterdir()):
        if file != PROJECT / "tools" / "environment.py":
            assert "pip install" not in file.read_text(encoding="utf-8"), file


def commands_of(target, tmp_path):
    """What `make` would do for a target in a fresh clone."""
    command = ["make", "--dry-run", "--always-make", target, f"VENV={tmp_path}/none"]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout


def test_to_play_make_installs_only_what_playing_needs(tmp_path):
    def lists(target):
        return re.findall(r"sh -s \S+ (\w+)", commands_of(target, tmp_path))

    assert lists("run") == ["run"]
    assert len(entries(PROJECT / "requirements/run.txt")) <= 6
    assert lists("test-rules") == ["run", "dev"]
    assert lists("arena") == ["run", "dev"]


def test_the_window_comes_from_the_package_that_has_wheels_for_every_promised_python():
    assert "pygame-ce" in pins() and "pygame" not in pins()  # pygame 2.6.1 has none for 3.14
