# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A finger does all that keys do: it taps what is seen, and a tap on nothing does nothing."""

import random
import sys

import pytest

from engine import registry
from handful import finger, stops
from handful.heard.drawn import Drawn
from handful.keys import DOWN, LEFT, RIGHT, RING, SELECT, START, A, B
from handful.picture.measures import BAR, FOOT, HEIGHT, WIDTH
from handful.settings import HELPED, PACE
from tests import games
from tests.playthrough import to_the_result
from tools.build import layouts
from tools.console import Console

GAMES = [row[0] for row in registry.GAMES]
TABLES = games.tables()
WAITS = ["Just a moment", "Un instant…", "しばらくそのままで"]
MOST = 900  # taps in which something has to happen


def targets(console) -> dict:
    """What can be touched now: {value: rectangle}."""
    keys = console.app.keys
    of_layout = sys.modules[type(keys).__module__]  # which is imported again in each
    return dict(of_layout.targets(console.app, keys.line, keys._drawn))  # noqa: SLF001


def middle(rect) -> tuple[int, int]:
    x, y, width, height = rect
    return x + width // 2, y + height // 2


def touch(console, value: int, **how) -> None:
    """Taps the middle of what has that value."""
    console.tap(*middle(targets(console)[value]), **how)


def key(console, logical: int) -> None:
    """Taps a key that the foot line names."""
    touch(console, stops.of_key(logical))


def touching(**how) -> Console:
    console = Console(finger=True, **how)
    console.app.settings.values[PACE] = 2
    return console


