# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Every screen as a picture: tests/golden/<name>.png, at 1:1. HANDFUL_REWRITE=1 records them again."""

import os
from itertools import chain, repeat

import pytest
from PIL import Image, ImageChops

from boards import terminal
from engine import registry
from handful import series
from tests import presses
from tests.games.the_game import scored
from tests.playing import to_the_end, until_mine
from tests.ruler import Ruler
from tools import PROJECT as ROOT
from tools.console import Console

GOLDEN = ROOT / "tests" / "golden"
NICE = ["Ana", "Bob", "Chloé", "Dai", "Emi"]  # in the pictures that README.md shows
LONG = ["WWWWWWWW", "Maximil.", "Ana", "Éloïse", "Tom"]


def opened(*screen, **options):
    """A console on which a screen was opened."""
    console = Console(**options)
    console.open(*screen)
    return console


def owner(prepare, *screen):
    """A console whose statistics `prepare` has filled; at its title, or at a screen."""
    console = Console()
    records = console.app.records
    prepare(records)
    console.app.keep(records)
    if screen:
        console.open(*screen)
    return console


def begun(key, players, names=(), **options):
    """A match of people, just dealt."""
    console = Console()
    if names:
        console.app.settings.names = list(names)
    console.begin(key, [0] * players, **options)
    return console


def damaged():
    console = show("title_continue")
    console.board.flash[console.board.flash.rindex(b"Hf") + 20] ^= 1
    return Console(console.board.flash)


def cover(row):
    """The shelf at a game's cover: the first one has been played, the others are new."""
    console = owner(lambda records: records.add(0, 0, True, 87))
    console.keys("a" + "r" * row)
    return console


def demo():
    console = Console()
    console.app.seed = chain((2,), repeat(2026)).__next__  # the third game
    console.wait(30_000)
    return console


def challenge(key, ms):
    """A challenge that many milliseconds after it was dealt."""
    console = Console()
    console.app.challenge(key, 17)
    console.wait(ms)
    return console


def challenge_result():
    """What the challenge has earned, above the next one."""
    console = to_result(challenge("the_game", 40), 0)
    console.see_end()
    return console


def today():
    """Today's challenge is done, as the third in a row."""
    console = Console()
    console.board.day = (2026, 11, 27)
    records = console.app.records
    for day in range(3):
        records.add_day(series.today(console.board) - 2 + day)
    records.add_of(0, 58, 98)
    console.app.keep(records)
    console.app.settings.setups = bytes(3)
    console.open("setup", "the_game")
    return console


def setup_five():
    console = show("setup_alone")
    console.app.settings.names = list(LONG)
    console.keys("dddrrrrdddd")
    return console


def lit():
    """A board whose light has steps."""
    console = Console()
    console.board.LIGHT = 2
    return console


def trouble(error, told):
    console = begun("the_game", 1)
    console.open("trouble", error, told)
    return console


def typed(name):
    """The name on a board with a keyboard."""
    console = Console()
    console.app.settings.names[0] = name
    console.board.typed = lambda: ""
    console.open("name", 0, None)
    return console


def help_keys(called=None):
    """The page of the keys; called: as a board calls them."""
    console = Console()
    if called:
        console.board.KEYS_CALLED = called
    else:
        console.app.texts.load("the_game")  # before the page asks for them
    console.open("help", "the_game", ("title",))
    return console


def first_hint(key, players):
    """A table whose key line names the help that nobody has found yet."""
    console = Console(new=True)
    console.begin(key, [0] + [1] * (players - 1), seed=5)
    until_mine(console)
    console.wait(40)
    return console


def many(records):
    """The widest numbers that there are."""
    records.add(0, 0, True, 98)
    records.add(0, 3, False, 61)
    for _ in range(9999):
        records.add(0, 2, True, -208)
    for number in range(255):
        records.go_on(0, number % 3 > 0, range(5), 0)


def medals_of_deals(records):
    for number in range(1, 40):
        records.add_of(1, number, series.par("inversion", number) + number % 3 - 1)


def medals_of_robots(records):
    for game, medals in enumerate((0x27, 0x7FFF, 0x1249, 0, 0x4210)):
        records.go_on(game, True, [], medals)


def game_back():
    # A backwards trick: laid 24, then 34 would be ten higher than the top of a falling pile.
    console = begun("the_game", 1, seed=17)
    game = console.app.match.session.game
    for pair in ((card, other) for card in game.hand(0) for other in game.hand(0) if other == card + 10):
        console.app.match.act(4 * pair[0] + 2)
        console.view.sync()
        console.keys("r" * game.hand(0).index(pair[1]))
    return console


def game_signals_seen():
    console = show("game_since")
    for _ in range(8):
        console.keys("a" if not console.view.mine else "")
    return console


