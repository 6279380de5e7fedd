# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The window's keyboard: keys, and typed text while a screen asks for it."""

import os

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
pygame = pytest.importorskip("pygame")

from boards import Event, desktop  # noqa: E402
from boards.computer.window import KeysAndPads  # noqa: E402
from handful.keys import SELECT, UP, A  # noqa: E402


@pytest.fixture
def keys():
    pygame.display.init()
    pygame.display.set_mode((160, 128))
    queue = KeysAndPads(desktop.KEYBOARD, lambda: None)
    pygame.event.clear()
    yield queue
    queue.close()
    pygame.quit()


def strike(key: int, text: str = "") -> None:
    """Lets SDL report a key that is pressed and let go, and the text that it types."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    if text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key))


def pressed(queue) -> list[int]:
    """The keys that are pressed until no event is left."""
    event = Event()
    found = []
    while queue.get_into(event):
        if event.pressed:
            found.append(event.key_number)
    return found


def test_letters_are_keys_until_a_screen_asks_for_text(keys):
    strike(pygame.K_w, "w")
    assert pressed(keys) == [UP] and keys.typed() == ""
    strike(pygame.K_w, "w")
    strike(pygame.K_p, "P")
    strike(pygame.K_BACKSPACE)
    strike(pygame.K_RETURN)
    assert pressed(keys) == [] and keys.typed() == "wP\b\r"
    pressed(keys)
    strike(pygame.K_w, "w")
    assert pressed(keys) == [UP]  # nobody has asked again


def test_arrows_space_and_tab_are_keys_meanwhile(keys):
    keys.typed()
    strike(pygame.K_UP)
    strike(pygame.K_SPACE, " ")
    strike(pygame.K_TAB)
    assert pressed(keys) == [UP, A, SELECT] and keys.typed() == ""
