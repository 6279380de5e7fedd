# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The app: its loop reads keys, runs one screen at a time and refreshes the display."""

import gc
import sys

from micropython import const

from engine import memory, registry
from engine.memory import rare
from handful import match as matches
from handful.course import DEAF, Course
from handful.keys import BRIEF, A, B, Keys, elapsed
from handful.picture.canvas import Canvas
from handful.picture.measures import WIDTH
from handful.power import PowerSaver
from handful.settings import BRIGHTNESS, CONTRAST, LANGUAGE, LIGHTS, SOUND, Settings
from handful.sound import CLICK, Sound
from handful.store import MATCH, RECORDS, SETTINGS, Store
from handful.texts import LANGUAGES, Texts

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable
    from typing import Any


_FRAME = const(10)  # ms from one turn of the loop to the next
_QUIET = const(300)  # ms without a key after which a save swallows none
_DARK_FRAME = const(100)  # the same while the screen is dark
_CALM = const(500)  # ms for which no key may have been touched at the end of that time
_PATIENT = const(2000)  # ms after which whoever goes on pressing is told to stop
_LASTING = ("pause", "settings")  # screens that remember their cursor


def _device(made: "Callable[[], Any]") -> "Any":
    # Calls a board's voice() or lamp(). None if its firmware lacks a module or pin that they need.
    try:
        return made()
    except (ImportError, AttributeError, ValueError, RuntimeError):
        return None


class App(Course):
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
        place = " (settings.toml)" if toml.lines() else ""
        memory.forget("handful.toml")
        if site:
            from handful import link

            try:
                self.site = link.checked(site)
            except ValueError:
                self.notice = self.notice or say("bad_site", link.MOST, place)

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

    def named(self, text: str, room: int = WIDTH - 2) -> str:
        """Returns a text with the machine's own names of keys, where it has others than a handheld.

        room: how many pixels there are for a foot line, which stays as it is if the names need more; 0 for a
        sentence that stands elsewhere, -1 for a line of the page that says what keys are called.
        """
        return self._named(text, self.canvas.small.width, room) if self._named else text

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
            match = self.match
            if match and match.persons:
                # What has come to its result is not gone on with: it would end once more at the next start.
                over = match.session.game.player < 0 and (match.counted or match.assisted)
                if over:
                    self._remember()
                store.put(MATCH, b"" if over else match.dump())
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
        self.guard(min(self.deaf, DEAF) or (BRIEF if name == key else 0))
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
            if keys.stirred and gone > self.deaf - _CALM and self.deaf > BRIEF:
                self.deaf = gone + _CALM  # somebody is still pressing,
                if gone > _PATIENT:
                    screen.refuse(self.texts.say("wait"))  # and does not see why nothing happens
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
