# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Puts Handful onto a board's CIRCUITPY drive, or updates it: `make flash`.

    python tools/build/flash.py [--drive FOLDER] [--board BOARD] [--force]

Finds the mounted drive, makes the bundle of the board that the drive's boot_out.txt names (or HANDFUL_BOARD
in its settings.toml), and copies what differs. Overwrites and removes only files that an earlier Handful
put there and that nobody has changed since: the drive's handful.txt lists them. Other files in the way are
kept under their name with a ~. --force, or FORCE=1 with make, accepts firmware newer than the versions
Handful was tried with.

A drive whose flashing was interrupted can be flashed again. The list of old and new files is written first, a
file is written whole or not at all, and code.py is removed first and written last, so that the board never
starts a mixture. tools/build/rules.json says what is whose, and in which order the work is done; the page's
installer (boards/web/install) goes by it as well.
"""

import argparse
import contextlib
import glob
import os
import re
import shutil
import sys
from pathlib import Path, PurePosixPath

from handful import link
from tools import Refusal, checkout, command
from tools.build import bundle, circuitpython, drive, pages, settings, wired
from tools.build.bundle import MANIFEST, digest
from tools.build.rules import DRIVE, say

PLACES = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt", "/mnt/*", "/Volumes/*")
LETTERS = tuple(f"{letter}:\\" for letter in "DEFGHIJKLMNOPQRSTUVWXYZ")  # the places on Windows
BOOT = DRIVE["boot"]
START = DRIVE["start"]

_CLUSTER = 1024  # as the page's installer takes it, which cannot ask: for Windows
_PASSING = DRIVE["passing"]  # a file while it is being written
_FACTORY = {path: text.encode() for path, text in DRIVE["factory"].items()}  # files of a new drive
_INSTEAD = DRIVE["instead"]  # files that the firmware would run instead


class Plan:
    """The work to do on a drive. All lists are paths, in the order of work.

    write: new or different files. remove: our files that are no longer wanted. keep: the user's files that
    are in the way. leave: our unwanted files that the user has changed. same: the number of files that need
    no change. known: hashes of our files by path, including earlier versions. gone: the paths of those that
    are not wanted.
    """

    def __init__(self):
        self.write = []
        self.remove = []
        self.keep = []
        self.leave = []
        self.same = 0
        self.known = {}
        self.gone = []

    def orders(self) -> list[tuple[str, str]]:
        """Returns the work in the order of rules.json: what to do, and the path or the list to do it with."""
        names = [path for path in (_PASSING, MANIFEST) if path in self.keep]
        groups = {
            "taken names": names,
            "in the way": sorted(set(self.keep) - set(names), key=_late),
            "start": [START],
            "unwanted": sorted(set(self.remove) - {START}, key=_late),
            "gone": self.gone,
            "wanted": [path for path in self.write if path != START],
        }
        work = DRIVE["work" if self.write or self.remove or self.keep else "idle"]
        return [(what, path) for what, which in work for path in groups.get(which, [which])]


# The drive


def mounted() -> list[Path]:
    """Returns this computer's drives of boards: folders with boot_out.txt, or else those called CIRCUITPY."""
    places = LETTERS if sys.platform == "win32" else PLACES
    found = sorted(path for place in places for path in glob.glob(place))
    drives = [Path(path) for path in found if os.path.isfile(os.path.join(path, BOOT))]
    return drives or [Path(path) for path in found if Path(path).name == DRIVE["label"]]


def identify(folder: Path) -> tuple[str, str]:
    """Returns the board's id and the firmware's version. Refusal if the drive does not tell them."""
    if not folder.is_dir():
        raise Refusal(f"There is no folder {folder}: is the drive mounted there?")
    data = _read(folder / BOOT)
    if data is None:
        raise Refusal(say("no_boot", folder, BOOT))
    text = data.decode("utf-8", "replace")
    version = re.search(DRIVE["version"], text)
    name = re.search(DRIVE["board"], text, re.MULTILINE)
    if not version:
        raise Refusal(say("no_version", folder, BOOT))
    if not name:
        raise Refusal(say("no_id", folder, BOOT))
    return name[1], version[1]


def wanted_board(folder: Path, name: str, version: str, wish: str = "") -> str:
    """The page that the board is going to look for, as boards.find() does. Refusal unless it is exactly one.

    name, version: the firmware's name for the board, and its own version. wish: the page to take if there are
    several for that firmware.
    """
    chosen, unusable = _chosen(folder, version)
    name = chosen or name
    found = [page for page in pages.of(name) if page in drive.devices()]
    if wish in found:
        return wish
    if chosen and len(found) > 1:
        named = say("or").join(found)
        raise Refusal(say("several_pages", DRIVE["settings"], DRIVE["chosen"], chosen, named))
    try:
        return drive.device(name)
    except Refusal as error:
        raise Refusal(" ".join([unusable or str(error), *_slips(folder)])) from None


