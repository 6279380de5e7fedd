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
    from handful.tables.table import Rect, Table

_RING_Y = const(24)
_RING_HIGH = const(72)
_LINE = const(10)  # line height of hints and lessons
_NEAR = const(4)  # pixels by which a line of text and a framed place may overlap: the frame's edge


def ring(table: "Table") -> None:
    """Opens the ring, which offers one command per direction."""
    table.overlay = "ring"
    table.app.settings.values[HELPED] = 1
    canvas = table.canvas
    say = table.say
    canvas.frame(2, _RING_Y, WIDTH - 4, _RING_HIGH, ink.PAPER, ink.DARK)
    table.centred(_RING_Y + 8, "▲ " + say("ring_hint"), ink.WHITE)
    canvas.text(8, _RING_Y + 30, "◀ " + say("ring_back"), ink.WHITE)
    right = say("ring_last") + " ▶"
    canvas.text(WIDTH - 8 - canvas.small.width(right), _RING_Y + 30, right, ink.WHITE)
    table.centred(_RING_Y + _RING_HIGH - 18, "▼ " + say("ring_rules"), ink.WHITE)
    table.foot(say("keys_ring"))


def press(table: "Table", key: int) -> None:
    """Handles a key while an overlay is open."""
    overlay = table.overlay
    lesson = table.app.lesson
    if overlay == "lesson":
        if key == keys.B:
            table.app.lesson = None  # ends the lesson; the match goes on without it
        elif key != keys.A:
            table.refuse(table.say("keys_lesson"))
            return
        else:
            lesson.go_on()
            if lesson.action >= 0 and table.mine:
                table.then = (table.move, key)  # the key that says "read" plays the card as well
    table.overlay = ""
    table.redraw()
    if overlay != "ring":
        table.dismiss()
    elif key == keys.UP:
        table.then = (_hint, table)
    elif key == keys.LEFT:
        table.then = (table.back,)
    elif key == keys.RIGHT:
        table.then = (table.open_last,)
    elif key == keys.DOWN:
        table.app.open("help", table.session.key, (table.session.key,))


def _hint(table: "Table") -> None:
    if table.match.choosing:
        table.refuse(table.say("start_first"))
    elif not table.mine:
        table.refuse_turn()
    else:
        from engine.bots import HARD

        table.think(HARD)
        table.overlay = "hint"
        table.foot(table.say("keys_think"))


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
    _box(table, table.note_y + BAR - 4 - _LINE * len(lines), lines, first)
    table.foot(table.say("keys_over"))


def teach(table: "Table", text: str, shown: "list[Rect]") -> None:
    """Shows a text of a lesson, as low as it can stand without covering one of the rectangles in `shown`."""
    lines = table.canvas.small.lines(text, WIDTH - 10)
    height = _LINE * len(lines) + 4
    y = FOOT - 1 - height
    while y > 0 and _covers(y, height, shown):
        y -= 1
    for what in ("top", "line", "upper", "lower"):
        row = table.place(what, -1)
        if _covers(y, height, [row]) and not _covers(row[1] + _NEAR, row[3] - 2 * _NEAR, shown):
            _blank(table.canvas, row, shown, ink.DARK if what == "top" else ink.TABLE)
    _box(table, y, lines, 0)
    table.overlay = "lesson"
    table.foot(table.say("keys_lesson"))


def _covers(y: int, height: int, shown: "list[Rect]") -> bool:
    # Whether a box across the table would cover some of the rectangles.
    for rect in shown:
        if y < rect[1] + rect[3] and y + height > rect[1]:
            return True
    return False


def _blank(canvas: "Canvas", row: "Rect", shown: "list[Rect]", colour: int) -> None:
    # Blanks a line of text, but for the part of its lower edge that a rectangle reaches into.
    _, y, _, high = row
    left = WIDTH
    right = 0
    edge = high
    for rect in shown:
        if y < rect[1] < y + high:
            left = min(left, rect[0])
            right = max(right, rect[0] + rect[2])
            edge = min(edge, rect[1] - y)
    canvas.fill(0, y, WIDTH, edge, colour)
    if edge < high:
        canvas.fill(0, y + edge, left, high - edge, colour)
        canvas.fill(right, y + edge, WIDTH - right, high - edge, colour)


def _box(table: "Table", y: int, lines: list[str], first: int) -> None:
    # Draws lines in a frame over the table; the first `first` ones are in the accent colour.
    table.canvas.frame(0, y, WIDTH, _LINE * len(lines) + 4, ink.ACCENT, ink.DARK)
    y += 3
    for i in range(len(lines)):
        table.centred(y, lines[i], ink.ACCENT if i < first else ink.WHITE)
        y += _LINE
