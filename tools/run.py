"""Plays Handful on this computer: `python tools/run.py [desktop | terminal | browser] [WIDTHxHEIGHT]`.

Without a board's name it is a window where there is a display, else the terminal. The size is that of a
layout (tools/build/layouts.py): what a board with another display shows. The browser has one size; its page
is made anew (tools/build/web.py) and served to this machine.
"""

import contextlib
import os
import signal
import sys

import boards
from tools import PROJECT
from tools.build import layouts, pages

_HERE = ("desktop", "terminal")
_BROWSER = "browser"


def choices(name: str) -> tuple:
    """The boards to try, in order. ValueError, with a sentence, for one that is no computer's."""
    every = (*_HERE, _BROWSER)
    if name in every:
        return (name,)
    if pages.of(name):
        raise ValueError(
            f"The board {name} is a device of its own: on a computer it is {' or '.join(every)}."
        )
    if name:
        raise ValueError(f"There is no page for the board {name}: on a computer it is {' or '.join(every)}.")
    seen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    )
    return _HERE if seen else ("terminal",)


def open_board(names: tuple):
    """The first of these boards whose display opens. OSError, with a sentence, if none does."""
    refusals = []
    for name in names:
        profile = boards.find(name)
        try:
            profile.display()
        except (ImportError, OSError) as error:
            refusals.append(str(error))
            continue
        return profile
    raise OSError(" ".join(refusals))


def _end(number, _frame) -> None:
    raise SystemExit(128 + number)


def play(board) -> int:
    """Plays on a board until the player leaves; the exit status: 1, with a sentence, if not all is saved."""
    from handful.app import App

    app = None
    status = 0
    try:
        app = App(board)
        app.run()
    except KeyboardInterrupt:
        pass
    except SystemExit as end:
        status = end.code or 0
    finally:
        board.close()  # before anything is said, or any traceback
    if app and app.unsaved:
        status = 1
        with contextlib.suppress(OSError):  # whoever was at the terminal has gone
            print(app.unsaved, file=sys.stderr, flush=True)
    return status


def main(arguments: list) -> int:
    """Plays as the arguments say; the exit status."""
    try:
        sizes = [argument for argument in arguments if argument[:1].isdigit()]
        rest = [argument for argument in arguments if argument not in sizes]
        names = choices(rest[0] if rest else "")
        if names == (_BROWSER,):
            from tools.build import web

            return web.main(["--serve"])
        if sizes:
            layouts.use(sizes[0])
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if "HANDFUL_DATA" in os.environ:
        os.environ["HANDFUL_DATA"] = os.path.abspath(os.environ["HANDFUL_DATA"])
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _end)
    try:
        board = open_board(names)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    os.chdir(PROJECT)  # assets are found from here, as on a device
    return play(board)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
