# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Matches at a table, played by keys, and what is said there."""

from engine.bots import EASY, choose
from engine.rng import Rng
from tools.console import Console


def begin(key, kinds, seed=2026, names=(), drawn=True, moving=False, pace=2, **options) -> Console:
    """A console with a match, just dealt, and quick robots; without `drawn` it draws nothing."""
    console = Console(moving=moving)
    console.keys("a")
    console.app.settings.values[0] = pace
    if names:
        console.app.settings.names = list(names)
    if not drawn:
        console.blind()
    console.begin(key, kinds, seed, **options)
    return console


def started_before(language=0) -> Console:
    """A console that has been switched on before, and now reads its settings."""
    first = Console(language=language)
    first.app.save()
    return Console(first.board.flash)


def choose_row(console, key) -> None:
    """Goes to a row of a menu, and presses A."""
    rows = [row[0] for row in console.view.rows()]
    console.keys("d" * ((rows.index(key) - console.view.cursor) % len(rows)) + "a")


def point(console, action) -> None:
    """Moves the cursor to a card by RIGHT; in an auction and in The Game as a hint does, or ends the turn."""
    view = console.view
    if view.game.KEY == "the_game" and action == 0:
        console.keys("d")
        return
    if getattr(view.game, "auction", False) or view.game.KEY == "the_game":
        view.point(action)
        view.sync()
        return
    for _ in view.cards():
        if view.cards()[view.cursor] == action:
            return
        console.keys("r")
    assert view.cards()[view.cursor] == action, f"no key leads to {action}"


def first(game) -> int:
    """The first legal action; in The Game the one that costs least, or the match ends too soon."""
    legal = game.legal_actions()
    cards = [action for action in legal if 0 < action < 400] if game.KEY == "the_game" else []
    return min(cards, key=lambda action: game.gap(action >> 2, action & 3), default=legal[0])


def play_until(console, done, action=first) -> bool:
    """Plays by keys, whoever is to act, until done(view). False if the table is left for the result before.

    action(game): what is played, which the cursor is on when `done` is asked a second time.
    """
    key = console.app.match.session.key
    for _ in range(20_000):
        view = console.view
        if console.screen == "handover":
            console.keys("a")
        elif console.screen != key:
            return False
        elif done(view):
            return True
        elif view.overlay or view.telling.reading or console.app.match.speaking:
            console.keys("b" if view.overlay == "offer" else "a")
        elif view.mine:
            point(console, action(view.game))
            if done(view):
                return True
            console.keys("a")
        else:
            console.wait(20)
    raise AssertionError("the match does not go on")


def until_mine(console) -> None:
    """Waits until the person is to act, and robots have."""
    for _ in range(1000):
        if console.view.mine:
            return
        console.wait(100)
    raise AssertionError("never to act")


def to_the_end(match, place=None) -> None:
    """Plays a match to its end, without keys: the legal action at that place, or as easy robots do."""
    game = match.session.game
    chance = Rng(3)
    while game.player >= 0:
        match.act(choose(game, EASY, chance) if place is None else game.legal_actions()[place])


def finish(console, place=-1) -> None:
    """Plays the match to its end without keys, and looks at that until the rows are there."""
    to_the_end(console.app.match, place)
    console.view.thinker.dismiss()  # a robot whose turn it was
    console.view.deferred = ()
    console.wait(5000)
    assert console.screen == "result"
    console.see_end()


def my_turn(view) -> bool:
    """Whether the viewer is to choose a card."""
    return view.mine and not view.overlay and not getattr(view.game, "auction", False)


def bound(view) -> bool:
    """Whether the viewer is to play, and holds a card that may not be played."""
    return my_turn(view) and len(view.cards()) > len(view.game.legal_actions())


def refused(console) -> list[str]:
    """Plays until a card may not be played, and presses A on that: what is said, and nothing is played."""
    assert play_until(console, bound)
    view = console.view
    lines = said(view)
    point(console, [card for card in view.cards() if card not in view.game.legal_actions()][0])
    before = list(view.session.history)
    console.keys("a")
    assert list(view.session.history) == before
    return lines


def said(view) -> list[str]:
    """A list that grows with what is noted and refused."""
    lines = []
    note, refuse = view.note, view.refuse
    view.note = lambda text, *rest: (lines.append(text), note(text, *rest))
    view.refuse = lambda text: (lines.append(text), refuse(text))
    return lines


def drawn(console) -> list[tuple]:
    """A list that grows with each text drawn: (text, x, y, ink, font)."""
    found = []
    text = console.app.canvas.text

    def draw(x, y, string, colour, font=None):
        found.append((string, x, y, colour, font))
        return text(x, y, string, colour, font)

    console.app.canvas.text = draw
    return found


def acted_at(match) -> list[tuple[int, int]]:
    """A list that grows with each action played at a match, without what robots say to it: (seat, action)."""
    acted = []
    act = match.act

    def noted(action):
        acted.append((match.session.game.player, action))
        act(action)

    match.act = noted
    return acted
