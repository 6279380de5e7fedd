# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The save file of a computer: what it holds is never taken for nothing, and nobody else's is overwritten."""

import errno
import functools
import itertools
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boards.computer import savefile
from boards.computer.savefile import SIZE, SaveFile
from handful.store import MATCH, Store
from tests.boards.player import Player
from tools import PROJECT as ROOT
from tools import run
from tools.console import Board, Console
from tools.soak.drive import Gone


def saved(folder: Path, data: bytes = b"something") -> Path:
    """A folder's save file, with something in it."""
    path = folder / "save.bin"
    path.write_bytes(data)
    return path


def refusing(number: int):
    """A function that fails as the system does."""

    def call(*_, **__):
        raise OSError(number, os.strerror(number))

    return call


@pytest.fixture
def only_written(monkeypatch):
    """Has every file that is opened to be read fail, from the call of what this gives on."""

    def fail(number: int) -> None:
        def opened(file, mode="r", *rest, **named):
            if "r" in mode:
                raise OSError(number, os.strerror(number))
            return open(file, mode, *rest, **named)

        monkeypatch.setattr(savefile, "open", opened, raising=False)

    return fail


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.EMFILE, errno.ESTALE])
def test_a_file_that_cannot_be_read_is_not_overwritten(tmp_path, only_written, number):
    path = saved(tmp_path)
    only_written(number)
    region = SaveFile(tmp_path)
    assert region.refusal == ("not_saved_unread", os.strerror(number))
    with pytest.raises(OSError, match="not to be written"):
        region[0:4] = b"abcd"
    assert path.read_bytes() == b"something"


USED = []  # what another copy has open
# What is there in place of a save: what makes it, and the text that tells of it.
UNUSABLE = {
    "a folder": (Path.mkdir, "not_saved_unread"),
    "a pipe": (os.mkfifo, "not_saved_unread"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "not_saved_unread"),
    "a link to itself": (lambda path: path.symlink_to(path), "not_saved_unread"),
    "empty": (Path.touch, "lost_all"),
    "zeros": (lambda path: path.write_bytes(bytes(SIZE)), "lost_all"),
    "in use": (lambda path: USED.append(SaveFile(path.parent)), "not_saved_in_use"),
    "no lock": (lambda path: path.with_suffix(".bin.lock").mkdir(), "not_saved_unlocked"),
    "no folder": (None, "not_saved"),
    "a file for its folder": (None, "not_saved_unread"),
}


@pytest.mark.parametrize("language", [0, 1, 2])
@pytest.mark.parametrize("unusable", UNUSABLE)
def test_a_save_that_cannot_be_used_is_told_before_anything_else_is_asked_and_the_games_start(
    tmp_path, unusable, language
):
    make, key = UNUSABLE[unusable]
    folder = Path("/proc/handful") if unusable == "no folder" else tmp_path
    if make:
        make(folder / "save.bin")
    elif folder == tmp_path:
        folder = saved(folder) / "folder"
    before = [(path.name, path.stat(follow_symlinks=False).st_mode) for path in tmp_path.iterdir()]
    console = Console(SaveFile(folder), language=-1)
    say = console.app.texts.say
    console.keys("d" * language + "a")
    assert console.screen == "notice" and console.shows(say(key, "").partition(" (")[0].rstrip(".:： "))
    assert key != "not_saved" or console.shows("/proc/handful")
    console.keys("a")
    if key.startswith("not_"):
        assert console.screen == "language" and len(console.view.rows()) == 2
        console.keys("da")
    else:
        assert console.screen == "title"
    console.begin("the_game", [0])
    console.keys("aas" + "ddddda")  # lays a card; save and leave
    console.board.flash.close()
    while USED:
        USED.pop().close()
    assert (console.screen == "notice") == (key in ("not_saved", "not_saved_unread", "not_saved_in_use"))
    if console.screen == "notice":
        left = [(path.name, path.stat(follow_symlinks=False).st_mode) for path in tmp_path.iterdir()]
        assert set(before) <= set(left)
    else:
        assert not SaveFile(folder).refusal or key == "not_saved_unlocked"
        assert Console(SaveFile(folder)).app.saved == "the_game"


