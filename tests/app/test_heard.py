# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What a screen reader is given is enough to play: a program that sees nothing else plays every game."""

import itertools
import os
import random
import re

import pytest

from engine import flip_over, hyper_maker, registry
from handful import heard, setups, stops
from handful.heard.drawn import Drawn
from handful.heard.news import News
from handful.keys import RIGHT, RING, SELECT, START, UP, A, B
from handful.settings import PACE
from handful.stops import of_key
from handful.texts import LANGUAGES
from tests import words
from tests.web.test_mirror import cards, is_sign, names, spoken
from tools.build import drive
from tools.console import Console

MATCHES = int(os.environ.get("HANDFUL_MATCHES", "4"))  # of each game, with every number of players
GAMES = [row[0] for row in registry.GAMES]
# The words of all cards, in the order of their numbers.
RANKS = "ace 2 3 4 5 6 7 8 9 10 jack queen king".split()
SUITS = "club spade heart diamond clown".split()
PAIRS = itertools.combinations("circle square triangle star".split(), 2)
CARDS = {
    "the_game": [str(n) for n in range(100)],
    "inversion": [f"{n} of {suit}s" for suit in SUITS for n in range(1, 11)],
    "hyper_maker": [f"{one} {n} {two} {11 - n}" for one, two in PAIRS for n in range(1, 11)],
    "flip_over": [f"{suit} {n}" for suit in "sun moon cloud umbrella leaf".split() for n in range(1, 13)],
    "inversio": [f"{rank} of {suit}s" for suit in "club diamond heart spade".split() for rank in RANKS],
}


def named(text: str, language: str = "en") -> str:
    """A text as it is heard, as mirror.js makes it of the signs."""
    place = LANGUAGES.index(language)
    for rank, suit in set(re.findall("(10|[1-9AJQK])([♣♠♥♦☺])", text)):
        card = cards()["of"][place].format(cards().get(rank, [rank] * 3)[place], names()[suit][place])
        text = re.sub(f"(?<!\\d){rank}{suit}", card, text)
    for sign, called in (("-", "⊖"), ("[+]", "⊕")):
        text = re.sub(rf"(?a)(?<![\w)]){sign}(?=\d)", called, text)
    text = re.sub(r"(?a)(?<=\d):(?=\d)", (" to ", " à ", "対")[place], text)
    for sign, called in names().items():
        text = text.replace(sign, f" {called[place]} ")
    if language == "ja":
        text = text.replace(", ", "、").replace(". ", "。")
    text = re.sub(r" (?=[.,:;)”、。])|(?<=[(“、。]) ", "", re.sub(r"\s+", " ", text)).strip()
    return re.sub(r" ?([:;!?])(?!\S)", "\xa0\\1", text) if language == "fr" else text


def listening(game: str = "", seed: int = 3, players: int = 0, **how) -> Console:
    """A console at the first turn of a match against robots, drawn for nobody."""
    console = Console(finger=True, **how)
    console.blind()
    console.app.settings.values[PACE] = 2
    if game:
        console.begin(game, [0] + [1] * ((players or max(2, registry.row(game)[2])) - 1), seed)
    return console


def choose(console, value: int) -> None:
    heard.choose(console.app, value)
    console.wait(100)
    console.heed()


def go_on(console) -> None:
    """Chooses what leads on where no action can be chosen, or waits."""
    values = [stop[0] for stop in heard.stops(console.app)]
    for key in (B, A):  # the offer to skip to the end is refused
        if of_key(key) in values:
            return choose(console, of_key(key))
    return console.wait(300)


def action_of(game: str, words: str) -> int | None:
    """The action that a stop's words name, None for any other stop."""
    if words in ("Pass", "End your turn", "End the game"):
        return 50 if words == "Pass" else 0
    found = re.match(r"(?:Play|Lead|Swap|Declare) (.*?)(?:(?: on pile| on| for) (.*))?$", words)
    if not found:
        return None
    if game == "the_game":
        return 4 * int(found[1]) + int(found[2][0]) - 1
    return 50 + int(found[1]) if words.startswith("Declare") else CARDS[game].index(found[1])


