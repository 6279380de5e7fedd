# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The keys of each board's page: pins, sticks, keys with two meanings, keyboards."""

import types

import pytest

import boards
from handful.keys import DOWN, LEFT, RIGHT, RING, SELECT, START, UP, A, B, Keys
from tests.boards.conftest import WIRED
from tests.boards.doubles import CARDPUTER, FEW, MIDDLE, TOUCHED, Scanner, logical, moves, wrong
from tools.build import drive

KEY_NAMES = {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT}
KEY_NAMES |= {"A": A, "B": B, "START": START, "SELECT": SELECT}
WITH_KEYS = [page for page in drive.devices() if page not in TOUCHED]


@pytest.mark.parametrize("name", WITH_KEYS)
def test_every_logical_key_is_reached_by_simple_presses(device, name):
    """A tap or a longer press of one key, or the stick to one side, on each of the eight."""
    hardware = device(name).start()
    reached = set()
    for number in range(hardware.count):
        for milliseconds in (60, 700):
            seen = hardware.press(number, milliseconds)
            assert [pressed for _, pressed in seen] in ([], [True, False]), number
            assert len({key for key, _ in seen}) <= 1
            reached.update(key for key, _ in seen)
    for axis in hardware.axes:
        for value in (0, MIDDLE, 65535):
            axis.value = value
            reached.update(key for key, _ in hardware.waits() + hardware.waits())
    if name == "lilygo_tdeck":
        for char in "\r\bpt":
            hardware.now += 20
            hardware.typist.typed = char
            reached.update(key for key, _ in hardware.waits())
    assert not wrong(hardware.page, reached)


@pytest.mark.parametrize("name", [name for name in WITH_KEYS if name not in FEW])
def test_a_key_that_is_called_after_a_direction_is_that_direction(device, name):
    hardware = device(name).start()
    for number, pin in enumerate(hardware.pins):
        word = pin.split("_")[-1]
        if word in ("UP", "DOWN", "LEFT", "RIGHT") and "BUMPER" not in pin:
            assert hardware.page.KEYS[number] == ("UP", "DOWN", "LEFT", "RIGHT").index(word), pin


KEYS_OF = {
    "pimoroni_picosystem": {"SW_A": A, "SW_B": B, "SW_X": START, "SW_Y": SELECT},
    "pajenicko_picopad": {"SW_A": A, "SW_B": B, "SW_X": START, "SW_Y": SELECT},
    "seeeduino_wio_terminal": {"SWITCH_PRESS": A, "BUTTON_1": START, "BUTTON_2": B, "BUTTON_3": SELECT},
    "hack_club_sprig": {
        **{"BUTTON_W": UP, "BUTTON_A": LEFT, "BUTTON_S": DOWN, "BUTTON_D": RIGHT},
        **{"BUTTON_I": START, "BUTTON_J": SELECT, "BUTTON_K": B, "BUTTON_L": A},
    },
    "tinycircuits_thumby_color": {
        **{"BUTTON_A": A, "BUTTON_B": B, "BUTTON_MENU": START},
        **{"BUTTON_BUMPER_LEFT": SELECT, "BUTTON_BUMPER_RIGHT": START},
    },
    "ugame22": {"BUTTON_O": A, "BUTTON_X": B, "BUTTON_Z": START},
    "deshipu_ugame_s3": {"BUTTON_O": A, "BUTTON_X": B, "BUTTON_Z": START},
    "hardkernel_odroid_go": {
        **{"BTN_A": A, "BTN_B": B, "BTN_START": START, "BTN_SELECT": SELECT, "BTN_MENU": START},
    },
    "heiafr_picomo_v3": {"SW_TOPR": A, "SW_TOPL": B, "SW_MID": START},
    "vidi_x": {"BTN_A": A, "BTN_B": B, "START": START, "SELECT": SELECT, "MENU": START},
    "waveshare_pico_lcd_1_3": {
        **{"GP2": UP, "GP18": DOWN, "GP16": LEFT, "GP20": RIGHT, "GP3": A},
        **{"GP15": A, "GP17": B, "GP19": START, "GP21": SELECT},
    },
    "waveshare_pico_lcd_1_14": {
        **{"GP2": UP, "GP18": DOWN, "GP16": LEFT, "GP20": RIGHT, "GP3": START, "GP15": A, "GP17": B},
    },
    "wired": {WIRED["HANDFUL_" + name]: key for name, key in KEY_NAMES.items()},
    "pimoroni_explorer2350": {
        **{"SW_A": A, "SW_B": B, "SW_C": LEFT, "SW_X": UP, "SW_Y": RIGHT, "SW_Z": DOWN, "SW_USER": START},
    },
    "adafruit_feather_esp32s3_reverse_tft": {"D2": RIGHT, "D1": A, "D0": B},
    "adafruit_funhouse": {"BUTTON_DOWN": RIGHT, "BUTTON_SELECT": A, "BUTTON_UP": B},
    "adafruit_fruit_jam": {"BUTTON3": RIGHT, "BUTTON2": A, "BUTTON1": B},
    "m5stack_core_basic": {"BTN_C": RIGHT, "BTN_B": A, "BTN_A": B},
    "m5stack_core_fire": {"BTN_C": RIGHT, "BTN_B": A, "BTN_A": B},
    "m5stack_stick_c_plus2": {"BTN_B": RIGHT, "BTN_A": A, "BTN_C": B},
    "clue_nrf52840_express": {"BUTTON_B": RIGHT, "BUTTON_A": A},
    "lilygo_t_display_rp2040": {"BUTTON_R": RIGHT, "BUTTON_L": A},
    "lilygo_tdisplay_s3": {"BUTTON1": RIGHT, "BUTTON0": A},
}