def test_a_disk_that_is_full_is_said_where_no_lock_can_be_had(tmp_path, monkeypatch):
    (tmp_path / "save.bin.lock").mkdir()
    console = Console(SaveFile(tmp_path))
    monkeypatch.setattr(savefile.os, "replace", refusing(errno.ENOSPC))
    console.begin("the_game", [0])
    console.keys("aas" + "ddddda")
    assert console.shows(os.strerror(errno.ENOSPC))


def test_only_a_missing_file_is_empty_as_flash_is(tmp_path):
    region = SaveFile(tmp_path / "not" / "yet")
    assert not region.refusal and len(region) == SIZE == 8192 and region[0:SIZE] == b"\xff" * SIZE
    region[10:13] = b"abc"
    region.close()
    assert SaveFile(tmp_path / "not" / "yet")[8:15] == b"\xff\xffabc\xff\xff"
    (tmp_path / "file").write_text("")
    assert SaveFile(tmp_path / "file" / "folder").refusal[0] == "not_saved_unread"


@pytest.mark.parametrize("size", [1, 100, 8191, 8193, 100_000])
def test_a_file_of_any_length_reads_as_8192_bytes(tmp_path, size):
    saved(tmp_path, b"x" * size)
    assert SaveFile(tmp_path)[0:SIZE] == (b"x" * size + b"\xff" * SIZE)[:SIZE]


def test_a_slice_keeps_its_length(tmp_path):
    region = SaveFile(tmp_path)
    for part, new in ((slice(0, 4), b"abc"), (slice(8190, 8194), b"abcd")):
        with pytest.raises(ValueError, match="length"):
            region[part] = new
    assert not (tmp_path / "save.bin").exists()


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE, errno.ENOENT])
def test_a_file_that_cannot_be_read_any_more_or_is_removed_while_it_runs_loses_nothing(
    tmp_path, only_written, number
):
    path = saved(tmp_path)
    region = SaveFile(tmp_path)
    if number == errno.ENOENT:
        path.unlink()
    else:
        only_written(number)
    region[SIZE - 3 : SIZE] = b"end"
    assert path.read_bytes()[:9] == b"something" and path.read_bytes()[-3:] == b"end"


def test_power_that_goes_at_any_step_of_a_write_leaves_what_was_there_or_what_is_new(tmp_path, monkeypatch):
    real = {name: getattr(os, name) for name in ("fsync", "replace", "unlink")}

    def step(name, *arguments):
        if next(left, None) is None:
            raise Gone
        return real[name](*arguments)

    for name in real:
        monkeypatch.setattr(os, name, functools.partial(step, name))
    for steps in itertools.count():
        left = itertools.count()
        region = SaveFile(tmp_path / str(steps))
        store = Store(region, False)
        for kind in range(3):
            store.put(kind, b"before")
        store.flush(0)
        store.put(MATCH, b"after")
        left = iter(range(steps))
        try:
            store.flush(1)
            break
        except Gone:
            region.close()
        again = Store(SaveFile(tmp_path / str(steps)), False)
        assert not again.lost and again.payloads[:MATCH] == [b"before"] * MATCH
        assert again.payloads[MATCH] in (b"before", b"after")
    assert steps > 2


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_a_link(tmp_path, there):
    (tmp_path / "home").mkdir()
    target = tmp_path / "cloud" / "handful.bin"
    if there:
        target.parent.mkdir()
        target.write_bytes(b"something")
    (tmp_path / "home" / "save.bin").symlink_to(target)
    SaveFile(tmp_path / "home")[SIZE - 3 : SIZE] = b"end"
    assert (tmp_path / "home" / "save.bin").is_symlink()
    assert target.read_bytes()[:9] == (b"something" if there else b"\xff" * 9)
    assert target.read_bytes()[-3:] == b"end"


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.EBADF])
def test_a_folder_that_cannot_be_synchronised_is_no_failure(tmp_path, monkeypatch, number):
    real = os.fsync

    def fsync(descriptor):
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):
            raise OSError(number, os.strerror(number))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    region = SaveFile(tmp_path)
    region[0:3] = b"new"
    region.close()
    assert SaveFile(tmp_path)[0:3] == b"new"


