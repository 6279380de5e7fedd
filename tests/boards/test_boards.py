# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The boards' pages of facts, and how one is found."""

import ast
import sys
import types
from importlib import metadata
from pathlib import Path

import pytest

import boards
from handful.keys import LEFT, RIGHT, SELECT, START, A, B
from handful.picture import measures
from handful.settings import LANGUAGE
from tests.boards.doubles import FEW, TOUCHED, Output, Pulse, Switch, wrong
from tools import PROJECT as ROOT
from tools import Refusal
from tools.build import bundle, drive, flash, layouts, pages

STUBS = Path(metadata.distribution("circuitpython-stubs").locate_file("board_definitions"))
COMPUTERS = ("desktop", "terminal")
DEVICES = tuple(drive.devices())
FACTS = ("NAME", "KEYS", "Event", "ERASES", "LIGHT")
FUNCTIONS = ("display", "events", "region", "ticks", "sleep", "close", "voice", "lamp")
SILENT = ("waveshare_pico_lcd_1_3", "waveshare_pico_lcd_1_14", "lilygo_t_display_rp2040")  # without speaker
SILENT += ("adafruit_feather_esp32s3_reverse_tft", "lilygo_tdisplay_s3", "m5stack_core2", "m5stack_cores3")
SILENT += ("adafruit_fruit_jam", "sunton_esp32_2432S028")
DARK = ("deshipu_ugame_s3", "ugame22", "pimoroni_explorer2350")  # without lamp
DARK += ("lilygo_tdisplay_s3", "m5stack_core_basic", "m5stack_core2", "m5stack_cores3", "lilygo_tdeck")
DARK += ("sunton_esp32_2432S028",)
SINKING = ("tinycircuits_thumby_color",)  # their lights are on while the pin is low


def check_profile(profile) -> None:
    """Has the page every fact, of its kind?"""
    for name in FACTS:
        assert hasattr(profile, name), name
    for name in FUNCTIONS:
        assert callable(getattr(profile, name)), name
    assert isinstance(profile.NAME, str)
    assert isinstance(profile.KEYS, bytes)
    assert not wrong(profile, set(profile.KEYS))
    assert isinstance(profile.ERASES, bool)
    assert profile.LIGHT in (0, 1, 2)
    assert 0 <= profile.ticks() < 1 << 29
    profile.sleep(0)
    profile.close()


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_has_every_fact(device, name):
    hardware = device(name)
    profile = hardware.page
    check_profile(profile)
    display = profile.display()
    if display != "DISPLAY":  # not the firmware's: one that the page has set up
        assert hardware.released == 1  # an earlier program's is given up
        assert display.width >= measures.WIDTH and display.height >= measures.HEIGHT
    region = profile.region()
    nvm = sys.modules["microcontroller"].nvm
    assert len(region) == len(nvm)
    region[0:3] = b"abc"
    assert nvm[0:3] == region[0:3] == b"abc"
    assert (region is not nvm) == profile.ERASES, "a chip that erases first needs a second place to save to"


class Eleven:
    """A stand-in for supervisor.runtime of version 11, which releases all other displays in the end."""

    __slots__ = ("display",)


class Nine:
    """The same of version 9, which keeps every display on, and knows no such choice."""

    __slots__ = ()


def test_a_key_more_than_three_may_be_any_or_none_and_a_missing_one_is_named():
    def said(*keys, few=("C", "B", "A")):
        return wrong(types.SimpleNamespace(NAME="Star", KEYS=bytes(keys), FEW=few), set(keys))

    for spare in ([], [LEFT, START], [SELECT, 255]):
        assert said(RIGHT, A, B, *spare) == ""
    assert said(RIGHT, A, LEFT) == "no key of Star is B (BACK)"
    assert said(RIGHT, A, LEFT, few=("B", "A")) == ""
    assert said(RIGHT, A, B, few=()) == "no key of Star is UP, DOWN, LEFT, START, SELECT"
    assert said(RIGHT, A, B, 77).startswith("KEYS has [77]: none of")
    with pytest.raises(AssertionError, match="FEW of Star has 5 names"):
        said(RIGHT, A, B, few="12345")


