# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A robot's face stands before its name wherever a line has room for it; a person has none."""

import pytest

from engine import registry
from tests.app.test_layouts import OTHERS
from tests.ruler import Ruler
from tools.build import layouts
from tools.console import Console

SIZES = [
    (key, players) for key, _, least, most in registry.GAMES for players in range(max(2, least), most + 1)
]


def beside(console: Console) -> list[str]:
    """The robots' names that stand alone or behind a face on the screen, below the top line and with y."""
    robots = [console.app.texts.say(f"robot_{number}") for number in range(5)]
    texts = [text.rstrip(":") for (_, y), text in console.reader.texts.items() if y > 5]
    return [text for text in texts if any(text == name or text.endswith(" " + name) for name in robots)]


def table(key: str, players: int, language: int) -> Console:
    """A person's turn at a table with robots, some tricks after the start."""
    console = Console(language=language)
    console.begin(key, [0] + [1] * (players - 1), seed=11)
    match = console.app.match
    for _ in range(3 * players + 2):
        match.act(match.session.game.legal_actions()[-1])
    while match.session.game.player:
        match.act(match.session.game.legal_actions()[-1])
    match.viewer = 0
    match.seen = [len(match.session.history)] * players
    console.app.table()
    console.wait(40)
    return console


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_at_a_table_a_robot_s_name_has_its_face_where_lines_are_high_enough(key, players):
    console = table(key, players, 0)
    assert console.screen == key
    # Seats of The Game are badges alone, and columns of Hyper Maker are headed by eight rows of colour.
    if key in ("inversion", "flip_over", "inversio"):
        names = beside(console)
        low = (key, players) == ("flip_over", 5)  # lines of eight pixels, for the viewer's large total
        assert len(names) == players - 1 and all((" " in name) != low for name in names), names


@pytest.mark.parametrize("layout", [layouts.DRAWN, *OTHERS])
@pytest.mark.parametrize("language", range(3))
def test_with_faces_nothing_is_cut_or_lies_over_another(layout, language, monkeypatch):
    with layouts.used(layout):
        ruler = Ruler().watch(monkeypatch)
        monkeypatch.setattr("tests.ruler.WIDTH", layouts.size(layout)[0])
        monkeypatch.setattr("tests.ruler.HEIGHT", layouts.size(layout)[1])
        for key, _, _, most in registry.GAMES:
            console = table(key, most, language)
            console.keys("er")
        assert ruler.faults == []


def test_a_person_has_no_face():
    console = Console()
    console.app.settings.names = ["Ana", "Bob", "Chloé", "Dai", "Emi"]
    console.begin("flip_over", [0, 1, 0])
    assert {console.app.faced(seat) for seat in range(3)} == {"Ana", "\ue011 Mimi", "Chloé"}
    assert console.app.faced(1, 8) == "Mimi"
