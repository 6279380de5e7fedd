# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The save region of a computer: a file that reads and writes like a microcontroller's nvm."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

import filelock
import platformdirs

SIZE = 8192


def data_folder() -> Path:
    """Returns where Handful keeps its data: HANDFUL_DATA, or else the user's data folder."""
    named = os.environ.get("HANDFUL_DATA")
    return Path(named) if named else platformdirs.user_data_path("handful", appauthor=False)


class SaveFile:
    """SIZE bytes in `save.bin`: len(), slices to read, and slices of equal length to write.

    The file is read once. Bytes that it lacks, or all if there is no file, are 0xFF as in empty flash; bytes
    beyond SIZE are ignored. A file without any content begins with a byte that the store takes for damage,
    since what was there is gone. A write replaces the whole file at once, so a power cut leaves the old file
    or the new one. If `save.bin` is a link, the file that it leads to is replaced.

    refusal: why nothing can be written, as the arguments of texts.say; empty if writing works. What cannot be
    read, or is no file, is left untouched. A file that another copy of the game has open is written by that
    copy only. Where that cannot be known it is said until the first write. A folder that cannot be written is
    tried again at each write.
    """

    atomic = True

    def __init__(self, folder: Path | None = None) -> None:
        """folder: where the file is, by default data_folder(). It is created if it is missing."""
        self._path = Path(os.path.realpath((folder or data_folder()) / "save.bin"))
        self._data = bytearray(b"\xff" * SIZE)
        self.refusal: tuple[str, ...] = ()
        self._lock = filelock.FileLock(f"{self._path}.lock", blocking=False)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
            unlocked = ""
        except filelock.Timeout:
            self.refusal = ("not_saved_in_use",)
            unlocked = ""
        except (OSError, NotImplementedError) as error:
            unlocked = _reason(error)
        try:
            if self._path.exists() and not (self._path.is_file() or self._path.is_dir()):
                raise OSError(errno.EINVAL, "Not a file")  # a pipe would be waited for
            with open(self._path, "rb") as file:
                found = file.read(SIZE)
            if not found.strip(b"\0\xff"):
                found = b"?"
        except FileNotFoundError:
            found = b""
        except OSError as error:
            found = b""
            self.refusal = ("not_saved_unread", _reason(error))
        self._data[: len(found)] = found
        self._shut = bool(self.refusal)
        if not self._shut:
            try:
                tempfile.TemporaryFile(dir=self._path.parent).close()
                if unlocked:
                    self.refusal = ("not_saved_unlocked", unlocked)
            except OSError as error:
                self.refusal = ("not_saved", self._why(error))

    def close(self) -> None:
        """Lets another copy of the game write. The end of the process does so, too."""
        self._lock.release()

    def __len__(self) -> int:
        return SIZE

    def __getitem__(self, part: "slice[int, int, None]") -> bytes:
        return bytes(self._data[part])

    def __setitem__(self, part: "slice[int, int, None]", new: bytes) -> None:
        """ValueError if the lengths differ; OSError, with a sentence, if the file cannot be written."""
        data = self._data[:]
        if len(data[part]) != len(new):
            raise ValueError("A slice of the save region keeps its length.")
        data[part] = new
        if self._shut:
            raise OSError(f"The file {self._path} is not to be written: {' '.join(self.refusal)}.")
        try:
            self._replace(data)
        except OSError as error:
            self.refusal = ("not_saved", self._why(error))
            raise OSError(f"{self._why(error)}.") from error
        self._data = data
        self.refusal = ()

    def _why(self, error: OSError) -> str:
        return f"The folder {self._path.parent} cannot be written: {_reason(error)}"

    def _replace(self, data: bytearray) -> None:
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="save-", suffix=".new", dir=folder)
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self._path)
        except BaseException:
            with contextlib.suppress(OSError):  # it may have been renamed already
                os.unlink(name)
            raise
        # The new name has to reach the disk as well. Some file systems cannot sync a folder: there a power
        # cut may leave the old file.
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", "") or str(error)
