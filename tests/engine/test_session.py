# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Sessions: acting, taking back, saving, and codes, as the protocol promises them."""

import struct
from binascii import crc32

import pytest

from engine import registry
from engine.rng import SEEDS, Rng
from engine.session import Session, code_of, game_of, seed_of
from tests.engine.test_conformance import state

HEAD = 8  # bytes of a saved game before the options


def signed(body) -> bytes:
    """A saved game with a CRC that fits."""
    return bytes(body) + struct.pack("<I", crc32(bytes(body)))


def saying(error) -> str:
    """The sentence of an error, checked to be one: a capital, a full stop at the end."""
    sentence = str(error.value)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def played(players=3, seed=11, actions=1000, **options):
    """A match of The Game with random actions, a signal now and then."""
    session = Session("the_game", players, seed, **options)
    rng = Rng(seed)
    while session.game.player >= 0 and len(session.history) < actions:
        choices = session.game.legal_actions()
        if rng.below(5) == 0:
            choices = session.game.signals() + session.game.calls() or choices
        session.act(choices[rng.below(len(choices))])
    return session


def test_equal_seeds_give_equal_matches_and_others_other_ones():
    one, two, other = [state(Session("the_game", 4, seed).game) for seed in (99, 99, 100)]
    assert one == two != other


def test_a_list_that_a_game_takes_for_a_tuple_is_kept_as_the_tuple():
    assert Session("inversion", 2, 1, suits=[0, 2, 4]).options == {"suits": (0, 2, 4)}


def test_a_place_that_a_game_takes_for_a_value_is_kept_as_the_value():
    assert Session("flip_over", 3, 1, discs=1).options["discs"] == "alternating"
    assert Session("flip_over", 3, 1, discs=0).dump() == Session("flip_over", 3, 1).dump()


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_a_seed_has_30_bits(seed):
    with pytest.raises(ValueError, match="seed") as error:
        Session("the_game", 2, seed)
    saying(error)


def test_an_unknown_game_is_refused():
    for ask in (registry.load, registry.unload, lambda key: Session(key, 2, 1)):
        with pytest.raises(ValueError, match="There is no game chess") as error:
            ask("chess")
        saying(error)


def test_options_are_kept_as_their_rows_have_them():
    assert Session("the_game", 2, 1).options == {"level": 0, "starter": 0}
    options = Session("the_game", 2, 1, starter=True).options
    assert options == {"level": 0, "starter": 1}
    assert options["starter"] is not True


@pytest.mark.parametrize("action", [-1, 0, 3, 4 * 100, 399, 412, 500, 600, 620, 632, 99999, "0", None, 2.5])
def test_an_illegal_action_is_refused_and_changes_nothing(action):
    session = Session("the_game", 2, 5)
    before = state(session.game), session.dump()
    assert action not in session.game.legal_actions()
    with pytest.raises(ValueError, match="not allowed") as error:
        session.act(action)
    saying(error)
    assert (state(session.game), session.dump()) == before


def test_an_action_equal_to_a_legal_one_is_kept_as_an_int():
    session = Session("the_game", 2, 5)
    action = session.game.legal_actions()[0]
    session.act(float(action))
    assert type(session.history[0]) is int
    assert all(type(card) is int for card in session.game.piles)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_any_number_of_actions_is_taken_back_in_one_replay(key, monkeypatch):
    session = Session(key, registry.row(key)[2], 5)
    while session.game.player >= 0 and len(session.history) < 14:
        session.act(session.game.legal_actions()[0])
    other = Session.load(session.dump())
    for _ in range(6):
        other.undo()
    applied = []
    game = registry.load(key).Game
    apply = game.apply
    monkeypatch.setattr(game, "apply", lambda self, action: (applied.append(action), apply(self, action)))
    length = len(session.history)
    session.undo(6)
    assert len(applied) == len(session.history) == length - 6
    assert session.dump() == other.dump()
    with pytest.raises(ValueError, match="nothing to take back") as error:
        session.undo(length)
    saying(error)
    assert session.dump() == other.dump()


def test_a_saved_game_loads_from_any_buffer():
    data = played().dump()
    for buffer in (data, bytearray(data), memoryview(data)):
        assert Session.load(buffer).dump() == data


@pytest.mark.parametrize("data", [None, 7, "HAND", [72, 65], b"", b"\x00" * 60, b"\xff" * 60, b"HAM" * 9])
def test_what_is_not_ours_is_refused(data):
    with pytest.raises(ValueError, match="not a saved game") as error:
        Session.load(data)
    saying(error)


def test_a_saved_game_names_its_game_at_a_glance():
    for key, _, least, _ in registry.GAMES:
        assert game_of(Session(key, least, 1).dump()) == key
    for data in (b"", b"HAND", b"HAND\x01\x4d\x02\x00\x00", b"\xff" * 60):
        assert game_of(data) == ""


def test_a_saved_game_cut_short_anywhere_is_refused():
    data = played().dump()
    for length in range(len(data)):
        with pytest.raises(ValueError, match="saved game") as error:
            Session.load(data[:length])
        saying(error)


def test_a_saved_game_with_more_behind_is_refused():
    data = played().dump()
    for tail in (b"\x00", b"\xff" * 4, data):
        with pytest.raises(ValueError, match="saved game"):
            Session.load(data + tail)