@pytest.mark.parametrize("version", [Nine, Eleven])
@pytest.mark.parametrize("name", DEVICES)
def test_a_display_that_a_page_has_set_up_still_shows_an_error_when_the_program_has_ended(
    device, name, version, monkeypatch
):
    hardware = device(name)
    runtime = version()
    monkeypatch.setattr(sys.modules["supervisor"], "runtime", runtime)
    display = hardware.page.display()
    assert version is Nine or display == "DISPLAY" or runtime.display is display


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_s_voice_sounds_and_stops(device, name):
    hardware = device(name)
    Output.all.clear()
    voice = hardware.page.voice()
    assert (voice is None) == (hardware.page.voice is boards.nothing)
    assert (voice is None) == (name in SILENT), "SILENT names the boards without a speaker"
    if voice is None:
        return
    pulses, switches, speakers = (hardware.made(kind) for kind in (Pulse, Switch, Output))
    assert len(pulses) + len(speakers) == 1 and len(switches) <= 1
    for hertz, volume in ((440, 1), (3000, 3)):
        voice.tone(hertz, volume)
        for pulse in pulses:
            assert pulse.frequency == hertz
            assert 0 < pulse.duty_cycle < 32768
        for sample in [speaker.playing for speaker in speakers]:
            assert sample.sample_rate == hertz * len(sample.wave)
            assert max(sample.wave) == -min(sample.wave) > 0
        assert all(switch.value for switch in switches)
    voice.quiet()
    assert not any([pulse.duty_cycle for pulse in pulses] + [speaker.playing for speaker in speakers])
    assert not any(switch.value for switch in switches)


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_s_lamp_shows_colours_or_that_a_person_has_to_act(device, name):
    hardware = device(name)
    Output.all.clear()
    lamp = hardware.page.lamp()
    assert (lamp is None) == (hardware.page.lamp is boards.nothing)
    assert (lamp is None) == (name in DARK), "DARK names the boards without a lamp"
    if lamp is None:
        return

    off = 65535 if name in SINKING else 0

    def seen():
        if hardware.pixels:
            return hardware.pixels[-1][:3]
        return [(output.duty_cycle ^ off) or output.value for output in Output.all]

    assert not any(seen()), "it shines before it is told to"
    lamp.shine(0xC01A38, True)
    red = seen()
    lamp.shine(0x2866D4, False)
    blue = seen()
    lamp.shine(0, False)
    assert red != blue and seen() != red
    assert not any(seen())


@pytest.mark.parametrize("name", COMPUTERS)
def test_a_computer_has_every_fact(name, monkeypatch, tmp_path):
    monkeypatch.setenv("HANDFUL_DATA", str(tmp_path))
    profile = boards.find(name)
    check_profile(profile)
    assert len(profile.region()) == 8192
    assert not profile.ERASES
    assert {profile.KEYS[number] for number in profile.KEYBOARD.values()} == set(profile.KEYS)