def read(game: str, text: str, legal: list[int]) -> dict:
    """The facts in what is heard. legal: the actions that stops name."""
    card = CARDS[game].index

    def find(pattern: str) -> str:
        found = re.search(pattern, text, re.M)
        return found[1] if found else ""

    def cards(start: str) -> list[int]:
        found = find(f"^{start}: (.*)")
        return [card(one) for one in found.split(", ")] if found else []

    facts: dict = {"hand": sorted(cards("Your hand")), "legal": sorted(legal)}
    if game == "the_game":
        facts["piles"] = [int(top) for top in re.findall(r"^Pile \d, \w+: (\d+)$", text, re.M)]
        return facts | {"due": int(find(r"in this turn: (\d+)")), "left": int(find(r"Draw pile (\d+)"))}
    scores = re.findall(r": (?:points|tricks|rounds) (minus )?(\d+)", text)
    facts["scores"] = [-int(score) if sign else int(score) for sign, score in scores]
    if game == "inversio":
        facts["worths"] = [int(one.split(" is ")[1]) for one in find("^Values: (.*)").split(", ")]
        return facts | {"table": card(find("^Table card (.*),")), "stock": int(find(r"stock (\d+)"))}
    played = [one for one in find("^This trick: (.*)").split(". ") if one]
    facts["trick"] = [card(re.split(r" (?:leads?|plays?|for) ", one)[-1]) for one in played]
    if game == "inversion":
        return facts | {"lane": cards("Lane"), "inverted": "\ninverted priority" in text}
    if game == "hyper_maker":
        return facts | {"master": card(find("^Master (.*),")), "left": int(find(r"to come (\d+)"))}
    discs = re.findall(r"(plus|minus) (\d+)", find("^Played for (.*)") + "\n" + find("^Discs to come: (.*)"))
    return facts | {"discs": [int(number) if side == "plus" else -int(number) for side, number in discs]}


def known(game: str, state) -> dict:
    """The same facts, from the engine."""
    facts = {"hand": state.hand(0), "legal": list(state.legal_actions())}
    if game == "the_game":
        return facts | {"piles": list(state.piles), "due": state.due, "left": state.left}
    facts["scores"] = [state.score(seat) for seat in range(state.players)]
    if game == "inversio":
        return facts | {"table": state.table, "worths": list(state.worths), "stock": state.stock()}
    if game == "inversion":
        at, lead = state.position, state.leader(state.position)
        trick = [state.played(at, (lead + i) % state.players) for i in range(state.players)]
        facts["trick"] = [card for card in trick if card >= 0]
        return facts | {"lane": state.lane[at:], "inverted": state.inverted(at)}
    facts["trick"] = state.trick
    if game == "hyper_maker":
        return facts | {"master": state.master, "left": state.masters_left()}
    sides = [disc if state.discs[disc - 1] else -disc for disc in range(1, len(state.discs) + 1)]
    return facts | {"discs": sides[state.disc - 1 :]}


def choice(game: str, facts: dict) -> int:
    """The action that a simple rule draws from the facts."""
    legal = facts["legal"]
    if game == "the_game":
        gaps = {action: (action >> 2) - facts["piles"][action & 3] for action in legal if action}
        costs = {action: gap if action & 3 < 2 else -gap for action, gap in gaps.items()}
        best = min(costs, key=costs.__getitem__, default=0)
        return 0 if 0 in legal and costs.get(best, 100) > 2 else best
    if game == "inversio":  # the least valuable card
        return min(legal, key=lambda card: facts["worths"][card % 13])
    if game == "inversion":  # the smallest number of the auction, the highest of a hand
        return legal[0] if legal[-1] >= 50 else max(legal, key=lambda card: card % 10)

    def wins(card: int) -> bool:
        trick = [*facts["trick"], card]
        if game == "hyper_maker":
            return hyper_maker.decide(facts["master"], trick)[0] == len(trick) - 1
        return flip_over.decide(trick, abs(facts["discs"][0])) == len(trick) - 1

    wanted = game != "flip_over" or facts["discs"][0] > 0  # a low card that wins, or a high one that does not
    numbers = 12 if game == "flip_over" else 10
    return min(legal, key=lambda card: (wins(card) != wanted, card % numbers * (1 if wanted else -1)))


