# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""At the console: whose turn, who may look, what may be taken back, what is counted."""

import re
import types

import pytest

from engine import registry, session
from engine.bots import choose
from engine.rng import Rng
from handful.match import Match, load
from handful.settings import PACE
from tests import words
from tests.app.test_keys import ONE_ROW
from tests.playing import drawn, first, until_mine
from tools import PROJECT as ROOT
from tools.console import Console


def started(kinds, seed=2026, **options):
    console = Console()
    console.keys("a")
    console.begin("the_game", kinds, seed, **options)
    return console


def lay(console, cards=1):
    for _ in range(cards):
        console.keys("a")


def test_a_card_laid_in_this_turn_is_taken_back_with_b():
    console = started([0])
    hand = list(console.app.match.session.game.hand(0))
    lay(console, 2)
    console.keys("bb")
    assert console.app.match.session.game.hand(0) == hand
    assert not console.app.match.assisted


@pytest.mark.parametrize("moving", [False, True])
def test_that_a_card_is_taken_back_is_said_until_the_next_key(moving):
    console = Console(moving=moving)
    console.begin("the_game", [0])
    console.wait(3000)
    lay(console)
    console.wait(3000)
    console.keys("b")
    console.wait(5000)
    assert console.note == words.catalogue("en")["taken_back"]


def offers(console) -> str:
    """The keys that stand at the foot, in their order."""
    return "".join([sign for sign in console.foot if sign in "ⒶⒷ▼"])


def test_the_foot_offers_undo_and_the_end_of_a_turn_only_when_they_can_be_had():
    console = started([0])
    assert offers(console) == "Ⓐ"
    lay(console)
    assert offers(console) == "ⒶⒷ"
    lay(console)
    assert offers(console) == "ⒶⒷ▼"
    console.keys("bb")
    assert offers(console) == "Ⓐ"
    lay(console, 2)
    console.keys("da")
    assert not console.app.match.session.game.laid and offers(console) == "ⒶⒷ"
    loaded = load(console.app.match.dump())
    assert loaded.may_take_back()
    console.keys("bbbb")
    assert not console.app.match.session.history and not console.app.match.may_take_back()


def test_the_foot_offers_no_card_where_none_can_be_played():
    console = started([0])
    game = console.app.match.session.game
    game.piles[:] = [99, 99, 2, 2]
    console.view.redraw()
    console.wait(40)
    assert game.legal_actions() == [0] and offers(console) == "▼"


def test_the_foot_offers_no_undo_of_what_another_person_has_seen():
    console = started([0, 0])
    console.keys("a")
    lay(console, 2)
    assert offers(console) == "ⒶⒷ▼"
    console.keys("daaa....")  # the end of the turn, and the console goes to the other person
    assert console.app.match.viewer == 1 and console.view.mine and offers(console) == "Ⓐ"


def test_hyper_maker_offers_undo_from_the_second_card_on():
    console = Console()
    console.keys("a")
    console.begin("hyper_maker", [0, 1, 1])
    until_mine(console)
    assert offers(console) == "Ⓐ"
    console.keys("a")
    until_mine(console)
    assert offers(console) == "ⒶⒷ"


def shown(game, seat):
    """A seat's signals."""
    return [game.signal(seat, pile) for pile in range(4)]


def test_signals_set_after_a_card_stay_when_it_is_taken_back():
    console = started([0, 0])
    console.keys("a")
    lay(console, 2)
    console.keys("druru" + "b")  # two signals, and back to the hand
    console.keys("b")
    game = console.app.match.session.game
    assert len(game.laid) == 1
    assert shown(game, game.player) == [1, 1, 0, 0]
    console.keys("b")
    game = console.app.match.session.game
    assert not game.laid and list(console.app.match.session.history) == [404, 405]