def _chosen(folder: Path, version: str) -> tuple[str, str]:
    """Returns the board that the settings name; "" and a sentence if the board cannot go by that name."""
    try:
        name = settings.text(_settings(folder), DRIVE["chosen"], version)
    except settings.Unreadable as error:
        return "", str(error)
    if name and not set(pages.of(name)) & set(drive.devices()):
        return "", say("unknown_page", DRIVE["settings"], DRIVE["chosen"], name)
    return name, ""


def _settings(folder: Path) -> bytes:
    file = folder / DRIVE["settings"]
    if os.path.lexists(file) and _read(file) is None:
        raise Refusal(say("no_file", file))
    return _read(file) or b""


def space(folder: Path) -> tuple[int, int]:
    """Returns a drive's free bytes and the size of a cluster, the unit in which it allocates them."""
    cluster = os.statvfs(folder).f_frsize if hasattr(os, "statvfs") else _CLUSTER
    return shutil.disk_usage(folder).free, cluster


# What to do


def listed(folder: Path) -> dict[str, set[str]]:
    """Returns the hashes of the files that an earlier Handful put there, by path. Skips damaged lines."""
    found = {}
    text = (_read(folder / MANIFEST) or b"").decode("utf-8", "replace")
    for line in re.split("\r?\n", text)[1:]:
        entry = re.search(DRIVE["line"], line)
        # Anybody can edit the list: a path in it must not lead out of the drive.
        if entry and re.search(DRIVE["path"], entry[2]):
            found.setdefault(entry[2], set()).add(entry[1])
    return found


def plan(folder: Path, files: dict[str, bytes], sources: dict[str, str]) -> Plan:
    """Returns the work that gives the drive these files (path -> bytes, including the manifest).

    sources: the hashes of the project's Python files by path. Copied to the drive by hand, they are ours.
    """
    todo = Plan()
    earlier = listed(folder)
    todo.known = {path: set(hashes) for path, hashes in earlier.items()}

    def ours(path: str, data: bytes) -> bool:
        # A browser that is killed while it writes leaves an empty file.
        hashed = digest(data)
        known = hashed == sources.get(path) or hashed in earlier.get(path, ())
        return known or not data or _FACTORY.get(path) == data

    def clear(path: str) -> None:
        # In the way of one of our files: removed if it is ours, else kept under another name.
        data = _read(folder / path)
        wanted = todo.remove if data is not None and ours(path, data) else todo.keep
        if os.path.lexists(folder / path) and path not in wanted:
            wanted.append(path)

    head = _read(folder / MANIFEST)
    listing = head is not None and (not head or head.startswith(bundle.HEAD))
    if os.path.lexists(folder / MANIFEST) and not listing:
        todo.keep.append(MANIFEST)
    half = folder / _PASSING
    if half.is_symlink() or os.path.lexists(half) and not _left_over(_read(half), files, earlier):
        todo.keep.append(_PASSING)
    for path in dict.fromkeys([*files, *earlier, _PASSING]):
        swap = _read(folder / (path + DRIVE["swap"]))
        if swap is not None and _left_over(swap, files, earlier):
            todo.remove.append(path + DRIVE["swap"])
    for path, data in files.items():
        if path == MANIFEST:
            continue
        once = path in DRIVE["once"]  # the board writes to it: it is in no list, and stays
        if not once:
            todo.known.setdefault(path, set()).add(digest(data))
        for above in reversed(PurePosixPath(path).parents[:-1]):
            if os.path.lexists(folder / above) and not (folder / above).is_dir():
                clear(str(above))
        there = _read(folder / path)
        if there == data or (once and there is not None and len(there) == len(data)):
            todo.same += 1
        else:
            todo.write.append(path)
            if there is None or not ours(path, there):
                clear(path)
        # CircuitPython prefers the .py to the .mpy of the same name.
        if path.endswith(DRIVE["compiled"]):
            clear(path.removesuffix(DRIVE["compiled"]) + DRIVE["source"])
        for other in _INSTEAD.get(path, ()):
            clear(other)
    for path in earlier:
        old = _read(folder / path)
        if path not in files:
            todo.gone.append(path)
            if path not in todo.remove and old is not None:
                (todo.remove if ours(path, old) else todo.leave).append(path)
    todo.leave = [path for path in todo.leave if path not in todo.keep]
    return todo


def _left_over(data: bytes | None, files: dict[str, bytes], earlier: dict[str, set[str]]) -> bool:
    """Returns whether a half-written file (None for a folder) is left over from our own interrupted run."""
    if data is None:
        return False
    known = {hashed for hashes in earlier.values() for hashed in hashes}
    begun = any(whole.startswith(data) for whole in files.values())
    return begun or data.startswith(bundle.HEAD) or digest(data) in known


