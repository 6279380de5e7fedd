# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's keyboard, gamepads and drawn keys, run by Node on a double of the page (input.mjs)."""

import pytest

from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from tests.keyboards import PLACES, SCRIPTS
from tests.web.scripts import Node

CENTRE = (160, 360)  # of the pad, which is 120 pixels wide and high
XBOX_ON_LINUX = {"mapping": "", "axes": [0, 0, -1, 0, 0, -1, 0, 0], "buttons": 11}


class Page(Node):
    """The double in a separate process. Calls return what it was told meanwhile, presses as (key, down)."""

    def __init__(self):
        super().__init__("input.mjs")

    def ask(self, *command) -> list:
        """Gives a command of input.mjs; all that was told: ["press", key, down] and others."""
        return self.answer(command)

    def presses(self, *command) -> list[tuple[int, bool]]:
        """The same, of presses and releases alone."""
        return [(told[1], told[2]) for told in self.ask(*command) if told[0] == "press"]

    def down(self, code: str, key: str, **fields) -> list:
        """A key of the keyboard goes down. code: where it is; key: what it types."""
        return self.presses("happen", "window", "keydown", {"code": code, "key": key} | fields)

    def up(self, code: str, key: str = "") -> list:
        """A key of the keyboard goes up."""
        return self.presses("happen", "window", "keyup", {"code": code, "key": key})

    def finger(self, target: str, kind: str, pointer: int = 1, x: float = 0, y: float = 0) -> list:
        """A finger on a drawn key, x and y from the pad's middle; all that was told."""
        fields = {"pointerId": pointer, "clientX": CENTRE[0] + x, "clientY": CENTRE[1] + y}
        return self.ask("happen", target, "pointer" + kind, fields)

    def pads(self, *pads) -> list:
        """A look at the gamepads, as `gamepad` makes them."""
        return self.presses("pads", pads)


@pytest.fixture(scope="module")
def node():
    started = Page()
    yield started
    started.close()


@pytest.fixture
def page(node):
    node.ask("begin")
    return node


def gamepad(*pressed: int, axes=(0, 0), buttons=17, mapping="standard", index=0, name="pad"):
    """A gamepad as browsers tell of it. pressed: the places of its buttons that are down."""
    return {
        "connected": True,
        "index": index,
        "id": name,
        "mapping": mapping,
        "axes": list(axes),
        "buttons": [{"pressed": place in pressed} for place in range(buttons)],
    }


def tap(page, code: str, key: str, **fields) -> list:
    """A key that goes down and up again."""
    return page.down(code, key, **fields) + page.up(code)


def pressed(key: int) -> list:
    """One press and release."""
    return [(key, True), (key, False)]


# The keyboard

ENGLISH = {
    **{"ArrowUp": ("ArrowUp", UP), "ArrowDown": ("ArrowDown", DOWN)},
    **{"ArrowLeft": ("ArrowLeft", LEFT), "ArrowRight": ("ArrowRight", RIGHT)},
    **{"KeyW": ("w", UP), "KeyA": ("a", LEFT), "KeyS": ("s", DOWN), "KeyD": ("d", RIGHT)},
    **{"Enter": ("Enter", A), "NumpadEnter": ("Enter", A), "Space": (" ", A), "KeyX": ("x", A)},
    **{"Backspace": ("Backspace", B), "Escape": ("Escape", B), "KeyB": ("b", B), "KeyZ": ("z", B)},
    **{"KeyP": ("p", START), "F10": ("F10", START), "Tab": ("Tab", SELECT)},
}


@pytest.mark.parametrize("code", ENGLISH)
def test_each_key_is_pressed_and_released_and_the_browser_does_nothing_else_with_it(page, code):
    name, key = ENGLISH[code]
    assert page.ask("happen", "window", "keydown", {"code": code, "key": name}) == [
        ["press", key, True],
        ["prevented"],
    ]
    assert page.up(code) == [(key, False)]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("change", [str, str.upper], ids=["small", "capital"])
def test_on_keyboards_of_other_scripts_the_place_of_a_key_counts(page, script, change):
    for place, sign in zip(PLACES.upper(), SCRIPTS[script]):
        assert tap(page, f"Key{place}", change(sign)) == pressed(ENGLISH[f"Key{place}"][1]), sign


