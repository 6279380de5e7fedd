# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the help tells of the rules: alike in all languages, and marked as the book has it or as ours."""

import re

import pytest

from engine import registry
from handful.texts import LANGUAGES
from tests import words

KEYS = [row[0] for row in registry.GAMES]

# What a game's help says of a clause: the clause, whether it is ours, and a pattern in each language.
TOLD = [
    ("inversion", "IN-1", False, "one suit more than", "une couleur de plus que", "スートは人数\\+1"),
    ("inversion", "IN-1", False, "from 1 to 10", "de 1 à 10", "1～10"),
    ("inversion", "IN-2", False, "gets ten", "en reçoit dix", "10枚ずつ"),
    ("inversion", "IN-1", True, "first suits", "premières couleurs", "前から"),
    ("inversion", "IN-8", True, "is random", "tiré au sort", "くじで"),
    ("hyper_maker", "HM-8", False, "both suits counts for", "les deux compte pour", "両方.*両方に数え"),
    ("hyper_maker", "HM-15", False, "winner leads", "gagnant entame", "勝者が次のリード"),
    ("hyper_maker", "HM-17", False, "Most points win", "Le plus de points gagne", "得点の多い人が勝ち"),
    ("hyper_maker", "HM-17", True, "equal points", "À égalité", "同点"),
    ("flip_over", "FO-4", True, "first leader is random", "Première entame au sort", "最初のリードはくじ"),
    ("flip_over", "FO-19", True, "opposite", "face", "向かい"),
    ("flip_over", "FO-19", False, "2 vs 2", "2 contre 2", "2対2"),
    ("flip_over", "FO-2", True, "until nothing changes", "tant que cela change", "決まるまで"),
    ("flip_over", "FO-13", True, "2, 4 or 6 rounds", "2, 4 ou 6 manches", "2、4、6ラウンド"),
    ("the_game", "TG-14", True, "stuck player.* counts", "bloqué comptent", "出せない人.*数え"),
    ("the_game", "TG-19", False, "show a card", "montrer une carte", "手札を見せ"),
    ("the_game", "TG-22", True, "until your next turn", "jusqu’à votre prochain tour", "次の手番まで"),
    ("inversio", "IO-12", True, "aces gain 1", "les as gagnent 1", "Aが1点増え"),
    ("inversio", "IO-12", True, "2 in the book", "y vaut 2", "説明書.*2点"),
]


def paragraphs(language, key) -> list[str]:
    """The paragraphs of a game's help, with their marks."""
    return [line for line in words.lines(language, key, ".help.txt") if line and line[0] not in "#>"]


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
@pytest.mark.parametrize(("key", "clause", "ours", "en", "fr", "ja"), TOLD)
def test_the_help_tells_it_and_says_whose_it_is(language, key, clause, ours, en, fr, ja):
    pattern = {"en": en, "fr": fr, "ja": ja}[language]
    found = [line for line in paragraphs(language, key) if re.search(pattern, line)]
    assert found, f"{clause} is not told"
    assert any(line.startswith("!") == ours for line in found), f"the mark of {clause} is wrong"


@pytest.mark.parametrize("key", KEYS)
def test_each_page_has_as_many_decisions_of_ours_in_every_language(key):
    counts = []
    for language in LANGUAGES:
        pages = "\n".join(words.lines(language, key, ".help.txt")).split("\n#")
        counts.append([len(re.findall("^!", page, re.MULTILINE)) for page in pages])
    assert counts[1:] == counts[:1] * (len(LANGUAGES) - 1)


# !nversion: who plays against whom. Each language has one pair of words, and one sentence with the book's.
PAIR = {"en": ("declarer", "others"), "fr": ("preneur", "autres"), "ja": ("親", "子")}
NOT = {
    "en": r"parent|child|declarator|solo|defen[cds]|\bbid|\btaker|ally|allies|partner|opponent",
    "fr": r"parent|enfant|déclar|annonceur|soli(ste|taire)|défen[sd]|contractant|alli[ée]|parten|adversaire",
    "ja": r"ディクレア|宣言者|申告|単独|味方|仲間|相手|敵|パートナー|親以外|親でない|子ども|子供",
}
EXPLAINS = {"en": "The book calls", "fr": "Le livret dit", "ja": None}


def texts_of_inversion(language) -> list[str]:
    """All that !nversion says to a player, without the keys of its texts."""
    found = [words.forms(language, "inversion", ending) for ending in (".txt", ".heard.txt")]
    said = [text for each in found for both in each.values() for text in both]
    for ending in (".help.txt", ".lesson.txt"):
        said += words.lines(language, "inversion", ending)
    return said


@pytest.mark.parametrize("language", PAIR)
def test_inversion_calls_the_two_sides_by_one_pair_of_words_everywhere(language):
    texts = texts_of_inversion(language)
    explained = [text for text in texts if EXPLAINS[language] and text.startswith(EXPLAINS[language])]
    assert len(explained) == (EXPLAINS[language] is not None)
    others = [text for text in texts if text not in explained]
    wrong = [text for text in others if re.search(NOT[language], text, re.IGNORECASE)]
    assert not wrong, f"say {PAIR[language]}"
    for word in PAIR[language]:
        assert any(word in text for text in words.lines(language, "inversion", ".help.txt"))
    assert PAIR[language][1].upper() in words.catalogue(language, "inversion")["share"]
    assert PAIR[language][1] in words.catalogue(language, "inversion")["children_won"]
