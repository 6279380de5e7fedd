# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The window's keyboard and gamepads: keys, and typed text while a screen asks for it."""

import os

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
pygame = pytest.importorskip("pygame")

from boards import Event, desktop  # noqa: E402
from boards.computer import window  # noqa: E402
from boards.computer.window import KeysAndPads  # noqa: E402
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B  # noqa: E402
from tests.keyboards import PLACES, SCRIPTS  # noqa: E402


@pytest.fixture
def keys():
    pygame.display.init()
    pygame.display.set_mode((160, 128))
    queue = KeysAndPads(desktop.KEYBOARD, lambda: None)
    pygame.event.clear()
    yield queue
    queue.close()
    pygame.quit()


def happen(kind: int, **facts) -> None:
    """Lets SDL report something."""
    pygame.event.post(pygame.event.Event(kind, **facts))


def strike(key: int, text: str = "", place: int | None = None) -> None:
    """Lets SDL report a key that is pressed and let go, and the text that it types. place: its scancode."""
    facts = {"key": key, "scancode": SCANCODES.get(key, 0) if place is None else place}
    happen(pygame.KEYDOWN, **facts)
    if text:
        happen(pygame.TEXTINPUT, text=text)
    happen(pygame.KEYUP, **facts)


# Where an English keyboard has the keys.
SCANCODES = {
    getattr(pygame, "K_" + name): getattr(pygame, "KSCAN_" + name.upper())
    for name in (
        "w a s d x b z p y l UP DOWN LEFT RIGHT RETURN KP_ENTER SPACE BACKSPACE ESCAPE TAB F10"
    ).split()
}


def moves(queue) -> list[tuple[int, bool]]:
    """All events until none is left: (key, pressed)."""
    event = Event()
    found = []
    while queue.get_into(event):
        found.append((event.key_number, event.pressed))
    return found


def pressed(queue) -> list[int]:
    """The keys that are pressed until no event is left."""
    return [key for key, down in moves(queue) if down]


def test_letters_are_keys_until_a_screen_asks_for_text(keys):
    strike(pygame.K_w, "w")
    assert pressed(keys) == [UP] and keys.typed() == ""
    strike(pygame.K_w, "w")
    strike(pygame.K_p, "P")
    strike(pygame.K_BACKSPACE)
    strike(pygame.K_RETURN)
    assert pressed(keys) == [] and keys.typed() == "wP\b\r"
    pressed(keys)
    strike(pygame.K_w, "w")
    strike(pygame.K_RETURN)
    strike(pygame.K_F5)  # is none
    assert pressed(keys) == [UP, A]  # nobody has asked again


def test_arrows_space_and_tab_are_keys_meanwhile(keys):
    keys.typed()
    strike(pygame.K_UP)
    strike(pygame.K_SPACE, " ")
    strike(pygame.K_TAB)
    assert pressed(keys) == [UP, A, SELECT] and keys.typed() == ""


KEYS = (UP, LEFT, DOWN, RIGHT, A, B, B, START)


@pytest.mark.parametrize("signs", [*SCRIPTS.values(), "\0" * 8])
def test_on_keyboards_of_other_scripts_the_place_of_a_key_counts(keys, signs):
    for letter, sign, key in zip(PLACES, signs, KEYS):
        strike(ord(sign), place=SCANCODES[ord(letter)])
        assert moves(keys) == [(key, True), (key, False)], sign


def test_a_latin_letter_counts_wherever_its_key_is(keys):
    for sign, place, expected in (
        ("p", pygame.KSCAN_R, [START]),  # Dvorak
        ("l", pygame.KSCAN_P, []),
        ("z", pygame.KSCAN_Y, [B]),  # German
        ("y", pygame.KSCAN_Z, []),
        ("ğ", pygame.KSCAN_W, []),  # Turkish F
        ("z", pygame.KSCAN_W, [UP]),  # French: the directions are where they are on others
        ("q", pygame.KSCAN_A, [LEFT]),
        ("q", pygame.KSCAN_Q, []),
        ("z", pygame.KSCAN_Z, [B]),
    ):
        strike(ord(sign), place=place)
        assert pressed(keys) == expected, sign


def test_f10_is_start_as_well_also_while_text_is_typed(keys):
    strike(pygame.K_F10)
    assert pressed(keys) == [START]
    keys.typed()
    strike(pygame.K_F10)
    assert pressed(keys) == [START] and keys.typed() == ""


def test_a_keyboard_that_changes_its_layout_while_a_key_is_down_leaves_none_down(keys):
    happen(pygame.KEYDOWN, key=pygame.K_w, scancode=pygame.KSCAN_W)
    happen(pygame.KEYUP, key=ord("ц"), scancode=pygame.KSCAN_W)
    assert moves(keys) == [(UP, True), (UP, False)]


