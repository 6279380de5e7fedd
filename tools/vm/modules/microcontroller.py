# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `microcontroller`: the 8 KB of `nvm` that keep saved games."""


class _ByteArray:
    """8,192 bytes, at first as from the factory (0xFF), written a byte or a slice at a time.

    Beyond a device's: `writes` counts the writes (each wears the flash once). `attach(path)` keeps the bytes
    in a file, so that a second run finds what the first one saved.
    """

    def __init__(self, length: int):
        self.writes = 0
        self._data = bytearray(b"\xff" * length)
        self._path = None

    def attach(self, path: str):
        """Reads the bytes from a file, if there is one, and writes them there from now on."""
        self._path = path
        try:
            with open(path, "rb") as file:
                self._data[:] = file.read()
        except OSError:
            pass

    def __len__(self):
        return len(self._data)

    def __getitem__(self, index):
        """Returns a byte's value, or for a slice a bytearray with a copy."""
        return self._data[index]

    def __setitem__(self, index, value):
        """Sets a slice to bytes of the same length (ValueError otherwise), or an index to 0..255."""
        if isinstance(index, slice):
            if not isinstance(value, (bytes, bytearray, memoryview)):
                raise NotImplementedError("array/bytes required on right side")
            if len(value) != len(self._data[index]):
                raise ValueError("Slice and value different lengths.")
        elif not 0 <= value <= 255:
            raise ValueError("bytes must be 0-255")
        self._data[index] = value
        self.writes += 1
        if self._path:
            with open(self._path, "wb") as file:
                file.write(self._data)


nvm = _ByteArray(8192)