@pytest.mark.parametrize("name", ["Process", "Dead", "Unidentified"])
@pytest.mark.parametrize("code", ENGLISH)
def test_under_an_input_method_the_place_of_a_key_counts(page, code, name):
    assert tap(page, code, name) == pressed(ENGLISH[code][1])


def test_the_space_of_an_input_method_is_a_space(page):
    assert tap(page, "Space", "\u3000") == pressed(A)


def test_with_caps_lock_or_shift_the_keys_are_the_same(page):
    for place in PLACES.upper():
        assert tap(page, f"Key{place}", place) == pressed(ENGLISH[f"Key{place}"][1])


def test_a_latin_letter_counts_wherever_its_key_is(page):
    assert tap(page, "KeyR", "p") == pressed(START)  # Dvorak
    assert tap(page, "KeyP", "l") == []
    assert tap(page, "KeyY", "z") == pressed(B)  # German
    assert tap(page, "KeyZ", "y") == []
    assert tap(page, "KeyW", "ğ") == []  # Turkish F


@pytest.mark.parametrize("change", [str, str.upper], ids=["small", "capital"])
def test_on_a_french_keyboard_the_directions_are_where_they_are_on_others(page, change):
    letters = {"KeyW": ("z", UP), "KeyA": ("q", LEFT), "KeyS": ("s", DOWN), "KeyD": ("d", RIGHT)}
    for code, (sign, key) in letters.items():
        assert tap(page, code, change(sign)) == pressed(key)
    assert tap(page, "KeyQ", change("q")) == []  # on an English one
    assert tap(page, "KeyZ", change("z")) == pressed(B)
    assert tap(page, "KeyX", change("x")) == pressed(A)


@pytest.mark.parametrize("name", ["F5", "Shift", "CapsLock", "PageDown", "e", "é", "1", "я"])
def test_a_key_that_is_none_is_left_to_the_browser(page, name):
    assert page.ask("happen", "window", "keydown", {"code": "KeyE", "key": name}) == []


@pytest.mark.parametrize("modifier", ["ctrlKey", "metaKey", "altKey"])
def test_shortcuts_of_the_browser_are_left_to_it(page, modifier):
    told = page.ask("happen", "window", "keydown", {"code": "KeyP", "key": "p", modifier: True})
    assert told == []


def test_while_something_else_has_the_keyboard_a_press_does_nothing_and_a_release_counts(page):
    assert page.down("KeyW", "w") == [(UP, True)]
    page.ask("busy", True)
    assert page.ask("happen", "window", "keydown", {"code": "KeyP", "key": "p"}) == []
    assert page.up("KeyW") == [(UP, False)]


def test_a_key_that_repeats_is_pressed_once_and_the_browser_does_not_scroll(page):
    assert page.down("ArrowDown", "ArrowDown") == [(DOWN, True)]
    repeat = {"code": "ArrowDown", "key": "ArrowDown", "repeat": True}
    assert page.ask("happen", "window", "keydown", repeat) == [["prevented"]]
    assert page.up("ArrowDown") == [(DOWN, False)]


def test_a_key_is_down_as_long_as_anything_holds_it(page):
    assert page.down("KeyW", "w") == [(UP, True)]
    assert page.down("ArrowUp", "ArrowUp") == []
    assert page.pads(gamepad(12)) == []
    assert page.up("KeyW") == []
    assert page.up("ArrowUp") == []
    assert page.pads(gamepad()) == [(UP, False)]


def test_a_key_whose_meaning_changes_while_it_is_down_releases_the_first(page):
    assert page.down("KeyZ", "z") == [(B, True)]
    assert page.down("KeyZ", "w") == [(B, False), (UP, True)]
    assert page.up("KeyZ") == [(UP, False)]