def play(game: str, seed: int, players: int):
    """Plays a match by what is heard alone. Returns how often it chose, and the finished game."""
    console = listening(game, seed, players)
    match, chosen = console.app.match, 0
    for _ in range(600):
        if match.session.game.player < 0:
            break
        stops = {action_of(game, named(words)): value for value, words, _ in heard.stops(console.app)}
        stops.pop(None, 0)
        if not stops:
            go_on(console)
            continue
        text = "\n".join(named(line) for line in heard.lines(console.app))
        facts = read(game, text, list(stops))
        assert text.startswith("Your turn\n") and facts == known(game, match.session.game), text
        before = len(match.session.history)
        choose(console, stops[choice(game, facts)])
        if len(match.session.history) == before:
            console.wait(1000)  # a turn of The Game ends a moment later
        assert match.session.history[before] == choice(game, facts)
        chosen += 1
    return chosen, match.session.game


@pytest.mark.parametrize("game", CARDS)
def test_a_program_that_only_hears_plays_as_one_that_reads_the_engine(game):
    seats = range(max(registry.row(game)[2], 2), registry.row(game)[3] + 1)
    for number in range(MATCHES):
        chosen, state = play(game, number, seats[number % len(seats)])
        assert state.player < 0 and chosen >= 8


@pytest.mark.parametrize("game", GAMES)
def test_every_language_says_the_same_by_names_that_the_page_gives_the_signs(game):
    console = listening(game)
    raw: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for _ in range(40):
        if not heard.acts(console.app):
            go_on(console)
            continue
        told = []
        for language in LANGUAGES:
            console.app.texts.speak(language)
            found = [words for value, words, _ in heard.stops(console.app) if value >= 0]
            found += heard.lines(console.app)
            raw[language] += found
            told.append([sorted(re.findall(r"-?\d+|" + "|".join(names()), line)) for line in found])
        assert told[0] == told[1] == told[2]
        choose(console, heard.stops(console.app)[0][0])
    for language, said in raw.items():
        called = [named(line, language) for line in said]
        assert called == spoken(said, language) and len(called) > 15
        assert not [line for line in called if any(is_sign(sign) for sign in line)]


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_what_a_robot_plays_in_the_game_is_heard_with_its_pile(language):
    console = listening("the_game", players=3, language=language)
    played, told = console.app.match.session.history, {}
    while len(told) < 8:
        if heard.acts(console.app):
            choose(console, heard.stops(console.app)[0][0])
        console.wait(20)
        action = next((action for action in reversed(played) if 0 < action < 400), 0)
        if re.search(rf"(?<!\d){action >> 2}(?!\d).*[-+]\d+\)?$", console.note):
            told[action] = heard.noted(console.app, console.note)
    for action, text in told.items():
        assert str((action & 3) + 1) in re.findall(r"\d+", text.replace(str(action >> 2), "", 1)), told


def step(console, chance: random.Random, *others: int) -> str:
    """Chooses a stop at random, but none of `others` if there is another. Returns where that was."""
    place = console.screen + ":" + getattr(console.view, "overlay", "")
    found = heard.stops(console.app)
    values = [value for value, words, _ in found if words.strip()]
    assert len(values) == len(found) == len(set(values)), found  # each has words, and is there once
    wanted = [value for value in values if value not in others] or values
    heard.choose(console.app, chance.choice(wanted[-4:] if console.screen == "name" else wanted))
    for _ in range(chance.choice((2, 10, 40))):
        console.wait(20)
        assert heard.stops(console.app)  # also while something moves
        heard.lines(console.app)
    return place


