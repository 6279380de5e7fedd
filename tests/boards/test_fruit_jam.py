# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Fruit Jam: a keyboard that types into the console, beside three keys, and an app for its launcher."""

import importlib
import io
import json
import os
import subprocess
import sys
import types
import zipfile

import pytest
from PIL import Image

from tools import vm
from tools.build import bundle, layouts, release

PAGE = "adafruit_fruit_jam"
FOLDER = "apps/handful"
NAMES = ("B3", "B2", "B1")


@pytest.fixture
def console(monkeypatch):
    """A console with three keys, and what somebody types: `console.types(text)`."""
    waiting = []

    class Runtime:
        serial_bytes_available = property(lambda self: len("".join(waiting)))

    def read(count):
        text = "".join(waiting)
        waiting[:] = [text[count:]] if text[count:] else []
        return text[:count]

    stdin = types.SimpleNamespace(read=read)
    monkeypatch.setitem(sys.modules, "supervisor", types.SimpleNamespace(runtime=Runtime()))
    with layouts.used("160x120"):
        sys.modules.pop("boards.parts.typed", None)
        from tools.console import Board, Console

        typed = importlib.import_module("boards.parts.typed")
        monkeypatch.setattr(sys, "stdin", stdin)
        board = Board()
        board.FEW = NAMES
        board.few = typed.Typed
        made = Console.untouched(board)

        def types_(text):
            waiting.append(text)
            made.wait(60)

        made.types = types_
        made.waiting = waiting
        yield made
    sys.modules.pop("boards.parts.typed", None)


def opened(console, screen, *details):
    console.app.open(screen, *details)
    console.wait(60)


def test_arrows_move_and_enter_chooses(console):
    console.wait(100)
    assert console.screen == "language"
    console.press(3, 40)  # NEXT is a key as ever
    assert console.view.cursor == 1
    console.types("\x1b[A\x1b[B\x1b[B\x1b[A\x1b[A")
    assert console.view.cursor == 0
    console.types("\r")
    console.wait(100)
    assert console.view._spoken  # noqa: SLF001 - the second question


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("\x1b[A\x1b[B\x1b[D\x1b[C", [0, 1, 2, 3]),
        ("wsad", [0, 1, 2, 3]),
        ("WSAD", [0, 1, 2, 3]),
        ("\r\n x", [4] * 4),
        ("\b\x7fz", [5] * 3),
        ("\x1b", [5]),
        ("pt\th", [6, 7, 7, 8]),
        ("\x1b[5~", []),  # Page Up
        ("\x1bOP", []),  # F1
        ("\x1b[1;5A", []),  # Ctrl and an arrow
        ("qé1", []),
    ],
)
def test_each_key_of_the_keyboard_is_a_key_of_a_handheld(console, text, keys):
    opened(console, "notice", "A sentence.")
    console.wait(1200)
    console.waiting.append(text)
    heard = []
    while (key := console.app.keys.next(console.app.now)) >= 0:
        heard.append(key)
    assert heard == keys


def test_what_is_typed_while_no_key_counts_is_dropped(console):
    opened(console, "notice", "A sentence.")
    console.waiting.append("\r\r")
    console.app.keys.settle()
    assert console.app.keys.next(console.app.now) == -1 and not console.waiting


def test_the_foot_line_names_what_was_used_last(console):
    console.begin("the_game", [0])
    console.wait(1500)
    assert console.foot.startswith("B3 ")
    console.types("\x1b[C")
    assert "Enter" in console.foot and "B3" not in console.foot
    assert "H help" in console.foot or "hint" not in console.foot
    console.press(3, 40)  # RIGHT, which is NEXT here
    console.wait(60)
    assert console.foot.startswith("B3 ") and "Enter" not in console.foot


@pytest.mark.parametrize("game", ["the_game", "inversio", "flip_over", "hyper_maker"])
def test_a_match_is_played_with_the_keyboard_alone_and_the_ring_is_its_list(console, game):
    console.begin(game, [0] if game == "the_game" else [0, 1, 1][: 2 if game == "inversio" else 3])
    console.wait(3000)
    before = len(console.app.match.session.history)
    for _ in range(12):
        console.types("\r")
        console.wait(400)
        console.types("\x1b[C")
        console.wait(400)
    assert len(console.app.match.session.history) > before
    for _ in range(40):
        if console.view.mine and not console.view.overlay:
            break
        console.types("\r")
        console.wait(400)
    console.types("h")
    assert console.view.overlay == "ring"
    for _ in range(3):
        console.types("\x1b[B")
    console.types("\r")  # the fourth: the rules
    console.wait(200)
    assert console.view is None or console.screen == "help" or console.view.overlay != "ring"


