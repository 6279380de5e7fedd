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
from tests.games.the_game import scored
from tests.ruler import Ruler
from tools import PROJECT as ROOT
from tools.console import Console

GOLDEN = ROOT / "tests" / "golden"
NICE = ["Ana", "Bob", "Chloé", "Dai", "Emi"]  # in the pictures that README.md shows
LONG = ["WWWWWWWW", "Maximil.", "Ana", "Éloïse", "Tom"]


def switched_on(**options):
    """A console at its title."""
    return Console(**options)


def language():
    return Console(language=-1)


def first_question():
    console = Console(language=-1)
    console.keys("a")
    return console


def title():
    return switched_on()


def title_continue():
    console = switched_on()
    console.begin("the_game", [0])
    console.keys("sua")
    return console


def damaged():
    console = switched_on()
    console.begin("the_game", [0])
    console.keys("sua")
    console.board.flash[console.board.flash.rindex(b"Hf") + 20] ^= 1
    return Console(console.board.flash)


def games():
    console = switched_on()
    console.keys("a")
    return console


def cover(row):
    """The shelf at a game's cover: the first one has been played, the others are new."""
    console = switched_on()
    records = console.app.records
    records.add(0, 0, True, 87)
    console.app.keep(records)
    console.keys("a" + "r" * row)
    return console


def setup_alone():
    console = games()
    console.keys("a")
    return console


def setup_known():
    console = cover(0)
    console.keys("d")
    return console


def demo():
    console = switched_on()
    console.app.seed = chain((2,), repeat(2026)).__next__  # the third game
    console.wait(30_000)
    return console


def challenge():
    """The table of a challenge."""
    console = switched_on()
    console.app.challenge("inversion", 17)
    console.wait(4000)
    return console


def challenge_pause():
    console = challenge()
    console.keys("s")
    return console


def challenge_result():
    """What the challenge has earned, above the next one."""
    console = switched_on()
    console.app.challenge("the_game", 17)
    console.wait(40)
    match = console.app.match
    while match.session.game.player >= 0:
        match.act(match.session.game.legal_actions()[0])
    console.app.open("result")
    console.wait(40)
    console.see_end()
    return console


def today():
    """Today's challenge is done, as the third in a row."""
    console = switched_on()
    console.board.day = (2026, 11, 27)
    records = console.app.records
    for day in range(3):
        records.add_day(series.today(console.board) - 2 + day)
    records.add_of(0, 58, 98)
    console.app.keep(records)
    console.app.settings.setups = bytes(3)
    console.app.open("setup", "the_game")
    console.wait(40)
    return console


def setup_five():
    console = setup_alone()
    console.app.settings.names = list(LONG)
    console.keys("dddrrrrdddd")
    return console


def setup_deal():
    console = setup_five()
    console.keys("ddddd")
    return console


def setup_table():
    """A table of another colour, which takes four medals more."""
    console = switched_on()
    records = console.app.records
    records.go_on(3, True, [], 0b1111)
    console.app.keep(records)
    console.app.open("setup", "flip_over")
    console.wait(40)
    console.keys("ul")
    return console


def code():
    console = setup_deal()
    console.keys("arrru")
    return console


def settings():
    console = switched_on()
    console.keys("da")
    return console


def settings_brightness():
    console = switched_on()
    console.board.LIGHT = 2
    console.keys("dadddd")
    return console


def trouble():
    console = game_alone()
    error = "MemoryError: memory allocation failed, allocating 10240 bytes"
    console.app.open("trouble", error, "trouble_kept")
    console.wait(40)
    return console


def trouble_lost():
    console = game_alone()
    error = "OSError: [Errno 2] ENOENT: " + "assets/text/" * 8
    console.app.open("trouble", error, "trouble_lost")
    console.wait(40)
    return console


def name():
    console = settings()
    console.keys("ddddda" + "rrra" + "dda" + "ra")
    return console


def name_first():
    console = switched_on()
    console.app.open("name", 0, None)
    console.wait(40)
    return console


def name_full():
    console = name()
    console.keys("aaaaa" + "la")
    return console


def name_accents():
    console = name()
    console.keys("er")
    return console


def typed(console):
    """The name on a board with a keyboard."""
    console.board.typed = lambda: ""
    console.app.open("name", 0, None)
    console.wait(40)
    return console


