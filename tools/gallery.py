# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Makes the pictures and films of docs/ by playing real matches, key by key: `make gallery`.

A Studio is the tests' console with moving cards. The person in the first seat plays what the hard robot would
play, by pressing keys. Deals and chance are fixed, so equal sources give equal bytes.
"""

import functools
import math
import sys
from pathlib import Path

from PIL import Image

from engine import bots, registry
from engine.rng import Rng
from handful.keys import DOWN, LEFT, RIGHT, UP, A, B
from handful.stops import bidding
from tools import PROJECT
from tools.console import Board, Console

GAMES = [row[0] for row in registry.GAMES]
DOCS = PROJECT / "docs"
SCALE = 2  # whole pixels only
FRAME = 70  # ms a frame; a GIF counts in hundredths of a second
PEOPLE = ["Ana", "Bob", "Chloé", "Dai", "Emi"]
ENGLISH, FRENCH, JAPANESE = range(3)  # by texts.LANGUAGES
NORMAL = 2  # the kind of a seat with a normal robot
PACE = 0  # index in Settings.values of how long a robot's move is shown
LONG = 20000  # ms after which nothing moves or thinks any more
SIGNAL = 400  # the first of The Game's actions that give a signal


def pressed(game, action: int) -> int:
    """Returns the action of a single key press: of a pile's three signals, the next one."""
    if game.KEY != "the_game" or action < SIGNAL:
        return action
    pile = action & 3
    return SIGNAL + 4 * ((game.signal(game.player, pile) + 1) % 3) + pile


class Studio(Console):
    """A console that takes films."""

    def __init__(self, seed: int, language: int = ENGLISH):
        self.film: list = []
        self._due = math.inf  # when the next frame is to be taken
        super().__init__(seed=seed, moving=True, language=language)
        self._seed = seed
        self.app.settings.names = list(PEOPLE)
        while self.screen != "title":
            self.keys("a")

    def step(self) -> None:
        """Runs one turn of the app's loop, and takes a frame if one is due."""
        self.app.step()
        self.board.clock += 20
        if self.board.clock >= self._due:
            self._due += FRAME
            self.film.append(self.image())

    def wait(self, ms: int) -> None:
        end = self.board.clock + ms
        while self.board.clock < end or self.app.opening:
            self.step()

    def record(self) -> None:
        """Takes a frame every FRAME ms from now on."""
        self._due = self.board.clock

    def sit(self, key: str, players: int) -> None:
        """Begins a match of one person against robots."""
        self.begin(key, [0] + [NORMAL] * (players - 1), self._seed)

    @property
    def actions(self) -> int:
        """Returns how many actions of the match have been played."""
        return len(self.app.match.session.history)

    @property
    def turn(self) -> bool:
        """Returns whether the table waits for the person and nothing moves."""
        view = self.view
        still = self.screen in GAMES and not view.telling.motion.busy and not view.overlay
        return still and view.mine

    def until_turn(self) -> None:
        """Runs until it is the person's turn."""
        end = self.board.clock + LONG
        while not self.turn and self.board.clock < end:
            self.step()

    def best(self) -> int:
        """Returns what the hard robot would play in the person's seat."""
        game = self.app.match.session.game
        return pressed(game, bots.choose(game, bots.HARD, Rng(self._seed)))

    def _aim(self, at, target, key: int, pace: int) -> None:
        # Presses a key until at() is the target.
        for _ in range(30):
            if at() == target:
                return
            self.press(key)
            self.wait(pace)
        raise RuntimeError(f"{self.screen}: the cursor does not come to {target}")

    def play(self, pace: int = 0) -> None:
        """Plays the best action by keys. pace: ms of thinking before each key."""
        key = self.aim(pace)
        self.wait(pace)
        self.press(key)

    def aim(self, pace: int = 0) -> int:
        """Moves the cursor to the best action. Returns the key that plays it."""
        view = self.view
        action = self.best()
        self.wait(2 * pace)
        if self.screen == "the_game":
            if action == 0 or action >= SIGNAL:
                self._aim(lambda: view._at, 2, DOWN, pace)
                if action:
                    self._aim(lambda: view._pile, action & 3, RIGHT, pace)
                    return UP
            else:
                self._walk(view.game.hand(view.viewer).index(action >> 2), lambda: view._card, pace)
                if view._pile != action & 3:
                    self.press(UP)
                    self.wait(2 * pace)
                    self._walk(action & 3, lambda: view._pile, pace)
        elif bidding(view):
            self._aim(lambda: view.bid, action, RIGHT, pace)
        else:
            place = view.cards().index(action)
            if view.rows > 1 and place // view.columns != view.cursor // view.columns:
                self.press(DOWN if place >= view.columns else UP)
                self.wait(pace)
            self._walk(place, lambda: view.cursor, pace)
        return A

    def _walk(self, place: int, at, pace: int) -> None:
        self._aim(at, place, RIGHT if at() < place else LEFT, pace)

    def play_to(self, actions: int) -> None:
        """Plays until the match has that many actions and nothing on the table moves."""
        pace, self.app.settings.values[PACE] = self.app.settings.values[PACE], 2
        while self.screen != "result" and self.actions < actions:
            if self.turn:
                self.play()
            elif getattr(self.view, "overlay", ""):
                self.press(B if self.view.overlay == "offer" else A)  # we play on ourselves; sheets are read
            else:
                self.step()
        while self.screen in GAMES and self.view.telling.state:
            self.step()
        self.app.settings.values[PACE] = pace

    def roll(self, ms: int, pace: int = 180) -> None:
        """Plays on for that many ms, at a person's pace."""
        end = self.board.clock + ms
        while self.board.clock < end and self.screen != "result":
            if self.turn:
                self.play(pace)
            else:
                self.step()


