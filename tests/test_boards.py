"""The boards' pages of facts, how one is found, and what stands behind them on a computer."""

import ast
import importlib
import os
import sys
import types
from importlib import metadata
from pathlib import Path

import pytest

import boards
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from tools import run
from tools.savefile import SIZE, SaveFile

DEVICES = ("pybadge", "pygamer")
FACTS = ("NAME", "KEYS", "Event", "ERASES")
FUNCTIONS = ("display", "events", "region", "ticks", "sleep", "close")
ROOT = Path(__file__).resolve().parent.parent


class Buttons:
    """A stand-in for keypad.ShiftRegisterKeys and its queue."""

    def __init__(self, **pins):
        self.pins = pins
        self.events = self
        self.waiting = []

    def get_into(self, event) -> bool:
        """Fills in the next of `waiting`."""
        if not self.waiting:
            return False
        event._number, event._pressed = self.waiting.pop(0)
        return True


class KeypadEvent:
    """A stand-in for keypad.Event, whose fields cannot be written either."""

    key_number = property(lambda self: self._number)
    pressed = property(lambda self: self._pressed)


class Analog:
    """A stand-in for analogio.AnalogIn."""

    def __init__(self, pin):
        self.pin = pin
        self.value = 32768


@pytest.fixture
def device(monkeypatch):
    """Imports a device's page as the device would, on stand-ins for its modules."""

    def module(name, **names):
        made = types.ModuleType(name)
        vars(made).update(names)
        monkeypatch.setitem(sys.modules, name, made)

    pins = ("BUTTON_CLOCK", "BUTTON_OUT", "BUTTON_LATCH", "JOYSTICK_X", "JOYSTICK_Y", "DISPLAY")
    module("board", board_id="edgebadge", **{name: name for name in pins})
    module("keypad", Event=KeypadEvent, ShiftRegisterKeys=Buttons)
    module("analogio", AnalogIn=Analog)
    module("microcontroller", nvm=bytearray(8192))
    module("supervisor", ticks_ms=lambda: 5)

    def load(name):
        monkeypatch.delitem(sys.modules, "boards." + name, raising=False)
        return importlib.import_module("boards." + name)

    yield load
    for name in DEVICES:
        sys.modules.pop("boards." + name, None)
        vars(boards).pop(name, None)


def check_profile(profile) -> None:
    """Has the page every fact, of its kind?"""
    for name in FACTS:
        assert hasattr(profile, name), name
    for name in FUNCTIONS:
        assert callable(getattr(profile, name)), name
    assert isinstance(profile.NAME, str)
    assert sorted(profile.KEYS) == [UP, DOWN, LEFT, RIGHT, A, B, START, SELECT]
    assert isinstance(profile.ERASES, bool)
    assert 0 <= profile.ticks() < 1 << 29
    profile.sleep(0)
    profile.close()


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_has_every_fact(device, name):
    profile = device(name)
    check_profile(profile)
    assert profile.display() == "DISPLAY"
    assert len(profile.region()) == 8192
    assert profile.ERASES


@pytest.mark.parametrize("name", ["desktop", "terminal"])
def test_a_computer_has_every_fact(name, monkeypatch, tmp_path):
    monkeypatch.setenv("HANDFUL_DATA", str(tmp_path))
    profile = boards.find(name)
    check_profile(profile)
    assert len(profile.region()) == 8192
    assert not profile.ERASES
    assert {profile.KEYS[number] for number in profile.KEYBOARD.values()} == set(profile.KEYS)


@pytest.mark.parametrize("name", DEVICES)
def test_the_pins_exist_on_the_board(name):
    folder = Path(metadata.distribution("circuitpython-stubs").locate_file("board_definitions"))
    known = (folder / name / "__init__.pyi").read_text()
    page = ast.parse((ROOT / "boards" / f"{name}.py").read_text())
    used = [
        node.attr
        for node in ast.walk(page)
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "board"
    ]
    assert len(used) >= 4
    for pin in used:
        assert f"\n{pin}: " in known, pin


def test_every_name_and_alias_is_a_board_of_its_firmware():
    folder = Path(metadata.distribution("circuitpython-stubs").locate_file("board_definitions"))
    for name in (*DEVICES, *boards._ALIASES):
        assert (folder / name).is_dir(), name
    for name in boards.NAMES:
        assert (ROOT / "boards" / f"{name}.py").is_file()


