# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Makes everything that a release has, in dist/release/: `make release`; FIRMWARE=folder adds .uf2 files.

    python tools/build/release.py [--firmware FOLDER]

A release is a commit of which a tag is `v` and the version in pyproject.toml, and CHANGELOG.md has a part for
it. It has a zip a board, named with the versions of CircuitPython that it serves; one file of firmware and
games for each .uf2 in FOLDER, which keeps the name that circuitpython.org gives it; the page for browsers;
the fonts; what the press needs; CHANGES.md, its part of the changelog; CONTENTS.md, which lists all files
with their licences; LICENCES-CIRCUITPYTHON.txt, the texts of those of the .uf2 files; SHA256SUMS. Equal
commits give equal bytes.

Nothing is written, and an earlier release stays, when one cannot be made.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path

from tools import PROJECT, Refusal, checkout, command
from tools.build import bdf, bundle, circuitpython, drive, pages, shop, uf2, web

FOLDER = "release"
CHANGES = "CHANGES.md"
CONTENTS = "CONTENTS.md"
SUMS = "SHA256SUMS"
FIRMWARE = "LICENCES-CIRCUITPYTHON.txt"  # the texts of the licences of what is in CircuitPython
CIRCUITPYTHON = PROJECT / "tools" / "build" / "LICENSE-circuitpython.txt"
MICROPYTHON = web.SOURCES / "LICENSE-micropython.txt"

_OURS = "MIT AND LicenseRef-Misaki"  # the Japanese signs are in every drive
_MICROPYTHON = "@micropython/micropython-webassembly-pyscript"


def version(project: Path = PROJECT) -> str:
    """Returns the version that this commit releases, which a tag names. Refusal if it releases none."""
    _trusted(project)
    if bundle.changed(project):
        raise Refusal("There are changes that are not committed: a release is made from a commit.")
    number = bundle.number(project)
    tags = bundle.git(project, "tag", "--points-at", "HEAD").stdout.split()
    pushed = os.environ.get("GITHUB_REF_NAME", "")  # the release is published under this one's name
    tags = [pushed] if pushed in tags else tags
    if not tags:
        raise Refusal(f"This commit has no tag: it needs v{number}, the version in pyproject.toml.")
    if f"v{number}" not in tags:
        named = ", ".join(tags)
        raise Refusal(f"The tag of this commit is {named}, but the version in pyproject.toml is {number}.")
    return number


def _trusted(project: Path) -> None:
    """Raises Refusal, with the cause, if git cannot say which commit a project is."""
    if not (project / ".git").exists():
        raise Refusal(f"{project} is no git clone: a release is made from a tagged commit of one.")
    try:
        said = bundle.git(project, "rev-parse", "HEAD")
    except OSError:
        raise Refusal("git is missing, which knows what is released.") from None
    if "dubious ownership" in said.stderr:
        remedy = f'git config --global --add safe.directory "{project}"'
        raise Refusal(f"{project} belongs to another user, so git does not read it: {remedy} allows it.")
    if said.returncode:
        raise Refusal(f"git cannot read {project}: {said.stderr.strip().splitlines()[0]}")


def changes(number: str, project: Path = PROJECT) -> str:
    """Returns the changelog's part for a version. Refusal if there is none, or it has no date yet."""
    text = checkout.text(project / "CHANGELOG.md")
    part = re.search(rf"^## {re.escape(number)}, (.*)\n((?:(?!## ).*\n?)*)", text, re.MULTILINE)
    if not part or not part[2].strip():
        line = f"## {number}, date"
        raise Refusal(f"CHANGELOG.md says nothing of {number}: write what has changed below `{line}`.")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", part[1]):
        line = f"## {number}, year-month-day"
        raise Refusal(f"CHANGELOG.md has no date for {number}: the line has to be `{line}`.")
    return part[0].strip() + "\n"