def name_typed_none():
    return typed(switched_on())


def name_typed():
    console = switched_on()
    console.app.settings.names[0] = "Maximil."
    return typed(console)


def help_keys():
    console = switched_on()
    console.app.texts.load("the_game")
    console.app.open("help", "the_game", ("title",))
    console.wait(40)
    return console


def help_keys_called():
    console = switched_on()
    console.board.KEYS_CALLED = terminal.KEYS_CALLED
    console.app.open("help", "the_game", ("title",))
    console.wait(40)
    return console


def first_hint(key, players):
    """A table whose key line names the help that nobody has found yet."""
    console = Console(new=True)
    console.begin(key, [0] + [1] * (players - 1), seed=5)
    while not console.view.mine:
        console.wait(200)
    console.wait(40)
    return console


def help_unknown():
    return first_hint("the_game", 1)


def help_unknown_cards():
    return first_hint("flip_over", 3)


def records():
    console = switched_on()
    records = console.app.records
    records.add(0, 0, True, 98)
    records.add(0, 3, False, 61)
    for _ in range(9999):  # the widest numbers that there are
        records.add(0, 2, True, -208)
    for number in range(255):
        records.go_on(0, number % 3 > 0, range(5), 0)
    console.app.keep(records)
    console.keys("dda")
    return console


def deals():
    console = switched_on()
    records = console.app.records
    for number in range(1, 40):
        records.add_of(1, number, series.par("inversion", number) + number % 3 - 1)
    console.app.keep(records)
    console.keys("dda" + "r" + "a" + "l")
    return console


def ladder():
    console = switched_on()
    records = console.app.records
    for game, medals in enumerate((0x27, 0x7FFF, 0x1249, 0, 0x4210)):
        records.go_on(game, True, [], medals)
    console.app.keep(records)
    console.keys("dda" + "d" + "d" + "l")
    return console


def game_alone():
    console = switched_on()
    console.begin("the_game", [0])
    return console


def game_aim():
    console = game_alone()
    console.keys("rru")
    return console


def game_back():
    # A backwards trick: laid 24, then 34 would be ten higher than the top of a falling pile.
    console = switched_on()
    console.begin("the_game", [0], seed=17)
    game = console.app.match.session.game
    for pair in ((card, other) for card in game.hand(0) for other in game.hand(0) if other == card + 10):
        console.app.match.act(4 * pair[0] + 2)
        console.view.sync()
        console.keys("r" * game.hand(0).index(pair[1]))
    return console


def game_refused():
    console = game_alone()
    console.keys("ad")
    return console


def game_end():
    console = game_alone()
    two_lays(console)
    console.keys("d")
    return console


def two_lays(console):
    """Lays two cards where they cost least."""
    for _ in range(2):
        console.keys("a")


def game_five():
    console = switched_on()
    console.app.settings.names = list(LONG)
    console.begin("the_game", [0] * 5)
    console.keys("a")
    return console


def game_signal():
    console = game_five()
    two_lays(console)
    console.keys("dr" + "u" + "rruu")
    return console


def game_talk():
    console = game_signal()
    console.keys("a")
    console.keys("r" + "r" + "uu")
    return console


def handover():
    console = game_talk()
    console.keys("a")
    return console


def game_since():
    console = handover()
    console.keys("a")
    return console


def game_signals_seen():
    console = game_since()
    for _ in range(8):
        console.keys("a" if not console.view.mine else "")
    return console


def game_said():
    console = game_signals_seen()
    console.keys("ur")  # to a pile that something was said of
    return console


def game_starter():
    console = switched_on()
    console.app.settings.names = list(LONG)
    console.begin("the_game", [0] * 3, starter=1)
    console.keys("aa" * 3 + "r")
    return console


def game_look():
    console = switched_on()
    console.begin("the_game", [0] * 3, starter=1)
    console.keys("a")
    return console


def ring():
    console = game_alone()
    console.keys("B")
    return console


def last():
    console = game_alone()
    two_lays(console)
    console.keys("e")
    return console


def pause():
    console = game_alone()
    console.keys("s")
    return console


