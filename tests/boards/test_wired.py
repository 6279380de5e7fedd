# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Own wirings: what settings.toml may say, and the sentence that each mistake in it becomes."""

import contextlib
import importlib
import sys

import pytest

from engine.memory import forget
from handful.keys import SELECT, START
from tests import firmware
from tools import PROJECT as ROOT

GOOD = {
    "as in the example": ({}, {}),
    "without what may be left out": (
        dict.fromkeys(("ROTATION", "COLUMN", "ROW", "BGR", "INVERT", "RESET", "LIGHT", "BUZZER", "LAMP"), "")
        | {"DISPLAY": "ST7789", "SIZE": "240x240"},
        {"width": 240, "rotation": 0, "rowstart": 0, "backlight_pin": None, "init": b"\x36\x01\xc0\x21\x00"},
    ),
    "the last row and column": (
        {"DISPLAY": "ST7789", "SIZE": "240x135", "ROTATION": 270, "COLUMN": 105, "ROW": 80},
        {"width": 240, "height": 135, "colstart": 105, "rowstart": 80, "rotation": 270},
    ),
    "other colours": ({"BGR": 0, "INVERT": 1}, {"init": b"\x36\x01\xc8\x21\x00"}),
    "an ILI9341 stands upright if turned": (
        {"DISPLAY": "ILI9341", "SIZE": "240x320", "ROTATION": 90},
        {"width": 240, "height": 320},
    ),
    "numbers in quotes": ({"ROTATION": "90", "ROW": "0"}, {"rotation": 90, "rowstart": 0}),
}

# A change of the example, the setting that the sentence names, and what it says of it.
MISSING = {
    name: ({name: ""}, name, "is missing")
    for name in (
        *("DISPLAY", "SIZE", "CLOCK", "MOSI", "DC", "UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START"),
    )
}
BAD = {
    **{f"no {name}": row for name, row in MISSING.items()},
    "another controller": ({"DISPLAY": "SSD1306"}, "DISPLAY", "has to be ST7789, ST7735R or ILI9341"),
    "no size": ({"SIZE": "big"}, "SIZE", "is big, which is no size such as 240x240"),
    "half a size": ({"SIZE": "160x"}, "SIZE", "is 160x, which is no size"),
    "three sizes": ({"SIZE": "160x128x3"}, "SIZE", "is no size"),
    "more than the controller has": ({"SIZE": "320x240"}, "SIZE", "by 90, this display has at most 162x132"),
    "not turned": ({"ROTATION": 0}, "SIZE", "turned by 0, this display has at most 132x162"),
    "too small for the picture": ({"SIZE": "128x128"}, "SIZE", "games on this drive are drawn for 160x128"),
    "a slanting picture": ({"ROTATION": 45}, "ROTATION", "has to be 0, 90, 180 or 270"),
    "turned too far": ({"ROTATION": 360}, "ROTATION", "has to be from 0 to 270"),
    "no number": ({"ROW": "first"}, "ROW", "is first, which is no number"),
    "a broken number": ({"COLUMN": "1.5"}, "COLUMN", "is 1.5, which is no number"),
    "a negative number": ({"COLUMN": -1}, "COLUMN", "has to be from 0 to 4"),
    "too far down": ({"ROW": 3}, "ROW", "is 3: it has to be from 0 to 2"),
    "neither no nor yes": ({"BGR": 2}, "BGR", "has to be from 0 to 1"),
    "a bus without such a pin": ({"CLOCK": "GP99"}, "CLOCK", "is GP99, which is no pin of this board"),
    "a pin of the bus twice": ({"DC": "GP18"}, "DC", "is GP18, the pin that HANDFUL_CLOCK has"),
    "a key without such a pin": ({"UP": "GP2 "}, "UP", "is GP2 , which is no pin"),
    "a pin by its number": ({"UP": 2}, "UP", "is 2, which is no pin"),
    "two keys on a pin": ({"SELECT": "GP9"}, "SELECT", "is GP9, the pin that HANDFUL_START has"),
    "a key on the display's pin": ({"A": "GP22"}, "A", "is GP22, the pin that HANDFUL_LIGHT has"),
    "a buzzer on a key's pin": ({"BUZZER": "GP2"}, "BUZZER", "is GP2, the pin that HANDFUL_UP has"),
    "a buzzer without such a pin": ({"BUZZER": "loud"}, "BUZZER", "is loud, which is no pin"),
    "two lamps": ({"LAMP": "GP10 GP11"}, "LAMP", "has to be one pin, or three for red, green and blue"),
    "a lamp with a pin twice": ({"LAMP": "GP10 GP10 GP11"}, "LAMP", "is GP10, the pin that HANDFUL_LAMP has"),
}
# So much is right in these that the display is set up first, and shows the console.
SHOWN = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT", "BUZZER", "LAMP")
SPARED = ("BUZZER", "LAMP")  # the games start without them