@pytest.mark.parametrize(("step", "number"), [("fsync", errno.EIO), ("replace", errno.ENOSPC)])
def test_a_write_that_is_cut_is_a_sentence_and_leaves_the_old_file(tmp_path, monkeypatch, step, number):
    path = saved(tmp_path)
    region = SaveFile(tmp_path)
    monkeypatch.setattr(os, step, refusing(number))
    with pytest.raises(OSError, match=r"^The folder .* cannot be written: .*\.$"):
        region[0:3] = b"new"
    assert region[0:9] == path.read_bytes() == b"something"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["save.bin", "save.bin.lock"]


def test_a_folder_that_is_gone_and_cannot_be_made_again_is_a_sentence(tmp_path):
    region = SaveFile(tmp_path / "folder")
    shutil.rmtree(tmp_path / "folder")
    (tmp_path / "folder").write_text("")
    with pytest.raises(OSError, match=r"^The folder .* cannot be written: .*\.$"):
        region[0:1] = b"a"


def test_the_second_of_two_copies_reads_and_does_not_write(tmp_path):
    path = saved(tmp_path)
    first = SaveFile(tmp_path)
    second = SaveFile(tmp_path)
    assert not first.refusal and second.refusal == ("not_saved_in_use",)
    assert second[0:9] == b"something"
    with pytest.raises(OSError, match="not to be written"):
        second[0:9] = b"otherwise"
    assert path.read_bytes() == b"something"
    first.close()
    with pytest.raises(OSError, match="not to be written"):  # the first may have saved since
        second[0:9] = b"otherwise"
    assert not SaveFile(tmp_path).refusal


