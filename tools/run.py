# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Plays Handful on this computer.

    python tools/run.py [check] [desktop | terminal | browser] [SIZE=WIDTHxHEIGHT] [KEYS=3 | 2 | knob]

Without a board's name it is a window where there is a display, else the terminal. The size is that of a
layout (tools/build/layouts.py): what a board with another display shows. The browser has one size; its page
is made again (tools/build/web.py) and served to this machine. With `check` the program that checks a board
takes the games' place, in the window or the terminal, and its report follows. With KEYS a few keys are all
there is (lib/handful/few.py): right arrow, Enter and Backspace.
"""

import contextlib
import os
import signal
import sys
from typing import Any

import boards
from tools import checkout
from tools.build import layouts, pages

_HERE = ("desktop", "terminal")
_BROWSER = "browser"
_FEW = {"3": 3, "2": 2, "knob": 1}
_CALLED = ("→", "Enter", "Bksp")  # NEXT, YES and BACK
# The same in a terminal, where no key can be held: NEXT, the one before, YES, more, BACK and pause.
_PRESSED = {
    "3": ("→", "←", "Enter", "Tab", "Bksp", "P"),
    "2": ("→", "←", "Enter", "Tab", "←", "P"),
    "knob": ("→", "←", "Enter", "Tab", "Tab", "P"),
}
_HELP = {
    "3": "→ next   ← before   Enter yes   Tab more   Backspace back   P pause   Q quit",
    "2": "→ next   ← back   Enter yes   Tab more   P pause   Q quit",
    "knob": "→ next   ← before   Enter yes   Tab more, back   P pause   Q quit",
}


def choices(name: str) -> tuple:
    """The boards to try, in order. ValueError, with a sentence, for one that is no computer's."""
    every = (*_HERE, _BROWSER)
    if name in every:
        return (name,)
    if pages.of(name):
        raise ValueError(f"The board {name} is a handheld: on a computer it is {' or '.join(every)}.")
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
        profile: Any = boards.find(name)
        try:
            profile.display()
        except (ImportError, OSError) as error:
            refusals.append(str(error))
            continue
        return profile
    raise OSError(" ".join(refusals))


# Signals that do not end a process, or tell of a fault in it. Python makes an exception of SIGINT.
_SPARED = (
    "CHLD CONT INT KILL PIPE STOP TSTP TTIN TTOU URG WINCH INFO ABRT BUS EMT FPE ILL SEGV SYS TRAP".split()
)


def ending() -> set:
    """The signals that end a process, and can be caught to do it in order."""
    spared = {getattr(signal, "SIG" + name, 0) for name in _SPARED}
    return {number for number in signal.valid_signals() if number not in spared}


def _end(number, _frame) -> None:
    for other in (*ending(), signal.SIGINT):  # those that follow do not disturb the end
        signal.signal(other, signal.SIG_IGN)
    raise SystemExit(128 + number)


def end_on_signals() -> None:
    """Lets each signal that ends the process end it in order: the match is saved, the terminal given back.

    A signal that whoever started us ignores, as `nohup` does, stays ignored.
    """
    for number in ending():
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def read(arguments: list) -> tuple[tuple, str, str]:
    """Returns the boards to try, the layout and how few keys there are, each "" if it is not said.

    ValueError, with a sentence that names what was said, if that cannot be.
    """
    pairs = [argument.partition("=") for argument in arguments]
    said = {name: value for name, _, value in pairs}
    size, keys = said.get("SIZE", ""), said.get("KEYS", "")
    found = choices(" ".join(["".join(pair) for pair in pairs if pair[0] not in ("SIZE", "KEYS")]))
    if size and size not in layouts.names():
        raise ValueError(f"SIZE is {size}: it has to be one of {', '.join(layouts.names())}.")
    if size and found == (_BROWSER,):
        raise ValueError(f"SIZE is {size}, and the page in a browser has one size: leave SIZE out.")
    if keys and keys not in _FEW:
        raise ValueError(f"KEYS is {keys}: it has to be 3, 2 or knob.")
    return found, size, keys


def take_away(board, keys: str) -> None:
    """Leaves a board with few keys. Names are not typed then."""
    from boards.parts.names import held
    from handful.few import Few

    class Pressed(Few):
        """Few keys of a terminal. Others stand for what is held elsewhere."""

        def _name(self, means: int) -> str:
            return _PRESSED[keys][means]

        def _worded(self, text: str) -> str:
            more = _PRESSED[keys][3]
            for hold in held(self._app.texts):
                text = text.replace(f"{hold} {more}", more).replace(hold, more)
            return super()._worded(text)

    kind = Pressed if board.NAME == "Terminal" else Few
    board.few = lambda app: kind(app, _FEW[keys], _CALLED)
    if hasattr(board, "typed"):
        del board.typed


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
        status = int(end.code or 0)
    finally:
        board.close()  # before anything is said, or any traceback
    if app and app.unsaved:
        status = 1
        with contextlib.suppress(OSError):  # whoever was at the terminal has gone
            print(app.unsaved, file=sys.stderr, flush=True)
    return status


def check(board) -> int:
    """Checks a board as check.py does, then prints the report; the exit status."""
    from handful.check.program import Check

    report: list[str] = []
    try:
        Check(board, report.append).run()
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        board.close()  # `run` does that too, but for an error while it begins
    print("\n".join(report))
    return 0


def main(arguments: list) -> int:
    """Plays as the arguments say; the exit status."""
    begin = check if arguments[:1] == ["check"] else play
    arguments = arguments[begin is check :]
    try:
        names, size, few = read(arguments)
        if names == (_BROWSER,):
            if begin is check:
                raise ValueError(f"The check of a board runs on {' or '.join(_HERE)}.")
            from tools.build import web

            return web.main(["--serve", *([f"?keys={few}"] if few else [])])
        if size:
            layouts.use(size)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if os.environ.get("HANDFUL_DATA"):
        os.environ["HANDFUL_DATA"] = os.path.abspath(os.environ["HANDFUL_DATA"])
    if few:
        terminal: Any = boards.find("terminal")
        terminal.HELP, terminal.SHORT_HELP = _HELP[few], _HELP[few].replace("   ", "  ")
    end_on_signals()
    try:
        board = open_board(names)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    os.chdir(checkout.played())  # assets are found from here, as on a device
    if few:
        take_away(board, few)
    return begin(board)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
