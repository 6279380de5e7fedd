# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The app: its loop reads keys, runs one screen at a time and refreshes the display."""

import gc
import random
import sys

from micropython import const

from engine import memory, registry
from engine.memory import inline, rare
from engine.session import Session
from handful import match as matches
from handful.keys import BRIEF, A, B, Keys, elapsed
from handful.picture.canvas import Canvas
from handful.picture.measures import WIDTH
from handful.power import PowerSaver
from handful.settings import BRIGHTNESS, CONTRAST, LANGUAGE, LIGHTS, LOOK, SOUND, Settings
from handful.sound import CLICK, Sound
from handful.store import MATCH, RECORDS, SETTINGS, Store
from handful.texts import LANGUAGES, Texts

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable, Sequence
    from typing import Any

    from handful.records import Records

_FRAME = const(10)  # ms from one turn of the loop to the next
_QUIET = const(300)  # ms without a key after which a save swallows none
_DARK_FRAME = const(100)  # the same while the screen is dark
_DEAF = const(800)  # ms in which no key counts, since what has opened was not asked for by one
_CALM = const(500)  # ms for which no key may have been touched at the end of that time
_FACE = const(9)  # height of a face in the small font
_FACES = const(0xE010)  # the face of the first of five robots in the small font
_LASTING = ("pause", "settings")  # screens that remember their cursor
_DEMO_SEATS = const(3)  # players of a demo, where the game allows them
_DEMO_LEVEL = const(2)  # kind of all of its seats: a normal robot


def _device(made: "Callable[[], Any]") -> "Any":
    # Calls a board's voice() or lamp(). None if its firmware lacks a module or pin that they need.
    try:
        return made()
    except (ImportError, AttributeError, ValueError, RuntimeError):
        return None