def test_a_key_is_down_as_long_as_anything_holds_it(keys):
    letter = {"key": pygame.K_w, "scancode": pygame.KSCAN_W}
    arrow = {"key": pygame.K_UP, "scancode": pygame.KSCAN_UP}
    happen(pygame.KEYDOWN, **letter)
    happen(pygame.KEYDOWN, **arrow)
    assert moves(keys) == [(UP, True)]
    happen(pygame.KEYUP, **letter)
    assert moves(keys) == []
    happen(pygame.KEYUP, **arrow)
    assert moves(keys) == [(UP, False)]


def test_closing_the_window_ends_the_game(keys):
    happen(pygame.QUIT)
    with pytest.raises(SystemExit):
        moves(keys)


def test_an_input_method_has_the_keyboard_only_while_a_screen_asks_for_text(keys, monkeypatch):
    told = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: told.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: told.append("stop"))
    another = KeysAndPads(desktop.KEYBOARD, lambda: None)
    assert told == ["stop"]
    for _ in range(3):
        another.typed()
        moves(another)
    assert told == ["stop", "start"]
    moves(another)
    moves(another)
    assert told == ["stop", "start", "stop"]


# Gamepads


class Pad:
    """A gamepad, known to SDL or not, by its instance id. axes: where its first two are now, of 32,767."""

    def __init__(self, number: int, buttons: int = 11, axes: tuple = (0, 0)):
        self.number, self.buttons, self.axes = number, buttons, axes
        self.known = False

    def as_joystick(self):
        return self

    def get_instance_id(self):
        return self.number

    def get_numbuttons(self):
        return self.buttons

    def get_numaxes(self):
        return len(self.axes)

    def get_axis(self, axis):
        return self.axes[axis] if self.known else self.axes[axis] / 32_767


@pytest.fixture
def plug(monkeypatch):
    """Plugs in a Pad, known to SDL or not."""

    def plugged(pad, known):
        pad.known = known
        monkeypatch.setattr(window.controller, "is_controller", lambda _: known)
        monkeypatch.setattr(window.controller, "Controller", lambda _: pad)
        monkeypatch.setattr(pygame.joystick, "Joystick", lambda _: pad)
        happen(pygame.JOYDEVICEADDED, device_index=0)

    return plugged


def lean(pad: Pad, axis: int, value: int) -> None:
    """Lets SDL report where an axis is."""
    if pad.known:
        happen(pygame.CONTROLLERAXISMOTION, instance_id=pad.number, axis=axis, value=value)
    else:
        happen(pygame.JOYAXISMOTION, instance_id=pad.number, axis=axis, value=value / 32_767)


@pytest.mark.parametrize(
    ("count", "table"),
    [
        (11, {0: A, 1: B, 6: SELECT, 7: START}),
        (10, {0: A, 1: B, 8: SELECT, 9: START}),
        (12, {0: A, 1: B, 8: SELECT, 9: START}),
        (13, {0: A, 1: B, 8: SELECT, 9: START}),
    ],
)
def test_the_buttons_of_a_pad_that_sdl_does_not_know(keys, plug, count, table):
    plug(Pad(4, count), False)
    for button in range(count):
        happen(pygame.JOYBUTTONDOWN, instance_id=4, button=button)
        happen(pygame.JOYBUTTONUP, instance_id=4, button=button)
        assert pressed(keys) == ([table[button]] if button in table else []), button
    happen(pygame.JOYBUTTONDOWN, instance_id=5, button=0)  # nobody's
    assert moves(keys) == []


def test_the_cross_of_a_pad_that_sdl_does_not_know(keys, plug):
    plug(Pad(4), False)
    around = [{UP}, {UP, RIGHT}, {RIGHT}, {RIGHT, DOWN}, {DOWN}, {DOWN, LEFT}, {LEFT}, {LEFT, UP}]
    for value, expected in zip(
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], around, strict=True
    ):
        happen(pygame.JOYHATMOTION, instance_id=4, hat=0, value=value)
        assert {key for key, down in moves(keys) if down} == expected
        happen(pygame.JOYHATMOTION, instance_id=4, hat=0, value=(0, 0))
        assert {key for key, down in moves(keys) if not down} == expected


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("axis", "pair"), [(0, (LEFT, RIGHT)), (1, (UP, DOWN))])
def test_a_stick_presses_far_from_its_middle_and_releases_near_it(keys, plug, known, axis, pair):
    """One that is at rest when it is plugged in counts at once."""
    pad = Pad(4)
    plug(pad, known)
    for side, key in ((-1, pair[0]), (1, pair[1])):
        for value, expected in (
            (19_900, []),
            (20_100, [(key, True)]),
            (12_100, []),
            (11_900, [(key, False)]),
        ):
            lean(pad, axis, side * value)
            assert moves(keys) == expected, value
    lean(pad, axis, -32_767)
    lean(pad, axis, 32_767)
    assert moves(keys) == [(pair[0], True), (pair[0], False), (pair[1], True)]


