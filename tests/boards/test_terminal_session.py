# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How a program takes a terminal, shares it with a shell, and gives it back whatever ends it."""

import os
import re
import select
import signal
import termios
import time

import pytest

from boards import Event
from boards.computer.console import Terminal, objection
from tests.boards.player import FIRST, XTERM, Player
from tools import run

PLAY = """
from tools.run import end_on_signals
end_on_signals()
import displayio
from boards import terminal as board
event = board.Event()
try:
    display = board.display()
    bitmap = displayio.Bitmap(160, 128, 2)
    palette = displayio.Palette(2)
    palette[1] = 0xFFFFFF
    group = displayio.Group()
    group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    display.root_group = group
    display.refresh()
    queue = board.events()
    while True:
        while queue.get_into(event):
            if event.pressed and event.key_number == 6:
                raise RuntimeError("on purpose")
            if event.pressed:
                bitmap[7, 7] = 1
                display.refresh()
        board.sleep(5)
finally:
    board.close()
"""
TAKEN = b"\x1b[?1049h\x1b[?25l"  # it has the terminal
DRAWN = b"255;255;255"  # the pixel that any key draws

# Shows each event in the terminal.
TRACE = """
from boards.computer import console
take = console.Keyboard.take
def traced(self, event, now):
    taken = take(self, event, now)
    if taken:
        print(f"<{event.key_number} {event.pressed}>", flush=True)
    return taken
console.Keyboard.take = traced
"""


def begun(before: str = "", **environ: str) -> Player:
    """PLAY, which has drawn its first picture."""
    player = Player(before, PLAY, **environ)
    assert FIRST in player.read(FIRST)
    return player


def test_the_terminal_is_left_as_it_was_found_after_quitting():
    player = begun()
    assert player.seen.startswith(TAKEN)
    player.quit()


def test_the_terminal_is_left_as_it_was_found_after_an_exception():
    player = begun()
    player.type(b"p")
    status, error = player.end()
    assert status == 1
    assert error.endswith("RuntimeError: on purpose\n")


# Signals that end a process unless it catches them. Those that tell of a fault in the program are not meant.
ENDING = ("HUP", "INT", "QUIT", "TERM", "ALRM", "USR1", "USR2", "VTALRM", "PROF", "XCPU")
ENDING_SOMEWHERE = ("IO", "PWR", "STKFLT", "RTMIN", "RTMAX")


def test_every_signal_that_ends_a_process_and_can_be_caught_is():
    numbers = {getattr(signal, f"SIG{name}", 0) for name in ENDING + ENDING_SOMEWHERE} - {0, signal.SIGINT}
    caught = set(run.ending())
    assert numbers <= caught
    spared = ("KILL", "STOP", "TSTP", "CONT", "CHLD", "TTIN", "TTOU", "URG", "WINCH", "INT", "PIPE")
    assert not caught & {getattr(signal, f"SIG{name}", 0) for name in spared}


@pytest.mark.parametrize("name", ENDING)
def test_the_terminal_is_left_as_it_was_found_after_a_signal_that_ends_it(name):
    player = begun()
    number = getattr(signal, f"SIG{name}")
    player.process.send_signal(number)
    status, error = player.end()
    if name == "INT":
        assert error.endswith("KeyboardInterrupt\n")  # which tools.run.play expects
    else:
        assert (status, error) == (128 + number, "")


@pytest.mark.parametrize("name", ENDING)
def test_a_second_signal_does_not_keep_it_from_giving_the_terminal_back(name):
    player = begun(f"""
import os, signal
from boards.computer import console
give_back = console.Terminal._give_back
def hit(self):
    os.kill(os.getpid(), signal.SIG{name})
    give_back(self)
console.Terminal._give_back = hit
""")
    player.process.send_signal(signal.SIGTERM)
    assert player.end() == (128 + signal.SIGTERM, "")


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("signals", [False, True])
def test_a_terminal_that_goes_away_does_not_keep_it_from_saving(tmp_path, signals, alone):
    """signals: whether the system's SIGHUP ends it, or that nothing can be read any more."""
    before = "" if signals else "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    game = "\nfrom tools import run; sys.exit(run.main(['terminal']))"
    player = Player(before, game, alone, HANDFUL_DATA=str(tmp_path))
    player.read(FIRST)
    time.sleep(0.5)
    player.type(b"x")  # the language, which is saved once the keys are quiet
    time.sleep(0.2)
    saved = tmp_path / "save.bin"
    assert not saved.exists() or b"Hf" not in saved.read_bytes()
    os.close(player.theirs)
    os.close(player.ours)
    error = (player.process.communicate(timeout=10)[1] or b"").decode()
    assert "Error" not in error and b"Hf" in saved.read_bytes(), error
    assert player.process.returncode == 128 + signal.SIGHUP


def test_the_signal_that_a_terminal_has_gone_does_not_break_off_the_save(monkeypatch):
    ignored = []
    monkeypatch.setattr(signal, "signal", lambda *values: ignored.append(values))
    terminal = Terminal.__new__(Terminal)
    terminal._gone = True  # noqa: SLF001
    with pytest.raises(SystemExit) as end:
        terminal.get_into(Event())
    assert end.value.code == 128 + signal.SIGHUP and ignored == [(signal.SIGHUP, signal.SIG_IGN)]


