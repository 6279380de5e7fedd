# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Nobody peeks: what a seat cannot see changes no pixel and no bytecode of what it is shown.

Plays a match to a random moment. Shows its screens to a seat (or to nobody, between two people) and walks
through them by random keys: once in this match, and once in a match that looks the same to that seat (see
worlds.py). Every frame must be equal. On some walks the bytecodes that the app runs for each key must be
equal, too.
"""

import contextlib
import importlib
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from engine import memory, registry
from engine.rng import Rng
from engine.session import Session
from handful.match import PERSON, Match
from tools.measure.opcodes import APP, Opcodes
from tools.soak import desk, worlds
from tools.soak.parts import Broken

UP, DOWN, LEFT, RIGHT, A, B, START, SELECT = range(8)
RING = 8
_EASY = 0
# The first keys of walks, so that each screen gets its share; random keys follow.
PATHS = (
    (),
    (),
    (RING,),
    (RING, RIGHT),
    (RING, DOWN),
    (RING, UP),
    (RING, LEFT),
    (SELECT,),
    (START,),
    (START, DOWN, A),
    (START, DOWN, DOWN, A),
    (START, DOWN, DOWN, DOWN, DOWN, A),
    (B,),
    (DOWN,),
    (A,),
)
_LOADED = memory.mark("handful.")


class Idle:
    """A mind that never finishes: robots wait, and hints keep thinking.

    The easy level does answer, because it plays the rest of a settled match of !nversion; no robot here is
    easy.
    """

    def __init__(self, game, level: int, rng):
        self._game = game if level == _EASY else None

    def step(self):
        """Returns no action yet."""
        return self._game.legal_actions()[0] if self._game else None


@contextlib.contextmanager
def idling():
    """Keeps robots from finishing their thought and from speaking for as long as the `with` block lasts."""
    bots: Any = importlib.import_module("engine.bots")
    thinking = bots.Thinking
    forget = registry.forget
    speak = Match.speak
    registry.forget = lambda name: None if name == "engine.bots" else forget(name)
    bots.Thinking = Idle
    setattr(Match, "speak", lambda match: None)
    try:
        yield bots, thinking
    finally:
        bots.Thinking = thinking
        registry.forget = forget
        setattr(Match, "speak", speak)


def switched_on() -> desk.Console:
    """Returns a console behind its first notice, without the modules that the last one has left."""
    memory.release(_LOADED)
    console = desk.Console()
    console.keys("a")
    return console


def press(console, key: int) -> None:
    """Presses a key, or lets time pass (negative: ms)."""
    if key < 0:
        console.wait(-key)
    elif key == RING:
        console.press(B, 600)
    else:
        console.press(key)


@dataclass
class Walk:
    """A walk through the screens at a moment. viewer: the seat that looks, or -1. places: where it was."""

    kinds: list[int]
    viewer: int
    seen: int
    keys: list[int]
    looked: int = 0
    places: set[str] = field(default_factory=set)

    def trace(self, session, action, counts: bool) -> list:
        """Returns [(key, screens, frames, bytecodes)] of a session, until hidden cards come into play.

        action: played first, by the seat to act; None for none. counts: whether bytecodes are counted.
        """
        console = switched_on()
        app = console.app
        app.canvas.theme(session.key)
        registry.unload_bots(session.key)  # what dealt this world again is not to be freed in it
        memory.forget("engine.bots." + session.key)  # and each world has its robots learn their weights
        match = app.match = Match(session, self.kinds)
        match.viewer = self.viewer
        match.looked = self.looked
        if self.viewer >= 0:
            match.seen[self.viewer] = self.seen
        app.texts.load(session.key)
        over = session.game.player < 0
        app.open("result" if over else session.key if self.viewer >= 0 else "handover")
        if self.viewer < 0 and not over and match.waits_for < 0:
            app.open(session.key)
        length = len(session.history)
        playing = session.game.player  # the seat whose turn it is
        done = []

        def go(key: int, counts: bool, what, *given) -> None:
            console.watches = True
            console.seen.clear()
            with Opcodes(APP) if counts else contextlib.nullcontext() as counter:
                what(*given)
            console.watches = False
            seen = (*console.seen, console.frame())
            done.append((key, console.where, seen, counter.count if counter else 0))

        def play() -> None:
            console.view.play(action)
            console.wait(300)

        go(-1, counts, console.wait, 60)
        if len(session.history) > length:
            return []  # a quick robot has already shown a card, another one in each match
        if action is not None:
            console.wait(60_000 if self.seen < length else 0)
            console.seen.clear()
            # Only a person's own turn is timed: another seat's action is looked up in a hidden hand.
            own = playing == self.viewer
            go(-2, counts and own, play)
            length += 1
        for key in self.keys:
            match_now = app.match
            if match_now is not match or console.screen in ("title", "trouble"):
                break
            if self.viewer < 0 and console.screen == "handover" and key == A:
                continue
            go(key, counts, press, console, key)
            if match.review >= 0:
                done.pop()  # a finished match has no secrets
                break
            if len(match.session.history) > length or match.viewer not in (self.viewer, -1):
                done.pop()  # an action may reveal cards, and so does handing over to another seat
                break
        self.places |= {entry[1] for entry in done}
        return done


def compare(one: list, two: list, what: str, thinking: bool = False) -> int:
    """Returns the number of equal frames of two traces; Broken if they differ.

    thinking: a robot thinks, so one walk may end sooner: how long a robot thinks may depend on its own hand.
    """
    frames = 0
    for mine, theirs in zip(one, two):
        if mine[1] != theirs[1]:
            raise Broken(f"{what}: after {mine[0]} one is at {mine[1]}, the other at {theirs[1]}")
        if mine[2] != theirs[2]:
            raise Broken(f"{what}: after {mine[0]}, at {mine[1]}, a picture differs")
        if mine[3] != theirs[3]:
            raise Broken(f"{what}: after {mine[0]}, at {mine[1]}, {mine[3]} and {theirs[3]} bytecodes")
        frames += len(mine[2])
    if len(one) != len(two) and not thinking:
        raise Broken(f"{what}: one walk ends sooner")
    return frames


@dataclass
class Figures:
    """The figures of a run. screens: of each game."""

    walks: int = 0
    frames: int = 0
    timed: int = 0
    screens: dict[str, set[str]] = field(default_factory=dict)

    def rows(self) -> list:
        """Returns lines for the table."""
        rows = [
            ("walks in worlds that look alike", f"{self.walks:,}"),
            ("frames equal", f"{self.frames:,}"),
            ("keys with equal bytecodes", f"{self.timed:,}"),
        ]
        for key, places in sorted(self.screens.items()):
            rows.append((f"screens, {key}", f"{len(places)}: " + " ".join(sorted(places))))
        return rows


def options_of(key: str, players: int, chance) -> dict:
    """Returns random values of all options, from those that this many players may have."""
    chosen = {}
    for name, allowed, _ in registry.load(key).OPTIONS:
        fit = [value for value in allowed if registry.admits(key, players, name, value)]
        if fit:
            chosen[name] = chance.choice(fit)
    return chosen


def moment(key: str, chance):
    """Returns a session at a random moment of a random match."""
    _, _, least, most = registry.row(key)
    players = chance.randint(least, most)
    session = Session(key, players, chance.getrandbits(30), **options_of(key, players, chance))
    # The Game ends as soon as nobody can go on, so play it with a little sense.
    most = chance.choice((0, 1, 2, 5, 12, 12, 40, 40, 100, 300, 1000))
    for _ in range(most):
        game = session.game
        actions = list(game.legal_actions())
        if not actions:
            break
        if key == "the_game":
            if game.signals() and chance.random() < 0.2:
                actions = game.signals() + game.calls()
            elif actions[0] != 0 and actions[0] < 400:
                actions = [min(actions, key=lambda action: game.gap(action >> 2, action & 3))]
        session.act(chance.choice(actions))
    return session


def walk_of(session, chance) -> Walk:
    """Returns a walk at this moment: who looks, and at what."""
    players = session.players
    persons = chance.choice((1, 2, players, players))
    kinds = [PERSON] * players
    while kinds.count(PERSON) > persons:
        kinds[chance.randrange(players)] = chance.randint(2, 3)
    game = session.game
    if game.player >= 0 and chance.random() < 0.7:
        kinds[game.player] = PERSON
    people = [seat for seat in range(players) if kinds[seat] == PERSON]
    keys = list(chance.choice(PATHS))
    for _ in range(chance.randint(2, 9)):
        keys.append(chance.choice((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT, RING, -300, -2500)))
    history = len(session.history)
    choosing = getattr(game, "choosing", False)
    if len(people) > 1 and (chance.random() < 0.3 or game.player < 0):
        return Walk(kinds, -1, 0, keys, looked=chance.choice((0, players)) if choosing else 0)
    viewer = game.player if game.player in people and chance.random() < 0.7 else chance.choice(people)
    seen = history
    if len(people) > 1 and chance.random() < 0.5:
        seen = max(0, history - chance.randint(1, 9))
    return Walk(kinds, viewer, seen, keys, looked=viewer if choosing and len(people) > 1 else 0)


def check(session, chance, figures: Figures, counts: bool) -> None:
    """Walks once in this match and once in those that look the same; Broken for a difference."""
    walk = walk_of(session, chance)
    viewer = walk.viewer
    length = len(session.history)
    seed = chance.getrandbits(30)
    playing = session.game.player >= 0
    # The last action is either watched while it is played, or played beforehand.
    idle = sys.modules["engine.bots"].Thinking is Idle  # or the robot would play on its own
    counts = counts and (idle or session.game.player == viewer)  # a robot's time depends on its own hand
    live = idle and viewer >= 0 and playing and length and chance.random() < 0.3
    if live:
        walk.seen = length = length - 1
        mover = worlds.again(session, session.history[:length]).game.player
        if mover != viewer:
            walk.kinds[mover] = 2  # otherwise the console would be handed over
    what = (
        f"{session.key}, {session.players} players, code {session.code}, {session.options}, after"
        f" {length} actions{' and one more' * bool(live)}, seen by {viewer} who has seen {walk.seen},"
        f" kinds {walk.kinds}, keys {walk.keys}"
    )
    action = session.history[-1] if live else None
    history = session.history[:length]
    traces = []
    if counts:
        walk.trace(worlds.again(session, history), action, False)  # loads modules once
    # The first match uses the same generator class, so that it takes as many bytecodes.
    with worlds.dealing(worlds.deck(worlds.deals(session), {})):
        traces.append(walk.trace(worlds.again(session, history), action, counts))
        if not live:
            seats = range(session.players) if viewer < 0 else (viewer,)
            traces.append(walk.trace(worlds.redealt(session, seats, Rng(seed)), None, counts))
    # Taking back and replaying would deal the first match again; relabelled matches cover those.
    world = worlds.relabelled(session, viewer, Rng(seed)) if viewer >= 0 and playing else None
    if world:
        changed, kind = world
        with worlds.dealing(kind):
            there = worlds.again(session, changed[:length], kind)
            traces.append(walk.trace(there, changed[length] if live else None, counts))
    for other in traces[1:]:
        thinking = playing and not idle and session.game.player != viewer
        figures.frames += compare(traces[0], other, what, thinking)
        figures.walks += 1
        if counts:
            figures.timed += len(other)
    figures.screens.setdefault(session.key, set()).update(walk.places)


def run(seconds: float, seed: int, say) -> list:
    """Walks for that many seconds, reporting by say(text). Returns rows (label, value) for the table."""
    chance = random.Random(seed)
    figures = Figures()
    end = time.monotonic() + seconds
    with desk.quick(), idling() as (bots, thinking):
        number = 0
        while time.monotonic() < end or number < len(registry.GAMES):
            key = registry.GAMES[number % len(registry.GAMES)][0]
            number += 1
            # Robots do not move meanwhile, but now and then a hint is thought through.
            bots.Thinking = Idle if chance.random() < 0.95 else thinking
            check(moment(key, chance), chance, figures, chance.random() < 0.25)
            bots.Thinking = Idle
            say(f"{number} moments, {figures.frames:,} frames")
    return figures.rows()
