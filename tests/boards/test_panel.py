# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Resistive panels: the chip that measures one, and three crosses that say what its numbers mean."""

import ast
import sys
import types

import pytest

from handful.settings import Settings
from handful.texts import LANGUAGES
from tests.xpt2046 import Bus
from tools import PROJECT
from tools.build import drive, layouts, pages
from tools.console import Board, Console

CALIBRATED = {"pyportal", "sunton_esp32_2432S028"}
USUAL = [140, 182, 834, 182, 140, 827]
# How a panel lies under the display of 320x240: its numbers where the display is pressed.
LIES = {
    "usual": lambda x, y: (50 + 875 * x // 320, 60 + 890 * y // 240),
    "mirrored": lambda x, y: (950 - 860 * x // 320, 940 - 870 * y // 240),
    "turned": lambda x, y: (90 + 850 * y // 240, 920 - 830 * x // 320),
    "exchanged": lambda x, y: (80 + 800 * y // 240, 40 + 930 * x // 320),
    "askew": lambda x, y: (100 + 820 * x // 320 + 30 * y // 240, 60 + 800 * y // 240 - 25 * x // 320),
}


@pytest.fixture
def panels(monkeypatch):
    """The part for panels, as in a layout of 160x120 on a display of 320x240."""
    clock = types.SimpleNamespace(now=0)
    monkeypatch.setitem(sys.modules, "supervisor", types.SimpleNamespace(ticks_ms=lambda: clock.now))
    for name in ("boards.parts.touch", "boards.parts.panel"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with layouts.used("160x120"):
        import boards.parts.panel as part

        part.clock = clock
        yield part
    for name in ("boards.parts.touch", "boards.parts.panel"):
        sys.modules.pop(name, None)


class Pressed:
    """A panel of which `at` is pressed, in pixels of the display, and which tells its own numbers."""

    def __init__(self, lies):
        self.lies = LIES[lies]
        self.at = None

    def raw(self):
        return self.at and self.lies(*self.at)


def crosses(panel, pressed):
    """The panel's numbers at the three crosses."""
    found = []
    for x, y in panel.places:
        pressed.at = 2 * x + 1, 2 * y + 1
        found += panel.raw()
    return found


def made(panels, lies):
    pressed = Pressed(lies)
    return pressed, panels.Panel(pressed.raw, USUAL, 320, 240)


@pytest.mark.parametrize("lies", LIES)
def test_three_crosses_tell_where_any_panel_is_pressed(panels, lies):
    pressed, panel = made(panels, lies)
    assert panel.look() is None
    assert panel.calibrate(crosses(panel, pressed))
    for x in range(0, 320, 20):
        for y in range(0, 240, 20):
            pressed.at = x, y
            found = panel.look()
            assert max(abs(found[0] - x), abs(found[1] - y)) <= 2, (x, y, found)


def test_before_that_the_usual_numbers_count(panels):
    pressed, panel = made(panels, "usual")
    pressed.at = 100, 200
    found = panel.look()
    assert max(abs(found[0] - 100), abs(found[1] - 200)) <= 2


@pytest.mark.parametrize(
    "numbers",
    [
        [100, 100, 100, 100, 100, 100],  # one cross three times
        [100, 100, 900, 100, 900, 110],  # the second one twice
        [100, 100, 900, 100, 500, 100],  # in one line
        [100, 100, 900, 500, 100, 900],  # the second one is not beside the first
        [100, 100, 250, 100, 100, 900],  # too near
        [0, 0, 0, 0, 0, 0],
    ],
)
def test_taps_that_no_panel_can_give_change_nothing(panels, numbers):
    pressed, panel = made(panels, "turned")
    assert panel.calibrate(crosses(panel, pressed))
    before = panel.dump()
    assert not panel.calibrate(numbers)
    assert panel.dump() == before


@pytest.mark.parametrize("lies", LIES)
def test_what_a_panel_keeps_comes_back_with_the_settings_and_anything_else_does_not(panels, lies):
    pressed, panel = made(panels, lies)
    usual = panel.dump()
    panel.calibrate(crosses(panel, pressed))
    settings = Settings()
    settings.setups = b"\x00\x01\x02\xff"
    settings.panel = panel.dump()
    settings.names[0] = "Ann"
    again = Settings()
    again.load(settings.dump())
    assert (again.panel, again.setups, again.names[0]) == (panel.dump(), settings.setups, "Ann")
    fresh = made(panels, lies)[1]
    for data in (b"", usual[:11], usual + b"\0", bytes(12), b"\x7f" * 12):
        assert not fresh.load(data)
        assert fresh.dump() == usual
    assert fresh.load(again.panel) and fresh.numbers == panel.numbers


def test_settings_from_before_there_were_panels_load_and_have_no_numbers():
    old = Settings()
    old.setups = b"\x03\x04"
    data = old.dump()
    fresh = Settings()
    fresh.load(data)
    assert (fresh.panel, fresh.setups) == (b"", b"\x03\x04")


class Touched(Board):
    """A console of 160x120 whose board has such a panel."""

    def __init__(self, panels, lies="turned", region=None):
        super().__init__(region)
        from handful.finger import Finger

        self.pressed, self.calibration = made(panels, lies)
        self.few = Finger
        self.KEYS = b""
        self.panels = panels

    def touched(self):
        self.panels.clock.now = self.clock & 0x1FFFFFFF
        return self.calibration.touched()


def tap(console, x, y, hold=150):
    """Taps a pixel of the picture, and waits."""
    board = console.board
    board.pressed.at = 2 * x + 1, 2 * y + 1
    console.wait(hold)
    board.pressed.at = None
    console.wait(100)


def tap_crosses(console):
    """Taps the three crosses, one after the other."""
    for x, y in console.board.calibration.places:
        assert console.screen == "calibration"
        tap(console, x, y)
    console.wait(100)


def tap_row(console, row):
    keys = console.app.keys
    finger = sys.modules[type(keys).__module__]  # of this layout
    x, y, wide, high = dict(finger.targets(console.app, keys.line, keys._drawn))[row]  # noqa: SLF001
    tap(console, x + wide // 2, y + high // 2)


def started(panels, **how):
    """A console with such a board, as it starts for the first time."""
    from tools.console import Console

    return Console.untouched(Touched(panels, **how))


@pytest.mark.parametrize("lies", LIES)
def test_a_board_that_starts_for_the_first_time_is_calibrated_and_then_asks_for_the_language(panels, lies):
    console = started(panels, lies=lies)
    console.wait(300)
    tap_crosses(console)
    assert console.screen == "language"
    tap_row(console, 1)
    assert console.view.cursor == 1
    tap_row(console, 1)
    console.wait(1200)
    assert console.screen == "language" and console.view.rows()[0][0] == 0
    assert len(console.view.rows()) == 2, "the question after the language is still asked"
    console.wait(2000)
    again = started(panels, lies=lies, region=console.board.flash)
    again.wait(300)
    assert again.screen != "calibration"
    assert again.board.calibration.numbers == console.board.calibration.numbers


def test_taps_that_do_not_fit_begin_again(panels):
    console = started(panels)
    console.wait(200)
    for _ in range(3):
        tap(console, 80, 60)
    tap_crosses(console)
    assert console.screen == "language"


def test_a_touch_that_is_too_short_or_slides_is_no_tap(panels):
    console = started(panels)
    console.wait(200)
    before = len(console.view._numbers)  # noqa: SLF001
    tap(console, 16, 16, hold=15)
    assert len(console.view._numbers) == before  # noqa: SLF001
    tap(console, 16, 16)
    assert len(console.view._numbers) == before + 2  # noqa: SLF001


@pytest.mark.parametrize("how", ["a minute", "a key"])
def test_a_minute_without_a_touch_or_a_key_leaves_the_display_as_it_was(panels, how):
    console = started(panels)
    console.wait(200)
    before = console.board.calibration.dump()
    tap(console, 16, 16)
    if how == "a minute":
        console.wait(61_000)
    else:
        console.view.press(5)
        console.wait(100)
    assert console.screen == "language"
    assert console.board.calibration.dump() == before and console.app.settings.panel == b""


def calibrated(panels):
    console = started(panels)
    console.wait(200)
    tap_crosses(console)
    console.app.open("title")
    console.app.startup_notice()
    console.app.save_later()
    console.wait(1500)
    return console


def test_a_row_of_the_settings_calibrates_again_and_comes_back(panels):
    console = calibrated(panels)
    console.app.open("settings")
    console.wait(100)
    rows = [row for row in console.view.rows() if row[1] == "Calibrate the display"]
    assert len(rows) == 1 and rows[0][2] is None
    console.view.choose(rows[0][0])
    console.wait(200)
    assert console.screen == "calibration"
    console.board.pressed.lies = LIES["mirrored"]  # it was mounted again
    tap_crosses(console)
    console.wait(1400)
    assert console.screen == "settings"
    again = started(panels, lies="mirrored", region=console.board.flash)
    assert again.board.calibration.numbers == console.board.calibration.numbers
    console.app.open("settings", True)
    console.wait(100)
    assert "Calibrate the display" not in [row[1] for row in console.view.rows()], "not during a match"


def test_yes_on_a_row_of_the_settings_does_what_the_row_says():
    """High contrast and the check of the board once had the same number."""
    console = Console()
    opened = []
    console.app.open = lambda *details: opened.append(details)
    from handful.screens import settings

    view = settings.View(console.app)
    for number, _, value in view.rows():
        if value is not None and number < 10:
            before = console.app.settings.values[number]
            view.choose(number)
            assert console.app.settings.values[number] != before, number
    assert [details for details in opened if details[0] == "board"] == []


def test_a_display_that_is_pressed_while_the_games_start_is_calibrated(panels):
    """So taps that go elsewhere lead to no dead end."""
    console = calibrated(panels)
    board = Touched(panels, region=console.board.flash)
    board.pressed.at = 160, 120
    again = type(console).untouched(board)
    again.wait(300)
    assert again.screen == "calibration"
    assert not again.view._numbers  # noqa: SLF001
    board.pressed.at = None
    again.wait(100)
    tap_crosses(again)
    assert again.screen == "title"


@pytest.mark.parametrize("finger", [False, True])
def test_another_board_has_no_such_row_and_no_such_screen(finger):
    from tools.console import board_of

    console = Console.untouched(board_of(finger=finger))
    console.app.open("settings")
    console.wait(100)
    assert "Calibrate the display" not in [row[1] for row in console.view.rows()]


def test_only_boards_with_such_a_panel_are_calibrated_and_have_its_texts():
    for page in drive.devices():
        tree = ast.parse((PROJECT / "boards" / f"{page}.py").read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert ("calibration" in names) == (page in CALIBRATED) == drive.is_calibrated(page), page
    layout = layouts.of("pyportal")
    more = drive.assets(layout, beside=[*drive.sources("pyportal")]).keys() - drive.assets(layout).keys()
    texts = {f"assets/texts/{code}.crosses.txt" for code in LANGUAGES}
    assert texts == {place for place in more if not place.endswith(".tap.txt")}
    assert pages.fact("pyportal", "KEYS", None) == b""


@pytest.fixture
def chip(monkeypatch):
    bus = Bus()

    class DigitalInOut:
        def __init__(self, pin):
            assert pin == "TOUCH_CS"

        def switch_to_output(self, value=False):
            self.value = value

        def __setattr__(self, name, value):
            assert name == "value"
            bus.selected = not value

    monkeypatch.setitem(sys.modules, "digitalio", types.SimpleNamespace(DigitalInOut=DigitalInOut))
    monkeypatch.delitem(sys.modules, "boards.parts.xpt2046", raising=False)
    from boards.parts.xpt2046 import XPT2046

    yield bus, XPT2046(bus, "TOUCH_CS")
    sys.modules.pop("boards.parts.xpt2046", None)


def test_the_chip_tells_where_the_panel_is_pressed(chip):
    bus, driver = chip
    assert driver.read() is None
    for x, y in ((0, 0), (4095, 4095), (2048, 1), (17, 3001), (3700, 240)):
        bus.pressed = x, y, 900, 3200
        assert driver.read() == (x >> 2, y >> 2)
        assert not bus.selected and not bus.locked
    bus.pressed = 2000, 2000, 100, 3990  # hardly
    assert driver.read() is None


def test_the_chip_is_let_go_when_the_bus_fails_or_is_taken(chip, monkeypatch):
    bus, driver = chip
    monkeypatch.setattr(bus, "try_lock", lambda: False)
    assert driver.read() is None
    monkeypatch.undo()

    def fail(*_):
        raise OSError(5)

    bus.write_readinto = fail
    with pytest.raises(OSError):
        driver.read()
    assert not bus.selected and not bus.locked