@pytest.mark.parametrize("kind", [1, 2, 3])
def test_robots_say_what_their_hands_ask_for_after_each_action(kind):
    """TG-21"""
    match = Match(session.Session("the_game", 4, 2), [0, 0, kind, kind])
    game = match.session.game
    chance = Rng(1)
    spoke = inside = 0
    while game.player >= 0:
        before = game.player, shown(game, 2), shown(game, 3)
        match.act(choose(game, 0, chance))
        for seat in (2, 3):
            if game.player not in (-1, seat) and game.held(seat):
                asked = game.wishes(seat) if kind > 1 else [0] * 4
                assert shown(game, seat) == asked
                spoke += any(asked)
                inside += before[0] == game.player != seat and before[seat - 1] != asked
        assert not any(shown(game, 0) + shown(game, 1))
    assert kind == 1 or spoke > 20 and inside > 5
    assert session.Session.load(match.session.dump()).history == match.session.history


def test_a_loaded_match_knows_when_the_next_seat_spoke():
    match = Match(session.Session("the_game", 3, 2), [0, 3, 3])
    chance = Rng(1)
    told = 0
    while match.session.game.player >= 0:
        match.act(choose(match.session.game, 0, chance))
        loaded = load(match.dump())
        assert loaded.session.game.spoken == match.session.game.spoken
        assert loaded.session.history == match.session.history
        told += match.session.game.spoken > 0
    assert told > 20


@pytest.mark.parametrize("kinds", [[0], [0, 0, 1]])
def test_a_table_without_robots_that_speak_looks_for_nothing_to_say(kinds, monkeypatch):
    match = Match(session.Session("the_game", len(kinds), 3), kinds)
    asked = []
    monkeypatch.setattr(type(match.session.game), "say", lambda game, seats: asked.append(seats) or [])
    for _ in range(8):
        match.act(choose(match.session.game, 0, Rng(1)))
    assert not asked


def test_a_card_is_taken_back_and_the_robots_say_again_what_fits_the_piles():
    """TG-15, TG-21"""
    changed = 0
    for seed in range(12):
        match = Match(session.Session("the_game", 3, seed), [0, 2, 3])
        game = match.session.game
        chance = Rng(seed)
        while game.player != 0 or not game.score(0) or game.laid:
            match.act(choose(game, 1, chance))
        match.viewer = 0
        before = shown(game, 1), shown(game, 2)
        match.act(game.legal_actions()[-1])
        assert game.player == 0
        changed += (shown(game, 1), shown(game, 2)) != before
        assert match.take_back(False) == ""
        game = match.session.game
        assert not game.laid and (shown(game, 1), shown(game, 2)) == before
        assert match.seen[0] == len(match.session.history)
        assert session.Session.load(match.session.dump()).history == match.session.history
    assert changed > 2


@pytest.mark.parametrize("kinds", [[0, 1, 1], [0, 3]])
def test_the_foot_offers_nothing_to_take_back_once_the_first_card_is_back(kinds):
    console = started(kinds)
    until_mine(console)
    lay(console, 2)
    console.keys("druru" + "b")
    console.keys("bb")
    match = console.app.match
    assert not match.session.game.laid
    assert match.may_take_back() is load(match.dump()).may_take_back() is False
    assert match.take_back(True) == "no_back"


def test_across_the_end_of_a_turn_taking_back_asks_first_and_the_match_no_longer_counts():
    console = started([0])
    lay(console, 2)
    console.keys("da")
    history = len(console.app.match.session.history)
    console.keys("b")
    assert len(console.app.match.session.history) == history and not console.app.match.assisted
    console.keys("b")
    assert len(console.app.match.session.history) == history - 1 and console.app.match.assisted


def test_the_neutral_screen_shows_nothing_of_any_hand():
    console = started([0, 0, 0])
    console.keys("a")
    lay(console, 2)
    console.keys("daa")
    assert console.screen == "handover"
    before = console.image().tobytes()
    game = console.app.match.session.game
    for seat in range(3):
        game.redeal(seat, Rng(seat + 5))
    console.open("handover")
    console.heed()
    assert console.image().tobytes() == before


def test_who_takes_the_console_over_sees_what_happened_since():
    console = started([0, 0])
    console.keys("a")
    lay(console, 2)
    console.keys("daa" + "a")
    assert not console.view.mine
    assert console.view.game is not console.app.match.session.game
    seen = set()
    for _ in range(200):
        console.wait(40)
        seen.add(console.note)
    assert [note for note in seen if " plays " in note]
    assert console.view.mine and console.view.game is console.app.match.session.game