@pytest.mark.parametrize(
    ("name", "does"),
    [
        ("SIGHUP", lambda player: player.process.send_signal(signal.SIGHUP)),
        ("SIGTSTP", lambda player: player.type(b"\x1a")),  # Ctrl-Z
    ],
)
def test_a_signal_that_whoever_started_it_ignores_stays_ignored(name, does):
    player = begun(f"import signal; signal.signal(signal.{name}, signal.SIG_IGN)")
    does(player)
    player.type(b"x")
    assert b"1049l" not in player.read(DRAWN)
    player.quit()


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "vt100", "COLORTERM": ""}])
def test_without_colours_it_sends_none_and_plays(environ):
    player = begun(**environ)
    player.type(b"x")
    player.read("\U0001fb00".encode()[:2])  # a pixel is drawn
    player.quit()
    assert not re.search(rb"\x1b\[[0-9;]*[34][0-9][;0-9]*m", player.seen)


def test_in_a_terminal_of_256_colours_it_sends_no_others():
    player = begun(COLORTERM="")
    player.type(b"x")
    player.read(b"8;5;231")
    player.quit()
    assert b"8;2;" not in player.seen


def test_in_a_terminal_that_cannot_show_the_picture_it_says_so_and_leaves_it_alone():
    player = Player("", PLAY, LC_ALL="C")
    status, error = player.process.wait(timeout=10), player.process.communicate()[1].decode()
    assert status == 1 and error.endswith(f"OSError: {objection(XTERM | {'LC_ALL': 'C'})}\n")
    assert not select.select([player.ours], [], [], 0)[0]
    assert termios.tcgetattr(player.theirs) == player.before


@pytest.mark.parametrize("way", ["SIGTSTP", "Ctrl-Z"])
def test_stopped_it_gives_the_terminal_back_and_continued_takes_it_and_draws_all(way):
    player = begun()
    raw = termios.tcgetattr(player.theirs)
    for _ in range(2):
        if way == "SIGTSTP":
            player.process.send_signal(signal.SIGTSTP)
        else:
            player.type(b"\x1a")
        player.read(b"\x1b[?25h\x1b[?1049l")
        assert player.stopped()
        assert termios.tcgetattr(player.theirs) == player.before
        player.process.send_signal(signal.SIGCONT)
        player.read(TAKEN + b"\x1b[0m" + FIRST)
        assert termios.tcgetattr(player.theirs) == raw
    player.type(b"x")
    player.read(DRAWN)
    player.quit()


def halted(player: Player) -> None:
    """Stops it without a word to it."""
    player.process.send_signal(signal.SIGSTOP)
    assert player.stopped()


def test_what_was_held_when_it_was_stopped_is_released():
    player = begun(TRACE)
    player.type(b"B")
    player.read(b"<5 True>")
    halted(player)
    player.process.send_signal(signal.SIGCONT)
    start = time.monotonic()
    player.read(b"<5 False>")
    assert time.monotonic() - start < 0.5
    player.quit()


def test_it_takes_the_terminal_again_after_a_stop_that_nobody_is_told_of():
    player = begun()
    raw = termios.tcgetattr(player.theirs)
    halted(player)
    termios.tcsetattr(player.theirs, termios.TCSANOW, player.before)  # as a shell does
    player.process.send_signal(signal.SIGCONT)
    player.read(TAKEN + b"\x1b[0m" + FIRST)
    assert termios.tcgetattr(player.theirs) == raw
    player.quit()


def test_a_key_that_comes_before_it_takes_the_terminal_again_is_not_lost():
    player = begun()
    halted(player)
    player.type(b"x")
    player.process.send_signal(signal.SIGCONT)
    player.read(DRAWN)
    player.quit()


@pytest.mark.parametrize("size", [(20, 79), (43, 79), (42, 80)])
def test_a_size_is_followed_without_a_key_and_if_it_is_too_small_no_key_does_anything_but_quit(size):
    player = begun()
    player.size(*size)
    assert b"has %d" % size[1] in player.read(b"letters")
    player.type(b"x\x1b[Ap")  # P would end it with an error
    time.sleep(0.3)
    player.size(43, 80)
    player.read(FIRST)
    time.sleep(0.3)
    player.size(*size)
    player.read(b"letters")
    assert DRAWN not in player.seen
    player.quit()


@pytest.mark.parametrize(("size", "taken"), [((0, 0), (80, 24)), ((0, 90), (90, 24)), ((44, 0), (80, 44))])
def test_a_terminal_that_does_not_know_its_size_counts_as_80_by_24(size, taken):
    player = begun()
    player.size(20, 60)
    player.read(b"letters")
    player.size(*size)
    seen = player.read(b"Q quit" if taken == (80, 44) else b"letters")
    seen = re.sub(r"\x1b\[[\d;]*H", " ", seen.decode())
    assert taken == (80, 44) or "has {} by {}.".format(*taken) in seen
    player.quit()
