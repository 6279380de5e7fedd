# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The texts on the screen: for each language a common catalogue, and one more per game.

A catalogue is a text file of lines `key=text`: assets/texts/<language>.txt is common, a game has
assets/games/<key>/<language>.txt. In the menus the common catalogue stays in memory as raw bytes, and lookups
search it, because a dict of strings would need several times the memory. While a game is loaded memory is
short, so both catalogues stay on the drive and only recently used lines are kept.

A text about a player may have two forms, `plays={0} plays {1}|You play {1}`: the first is said of anybody by
name, the second of the only person at the table.
"""

from micropython import const

# The languages' codes. An index here is what the settings save: codes are appended, never moved.
LANGUAGES = ("en", "fr", "ja")
_PIECE = const(256)  # bytes read at a time: after an error there may be no larger piece of memory
_MOST = const(700)  # bytes of cached lines above which the cache is emptied


class Texts:
    """Looks up texts in the catalogues of one language. Call `speak` first."""

    def __init__(self) -> None:
        self.language = ""
        self.you = ""  # what the only person at a table is called
        self._common = b""
        self._said = b""  # cached lines of both catalogues while a game is loaded
        self._key = ""  # the loaded game, "" for none

    def speak(self, language: str) -> None:
        """Switches to a language, given by its code."""
        self.language = language
        self.load(self._key)
        self.you = self.say_of("you", "")

    def load(self, key: str) -> None:
        """Selects the game whose catalogue is searched before the common one; "" selects none."""
        self._key = key
        self._common = b""
        self._said = b""

    def path(self, key: str, ending: str = ".txt") -> str:
        """Returns the path of a game's file in the current language; for an empty key, the common one."""
        return ("assets/games/" + key + "/" if key else "assets/texts/") + self.language + ending

    def say_of(self, key: str, game: str) -> str:
        """Returns the text of a key for a game, loaded or not: its own, or else the common one.

        Raises KeyError if neither catalogue has the key.
        """
        mark = ("\n" + key + "=").encode()
        line = self._find(mark, (self.path(game), self.path("")))
        if not line:
            raise KeyError(key)
        return str(line[len(mark) :], "utf-8")

    def _find(self, mark: bytes, paths: tuple[str, ...]) -> bytes:
        # Returns the line of the first of some files that has one beginning with the mark, including the
        # newline before it; b"" if none has. Reads piece by piece, in one function: the stack is short.
        for path in paths:
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
                return text[start : end if end >= 0 else len(text)]
        return b""

    def say(self, key: str, *values: object) -> str:
        """Returns the text of a key, with {0}, {1}, ... replaced by the values.

        If one of the values is `you`, it is the text's second form.

        Raises KeyError if neither catalogue has the key.
        """
        mark = ("\n" + key + "=").encode()
        lines = self._said if self._key else self._common
        if lines.find(mark) < 0:
            common = self.path("")
            if self._key:
                lines = self._find(mark, (self.path(self._key), common))
                self._said = lines if len(self._said) > _MOST else self._said + lines
            else:
                try:
                    with open(common, "rb") as file:
                        self._common = lines = b"\n" + file.read()
                except MemoryError:
                    self._common = b""
                    lines = self._find(mark, (common,))
        start = lines.find(mark)
        if start < 0:
            raise KeyError(key)
        start += len(mark)
        end = lines.find(b"\n", start)
        found = str(lines[start : end if end >= 0 else len(lines)], "utf-8")
        cut = found.find("|")
        if cut >= 0:
            found = found[cut + 1 :] if self.you in values else found[:cut]
        return found.format(*values) if values else found