@pytest.mark.parametrize("seed", range(2))
def test_whoever_chooses_any_stops_gets_stuck_nowhere(seed):
    console, chance = listening(moving=seed > 0), random.Random(seed)
    assert len({step(console, chance) for _ in range(220)}) > 8


@pytest.mark.parametrize("game", GAMES)
def test_stops_alone_finish_the_lesson(game):
    console, chance = listening(), random.Random(2)
    console.app.learn(game)
    console.wait(40)
    places = set()
    while console.app.lesson:
        places.add(step(console, chance, *[of_key(key) for key in (B, START, RING, SELECT)]))
        assert len(places) < 6
    assert game + ":lesson" in places


def heeding(console, language="en"):
    """Returns a function that says what is new at a console since it was called last."""
    drawn, news = Drawn(console.app), News()

    def said() -> str:
        lines = heard.lines(console.app, drawn, news)
        return named(news.say(console.app, lines, heard.stops(console.app)), language)

    return said


@pytest.mark.parametrize("game", ["inversion", "hyper_maker", "flip_over"])
def test_of_a_trick_each_action_is_said_once_with_who_took_it_and_whose_turn_it_is(game):
    console = listening(game, players=3)
    said, told, own = heeding(console), [], 0
    assert "Your hand: " in said()
    for _ in range(60):
        if own == 4:
            break
        if heard.acts(console.app):
            own += 1
            heard.choose(console.app, heard.stops(console.app)[0][0])
        elif getattr(console.view, "overlay", "") == "offer":
            go_on(console)
        for _ in range(9):
            console.wait(20)
            told.append(said())
    text = "\n".join(line for line in told if line)
    history = console.app.match.session.history
    plays = re.findall(r"\b(?:You|Mimi|Otto) (?:plays?|leads?|swaps?|declares?|pass(?:es)?)\b", text)
    assert len(history) - 1 <= len(plays) <= len(history) + 1  # none twice
    assert len(re.findall(r"Your turn(?:$|\. If you play)", text, re.M)) >= 2  # a match may end before
    assert re.search(r"card to follow: \d|Played for minus 2|Master \w+ \d+", text)  # the next trick's
    assert not re.findall(r"Your hand|Wait for|^\w+$", text, re.M)  # no card that was there, no bare word


def heard_of(game: str, turns: int, players: int = 3) -> list[str]:
    """What is heard of a match up to a turn of one's own, the first legal card each time."""
    console = listening(game, players=players)
    said, told = heeding(console), []
    for _ in range(4000):
        told += [text for text in [said()] if text]
        if console.app.keys.plan or console.app.deaf or not heard.acts(console.app):
            if getattr(console.view, "overlay", ""):
                go_on(console)
            console.wait(20)
            continue
        if not turns:
            break
        turns -= 1
        heard.choose(console.app, next(value for value, _, _ in heard.stops(console.app) if value >= 0))
        console.wait(20)
    console.wait(600)
    return [*told, said()]


@pytest.mark.parametrize("game", ["inversio", "hyper_maker"])
def test_what_a_card_would_do_is_said_with_the_card_after_whose_turn_it_is(game):
    told = heard_of(game, 4, 2 if game == "inversio" else 3)
    turns = [text for text in told if "Your turn" in text]
    assert len(turns) >= 4
    for text in turns[1:]:
        assert re.search(r"Your turn\. If you play (\w+ of|\w+ \d+) [^.]*: [^.]+$", text), text
    assert not set(told[-1])