def finished(seed, best):
    """A match of The Game played to its end by pressing keys."""
    from tests import presses

    console = switched_on()
    console.begin("the_game", [0], seed=seed)
    for key in presses.lay_best(console.app):
        if key >= 0:
            console.press(key)
        elif key == presses.WAIT:
            console.wait(500)
    return console


def result():
    return finished(5, False)


def beaten():
    # Nobody beats it by pressing greedily: the score is set, the screen is the real one.
    console = game_alone()
    game = console.app.match.session.game
    scored(game, 98)
    game.player = -1
    console.wait(100)
    return console


def pages(key):
    """A console at each page of a game's help behind that of the keys."""
    console = switched_on()
    console.app.open("help", key, ("title",))
    console.wait(40)
    for page in range(console.page[1] - 1 - (key != "the_game")):  # the last one is every game's
        console.keys("r")
        yield f"help_{key}_{page + 1}", console


def at_table(key, players, actions, letters="", names=LONG, **options):
    """A table of people after that many actions, the last legal one each time, before the next one looks."""
    console = switched_on()
    console.app.settings.names = list(names)
    console.begin(key, [0] * players, seed=11, **options)
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


def exchange():
    return at_table("flip_over", 4, 41, teams=1, exchange=1)


def exchange_sheet():
    return at_table("flip_over", 4, 51, "a", exchange=1)


def teams():
    return at_table("flip_over", 4, 22, teams=1)


def even_round():
    return at_table("flip_over", 5, 61)


def hidden_worths():
    return at_table("inversio", 2, 3, open_worths=0)


def several_deals():
    return at_table("hyper_maker", 4, 50, deals=4)


def ended(key, players, **options):
    """The result of a match in which everybody always took the last legal action."""
    console = switched_on()
    console.app.settings.names = list(LONG)
    console.begin(key, [0] * players, seed=11, **options)
    match = console.app.match
    while match.session.game.player >= 0:
        match.act(match.session.game.legal_actions()[-1])
    console.app.open("result")
    console.wait(40)
    return console


def result_inversion():
    return ended("inversion", 4)


def result_hyper_maker():
    return ended("hyper_maker", 5)


def result_flip_over():
    return ended("flip_over", 5)


def result_teams():
    return ended("flip_over", 4, teams=1)


def result_inversio():
    return ended("inversio", 2)


def result_rows():
    console = ended("hyper_maker", 5)
    console.see_end()
    return console


def result_you():
    """A shared deal that the only person wins: over par, with a medal."""
    console = switched_on()
    console.begin("inversion", [0, 2], seed=series.seed(1))
    match = console.app.match
    while match.session.game.player >= 0:
        match.act(match.session.game.legal_actions()[0])
    match.session.game.winners = lambda: (0,)
    match.session.game.score = lambda seat: (8, 2)[seat]
    console.app.open("result")
    console.wait(40)
    return console


def result_place():
    """The only person is the last of five."""
    console = switched_on()
    console.begin("hyper_maker", [0, 1, 2, 3, 1], seed=11)
    match = console.app.match
    while match.session.game.player >= 0:
        match.act(match.session.game.legal_actions()[-1])
    match.session.game.winners = lambda: (4,)
    match.session.game.score = lambda seat: (2, 9, 3, 12, 31)[seat]
    console.app.open("result")
    console.wait(40)
    return console


SCENES = [
    language, first_question, title, title_continue, damaged, demo, games, setup_alone, setup_five,
    setup_deal, setup_known, setup_table, code,
    name_first, name_full, name_accents, name_typed, name_typed_none,
    help_keys,
    help_keys_called, help_unknown, help_unknown_cards, settings,
    name, records, game_alone, game_aim, game_back, game_refused, game_end, game_five, game_signal, game_talk,
    handover, game_since, game_signals_seen, game_said, game_look, game_starter, ring, last, pause, result,
    beaten, exchange, exchange_sheet, teams, even_round,
    hidden_worths, several_deals, result_inversion, result_hyper_maker, result_flip_over, result_teams,
    result_inversio, result_rows, result_you, result_place, deals, ladder, challenge, challenge_pause,
    challenge_result, today,
    settings_brightness, trouble, trouble_lost,
]  # fmt: skip


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


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_screen_is_the_golden_picture(scene):
    console = scene()
    console.heed()
    check(scene.__name__, console)


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