@pytest.mark.parametrize("known", [True, False])
def test_an_axis_that_is_not_at_rest_counts_only_once_it_was(keys, plug, known):
    pad = Pad(4, axes=(-32_767, 0))
    plug(pad, known)
    lean(pad, 0, -32_767)
    lean(pad, 0, -30_000)
    assert moves(keys) == []
    lean(pad, 0, 100)
    lean(pad, 0, -30_000)
    assert moves(keys) == [(LEFT, True)]


def test_other_axes_are_none(keys, plug):
    pad = Pad(4, axes=(0,) * 6)
    plug(pad, True)
    for axis in (2, 3, 4, 5):
        lean(pad, axis, 0)
        lean(pad, axis, 32_767)
    assert moves(keys) == []


@pytest.mark.parametrize("known", [True, False])
def test_what_a_gamepad_holds_is_released_when_it_is_unplugged(keys, plug, known):
    pad = Pad(4)
    plug(pad, known)
    lean(pad, 0, 32_767)
    happen(pygame.CONTROLLERBUTTONDOWN if known else pygame.JOYBUTTONDOWN, instance_id=4, button=0)
    assert moves(keys) == [(RIGHT, True), (A, True)]
    happen(pygame.JOYDEVICEREMOVED, instance_id=4)
    assert moves(keys) == [(RIGHT, False), (A, False)]
    lean(pad, 0, 32_767)  # the next one of that number has not been seen at rest yet
    assert moves(keys) == []


def test_a_window_that_loses_the_keyboard_releases_all_keys_and_they_need_a_fresh_press(keys, plug):
    pad = Pad(4)
    plug(pad, True)
    happen(pygame.KEYDOWN, key=pygame.K_w, scancode=pygame.KSCAN_W)
    lean(pad, 0, 32_767)
    assert moves(keys) == [(UP, True), (RIGHT, True)]
    happen(pygame.WINDOWFOCUSLOST)
    assert moves(keys) == [(UP, False), (RIGHT, False)]
    happen(pygame.KEYUP, key=pygame.K_w, scancode=pygame.KSCAN_W)
    lean(pad, 0, 32_000)
    assert moves(keys) == []
    lean(pad, 0, 0)
    lean(pad, 0, 32_000)
    lean(pad, 1, -32_767)  # which was at rest meanwhile
    assert moves(keys) == [(RIGHT, True), (UP, True)]


def test_the_picture_is_shown_at_an_integer_scale_in_a_window_of_any_size():
    import displayio

    shown = window.Window("test", desktop.KEYBOARD)
    bitmap = displayio.Bitmap(160, 128, 2)
    bitmap.fill(1)
    palette = displayio.Palette(2)
    palette[1] = 0xFF0000
    shown.root_group = displayio.Group()
    shown.root_group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    pygame.display.set_mode((700, 411), pygame.RESIZABLE)
    shown.refresh()
    red = pygame.mask.from_threshold(pygame.display.get_surface(), (255, 0, 0), (1, 1, 1, 255))
    assert red.get_bounding_rects() == [pygame.Rect(110, 13, 480, 384)] and red.count() == 480 * 384
    shown.close()


def test_the_mouse_is_told_in_pixels_of_the_picture_whatever_the_windows_size():
    pygame.display.init()
    shown = window.Window("test", desktop.KEYBOARD)
    pygame.display.set_mode((400, 300))  # twice as large as the picture, with a margin of 40 and 22
    pygame.event.clear()
    happen(pygame.MOUSEMOTION, pos=(50, 50), rel=(1, 1), buttons=(0, 0, 0))
    happen(pygame.MOUSEBUTTONDOWN, pos=(41, 23), button=3)
    happen(pygame.MOUSEBUTTONDOWN, pos=(40, 22), button=1)
    happen(pygame.MOUSEMOTION, pos=(60, 42), rel=(1, 1), buttons=(1, 0, 0))
    happen(pygame.MOUSEBUTTONUP, pos=(359, 277), button=1)
    moves(shown.keys)
    assert [shown.touched() for _ in range(4)] == [(0, 0, 1), (10, 10, 2), (159, 127, 0), None]
    shown.close()
