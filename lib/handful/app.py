"""The loop: keys in, one screen at a time, pictures out."""

import gc
import random
import sys

from micropython import const

from engine import registry
from engine.session import Session
from handful import match as matches
from handful.keys import Keys, elapsed
from handful.picture.canvas import Canvas
from handful.power import Power
from handful.settings import BRIGHTNESS, LANGUAGE, LIGHTS, SOUND, Settings
from handful.sound import CLICK, Sound
from handful.store import MATCH, RECORDS, SETTINGS, Store
from handful.texts import LANGUAGES, Texts

_FRAME = const(20)  # ms between two looks at the keys,
_FACES = const(0xE010)  # the first robot's, of the five in the small font
_DARK_FRAME = const(100)  # and while nobody can see anything
# What screens are built on or need for a moment.
_PASSING = (
    "screens.menu tables.table tables.hand picture.motion tables.overlay series tables.review tables.lesson "
    "records opening log journal picture.sheets"
)


def _device(made):
    # What a board's page makes for the ear or the eye; None where its firmware lacks what that takes.
    try:
        return made()
    except (ImportError, AttributeError, ValueError, RuntimeError):
        return None


class App:
    """Everything that lives as long as the console is on.

    board: a profile of `boards`. match: the match in progress or None. notice: a sentence that
    the title screen still has to show, or "". unsaved: a sentence that says why the last save failed, or "".
    """

    def __init__(self, board):
        self.board = board
        self.texts = Texts()
        display = board.display()
        self.canvas = Canvas(display)
        self.keys = Keys(board)
        region = board.region()
        self.store = Store(region, board.ERASES)
        self.refusal = getattr(region, "refusal", ())  # why nothing can be written, as texts.say takes it
        self.now = board.ticks()
        self._sound = Sound(_device(board.voice))
        self._lamp = _device(board.lamp)
        self._lit = -1  # the seat whose colour shines
        self.power = Power(display, board.LIGHT, self.now)
        self.match = None
        self._deal = ()  # the last one that was left
        self._screen = None
        self._name = ""
        self._module = ""  # of handful, that the screen is in
        self._next = None
        self.settings = Settings()
        self.guide = None  # a lesson in progress
        self.notice = ""
        self.unsaved = ""
        from handful import opening

        opening.restart(self)
        if self.store.payloads[SETTINGS]:
            opening.greet(self)
        else:
            self.open("language")  # which greets

    @property
    def records(self):
        """The statistics that are saved, a Records that `keep` takes back. ValueError for garbage."""
        from handful.records import Records

        records = Records()
        if self.store.payloads[RECORDS]:
            records.load(self.store.payloads[RECORDS])
        return records

    def keep(self, records) -> None:
        """Has the statistics saved with the next write."""
        self.store.put(RECORDS, records.dump())

    def speak(self) -> None:
        """Loads the language that is set, and the signs that it and the players' names are written with."""
        self.texts.speak(LANGUAGES[self.settings.values[LANGUAGE]])
        signs = self.texts.language == "ja"
        for name in self.settings.names:
            for byte in name.encode():
                if byte > 0xE2:  # so begin the signs of Japanese
                    signs = True
        self.canvas.add_signs(signs)

    def begin(self, key: str, kinds, seed: int, options: dict) -> None:
        """Starts a match of the game `key` in place of the saved one, and opens its table.

        kinds: PERSON or a computer's level for each seat; seed: the deal. ValueError as in Session.
        Who may remember the deal is told that it does not count: it was the last one, or a numbered one.
        """
        from handful.series import played

        self._remember()
        self.match = match = matches.Match(Session(key, len(kinds), seed, **options), kinds)
        match.known = match.deal == self._deal or played(match, self.records)
        self.guide = None
        self._sit_down()
        if match.known:
            self.open("notice", self.texts.say("known_deal"), "")

    def _remember(self) -> None:
        # The deal that is left, if something was learnt of it.
        if self.match and self.match.touched:
            self._deal = self.match.deal

    def learn(self, key: str) -> None:
        """Begins a match of the game `key` with a lesson: its first moves, against easy robots."""
        from handful.tables.lesson import Guide

        guide = Guide(key, self.texts)
        self.begin(key, bytes((matches.PERSON,)) + b"\x01" * (guide.players - 1), guide.seed, {})
        self.guide = guide  # type: ignore[assignment]

    def resume(self) -> None:
        """Goes on with the saved match; a save that cannot be read is dropped and said."""
        from handful import opening

        if opening.resume(self):
            self._sit_down()

    def _sit_down(self) -> None:
        self.texts.load(self.match.session.key)
        self.canvas.theme(self.match.session.key)
        self.table()

    @property
    def saved(self) -> str:
        """The key of the game of which a match is saved, "" for none."""
        return matches.game_of(self.store.payloads[MATCH])

    def leave(self, finished: bool) -> None:
        """Goes back to the title: the match is saved, or dropped if it is finished; its memory is freed.

        A match that cannot be put among what is saved stays where it is, and the pause says so.
        """
        self._remember()
        if finished:
            self.match = None
            self.store.put(MATCH, b"")
        # What is finished may stay in the save until the next write: resumed, it shows its result again.
        if not self.save(not finished or not self.board.ERASES) and self.match:
            self.open("pause")
            return
        self.match = None
        self.guide = None
        self.texts.load("")
        for row in registry.GAMES:
            registry.unload(row[0])
        self.open("title")

    def again(self) -> None:
        """Deals the match in progress once more, from its start."""
        session = self.match.session
        self.begin(session.key, self.match.kinds, session.seed, session.options)

    def table(self) -> None:
        """Opens the table of the match, behind the neutral screen if somebody else has to come first."""
        self.open("handover" if self.match.waits_for >= 0 else self.match.session.key)

    def seed(self) -> int:
        """A fresh seed for a deal: 30 bits of the board's own chance and of the moment."""
        return (random.getrandbits(30) ^ self.board.ticks() * 31) & 0x3FFFFFFF

    def name(self, seat: int) -> str:
        """What the player at a seat is called."""
        match = self.match
        if match and match.kinds[seat] != matches.PERSON:
            return self.texts.say("robot_" + str(seat))
        return self.settings.names[seat] or self.texts.say("player", seat + 1)

    def robot(self, seat: int) -> str:
        """The robot of a seat: its face and its name."""
        return chr(_FACES + seat) + " " + self.texts.say("robot_" + str(seat))

    def faced(self, seat: int) -> str:
        """The name with the robot's face before it, if it is one."""
        match = self.match
        if match and match.kinds[seat] != matches.PERSON:
            # What `robot` says, with one call less on the stack.
            return chr(_FACES + seat) + " " + self.texts.say("robot_" + str(seat))
        return self.name(seat)

    def has(self, choice: int) -> bool:
        """Whether a choice of the settings makes a difference on this board."""
        if choice == BRIGHTNESS:
            return self.board.LIGHT > 1
        if choice == SOUND:
            return self._sound.voice is not None
        return choice != LIGHTS or self._lamp is not None

    def play(self, tune: bytes) -> None:
        """Lets a tune of handful.sound be heard, as loud as is chosen."""
        self._sound.play(tune, self.now, self.settings.values[SOUND])

    def shine(self, seat: int) -> None:
        """Shows whose turn it is on the board's lamps, -1 for nobody's."""
        if not self.settings.values[LIGHTS]:
            seat = -1
        if seat != self._lit and self._lamp:
            self._lit = seat
            colour = self.canvas.colour(self.settings.colours[seat]) if seat >= 0 else 0
            self._lamp.shine(colour, seat >= 0 and self.match.kinds[seat] == matches.PERSON)

    def save(self, waited: bool) -> bool:
        """Saves what has changed. waited: now, since somebody leaves; else every few minutes at most.

        A save that fails, for whatever reason, is said on the title, in the pause and at the end. False if
        the match is not even among what the store holds in memory.
        """
        store = self.store
        if not waited and not store.due(self.now):
            return True
        why = None
        try:
            store.put(SETTINGS, self.settings.dump())
            if self.match:
                store.put(MATCH, self.match.dump())
        except Exception as error:
            why = error
        held = why is None
        try:
            store.flush(self.now)
        except Exception as error:
            why = error
        if why is not None:
            reason = str(why) or type(why).__name__
            self.unsaved = self.texts.say(*(self.refusal or ("not_saved", reason.rstrip("."))))
            self.notice = self.unsaved
        elif self.unsaved:
            self.unsaved = self.notice = ""
        return held

    def open(self, name: str, *details) -> None:
        """Closes the screen after this step and opens another: one of handful.screens, or a game's table."""
        self._next = (name, details)

    def _switch(self) -> None:
        name, details = self._next
        self._next = None
        self._screen = None
        if name != self._name:
            self._unload()
            self._name = name
        key = self.match.session.key if self.match else ""
        if name != key:
            self.shine(-1)
        if key:
            registry.dismiss(key)  # who may have been thinking
        gc.collect()
        self._module = ("tables." if name == key else "screens.") + name
        module = "handful." + self._module
        __import__(module)
        self._screen = sys.modules[module].View(self, *details)
        self.keys.settle()

    def _unload(self) -> None:
        # The screen's module goes, and what it is built on: the next screen may be of another kind. The
        # attribute on the package has to go too, or nothing is freed.
        self.forget(self._module)
        for module in _PASSING.split():
            self.forget(module)

    def forget(self, module: str) -> None:
        """Frees the memory of a module of `handful`, which is imported again when it is needed."""
        module = "handful." + module
        if sys.modules.pop(module, None):
            package, _, last = module.rpartition(".")
            if hasattr(sys.modules[package], last):
                delattr(sys.modules[package], last)

    def step(self) -> None:
        """One turn of the loop: every key that waits, one tick, one refresh."""
        if self._next:
            self._switch()
            self._screen.open()
        keys = self.keys
        power = self.power
        self.now = self.board.ticks()
        if power.asleep:
            keys.settle()  # the key that wakes the screen does nothing else
        heard = False
        while not self._next:
            then = self._screen.then
            if then:
                self._screen.then = None
                then[0](*then[1:])
                continue
            key = keys.next(self.now)
            if key < 0:
                break
            if not heard:
                heard = True
                self.canvas.mark(True)  # until it is answered, or another screen drawn
            self.play(CLICK)
            self._screen.press(key)
        if heard and not self._next:
            self.canvas.mark(False)
        if keys.stirred:
            keys.stirred = False
            power.touch(self.now)
        if not self._next:
            self._screen.tick(self.now)
        if power.tick(self.now, self.settings.values[BRIGHTNESS]):
            self.save(True)  # the console was put away in the middle of a turn
        self._sound.tick(self.now)
        self.canvas.refresh()

    def run(self) -> None:
        """Runs until the board ends it with SystemExit; saves and gives the board back, whatever happens.

        Any other exception is shown by the screen `trouble`; one in that screen itself goes to the caller.
        """
        try:
            while True:
                error = None
                try:
                    self.step()
                    if not (self._next or self._screen.then):
                        frame = _DARK_FRAME if self.power.dark else _FRAME
                        self.board.sleep(max(0, frame - elapsed(self.board.ticks(), self.now)))
                except Exception as caught:
                    if self._name == "trouble":
                        raise
                    error = caught
                if error:
                    self._fail(error)
        finally:
            try:
                self.save(True)
            finally:
                self._sound.stop()
                self.shine(-1)
                self.power.close()
                self.board.close()

    def _fail(self, error) -> None:
        # All memory is given back that can be: it may be what there was too little of. If there is still too
        # little to recover, `run` saves and ends.
        self._screen = None
        self._unload()
        self._name = "trouble"  # what goes wrong from here on is not shown again
        for row in registry.GAMES:
            registry.unload(row[0])
        gc.collect()
        from handful import opening

        opening.recover(self, error)