def test_the_pybadge_reads_its_register(device):
    profile = device("pybadge")
    pins = profile.events().pins
    assert (pins["clock"], pins["data"], pins["latch"]) == ("BUTTON_CLOCK", "BUTTON_OUT", "BUTTON_LATCH")
    assert pins["key_count"] == 8
    assert list(profile.KEYS) == [B, A, START, SELECT, RIGHT, DOWN, UP, LEFT]


def moves(profile, stick) -> list:
    """All that waits: (logical key, pressed)."""
    event = profile.Event()
    taken = []
    while stick.get_into(event):
        taken.append((profile.KEYS[event.key_number], event.pressed))
    return taken


def test_the_pygamers_stick_is_four_keys_with_hysteresis(device):
    profile = device("pygamer")
    stick = profile.events()
    across, down = stick._axes
    assert (across.pin, down.pin) == ("JOYSTICK_X", "JOYSTICK_Y")
    assert moves(profile, stick) == []
    across.value = 49_000
    assert moves(profile, stick) == []
    across.value = 51_000
    assert moves(profile, stick) == [(RIGHT, True)]
    across.value = 47_000
    assert moves(profile, stick) == []
    across.value, down.value = 10_000, 10_000
    assert moves(profile, stick) == [(LEFT, True), (RIGHT, False), (UP, True)]
    across.value, down.value = 32_768, 60_000
    assert moves(profile, stick) == [(LEFT, False), (UP, False), (DOWN, True)]


def test_the_pygamers_buttons_come_first(device):
    profile = device("pygamer")
    stick = profile.events()
    stick._axes[0].value = 0
    stick._buttons.waiting += [(0, True), (0, False), (1, True), (2, True), (3, True)]
    expected = [(B, True), (B, False), (A, True), (START, True), (SELECT, True), (LEFT, True)]
    assert moves(profile, stick) == expected


def test_a_device_is_found_by_its_firmwares_name(device, monkeypatch):
    monkeypatch.delenv("HANDFUL_BOARD", raising=False)
    monkeypatch.setattr(sys.implementation, "name", "circuitpython")
    assert boards.find().NAME == "Adafruit PyBadge"
    sys.modules["board"].board_id = "kettle"
    with pytest.raises(ValueError, match=r"does not know the board kettle, only pybadge, pygamer, .*\.$"):
        boards.find()


def test_a_computer_is_found_by_the_environment(monkeypatch):
    monkeypatch.setenv("HANDFUL_BOARD", "terminal")
    assert boards.find().NAME == "Terminal"
    assert boards.find("desktop").NAME == "Window"
    monkeypatch.delenv("HANDFUL_BOARD")
    with pytest.raises(ValueError, match=r"HANDFUL_BOARD .* pybadge, pygamer, desktop, terminal\.$"):
        boards.find()


def test_the_save_file_starts_like_empty_flash(tmp_path):
    region = SaveFile(tmp_path / "not" / "yet")
    assert len(region) == SIZE == 8192
    assert region[0:SIZE] == b"\xff" * SIZE
    region[10:13] = b"abc"
    assert SaveFile(tmp_path / "not" / "yet")[8:15] == b"\xff\xffabc\xff\xff"


@pytest.mark.parametrize("size", [0, 1, 100, 8191, 8193, 100_000])
def test_a_save_file_of_any_length_reads_as_8192_bytes(tmp_path, size):
    (tmp_path / "save.bin").write_bytes(b"x" * size)
    whole = SaveFile(tmp_path)[0:SIZE]
    assert whole == (b"x" * size + b"\xff" * SIZE)[:SIZE]


def test_an_unreadable_save_file_reads_as_empty_and_says_so_on_writing(tmp_path):
    (tmp_path / "save.bin").mkdir()
    region = SaveFile(tmp_path)
    assert region[0:4] == b"\xff" * 4
    with pytest.raises(OSError, match=r"^The folder .* cannot be written: .*\.$"):
        region[0:4] = b"abcd"
    assert [file.name for file in tmp_path.iterdir()] == ["save.bin"]


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"^The folder .* cannot be written: .*\.$"):
        SaveFile(tmp_path / "file" / "folder")[0:1] = b"a"