@pytest.fixture
def wired(device, monkeypatch, tmp_path):
    """Brings up an own wiring with changed settings. Its `made` are the displays that were set up."""

    def bring_up(change):
        hardware = device("wired")
        for name, value in change.items():
            monkeypatch.setenv("HANDFUL_" + name, str(value))
        hardware.page = importlib.reload(hardware.page)  # it reads some settings when it is imported
        hardware.displays = []
        screen = sys.modules["busdisplay"].BusDisplay

        class Made(screen):
            def __init__(self, bus, start_up, **how):
                super().__init__(bus, start_up, **how)
                self.how = how | {"init": bytes(start_up)}
                hardware.displays.append(self)

        sys.modules["busdisplay"].BusDisplay = Made
        return hardware

    forget("handful.toml")
    yield bring_up
    forget("handful.toml")


def settings(monkeypatch, tmp_path, text, version="10.2"):
    """A settings.toml with the example's lines and these, or with other bytes."""
    whole = (ROOT / "settings.toml.example").read_text() + text if isinstance(text, str) else text
    firmware.put(monkeypatch, tmp_path, whole, version)


def wrong():
    """What the app will say: the settings that cannot be used."""
    from handful import toml

    return [name for _, name in toml.wrong]


@pytest.mark.parametrize("name", GOOD)
def test_a_wiring_that_is_right_becomes_a_console(name, wired, capsys):
    change, expected = GOOD[name]
    hardware = wired(change)
    assert hardware.page.display() is hardware.displays[0]
    (made,) = hardware.displays
    for key, value in expected.items():
        assert made.how["init"].endswith(value) if key == "init" else made.how[key] == value, key
    assert made.bus.pins == ("GP18", "GP19") and made.bus.how["command"] == "GP20"
    assert hardware.page.LIGHT == (2 if change.get("LIGHT", "GP22") else 0)
    assert (hardware.page.voice() is None) == (change.get("BUZZER") == "")
    assert (hardware.page.lamp() is None) == (change.get("LAMP") == "")
    assert not hardware.page.ERASES
    assert capsys.readouterr().out == ""
    assert "boards.parts.wiring" not in sys.modules  # nothing of it stays in memory


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_one_sentence_and_without_a_right_buzzer_or_lamp_the_games_start(
    name, wired, capsys
):
    change, setting, said = BAD[name]
    hardware = wired(change)
    if setting in SPARED:
        assert hardware.page.display() is hardware.displays[0] and hardware.page.events()
        assert wrong() == [f"HANDFUL_{setting}"]
        for part in (hardware.page.voice, hardware.page.lamp):
            with contextlib.suppress(AttributeError, ValueError):  # as the app does
                part()
    else:
        with pytest.raises(SystemExit) as end:
            hardware.page.display()
        assert not end.value.code
    out = capsys.readouterr().out
    assert out.startswith(f"settings.toml: HANDFUL_{setting} ") and said in out
    assert out.endswith(".\n") and out.count("\n") == 1
    assert len(hardware.displays) == (setting in SHOWN)


@pytest.mark.parametrize(
    ("lines", "name", "said"),
    [
        ('A = 1\n# HANDFUL_Y\nHANDFUL_FIRE = "GP3"', "HANDFUL_FIRE", "is no setting that Handful knows"),
        ('HANDFUL_UP = "GP3"', "HANDFUL_UP", "is there twice"),
        ('HANDFUL_SITE "x"', "HANDFUL_SITE", "has no = behind its name"),
        ("HANDFUL_SITE", "HANDFUL_SITE", "has no = behind its name"),
        ('HANDFUL_F\xdcNF = "x"', "HANDFUL_F\xdcNF", "is no setting that Handful knows"),
    ],
)
def test_a_line_that_nobody_knows_is_named_and_the_games_start(
    lines, name, said, wired, capsys, monkeypatch, tmp_path
):
    example = (ROOT / "settings.toml.example").read_bytes()
    settings(monkeypatch, tmp_path, example + b"# gr\xfcn\n" + lines.encode("latin-1") + b"\n")
    hardware = wired({})
    assert hardware.page.display() is hardware.displays[0]
    assert capsys.readouterr().out == f"settings.toml: {name} {said}.\n"
    assert name in wrong()


