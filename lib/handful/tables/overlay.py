# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The overlays of all tables: the ring (opened by holding B), hints and the texts of a lesson."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.settings import HELPED

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.picture.canvas import Canvas
    from handful.tables.table import Table
    from handful.tables.telling import Rect

RING_Y = const(24)
RING_HIGH = const(72)
_LINE = const(10)  # line height of hints and lessons
_MORE = const(36)  # pixels by which the box of a text may be higher than its lines
_HIGHER = const(9)  # likewise of a hint: less than a line
_BARE = (ink.TABLE, ink.DARK)  # what may be cut: the table and panels
_GROUNDS = (ink.TABLE, ink.DARK, ink.LIGHT, ink.PAPER, ink.DIM)  # all but signs and edges
_EDGES = (ink.INK, ink.ACCENT)  # the colours of cards' edges
_CORNER = const(3)  # pixels of an edge that are fewer stand upright
_EDGE = const(2)  # thickness of the frames around what a lesson speaks of


def ring(table: "Table") -> None:
    """Opens the ring, which offers one command per direction."""
    table.overlay = "ring"
    table.app.settings.values[HELPED] = 1
    canvas = table.canvas
    say = table.say
    canvas.frame(2, RING_Y, WIDTH - 4, RING_HIGH, ink.PAPER, ink.DARK)
    table.centred(RING_Y + 8, "▲ " + say("ring_hint"), ink.WHITE)
    canvas.text(8, RING_Y + 30, "◀ " + say("ring_back"), ink.WHITE)
    right = say("ring_last") + " ▶"
    canvas.text(WIDTH - 8 - canvas.small.width(right), RING_Y + 30, right, ink.WHITE)
    table.centred(RING_Y + RING_HIGH - 18, "▼ " + say("ring_rules"), ink.WHITE)
    table.foot(say("keys_ring"))


def press(table: "Table", key: int) -> None:
    """Handles a key while an overlay is open."""
    overlay = table.overlay
    lesson = table.app.lesson
    if overlay == "lesson":
        if key == keys.B:
            table.app.lesson = None  # ends the lesson; the match goes on without it
        elif key > keys.A:
            table.refuse(table.say("keys_lesson"))
            return
        elif lesson.read() and key < keys.A:
            table.deferred = (table.answer, key)  # the text may have asked for it
    table.overlay = ""
    if overlay == "ring" and key == keys.DOWN:
        table.app.open("help", table.session.key, (table.session.key,))  # nobody sees the table before it
        return
    table.redraw()
    if overlay != "ring":
        table.thinker.dismiss()
    elif key == keys.UP:
        table.deferred = (_hint, table)
    elif key == keys.LEFT:
        table.deferred = (table.back,)
    elif key == keys.RIGHT:
        table.deferred = (table.open_last,)
    elif key == keys.START:
        table.deferred = (table.app.open, "pause")


def _hint(table: "Table") -> None:
    if table.match.choosing:
        table.refuse(table.say("start_first"))
    elif not table.mine or table.match.speaking:
        table.refuse_turn()
    elif table.app.lesson:
        table.app.lesson.correct(table)  # a robot would propose another action than the lesson's
    else:
        from engine.bots import HARD
        from handful.tables.thinking import ADVISES

        table.thinker.begin(ADVISES, HARD)
        table.overlay = "hint"
        table.foot(table.say("keys_think"))


def advise(table: "Table") -> None:
    """Lets the robot that is asked for a hint think on. The hint puts the cursor there, and says why."""
    action = table.thinker.step()
    if action is not None:
        table.point(action)
        table.dirty = True
        table.deferred = (explain, table, action)


def explain(table: "Table", action: int) -> None:
    """Shows the hint over the table: the action that the robot has chosen, and the reason."""
    from engine.bots import explain as reason_of

    reason: tuple[Any, ...] = reason_of(table.game, action)
    table.overlay = "hint"
    font = table.canvas.small
    table.wording = "do_"
    lines = font.lines(table.describe(action), WIDTH - 10)
    table.wording = ""
    first = len(lines)
    lines.extend(font.lines(table.say(reason[0], *reason[1:]), WIDTH - 10))
    end = table.note_y + BAR
    y = _spared(table.canvas, end - _LINE * len(lines) - 4)
    _box(table, y, lines, first, end - y)
    table.foot(table.say("keys_over"))