def test_where_text_is_asked_for_signs_are_typed_and_press_nothing(page):
    page.ask("takes", "pя'é\r\b\x1b")
    for name, code, sign in (
        ("p", "KeyP", "p"),
        ("я", "KeyZ", "я"),
        ("'", "KeyW", "'"),
        ("é", "Digit2", "é"),
        ("Enter", "Enter", "\r"),
        ("Backspace", "Backspace", "\b"),
        ("Escape", "Escape", "\x1b"),
    ):
        told = page.ask("happen", "window", "keydown", {"code": code, "key": name})
        assert told == [["type", sign], ["prevented"]]
        assert page.up(code) == []
    assert tap(page, "ArrowUp", "ArrowUp") == pressed(UP)
    assert tap(page, "Space", " ") == pressed(A)
    assert tap(page, "F10", "F10") == pressed(START)
    assert tap(page, "KeyW", "w") == pressed(UP)  # nobody has taken it


def test_where_a_card_code_is_asked_for_the_place_of_a_key_types_its_letter(page):
    page.ask("takes", "abcdefghijklmnopqrstuvwxyz")
    for name in ("ф", "Process"):
        told = page.ask("happen", "window", "keydown", {"code": "KeyA", "key": name})
        assert told == [["type", "a"], ["prevented"]]


def test_a_key_that_repeats_types_nothing(page):
    page.ask("takes", "e")
    assert page.ask("happen", "window", "keydown", {"code": "KeyE", "key": "e", "repeat": True}) == []


# What is held is released when its source disappears


def test_a_page_that_is_not_looked_at_releases_all_keys_and_they_need_a_fresh_press(page):
    page.pads(gamepad())
    page.finger("4", "down")
    page.down("KeyW", "w")
    page.pads(gamepad(9, axes=(1, 0)))
    told = page.ask("happen", "window", "blur", {})
    released = [entry[1] for entry in told if entry[0] == "press" and not entry[2]]
    assert sorted(released) == sorted([A, UP, START, RIGHT])
    assert told[-1] == ["touched"]  # nothing is held, so no drawn key looks so
    assert page.pads(gamepad(9, axes=(1, 0))) == []
    assert page.down("KeyW", "w", repeat=True) == []
    assert page.finger("4", "move") == []
    assert page.pads(gamepad()) == []
    assert page.pads(gamepad(9, axes=(1, 0))) == [(START, True), (RIGHT, True)]
    assert page.down("KeyW", "w") == [(UP, True)]


def test_a_page_that_is_hidden_releases_all_keys(page):
    page.down("Tab", "Tab")
    assert page.presses("letGo") == [(SELECT, False)]
    assert page.up("Tab") == []


def test_while_a_menu_is_open_nothing_is_down_and_what_stays_down_does_nothing_after_it(page):
    page.pads(gamepad())
    page.pads(gamepad(0, axes=(1, 0)))
    page.down("Tab", "Tab")
    menu = [(gamepad(0, axes=(1, 0)),), (gamepad(),), (gamepad(9, axes=(1, 0)),)]
    told = [page.presses("pads", list(pads), True) for pads in menu]
    assert set(told[0]) == {(A, False), (RIGHT, False), (SELECT, False)} and told[1:] == [[], []]
    assert page.pads(gamepad(9, axes=(1, 0))) == [] and page.up("Tab") == []
    assert page.pads(gamepad()) == []
    assert page.pads(gamepad(9)) == [(START, True)]


def test_what_macos_does_not_tell_to_be_released_under_command_is_released_with_it(page):
    page.down("KeyW", "w")
    assert page.up("ShiftLeft", "Shift") == []
    assert page.up("MetaLeft", "Meta") == [(UP, False)]


GONE = {"empty": [], "null": [None], "disconnected": [gamepad(0) | {"connected": False}]}


@pytest.mark.parametrize("way", GONE)
def test_a_gamepad_that_goes_away_releases_what_it_held(page, way):
    page.pads(gamepad())
    assert page.pads(gamepad(0, axes=(-1, 0))) == [(A, True), (LEFT, True)]
    assert page.pads(*GONE[way]) == [(A, False), (LEFT, False)]
    assert tap(page, "Enter", "Enter") == pressed(A)
    assert page.pads(gamepad(0, axes=(-1, 0))) == [(A, True)]  # its stick has not been seen at rest yet


def test_a_gamepad_that_takes_another_s_place_has_nothing_of_it_down(page):
    page.pads(gamepad())
    assert page.pads(gamepad(13)) == [(DOWN, True)]
    assert page.pads(gamepad(name="smaller", buttons=4)) == [(DOWN, False)]