def test_before_the_team_chooses_everybody_looks_in_turn():
    console = started([0, 0, 0], starter=1)
    looked = []
    for _ in range(3):
        assert console.screen == "handover"
        console.keys("a")
        looked.append(console.app.match.viewer)
        console.keys("a")
    assert looked == [0, 1, 2]
    assert console.screen == "the_game" and console.app.match.viewer == -1
    console.keys("rra")
    assert console.app.match.session.game.player == 2


def test_again_deals_the_same_cards_and_new_does_not():
    console = started([0])
    hand = list(console.app.match.session.game.hand(0))
    console.app.match.session.game.player = -1
    console.wait(200)
    match = console.app.match
    console.see_end()
    console.keys("da")
    assert console.app.match is not match and list(console.app.match.session.game.hand(0)) == hand
    console.app.seed = lambda: 5
    console.app.match.session.game.player = -1
    console.wait(200)
    console.see_end()
    console.keys("a")
    assert list(console.app.match.session.game.hand(0)) != hand


def test_a_deal_code_is_entered_with_the_pad():
    console = Console()
    console.keys("aa")  # the set-up, since it is the first visit
    console.keys("ddddddd" + "a")  # past the lesson, the deal, today's, the choices and the series
    assert console.screen == "code"
    console.keys("u" + "a")
    assert console.screen == "setup" and console.shows(session.code_of(2026 + (1 << 25)))


def test_a_match_comes_back_from_its_bytes_and_garbage_is_a_value_error():
    console = started([0, 2, 0])
    match = console.app.match
    match.assisted = True
    match.seen = [0, 0, 0]
    data = match.dump()
    again = load(data)
    assert (again.kinds, again.assisted, again.seen) == (match.kinds, True, match.seen)
    assert again.session.dump() == match.session.dump()
    for cut in range(len(data)):
        with pytest.raises(ValueError):
            load(data[:cut])
    for place in range(len(data)):
        for bit in range(8):
            altered = bytearray(data)
            altered[place] ^= 1 << bit
            try:
                other = load(bytes(altered))
            except ValueError:
                continue
            assert other.session.dump() == match.session.dump()