# The pins of keys that connect to 3.3 V; all others connect to ground.
HIGH = {
    "adafruit_feather_esp32s3_reverse_tft": {"D1", "D2"},
    "adafruit_funhouse": set(KEYS_OF["adafruit_funhouse"]),
}


@pytest.mark.parametrize("name", KEYS_OF)
def test_a_tap_on_each_pin_is_its_key(device, name):
    hardware = device(name).start()
    for scanner in Scanner.all:
        high = bool(HIGH.get(name, set()) & set(scanner.pins))
        assert scanner.how == {"value_when_pressed": high, "interval": 0.01}
        assert not high or set(scanner.pins) <= HIGH[name]
    taps = {pin: hardware.press(number, 60) for number, pin in enumerate(hardware.pins)}
    for pin, key in KEYS_OF[name].items():
        assert taps[pin] == [(key, True), (key, False)], pin


@pytest.mark.parametrize(("name", "count"), [("pybadge", 8), ("pygamer", 4)])
def test_the_badges_read_their_register(device, name, count):
    hardware = device(name).start()
    assert Scanner.all[0].how == {
        "clock": "BUTTON_CLOCK",
        "data": "BUTTON_OUT",
        "latch": "BUTTON_LATCH",
        "key_count": count,
        "value_when_pressed": True,
        "interval": 0.01,
    }
    assert list(hardware.page.KEYS)[:count] == [B, A, START, SELECT, RIGHT, DOWN, UP, LEFT][:count]


@pytest.mark.parametrize("name", WITH_KEYS)
def test_keys_that_are_down_when_the_console_starts_are_heard(device, name, monkeypatch):
    hardware = device(name)
    held = sorted(logical(hardware.page) & {A, B})
    monkeypatch.setattr(Scanner, "down", [hardware.page.KEYS.find(bytes((key,))) for key in held])
    hardware.start()
    if len(Scanner.all) > 1:  # each of its scanners has a first and a second key
        assert moves(hardware.page, hardware.queue) == [(A, True)]
    else:
        heard = [key for key in held if hardware.page.KEYS.find(bytes((key,))) < hardware.count]
        assert moves(hardware.page, hardware.queue) == [(key, True) for key in heard] != []


@pytest.mark.parametrize("name", WITH_KEYS)
def test_a_queue_that_lost_events_lets_go_of_all_keys(device, name):
    hardware = device(name).start()
    keys = Keys(
        types.SimpleNamespace(
            KEYS=hardware.page.KEYS, Event=hardware.page.Event, events=lambda: hardware.queue
        )
    )
    number = hardware.page.KEYS.find(bytes((UP,)))
    if not 0 <= number < hardware.count:
        number = hardware.page.KEYS.find(bytes((A,)))  # the directions are a stick's, or there are none
    hardware.happen((number, True, hardware.now))
    assert keys.next(hardware.now) == hardware.page.KEYS[number] and keys.held
    hardware.happen((number, True, hardware.now))
    hardware.overflow()  # and so the release is lost
    assert [keys.next(hardware.now + 10 * i) for i in range(200)] == [-1] * 200
    assert not keys.held and not hardware.waiting()
    hardware.happen((number, True, hardware.now))
    hardware.overflow()
    keys.settle()
    assert not keys.held and not hardware.waiting()