def test_a_gamepad_with_fewer_parts_than_before_has_none_of_them_down(page):
    page.pads(gamepad())
    assert page.pads(gamepad(13, axes=(0, -1))) == [(DOWN, True), (UP, True)]
    assert page.pads(gamepad(buttons=4, axes=())) == [(UP, False), (DOWN, False)]


def test_two_gamepads_are_two_sources(page):
    page.pads(gamepad(), gamepad(index=1))
    assert page.pads(gamepad(0), gamepad(0, index=1)) == [(A, True)]
    assert page.pads(gamepad(0)) == []
    assert page.pads(gamepad()) == [(A, False)]


# Gamepads

STANDARD = {0: A, 1: B, 8: SELECT, 9: START, 12: UP, 13: DOWN, 14: LEFT, 15: RIGHT}


def test_a_browser_without_gamepads_is_no_failure(page):
    assert page.ask("pads", None) == []


@pytest.mark.parametrize("place", range(17))
def test_the_buttons_of_the_standard_mapping(page, place):
    expected = pressed(STANDARD[place]) if place in STANDARD else []
    assert page.pads(gamepad(place)) + page.pads(gamepad()) == expected


@pytest.mark.parametrize(
    ("count", "table"),
    [
        (11, {0: A, 1: B, 6: SELECT, 7: START}),  # an Xbox pad on Linux
        (10, {0: A, 1: B, 8: SELECT, 9: START}),  # a SNES pad with USB
        (12, {0: A, 1: B, 8: SELECT, 9: START}),
        (13, {0: A, 1: B, 8: SELECT, 9: START}),  # a PlayStation pad on Linux
    ],
)
def test_the_buttons_of_a_pad_without_the_standard_mapping(page, count, table):
    for place in range(count):
        pad = gamepad(place, mapping="", buttons=count)
        expected = pressed(table[place]) if place in table else []
        assert page.pads(pad) + page.pads(gamepad(mapping="", buttons=count)) == expected, place


@pytest.mark.parametrize(("axis", "value", "key"), [(0, -1, LEFT), (0, 1, RIGHT), (1, -1, UP), (1, 1, DOWN)])
def test_a_stick_presses_far_from_its_middle_and_releases_near_it(page, axis, value, key):
    def lean(reach):
        axes = [0, 0, 0, 0]
        axes[axis] = value * reach
        return page.pads(gamepad(axes=axes))

    assert lean(0) == lean(0.6) == []
    assert lean(0.61) == [(key, True)]
    assert lean(0.36) == lean(1) == lean(0.36) == []
    assert lean(0.35) == [(key, False)]
    assert lean(0.6) == []


def test_a_stick_that_jumps_to_its_other_side_releases_the_first(page):
    page.pads(gamepad())
    page.pads(gamepad(axes=(-1, 0)))
    assert page.pads(gamepad(axes=(1, 0))) == [(LEFT, False), (RIGHT, True)]


@pytest.mark.parametrize("count", range(3, 12))
def test_with_the_standard_mapping_other_axes_are_none(page, count):
    page.pads(gamepad(axes=[0] * count))
    for value in (1, -1, 0.3, 3.29):
        assert page.pads(gamepad(axes=[0, 0] + [value] * (count - 2))) == []


@pytest.mark.parametrize("axis", range(8))
@pytest.mark.parametrize("value", [-1, 1])
def test_the_cross_of_an_xbox_pad_on_linux_is_two_axes_and_its_triggers_rest_at_minus_one(page, axis, value):
    axes = list(XBOX_ON_LINUX["axes"])
    assert page.pads(gamepad(**XBOX_ON_LINUX)) == []
    axes[axis] = value
    keys = {0: (LEFT, RIGHT), 1: (UP, DOWN), 6: (LEFT, RIGHT), 7: (UP, DOWN)}
    expected = pressed(keys[axis][value > 0]) if axis in keys else []
    assert (
        page.pads(gamepad(**XBOX_ON_LINUX | {"axes": axes})) + page.pads(gamepad(**XBOX_ON_LINUX)) == expected
    )