def test_a_saved_game_altered_in_any_byte_is_refused():
    data = played().dump()
    for place in range(len(data)):
        for change in (1, 0x80, 0xFF):
            altered = bytearray(data)
            altered[place] ^= change
            with pytest.raises(ValueError, match="saved game") as error:
                Session.load(altered)
            saying(error)


def test_a_saved_game_of_a_newer_version_is_refused_as_such():
    body = bytearray(played().dump()[:-4])
    body[4] = 2
    with pytest.raises(ValueError, match="newer version") as error:
        Session.load(signed(body))
    saying(error)
    with pytest.raises(ValueError, match="newer version"):
        Session.load(b"HAND\x09")  # whatever its layout


def test_whoever_signs_a_saved_game_anew_still_cannot_break_the_rules():
    """Each byte of a whole save altered under a CRC that fits: a match by the rules, or ValueError."""
    body = played(seed=3).dump()[:-4]
    for place in range(4, len(body)):
        for value in (0, 1, 2, 5, 44, 200, 255):
            altered = bytearray(body)
            altered[place] = value
            data = signed(altered)
            try:
                session = Session.load(data)
            except ValueError as error:
                assert str(error).endswith(".")
            else:
                # Another match, and a proper one; of signals that replace one another the last ones stay.
                kept = session.dump()
                assert kept == data or len(kept) < len(data)
                again = Session.load(kept)
                assert again.dump() == kept and state(again.game) == state(session.game)


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (4, 0, "damaged"),
        (5, 77, "does not know"),
        (6, 0, "players"),
        (6, 6, "players"),
        (7, 1, "damaged"),
        (HEAD, 3, "unknown choice for level"),
        (HEAD, 255, "unknown choice for level"),
        (HEAD + 5, 0xFF, "seed"),
        (HEAD + 8, 255, "breaks the rules"),
    ],
)
def test_a_signed_save_that_makes_no_sense_is_refused_with_the_reason(place, value, sentence):
    body = bytearray(played(actions=12).dump()[:-4])
    body[place] = value
    with pytest.raises(ValueError, match=sentence) as error:
        Session.load(signed(body))
    saying(error)


def test_a_save_with_options_that_this_version_lacks_is_refused():
    body = bytearray(Session("the_game", 2, 1).dump()[:-4])
    body[7] = 3
    body[HEAD:HEAD] = b"\x00"
    with pytest.raises(ValueError, match="options") as error:
        Session.load(signed(body))
    saying(error)


@pytest.mark.parametrize(
    ("seed", "code"),
    [(0, "000000"), (1, "000001"), (31, "00000Z"), (SEEDS - 1, "ZZZZZZ"), (32**5 * 10 + 18, "A0000J")],
)
def test_a_code_is_the_seed_in_crockfords_base_32(seed, code):
    assert Session("the_game", 1, seed).code == code_of(seed) == code
    assert seed_of(code) == seed


def test_every_code_leads_back_to_its_seed_in_any_writing():
    rng = Rng(8)
    for _ in range(300):
        seed = rng.below(SEEDS)
        code = Session("the_game", 1, seed).code
        assert len(code) == 6
        assert set(code) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        for writing in (code, code.lower(), code.replace("0", "o"), code.replace("0", "O")):
            assert seed_of(writing) == seed
        for one in "iIlL":
            assert seed_of(code.replace("1", one)) == seed


@pytest.mark.parametrize(
    "code",
    ["", "00000", "0000000", "U00000", "00u000", "00-000", " 00000", "00000\n", "00000é", "00000ı", "ﬆ0000"]
    + ["00000ſ", "٠٠٠٠٠٠", None, 123456, b"000000", ["0"] * 6],
)
def test_what_is_no_code_is_refused(code):
    with pytest.raises(ValueError, match="A code") as error:
        seed_of(code)
    saying(error)


def test_a_default_outside_of_the_allowed_values_stays_the_default(monkeypatch):
    """As with the suits of !nversion: None stands for as many suits as the players need."""

    class Game:
        players = player = 2

        def __init__(self, players, rng, suits=None):
            self.suits = suits or (0, 1)

        def legal_actions(self):
            return []

    module = registry.load("the_game")
    monkeypatch.setattr(module, "Game", Game)
    monkeypatch.setattr(module, "OPTIONS", (("suits", ((0, 1), (0, 2)), None),))
    unnamed = Session("the_game", 2, 1)
    assert unnamed.options == {}
    assert unnamed.dump()[HEAD] == 255
    named = Session("the_game", 2, 1, suits=(0, 2))
    assert named.options == {"suits": (0, 2)}
    for session in (unnamed, named):
        again = Session.load(session.dump())
        assert again.options == session.options
        assert again.game.suits == session.game.suits
    with pytest.raises(ValueError, match="suits"):
        Session("the_game", 2, 1, suits=(5, 6))


def test_computer_players_are_unloaded_with_the_module_through_which_they_come():
    import sys

    import engine

    registry.load("inversio")
    registry.unload_bots("inversio")  # nobody is there
    __import__("engine.bots")
    __import__("engine.bots.inversio")
    __import__("engine.bots.the_game")
    registry.unload_bots("inversio")
    assert not hasattr(engine, "bots")
    assert "engine.inversio" in sys.modules
    assert not [name for name in sys.modules if name.startswith("engine.bots")]
