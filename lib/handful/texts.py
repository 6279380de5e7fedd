"""The words on the screen: one catalogue a language, one more for the game that is being played.

A catalogue is a text file of lines `key=text`, kept in memory as the bytes it is on the drive
and searched when a text is needed: no dict, no object a string. At a table, where memory is short,
only those lines of the common one are kept that have been said.
"""


LANGUAGES = ("en", "fr", "ja")  # by settings.LANGUAGE


class Texts:
    """The catalogues of one language: none until `speak` has been called."""

    def __init__(self):
        self.language = ""
        self._common = b""
        self._game = b""
        self._key = ""  # of the game whose catalogue is loaded
        self._spare = False

    def speak(self, language: str) -> None:
        """Has everything said in a language from now on, its code."""
        if language != self.language:
            self.language = language
            self._common = b""
            self.load(self._key)

    def spare(self, spare: bool) -> None:
        """Begins a screen: whether memory has to be spared. What is said from now on is looked for anew."""
        self._spare = spare
        self._common = b""

    def _read(self, name: str) -> bytes:
        with open("assets/text/" + name + ".txt", "rb") as file:
            return b"\n" + file.read()

    def _find(self, mark: bytes) -> bytes:
        # The whole catalogue or, looked for piece by piece where there is no room for more, just the line.
        if not self._spare:
            try:
                return self._read(self.language)
            except MemoryError:
                self._spare = True
        text = b"\n"
        with open("assets/text/" + self.language + ".txt", "rb") as file:
            while True:
                piece = file.read(256)
                text += piece
                start = text.find(mark)
                end = text.find(b"\n", start + 1) if start >= 0 else -1
                if end >= 0 or not piece:
                    return text[max(start, 0) : end]
                text = text[-len(mark) :] if start < 0 else text[start:]

    def load(self, key: str) -> None:
        """Adds the catalogue of a game, in place of the last one; an empty key takes it away."""
        self._key = key
        self._game = b""
        if key:
            self._game = self._read(self.language + "." + key)

    def say(self, key: str, *values) -> str:
        """The text of a key, with {0}, {1}, ... replaced by the values. A missing key is a KeyError."""
        mark = ("\n" + key + "=").encode()
        text = self._game
        start = text.find(mark)
        if start < 0:
            text = self._common
            start = text.find(mark)
            if start < 0:
                text = self._find(mark)
                start = text.find(mark)
                if start < 0:
                    raise KeyError(key)
                self._common = self._common + text if self._spare else text
        start += len(mark)
        end = text.find(b"\n", start)
        found = str(text[start : end if end >= 0 else len(text)], "utf-8")
        return found.format(*values) if values else found