@pytest.mark.parametrize("mapping", ["", "standard"])
@pytest.mark.parametrize("axis", range(2))
def test_an_axis_counts_only_once_it_was_at_rest(page, mapping, axis):
    axes = [0, 0]
    for value, expected in ((-1, []), (-1, []), (0, []), (-1, [((LEFT, UP)[axis], True)])):
        axes[axis] = value
        assert page.pads(gamepad(axes=axes, mapping=mapping)) == expected


def test_a_hat_of_one_axis_turns_clockwise_from_up_and_rests_beyond_its_end(page):
    def turn(value):
        return page.pads(gamepad(mapping="", buttons=12, axes=[0] * 9 + [value]))

    assert turn(0) == []  # before it is first used
    assert turn(3.29) == []
    around = [{UP}, {UP, RIGHT}, {RIGHT}, {RIGHT, DOWN}, {DOWN}, {DOWN, LEFT}, {LEFT}, {LEFT, UP}]
    for eighth, expected in enumerate(around):
        told = turn(eighth * 2 / 7 - 1)
        assert {key for key, down in told if down} == expected
        told = turn(9 / 7)
        assert {key for key, down in told if not down} == expected


@pytest.mark.parametrize("eighth", range(8))
def test_a_hat_that_is_not_at_rest_when_it_is_first_seen_does_nothing(page, eighth):
    axes = [0] * 9 + [eighth * 2 / 7 - 1]
    pad = gamepad(mapping="", buttons=12, axes=axes)
    assert page.pads(pad) == page.pads(pad) == []


# Thumbs


def held(told: list) -> list:
    """Of all that was told: (key, down), and the ms of vibration."""
    return [tuple(entry[1:]) for entry in told if entry[0] in ("press", "vibrate")]


@pytest.mark.parametrize("key", [A, B, START, SELECT])
@pytest.mark.parametrize("end", ["up", "cancel"])
def test_a_drawn_key_is_down_while_a_finger_is_on_it(page, key, end):
    told = page.finger(str(key), "down")
    assert told == [["capture", 1], ["vibrate", 8], ["press", key, True], ["touched", key], ["prevented"]]
    assert page.finger(str(key), end) == [["press", key, False], ["touched"]]


def test_a_finger_that_the_system_takes_away_releases_its_key(page):
    page.finger(str(A), "down")
    told = page.ask("happen", str(A), "lostpointercapture", {"pointerId": 1})
    assert told == [["press", A, False], ["touched"]]


@pytest.mark.parametrize(
    ("x", "y", "key"),
    [(-30, 29, LEFT), (-30, -29, LEFT), (30, 29, RIGHT), (30, -29, RIGHT)]
    + [(29, -30, UP), (-29, -30, UP), (29, 30, DOWN), (-29, 30, DOWN)]
    + [(10, 0, RIGHT), (-10, 0, LEFT), (0, 10, DOWN), (0, -10, UP)]  # a twelfth of its width
    + [(0, 0, None), (9.9, 0, None), (0, -9.9, None), (7, 7, None)],
)
def test_the_pad_s_arm_under_a_finger_is_down_and_its_middle_is_none(page, x, y, key):
    assert held(page.finger("pad", "down", x=x, y=y)) == ([] if key is None else [(8,), (key, True)])
    assert held(page.finger("pad", "up")) == ([] if key is None else [(key, False)])


def test_a_thumb_that_slides_over_the_pad_goes_from_arm_to_arm(page):
    assert held(page.finger("pad", "down", x=40)) == [(8,), (RIGHT, True)]
    assert held(page.finger("pad", "move", x=41)) == []
    assert held(page.finger("pad", "move", y=40)) == [(8,), (RIGHT, False), (DOWN, True)]
    assert held(page.finger("pad", "up", y=40)) == [(DOWN, False)]
    assert page.finger("pad", "move", y=40) == []  # a mouse that presses nothing


def test_two_thumbs_hold_two_keys(page):
    page.finger("pad", "down", pointer=1, x=40)
    assert held(page.finger(str(B), "down", pointer=2)) == [(8,), (B, True)]
    assert held(page.finger("pad", "up", pointer=1)) == [(RIGHT, False)]
    assert held(page.finger(str(B), "up", pointer=2)) == [(B, False)]


def test_a_long_press_opens_no_menu_of_the_browser(page):
    for target in ("pad", str(A), str(START)):
        assert page.ask("happen", target, "contextmenu", {}) == [["prevented"]]