def test_every_text_that_a_common_screen_asks_for_is_there_once():
    parts = [(part, ending) for part in ("", "the_game") for ending in (".txt", ".heard.txt")]
    asked = set()
    for path in (ROOT / "lib/handful").rglob("*.py"):
        if path.stem.startswith(tuple(row[0] for row in registry.GAMES[1:])):
            continue
        asked.update(re.findall(r'say\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    # Those that end in what is found at run time, and the suits, which only a game has that chooses some.
    asked = {key for key in asked if not key.endswith("_")} - {"suits"}
    assert asked <= {key for part in parts for key in words.catalogue("en", *part)}


@pytest.mark.parametrize("seed", [5, 11])
def test_the_box_of_a_hint_is_higher_where_it_would_cut_a_line(seed):
    console = Console()
    console.begin("flip_over", (0, 2, 2, 2), seed)
    until_mine(console)
    frames = []
    canvas = console.app.canvas
    draw = canvas.frame
    canvas.frame = lambda x, y, width, *more: (frames.append((x, y, width)), draw(x, y, width, *more))
    console.keys("Bu")
    while console.view.overlay != "hint" or console.view.thinker.mind:
        console.wait(20)
    console.wait(40)
    x, top, width = frames[-1]
    assert (x, width) == (0, 160)
    ends = [y + 7 for (_, y), text in console.reader.texts.items() if text and y < top]
    assert ends and max(ends) <= top


@pytest.mark.parametrize("keys", ["B", "e"])
def test_what_a_robot_thinks_of_is_not_shown_while_something_lies_over_the_table(keys):
    console = Console()
    console.begin("inversio", [3, 0], 2032)  # a choice that takes longer than B is held
    for _ in range(200):
        if console.view.thinker.mind:
            break
        console.wait(20)
    console.keys(keys)
    assert console.view.thinker.mind
    over = console.view.overlay
    before = console.image().tobytes()
    console.wait(20_000)
    assert console.view.overlay == over in ("ring", "last") and console.image().tobytes() == before
    length = len(console.app.match.session.history)
    console.keys("b")
    console.wait(20_000)
    assert len(console.app.match.session.history) > length


def test_choosing_teams_turns_the_exchange_on_and_either_can_be_changed_alone():
    """FO-21"""
    console = Console()
    console.open("setup", "flip_over", [0, 1, 1, 1])
    view = console.view
    names = [row[0] for row in registry.load("flip_over").OPTIONS]
    teams, exchange = names.index("teams"), names.index("exchange")

    def value(option):
        (shown,) = [text for number, _, text in view.rows() if number == option]
        return [view.say(f"{names[option]}_{number}") for number in (0, 1)].index(shown)

    assert (value(teams), value(exchange)) == (0, 0)
    view.change(exchange, 1)
    assert (value(teams), value(exchange)) == (0, 1)  # also without teams
    view.change(exchange, 1)
    view.change(teams, 1)
    assert (value(teams), value(exchange)) == (1, 1)
    view.change(exchange, 1)
    assert (value(teams), value(exchange)) == (1, 0)
    view.change(exchange, 1)
    view.change(teams, 1)
    assert (value(teams), value(exchange)) == (0, 1)


@pytest.mark.parametrize("aid", (0, 1))
def test_cards_of_earlier_turns_of_the_game_are_shown_by_the_memory_aid_alone(aid):
    console = Console()
    console.app.settings.values[1] = aid
    console.begin("the_game", [0, 0], seed=11)
    match = console.app.match

    def shown():
        rows = drawn(console)
        console.view.draw_last()
        texts = [row[0] for row in rows]
        return sorted(int(text.split()[0]) for text in texts if text[0].isdigit())

    def turn():
        match.viewer = match.session.game.player
        match.seen = [len(match.session.history)] * 2
        console.app.table()
        console.wait(40)

    turn()
    assert shown() == []
    earlier = []
    for _ in range(2):
        action = match.session.game.legal_actions()[0]
        match.act(action)
        earlier.append(action >> 2)
    turn()
    assert shown() == sorted(earlier)  # of the present turn
    match.act(0)
    turn()
    assert shown() == sorted(earlier) * aid
    action = match.session.game.legal_actions()[0]
    match.act(action)
    turn()
    assert shown() == sorted([action >> 2] + earlier * aid)
    for _ in range(8):
        match.act(first(match.session.game))
    turn()
    laid = [action >> 2 for action in match.session.history if 0 < action < 400]
    assert len(laid) > 8 and shown() == sorted(laid[-8:] if aid else laid[-len(match.session.game.laid) :])


@pytest.mark.parametrize("key", "aul")
def test_a_card_taken_back_at_the_end_of_the_turn_leaves_no_end_of_the_turn(key):
    console = Console()
    console.begin("the_game", [0, 0], seed=11)
    match = console.app.match
    match.viewer = match.session.game.player
    match.seen = [0, 0]
    console.app.table()
    console.wait(40)
    for _ in range(2):
        match.act(match.session.game.legal_actions()[0])
    console.app.table()
    console.wait(40)
    console.keys("d")  # to the end of the turn
    console.keys("Bl" + key)  # takes back by the ring
    console.wait(5000)
    # A plays the card that is lit: the cursor is at the hand.
    assert len(match.session.history) == 1 + (key == "a") and 0 not in match.session.history
    assert console.screen == "the_game" and console.app.match.session.game.laid


def test_a_robot_that_was_thinking_thinks_anew_after_its_player_has_taken_back():
    console = Console()
    console.begin("inversion", [0, 3, 3, 3], seed=5)
    while not console.view.mine:
        console.keys("a")
    view = console.view
    actions = len(view.session.history)
    console.keys("a")
    while not view.thinker.mind:
        console.app.step()
        console.board.clock += 20
    view.thinker.mind = types.SimpleNamespace(step=lambda: None)  # longer than it takes to press the keys
    console.keys("BlBl")
    assert len(view.session.history) == actions and not view.thinker.mind
    console.keys("ra")
    console.wait(60_000)
    assert console.screen == "inversion" and len(view.session.history) > actions + 1


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_a_robot_thinks_while_what_came_before_it_is_read_and_plays_when_that_is_over(key):
    console = Console()
    console.app.settings.values[PACE] = 0
    console.begin(key, [0] + [3] * (registry.row(key)[3] - 1), seed=5)
    view = console.view
    thought = waited = 0
    for _ in range(4000):
        if view.mine:
            console.keys("a")
        actions, reading = len(view.session.history), view.telling.reading
        console.app.step()
        console.board.clock += 20
        if reading and view.telling.reading:
            assert len(view.session.history) == actions
            if view.match.computer:
                waited += 1
                thought += view.thinker.mind is not None
        if waited > 200:
            break
    assert thought > 20


def question(key):
    """What is asked before a match stops to count, with the key that says yes."""
    text = words.catalogue("en")["back_sure"].format(key)
    assert key in text
    return text


@pytest.fixture
def asked():
    """A console on which taking back would spoil a match of Inversio, and has been asked about."""
    console = Console()
    console.begin("inversio", (0, 1), 7)
    while not console.app.match.may_take_back() or not console.view.mine:
        console.keys("a" if console.view.mine else "")
        console.wait(1000)
    console.keys("b")
    assert console.foot == question("Ⓑ")
    return console


@pytest.mark.parametrize("others", ["r", "ea", "er", "Bra", "Bb", "Bua"])
def test_after_another_key_taking_back_is_asked_anew(asked, others):
    before = len(asked.app.match.session.history)
    for letter in others:
        asked.keys(letter)
        asked.wait(3000)
    asked.keys("b")
    assert asked.foot == question("Ⓑ")
    assert len(asked.app.match.session.history) == before


@pytest.mark.parametrize("key", ONE_ROW)
def test_down_takes_back_names_itself_in_the_question_and_answers_it(key):
    console = Console()
    console.begin(key, [0] + [1] * (registry.row(key)[2] - 1), 7)
    for _ in range(60):
        if console.app.match.may_take_back() and console.view.mine:
            break
        console.keys("a" if console.view.mine else "")
        console.wait(1000)
    before = len(console.app.match.session.history)
    console.keys("d")
    assert console.foot == question("▼") and len(console.app.match.session.history) == before
    console.keys("rd")
    assert console.foot == question("▼") and len(console.app.match.session.history) == before
    console.keys("d")
    assert len(console.app.match.session.history) < before and console.note == "Undone"


@pytest.mark.parametrize("answer", ["b", "Bl"])
def test_taking_back_is_answered_by_the_same_key_or_by_the_ring(asked, answer):
    before = len(asked.app.match.session.history)
    asked.keys(answer)
    assert len(asked.app.match.session.history) < before


@pytest.mark.parametrize("row", ["", "dd", "ddd"])
def test_start_closes_the_pause_and_answers_no_question(asked, row):
    asked.keys("a")
    while not asked.app.match.may_take_back() or not asked.view.mine:
        asked.wait(1000)
    history = asked.app.match.session.history[:]
    asked.keys("s" + row + "a" * bool(row))
    assert asked.screen == "pause"
    asked.keys("s")
    assert asked.screen == "inversio" and asked.view.mine
    assert asked.app.match.session.history == history and not asked.app.match.assisted


@pytest.mark.parametrize(
    ("row", "asks"), [("dd", question("Ⓐ")), ("ddd", words.catalogue("en")["again_sure"])]
)
@pytest.mark.parametrize("others", ["ud", "l", "e"])
def test_after_another_key_the_pause_asks_anew(asked, row, asks, others):
    asked.keys("a")  # any other key answers the question of the foot
    while not asked.app.match.may_take_back() or not asked.view.mine:
        asked.wait(1000)
    history = asked.app.match.session.history[:]
    asked.keys("s" + row + "a")
    assert asked.foot == asks
    asked.keys(others)
    asked.keys("a")
    assert asked.foot == asks
    assert asked.screen == "pause" and asked.app.match.session.history == history
    asked.keys("a")
    assert asked.screen != "pause"