def test_a_trick_of_flip_over_is_taken_in_words_and_once():
    text = "\n".join(heard_of("flip_over", 5))
    taken = re.findall(r"(?:You take|Mimi takes|Otto takes) (?:plus|minus) \d", text)
    assert len(taken) == len(set(taken)) >= 4 and not re.search(r"(You|Mimi|Otto) (plus|minus)", text), text


def test_a_swap_that_one_could_do_is_no_news_since_its_stop_says_so():
    text = "\n".join(heard_of("inversion", 4))
    assert re.search(r"\bswaps? \d", text) and "inverts" not in text


def test_the_end_of_a_round_of_inversio_is_told_in_the_order_in_which_it_happens():
    text = "\n".join(heard_of("inversio", 6, 2))
    order = "You play|2s worth|The last cards fight|You 10 of|You win|Round 2|Table card|rounds 1|Your turn"
    found = re.search(r"You play 2 of spades on 7 of spades.*", text, re.S)[0]
    places = [found.find(part) for part in order.split("|")]
    assert places == sorted(places) and -1 not in places, found
    assert text.count("The last cards fight") == 1 and found.count("7s worth") == 1
    assert "Values: ace is 1, 2 is 0, 3 is 0" in found and "Your hand: 2 of diamonds, 4 of diamonds" in found


def test_after_a_swap_the_whole_lane_is_said():
    told = "\n".join(heard_of("inversion", 3))
    swap = re.search(r"(?:swaps?) ([^.]*?) for [^.]*\..*?Lane: ([^.\n]*)", told)
    assert swap and swap[2].startswith(swap[1] + ", ") and swap[2].count(", ") > 4, told


def test_the_turn_of_the_game_is_said_once_and_not_after_each_own_card():
    told = heard_of("the_game", 3)
    assert sum("Your turn" in text for text in told) == 1, told


@pytest.mark.parametrize("game", GAMES)
def test_a_match_begins_with_its_table_and_says_whose_turn_it_is_once(game):
    text = "\n".join(heard_of(game, 0, 2 if game == "inversio" else 3))
    assert text.count("Your turn") == 1, text


def test_a_name_is_heard_as_it_grows_and_shrinks_and_the_letters_of_a_code_too():
    console = listening()
    said = heeding(console)
    console.app.open("name", 1, False)
    console.wait(700)
    assert "Name so far: empty" in said()
    told = []
    for letter in "Bo":
        choose(console, [words for _, words, _ in heard.stops(console.app)].index(letter))
        told.append(said())
    choose(console, of_key(B))
    assert [*told, said()] == ["Name so far: B", "Name so far: Bo", "Name so far: B"]
    console.app.open("code", "inversio", [0, 1], {}, 3)
    console.wait(700)
    said()
    before = console.view.code[:]
    for letter in "7Z":
        choose(console, next(value for value, words, _ in heard.stops(console.app) if words == letter))
    assert console.view.code == ["7", "Z", *before[2:]] and " ".join(console.view.code) in said()


def texts_of_lesson(game, language) -> list[str]:
    """The texts of a lesson in the words of those who hear them."""
    said = words.lines(language, game, ".lesson.txt")
    for line in words.lines(language, "", ".ear.txt"):
        old, new = line.split("=")
        said = [text.replace(old, new) for text in said]
    return [named(text, language) for text in said]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_speaks_before_the_table_and_names_buttons_and_no_keys(game, language):
    console = listening(language=LANGUAGES.index(language))
    said, told, texts = heeding(console, language), [], texts_of_lesson(game, language)
    console.app.learn(game)
    for _ in range(6000):
        lesson = console.app.lesson
        if told and not lesson:
            break
        console.wait(20 if told else 1)
        told += [text for text in [said()] if text]
        values = [value for value, _, _ in heard.stops(console.app)]
        if console.app.keys.plan or console.app.deaf or console.screen != game:
            continue
        if console.view.overlay:
            heard.choose(console.app, of_key(A))
        elif heard.acts(console.app):
            right = [value for value in values if lesson and value >= 0 and lesson.allows(value)]
            if right:
                heard.choose(console.app, right[0])
    assert told[0].startswith(texts[0]) and len(told[0]) > len(texts[0]) + 60
    text = "\n".join(told)
    assert sum(one in text for one in texts) > len(texts) / 2
    hasty = [at for at, one in enumerate(told) if "rest of the round" in one]
    for at in hasty:  # which is told in one
        assert "trump 8. round 2/2" in told[at + 1] and told[at + 2].startswith("All discs"), told
    assert hasty or game != "flip_over" or language != "en"
    assert not re.search("[ⒶⒷ]|" + named("◀▶", language), text + "\n".join(texts))
    assert game == "hyper_maker" or named("▲", language) not in text
    if language == "en":
        assert not re.search("lit pile|this pile|strip|is blue|is red|Hold", "\n".join(texts))


