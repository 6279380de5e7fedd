# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A sixth game is added as docs/add-a-game.md says, to a copy of the project, and everything works with it.

The game is Candle: tests/example_game/game has its files in the places where they belong.
"""

import ast
import filecmp
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from engine import registry
from handful.texts import LANGUAGES
from tests.house import IGNORED, PARTS, copied, run_in_copy
from tools import PROJECT as ROOT
from tools.console import Console

GAME = ROOT / "tests" / "example_game" / "game"
FILES = sorted(file.relative_to(GAME).as_posix() for file in GAME.rglob("*.*") if file.suffix != ".pyc")
ROW = '    ("candle", "Candle", 2, 4),\n'
PICTURES = [("cover", ""), ("help", "_1"), *[("lesson", f"_{language}") for language in LANGUAGES]]
SCORES = [[10 * game + other for other in range(4)] for game in range(5)]


def test_its_functions_have_all_the_types_that_mypy_asks_for():
    open_ones = []
    for name in FILES:
        if name.endswith(".py") and not name.startswith("tests/"):
            for node in ast.walk(ast.parse((GAME / name).read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    given = node.args.args[node.args.args[:1] != [] and node.args.args[0].arg == "self" :]
                    if node.returns is None or None in [part.annotation for part in given]:
                        open_ones.append(f"{name}: {node.name}")
    assert open_ones == []


def test_the_guide_says_how_long_its_files_are():
    guide = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    said = [int(lines) for lines in re.findall(r"^\| \[\d\. .* (\d+) \|$", guide, re.M)]
    texts = [name for name in FILES if name.startswith("assets/")]
    lessons = [name for name in texts if "lesson" in name]
    steps = (
        ["engine/candle.py"], ["engine/bots/candle/__init__.py"], ["tests/games/candle.py"],
        [name for name in texts if name not in lessons], lessons,
        ["lib/handful/tables/candle.py"], [],
    )  # fmt: skip
    counted = [sum(len((GAME / name).read_text("utf-8").splitlines()) for name in step) for step in steps]
    counted[2] += 1  # the row
    assert said == counted


def add_row(folder):
    """Appends the game's row to the registry of a copy."""
    place = folder / "engine" / "registry.py"
    rows = place.read_text(encoding="utf-8")
    place.write_text(rows.replace("\n)\n", f"\n{ROW})\n", 1), encoding="utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the project with the game in it: its files, and one row of the registry."""
    folder = copied(tmp_path_factory.mktemp("house"))
    shutil.copytree(GAME, folder, dirs_exist_ok=True, ignore=IGNORED)
    add_row(folder)
    return folder


@pytest.fixture(scope="module")
def played(house, tmp_path_factory):
    """What was played there, on a console with the statistics of somebody who has the other games."""
    console = Console()
    records = console.app.records
    for game, row in enumerate(SCORES):
        for other, score in enumerate(row):
            records.add(game, other, True, score)
    console.app.keep(records)
    console.app.save()
    saved = tmp_path_factory.mktemp("saved") / "region"
    saved.write_bytes(console.board.flash)
    return run_in_copy(house, "example_game/played", saved)


def test_a_sixth_game_is_its_rules_its_player_its_table_one_folder_and_one_row(house):
    def differing(compared, folder=""):
        for name in compared.left_only + compared.diff_files:
            if (house / folder / name).is_dir():
                yield from (f.relative_to(house).as_posix() for f in (house / folder / name).glob("*"))
            else:
                yield folder + name
        for name, below in compared.subdirs.items():
            yield from differing(below, f"{folder}{name}/")

    changed = sorted(
        file
        for part in PARTS
        for file in differing(filecmp.dircmp(house / part, ROOT / part, ["__pycache__"]), part + "/")
    )
    assert changed == sorted([*FILES, "engine/registry.py"])
    assert {file.rpartition("/")[0] for file in FILES} == {
        "engine", "engine/bots/candle", "lib/handful/tables", "assets/games/candle", "tests/games",
    }  # fmt: skip
    rows = (house / "engine" / "registry.py").read_text(encoding="utf-8")
    assert rows.replace(ROW, "") == (ROOT / "engine" / "registry.py").read_text(encoding="utf-8")


def test_it_is_chosen_in_the_menus_set_up_and_dealt(played):
    (games, listed), (setup, rows), (table, dealt) = played["chosen"]
    assert (games, setup, table) == ("games", "setup", "candle")
    assert "Candle" in listed and rows[rows.index("Last trick") + 1] == "3 points"
    assert "trick 1/6" in dealt and "Lead any card" in dealt


def test_robots_of_every_level_play_it_blindly_with_every_number_of_players(played):
    assert len(played["robots"]) == 9
    for label, (actions, points, winners, same, blind) in played["robots"].items():
        players = int(label[0])
        assert actions == 6 * players and same and blind
        assert sum(points) == (6 if players == 2 else 8)
        assert winners == [seat for seat in range(players) if points[seat] == max(points)]


def test_its_help_is_read_and_its_lesson_played(played):
    assert [pages[:2] for pages in played["help_pages"]] == [
        ["Controls", "A trick"], ["Commandes", "Un pli"], ["やり方", "トリック"],
    ]  # fmt: skip
    assert all(len(set(pages)) == 5 for pages in played["help_pages"])
    assert played["lesson"] == [[5, 12, 19, 20], "candle"]


def test_a_hint_says_in_each_language_what_to_play_and_why(played):
    for hint, action, reason in zip(
        played["hints"],
        ("Lead ♠5", "Entamez ♠5", "♠5でリードする"),
        ("Hidden cards that could beat it: 1", "peuvent la battre\u00a0: 1", "札は1枚"),
        strict=True,
    ):
        assert action in hint and reason in hint, hint


def test_a_match_is_saved_and_resumed(played):
    before, after, screen = played["resumed"]
    assert len(before) > 4 and after == before and screen == "candle"


def test_the_console_is_handed_over_and_each_sees_their_own_hand(played):
    assert played["handed_over"] == ["handover", [1, True], "handover", [0, True]]


def test_a_card_is_taken_back(played):
    before, after, said = played["taken_back"]
    assert before > 0 and after == 0 and said == "Undone"


def test_who_does_not_see_it_hears_its_table_and_its_stops(played):
    table, stops = played["heard"]
    assert table[0] == "Player 2: Your turn" and "points" in table[1] and table[-1].startswith("Your hand: ")
    assert [f"Lead {card}" for card in table[-1].split(": ")[1].split(", ")] == stops[:6]


def pytest_in(house, *arguments, **environment):
    """Runs pytest in a copy of the project. Returns how many tests passed."""
    outer = ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID")
    inner = {name: value for name, value in os.environ.items() if name not in outer}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=house, capture_output=True, text=True, env=inner | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return int(re.search(r"(\d+) passed", done.stdout)[1])


def commands(pattern):
    """The arguments of the commands of the guide that run pytest so."""
    guide = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    return [shlex.split(found) for found in re.findall(rf"{pattern}\.venv/bin/python -m pytest (.*)", guide)]


def test_after_the_third_step_the_guides_command_tests_rules_and_player(tmp_path):
    folder = copied(tmp_path / "house")
    for name in [name for name in FILES if name.startswith(("engine/", "tests/"))]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(GAME / name, folder / name)
    add_row(folder)
    (command,) = commands(r"    ")
    assert pytest_in(folder, *command) > 40


@pytest.fixture(scope="module")
def recorded(house):
    """The copy of the project after its pictures were recorded by the command of the guide."""
    (command,) = commands("HANDFUL_REWRITE=1 ")
    pytest_in(house, *command, HANDFUL_REWRITE="1")
    return house


def test_its_pictures_are_recorded_by_the_command_of_the_guide_and_of_others_those_that_show_all_games(
    recorded,
):
    golden = recorded / "tests" / "golden"
    assert {file.stem for file in golden.rglob("*candle*.png")} >= {
        f"{name}_candle{end}" for name, end in PICTURES
    }
    before = ROOT / "tests" / "golden"
    changed = {
        file.stem
        for file in before.rglob("*.png")
        if file.read_bytes() != (golden / file.relative_to(before)).read_bytes()
    }
    assert changed <= {"games", "ladder"} | {f"cover_{row[0]}" for row in registry.GAMES}


def test_every_test_passes_with_it_whose_result_it_can_change(recorded):
    assert pytest_in(recorded, "-q", "-p", "tests.example_game.selection") > 300


def test_its_result_is_shown_and_the_match_looked_through(played):
    match = played["finished"]
    assert match["points"][0] > match["points"][1]
    assert "You" in match["result"]
    assert "YOUWIN!" in "".join([sign for sign in match["result"] if len(sign) == 1])
    assert (match["review"], match["reviewed"], match["back"]) == ("candle", 4, "result")


def test_it_has_statistics_and_those_of_the_other_games_are_kept(played):
    match = played["finished"]
    assert match["row"] == [1, 1, match["points"][0], 1, 1]
    assert [[row[2] for row in game] for game in match["others"]] == SCORES
    assert "◀ Candle ▶" in match["records"]


def test_the_bundle_of_a_board_has_it_and_plays_it_in_the_small_heap(house, tmp_path):
    packed = run_in_copy(house, "example_game/packed", tmp_path)
    wanted = [file.replace(".py", ".mpy") for file in FILES if not file.startswith("tests/")]
    assert packed["sheets"] == 0
    assert sorted(packed["files"]) == sorted(wanted)
    assert packed["vm"] == packed["here"]


def test_nothing_of_it_is_in_the_project():
    assert "candle" not in [row[0] for row in registry.GAMES]
    for part in ("engine", "lib", "assets", "boards", "tools", "tests/games"):
        assert not [file for file in (ROOT / part).rglob("*candle*") if "__pycache__" not in file.parts]
