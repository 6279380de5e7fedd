"""The words on the screen: one catalogue a language, and one more for each game.

A catalogue is a text file of lines `key=text`: assets/texts/<language>.txt, and of a game
assets/games/<key>/<language>.txt. In the menus the common one is kept in memory as the bytes it is on the
drive and searched when a text is needed: no dict, no object a string. While a game is loaded memory is short:
then both stay on the drive, and only the last lines that were looked up are kept.
"""

from micropython import const

# A language's code, what it calls itself, whether its texts need the signs of Japanese. Its index here is
# what the settings save: rows are appended, never moved.
LANGUAGES = (("en", "English", False), ("fr", "Français", False), ("ja", "日本語", True))
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
        """Switches to a language, given by its code."""
        self.language = language
        self.load(self._key)

    def load(self, key: str) -> None:
        """Adds the catalogue of a game, in place of the last one's; an empty key takes it away."""
        self._key = key
        self._common = b""
        self._said = b""

    def path(self, key: str, ending: str = ".txt") -> str:
        """The path of a file in the language that is set: a game's, or the console's own for an empty key."""
        return ("assets/games/" + key + "/" if key else "assets/texts/") + self.language + ending

    def say_of(self, key: str, game: str) -> str:
        """The text of a key of any game, loaded or not. A missing key is a KeyError."""
        mark = ("\n" + key + "=").encode()
        return self._text(self._read(self.path(game), mark), mark, key)

    def _read(self, path: str, mark: bytes) -> bytes:
        # The line of a file that begins with the mark, and perhaps more; b"" if there is none.
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
        if start < 0:
            return b""
        return text[start : end if end >= 0 else len(text)]

    def _find(self, mark: bytes) -> bytes:
        # Text that has the line beginning with the mark; b"" if there is none.
        if not self._key:
            try:
                with open(self.path(""), "rb") as file:
                    self._common = b"\n" + file.read()
                return self._common
            except MemoryError:
                self._common = b""
                return self._read(self.path(""), mark)
        text = self._read(self.path(self._key), mark) or self._read(self.path(""), mark)
        if text:
            self._said = text if len(self._said) > _MOST else self._said + text
        return text

    def _text(self, lines: bytes, mark: bytes, key: str) -> str:
        # The text behind a mark in lines.
        start = lines.find(mark)
        if start < 0:
            raise KeyError(key)
        start += len(mark)
        end = lines.find(b"\n", start)
        return str(lines[start : end if end >= 0 else len(lines)], "utf-8")

    def say(self, key: str, *values) -> str:
        """The text of a key, with {0}, {1}, ... replaced by the values. A missing key is a KeyError."""
        mark = ("\n" + key + "=").encode()
        lines = self._said if self._key else self._common
        if lines.find(mark) < 0:
            lines = self._find(mark)
        found = self._text(lines, mark, key)
        return found.format(*values) if values else found