def images(folder: Path | None, boards: tuple[str, ...]) -> list[tuple[str, str, Path]]:
    """Returns (page, firmware's name, file) for each .uf2 in a folder, as circuitpython.org names them.

    Refusal for a file that is for none of these boards or not whole, or a folder without any.
    """
    if folder is None:
        return []
    if not folder.is_dir():
        raise Refusal(f"{folder} is no folder: FIRMWARE is the one that has CircuitPython's .uf2 files.")
    files = sorted([file for file in folder.iterdir() if file.suffix.lower() == ".uf2"])
    if not files:
        raise Refusal(f"{folder} has no .uf2 of CircuitPython.")
    found = []
    for file in files:
        rows = [
            (page, name, file)
            for page in boards
            for name in pages.firmwares(page)
            if name in uf2.BOARDS and re.search(rf"(?<![a-z0-9]){name}(?![a-z0-9_])", file.name)
        ]
        if not rows:
            raise Refusal(f"The name of {file} is not that of CircuitPython for one of our RP2 boards.")
        found += rows
    for page, _, file in found:
        uf2.checked(page, file)
    return found


def make(
    dist: Path,
    firmware: Path | None = None,
    project: Path = PROJECT,
    boards: tuple[str, ...] | None = None,
) -> Path:
    """Makes the release's folder in `dist`. Returns it.

    firmware: a folder with .uf2 files. project: where the commit, its tag and the changelog are. boards:
    the pages of those to make it for, by default all that have a drive. Refusal, with a sentence, if it
    cannot be made.
    """
    number = version(project)
    part = changes(number, project)
    boards = tuple(drive.devices()) if boards is None else boards
    firmwares = images(firmware, boards)
    dist.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=dist) as passing:
        folder = Path(passing) / FOLDER
        folder.mkdir()
        rows = [*_zips(folder, number, boards), *_uf2s(folder, number, firmwares)]
        rows += _web(folder, number, boards) + _fonts(folder, number)
        rows += _press(folder, number)
        (folder / CHANGES).write_bytes(part.encode())
        (folder / CONTENTS).write_bytes(listed(number, rows).encode())
        (folder / SUMS).write_bytes(sums(folder).encode())
        shutil.rmtree(dist / FOLDER, ignore_errors=True)
        folder.rename(dist / FOLDER)
    return dist / FOLDER


# What a release has. Each of these writes files and returns a row of the list for each: (file's name, what
# it is, licences by the name of what they are for).


def _zips(folder: Path, number: str, boards: tuple[str, ...]) -> list[tuple]:
    rows = []
    for page in boards:
        name = f"handful-{number}-{page}-cpy{circuitpython.majors(page)}.zip"
        drive_of_it = bundle.contents(page)
        ends = [int(major) for major in circuitpython.majors(page).split("-")]
        tops = [f"CircuitPython {major}.x" for major in range(ends[0], ends[-1] + 1)]
        of_which = f"of your CircuitPython has ({' or '.join(tops)}: their files are the same)"
        only = f"{tops[0]} has"
        files = {
            "Handful/README.txt": bundle.readme(page, "what the folder " + (of_which if tops[1:] else only))
        }
        for top in tops:
            files.update({f"Handful/{top}/{path}": data for path, data in drive_of_it.items()})
        packed = bundle.pack(folder / name, files)
        what = f"the drive of {_called(page)}, which needs CircuitPython {circuitpython.served(page)}"
        rows.append((name, what, {"Handful": _OURS, **_libraries(packed)}))
        app = bundle.launched(page, drive_of_it)
        if app:
            _, launcher, needs = pages.launched(page)
            packed = bundle.pack(folder / f"handful-{number}-{page}-cpy{needs}-app.zip", app)
            what = f"the app for {launcher}, which needs CircuitPython {needs}, on {_called(page)}"
            rows.append((packed.name, what, {"Handful": _OURS, **_libraries(packed)}))
    return rows


def parts(texts: Path, wifi: bool = True) -> dict[str, str]:
    """Returns the licence of each thing whose licence a file of texts has, by the thing's name.

    wifi: with the things that are on boards with Wi-Fi only.
    """
    found = re.findall(r"^## (.+?): (.+)\n\n(On boards with Wi-Fi)?", checkout.text(texts), re.MULTILINE)
    return {name: licence for name, licence, radio in found if wifi or not radio}


