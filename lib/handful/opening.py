"""What is needed when the console is switched on, to go on with a saved match, and after an error."""

import gc
import sys

from handful.match import load
from handful.settings import Settings
from handful.store import MATCH, RECORDS, SETTINGS


def restart(app) -> None:
    """Begins afresh at the title, with what is saved and nothing else."""
    app.settings = Settings()
    app.match = None
    app.lesson = None
    app.notice = ""
    app.open("title")
    # Each record by itself: a bad one is said and leaves the other alone.
    store = app.store
    lost = ""
    try:
        if store.payloads[SETTINGS]:
            app.settings.load(store.payloads[SETTINGS])
    except ValueError:
        lost = "record_0"
    try:
        app.records  # noqa: B018 - which reads them
    except ValueError:
        store.put(RECORDS, b"")
        lost = "record_1"
    app.speak()
    if lost:
        app.notice = app.texts.say("lost_damaged", app.texts.say(lost))


def greet(app) -> None:
    """Has the title say what there is to say about what was saved."""
    store = app.store
    say = app.texts.say
    if app.refusal:
        app.notice = app.unsaved = say(*app.refusal)
    elif not store.saves:
        app.notice = say("no_saving")
    elif store.empty:
        app.notice = say("first_start")
    elif len(store.lost) == len(store.payloads) and not store.lost[0][1]:
        app.notice = say("lost_all")
    else:
        for kind, newer in store.lost:
            app.notice = say("lost_newer" if newer else "lost_damaged", say("record_" + str(kind)))


def resume(app) -> bool:
    """Takes up the saved match; a save that cannot be read is dropped and said, and then it is False."""
    try:
        app.match = load(app.store.payloads[MATCH])
        return True
    except ValueError as error:
        app.store.put(MATCH, b"")
        say = app.texts.say
        # The engine's sentences are in English: of what they say, this is what a player needs.
        why = "lost_newer" if "newer" in str(error) else "lost_damaged"
        app.open("notice", say(why, say("record_2")))
        return False


def recover(app, error) -> None:
    """Saves the match as it was after its last action, and opens the screen that says what went wrong."""
    _print(error)
    store = app.store
    kept = ""
    if app.match:
        kept = "trouble_lost"
        try:
            store.put(MATCH, app.match.dump())
            store.flush(app.now)
            kept = "trouble_kept"
        except Exception as second:
            _print(second)
        app.match = None
    try:
        app.save(True)
    except Exception as second:
        _print(second)
    app.texts.load("")
    restart(app)
    gc.collect()
    app.open("trouble", type(error).__name__ + ": " + str(error), kept)


def _print(error) -> None:
    # The traceback, for the console: the interpreters have no way of doing it in common.
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error)
