"""How to play: pages of text with pictures made of the real signs, one idea a page.

assets/help/<language>.<game>.txt: a line `# heading` begins a page; every other line is a
paragraph, set in the width of the screen. Lines of `!` are drawn in the accent colour (our
decisions), `>` centred and large.
"""

from handful import ink, keys
from handful.screen import FOOT, Screen


class View(Screen):
    """LEFT and RIGHT turn the pages. inside: opened from a match, to which B goes back."""

    def __init__(self, app, key: str, inside: bool):
        super().__init__(app)
        self._key = key
        self._inside = inside
        self._page = 0
        self._pages = 0
        with open(self._path, "rb") as file:
            for line in file:
                if line.startswith(b"#"):
                    self._pages += 1

    @property
    def _path(self) -> str:
        return "assets/help/" + self.app.texts.language + "." + self._key + ".txt"

    def open(self) -> None:
        canvas = self.canvas
        canvas.clear()
        self._foot = None
        page = -1
        y = 15
        with open(self._path, "rb") as file:
            for line in file:
                text = str(line, "utf-8").strip()
                if text.startswith("#"):
                    page += 1
                    if page == self._page:
                        self.title(text[1:].strip())
                elif page == self._page and text:
                    y = self._paragraph(text, y)
                elif page > self._page:
                    break
        self.foot(self.say("keys_help", self._page + 1, self._pages))

    def _paragraph(self, text: str, y: int) -> int:
        canvas = self.canvas
        if text[0] == ">":
            text = text[1:].strip()
            canvas.frame(8, y, 144, 19, ink.INK, ink.PAPER)
            canvas.text((160 - canvas.big.width(text)) // 2, y + 4, text, ink.INK, canvas.big)
            return y + 23
        colour = ink.WHITE
        if text[0] == "!":
            text = text[1:].strip()
            colour = ink.ACCENT
        for line in canvas.small.lines(text, 152):
            if y <= FOOT - 10:
                canvas.text(4, y, line, colour)
            y += 10
        return y + 2

    def press(self, key: int) -> None:
        if key == keys.RIGHT or key == keys.A or key == keys.DOWN:
            if self._page + 1 == self._pages:
                self.refuse(self.say("last_page"))
                return
            self._page += 1
        elif key == keys.LEFT or key == keys.UP:
            if self._page == 0:
                self.refuse(self.say("first_page"))
                return
            self._page -= 1
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
            return
        else:
            if self._inside:
                self.app.open("pause")
            else:
                self.app.open("setup", self._key)
            return
        self.open()