class App:
    """Owns everything that lives as long as the console is on.

    board: a page of `boards`. view: the open screen, of the module `screen`. opening: name and details of the
    screen that opens next, or None. match: the match in progress or None. notice: a sentence that the title
    screen still has to show, or "". untold: something saved cannot be read, and the player has not gone on
    from the sentence that says so: nothing is written. unsaved: a sentence that says why the last save
    failed, or "". site: the address of a page with the games, to which links go, or "". deaf: for how
    many ms no key counts, or 0.
    """

    @rare
    def __init__(self, board: "Any") -> None:
        __import__("handful.tables")  # with its package an import costs one collection more
        self._loaded = memory.mark("handful.")  # modules that stay; others are freed with their screen
        self.board = board
        self.texts = Texts()
        display = board.display()
        scale = getattr(board, "scale", None)
        self.canvas = Canvas(scale(display) if scale else display)
        # Few keys are read in another way, and the foot line names them.
        self.keys = board.few(self) if hasattr(board, "few") else Keys(board)
        self._named = getattr(self.keys, "named", getattr(board, "named", None))
        self.region = region = board.region()
        self.store = Store(region, board.ERASES)
        self.now = board.ticks()
        self._sound = Sound(_device(board.voice))
        self._lamp = _device(board.lamp)
        self._lit = -1  # the seat whose colour the lamps show
        self.power = PowerSaver(display, board.LIGHT, self.now)
        self.match: Any = None  # a Match, or None
        self.view: Any = None
        self.screen = ""
        self.opening: Any = None
        self._trail: list[tuple[str, Any]] = []  # the screens that lead to the open one: (name, Screen.where)
        self._cursors: dict[str, Any] = {}  # where the cursor of a screen in _LASTING was when it was closed
        self.settings = Settings()
        self.lesson: Any = None  # the Lesson in progress, or None
        self.notice = ""
        self.untold = False
        self.unsaved = ""
        self._waits = False  # something is to be saved once the keys are quiet
        self.site = ""
        self.deaf = 0
        self._since = -1  # ticks from which the time without keys runs; -1 until what has opened is drawn
        self._shown = -1  # row of the game of the last demo
        self._restart()
        if self.store.payloads[SETTINGS]:
            self.startup_notice()
            from handful import setups

            if not (self.notice or self.saved) and setups.latest(self.settings) >= 0:
                self.open("games")  # on the cover of the last game; a match is continued from the title
        else:
            self.open("language")  # greets later
        first: Any = self.opening
        self.keys.settle()
        if self.keys.held == 1 << A | 1 << B or getattr(region, "checks", False):
            self.open("board", first[0])

    @rare
    def _restart(self, error: Exception | None = None) -> None:
        # Goes to the title with nothing but what is saved. After an error it first saves the match as it was
        # after its last action, and opens the screen that says what went wrong. The interpreter's table of
        # names grows by one large block. After an error there may be none, so the start has loaded all that
        # an error needs: this function, and that screen.
        store = self.store
        if error is not None:
            _print(error)
            kept = ""
            if self.match:
                kept = "trouble_lost"
                try:
                    store.put(MATCH, self.match.dump())
                    store.flush(self.now)
                    kept = "trouble_kept"
                except Exception as second:
                    _print(second)
                self.match = None
            try:
                self.save()
            except Exception as second:
                _print(second)
            self.texts.load("")
        __import__("handful.screens.trouble")
        self.settings = Settings()
        self.lesson = None
        self.notice = ""
        # Records are read independently: a damaged one is reported, the others still load.
        lost = ""
        try:
            # Without a save it reads its own: after an error there may be no memory for that code's names.
            self.settings.load(store.payloads[SETTINGS] or self.settings.dump())
        except ValueError:
            lost = "record_0"
        try:
            if error is None:  # after an error there may be no memory for the code that reads them
                self.records  # noqa: B018 - reads them
        except ValueError:
            store.put(RECORDS, b"")
            lost = "record_1"
        self.apply_language()
        self.apply_contrast()
        if lost:
            self.notice = self.texts.say("lost_damaged", self.texts.say(lost))
        if error is None:
            self.untold = bool(lost or store.lost)
            self.open("title")
        else:
            self.open("trouble", type(error).__name__ + ": " + str(error), kept)

    @rare
    def startup_notice(self) -> None:
        """Sets the notice for the title: whether saving works, what was lost, which setting is wrong."""
        store = self.store
        say = self.texts.say
        if getattr(self.region, "refusal", ()):
            self.notice = self.unsaved = say(*self.region.refusal)
        elif not store.saves:
            self.notice = say("no_saving")
        elif store.new:
            self.notice = ""
        elif len(store.lost) == len(store.payloads) and True not in [newer for _, newer in store.lost]:
            self.notice = say("lost_all")
        else:
            for newer in (False, True):
                what = ""
                for kind, cause in store.lost:
                    if cause == newer:
                        name = say("record_" + str(kind))
                        what = say("lost_two", what, name) if what else name
                if what:
                    what = say("lost_newer" if newer else "lost_damaged", what)
                    self.notice += " " + what if self.notice else what
        if store.payloads[MATCH] and not self.saved and not self.notice:
            self.notice = say("lost_game")
        from handful import toml

        site = toml.value("SITE")
        toml.check()
        if toml.wrong and not self.notice:  # the next one when this is right
            self.notice = say(*toml.wrong[0])
        memory.forget("handful.toml")
        if site:
            from handful import link

            try:
                self.site = link.checked(site)
            except ValueError:
                self.notice = self.notice or say("bad_site", link.MOST)

    @property
    def records(self) -> "Records":
        """The saved statistics, a Records; `keep` saves it again. ValueError if they cannot be read."""
        from handful.records import Records

        records = Records()
        if self.store.payloads[RECORDS]:
            records.load(self.store.payloads[RECORDS])
        return records

    def keep(self, records: "Records") -> None:
        """Saves the statistics with the next write."""
        self.store.put(RECORDS, records.dump())

    @rare
    def apply_language(self) -> None:
        """Switches to the chosen language, and loads the signs that its or a player's name needs."""
        self.texts.speak(LANGUAGES[self.settings.values[LANGUAGE]])
        signs = False
        for name in [self.texts.say("own_name")] + self.settings.names:
            for byte in name.encode():
                if byte > 0xE2:  # first byte of a Japanese sign
                    signs = True
        self.canvas.add_signs(signs)

    @rare
    def apply_contrast(self) -> None:
        """Switches to the inks of the chosen contrast."""
        self.canvas.sharpen(self.settings.values[CONTRAST] > 0)

    @rare
    def begin(
        self, key: str, kinds: "Sequence[int]", seed: int, options: "dict[str, Any]", first: int = 0
    ) -> None:
        """Starts a match of the game `key` in place of the saved one, and opens its table.

        kinds: PERSON or a computer's level for each seat; seed: the deal; first: as in Match. ValueError as
        in Session.
        If the player may remember the deal, a notice says that the match does not count.
        """
        from handful import setups
        from handful.series import played

        setups.touch(self.settings, key)
        records = self._remember()
        self.match = match = matches.Match(Session(key, len(kinds), seed, **options), kinds, first)
        match.known = records.saw(match.deal) or played(match, records)
        self.lesson = None
        self._open_match()
        if match.known:
            self.open("notice", self.texts.say("known_deal"), "")

    def _remember(self) -> "Records":
        # Notes the deal of the match that is left or replaced, if the player learnt anything of it.
        records = self.records
        if self.match:
            deal: int = self.match.deal if self.match.touched else 0
        else:
            deal = matches.deal_seen(self.store.payloads[MATCH])
        if deal and records.see(deal):
            self.keep(records)
        return records

    @rare
    def learn(self, key: str) -> None:
        """Begins a match of the game `key` against easy robots, with a lesson for its first moves."""
        from handful.tables.lesson import Lesson

        memory.forget("handful.tables.lesson")  # the lesson holds it while it lasts
        lesson = Lesson(key, self.texts)
        self.begin(key, bytes((matches.PERSON,)) + b"\x01" * (lesson.players - 1), lesson.seed, {})
        self.match.known = True  # so it does not count
        self.table()  # nobody need be told of that
        self.lesson = lesson

    def resume(self) -> None:
        """Goes on with the saved match. A save that cannot be read is dropped and reported."""
        try:
            self.match = matches.load(self.store.payloads[MATCH])
        except ValueError as error:
            self.store.put(MATCH, b"")
            self.untold = True
            say = self.texts.say
            # The engine's sentences are in English. A player needs no more of them than this.
            why = "lost_newer" if "newer" in str(error) else "lost_damaged"
            self.open("notice", say(why, say("record_2")))
            return
        self._open_match()

    def _open_match(self) -> None:
        self._cursors.pop("pause", None)
        self.texts.load(self.match.session.key)
        self.theme(self.match.session.key)
        self.table()

    def theme(self, key: str) -> None:
        """Sets the inks of a game's table, in the colour that the player has chosen for it."""
        self.canvas.theme(key, self.settings.values[LOOK + registry.number(key)])

    @property
    def saved(self) -> str:
        """The key of the game whose match is saved, "" for none, and for a game that is not here."""
        return matches.game_of(self.store.payloads[MATCH])

    @rare
    def demo(self) -> None:
        """Lets robots play a match at its table, each time of another game, until a key is pressed."""
        self._shown = registry.beside(self._shown if self._shown >= 0 else self.seed() - 1, 1)
        key, _, least, most = registry.GAMES[self._shown]
        players = max(least, min(_DEMO_SEATS, most))
        kinds = bytes((_DEMO_LEVEL,)) * players
        self.match = match = matches.Match(Session(key, players, self.seed()), kinds)
        match.viewer = 0
        self._open_match()
        self.guard()

    @rare
    def leave(self, finished: bool) -> None:
        """Goes back to the title. The match is saved, or dropped if it is finished, and its memory freed.

        If the store refuses the match, it stays open and the pause says why.
        """
        self._trail.clear()
        if not self.match.persons:
            self._stand_up()
            self.open("title")
            return
        self._remember()
        if finished:
            self.match = None
            self.store.put(MATCH, b"")
        # A finished match may stay saved until the next write. Resumed, it shows its result again.
        if not finished or not self.board.ERASES or self._waits or self.store.due(self.now):
            if not self.save() and self.match:
                self.open("pause")
                self.guard()
                return
        self._stand_up()
        self.open("title")

    def _stand_up(self) -> None:
        self.match = None
        self.lesson = None
        self.texts.load("")
        registry.unload_all()

    def again(self) -> None:
        """Begins the match in progress again, with the same deal."""
        self.redeal(self.match.session.seed)

    def redeal(self, seed: int) -> None:
        """Begins a match with another deal, and the game, seats and options of the match in progress."""
        match = self.match
        daily: bool = match.daily and seed == match.session.seed
        self.begin(match.session.key, match.kinds, seed, match.session.options, match.first)
        self.match.daily = daily

    @rare
    def challenge(self, key: str, number: int) -> None:
        """Begins a numbered deal (handful.series) of the game `key`."""
        from handful import series

        self.begin(key, series.kinds(key), series.seed(number), {})

    @rare
    def goes_on(self, key: str, number: int) -> bool:
        """Resumes the saved match if it plays that numbered deal. Returns whether it does."""
        from handful.series import number_of

        try:
            if self.saved != key or number_of(matches.load(self.store.payloads[MATCH])) != number:
                return False
        except ValueError:
            return False
        self.resume()
        return True

    def table(self) -> None:
        """Opens the table of the match, behind the neutral screen if somebody else has to come first."""
        self.open("handover" if self.match.waits_for >= 0 else self.match.session.key)

    def seed(self) -> int:
        """Returns a fresh seed for a deal: 30 bits from the board's random source and its clock."""
        ticks: int = self.board.ticks()
        return (random.getrandbits(30) ^ ticks * 31) & 0x3FFFFFFF

    def name(self, seat: int) -> str:
        """Returns the name of the player at a seat; the only person at the table is "You"."""
        match = self.match
        if match:
            if match.kinds[seat] != matches.PERSON:
                return self.texts.say("robot_" + str(match.robot_at(seat)))
            if match.persons == 1:
                return self.texts.you
        return self.settings.names[seat] or self.texts.say("player", seat + 1)

    def named(self, text: str, room: int = WIDTH - 2) -> str:
        """Returns a foot line with the machine's own names of keys, where it has others than a handheld.

        If they take more than `room` pixels, the line stays as it is.
        """
        return self._named(text, self.canvas.small.width, room) if self._named else text

    @inline
    def robot(self, number: int) -> str:
        """Returns face and name of a robot, 0 to 4."""
        return chr(_FACES + number) + " " + self.texts.say("robot_" + str(number))

    def faced(self, seat: int, high: int = _FACE) -> str:
        """Returns the name of the player at a seat, behind its face if it is a robot.

        high: of the line; a face, which is higher than a letter, needs nine pixels.
        """
        match = self.match
        if match and high >= _FACE and match.kinds[seat] != matches.PERSON:
            number = match.robot_at(seat)
            return self.robot(number)
        return self.name(seat)

    def offers(self, choice: int) -> bool:
        """Whether a choice of the settings makes a difference on this board."""
        if choice == BRIGHTNESS:
            return bool(self.board.LIGHT > 1)
        if choice == SOUND:
            return self._sound.voice is not None
        return choice != LIGHTS or self._lamp is not None

    def play(self, tune: bytes) -> None:
        """Plays a tune of handful.sound at the chosen volume."""
        self._sound.play(tune, self.now, self.settings.values[SOUND])

    def shine(self, seat: int) -> None:
        """Shows the colour of the seat to act on the board's lamps; -1 turns them off."""
        if not self.settings.values[LIGHTS]:
            seat = -1
        if seat != self._lit and self._lamp:
            self._lit = seat
            colour = self.canvas.colour(self.settings.colours[seat]) if seat >= 0 else 0
            self._lamp.shine(colour, seat >= 0 and self.match.kinds[seat] == matches.PERSON)

    def save_later(self) -> None:
        """Saves what has changed once no key is down and none was pressed for a moment.

        While a chip writes its flash, many stand still and hear no key.
        """
        self._waits = True

    def save(self) -> bool:
        """Saves what has changed, at once: somebody leaves, or waits for the console.

        If the save fails, the title, the pause and the end of the match say why. Returns False if the store
        did not even take the match for a later write.
        """
        if self.untold:
            return True
        self._waits = False
        store = self.store
        why = None
        try:
            store.put(SETTINGS, self.settings.dump())
            if self.match and self.match.persons:
                store.put(MATCH, self.match.dump())
        except Exception as error:
            why = error
        held = why is None
        pending = store.pending
        try:
            if pending:
                self.canvas.disk(True)
        except MemoryError:
            pass  # it is saved without a sign
        try:
            store.flush(self.now)
        except Exception as error:
            why = error
        if pending:
            self.canvas.disk(False)
        if why is not None:
            reason = str(why) or type(why).__name__
            refusal = getattr(self.region, "refusal", ()) or ("not_saved", reason.rstrip("."))
            self.notice = self.unsaved = self.texts.say(*refusal)
        elif self.unsaved:
            self.unsaved = self.notice = ""
        return held

    def open(self, name: str, *details: object) -> None:
        """Closes the screen after this step and opens another: one of handful.screens, or a game's table."""
        self.opening = (name, details)

    def guard(self, ms: int = _DEAF) -> None:
        """Lets no key count until what opens now has been seen for _DEAF ms, the last _CALM without a key.

        A key held down does nothing until it is pressed again. Whatever opens without a key that has asked
        for it calls this, before it is drawn, and the bottom line stays empty (Screen.foot). For BRIEF ms a
        table that a key has opened hears no second press of it; its line is there.
        """
        self.deaf = ms
        self._since = -1

    def _switch(self) -> None:
        name, details = self.opening
        before = self.screen
        where = self.view.where() if self.view else None
        if before in _LASTING:
            self._cursors[before] = where
        self.opening = None
        self.view = None
        key = self.match.session.key if self.match else ""
        if name != before:
            stays = self._loaded
            if name == key:  # what the title has loaded ahead
                stays = stays + memory.mark("handful.tables.")[1:]
            memory.release(stays)
            self.screen = name
        if name != key:
            self.shine(-1)
        if key:
            registry.unload_bots(key)  # they may have been thinking
        gc.collect()
        module = ("handful.tables." if name == key else "handful.screens.") + name
        __import__(module)
        self.view = sys.modules[module].View(self, *details)
        self._follow(before, where, name)
        self.guard(self.deaf or (BRIEF if name == key else 0))
        self.keys.settle()

    def _follow(self, before: str, where: "Any", name: str) -> None:
        # Notes that one screen has led to another. If that one has led here, its cursor is where it was.
        trail = self._trail
        for i in range(len(trail)):
            if trail[i][0] == name and not self.deaf:
                if trail[i][1] is not None:
                    self.view.go_back(trail[i][1])
                del trail[i:]
                return
        if name in self._cursors and not self.deaf:
            self.view.go_back(self._cursors[name])
        if self.deaf or name == "title":
            trail.clear()  # nobody goes back from what has opened by itself
        elif name != before:
            trail.append((before, where))

    def step(self) -> bool:
        """One turn of the loop: keys until one changes the picture, one tick, one drawing, one refresh.

        Returns whether a key was answered.
        """
        if self.opening:
            self._switch()
            self.view.open()
        screen = self.view
        keys = self.keys
        power = self.power
        now = self.now = self.board.ticks()
        if power.asleep:
            keys.settle()  # a key that wakes the screen does nothing else
        if self.deaf:
            keys.settle()
            gone = elapsed(now, self._since) if self._since >= 0 else 0
            if keys.stirred and gone > _DEAF - _CALM and self.deaf > BRIEF:
                self._since = now - _DEAF + _CALM  # somebody is still pressing
            elif gone >= self.deaf:
                self.deaf = 0
                screen.ready()
        heard = False
        while not (self.opening or screen.dirty):
            deferred = screen.deferred
            if deferred:
                screen.deferred = ()
                deferred[0](*deferred[1:])
                continue
            key = -1 if self.deaf else keys.next(now)
            if key < 0:
                break
            if not heard:
                heard = True
                self.canvas.mark(True)  # until the key is answered or another screen is drawn
            self.play(CLICK)
            screen.press(key)
        if heard and not self.opening:
            self.canvas.mark(False)
            screen.rename()
        if keys.stirred:
            keys.stirred = False
            power.touch(now)
        if not (self.opening or screen.dirty):  # a key is answered before anything else goes on
            screen.tick(now)
        if screen.dirty and not self.opening:
            screen.dirty = False
            screen.draw()
        if power.tick(now, self.settings.values[BRIGHTNESS]):
            self.save()  # the console was put away during a turn
        elif self._waits and not (self.opening or keys.held) and power.idle(now) >= _QUIET:
            before = self.unsaved
            self.save()
            if self.unsaved != before and self.screen == "pause":
                screen.update()  # one row more, or less
        self._sound.tick(now)
        self.canvas.refresh()
        if self._since < 0 and not self.opening:
            self._since = self.board.ticks()
        return heard

    def run(self) -> None:
        """Runs until the board raises SystemExit. Saves and closes the board, whatever happens.

        The screen `trouble` shows any other exception. An exception in that screen goes to the caller.
        """
        try:
            while True:
                error = None
                try:
                    answered = self.step()
                    rest = self.rest()
                    if rest >= 0:
                        if answered:
                            gc.collect()  # now, rather than while the next key waits for its answer
                            rest = self.rest()
                        self.board.sleep(rest)
                except Exception as caught:
                    error = caught
                if error:
                    self.fail(error)
        finally:
            try:
                self.save()
            finally:
                try:
                    self._sound.stop()
                    self.shine(-1)
                    self.power.close()
                finally:
                    self.board.close()

    def rest(self) -> int:
        """Returns the ms from now to the next step; -1 if there is something to do at once."""
        if self.opening or self.view.deferred:
            return -1
        frame = _DARK_FRAME if self.power.dark else _FRAME
        return max(0, frame - elapsed(self.board.ticks(), self.now))

    def fail(self, error: Exception) -> None:
        """Saves what it can after an error in a step, and opens the screen that shows the error.

        An error in that screen itself is raised again.
        """
        # Frees all it can, since the error may have been a lack of memory. If there is still too little to
        # recover, `run` saves and ends.
        if self.screen == "trouble":
            raise error
        self.view = None
        memory.release(self._loaded)
        self.screen = "trouble"  # an error from here on is not shown
        registry.unload_all()
        gc.collect()
        self._restart(error)


def _print(error: Exception) -> None:
    # Prints the traceback on the serial console. The interpreters have no common function for it.
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error)