def _spared(canvas: "Canvas", top: int) -> int:
    # Returns y of a box's upper edge: `top`, or up to _HIGHER pixels less where that cuts less of what is
    # drawn: one column less for each two pixels. An edge cuts what touches the row above it, aslant too.
    y = top
    least = WIDTH * 2
    below = _signs(canvas, top)
    for edge in range(top, max(top - _HIGHER, 1) - 1, -1):
        cost = top - edge
        if cost >= least:
            break
        above = _signs(canvas, edge - 1)
        for x in range(1, WIDTH + 1):
            if below[x] and (above[x] or above[x - 1] or above[x + 1]):
                cost += 2
        if cost < least:
            least = cost
            y = edge
        below = above
    return y


def _signs(canvas: "Canvas", y: int) -> bytearray:
    # Whether something is drawn in each column of a row, from index 1 on.
    high = canvas.bands[0].height
    band = canvas.bands[y // high]
    y %= high
    drawn = bytearray(WIDTH + 2)
    for x in range(WIDTH):
        drawn[x + 1] = band[x, y] not in _GROUNDS
    return drawn


def teach(table: "Table", text: str, shown: "list[Rect]") -> None:
    """Shows a text of a lesson across the table without covering one of the rectangles in `shown`.

    Its box ends between what lies on the table, and is as high as that takes: a text or a card is covered
    whole or not at all. Where there is no such place, it cuts as little as possible. Of several places it is
    the one with the least height, and of these the lowest.
    """
    canvas = table.canvas
    lines = canvas.small.lines(text, WIDTH - 10)
    least = _LINE * len(lines) + 4
    cuts = _cuts(canvas)
    # The columns that are cut, the height, the upper and lower edge, and these beside frames.
    best = (WIDTH * 2, 0, FOOT - 1 - least, FOOT - 1, FOOT - 1 - least, FOOT - 1)
    for y in range(FOOT - least - 1, -1, -1):
        for end in range(y + least, min(FOOT, y + least + _MORE)):
            found = (cuts[y] + cuts[end], end - y, y, end)
            if found[:2] < best[:2]:
                above, below = _clip(y, end, shown)
                if below - above >= least:
                    best = found + (above, below)
    _, _, y, end, above, below = best
    canvas.fill(0, y, WIDTH, end - y, ink.TABLE)  # also what a frame will be drawn over
    _box(table, above, lines, 0, below - above)
    table.overlay = "lesson"
    table.foot(table.say("keys_lesson"))


def _cuts(canvas: "Canvas") -> bytearray:
    # For each row: how many columns of what is drawn a box cuts whose edge is above it. Two cards that lie
    # edge to edge are not cut between them.
    cuts = bytearray(FOOT)
    high = canvas.bands[0].height
    above = bytearray(WIDTH)
    for y in range(FOOT - 1):  # what reaches down to the foot is covered but for its edge
        band = canvas.bands[y // high]
        row = y % high
        run = 0  # columns side by side in which an edge lies on an edge
        for x in range(WIDTH):
            colour = band[x, row]
            other = above[x]
            above[x] = colour
            if colour == ink.INK and other in _EDGES or other == ink.INK and colour in _EDGES:
                run += 1
                continue
            if run < _CORNER:
                cuts[y] += run
            run = 0
            cuts[y] += colour not in _BARE and other not in _BARE
    return cuts


def _clip(y: int, end: int, shown: "list[Rect]") -> "tuple[int, int]":
    # Cuts the rows from y to end off where they reach into the edges of the rectangles. Returns what is left,
    # as (y, end); nothing if they reach further.
    above = y
    below = end
    for _, top, _, height in shown:
        bottom = top + height
        if y < bottom and end > top:
            if bottom - y <= _EDGE:
                above = max(above, bottom)
            elif end - top <= _EDGE:
                below = min(below, top)
            else:
                return 0, 0
    return above, below


def _box(table: "Table", y: int, lines: list[str], first: int, height: int) -> None:
    # Draws lines in a frame over the table; the first `first` ones are in the accent colour.
    table.canvas.frame(0, y, WIDTH, height, ink.ACCENT, ink.DARK)
    y += (height - _LINE * len(lines)) // 2 + 1
    for i in range(len(lines)):
        table.centred(y, lines[i], ink.ACCENT if i < first else ink.WHITE)
        y += _LINE