def test_a_stick_is_four_keys_that_go_down_and_come_up_where_they_are_said_to(device):
    hardware = device("pygamer").start()
    across, down = hardware.axes
    assert (across.pin, down.pin) == ("JOYSTICK_X", "JOYSTICK_Y")
    for value, expected in (
        (MIDDLE, []),
        (50_000, []),
        (50_001, [(RIGHT, True)]),
        (43_001, []),
        (43_001, []),
        (43_000, []),  # the first look at the middle
        (43_000, [(RIGHT, False)]),
        (15_000, []),
        (14_999, [(LEFT, True)]),
        (21_999, []),
        (21_999, []),
        (22_000, []),
        (50_001, [(LEFT, False), (RIGHT, True)]),
        (14_999, [(RIGHT, False), (LEFT, True)]),
        (22_000, []),
        (22_000, [(LEFT, False)]),
    ):
        across.value = value
        assert hardware.waits() == expected, value
    down.value = 10_000
    assert hardware.waits() == [(UP, True)]
    down.value = 60_000
    assert hardware.waits() == [(UP, False), (DOWN, True)]


def test_the_pygamers_buttons_come_first(device):
    hardware = device("pygamer").start()
    hardware.axes[0].value = 0
    hardware.happen((0, True, 5), (0, False, 5), (1, True, 5), (2, True, 5), (3, True, 5))
    expected = [(B, True), (B, False), (A, True), (START, True), (SELECT, True), (LEFT, True)]
    assert hardware.waits() == expected


@pytest.mark.parametrize(
    ("name", "pins"),
    [("hardkernel_odroid_go", ("BTN_AXIS_X", "BTN_AXIS_Y")), ("vidi_x", ("BTN_L_R", "BTN_UP_DOWN"))],
)
def test_a_d_pad_of_the_odroids_kind_is_two_voltages(device, name, pins):
    hardware = device(name).start()
    across, down = hardware.axes
    assert (across.pin, down.pin) == pins
    across.value = down.value = 0
    assert hardware.waits() == []
    for axis, half, full in ((across, RIGHT, LEFT), (down, DOWN, UP)):
        axis.value = 33_000
        assert hardware.waits() == []
        assert hardware.waits() == [(half, True)]
        axis.value = 0
        assert hardware.waits() == [(half, False)]
        axis.value = 33_000  # on its way to the top
        assert hardware.waits() == []
        axis.value = 62_000
        assert hardware.waits() == [(full, True)]
        axis.value = 33_000  # and back
        assert hardware.waits() == []
        axis.value = 0
        assert hardware.waits() == [(full, False)]


TWOFOLD = [
    ("ugame22", "BUTTON_Z"),
    ("pimoroni_explorer2350", "SW_USER"),
    ("heiafr_picomo_v3", "SW_MID"),
    ("waveshare_pico_lcd_1_14", "GP3"),
]


@pytest.mark.parametrize(("name", "pin"), TWOFOLD)
def test_a_key_with_two_meanings_has_none_when_events_were_lost(device, name, pin):
    hardware = device(name).start()
    number = hardware.pins.index(pin)
    hardware.happen((number, True, hardware.now))
    assert hardware.waits() == []  # its meaning is not known yet
    hardware.happen((number, False, hardware.now + 20))
    hardware.overflow()
    assert hardware.queue.overflowed
    hardware.queue.clear()
    assert not hardware.queue.overflowed and not hardware.waiting()
    hardware.now += 2000
    assert hardware.waits() == []
    assert hardware.press(number, 60) == [(START, True), (START, False)]


@pytest.mark.parametrize(("name", "pin"), TWOFOLD)
@pytest.mark.parametrize(("milliseconds", "key"), [(60, START), (700, SELECT)])
def test_a_release_that_is_still_due_is_dropped_with_the_events_that_wait(
    device, name, pin, milliseconds, key
):
    hardware = device(name).start()
    number = hardware.pins.index(pin)
    hardware.happen((number, True, 5), (number, False, 5 + milliseconds))
    assert hardware.queue.get_into(hardware.event)
    assert (hardware.page.KEYS[hardware.event.key_number], hardware.event.pressed) == (key, True)
    hardware.queue.clear()
    assert hardware.waits() == []


