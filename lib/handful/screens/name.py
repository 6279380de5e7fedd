"""The screen for entering a player's name with the d-pad."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.screen import Screen
from handful.settings import NAME_LENGTH

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.éèêëàâçîïôöûüñùœÉÈÊËÀÂÇÎÏÔŒ"
_COLUMNS = const(13)
_X = const(2)  # upper left corner of the grid of letters
_Y = const(36)
_PITCH = const(12)  # distance from one letter to the next
_ROW = const(11)  # distance from one row to the next
_FIELD_X = const(26)
_FIELD = const(108)  # width of the field with the name
_LETTER = const(12)  # distance from letter to letter in the field
_ROOM = const(47)  # largest width of a name in pixels: all the room that tables have beside the cards


class View(Screen):
    """Shows a grid of letters: A adds the chosen one, B deletes the last one, START finishes.

    In a language with kana the grid shows kana first, and SELECT switches between kana and letters.
    paused: whether the settings, which open afterwards, were opened during a match; None at the first start.
    """

    def __init__(self, app, seat: int, paused):
        super().__init__(app)
        self._seat = seat
        self._paused = paused
        self._name = app.settings.names[seat]
        self._index = 0
        self._signs = self.say("kana") or _SIGNS

    def open(self) -> None:
        self.canvas.clear()
        self.title(self.say("name_of", self._seat + 1))
        self.foot(self.say("keys_name"))
        self._draw_name()
        self._draw_signs()

    def _draw_signs(self) -> None:
        self.canvas.fill(0, _Y, WIDTH, 7 * _ROW, ink.TABLE)
        for index in range(len(self._signs)):
            self._draw_sign(index)

    def _draw_name(self) -> None:
        # A line under each of the eight letters; the accent colour marks where the next one goes.
        canvas = self.canvas
        canvas.fill(0, 13, WIDTH, 20, ink.TABLE)
        canvas.frame(_FIELD_X, 13, _FIELD, 18, self.app.settings.colours[self._seat], ink.PAPER)
        for index in range(NAME_LENGTH):
            x = _FIELD_X + 6 + _LETTER * index
            canvas.fill(x, 27, _LETTER - 2, 2, ink.ACCENT if index == len(self._name) else ink.DIM)
            if index < len(self._name):
                sign = self._name[index]
                canvas.text(x + (_LETTER - 2 - canvas.small.width(sign)) // 2, 17, sign, ink.INK)

    def _draw_sign(self, index: int) -> None:
        canvas = self.canvas
        x = _X + index % _COLUMNS * _PITCH
        y = _Y + index // _COLUMNS * _ROW
        chosen = index == self._index
        canvas.fill(x, y, _PITCH, _ROW, ink.ACCENT if chosen else ink.TABLE)
        sign = self._signs[index]
        colour = ink.INK if chosen else ink.WHITE
        canvas.text(x + (_PITCH - canvas.small.width(sign)) // 2, y + 1, sign, colour)

    def press(self, key: int) -> None:
        before = self._index
        if key == keys.LEFT:
            self._index -= 1
        elif key == keys.RIGHT:
            self._index += 1
        elif key == keys.UP:
            self._index -= _COLUMNS
        elif key == keys.DOWN:
            self._index += _COLUMNS
        elif key == keys.A:
            name = self._name + self._signs[before]
            if len(name) > NAME_LENGTH or self.canvas.small.width(name) > _ROOM:
                self.refuse(self.say("name_full"))
                return
            self._name = name
            self._draw_name()
        elif key == keys.B:
            if self._name:
                self._name = self._name[:-1]
                self._draw_name()
            else:
                self._leave()
        elif key == keys.START:
            self._leave()
        elif self.say("kana"):
            self._signs = _SIGNS if self._signs != _SIGNS else self.say("kana")
            self._index = before = 0
            self._draw_signs()
        else:
            self.refuse(self.say("no_select"))
            return
        self.foot(self.say("keys_name"))
        self._index %= len(self._signs)
        if self._index != before:
            self._draw_sign(before)
            self._draw_sign(self._index)

    def _leave(self) -> None:
        self.app.settings.names[self._seat] = self._name
        self.app.save(True)
        if self._paused is None:
            self.app.open("language", True)
        else:
            self.app.open("settings", self._paused)