def _uf2s(folder: Path, number: str, firmwares: list[tuple[str, str, Path]]) -> list[tuple]:
    rows = []
    for page, name, file in firmwares:
        with tempfile.TemporaryDirectory() as passing:
            made = uf2.make(page, file, Path(passing))
            board = page if page == name else f"{page}-{name}"
            target = folder / f"handful-{number}-{board}.uf2"
            shutil.move(made, target)
            used = _libraries(made.with_suffix(".zip"))
        firmware = parts(CIRCUITPYTHON, "wifi" in circuitpython.modules(name))
        what = f"firmware ({file.name}) and drive of {_called(page)} ({name})"
        rows.append((target.name, what, {"Handful": _OURS, **used, **firmware}))
    if rows:
        (folder / FIRMWARE).write_bytes(checkout.data(CIRCUITPYTHON))
        rows.append((FIRMWARE, "the texts of the licences of what is in CircuitPython", {"Handful": "MIT"}))
    return rows


def _web(folder: Path, number: str, boards: tuple[str, ...]) -> list[tuple]:
    made = folder / f"handful-{number}-web.zip"
    used = {}
    with tempfile.TemporaryDirectory() as passing:
        built = web.build(Path(passing), boards)
        for packed in sorted((built / "install").glob("*.zip")):
            used |= _libraries(packed)
        shutil.move(built.with_name(f"handful-{bundle.version()}-web.zip"), made)
    lock = json.loads(checkout.text(web.SOURCES / "package-lock.json"))
    machine = lock["packages"][f"node_modules/{_MICROPYTHON}"]
    what = f"the page for browsers, with MicroPython {machine['version']}, and what it puts onto boards"
    return [(made.name, what, {"Handful": _OURS, **parts(MICROPYTHON), **used})]


def _fonts(folder: Path, number: str) -> list[tuple]:
    made = bundle.pack(folder / f"handful-{number}-fonts.zip", bdf.contents())
    return [(made.name, "the fonts as .bdf files", {"Handful": _OURS})]


def _press(folder: Path, number: str) -> list[tuple]:
    made = bundle.pack(folder / f"handful-{number}-press.zip", shop.press())
    return [(made.name, "pictures, a film and three sentences to show it with", {"Handful": _OURS})]


def _called(page: str) -> str:
    return str(pages.fact(page, "NAME", page))


def _libraries(packed: Path) -> dict[str, str]:
    """Returns the licences of the packages whose libraries are in a bundle's zip, by name and version."""
    with zipfile.ZipFile(packed) as file:
        texts = [Path(name) for name in file.namelist() if "licences/" in name]
    found = {}
    for name in sorted({text.stem for text in texts} - {"handful", "misaki"}):
        about = metadata.metadata(name)
        licence = about["License-Expression"] or about["License"] or "see its text in the zip"
        found[f"{name} {about['Version']}"] = licence
    return found


# The lists


def listed(number: str, rows: list[tuple]) -> str:
    """Returns CONTENTS.md: what each file is and which licences are for what is in it."""
    lines = [
        f"# What is in Handful {number}",
        "",
        "Each zip has the texts of the licences in it. LicenseRef-Misaki is that of the Japanese signs.",
        *[f"Those of CircuitPython are in {name}." for name, _, _ in rows if name == FIRMWARE],
        f"CircuitPython {circuitpython.VERSIONS} read the same bytecode, .mpy format 6.",
        "",
        "| file | what it is | licences |",
        "|---|---|---|",
    ]
    for name, what, licences in rows:
        said = "; ".join(f"{thing}: {licence}" for thing, licence in licences.items())
        lines.append(f"| {name} | {what} | {said} |")
    lines += [
        f"| {CHANGES} | what has changed | Handful: MIT |",
        f"| {SUMS} | the checksums: `sha256sum -c {SUMS}` | Handful: MIT |",
    ]
    return "\n".join(lines) + "\n"


def sums(folder: Path) -> str:
    """Returns a line for each file of a folder: its SHA-256 and its name, as sha256sum reads them."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())
    )


@command
def main(arguments: list[str]) -> int:
    """Makes the release and prints what is in it."""
    options = argparse.ArgumentParser(description="Makes everything that a release has.")
    options.add_argument("--firmware", default="", help="a folder with the .uf2 files of CircuitPython")
    chosen = options.parse_args(arguments)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        made = make(bundle.DIST, Path(chosen.firmware) if chosen.firmware else None)
    except KeyboardInterrupt:
        raise Refusal("Interrupted: no release was made.") from None
    finally:
        signal.signal(signal.SIGTERM, before)
    for path in sorted(made.iterdir()):
        print(f"{path.stat().st_size:11,} {path.name}")
    print(f"in {made.relative_to(PROJECT)}/")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