def test_a_slice_keeps_its_length(tmp_path):
    region = SaveFile(tmp_path)
    for part, new in ((slice(0, 4), b"abc"), (slice(8190, 8194), b"abcd")):
        with pytest.raises(ValueError, match="length"):
            region[part] = new
    assert not (tmp_path / "save.bin").exists()


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_is_cut_leaves_the_old_file(tmp_path, monkeypatch, step):
    region = SaveFile(tmp_path)
    region[0:3] = b"old"

    def cut(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, cut)
    with pytest.raises(OSError, match="No space left on device"):
        region[0:3] = b"new"
    assert region[0:3] == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["save.bin"]


def test_run_takes_a_window_only_where_there_is_a_display(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert run.choices("") == ("terminal",)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert run.choices("") == ("desktop", "terminal")
    assert run.choices("terminal") == ("terminal",)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("kettle", "Handful does not know the board kettle"), ("pybadge", "a device of its own")],
)
def test_run_refuses_another_board_with_a_sentence(capsys, name, sentence):
    assert run.main([name]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_run_wants_a_terminal_for_the_terminal(monkeypatch, capsys):
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "__stdin__", nothing)
        with pytest.raises(OSError, match="terminal"):
            run.open_board(("terminal",))


class TestWindow:
    """The window, on SDL's driver without a screen."""

    @pytest.fixture
    def window(self, monkeypatch):
        """The desktop board with its window open."""
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        profile = boards.find("desktop")
        profile.display()
        yield profile
        profile.close()

    def taken(self, window, *events) -> list:
        """Posts pygame events, (kind, fields) each; what the queue makes of them."""
        import pygame

        for kind, fields in events:
            pygame.event.post(pygame.event.Event(getattr(pygame, kind), **fields))
        return moves(window, window.events())

    def test_it_shows_the_picture_at_an_integer_scale_in_a_window_of_any_size(self, window):
        import displayio
        import pygame

        bitmap = displayio.Bitmap(160, 128, 2)
        bitmap.fill(1)
        palette = displayio.Palette(2)
        palette[1] = 0xFF0000
        group = displayio.Group()
        group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
        pygame.display.set_mode((700, 411), pygame.RESIZABLE)
        window.display().root_group = group
        window.display().refresh()
        red = pygame.mask.from_threshold(pygame.display.get_surface(), (255, 0, 0), (1, 1, 1, 255))
        assert red.get_bounding_rects() == [pygame.Rect(110, 13, 480, 384)]
        assert red.count() == 480 * 384

    def test_keys_are_pressed_and_released(self, window):
        import pygame

        down, up = ("KEYDOWN", {"key": pygame.K_RETURN}), ("KEYUP", {"key": pygame.K_RETURN})
        assert self.taken(window, down) == [(A, True)]
        assert self.taken(window, up) == [(A, False)]
        assert self.taken(window, ("KEYDOWN", {"key": pygame.K_F5})) == []

    def test_a_key_is_down_as_long_as_anything_holds_it(self, window):
        import pygame

        pressed = self.taken(window, ("KEYDOWN", {"key": pygame.K_w}), ("KEYDOWN", {"key": pygame.K_UP}))
        assert pressed == [(UP, True)]
        assert self.taken(window, ("KEYUP", {"key": pygame.K_w})) == []
        assert self.taken(window, ("KEYUP", {"key": pygame.K_UP})) == [(UP, False)]

    def test_a_gamepads_buttons_stick_and_unplugging(self, window):
        import pygame

        b = ("CONTROLLERBUTTONDOWN", {"instance_id": 3, "button": pygame.CONTROLLER_BUTTON_B})
        assert self.taken(window, b) == [(B, True)]
        leans = [
            ("CONTROLLERAXISMOTION", {"instance_id": 3, "axis": 1, "value": value})
            for value in (9_000, 25_000, 15_000, 9_000, -25_000, 25_000)
        ]
        expected = [(DOWN, True), (DOWN, False), (UP, True), (UP, False), (DOWN, True)]
        assert self.taken(window, *leans) == expected
        assert sorted(self.taken(window, ("JOYDEVICEREMOVED", {"instance_id": 3}))) == [
            (DOWN, False),
            (B, False),
        ]

    def test_closing_it_ends_the_game(self, window):
        with pytest.raises(SystemExit):
            self.taken(window, ("QUIT", {}))