def test_a_copy_that_was_killed_leaves_no_lock(tmp_path):
    script = f"""
import sys
sys.path.append({str(ROOT)!r})
from pathlib import Path
from boards.computer.savefile import SaveFile
region = SaveFile(Path({str(tmp_path)!r}))
print("open", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdin=-1, stdout=-1) as process:
        assert process.stdout.readline() == b"open\n"
        assert SaveFile(tmp_path).refusal == ("not_saved_in_use",)
        process.send_signal(signal.SIGKILL)
    assert (tmp_path / "save.bin.lock").exists()
    assert not SaveFile(tmp_path).refusal


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EACCES])
def test_without_locks_it_saves_all_the_same_and_says_so(tmp_path, monkeypatch, number):
    monkeypatch.setattr(savefile.filelock.FileLock, "acquire", refusing(number))
    region = SaveFile(tmp_path)
    assert region.refusal == ("not_saved_unlocked", os.strerror(number))
    region[0:3] = b"new"
    assert not region.refusal and (tmp_path / "save.bin").read_bytes()[:3] == b"new"


def test_a_folder_that_is_opened_meanwhile_is_written(tmp_path, monkeypatch):
    for name in ("TemporaryFile", "mkstemp"):  # whoever runs this may write anywhere
        monkeypatch.setattr(savefile.tempfile, name, refusing(errno.EACCES))
    region = SaveFile(tmp_path)
    console = Console(region)
    assert console.screen == "notice" and console.shows(console.app.texts.say(*region.refusal))
    monkeypatch.undo()
    console.app.settings.names[0] = "Ana"
    assert console.app.save() and not console.app.unsaved
    region.close()
    assert Console(SaveFile(tmp_path)).app.settings.names[0] == "Ana"


def broken(error):
    """A function that raises."""

    def call(*_):
        raise error

    return call


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError("The disk cannot be written: full."), "Saving failed: The disk cannot be written: full."),
        (RuntimeError("NVS Error"), "Saving failed: NVS Error."),
        (ValueError("This is too long to be saved."), "Saving failed: This is too long to be saved."),
        (MemoryError(), "Saving failed: MemoryError."),
    ],
)
def test_a_save_that_fails_is_said_in_the_pause_and_on_the_title_until_one_goes_well(error, why):
    console = Console()
    console.begin("the_game", [0])
    flush = console.app.store.flush
    console.app.store.flush = broken(error)
    console.keys("as")
    console.wait(400)  # a save waits until the keys are quiet
    assert console.screen == "pause" and console.app.match
    console.keys("u")
    before = console.image().tobytes()
    console.keys("a")
    assert console.screen == "notice" and console.shows(why)
    console.keys("a")
    assert console.screen == "pause" and console.image().tobytes() == before
    console.keys("da")
    assert console.screen == "the_game"
    console.keys("s" + "ddddda")
    assert console.screen == "notice" and console.shows(why)
    console.keys("aa")  # nothing is lost that is in memory
    assert console.screen == "the_game" and len(console.app.match.session.history) == 1
    console.app.store.flush = flush
    console.keys("s")
    console.wait(400)
    assert len(console.view.rows()) == 6
    console.keys("ddddda")
    assert console.screen == "title"
    assert Console(console.board.flash).app.saved == "the_game"


@pytest.mark.parametrize("error", [ValueError("This is too long to be saved."), MemoryError()])
def test_a_match_that_cannot_be_put_into_the_save_is_not_left_and_all_else_is_saved(error):
    console = Console()
    console.begin("the_game", [0])
    console.keys("a")
    console.app.match.dump = broken(error)
    console.app.settings.names[0] = "Ana"
    console.keys("s" + "ddddda")
    assert console.screen == "pause" and len(console.app.match.session.history) == 1
    assert len(console.view.rows()) == 7
    assert Console(console.board.flash).app.settings.names[0] == "Ana"
    console.keys("a" + "a")
    assert len(console.app.match.session.history) == 2


PLAY = """
import errno, sys
from tools import run
from boards.computer import savefile
if {fails}:
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")
    savefile.os.replace = full
from boards import terminal as page
close = page.close
def closed():
    print("closed", file=sys.stderr)
    close()
page.close = closed
sys.exit(run.main(["terminal"]))
"""


@pytest.mark.parametrize(("way", "fails"), [("q", True), ("SIGTERM", True), ("q", False)])
def test_quitting_says_on_standard_error_that_the_match_is_not_saved(tmp_path, way, fails):
    region = SaveFile(tmp_path)
    console = Console(region)
    console.begin("the_game", [0])
    console.app.leave(False)
    console.wait(40)
    region.close()
    player = Player(program=PLAY.format(fails=fails), HANDFUL_DATA=str(tmp_path))
    for _ in range(3):  # goes on, and lays a card
        player.rest()
        player.type(b"x")
    player.rest()
    if way == "q":
        player.type(b"q")
    else:
        player.process.send_signal(signal.SIGTERM)
    status, error = player.end()
    said = error.rpartition("closed\n")[2]  # when the terminal has been given back
    if fails:
        assert status == 1
        assert said == f"Saving failed: The folder {tmp_path} cannot be written: No space left on device.\n"
    else:
        assert (status, said) == (0, "")


class Full(bytearray):
    """A region that takes nothing."""

    def __setitem__(self, part, new):
        raise OSError("No space left on device")


@pytest.mark.parametrize("end", [SystemExit, KeyboardInterrupt])
def test_closing_the_window_or_interrupting_it_says_so_too(end, capsys):
    board = Board(Full(b"\xff" * 8192))
    board.sleep = broken(end)
    assert run.play(board) == 1
    assert capsys.readouterr().err == "Saving failed: No space left on device.\n"
    board = Board()
    board.sleep = broken(end)
    assert run.play(board) == 0
    assert capsys.readouterr().err == ""