def result():
    """A match of The Game played to its end by pressing keys."""
    console = begun("the_game", 1, seed=5)
    for key in presses.lay_best(console.app):
        if key >= 0:
            console.press(key)
        elif key == presses.WAIT:
            console.wait(500)
    return console


def beaten():
    # Nobody beats it by pressing greedily: the score is set, the screen is the real one.
    console = begun("the_game", 1)
    game = console.app.match.session.game
    scored(game, 98)
    game.player = -1
    console.wait(100)
    return console


def pages(key):
    """A console at each page of a game's help behind that of the keys."""
    console = opened("help", key, ("title",))
    for page in range(console.page[1] - 1 - (key != "the_game")):  # the last one is every game's
        console.keys("r")
        yield f"help_{key}_{page + 1}", console


def at_table(key, players, actions, letters="", names=LONG, **options):
    """A table of people after that many actions, the last legal one each time, before the next one looks."""
    console = begun(key, players, names, seed=11, **options)
    match = console.app.match
    for _ in range(actions):
        match.act(match.session.game.legal_actions()[-1])
    match.viewer = match.session.game.player
    match.seen = [len(match.session.history)] * players
    console.app.table()
    console.wait(40)
    console.keys(letters)
    return console


# Tables: arguments of at_table by the picture's name. In an auction of four the last action each time
# is the highest bid, after which three pass.
TABLES = {
    "inversion_table": ("inversion", 4, 4 + 6),
    "inversion_long": ("inversion", 4, 4 + 6),
    "inversion_auction": ("inversion", 3, 0),
    "inversion_two": ("inversion", 2, 5),
    "inversion_refused": ("inversion", 2, 5, "la"),
    "inversion_piles": ("inversion", 4, 4 + 6, "e"),
    "hyper_maker_table": ("hyper_maker", 4, 6),
    "hyper_maker_long": ("hyper_maker", 4, 6),
    "hyper_maker_three": ("hyper_maker", 3, 1),
    "hyper_maker_five": ("hyper_maker", 5, 9),
    "hyper_maker_last": ("hyper_maker", 4, 6, "e"),
    "hyper_maker_won": ("hyper_maker", 4, 30, "er"),
    "hyper_maker_gone": ("hyper_maker", 4, 30, "err"),
    "flip_over_table": ("flip_over", 4, 14),
    "flip_over_three": ("flip_over", 3, 4),
    "flip_over_five": ("flip_over", 5, 22),
    "flip_over_last": ("flip_over", 4, 12, "e"),
    "flip_over_face_down": ("flip_over", 4, 14, "e"),
    "inversio_table": ("inversio", 2, 3),
    "inversio_cards": ("inversio", 2, 6, "e"),
}


def to_result(console, place, winners=None, scores=()):
    """Ends the match: everybody takes the legal action at that place. winners, scores: in place of theirs."""
    match = console.app.match
    game = match.session.game
    to_the_end(match, place)
    if scores:
        game.winners = lambda: winners
        game.score = scores.__getitem__
    console.open("result")
    return console


def ended(key, players, **options):
    """The result of a match in which everybody always took the last legal action."""
    return to_result(begun(key, players, LONG, seed=11, **options), -1)


def result_rows():
    console = ended("hyper_maker", 5)
    console.see_end()
    return console


def result_of(kinds, place, winners, scores, key, seed):
    """The result for the only person."""
    console = Console()
    console.begin(key, kinds, seed=seed)
    return to_result(console, place, winners, scores)


MEMORY = "MemoryError: memory allocation failed, allocating 10240 bytes"
FILE = "OSError: [Errno 2] ENOENT: " + "assets/text/" * 8