@pytest.mark.parametrize(("name", "pin"), TWOFOLD)
def test_a_key_held_down_becomes_another_after_half_a_second(device, name, pin):
    hardware = device(name).start()
    number = hardware.pins.index(pin)
    hardware.happen((number, True, hardware.now))
    assert hardware.waits() == []
    hardware.now += 499
    assert hardware.waits() == []
    hardware.now += 1
    assert hardware.waits() == [(SELECT, True)]
    hardware.now += 2000
    assert hardware.waits() == []
    hardware.happen((number, False, hardware.now))
    assert hardware.waits() == [(SELECT, False)]
    assert hardware.press(number, 480) == [(START, True), (START, False)]


def test_a_key_that_goes_down_at_the_clocks_zero_is_tapped_or_held_as_at_any_time(device):
    hardware = device("ugame22").start()
    hardware.now = 0
    hardware.happen((6, True, 0), (6, False, 100), (6, True, 0))
    assert hardware.waits() == [(START, True), (START, False)]
    hardware.now = 499
    assert hardware.waits() == []
    hardware.now = 500
    assert hardware.waits() == [(SELECT, True)]


def test_how_long_a_key_was_held_is_known_after_a_busy_while(device):
    hardware = device("ugame22").start()
    hardware.now = 900
    wrapped = (1 << 29) - 100
    hardware.happen((6, True, wrapped), (0, True, 50), (6, False, 400), (0, False, 420))
    hardware.happen((6, True, 430), (6, False, 480))
    up = [(UP, True), (SELECT, True), (SELECT, False), (UP, False)]
    assert hardware.waits() == [*up, (START, True), (START, False)]


def test_a_t_decks_keyboard_and_ball_are_keys_that_come_up_at_once(device):
    hardware = device("lilygo_tdeck").start()
    assert hardware.pins[:4] == tuple(f"TRACKBALL_{name}" for name in ("UP", "DOWN", "LEFT", "RIGHT"))
    typed = {"w": UP, "s": DOWN, "a": LEFT, "d": RIGHT, "\r": A, " ": A, "x": A, "\b": B, "b": B, "z": B}
    typed |= {"p": START, "t": SELECT, "h": RING, "q": None, "!": None}
    for char, key in typed.items():
        hardware.typist.typed = char
        hardware.now += 20
        assert hardware.waits() == ([(key, True), (key, False)] if key is not None else []), char
    hardware.typist.typed = "ab"
    hardware.now += 20
    assert hardware.waits() == [(LEFT, True), (LEFT, False)]
    assert hardware.waits() == []  # no look before its time
    hardware.now += 20
    assert hardware.waits() == [(B, True), (B, False)]
    assert hardware.press(3, 40) == [(RIGHT, True), (RIGHT, False)]
    assert hardware.press(4, 700) == [(A, True), (A, False)]
    hardware.happen((4, True, hardware.now))
    assert hardware.waits() == [(A, True)]  # the ball pressed is a key that is held
    app = types.SimpleNamespace(
        KEYS=hardware.page.KEYS, Event=hardware.page.Event, events=lambda: hardware.queue
    )
    keys = Keys(app)
    hardware.typist.typed = "h"
    hardware.now += 20
    assert keys.next(hardware.now) == RING


def test_the_cardputers_keys_are_those_of_the_window(device):
    hardware = device("m5stack_cardputer")
    page = hardware.page
    arrows = {"up": ";", "down": ".", "left": ",", "right": "/"}
    others = {"return": "\r", "space": " ", "backspace": "\b", "escape": "`", "tab": "\t"}
    window = dict(boards.find("desktop").KEYBOARD)
    del window["enter"], window["f10"]
    assert page.KEYBOARD == {(arrows | others).get(key, key): value for key, value in window.items()}
    assert len(CARDPUTER) == len(page.KEYS) == 56
    assert page.KEYS[13] == A  # Enter
    assert page.KEYS[12] == UP  # ;


def test_the_cardputers_keyboard_belongs_to_the_games_until_the_end(device):
    hardware = device("m5stack_cardputer").start()
    assert not hardware.serial
    hardware.happen((14, True, 5), (43, True, 5), (14, False, 5), (43, False, 5))  # q w
    assert hardware.waits() == [(UP, True), (UP, False)]
    hardware.page.close()
    assert hardware.serial