# --- the films, one a game: what is best about it --------------------------------------------------------


def begun(key: str, players: int, seed: int, actions: int) -> Studio:
    """Returns a match that has come to that action, with everything on the table at rest."""
    studio = Studio(seed)
    studio.sit(key, players)
    studio.play_to(actions)
    return studio


def filmed(key: str, players: int, seed: int, actions: int, ms: int) -> Studio:
    """Films that many ms of a match, beginning after that action."""
    studio = begun(key, players, seed, actions)
    if key == "the_game":  # it begins with the person's whole turn
        studio.until_turn()
    studio.record()
    studio.roll(ms)
    return studio


# Once the robots have learnt something new, look for another moment if a film no longer shows this.
FILMS = {
    # A jump back of ten, more cards on its pile, the end of the turn, new cards, and a robot's answer.
    "the_game": functools.partial(filmed, "the_game", 2, 1, 120, 9000),
    # The last card of a trick is swapped with the one in the lane, and so wins it.
    "inversion": functools.partial(filmed, "inversion", 4, 2, 25, 9800),
    # The last card turns the count of the suits, and with it the trick.
    "hyper_maker": functools.partial(filmed, "hyper_maker", 3, 4, 3, 9000),
    # The last trick of a round that the person leads in, and the discs that turn over for the next.
    "flip_over": functools.partial(filmed, "flip_over", 3, 2, 21, 9500),
    # The last cards of a round: worths change hands, and those that are left fight.
    "inversio": functools.partial(filmed, "inversio", 2, 2, 6, 9000),
}


# --- the pictures ----------------------------------------------------------------------------------------


def seen(keys: str, language: int = ENGLISH, ms: int = 0) -> Studio:
    """Returns what these keys lead to from the title, that many ms later."""
    studio = Studio(1, language)
    studio.keys(keys)
    studio.wait(ms)
    return studio


def shown_ladder() -> Studio:
    studio = Studio(1)
    records = studio.app.records
    for game, medals in enumerate((0x27, 0x11FF, 0x1249, 0x0103, 0x4210)):
        records.go_on(game, True, [], medals)
    studio.app.keep(records)
    studio.keys("dda" + "ddd" + "lll")
    return studio


def handed_over() -> Studio:
    studio = Studio(1)
    studio.begin("inversion", [0, 0, 0], 1)
    return studio


def hinted() -> Studio:
    studio = begun("inversion", 3, 5, 16)
    studio.until_turn()
    studio.keys("Bu")
    while studio.view.thinker.mind:
        studio.step()
    studio.wait(100)  # until its reason is there
    return studio


def won() -> Studio:
    studio = begun("flip_over", 3, 2, 1 << 16)
    studio.wait(3000)  # until all of it is said
    return studio


def shown_in_japanese() -> Studio:
    studio = Studio(4, JAPANESE)
    studio.app.settings.names[0] = "はな"
    studio.app.apply_language()
    studio.sit("inversion", 3)
    studio.play_to(16)
    studio.until_turn()
    studio.aim()
    return studio


SHOTS = {
    "first_start": lambda: Console.untouched(Board()),  # the first question of a new console
    "title": lambda: seen("", ms=2000),  # when its letters are dealt
    "set_up": lambda: seen("arrrd" + "ddddddr"),  # Flip Over's third seat
    "ladder": shown_ladder,  # the wall of medals after a first week
    "hand_over": handed_over,  # between two people: the back of the game's cards
    "hint": hinted,
    "lesson": lambda: seen("arrrda" + ".." + "a"),  # its second text, on the player's cards
    "result": won,  # while the confetti falls
    "japanese_table": shown_in_japanese,
    "french": lambda: seen("arrda" + "..", FRENCH),
}


def cut(frames: list) -> tuple[list, list[int]]:
    """Returns a film's pictures, and for how many ms each is shown. Equal frames become one, shown longer."""
    shown, lengths = [], []
    for frame in frames:
        if shown and shown[-1].tobytes() == frame.tobytes():
            lengths[-1] += FRAME
        else:
            shown.append(frame)
            lengths.append(FRAME)
    lengths[-1] += 1000
    return shown, lengths


def write_film(path: Path, frames: list) -> None:
    """Writes an animated GIF in the console's sixteen colours."""
    shown, lengths = cut(frames)
    colours = sorted({colour for frame in shown for _, colour in frame.getcolors()})
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    pictures = [enlarged(frame.quantize(palette=palette, dither=Image.Dither.NONE)) for frame in shown]
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=lengths, loop=0, optimize=True, disposal=1
    )
    print(
        f"{path.relative_to(PROJECT)}: {sum(lengths) / 1000:.1f} s, {len(shown)} of {len(frames)} frames, "
        f"{len(colours)} colours, {path.stat().st_size // 1024} KB"
    )


def enlarged(picture: Image.Image) -> Image.Image:
    """Returns the picture with each pixel SCALE wide and high."""
    return picture.resize((SCALE * picture.width, SCALE * picture.height), Image.Resampling.NEAREST)


def main(names: list) -> int:
    """Writes all pictures and films, or those with these names."""
    for name in names:
        if name not in FILMS | SHOTS:
            print(f"There is no picture {name}, only {', '.join(sorted(FILMS | SHOTS))}.", file=sys.stderr)
            return 2
    for name, film in FILMS.items():
        if not names or name in names:
            write_film(DOCS / f"{name}.gif", film().film)
    for name, shot in SHOTS.items():
        if not names or name in names:
            picture = shot().image().convert("P", palette=Image.Palette.ADAPTIVE, colors=16)
            enlarged(picture).save(DOCS / f"{name}.png", optimize=True)
            print(f"docs/{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