def own_turn(console) -> None:
    while not heard.acts(console.app):
        go_on(console)


@pytest.mark.parametrize("game", ["inversion", "hyper_maker", "flip_over"])
def test_a_card_that_may_not_be_played_is_heard_where_the_cursor_is_and_is_not_played(game):
    console = with_listener(game=game, players=3)
    said = heeding(console)
    own_turn(console)
    while len(console.view.game.legal_actions()) == len(console.view.cards()):
        choose(console, console.view.game.legal_actions()[0])
        own_turn(console)
    said()
    while stops.at(console.view) in console.view.game.legal_actions():
        console.press(RIGHT)
    count = len(console.app.match.session.history)
    ((value, text, _),) = [stop for stop in heard.stops(console.app) if stop[2]]
    assert text.endswith(" may not be played") and named(text) in said()
    choose(console, value)
    assert len(console.app.match.session.history) == count and console.refused


def test_while_a_hint_is_thought_about_nothing_of_the_picture_is_heard():
    console = with_listener(game="hyper_maker", players=3)
    own_turn(console)
    for key in (RING, UP):
        choose(console, of_key(key))
    assert console.view.below == console.view.say("keys_think")
    assert "draw pile" not in named("\n".join(heard.lines(console.app, console.listener)))


def test_a_hint_names_its_card_and_pile():
    console = listening("the_game")
    own_turn(console)
    drawn = Drawn(console.app)
    for key in (RING, UP):
        choose(console, of_key(key))
    for _ in range(300):
        found = heard.lines(console.app, drawn)
        if " on pile " in found[1]:
            break
        console.wait(50)
    assert re.match(r"Play \d+ on pile \d: [-+]\d+$", found[1]), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_card_fits_the_button_that_ends_the_game_is_named(language):
    console = listening("the_game", players=1, language=LANGUAGES.index(language))
    own_turn(console)
    console.app.match.session.game.piles[:] = [99, 99, 2, 2]
    drawn = Drawn(console.app)
    console.view.redraw()
    console.wait(100)
    note = "\n".join(heard.lines(console.app, drawn))
    stop = next(words for value, words, _ in heard.stops(console.app) if not value)
    assert stop in note and stop != console.view.say("do_ended")
    assert not set(note) & set("ⒶⒷ▼")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_button_plays_is_said_once_and_the_cursor_is_no_move(game):
    console = listening(game, players=3 if game != "inversio" else 2)
    own_turn(console)
    said, told = heeding(console), []
    said()
    value, stop, _ = heard.stops(console.app)[1 if game == "the_game" else 0]
    heard.choose(console.app, value)
    for _ in range(400):
        console.wait(1)
        told += [text for text in [said()] if text]
        if heard.acts(console.app) and len(told) > 1:
            break
    text = "\n".join(told)
    assert re.match("You (play|lead|declare|pass|swap)", told[0]), told
    assert not re.search("^(Play|Lead|Declare|Pass|Swap) ", text, re.M), told


