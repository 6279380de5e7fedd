# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A finger on the picture, beside the keys: what it touches, and which keys that stands for.

A tap chooses what it touches, and plays or opens what is chosen already. A card that the table proposes is
not chosen until it is tapped. In The Game a tap on a pile lights it, and one on the lit pile plays the chosen
card there, as does dragging a card onto a pile. A tap on a key in the foot line presses that key, and a
finger that rests is B held. A tap on nothing does nothing.

A page whose board has a touch screen has `few`, which makes a Finger, and `touched()`: the next (x, y, kind)
of the finger, in pixels of the picture, kind being UP, DOWN or MOVE; None if there is none. If it has
`calibration`, a boards.parts.panel.Panel, that comes first, at the first start and whenever the display is
pressed while the games start.
"""

from micropython import const

from handful import keys, stops
from handful.keys import Keys, elapsed
from handful.picture import ink
from handful.picture.canvas import Canvas
from handful.picture.measures import BAR, FOOT, HEIGHT, WIDTH
from handful.screens import code  # its numbers alone: a device does not import it
from handful.sound import CLICK
from handful.stops import is_menu, is_table, listed, of_key
from handful.tables import overlay

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable
    from typing import Any

    from handful.app import App
    from handful.tables.telling import Rect

    Target = tuple[int, Rect]

UP = const(0)
DOWN = const(1)
MOVE = const(2)

_HOLD = const(450)  # ms until a finger that rests is B held
_REACH = const(10)  # pixels from the middle of a small target to the farthest tap that it takes
_BELOW = const(9)  # pixels below the picture that count as its foot line
_FAR = const(10)  # pixels by which a finger that rests may move
_SHOWN = const(250)  # ms that a choice has to be seen before a tap plays it
_EARLY = const(500)  # ms in which a second tap where one was A plays nothing
_STANDS = const(4000)  # ms that a table says in the foot line why something was not done
_TWICE = const(1000)  # ms in which a second tap where one was A presses no other key
_KEYS = const("ⒶⒷ\ue000\ue001")  # which nobody has who has but a finger
_PILE = const(1000)  # values of the piles in The Game: this and the pile
_ARROW = const(19)  # width of an arrow that turns to the screen beside


class Finger:
    """Reads the keys of a board, and its finger. stirred: as in Keys. line: the foot line, with the signs."""

    def __init__(self, app: "App") -> None:
        self._keys = Keys(app.board)
        self.stirred = False
        self._app = app
        self._touched = app.board.touched
        self._names = getattr(app.board, "named", None)
        self.plan: list[int] = []  # logical keys that are still to be pressed
        self._from: Any = None  # (x, y) where the finger came down; None while it is up or does not count
        self._rests = False  # whether it is still there
        self._began = 0  # ticks of when it came
        self._ring: Any = None  # the table whose ring is open, or None
        self._pressed = bool(self._names)  # whether a key came after the last touch, as is so at first
        self._picked = (-1, 0)  # what was tapped at a table last, and after how many actions
        self._when = 0  # ticks of that tap
        self._spot = (-WIDTH, 0, 0)  # of the last tap that was A: x, y, ticks
        self._panel = getattr(app.board, "calibration", None)  # until what the settings keep of it is read
        self._refused = -1  # ticks of when that was drawn, -1 if it is not there
        self.line = ""
        self._drawn = ""  # the same as it is drawn
        self._boxed: Any = None  # the view whose foot line is still to be drawn as buttons

    def named(self, text: str, width: "Callable[[str], int]", room: int) -> str:
        """Returns a text as the board names its keys, or as fingers need it, and notes a foot line.

        room: as in App.named.
        """
        names = self._names
        fingers = not names or names("Ⓐ", width, 0) == "Ⓐ"  # no keyboard was used last
        taps = fingers and not self._pressed
        if room <= 0 and names and (room or not taps):
            return str(names(text, width, room))
        if taps and room < 0 and text[0] == "\ue001":
            return " "  # what holding a finger leads to
        if taps and (stops.signed(text) if room <= 0 else self._tells(text)):
            text = stops.worded(self._app.texts, stops.TAP, text)
        if room <= 0:
            return text
        if fingers:
            select = text.find("\ue001")
            if self._app.screen == "games" and select > 0:
                text = text[:select] + "Ⓑ " + self._back()  # a finger has no other key that goes back
        self.line = text
        self._drawn = (names if names and not taps else self._short)(text, width, room)
        self._boxed = None
        if taps:  # a finger has no such keys: it taps what they do
            for sign in _KEYS:
                self._drawn = self._drawn.replace(sign, "  ")
            found = [part.strip() for part in self._drawn.replace(" ▼", "  ▼").split("  ") if part.strip()]
            apart = "   ".join(found)
            self._drawn = apart if width(apart) < room else "  ".join(found)
            self._boxed = self._app.view
        return self._drawn

    def _tells(self, text: str) -> bool:
        # Whether a foot line is a sentence, and names no keys with what they do.
        return text[-1:] == "Ⓐ" or "Ⓐ" not in text and self._app.texts.say("hold_b") not in text

    def _box(self) -> None:
        # Draws a button behind each part of the foot line that can be tapped. A refusal is on another ground.
        # Canvas itself draws: who hears the line has heard it.
        canvas = self._app.canvas
        refused = self._boxed.told is None
        found: list[Target] = []
        _named(self._app, self.line, self._drawn, found)
        edge, ground = (ink.PAPER, ink.PAPER) if refused else (ink.LIGHT, ink.TABLE)
        end = -1  # x of the first of arrows that share words, and so a button
        for i in range(len(found)):
            x, y, width, high = found[i][1]
            if i + 1 < len(found) and found[i + 1][1][0] == x + width:
                end = x if end < 0 else end
                continue
            if end >= 0:
                width += x - end
                x = end
                end = -1
            Canvas.fill(canvas, x - 3, y, width + 6, high, edge)
            Canvas.fill(canvas, x - 2, y + 1, width + 4, high - 2, ground)
        if found:
            x = (WIDTH - canvas.small.width(self._drawn)) // 2
            Canvas.text(canvas, x, FOOT + 1, self._drawn, ink.INK if refused else ink.WHITE)

    def _back(self) -> str:
        return stops.parts(self._app.texts.say("keys_choose"))[-1][1]

    def _short(self, text: str, width: "Callable[[str], int]", room: int) -> str:
        # A foot line without the directions: a finger taps what they choose. At a table it has the help.
        app = self._app
        view = app.view
        held = app.texts.say("hold_b")
        acts = view is not None and is_table(app) and view.mine and not view.overlay and app.match.review < 0
        if acts and "▲ " in text:  # a finger taps the pile
            text, help_, _ = text.partition(held)
            text = (view.without(text, "▲").rstrip() + "  " + help_).rstrip()
        if "Ⓐ" in text and (text[:1] == "✚" or text[:2] == "◀▶" and (acts or app.screen == "records")):
            text = text[text.index("Ⓐ") :]
            if app.screen == "records":  # where there was no room for it
                text += "  Ⓑ " + self._back()
            self.line = text
        if held in text:
            text = text.replace(held, _help(held))
        elif acts and text[:1] in stops.SIGNS:
            more = text + "  " + _help(held)
            if width(more) <= room:
                self.line += "  " + held
                return more
        return text

    @property
    def held(self) -> int:
        """The bit set of the logical keys held down. A finger counts as RING."""
        return self._keys.held if self._from is None else self._keys.held | 1 << keys.RING

    def settle(self) -> None:
        """Drops all pending events. A finger that is down does nothing until it comes again."""
        self._keys.settle()
        self._note()
        self.plan.clear()
        self._from = None
        while self._touched():
            self.stirred = True
        if self._panel:
            app = self._app
            if not self._panel.load(app.settings.panel) or self._panel.raw():
                app.open("calibration", app.opening)
            self._panel = None

    def _note(self) -> None:
        # Notes whether a key was pressed or released.
        self.stirred = self.stirred or self._keys.stirred
        self._keys.stirred = False

    def next(self, now: int) -> int:
        """Returns the next logical key, -1 for none. now: the board's ticks in ms."""
        view = self._app.view
        if self._boxed is view:
            self._box()
        self._boxed = None
        ring = view if getattr(view, "overlay", "") == "ring" else None
        if ring is not self._ring:
            self._ring = ring
            if ring and not self._pressed:
                _draw_ring(ring)
        if view.told is not None or not is_table(self._app):
            self._refused = -1
        elif self._refused < 0:
            self._refused = now
        elif elapsed(now, self._refused) >= _STANDS:
            view.ready()  # what may be tapped is there again
        if self.plan:
            return self.plan.pop(0)
        key = self._keys.next(now)
        self._note()
        if key >= 0:
            self._turn(True)
            return key
        while self._app.screen != "calibration":  # which reads the panel
            event = self._touched()
            if event is None:
                break
            self.stirred = True
            x, y, kind = event
            start = self._from
            if kind == DOWN:
                self._turn(False)
                self._from = x, y
                self._rests = True
                self._began = now
            elif start:
                if max(abs(x - start[0]), abs(y - start[1])) > _FAR:
                    self._rests = False
                if kind == UP:
                    self._from = None
                    key = self._tap(start[0], start[1]) if self._rests else self._drag(start, x, y)
                    if key >= 0 or self._app.view.dirty:
                        return key
        if self._from and self._rests and elapsed(now, self._began) >= _HOLD:
            self._from = None
            return keys.RING
        return -1

    def _turn(self, pressed: bool) -> None:
        # Draws the foot line again if keys are used now, or fingers.
        view = self._app.view
        if self._pressed != pressed:
            self._pressed = pressed
            if view.told is not None:
                view.foot(view.below)

    def _tap(self, x: int, y: int) -> int:
        # Returns the key that a tap stands for, -1 for none or if what it touches was chosen instead.
        app = self._app
        view = app.view
        value, rect = touched(targets(app, self.line, self._drawn), x, _raised(y))
        if value < 0:
            key = of_key(value) if rect else -1
            if key == keys.A:
                self._spot = x, y, app.now
            elif self._again(x, y, _TWICE):
                return -1  # it was meant for what stood there
            elif not rect and self._refused >= 0:
                view.ready()
            return key
        if is_table(app):
            key = self._tap_table(view, value)
            return -1 if self._again(x, y, _EARLY) else key
        if value != view.cursor:
            view.go(value)
            if app.screen != "name":  # where a letter is a key
                app.play(CLICK)
                return -1
        if is_menu(app):
            return self._tap_row(view, value, x)
        if app.screen == "code":
            return keys.UP if y < code.Y + code.CARD_HIGH // 2 else keys.DOWN
        return keys.A

    def _again(self, x: int, y: int, within: int) -> bool:
        # Whether a tap is where one was A, less than that many ms ago.
        across, down, since = self._spot
        return max(abs(x - across), abs(y - down)) <= _FAR and elapsed(self._app.now, since) < within

    def _tap_row(self, view: "Any", value: int, x: int) -> int:
        text = view.rows()[value][2]
        if text is None:
            return keys.A
        # The arrows beside the row's value, and the value's halves.
        half = max(_ARROW, view.canvas.small.width("◀ " + text + " ▶") // 2 + 2)
        middle = WIDTH - 10 - half
        if x < middle - half:
            return keys.A
        return keys.LEFT if x < middle else keys.RIGHT

    def _tap_table(self, view: "Any", value: int) -> int:
        picked = value, len(view.session.history)
        again = picked == self._picked and elapsed(self._app.now, self._when) >= _SHOWN
        self._picked = picked
        self._when = self._app.now
        if view.session.key == "the_game":
            _, _, selected, card, pile, _, _ = view.where()
            if value < _PILE:
                index = view.cards().index(value)
                if again and index == card and selected < stops.END:
                    return keys.A
                self._point(view, index)
            elif selected >= stops.END:
                if value - _PILE == pile:
                    return keys.UP
                stops.go(view, stops.SIGNAL + value - _PILE)
            else:
                key = self._lay(view, view.cards()[card], value - _PILE)
                if key < 0 or value - _PILE == pile:
                    return key
        else:
            if again and value == stops.at(view):
                return keys.A
            view.point(value)
        view.dirty = True
        self._app.play(CLICK)
        return -1

    def _point(self, view: "Any", index: int) -> None:
        # Puts the cursor of The Game on a card, and lights the pile on which it costs least.
        count, viewer, _, _, _, choice, sought = view.where()
        least = 100
        lit = -1
        for pile in range(4):
            gap = view.game.gap(view.cards()[index], pile)
            if gap and gap < least:
                least = gap
                lit = pile
        view.go_back((count, viewer, stops.CARD, index, lit, choice, sought))

    def _lay(self, view: "Any", card: int, pile: int) -> int:
        # Has a card of The Game be played on a pile, or says why it cannot be.
        action = 4 * card + pile
        if action in view.game.legal_actions():
            stops.go(view, action)
            return keys.A
        self._point(view, view.cards().index(card))
        text = view.say("fits_not" if view.where()[4] >= 0 else "fits_nowhere", card)
        view.dirty = True
        view.deferred = (view.refuse, text)
        return -1

    def _drag(self, start: "tuple[int, int]", x: int, y: int) -> int:
        # A card of The Game that is dragged onto a pile is played there.
        app = self._app
        found = targets(app, self.line, self._drawn)
        card, there = touched(found, start[0], start[1])[0], touched(found, x, y)[0]
        if not (is_table(app) and app.match.session.key == "the_game" and 0 <= card < _PILE <= there):
            return -1
        return self._lay(app.view, card, there - _PILE)


def _commands() -> "list[Target]":
    # The commands of the ring, and where a finger finds them.
    third = overlay.RING_HIGH // 3
    y = overlay.RING_Y
    return [
        (of_key(keys.UP), (0, y, WIDTH, third)),
        (of_key(keys.LEFT), (0, y + third, WIDTH // 2, third)),
        (of_key(keys.RIGHT), (WIDTH // 2, y + third, WIDTH // 2, third)),
        (of_key(keys.DOWN), (0, y + 2 * third, WIDTH, third)),
    ]


def _draw_ring(view: "Any") -> None:
    # Boxes in place of four arrows, which no finger needs.
    canvas = view.canvas
    texts = ["hint", "back", "last", "rules"]
    for _, (x, y, width, height) in _commands():
        text = view.say("ring_" + texts.pop(0))
        canvas.frame(x + 2, y, width - 4, height, ink.PAPER, ink.DARK)
        canvas.text(x + (width - canvas.small.width(text)) // 2, y + height // 2 - 4, text, ink.WHITE)


def _raised(y: int) -> int:
    # The foot line is low, and below it is nothing: a tap just below the picture means the foot line.
    return HEIGHT - 1 if HEIGHT <= y < HEIGHT + _BELOW else y


def _help(held: str) -> str:
    # What "Hold Ⓑ: help" calls the ring.
    return held.split(":")[-1].strip()


def touched(found: "list[Target]", x: int, y: int) -> "tuple[int, Any]":
    """Returns value and rectangle of the target that a tap at (x, y) means; (-1, None) for none.

    It is the smallest that lies there; else the nearest that is smaller than a finger and within its reach.
    """
    best: tuple[int, Any] = (-1, None)
    least = 1 << 20
    for value, rect in found:
        left, top, width, height = rect
        across = max(left - x, 0, x - left - width + 1)
        down = max(top - y, 0, y - top - height + 1)
        if across or down:
            if abs(2 * x + 1 - 2 * left - width) > max(width, 2 * _REACH):
                continue
            if abs(2 * y + 1 - 2 * top - height) > max(height, 2 * _REACH):
                continue
            far = WIDTH * HEIGHT + across * across + down * down
        else:
            far = width * height
        if far < least:
            least = far
            best = value, rect
    return best


def targets(app: "App", line: str, drawn: str) -> "list[Target]":
    """Returns what a finger can touch on the open screen: a list of (value, (x, y, width, height)).

    line: its foot line, with the signs of keys; drawn: the same as it is drawn. A negative value is a key,
    handful.stops.of_key(key). Else it is a stop that the screen lists, a card of the hand, a pile (_PILE), or
    a bid.
    """
    view = app.view
    screen = app.screen
    whole = of_key(keys.A), (0, 0, WIDTH, HEIGHT)
    found: list[Target] = []
    if is_table(app):
        if view.overlay or app.match.review >= 0:
            if view.overlay == "ring":
                found += _commands()
                found.append((of_key(keys.B), (0, 0, WIDTH, HEIGHT)))
            else:
                if view.overlay == "lesson" or "Ⓑ" not in line:
                    found.append(whole)
                if "◀" in line:
                    _beside(found, WIDTH // 2 if "Ⓑ" in line else WIDTH // 3)
        elif not view.mine:
            found.append(whole)
        else:
            _choices(view, found)
    elif screen in ("games", "records"):
        found.append((of_key(keys.A), (_ARROW, BAR + 1, WIDTH - 2 * _ARROW, FOOT - BAR - 1)))
        _beside(found, _ARROW)
    elif screen == "help":
        _beside(found, WIDTH // 2)
    elif listed(app):
        for value in view.stops():
            rect = view.place(value)
            if rect:
                found.append((value, rect))
    else:
        found.append(whole)
    _named(app, line, drawn, found)
    return found


def _beside(found: "list[Target]", wide: int) -> None:
    found.append((of_key(keys.LEFT), (0, 0, wide, FOOT)))
    found.append((of_key(keys.RIGHT), (WIDTH - wide, 0, wide, FOOT)))


def _choices(view: "Any", found: "list[Target]") -> None:
    # What the person who is to act can touch.
    if stops.bidding(view):
        for bid in view.bids:
            found.append((bid, view.place("bid", bid)))
        return
    selected = stops.CARD
    if view.session.key == "the_game":
        selected = view.where()[2]
        if selected < stops.END or view.game.players > 1 and selected not in (stops.LOOK, stops.BEGIN):
            for pile in range(4):
                x, y, width, height = view.place("pile", pile)
                found.append((_PILE + pile, (x, y, width, view.note_y - y)))
    if selected < stops.LOOK:
        for card in view.shown:
            found.append((card, view.place("hand", card)))


def _named(app: "App", line: str, drawn: str, found: "list[Target]") -> None:
    # Adds the keys that the foot line names, where it does so.
    width = app.canvas.small.width
    left = (WIDTH - width(drawn)) // 2
    held = app.texts.say("hold_b")
    if held in line:
        help_ = held if held in drawn else _help(held)
        x = left + width(drawn[: drawn.rfind(help_)])
        found.append((of_key(keys.RING), (x, FOOT, width(help_), BAR)))
    end = 0
    for signs, words in stops.parts(line.replace(held, "")):
        start = end
        words = words.split("  ")[0]  # behind a gap stands what has no sign
        place = drawn.find(words, start)
        if place < 0:
            continue
        end = place + len(words)
        while start < end and drawn[start] == " ":
            start += 1
        signs = signs.replace("✚", "")
        start = max(start, drawn.find(signs[:1] or " ", start, place))  # what is before it is no key
        x = left + width(drawn[:start])
        wide = (left + width(drawn[:end]) - x) // max(1, len(signs))
        for sign in signs:
            found.append((of_key(stops.SIGNS.index(sign)), (x, FOOT, wide, BAR)))
            x += wide
