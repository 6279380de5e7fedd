# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A hand of each game in each browser, from the shelf of games, by the keys of the keyboard."""

import pytest

from engine import registry
from tests.web.visit import say

KEYS = [row[0] for row in registry.GAMES]
CARDS = 5  # a hand's, as far as it is played here
WALK = ["raaraa", "raaraa", "daauaa"] * 30  # from card to card, each of which may be laid or not


@pytest.mark.parametrize("key", KEYS)
def test_a_hand_of_each_game_is_played_by_keys(visit, key):
    visit.first_start()
    visit.python("from boards.web.console import app\napp.seed = lambda: 2026\n")
    for row in range(1, KEYS.index(key) + 1):
        visit.keys("r")
        visit.hears(say("title", KEYS[row]))
    visit.keys("d")
    visit.hears(say("lesson_first_visit"), say("deal_cards"))
    visit.keys("da")
    assert visit.share().startswith(f"game={key}&deal=")
    visit.hurry()
    dealt = visit.image()
    for letters in WALK:
        visit.keys(letters)
        session, acted = visit.match()
        if acted[0] >= CARDS or session.game.player < 0:
            break
    assert acted[0] >= CARDS or session.game.player < 0
    assert visit.image() != dealt
