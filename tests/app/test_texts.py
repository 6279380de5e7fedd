# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The catalogues: what is said line by line during a match is what is said from a whole catalogue."""

import re

import pytest

from engine import registry
from engine.bots import choose, explain
from engine.rng import Rng
from handful.match import PERSON
from handful.texts import LANGUAGES, Texts
from tests.words import catalogue
from tools.console import Console


@pytest.mark.parametrize("language", ["en", "ja"])
def test_during_a_match_every_line_is_found_the_games_own_first_and_few_are_kept(language):
    texts = Texts()
    texts.speak(language)
    texts.load("inversion")
    said = catalogue(language) | catalogue(language, "inversion")
    assert len(said) > 200
    for order in (sorted(said), sorted(said)[::-1]):
        for key in order:
            assert texts.say(key) == said[key] == texts.say(key)
            assert len(texts._said) < 1000 and not texts._common  # noqa: SLF001


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_the_reason_of_a_hint_does_not_repeat_a_figure_of_the_line_above_it(key):
    # Equal figures of two things may meet, but not whenever a reason is given.
    again = {}
    for seed in range(3):
        console = Console(language=seed)
        console.blind()
        console.begin(key, [PERSON] * registry.row(key)[seed % 2 + 2], seed)
        console.keys("a" * (console.screen == "handover"))
        view, session = console.view, console.app.match.session
        for count in range(60):
            if session.game.player < 0:
                break
            view.viewer = session.game.player
            action = choose(session.game, count % 2 + 1, Rng(seed))
            reason = explain(session.game, action)
            view.wording = "do_"
            line = re.findall(r"\d+", view.describe(action))
            text = re.findall(r"\d+", view.say(*reason))
            again.setdefault(reason[0], []).append(bool(set(line) & set(text)))
            session.act(action)
    assert [why for why, both in again.items() if sum(both) > 1 and all(both)] == []


# What games say in their own words where all others say the common ones.
OWN_WORDS = {
    "beat", "beat_0", "beat_1",
    "cover_best", "deals_best", "deals_better", "deals_worse", "keys_card", "keys_review", "keys_wait",
    "par_even", "par_over", "par_under", "records_best", "result_best", "ring_last", "series_best",
    "series_done", "share",
}  # fmt: skip


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_no_game_says_something_else_by_a_key_of_the_common_texts(key):
    for language in LANGUAGES:
        assert catalogue(language).keys() & catalogue(language, key).keys() <= OWN_WORDS


def test_without_a_match_the_common_catalogue_is_read_once(monkeypatch):
    texts = Texts()
    texts.speak("fr")
    said = list(catalogue("fr").items())
    assert texts.say(said[0][0]) == said[0][1]
    monkeypatch.setattr("builtins.open", None)
    assert all(texts.say(key) == text for key, text in said)


@pytest.mark.parametrize(
    ("language", "of_anna", "of_you"),
    [
        ("en", "Anna swaps 1♠ for 10♠", "You swap 1♠ for 10♠"),
        ("fr", "Anna inverse 1♠ et 10♠", "Vous inversez 1♠ et 10♠"),
        ("ja", "Anna: 1♠を10♠と入替", "あなた: 1♠を10♠と入替"),
    ],
)
def test_the_verb_agrees_with_the_name(language, of_anna, of_you):
    texts = Texts()
    texts.speak(language)
    texts.load("inversion")
    assert texts.say("swaps", "Anna", "1♠", "10♠") == of_anna
    assert texts.say("swaps", texts.you, "1♠", "10♠") == of_you
    texts.load("")
    texts.speak("en")
    assert texts.say("wins", texts.you) == "YOU WIN!"


@pytest.mark.parametrize("key", ["", "flip_over"])
def test_a_missing_key_is_a_keyerror(key):
    texts = Texts()
    texts.speak("en")
    texts.load(key)
    with pytest.raises(KeyError):
        texts.say("no_such_text")