def test_whoever_comes_back_from_the_pause_hears_whose_turn_it_is_and_no_table_again():
    console = listening("inversion")
    said = heeding(console)
    own_turn(console)
    console.wait(100)
    assert "Your hand" in said()
    choose(console, of_key(START))
    assert "Resume" in said()
    choose(console, 0)
    console.wait(100)
    assert console.screen == "inversion" and said() == "Your turn"


def test_arrows_say_what_they_lead_to():
    console = listening("inversion")

    def offered(*screen) -> set[str]:
        console.app.open(*screen)
        console.wait(700)
        return {words for _, words, _ in heard.stops(console.app)}

    for screen in ("games", "records"):
        assert {"previous game", "next game"} <= offered(screen)
    assert {"Seat 1: previous", "Challenge, number: next"} <= offered("setup", "inversion")
    for language, page in (("en", "next page"), ("fr", "page d’après"), ("ja", "次のページ")):
        console.app.texts.speak(language)
        assert page in offered("help", "inversion", ("title",))


def told_of(console, *screen) -> list[str]:
    """What is heard of a screen that opens."""
    if screen:
        console.app.open(*screen)
    console.wait(1000)
    return heard.lines(console.app, console.listener)


def with_listener(**how) -> Console:
    console = listening(**how)
    console.listener = Drawn(console.app)
    return console


def test_each_cover_is_told_whole():
    console = with_listener()
    said = heeding(console)
    told_of(console, "games", "hyper_maker")
    told = said()
    for _ in range(4):
        console.press(RIGHT)
        console.wait(300)
        assert (told := said()).count("Players: ") == told.count(" min") == 1, told


def test_a_cover_says_what_its_numbers_are():
    console = with_listener()
    lines = told_of(console, "games", "inversion")
    assert lines[0] == "!nversion" and "Players: 2-4" in lines and "NEW" in lines
    assert not [line for line in lines if re.fullmatch(r"[\W\d]+", line)]
    console.app.keep(played := console.app.records)
    played.add(1, 2, True, 7)
    console.app.keep(played)
    assert any("7" in line and "Best" in line for line in told_of(console, "games", "inversion"))


@pytest.mark.parametrize("screen", [("games", "inversio"), ("setup", "inversio"), ("ladder",), ("deals",)])
def test_the_question_before_a_saved_match_is_lost_is_news_with_its_answer(screen):
    console = with_listener()
    console.begin("the_game", [0, 1])
    console.wait(300)
    console.app.leave(False)
    setups.touch(console.app.settings, "inversio")
    said = heeding(console)
    told_of(console, *screen, *([0] if screen[1:] == () else []))
    said()
    console.press(A)
    console.wait(100)
    told = said()
    assert told.startswith("Ends your saved match.") and "OK" not in told
    stops = heard.stops(console.app)
    ((value, _, there),) = [stop for stop in stops if stop[1] == "OK: Ends your saved match."]
    assert there or value == of_key(A)  # in the place of what was chosen, so that nothing moves
    console.wait(300)
    choose(console, value)
    console.wait(300)
    assert console.screen in GAMES and console.screen != "the_game" or screen[0] in ("ladder", "deals")


def test_what_is_a_stop_is_no_line_and_nothing_empty_is_said():
    console = with_listener(game="inversion")
    own_turn(console)
    choose(console, of_key(RING))
    console.wait(100)
    assert console.view.overlay == "ring"
    stops = [words for _, words, _ in heard.stops(console.app)]
    assert not [line for line in told_of(console) if any(stop in line for stop in stops)]
    for game in GAMES:
        play_on = listening(game, seed=5)
        for _ in range(500):
            if play_on.app.match.session.game.player < 0:
                break
            values = [value for value, _, _ in heard.stops(play_on.app) if value >= 0]
            choose(play_on, values[-1]) if heard.acts(play_on.app) else go_on(play_on)
            assert not [line for line in heard.lines(play_on.app) if line.endswith(": ")]