def test_the_example_with_every_setting_there_is_is_right(wired, capsys, monkeypatch, tmp_path):
    for version in firmware.VERSIONS:
        settings(monkeypatch, tmp_path, '# gr\u00fcn\nHANDFUL_SITE = "https://example.org/"\n', version)
        assert wired({}).page.display()
        assert capsys.readouterr().out == "" and wrong() == []


# What may stand in place of a line of the example; whether both versions cannot read it, or 9 alone.
UNREAD = {
    "without quotes": ("HANDFUL_{0} = {1}\n", False),
    "a half number": ("HANDFUL_{0} = 1.5\n", False),
    "no closing quote": ('HANDFUL_{0} = "{1}\n', True),
    "no value": ("HANDFUL_{0} =\n", True),
    "below a section": ('[x]\nHANDFUL_{0} = "{1}"\n', True),
}


@pytest.mark.parametrize("version", firmware.VERSIONS)
@pytest.mark.parametrize("setting", ["CLOCK", "ROW", "UP", "SELECT", "LIGHT", "LAMP"])
@pytest.mark.parametrize("case", UNREAD)
def test_a_line_that_the_firmware_cannot_read_is_a_sentence(
    case, setting, version, wired, capsys, monkeypatch, tmp_path
):
    form, both = UNREAD[case]
    if version != "9" and not both:
        return  # it reads the text
    lines = (ROOT / "settings.toml.example").read_text().splitlines(keepends=True)
    rest = [line for line in lines if not line.startswith(f"HANDFUL_{setting} ")]
    settings(monkeypatch, tmp_path, ("".join(rest) + form.format(setting, "GP9x")).encode(), version)
    page = wired({}).page
    if setting in SPARED:
        page.display()
    else:
        with pytest.raises(SystemExit):
            page.display()
    said = 'cannot be read: is it in "double quotes", above any [section]?'
    assert capsys.readouterr().out == f"settings.toml: HANDFUL_{setting} {said}\n"


@pytest.mark.parametrize(
    ("module", "thing", "setting"),
    [
        ("busio", "SPI", "HANDFUL_CLOCK and HANDFUL_MOSI are not usable for a display"),
        ("fourwire", "FourWire", "HANDFUL_DC, HANDFUL_CS or HANDFUL_RESET is not usable for a display"),
        ("busdisplay", "BusDisplay", "HANDFUL_LIGHT is not usable for a display"),
        ("digitalio", "DigitalInOut", "HANDFUL_UP is not usable"),
        ("pwmio", "PWMOut", "HANDFUL_BUZZER is not usable"),
    ],
)
def test_what_the_firmware_refuses_is_a_sentence_too(module, thing, setting, wired, capsys, monkeypatch):
    hardware = wired({})

    class Refusing:
        def __init__(self, *_, **__):
            raise ValueError("on purpose")

    monkeypatch.setattr(sys.modules[module], thing, Refusing)
    if "BUZZER" in setting:  # and the lamp, which goes by the same
        hardware.page.display()
    else:
        with pytest.raises(SystemExit):
            hardware.page.display()
    assert capsys.readouterr().out.startswith(f"settings.toml: {setting}: on purpose.\n")


def test_a_display_without_a_select_pin_takes_bits_at_the_other_edge(wired):
    for change, mode in (({}, 0), ({"CS": ""}, 1)):
        bus = wired(change).page.display().bus
        assert bus.how["polarity"] == bus.how["phase"] == mode


def test_without_a_pin_for_select_it_is_start_held_down(wired):
    hardware = wired({"SELECT": ""}).start()
    number = hardware.pins.index("GP9")
    assert hardware.press(number, 60) == [(START, True), (START, False)]
    assert hardware.press(number, 700) == [(SELECT, True), (SELECT, False)]


def test_whatever_was_tried_of_the_pins_is_given_back(wired, monkeypatch):
    hardware = wired({})
    kept = []
    plain = sys.modules["pwmio"].PWMOut

    class Kept(plain):
        def __init__(self, *pins, **how):
            super().__init__(*pins, **how)
            kept.append(self)

    for module, thing in (("pwmio", "PWMOut"), ("digitalio", "DigitalInOut")):
        monkeypatch.setattr(sys.modules[module], thing, Kept)
    hardware.page.display()
    assert len(kept) == 8 + 1 + 3 and not any(part.pins for part in kept)