@pytest.mark.parametrize(
    ("name", "firmware"), [(name, firmware) for name in DEVICES for firmware in pages.firmwares(name)]
)
def test_every_firmware_has_each_pin_that_its_page_names_anywhere(name, firmware):
    file = STUBS / firmware / "__init__.pyi"
    if not file.exists():
        pytest.skip(f"No stubs know {firmware}: the pins that boards/{name}.py names are not checked.")
    stub = ast.parse(file.read_text())
    known = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    known |= {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(ast.parse((ROOT / "boards" / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "board":
            assert node.attr in known, node.attr


def test_a_cardputer_says_in_one_sentence_that_its_firmware_is_too_new(device, monkeypatch):
    device("m5stack_cardputer")
    del sys.modules["boards.m5stack_cardputer"]
    monkeypatch.setattr(sys.implementation, "version", (10, 2, 1))
    with pytest.raises(RuntimeError) as refusal:
        boards.find("m5stack_cardputer")
    assert str(refusal.value) == "The Cardputer's keyboard crashes CircuitPython 10: install version 9.2."
    assert pages.versions("m5stack_cardputer")[1] == "9.2"


def test_a_bundles_page_is_found_by_each_of_its_firmwares_names(device, monkeypatch, tmp_path):
    device("pybadge")
    for path, data in bundle.contents("pybadge", source=True).items():
        if path.startswith("boards/") and path.count("/") == 1:
            (tmp_path / Path(path).name).write_bytes(data)
    monkeypatch.setattr(boards, "__path__", [str(tmp_path), str(ROOT / "boards")])
    monkeypatch.delenv("HANDFUL_BOARD", raising=False)
    monkeypatch.setattr(sys.implementation, "name", "circuitpython")
    for name in ("edgebadge", "pybadge"):
        sys.modules["board"].board_id = name
        assert boards.find().NAME == "Adafruit PyBadge"


@pytest.mark.parametrize(
    "name", ["kettle", "parts", "computer", "parts.held", "kettle.lid", "../boards", " ", "\0", "é"]
)
def test_a_board_without_a_page_is_a_sentence(name):
    with pytest.raises(ValueError) as refusal:
        boards.find(name)
    assert str(refusal.value) == (
        f"There is no page for the board {name} here: HANDFUL_BOARD has to name one."
    )


def test_what_a_page_lacks_is_not_taken_for_a_missing_page(monkeypatch, tmp_path):
    (tmp_path / "homely.py").write_text("import what_no_firmware_has\n")
    monkeypatch.setattr(boards, "__path__", [*boards.__path__, str(tmp_path)])
    with pytest.raises(ImportError, match="what_no_firmware_has"):
        boards.find("homely")


def test_a_firmware_with_two_pages_needs_one_of_their_names(monkeypatch, tmp_path):
    page = (ROOT / "boards" / "pybadge.py").read_text()
    for name in ("hat", "cape"):
        (tmp_path / f"{name}.py").write_text(page.replace('"pybadge", "edgebadge"', '"bare"'))
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    monkeypatch.setattr(drive, "devices", pages.names)
    with pytest.raises(Refusal, match="board bare has more than one page: name cape or hat"):
        drive.device("bare")
    assert drive.device("hat") == "hat"
    with pytest.raises(Refusal, match="more than one page"):
        flash.wanted_board(tmp_path, "bare", "10.2.0")
    assert flash.wanted_board(tmp_path, "bare", "10.2.0", "hat") == "hat"
    (tmp_path / "settings.toml").write_text('HANDFUL_BOARD = "cape"')
    assert flash.wanted_board(tmp_path, "bare", "10.2.0", "hat") == "cape"


def test_a_computer_is_found_by_the_environment(monkeypatch):
    monkeypatch.setenv("HANDFUL_BOARD", "terminal")
    assert boards.find().NAME == "Terminal"
    assert boards.find("desktop").NAME == "Window"
    monkeypatch.delenv("HANDFUL_BOARD")
    with pytest.raises(ValueError, match=r"^HANDFUL_BOARD has to name the board\.$"):
        boards.find()


REASONS = ("BROWNOUT", "NONE", "USER", "WATCHDOG_RESET", "HARD_FAULT", "NO_HEAP", "USB_TOO_MANY_ENDPOINTS")


@pytest.mark.parametrize("reason", REASONS)
def test_after_a_brown_out_the_console_starts_again_and_after_nothing_else(reason, monkeypatch):
    done = []
    reasons = types.SimpleNamespace(**{name: object() for name in REASONS})
    runtime = types.SimpleNamespace(safe_mode_reason=getattr(reasons, reason))
    stand_ins = {
        "microcontroller": {"reset": lambda: done.append("reset")},
        "supervisor": {"SafeModeReason": reasons, "runtime": runtime},
        "time": {"sleep": done.append},
    }
    for name, inside in stand_ins.items():
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(**inside))
    exec((ROOT / "safemode.py").read_text(), {})  # noqa: S102 - as the firmware does
    assert done == ([10, "reset"] if reason == "BROWNOUT" else [])


# What is on the drives of some boards alone, and of which.
ALONE = {
    "lib/adafruit_focaltouch.py": {"m5stack_core2", "m5stack_cores3"},
    "lib/adafruit_touchscreen.py": {"pyportal"},
    "boards/parts/typed.py": {"adafruit_fruit_jam"},
    "lib/handful/screens/calibration.py": {"pyportal", "sunton_esp32_2432S028"},
    "lib/handful/few.py": {*FEW},
    "lib/handful/finger.py": {*TOUCHED},
    "lib/handful/stops.py": {*FEW, *TOUCHED},
}


@pytest.mark.parametrize("path", ALONE)
def test_what_only_some_boards_need_is_on_their_drives_alone(path):
    assert {page for page in DEVICES if path in drive.sources(page)} == ALONE[path]


def test_the_page_in_a_browser_has_what_few_keys_and_fingers_need():
    ours = {f"lib/handful/{name}.py" for name in ("few", "stops", "finger")}
    assert ours <= drive.sources("browser").keys()


@pytest.mark.parametrize("name", FEW)
def test_few_keys_play_on_their_board_and_the_foot_line_names_them_as_the_board_does(name):
    """From the first start to a turn of The Game, by the keys of the page, in the board's layout."""
    names = FEW[name]
    with layouts.used(layouts.of(name)):
        from tools.console import Console

        console = Console(keys=len(names), names=names)
        console.begin("the_game", [0])
        for language in range(3):
            console.app.settings.values[LANGUAGE] = language
            console.app.apply_language()
            console.press(RIGHT, 40)
            said = console.foot.split("  ")
            assert [words.split(" ")[0] for words in said][:2] == list(names[:2]), said
        assert all(len(words.split(" ", 1)) == 2 for words in said)
        before = len(console.app.match.session.history)
        console.press(A, 40)
        assert len(console.app.match.session.history) == before + 1
        console.press(B if len(names) == 3 else RIGHT, 600 if len(names) == 2 else 40)
        assert len(console.app.match.session.history) == before


@pytest.mark.parametrize("name", DEVICES)
def test_the_input_of_a_page_takes_at_most_25_lines(name):
    """What a new kind of input needs stands in parts/, and a page says which pin is which key."""
    mine = {"KEYS", "KEYS_CALLED", "FEW", "Event", "few", "touched", "typed", "events"}
    count = 0
    for node in ast.parse((ROOT / "boards" / f"{name}.py").read_text(encoding="utf-8")).body:
        target = getattr(node, "targets", [None])[0]
        if getattr(node, "name", getattr(target, "id", "")) in mine:
            count += node.end_lineno - node.lineno + 1
    assert count <= 25