def test_more_letters_for_a_name_are_said():
    console = with_listener()
    said = heeding(console)
    told_of(console, "name", 1, False)
    assert "Letters from A" in said()
    console.press(SELECT)
    console.wait(100)
    assert said() == "Letters from É"


def test_names_come_without_faces_and_a_row_with_one_way_has_one_arrow():
    console = with_listener()
    assert "Mimi" not in "".join(told_of(console, "setup", "inversion"))  # it is a stop
    stops = [words for _, words, _ in heard.stops(console.app)]
    assert "Seat 2 Mimi, normal" in stops
    assert "Card code: new" in stops and not [text for text in stops if text.startswith("Card code, ")]


def test_statistics_without_a_match_say_so_once():
    console = with_listener()
    assert told_of(console, "records", 1) == ["!nversion", "No match yet"]


def test_undoing_a_card_tells_the_pile_that_is_there_again():
    console = listening("the_game", players=1)
    said = heeding(console)
    said()
    value = heard.stops(console.app)[0][0]
    choose(console, value)
    assert re.match(r"You play \d+ on pile \d", said())
    choose(console, of_key(B))
    told = said()
    assert re.match(r"(Undone\. )?Pile \d, (rising: 1|falling: 100)\b.*Back in your hand: \d+", told), told


def test_no_board_has_the_words():
    places = [*drive.all_sources(), *drive.assets()]
    assert not [place for place in places if "heard" in place or ".ear." in place]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_question_before_an_undo_is_heard_and_its_answers_are_the_first_stops(answer):
    console = listening()
    console.begin("inversio", [0, 1])
    for _ in range(20):
        if console.app.match.may_take_back() and console.view.mine:
            break
        choose(console, next(value for value, _, _ in heard.stops(console.app) if value >= of_key(A)))
        console.wait(300)
    said = heeding(console)
    said()
    count = len(console.app.match.session.history)
    choose(console, of_key(B))
    assert console.refused and said() == "Undo? Match won’t count."
    stops = heard.stops(console.app)
    assert [words for _, words, _ in stops[:2]] == ["yes", "no"]
    choose(console, stops[answer == "no"][0])
    undone = answer == "yes"
    assert (len(console.app.match.session.history) < count) == console.app.match.assisted == undone
    assert not console.view.sure and "yes" not in [words for _, words, _ in heard.stops(console.app)]
    assert undone or not console.refused
    ((_, words, _),) = [stop for stop in heard.stops(console.app) if stop[2]]
    assert not undone or said().endswith(named(words))  # what Enter would play now


@pytest.mark.parametrize(
    ("screen", "wanted"),
    [
        (("games", "inversio"), "learn or play"),
        (("records", 1), "next game"),
        (("help", "inversio", ("title",)), "next page"),
    ],
)
def test_a_screen_without_a_cursor_begins_where_one_goes_on(screen, wanted):
    console = with_listener()
    told_of(console, *screen)
    stops = heard.stops(console.app)
    assert {value: words for value, words, _ in stops}[heard.first(console.app, stops)] == wanted


def test_the_ring_begins_with_its_first_row():
    console = with_listener(game="flip_over", players=3)
    own_turn(console)
    choose(console, of_key(RING))
    stops = heard.stops(console.app)
    assert heard.first(console.app, stops) == stops[0][0] and stops[0][1] == "hint"


def test_what_a_name_is_for_is_said_first_and_counts_of_challenges_with_what_they_count():
    console = with_listener()
    assert told_of(console, "name", 1, False)[0] == "Name of player 2"
    assert told_of(console, "deals", 0)[1:] == ["beat par: 0", "par: 0", "missed: 0"]


def test_no_colon_is_said_before_a_full_stop():
    console, news = with_listener(), News()
    told_of(console, "title")
    assert news.say(console.app, ["Since then:", "Depuis\xa0:"], []).startswith("Since then. Depuis")
