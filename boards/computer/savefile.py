"""The save region of a computer: a file that reads and writes like a microcontroller's nvm."""

import os
import tempfile
from pathlib import Path

import platformdirs

SIZE = 8192


def data_folder() -> Path:
    """Where Handful keeps its data: HANDFUL_DATA, else the user's data folder."""
    named = os.environ.get("HANDFUL_DATA")
    return Path(named) if named else platformdirs.user_data_path("handful", appauthor=False)


class SaveFile:
    """SIZE bytes in `save.bin`: len(), slices to read, and slices of equal length to write.

    A file that is missing, too short or unreadable reads as 0xFF where it has nothing, like empty
    flash; of one that is too long the rest is ignored. A write replaces the whole file at once, so
    that after a power cut there is either the old one or the new one.
    """

    def __init__(self, folder: Path | None = None):
        """folder: where the file is, by default data_folder(); made by the first write."""
        self._folder = (folder or data_folder()).resolve()
        self._path = self._folder / "save.bin"

    def __len__(self) -> int:
        return SIZE

    def _read(self) -> bytearray:
        data = bytearray(b"\xff" * SIZE)
        try:
            with open(self._path, "rb") as file:
                found = file.read(SIZE)
        except OSError:
            found = b""
        data[: len(found)] = found
        return data

    def __getitem__(self, part: slice) -> bytes:
        return bytes(self._read()[part])

    def __setitem__(self, part: slice, new: bytes) -> None:
        """ValueError for another length; OSError, with a sentence, if the file cannot be written."""
        data = self._read()
        if len(data[part]) != len(new):
            raise ValueError("A slice of the save region keeps its length.")
        data[part] = new
        try:
            self._replace(data)
        except OSError as error:
            reason = error.strerror or str(error)
            raise OSError(f"The folder {self._folder} cannot be written: {reason}.") from error

    def _replace(self, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="save-", suffix=".new", dir=self._folder)
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self._path)
        except BaseException:
            os.unlink(name)
            raise
        if os.name == "posix":  # the new name has to reach the disk as well
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