def begin(console, game: str, kinds=None, seed: int = 3, players: int = 0) -> None:
    """Begins a match with robots, until the person is to act."""
    console.begin(game, kinds or [0] + [1] * ((players or registry.row(game)[2]) - 1), seed)
    for _ in range(80):
        if console.view.mine:
            console.wait(400)
            return
        console.tap(WIDTH // 2, 60)
        console.wait(400)
    raise AssertionError("never to act")


def whole_and_apart(console, wide: int = WIDTH, high: int = HEIGHT) -> None:
    """Asserts that all targets lie in the picture, and that a tap at the middle of each means it."""
    found = targets(console)
    for value, rect in found.items():
        x, y, width, height = rect
        assert 0 <= x and x + width <= wide and 0 <= y and y + height <= high, (console.screen, value, rect)
        if rect[2:] != (wide, high):
            meant, _ = finger.touched(list(found.items()), *middle(rect))
            assert meant == value, (console.screen, value, rect)


@pytest.mark.parametrize("game, players", TABLES)
def test_each_card_bid_and_pile_of_a_table_is_chosen_by_a_tap_and_played_by_another(game, players):
    console = touching()
    begin(console, game, players=players)
    whole_and_apart(console)
    view = console.view
    offered = list(view.bids) if games.bids(view.game) else view.cards()
    assert set(offered) <= set(targets(console))
    for card in offered[::-1]:
        touch(console, card)
        at = stops.at(view)
        if at == stops.NOWHERE:
            assert game == "the_game" and not any(view.game.gap(card, pile) for pile in range(4))
        else:
            assert (at >> 2 if game == "the_game" else at) == card
    legal = view.game.legal_actions()
    count = len(view.session.history)
    for card in set(offered) - set(legal) if games.bids(view.game) else ():
        touch(console, card)
        touch(console, card)
        console.wait(40)
        assert console.refused and len(view.session.history) == count, "a bid that is not allowed says why"
    card = max(legal) >> 2 if game == "the_game" else legal[-1]
    touch(console, card)
    assert len(view.session.history) == count
    chosen = stops.at(view)
    touch(console, card)
    console.wait(40)
    assert view.session.history[count] == chosen


@pytest.mark.parametrize("dragged", [False, True])
def test_in_the_game_a_pile_takes_the_chosen_card_or_one_that_is_drawn_onto_it(dragged):
    console = touching()
    begin(console, "the_game", [0])
    view = console.view
    for pile in (0, 2, 1, 3):
        card = view.cards()[pile]
        found = targets(console)
        if dragged:
            console.tap(*middle(found[card]), hold=700, to=middle(found[1000 + pile]))
        else:
            touch(console, card)
            if view.where()[4] not in (pile, -1):
                before = len(view.session.history)
                touch(console, 1000 + pile)
                assert len(view.session.history) == before  # it is lit, or refused, and nothing is played
            if view.where()[4] == pile:
                touch(console, 1000 + pile)
            elif not console.refused:
                touch(console, 1000 + pile)
        console.wait(1500)
        if console.refused:
            assert card in view.cards() and not view.game.gap(card, pile)
        else:
            assert view.session.history[-1] == 4 * card + pile


def test_a_card_does_not_go_where_it_may_not_and_the_foot_says_so():
    console = touching()
    begin(console, "the_game", [0])
    view = console.view
    high, low = view.cards()[-1], view.cards()[-2]
    touch(console, high)
    touch(console, 1000)
    touch(console, 1000)
    console.wait(1500)
    assert high not in view.cards()
    touch(console, low)
    touch(console, 1000)
    console.wait(40)
    assert console.refused and console.foot == f"{low} does not fit there" and low in view.cards()


def test_a_signal_is_chosen_and_changed_by_taps_on_its_pile_and_a_card_leads_back():
    console = touching()
    begin(console, "the_game", [0, 1])
    view = console.view
    mine = view.viewer
    while 0 not in view.game.legal_actions():
        count = len(view.session.history)
        touch(console, view.cards()[0])
        touch(console, view.cards()[0])
        console.wait(1500)
        assert len(view.session.history) > count
    key(console, DOWN)
    touch(console, 1002)
    touch(console, 1002)
    console.wait(40)
    assert view.game.signal(mine, 2) == 1
    assert view.where()[2] == 2
    touch(console, view.cards()[0])
    assert view.where()[2] == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_that_rests_opens_the_ring_whose_commands_are_tapped(game):
    console = touching()
    begin(console, game)
    for command, what in ((0, "hint"), (3, "last"), (1, "help")):
        console.tap(80, 40, hold=600)
        assert console.view.overlay == "ring"
        whole_and_apart(console)
        touch(console, stops.of_key(command))
        console.wait(4000)
        if what == "help":
            assert console.screen == "help"
            return
        assert console.view.overlay == what
        console.tap(80, 60)
        assert not console.view.overlay


@pytest.mark.parametrize("game", GAMES)
def test_pause_and_help_are_a_tap_away_from_every_table(game):
    console = touching()
    begin(console, game)
    console.app.settings.values[HELPED] = 1
    for value in sorted(value for value in targets(console) if value >= 0)[:3]:
        touch(console, value)  # with each, other keys are named
        assert stops.of_key(RING) in targets(console), console.foot
        key(console, RING)
        assert console.view.overlay == "ring"
        key(console, START)
        console.wait(100)
        assert console.screen == "pause"
        touch(console, 0)
        console.wait(400)
        assert console.screen == game


def test_the_pause_is_a_key_of_the_ring_with_eight_keys_too():
    console = Console()
    console.begin("flip_over", [0, 1, 1], 3)
    while not console.view.mine:
        console.keys("a")
        console.wait(400)
    console.keys("Bs")
    assert console.screen == "pause"


@pytest.mark.parametrize("language", [0, 1, 2])
def test_a_foot_line_for_fingers_names_what_they_can_tap(language):
    console = touching(language=language)
    say = console.app.texts.say
    for screen in ("title", "records"):
        console.open(screen)
        assert not set("✚◀▶") & set(console.foot)
    key(console, B)  # the statistics' own line has no room for it
    assert console.screen == "title"
    begin(console, "flip_over")
    word = say("hold_b").split(":")[-1].strip()
    for helped in (0, 1):
        console.app.settings.values[HELPED] = helped
        console.view.redraw()
        console.wait(40)
        assert console.foot.endswith("  " + word) and "◀" not in console.foot
    touch(console, stops.of_key(RING))
    assert console.view.overlay == "ring" and word not in console.foot
    key(console, B)
    assert not console.view.overlay


@pytest.mark.parametrize("language", [0, 1, 2])
def test_a_foot_line_for_fingers_has_buttons_without_the_signs_of_keys_that_nobody_has(language):
    console = touching(language=language)
    console.tap(80, 3)
    assert "Ⓐ" not in console.foot
    for screen in ("title", "settings", "games", "hyper_maker"):
        begin(console, screen, players=3) if screen in GAMES else console.open(screen)
        console.wait(100)
        keys = [rect for value, rect in targets(console).items() if value < 0 and rect[1] == FOOT]
        assert keys and console.foot and not set("ⒶⒷ\ue000\ue001") & set(console.foot)
        picture = console.image()
        ground = picture.getpixel((1, FOOT))
        for x, y, width, _ in keys:
            assert picture.getpixel((x - 1, y)) != ground != picture.getpixel((x + width, y))
    console.keys("r")
    assert "Ⓐ" in console.foot


@pytest.mark.parametrize("language", [0, 1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_the_help_names_no_key_to_a_finger(game, language):
    console = touching(language=language)
    console.tap(80, 3)
    drawn = Drawn(console.app)
    console.open("help", game, ("games",))
    for _ in range(13):
        console.wait(100)
        assert not [text for text in drawn.texts.values() if set("ⒶⒷ✚\ue000\ue001") & set(text)]
        touch(console, stops.of_key(RIGHT))


def test_the_arrows_of_the_help_share_a_button_that_begins_at_them():
    console = touching()
    console.open("help", "the_game", ("games",))
    console.tap(80, 3)
    console.wait(100)
    found = targets(console)
    left, right = (found[stops.of_key(key)] for key in (LEFT, RIGHT))
    picture = console.image()
    ground = picture.getpixel((1, FOOT))
    assert picture.getpixel((left[0] - 3, FOOT + 5)) != ground == picture.getpixel((left[0] - 4, FOOT + 5))
    edge = picture.getpixel((left[0] - 3, FOOT + 5))
    inside = [picture.getpixel((x, FOOT + 1)) for x in range(left[0] - 1, right[0] + right[2] + 1)]
    assert edge not in inside and picture.getpixel((right[0] + right[2] + 2, FOOT + 5)) == edge


def test_the_key_that_ends_a_turn_is_tapped_before_the_help_is_known_too():
    console = touching()
    begin(console, "the_game", [0])
    console.app.settings.values[HELPED] = 0
    console.view.foot("  Ⓑ undo  ▼ end")
    assert {stops.of_key(DOWN), stops.of_key(B), stops.of_key(RING)} <= set(targets(console))


def test_a_tap_just_below_the_picture_means_the_foot_line():
    console = touching()
    console.open("settings")
    x, y, width, _ = targets(console)[stops.of_key(B)]
    console.tap(x + width // 2, HEIGHT + 20)
    assert console.screen == "settings"
    console.tap(x + width // 2, HEIGHT + 7)
    assert console.screen == "title"


PIXEL = (
    390 / 160 * 0.96 * 25.4 / 153
)  # mm of a pixel on a phone of 390 points: 7 device pixels of 460 to an inch


def test_a_target_on_a_phone_takes_7_mm_or_all_up_to_its_neighbours():
    reach = 1 + 2 * finger._REACH  # noqa: SLF001
    assert reach * PIXEL >= 7
    lone = [(1, (80, 60, 2, 2))]
    taken = [x for x in range(WIDTH) if finger.touched(lone, x, 61)[0] == 1]
    assert len(taken) >= reach - 1
    console = touching()
    begin(console, "the_game", [0])
    found = list(targets(console).items())
    begin(console, "hyper_maker")
    rows = list(targets(console).items())
    taken = [finger.touched(rows, x, 76)[0] for x in range(rows[0][1][0], rows[7][1][0] + 19)]
    assert len(set(taken)) == 8 and min(taken.count(value) for value in taken) * PIXEL >= 7
    for value, rect in found:
        x, y = middle(rect)
        for far in range(1, reach // 2):
            for across, down in ((far, 0), (-far, 0), (0, far), (0, -far)):
                taken = finger.touched(found, x + across, y + down)[0]
                assert taken == value or taken in dict(found), (value, across, down)


def test_a_tap_on_nothing_does_nothing_and_neither_does_one_that_slips():
    console = touching()
    begin(console, "flip_over")
    console.tap(100, 40)
    before = console.image().tobytes()
    x, y = middle(targets(console)[console.view.cards()[0]])
    console.tap(x, y, to=(x, y - 40))
    console.tap(100, 40)
    assert console.image().tobytes() == before


def test_small_targets_share_the_space_around_them():
    small = [(1, (50, 50, 4, 4)), (2, (60, 50, 4, 4)), (3, (100, 50, 30, 20))]
    assert finger.touched(small, 42, 52)[0] == 1
    assert finger.touched(small, 41, 52)[0] == -1
    assert finger.touched(small, 56, 52)[0] == 1 and finger.touched(small, 58, 52)[0] == 2
    assert finger.touched(small, 52, 61)[0] == 1 and finger.touched(small, 52, 62)[0] == -1
    assert finger.touched(small, 98, 52)[0] == -1  # it is large enough


def test_rows_are_chosen_and_opened_and_the_arrows_of_a_value_change_it():
    console = touching()
    console.wait(4000)
    settings = next(index for index, row in enumerate(console.view.rows()) if row[0] == 2)
    touch(console, settings)
    assert console.screen == "title" and console.view.cursor == settings
    touch(console, settings)
    assert console.screen == "settings"
    whole_and_apart(console)
    values = console.app.settings.values
    row = next(index for index, row in enumerate(console.view.rows()) if row[0] == PACE)
    touch(console, row)
    assert console.view.cursor == row and values[PACE] == 2
    _, y = middle(targets(console)[row])
    console.tap(WIDTH - 14, y)
    assert values[PACE] == 0
    console.tap(WIDTH - 38, y)
    assert values[PACE] == 2
    seen = set()
    while console.screen == "settings":
        touch(console, max(value for value in targets(console) if value >= 0))
        seen.add(getattr(console.view, "cursor", -1))
    assert console.app.settings.colours[4] or 14 in seen


@pytest.mark.parametrize("language", [0, 1, 2])
def test_letters_of_a_name_are_tapped(language):
    console = touching(new=True, language=language)
    console.app.settings.names[0] = ""
    console.open("name", 0, False)
    whole_and_apart(console)
    signs = console.view.signs
    for index in (1, 14, len(signs) - 1):
        touch(console, index)
    key(console, B)
    key(console, SELECT)
    assert console.view.signs is not signs
    touch(console, len(console.view.signs))
    assert console.screen == "settings" and console.app.settings.names[0] == signs[1] + signs[14]


def test_the_signs_of_a_code_are_tapped():
    console = touching()
    console.open("setup", "the_game")
    row = next(index for index, row in enumerate(console.view.rows()) if row[0] == -2)
    while row not in targets(console):
        touch(console, max(targets(console)))
    touch(console, row)
    if console.view.cursor == row and console.screen == "setup":
        _, y = middle(targets(console)[row])
        console.tap(16, y)
    assert console.screen == "code"
    whole_and_apart(console)
    touch(console, 4)
    assert console.view.cursor == 4
    before = list(console.view.code)  # noqa: SLF001
    x, y, width, height = targets(console)[4]
    console.tap(x + width // 2, y + 3)
    assert console.view.code[4] != before[4]  # noqa: SLF001
    console.tap(x + width // 2, y + height - 3)
    assert console.view.code == before  # noqa: SLF001
    key(console, A)
    assert console.screen == "setup"


def test_pages_of_the_help_and_covers_are_turned_at_their_sides():
    console = touching()
    console.open("games")
    console.tap(80, 1)
    first = console.image().tobytes()
    touch(console, stops.of_key(RIGHT))
    assert console.image().tobytes() != first
    touch(console, stops.of_key(LEFT))
    assert console.image().tobytes() == first
    console.open("help", "inversio", ("title",))
    console.tap(150, 60)
    assert console.page[0] == 2
    console.tap(10, 60)
    assert console.page[0] == 1
    key(console, B)
    assert console.screen == "title"


def test_a_tap_that_comes_too_early_shows_no_hand():
    console = Console(finger=True)
    console.app.begin("inversion", bytes([0, 0]), 3, {})
    console.app.table()
    console.wait(40)
    assert console.screen == "handover"
    for _ in range(30):  # impatient taps, none of which leaves a moment without one
        console.board.touches.append((80, 64, 1))
        console.wait(60)
        console.board.touches.append((80, 64, 0))
        console.wait(60)
        assert console.screen == "handover"
    console.board.touches.append((80, 64, 1))  # it stays down until keys count
    console.wait(2000)
    console.board.touches.append((80, 64, 0))
    console.wait(100)
    assert console.screen == "handover"
    console.tap(80, 64)
    assert console.screen == "inversion"


def test_a_foot_line_with_names_of_keys_has_them_where_it_is_drawn():
    console = Console(finger=True)
    names = {"Ⓐ": "Enter", "Ⓑ": "Backspace"}
    console.app.keys._names = lambda text, width, room: text.replace("Ⓐ", "Enter").replace("Ⓑ", "Bksp")  # noqa: SLF001
    assert names
    console.open("settings")
    assert "Bksp" in console.foot
    found = targets(console)
    width = console.app.canvas.small.width
    left = (WIDTH - width(console.foot)) // 2
    x, y, wide, high = found[stops.of_key(B)]
    assert (y, high) == (FOOT, BAR)
    assert abs(x - left - width(console.foot[: console.foot.index("Bksp")])) <= 1
    console.tap(x + wide - 2, FOOT + 4)
    assert console.screen == "title"


class Tapper:
    """Taps at random what can be touched, or anywhere."""

    def __init__(self, seed: int, **how):
        self.console = touching(**how)
        self.chance = random.Random(seed)

    def any(self) -> None:
        """Taps one of all targets, nearly always; or any place, for a moment or long."""
        console = self.console
        found = targets(console)
        if found and self.chance.random() < 0.9:
            x, y = middle(self.chance.choice(list(found.values())))
        else:
            x, y = self.chance.randrange(WIDTH), self.chance.randrange(HEIGHT)
        drawn = (self.chance.randrange(WIDTH), self.chance.randrange(HEIGHT))
        how = self.chance.random()
        console.tap(x, y, 600 if how < 0.02 else 40, drawn if how > 0.97 else None)

    def play(self) -> None:
        """Plays the match to its end by taps on cards, piles and choices, through all that comes between."""
        console = self.console
        for match in to_the_result(console, MOST):
            view = console.view
            found = targets(console)
            taken = [value for value in found if value >= 0]
            if console.screen == match.session.key and view.mine and not view.overlay and taken:
                others = [value for value in found if value < 0]
                if match.session.key == "the_game" and view.where()[2] == 2:  # the end of a turn
                    others = taken = [stops.of_key(A)] if self.chance.random() < 0.5 else taken
                touch(console, self.chance.choice(others if others and self.chance.random() < 0.2 else taken))
            elif stops.of_key(A) in found:
                key(console, A)
            else:
                self.any()
            console.wait(1500 if self.chance.random() < 0.2 else 100)


@pytest.mark.parametrize("game, players", TABLES)
def test_matches_of_every_game_are_played_by_taps_alone(game, players):
    for seed, persons in ((1, 1), (2, 2)):
        tapper = Tapper(seed)
        tapper.console.blind()
        tapper.console.begin(game, [0] * persons + [1] * (max(players, persons) - persons), seed)
        tapper.play()
        assert tapper.console.screen == "result"


@pytest.mark.parametrize("seed", range(4))
def test_random_taps_raise_nothing_and_get_stuck_nowhere(seed):
    tapper = Tapper(seed)
    console = tapper.console
    console.blind()
    seen = set()
    since = 0
    before = None
    for _ in range(700):
        tapper.any()
        assert console.screen != "trouble", console.app.view._error  # noqa: SLF001
        match = console.app.match
        now = console.screen, getattr(console.view, "overlay", ""), console.view.where(), console.foot
        now += (len(match.session.history), match.review) if match else ()
        since = 0 if now != before else since + 1
        before = now
        seen.add(console.screen)
        assert since < 60, f"stuck at {now}"
        if tapper.chance.random() < 0.1:
            console.wait(1500)
    assert len(seen) > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_finished_by_taps_alone(game):
    tapper = Tapper(5)
    console = tapper.console
    console.blind()
    console.app.learn(game)
    console.wait(40)
    for _ in range(MOST):
        lesson = console.app.lesson
        if not lesson:
            break
        view = console.view
        if console.screen == game and not (view.overlay or view.mine):
            console.wait(400)
        elif view.overlay:
            console.tap(80, 60)
        else:
            wanted = [action for action in view.game.legal_actions() if lesson.allows(action)]
            if not wanted:
                console.wait(400)
                continue
            if game == "the_game" and wanted[0]:
                touch(console, wanted[0] >> 2)
                if console.app.lesson and console.view.mine and not console.view.overlay:
                    touch(console, 1000 + (wanted[0] & 3))
            elif game == "the_game":
                key(console, DOWN)
                console.wait(3000)
            else:
                touch(console, wanted[0])
    assert not console.app.lesson


# In every layout


@pytest.fixture(params=layouts.names())
def layout(request):
    """A layout in use."""
    with layouts.used(request.param):
        yield request.param


def at_of(console):
    """Where the cursor of the open screen is, as its targets have it."""
    view = console.view
    screen = console.screen
    if screen in GAMES:
        return view.cards()[view.where()[3]] if screen == "the_game" else stops.at(view)
    return view.cursor


def chosen_where_seen(console, values, most: int = 30) -> None:
    """Asserts that a tap in the middle of each target chooses it, and that what is drawn there changes."""
    for value in values[:: max(1, len(values) // most)]:
        if at_of(console) == value or value not in targets(console):
            continue
        x, y, width, height = targets(console)[value]
        before = console.image()
        console.tap(x + width // 2, y + height // 2)
        console.wait(100)
        assert at_of(console) == value, (console.screen, value)
        box = (x, y, x + width, y + height)
        if x and hasattr(console.view, "rows"):
            continue  # an arrow that stands for the next row beyond
        assert console.image().crop(box).tobytes() != before.crop(box).tobytes(), (console.screen, value, box)


SCREENS = [
    ("settings",),
    ("setup", "hyper_maker"),
    ("name", 0, False),
    ("code", "the_game", [0], {}, 5),
    ("deals", 3),
    ("ladder", 4),
]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen[0])
def test_in_every_layout_a_tap_in_the_middle_of_a_row_or_cell_chooses_it(layout, screen):
    console = touching()
    console.app.settings.names[0] = ""
    console.open(*screen)
    whole_and_apart(console, *layouts.size(layout))
    cells = [value for value in targets(console) if value >= 0]
    if screen[0] == "name":
        for index in (14, 1, len(console.view.signs) - 1):  # a letter is added at once
            x, y, width, height = targets(console)[index]
            before = console.image()
            console.tap(x + width // 2, y + height // 2)
            assert at_of(console) == index
            box = (x, y, x + width, y + height)
            assert console.image().crop(box).tobytes() != before.crop(box).tobytes()
        console.view.go(1)
        touch(console, len(console.view.signs))
        assert console.screen == "settings" and len(console.app.settings.names[0]) == 3
        return
    chosen_where_seen(console, cells[1:] + cells[:1])


@pytest.mark.parametrize("game, players", TABLES)
def test_in_every_layout_a_tap_in_the_middle_of_a_card_bid_or_pile_chooses_it(layout, game, players):
    console = touching()
    begin(console, game, players=players)
    size = layouts.size(layout)
    whole_and_apart(console, *size)
    view = console.view
    chosen_where_seen(console, (list(view.bids) if games.bids(view.game) else view.cards())[::-1])
    if game == "the_game":
        card = console.view.cards()[2]
        touch(console, card)
        count = len(console.view.session.history)
        if console.view.where()[4] != 1:
            touch(console, 1001)
            console.wait(40)
            assert len(console.view.session.history) == count and console.view.where()[4] == 1
        touch(console, 1001)
        console.wait(40)
        assert console.view.session.history[-1] == 4 * card + 1
    console.wait(2000)
    console.tap(size[0] // 2, size[1] // 3, hold=600)
    assert console.view.overlay == "ring"
    console.tap(size[0] // 2, 14)  # beside it
    console.wait(40)
    assert not console.view.overlay
    console.tap(size[0] // 2, size[1] // 3, hold=600)
    whole_and_apart(console, *size)
    x, y, width, height = targets(console)[stops.of_key(DOWN)]
    console.tap(x + width // 2, y + height // 2)
    console.wait(40)
    assert console.screen == "help"


def test_fast_taps_at_one_spot_play_nothing_and_two_quick_ones_play():
    console = touching()
    begin(console, "hyper_maker")
    history, spot = console.view.session.history, middle(targets(console)[console.view.cards()[0]])
    count = len(history)

    def tap(gap):
        console.board.touches.append((*spot, 1))
        console.wait(40)
        console.board.touches.append((*spot, 0))
        console.wait(gap - 40)

    for _ in range(20):
        tap(150)
    assert len(history) == count
    console.wait(300)
    tap(300)
    assert len(history) > count


def test_a_tap_where_one_opened_the_turn_plays_nothing_for_half_a_second():
    console = touching()
    begin(console, "hyper_maker")
    view, history = console.view, console.view.session.history
    card = max(view.game.legal_actions())
    spot, count = middle(targets(console)[card]), len(history)
    touch(console, card)
    console.app.keys._spot = *spot, console.app.now  # noqa: SLF001
    touch(console, card)
    assert len(history) == count
    console.wait(300)
    touch(console, card)
    console.wait(40)
    assert history[count] == card


def test_a_second_tap_at_the_same_place_presses_no_key_that_has_just_come_there():
    console, keys_pressed = touching(), []
    begin(console, "hyper_maker")
    console.app.open("notice", "Something to read.", "", True)
    console.wait(40)
    console.tap(80, 123)  # "continue"
    assert console.screen == "hyper_maker"
    console.view.press = keys_pressed.append
    console.view.foot(console.app.texts.say("keys_wait"))
    console.tap(80, 123)
    assert not keys_pressed
    console.wait(1000)
    key(console, START)
    assert keys_pressed == [START]


@pytest.mark.parametrize("language, words", list(enumerate(WAITS)))
def test_who_taps_while_nothing_counts_is_asked_for_a_moment_and_not_told_off(language, words):
    console = touching(language=language)
    console.tap(80, 3)
    assert console.app.named(console.app.texts.say("wait")) == words


@pytest.mark.parametrize("soon", [False, True])
def test_a_refusal_at_a_table_gives_the_foot_back_to_its_keys_in_time_or_by_a_tap_on_nothing(soon):
    console = touching()
    begin(console, "inversio")
    console.view.refuse("Nothing to undo")
    console.wait(1000)
    assert stops.of_key(SELECT) not in targets(console)
    if soon:
        console.tap(WIDTH // 2, HEIGHT - 3)
    console.wait(100 if soon else 4000)
    assert stops.of_key(SELECT) in targets(console)


def test_the_show_of_robots_asks_for_a_tap():
    console = touching()
    console.tap(0, 1)  # on nothing of the title
    console.app.demo()
    console.wait(300)
    console.heed()
    assert console.foot == "Robots are playing: tap"