# The launcher's app


@pytest.fixture(scope="module")
def app():
    return bundle.launched(PAGE, bundle.contents(PAGE))


def test_the_app_is_a_folder_as_the_launcher_wants_it(app):
    assert {path for path in app if not path.startswith(FOLDER + "/")} == {"README.txt"}
    assert "copy the folder apps to the CIRCUITPY drive" in app["README.txt"].decode().replace("\n", " ")
    about = json.loads(app[f"{FOLDER}/metadata.json"])
    assert about == {"title": "Handful", "icon": "icon.bmp"}
    (width, height), offset = Image.open(io.BytesIO(app[f"{FOLDER}/icon.bmp"])).size, 64
    assert (width, height) == (offset, offset)
    assert {f"{FOLDER}/code.py", f"{FOLDER}/check.py"} <= app.keys()
    assert f"{FOLDER}/README.txt" not in app  # it is about a drive
    assert not any("slots" in path or "safemode" in path for path in app)
    for name in (f"{FOLDER}/code.py", f"{FOLDER}/check.py"):
        assert b'"/' not in app[name] and b"sys.path" in app[name]
    assert b"apps/handful/check.py" in app[f"{FOLDER}/lib/handful/screens/board.mpy"]
    assert not bundle.launched("pybadge", bundle.contents("pybadge"))


def test_a_bundle_and_a_release_have_the_app_beside_the_drive(app, tmp_path):
    packed = bundle.build(PAGE, tmp_path)
    with zipfile.ZipFile(packed.with_name(packed.stem + "-app.zip")) as file:
        assert {path: file.read(path) for path in file.namelist()} == app
    rows = release._zips(tmp_path, "1.2.3", (PAGE, "pybadge"))  # noqa: SLF001
    names = [f"handful-1.2.3-{PAGE}-cpy9-10.zip", f"handful-1.2.3-{PAGE}-cpy10-app.zip"]
    assert [row[0] for row in rows] == [*names, "handful-1.2.3-pybadge-cpy9-10.zip"]
    assert all((tmp_path / name).exists() for name in names)


DOUBLES = {
    "board": """
board_id = "adafruit_fruit_jam"
BUTTON1, BUTTON2, BUTTON3, NEOPIXEL = "1", "2", "3", "N"
CKP, CKN, D0P, D0N, D1P, D1N, D2P, D2N = "CKP", "CKN", "D0P", "D0N", "D1P", "D1N", "D2P", "D2N"
""",
    "picodvi": """
class Framebuffer:
    def __init__(self, width, height, *, clk_dp, clk_dn, red_dp, red_dn, green_dp, green_dn,
                 blue_dp, blue_dn, color_depth=8):
        assert (width, height, color_depth) == (320, 240, 16)
        assert (clk_dp, red_dn, green_dp, blue_dn) == ("CKP", "D0N", "D1P", "D2N")
""",
    "framebufferio": """
from busdisplay import BusDisplay
def FramebufferDisplay(buffer):
    return BusDisplay(160, 120)  # the stand-in for displayio does not scale
""",
}
# What the launcher does: it starts code.py in its folder, and lib is not looked into there.
START = """
import keypad, supervisor
class Keys:
    def __init__(self, pins, *, value_when_pressed, interval):
        assert pins == ("3", "2", "1") and not value_when_pressed
        self.events = keypad.EventQueue()
    def reset(self):
        pass
keypad.Keys = Keys
supervisor.runtime.serial_bytes_available = 0
def feed():
    for key in (0, 0, 1):
        yield key, 400
    yield keypad.LOOK, 500
    raise SystemExit
keypad.script(feed(), lambda: print("look"))
exec(open("code.py").read())
"""


def test_the_app_runs_in_its_folder_on_the_vm(app, tmp_path):
    for path, data in app.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"M" + data[1:] if path.endswith(".mpy") else data)
    folder = tmp_path / FOLDER
    vm.add_standins(folder)
    for name, text in DOUBLES.items():
        (folder / ".vm" / f"{name}.mpy").unlink(missing_ok=True)
        (folder / ".vm" / f"{name}.py").write_text(text)
    done = subprocess.run(
        [vm.interpreter(), "-X", "heapsize=2M", "-c", START],
        cwd=folder,
        env={**os.environ, "MICROPYPATH": ".vm:", "HANDFUL_BOARD": PAGE},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "look"), done.stderr
