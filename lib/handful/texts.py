"""The words on the screen: one catalogue a language, one more for the game that is being played.

A catalogue is a text file of lines `key=text`. In the menus the common one is kept in memory as the bytes it
is on the drive and searched when a text is needed: no dict, no object a string. From the moment when a game's
is loaded memory is short: both stay on the drive, and only the last lines that have been said are kept.
"""

from micropython import const

LANGUAGES = ("en", "fr", "ja")  # by settings.LANGUAGE
_PIECE = const(512)  # bytes that are read at a time
_MOST = const(700)  # bytes of lines that are kept


class Texts:
    """The catalogues of one language: none until `speak` has been called."""

    def __init__(self):
        self.language = ""
        self._common = b""
        self._said = b""  # lines of both, while there is a game
        self._key = ""  # of the game

    def speak(self, language: str) -> None:
        """Has everything said in a language from now on, its code."""
        self.language = language
        self.load(self._key)

    def load(self, key: str) -> None:
        """Adds the catalogue of a game, in place of the last one; an empty key takes it away."""
        self._key = key
        self._common = b""
        self._said = b""

    def _find(self, mark: bytes) -> bytes:
        # Text that has the line beginning with the mark; b"" if there is none.
        name = "assets/text/" + self.language
        if not self._key:
            try:
                with open(name + ".txt", "rb") as file:
                    self._common = b"\n" + file.read()
                return self._common
            except MemoryError:
                self._common = b""
        # Piece by piece, in one function: the stack is short.
        for path in (name + "." + self._key + ".txt", name + ".txt") if self._key else (name + ".txt",):
            text = b"\n"
            with open(path, "rb") as file:
                while True:
                    piece = file.read(_PIECE)
                    text += piece
                    start = text.find(mark)
                    end = text.find(b"\n", start + 1) if start >= 0 else -1
                    if end >= 0 or not piece:
                        break
                    text = text[-len(mark) :] if start < 0 else text[start:]
            if start >= 0:
                text = text[start : end if end >= 0 else len(text)]
                self._said = text if len(self._said) > _MOST else self._said + text
                return text
        return b""

    def say(self, key: str, *values) -> str:
        """The text of a key, with {0}, {1}, ... replaced by the values. A missing key is a KeyError."""
        mark = ("\n" + key + "=").encode()
        text = self._said if self._key else self._common
        start = text.find(mark)
        if start < 0:
            text = self._find(mark)
            start = text.find(mark)
            if start < 0:
                raise KeyError(key)
        start += len(mark)
        end = text.find(b"\n", start)
        found = str(text[start : end if end >= 0 else len(text)], "utf-8")
        return found.format(*values) if values else found