# How to come to each screen: from another one, or by a function; and the keys that are pressed there.
SCENES = {
    "language": (lambda: Console(language=-1), ""),
    "first_question": ("language", "a"),
    "title": (lambda: Console(), ""),
    "title_continue": ("game_alone", "sua"),
    "damaged": (damaged, ""),
    "demo": (demo, ""),
    "games": ("title", "a"),
    "setup_alone": ("games", "a"),
    "setup_five": (setup_five, ""),
    "setup_deal": ("setup_five", "ddddd"),
    "setup_known": (lambda: cover(0), "d"),
    # A table of another colour, which takes four medals more.
    "setup_table": (
        lambda: owner(lambda records: records.go_on(3, True, [], 15), "setup", "flip_over"),
        "ul",
    ),
    "code": ("setup_deal", "arrru"),
    "name_first": (lambda: opened("name", 0, None), ""),
    "name_full": ("name", "aaaaa" + "la"),
    "name_accents": ("name", "er"),
    "name_typed": (lambda: typed("Maximil."), ""),
    "name_typed_none": (lambda: typed(""), ""),
    "help_keys": (help_keys, ""),
    "help_keys_called": (lambda: help_keys(terminal.KEYS_CALLED), ""),
    "help_unknown": (lambda: first_hint("the_game", 1), ""),
    "help_unknown_cards": (lambda: first_hint("flip_over", 3), ""),
    "settings": ("title", "da"),
    "settings_brightness": (lit, "dadddd"),
    "name": ("settings", "ddddda" + "rrra" + "dda" + "ra"),
    "records": (lambda: owner(many), "dda"),
    "deals": (lambda: owner(medals_of_deals), "dda" + "r" + "a" + "l"),
    "ladder": (lambda: owner(medals_of_robots), "dda" + "d" + "d" + "l"),
    "trouble": (lambda: trouble(MEMORY, "trouble_kept"), ""),
    "trouble_lost": (lambda: trouble(FILE, "trouble_lost"), ""),
    "game_alone": (lambda: begun("the_game", 1), ""),
    "game_aim": ("game_alone", "rru"),
    "game_back": (game_back, ""),
    "game_refused": ("game_alone", "ad"),
    "game_end": ("game_alone", "aa" + "d"),
    "game_five": (lambda: begun("the_game", 5, LONG), "a"),
    "game_signal": ("game_five", "aa" + "dr" + "u" + "rruu"),
    "game_talk": ("game_signal", "a" + "r" + "r" + "uu"),
    "handover": ("game_talk", "a"),
    "game_since": ("handover", "a"),
    "game_signals_seen": (game_signals_seen, ""),
    "game_said": ("game_signals_seen", "ur"),  # to a pile that something was said of
    "game_look": (lambda: begun("the_game", 3, starter=1), "a"),
    "game_starter": (lambda: begun("the_game", 3, LONG, starter=1), "aa" * 3 + "r"),
    "ring": ("game_alone", "B"),
    "last": ("game_alone", "aa" + "e"),
    "pause": ("game_alone", "s"),
    "challenge": (lambda: challenge("inversion", 4000), ""),
    "challenge_pause": ("challenge", "s"),
    "challenge_result": (challenge_result, ""),
    "today": (today, ""),
    "exchange": (lambda: at_table("flip_over", 4, 41, teams=1, exchange=1), ""),
    "exchange_sheet": (lambda: at_table("flip_over", 4, 51, "a", exchange=1), ""),
    "teams": (lambda: at_table("flip_over", 4, 22, teams=1), ""),
    "even_round": (lambda: at_table("flip_over", 5, 61), ""),
    "hidden_worths": (lambda: at_table("inversio", 2, 3, open_worths=0), ""),
    "several_deals": (lambda: at_table("hyper_maker", 4, 50, deals=4), ""),
    "result": (result, ""),
    "beaten": (beaten, ""),
    "result_inversion": (lambda: ended("inversion", 4), ""),
    "result_hyper_maker": (lambda: ended("hyper_maker", 5), ""),
    "result_flip_over": (lambda: ended("flip_over", 5), ""),
    "result_teams": (lambda: ended("flip_over", 4, teams=1), ""),
    "result_inversio": (lambda: ended("inversio", 2), ""),
    "result_rows": (result_rows, ""),
    # A shared deal that the only person wins: over par, with a medal.
    "result_you": (lambda: result_of([0, 2], 0, (0,), (8, 2), "inversion", series.seed(1)), ""),
    "result_place": (lambda: result_of([0, 1, 2, 3, 1], -1, (4,), (2, 9, 3, 12, 31), "hyper_maker", 11), ""),
}


def show(name):
    """A console at a screen of SCENES."""
    start, letters = SCENES[name]
    console = show(start) if isinstance(start, str) else start()
    console.keys(letters)
    return console


@pytest.fixture(autouse=True)
def _nothing_is_cut_or_lies_over_another(monkeypatch):
    ruler = Ruler().watch(monkeypatch)
    yield
    assert ruler.faults == []


def check(label, console):
    """Compares what is on the screen with the golden picture of that name."""
    path = GOLDEN / f"{label}.png"
    image = console.image()
    if os.environ.get("HANDFUL_REWRITE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path, optimize=True)
    golden = Image.open(path).convert("RGB")
    assert golden.size == image.size, f"{label} is {image.size}, its golden picture {golden.size}"
    changed = ImageChops.difference(golden, image).getbbox()
    assert changed is None, f"{label} differs from its golden picture within {changed}"


@pytest.mark.parametrize("scene", SCENES)
def test_the_screen_is_the_golden_picture(scene):
    console = show(scene)
    console.heed()
    check(scene, console)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_the_cover_is_the_golden_picture(key):
    check(f"cover_{key}", cover(registry.number(key)))


@pytest.mark.parametrize("label", TABLES)
def test_the_table_is_the_golden_picture(label):
    check(label, at_table(*TABLES[label], names=NICE if label.endswith("_table") else LONG))


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_each_page_of_the_help_is_the_golden_picture(key):
    for label, console in pages(key):
        check(label, console)
