# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is heard and what shines: each event has its tune, the settings are kept to, and silence follows."""

from math import log2
from unittest import mock

import pytest

from handful import sound
from handful.settings import LIGHTS, SOUND
from tests.playing import to_the_end
from tools.console import Board, Console


class Voice:
    """Writes down what it was told."""

    def __init__(self):
        self.said = []

    def tone(self, hertz, volume):
        assert 100 <= hertz <= 4000 and 1 <= volume <= 3
        self.said.append((hertz, volume))

    def quiet(self):
        self.said.append(None)


class Lamp:
    """Writes down what it shows."""

    def __init__(self):
        self.shown = []

    def shine(self, colour, person):
        self.shown.append((colour, person))


class Loud(Board):
    """A board with a voice and a lamp."""

    def __init__(self):
        super().__init__()
        self.heard = Voice()
        self.seen = Lamp()


@pytest.fixture
def console(monkeypatch):
    monkeypatch.setattr("tools.console.Board", lambda region: Loud())
    console = Console()
    console.keys("a")
    console.wait(1000)
    return console


def heard(console, tune) -> bool:
    """Whether the tune was heard from its first tone on, since the last look; forgets what was heard."""
    said = [tone[0] for tone in console.board.heard.said if tone]
    console.board.heard.said.clear()
    tones = [sound.hertz(note) for note in tune[::2]]
    return any(said[i : i + len(tones)] == tones for i in range(len(said)))


def tunes() -> dict:
    """All tunes by their names."""
    return {name: tune for name, tune in vars(sound).items() if name.isupper() and isinstance(tune, bytes)}


@pytest.mark.parametrize("name", tunes())
def test_every_tone_that_is_heard_is_within_ten_cents_of_equal_temperament(name):
    voice = Voice()
    player = sound.Sound(voice)
    tune = tunes()[name]
    now = 0
    player.play(tune, now, 3)
    while voice.said[-1]:
        now += 10
        player.tick(now)
    pitches = [tone[0] for tone in voice.said[:-1]]
    assert len(pitches) * 2 == len(tune)
    for pitch in pitches:
        semitones = 12 * log2(pitch / 440)
        assert abs(semitones - round(semitones)) < 0.1, f"{pitch} Hz"


def test_a_key_clicks_and_is_silent_again(console):
    heard(console, sound.CLICK)
    console.keys("d")
    console.wait(100)
    assert console.board.heard.said[-1] is None
    assert heard(console, sound.CLICK)


def test_a_refused_key_sounds_wrong(console):
    heard(console, sound.CLICK)
    console.keys("ee")  # on the wall of challenges
    console.wait(400)
    assert heard(console, sound.WRONG)


def test_a_card_a_trick_and_an_inversion_are_heard(console):
    console.begin("inversion", [0, 2], seed=11)
    console.wait(1000)
    game = console.view.game
    found = set()
    for _ in range(60):
        if console.screen != "inversion":
            break
        if console.view.mine:
            console.view.play(game.legal_actions()[-1])
        console.wait(500)
        said = list(console.board.heard.said)
        for name in ("CARD", "TRICK", "INVERT"):
            console.board.heard.said[:] = said
            if heard(console, getattr(sound, name)):
                found.add(name)
    assert found == {"CARD", "TRICK", "INVERT"}


@pytest.mark.parametrize("won", [True, False])
def test_the_end_is_heard(console, won, monkeypatch):
    console.begin("inversio", [0, 1])
    match = console.app.match
    to_the_end(match, 0)
    monkeypatch.setattr(type(match.session.game), "winners", lambda self: (0,) if won else (1,))
    heard(console, sound.WIN)
    console.app.open("result")
    console.wait(1500)
    assert heard(console, sound.WIN if won else sound.LOSE)


def test_off_is_off_and_louder_is_louder(console):
    for volume in range(4):
        console.app.settings.values[SOUND] = volume
        console.board.heard.said.clear()
        console.keys("d")
        console.wait(300)
        loud = {tone[1] for tone in console.board.heard.said if tone}
        assert loud == ({volume} if volume else set())


def test_the_lamp_shows_whose_turn_it_is(console):
    console.begin("inversio", [0, 0])
    seat = console.app.match.session.game.player
    console.keys("a")
    console.wait(1000)
    colour = console.app.canvas.colour(console.app.settings.colours[seat])
    assert console.board.seen.shown[-1] == (colour, True)
    console.keys("s")
    assert console.board.seen.shown[-1][0] == 0  # the pause is nobody's turn
    console.app.settings.values[LIGHTS] = 0
    console.board.seen.shown.clear()
    console.keys("a")
    console.wait(1000)
    assert not console.board.seen.shown


def test_what_a_board_lacks_is_no_setting():
    console = Console()
    console.keys("da")
    shown = [row[0] for row in console.view.rows()]
    assert SOUND not in shown and LIGHTS not in shown


def test_firmware_without_a_module_is_firmware_without_sound(monkeypatch):
    def lacks(self):
        raise ImportError("no module named 'audioio'")

    monkeypatch.setattr(Board, "voice", lacks)
    monkeypatch.setattr(Board, "lamp", lacks)
    console = Console()
    assert console.screen == "title"


@pytest.mark.parametrize("end", [SystemExit, KeyboardInterrupt])
def test_whatever_ends_the_games_nothing_sounds_or_shines_after_them(console, end):
    console.begin("inversio", [0, 1])
    console.wait(2000)
    console.app.play(max(tunes().values(), key=len))
    console.app.step()
    assert console.board.heard.said[-1] and console.board.seen.shown[-1][0]
    console.view.tick = mock.Mock(side_effect=end)
    with pytest.raises(end):
        console.app.run()
    assert console.board.heard.said[-1] is None and console.board.seen.shown[-1] == (0, False)