def refuse_links(folder: Path, paths: list[str]) -> None:
    """Raises Refusal if a path leads through a link to another folder, which is outside of the drive."""
    for path in paths:
        for above in PurePosixPath(path).parents[:-1]:
            place = folder / above
            if place.is_symlink() and place.is_dir():
                raise Refusal(
                    f"{place} is a link to a folder elsewhere, and Handful writes onto the drive only: "
                    "put a folder in its place."
                )


def missing(folder: Path, todo: Plan, files: dict[str, bytes]) -> int:
    """Returns how many bytes the drive lacks at the worst moment of the work; 0 or less if there is room."""
    free, cluster = space(folder)

    def taken(number: int) -> int:
        return -(-number // cluster) * cluster

    def there(path: str) -> int:
        file = folder / path
        return taken(file.stat().st_size) if path not in todo.keep and file.is_file() else 0

    entries = {}
    for path in todo.write:
        for name in (PurePosixPath(path), *PurePosixPath(path).parents[:-1]):
            if not os.path.lexists(folder / name):
                entries.setdefault(name.parent, set()).add(name.name)
    for names in entries.values():
        size = sum(DRIVE["entry"] * (2 + len(name) // DRIVE["letters"]) for name in names)
        free -= taken(size + 2 * DRIVE["entry"])
    union = len(_manifest(files, todo.known))
    free -= taken(union)
    least = free
    free += there(MANIFEST)
    gone = set(todo.remove) | ({START} if START in todo.write else set())
    free += sum(there(path) for path in gone)
    for path in todo.write:
        free -= taken(len(files[path]))
        least = min(least, free)
        free += there(path) if path not in gone else 0
    least = min(least, free - taken(len(files[MANIFEST])))
    return -least


def _manifest(files: dict[str, bytes], known: dict[str, set[str]]) -> bytes:
    """Returns the manifest for the time in between: everything that is ours before or after."""
    head = files[MANIFEST].split(b"\n")[0].decode()
    lines = [f"{hashed} {path}" for path in sorted(known) for hashed in sorted(known[path])]
    return ("\n".join([head, *lines]) + "\n").encode()


# Doing it


def carry_out(folder: Path, todo: Plan, files: dict[str, bytes]) -> dict[str, str]:
    """Does the planned work and reads it back. Returns the new names of the user's files in the way.

    OSError from the drive; Refusal if a file reads back differently. After either, as after a power cut,
    the drive can be flashed again.
    """
    kept = {}
    written = {}
    lists = {"old and new": _manifest(files, todo.known), "new": files[MANIFEST]}
    for what, path in todo.orders():
        if what == "aside":
            kept[path] = _set_aside(folder, path)
        elif what == "remove":
            (folder / path).unlink(missing_ok=True)
        elif what == "prune":
            _prune(folder, path)
        elif what == "list":
            written |= _write(folder, MANIFEST, lists[path])
        elif what == "write":
            written |= _write(folder, path, files[path])
        else:
            _settle()
            _verify(folder, written)
            written = {}
    return kept


def _late(path: str) -> tuple:
    """Returns a sort key that puts what the firmware starts first."""
    return path != START and path not in _INSTEAD[START], path


def _write(folder: Path, path: str, data: bytes) -> dict[str, bytes]:
    """Writes a file that differs, under a temporary name first. Returns {path: bytes} if it was written."""
    if _read(folder / path) == data:
        return {}
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    with open(folder / _PASSING, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(folder / _PASSING, folder / path)
    return {path: data}


def _verify(folder: Path, written: dict[str, bytes]) -> None:
    for path, data in written.items():
        if _read(folder / path, afresh=True) != data:
            raise Refusal(say("reads_back", path))


def _read(path: Path, afresh: bool = False) -> bytes | None:
    """Returns a file's bytes, None if there is no such file. afresh: read the drive, not the cache."""
    if not path.is_file():
        return None
    with open(path, "rb") as file:
        if afresh and hasattr(os, "posix_fadvise"):
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return file.read()


def _set_aside(folder: Path, path: str) -> str:
    """Renames a file or folder of the user's that is in the way. Returns its new name."""
    name = _unused(folder, path)
    os.rename(folder / path, folder / name)
    return name


def _unused(folder: Path, path: str) -> str:
    """Returns a path similar to this one at which there is nothing."""
    name, number = f"{path}~", 1
    while os.path.lexists(folder / name):
        number += 1
        name = f"{path}~{number}"
    return name


def _prune(folder: Path, path: str) -> None:
    """Removes the folders that a removed file leaves empty, except those that the firmware made."""
    for above in PurePosixPath(path).parents[:-1]:
        there = (folder / above).is_dir() and str(above) not in DRIVE["stays"]
        if there and not any((folder / above).iterdir()):
            (folder / above).rmdir()


def _settle() -> None:
    """Waits until everything is written to the drive."""
    if hasattr(os, "sync"):
        os.sync()


def _writable(folder: Path) -> bool:
    probe = folder / _unused(folder, _PASSING)
    try:
        with open(probe, "wb"):
            pass
        os.remove(probe)
    except OSError:
        return False
    return True


def choose(folder: str, board: str) -> Path:
    """Returns the drive to flash: the named one, else the only one (of that board). Refusal if none."""
    if folder:
        return Path(folder)
    found = mounted()
    if board and len(found) > 1:
        found = [path for path in found if _is_of(path, board)]
    if not found:
        raise Refusal("No CIRCUITPY drive is mounted: plug the board in, or name it with DRIVE=folder.")
    if len(found) > 1:
        names = ", ".join(str(path) for path in found)
        raise Refusal(f"There is more than one drive ({names}): name one with DRIVE=folder.")
    return found[0]


def _is_of(folder: Path, board: str) -> bool:
    page = drive.device(board)
    try:
        return wanted_board(folder, *identify(folder), board) == page
    except Refusal:
        return False


def flash(folder: Path, board: str = "", force: bool = False, wanted: tuple[str, ...] = ()) -> list[str]:
    """Flashes a drive. Returns lines that say what was done.

    board: the page or firmware that it has to be, if given. force: take newer firmware than was tried.
    wanted: the keys of the games; () for all. Refusal, with nothing changed, if the drive cannot be flashed;
    OSError from the drive.
    """
    name, firmware = identify(folder)
    page = wanted_board(folder, name, firmware, board)
    circuitpython.check(firmware, force, page, name)
    if board and drive.device(board) != page:
        raise Refusal(f"The drive is that of a {name}, not of a {board}.")
    files = bundle.contents(page, wanted=wanted)
    refuse_links(folder, [*files, *listed(folder)])
    sources = {path: digest(checkout.data(file)) for path, file in drive.sources(page).items()}
    todo = plan(folder, files, sources)
    lack = missing(folder, todo, files)
    if lack > 0:
        raise Refusal(say("too_little_room", -(-lack // 1024)))
    if not _writable(folder):
        raise Refusal(say("read_only", folder))
    kept = carry_out(folder, todo, files)
    lines = [
        say("done", bundle.version(), page, folder, name, firmware),
        say("counts", len(todo.write), todo.same, len(todo.remove)),
    ]
    if kept:
        names = ", ".join(say("kept_as", path, kept[path]) for path in sorted(kept))
        lines.append(say("kept", names))
    launcher = pages.launched(page)[1]
    if launcher and START in kept:
        lines.append(say("launcher", launcher, kept[START]))
    if todo.leave:
        lines.append(say("left", ", ".join(sorted(todo.leave))))
    faults = [str(fault) for fault in settings.faults(_settings(folder), firmware)]
    unusable = _chosen(folder, firmware)[1]
    faults += [unusable] * (bool(unusable) and unusable not in faults)
    faults += _bad_site(folder, firmware)
    faults += _slips(folder)
    if pages.is_wired(page):
        faults += wired.faults(page, name, firmware, folder / DRIVE["settings"])
    return lines + faults


def _slips(folder: Path) -> list[str]:
    """Returns what nobody can have meant with the settings."""
    hidden = os.path.lexists(folder / (DRIVE["settings"] + ".txt"))
    lines = [say("slip_ending", DRIVE["settings"])] * hidden
    return lines + [say(key, DRIVE["settings"], *rest) for key, *rest in settings.slips(_settings(folder))]


def _bad_site(folder: Path, version: str) -> list[str]:
    """Returns what the console is going to say of a HANDFUL_SITE that it can read and not use."""
    with contextlib.suppress(settings.Unreadable):
        try:
            link.checked(settings.text(_settings(folder), "HANDFUL_SITE", version) or "http://a")
        except ValueError:
            return [say("bad_site", link.MOST)]
    return []


@command
def main(arguments: list[str]) -> int:
    """Flashes, and prints what was done or why nothing was."""
    options = argparse.ArgumentParser(description="Puts Handful onto a board's CIRCUITPY drive.")
    options.add_argument("--drive", default="", help="the drive's folder, by default the mounted one")
    options.add_argument("--board", default="", help="the board that it has to be")
    options.add_argument("--games", default="", help="their keys with commas between, by default all")
    options.add_argument("--force", action="store_true", help="take newer firmware than was tried")
    chosen = options.parse_args(arguments)
    try:
        wanted = drive.games(chosen.games) if chosen.games else ()
        print("\n".join(flash(choose(chosen.drive, chosen.board), chosen.board, chosen.force, wanted)))
    except OSError as error:
        print(say("went_away", error.strerror or error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted: flash it once more.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
