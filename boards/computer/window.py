# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The desktop page's window, made with pygame: the picture at an integer scale, keyboard and gamepads."""

import os
import unicodedata
from collections.abc import Callable

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy
import pygame
from pygame._sdl2 import controller

from boards import Event
from boards.computer.names import Names
from boards.computer.picture import Picture
from handful import finger
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from handful.picture.measures import HEIGHT, WIDTH

# SDL knows some hundred gamepads, and gives their buttons the names of an Xbox pad's ...
_PAD = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: RIGHT,
    pygame.CONTROLLER_BUTTON_A: A,
    pygame.CONTROLLER_BUTTON_B: B,
    pygame.CONTROLLER_BUTTON_START: START,
    pygame.CONTROLLER_BUTTON_BACK: SELECT,
}
# ... The others are numbered as Linux does it: like an Xbox pad if there are eleven, else with SELECT and
# START where most pads have them.
_XBOX = {0: A, 1: B, 6: SELECT, 7: START}
_XBOX_BUTTONS = 11
_OTHER = {0: A, 1: B, 8: SELECT, 9: START}
_AXES = ((LEFT, RIGHT), (UP, DOWN))  # of the left stick: the keys of its minus and plus side
_PRESS = 20_000  # the stick presses a key beyond this, of 32,767
_RELEASE = 12_000  # the stick releases the key below this

# What can hold down a key: a pad's instance id (None: the keyboard), and a button, an axis or a hat of it; or
# a key's place.
_Source = tuple[int | None, int] | tuple[int, str, int]

_RATE = 22_050  # samples a second

# While text is typed, these keys type something that SDL does not call text ...
_TYPED = {
    pygame.K_RETURN: "\r",
    pygame.K_KP_ENTER: "\r",
    pygame.K_BACKSPACE: "\b",
    pygame.K_ESCAPE: "\x1b",
}
# ... and these are keys as ever.
_NO_TEXT = (
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
    *(pygame.K_TAB, pygame.K_SPACE, pygame.K_F10),
)
# On French keyboards the directions are where they are on others: (what the key types, where it is).
_FRENCH = {(pygame.K_z, pygame.KSCAN_W): UP, (pygame.K_q, pygame.KSCAN_A): LEFT}

_MOUSE = {
    pygame.MOUSEBUTTONDOWN: finger.DOWN,
    pygame.MOUSEBUTTONUP: finger.UP,
    pygame.MOUSEMOTION: finger.MOVE,
}
_CLOSED = (pygame.QUIT, pygame.WINDOWCLOSE)
_UNCOVERED = (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWSHOWN)


class Window(Picture):
    """A resizable window that shows the picture on black. `keys` is the queue of its keys."""

    def __init__(self, title: str, keyboard: dict[str, int]) -> None:
        """keyboard: key number by pygame's name of a key. OSError if no window can be opened."""
        try:
            pygame.display.init()
            # Without a display SDL opens a window that nobody sees.
            if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
                raise pygame.error("no display")
            width, height = pygame.display.get_desktop_sizes()[0]
            scale = max(1, min(width * 4 // 5 // WIDTH, height * 4 // 5 // HEIGHT))
            pygame.display.set_mode((WIDTH * scale, HEIGHT * scale), pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise OSError(f"No window can be opened here: {error}.") from error
        pygame.display.set_caption(title)
        super().__init__()
        self.keys = KeysAndPads(keyboard, self.show)

    def touched(self) -> tuple[int, int, int] | None:
        """Returns the next (x, y, kind) of the mouse, see handful.finger; None if there is none."""
        if not self.keys.touches:
            return None
        across, down, kind = self.keys.touches.pop(0)
        screen = pygame.display.get_surface()
        assert screen is not None
        width, height = screen.get_size()
        scale = max(1, min(width // self.width, height // self.height))
        x = (across - (width - self.width * scale) // 2) // scale
        y = (down - (height - self.height * scale) // 2) // scale
        return x, y, kind

    def show(self) -> None:
        """Draws the whole window."""
        screen = pygame.display.get_surface()
        assert screen is not None
        width, height = screen.get_size()
        scale = max(1, min(width // WIDTH, height // HEIGHT))
        picture = pygame.image.frombuffer(self.image(), (WIDTH, HEIGHT), "RGB")
        picture = pygame.transform.scale(picture, (WIDTH * scale, HEIGHT * scale))
        screen.fill((0, 0, 0))
        screen.blit(picture, picture.get_rect(center=(width // 2, height // 2)))
        pygame.display.flip()

    def close(self) -> None:
        """Closes the window and the gamepads."""
        self.keys.close()
        pygame.quit()


class Voice:
    """Plays square waves, as the handhelds do, one at a time."""

    def __init__(self) -> None:
        self._playing: pygame.mixer.Sound | None = None

    def tone(self, hertz: int, volume: int) -> None:
        """Starts a tone, which lasts until the next call. volume: 1 to 3."""
        self.quiet()
        half = max(1, _RATE // (2 * hertz))
        loud = (0, 700, 2000, 6000)[volume]
        wave = numpy.concatenate((numpy.full(half, loud), numpy.full(half, -loud))).astype(numpy.int16)
        self._playing = pygame.mixer.Sound(buffer=wave.tobytes())
        self._playing.play(loops=-1)

    def quiet(self) -> None:
        """Stops the tone."""
        if self._playing:
            self._playing.stop()
            self._playing = None


def voice() -> Voice | None:
    """Returns the computer's speaker, or None if it has none."""
    try:
        pygame.mixer.init(_RATE, -16, 1, 256)
    except pygame.error:
        return None
    return Voice()


class KeysAndPads:
    """A queue of the keyboard's and all gamepads' keys. Gamepads may be plugged in at any time."""

    overflowed = False  # it has no limit

    def __init__(self, keyboard: dict[str, int], uncovered: Callable[[], None]) -> None:
        """uncovered: called when the window has to be drawn again."""
        self._keyboard = {pygame.key.key_code(name): key for name, key in keyboard.items()}
        # The letters by their places, which count where a key types no Latin letter.
        self._places: dict[int, int] = {
            getattr(pygame, f"KSCAN_{name.upper()}"): key for name, key in keyboard.items() if len(name) == 1
        }
        self._uncovered = uncovered
        self._pads: dict[int, controller.Controller | pygame.joystick.JoystickType] = {}  # by instance id
        self._buttons: dict[
            int, dict[int, int]
        ] = {}  # the keys of pads that SDL does not know, by instance id
        self._rested: set[_Source] = set()  # the axes that have been at rest: the others do not count yet
        self._held: dict[_Source, int] = {}  # the key that each source holds down
        self._queue: list[tuple[int, bool]] = []
        self.touches: list[tuple[int, int, int]] = []  # of the mouse: x and y in the window, and the kind
        self.names = Names()
        self._typing = False  # whether somebody has asked for text since the queue was read to its end
        self._taking = False  # whether SDL makes text of keys, and an input method may take some
        self._text = ""
        pygame.key.stop_text_input()
        pygame.key.set_repeat()
        pygame.joystick.init()
        controller.init()

    def close(self) -> None:
        """Closes the gamepads."""
        self._pads.clear()
        controller.quit()

    def get_into(self, event: Event) -> bool:
        """Fills in the next press or release; returns False if there is none. SystemExit if it is closed."""
        if not self._queue:
            for happened in pygame.event.get():
                self._take(happened)
        if not self._queue:
            if self._taking and not self._typing:
                self._taking = False
                pygame.key.stop_text_input()
            self._typing = False
            return False
        event.key_number, event.pressed = self._queue.pop(0)
        return True

    def typed(self) -> str:
        """Returns what was typed since the last call. Until the keys are read, typing presses no keys."""
        text, self._text = self._text, ""
        self._typing = True
        if not self._taking:
            self._taking = True
            pygame.key.start_text_input()
        return text

    def _hold(self, source: _Source, key: int | None) -> None:
        # A key is down as long as any source holds it: w and the arrow may both be pressed for UP.
        before = self._held.pop(source, None)
        if before is not None and before != key and before not in self._held.values():
            self._queue.append((before, False))
        if key is not None:
            if source[0] is not None:
                self.names.used(key, "")  # a gamepad
            if before != key and key not in self._held.values():
                self._queue.append((key, True))
            self._held[source] = key

    def _lean(self, pad: int, axis: int, value: int) -> None:
        if axis < len(_AXES):
            source = (pad, "axis", axis)
            key = _AXES[axis][value > 0]
            reach = _RELEASE if self._held.get(source) == key else _PRESS
            if abs(value) <= reach:
                self._rested.add(source)
                self._hold(source, None)
            elif source in self._rested:
                self._hold(source, key)

    def _take(self, event: pygame.event.Event) -> None:
        kind = event.type
        if kind in _CLOSED:
            raise SystemExit
        if kind in _UNCOVERED:
            self._uncovered()
        elif kind == pygame.WINDOWFOCUSLOST:
            self._rested -= self._held.keys()
            self._release(*self._held)
        elif kind in _MOUSE:
            if kind == pygame.MOUSEMOTION and event.buttons[0] or getattr(event, "button", 0) == 1:
                self.touches.append((*event.pos, _MOUSE[kind]))
                self.names.used(-1, "")
        elif kind == pygame.TEXTINPUT:
            self._text += event.text.strip() if self._typing else ""
        elif kind == pygame.KEYDOWN and self._typing and event.key not in _NO_TEXT:
            self._text += _TYPED.get(event.key, "")
        elif kind in (pygame.KEYDOWN, pygame.KEYUP):
            key = self._key(event.key, event.scancode) if kind == pygame.KEYDOWN else None
            if key is not None:
                self.names.used(key, pygame.key.name(event.key))
            self._hold((None, event.scancode), key)
        elif kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            key = _PAD.get(event.button)
            source = (event.instance_id, event.button)
            self._hold(source, key if kind == pygame.CONTROLLERBUTTONDOWN else None)
        elif kind == pygame.CONTROLLERAXISMOTION:
            self._lean(event.instance_id, event.axis, event.value)
        elif kind == pygame.JOYDEVICEADDED:
            self._plug(event.device_index)
        elif kind == pygame.JOYDEVICEREMOVED:
            self._unplug(event.instance_id)
        elif getattr(event, "instance_id", -1) in self._buttons:
            self._take_unknown(event)

    def _key(self, code: int, place: int) -> int | None:
        # Returns the key of a keyboard's key by what it types, or by its place if that is no Latin letter.
        key = _FRENCH.get((code, place), self._keyboard.get(code))
        if key is None and not (code < 0x110000 and unicodedata.name(chr(code), "").startswith("LATIN ")):
            key = self._places.get(place)
        return key

    def _take_unknown(self, event: pygame.event.Event) -> None:
        pad = event.instance_id
        if event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            key = self._buttons[pad].get(event.button)
            self._hold((pad, event.button), key if event.type == pygame.JOYBUTTONDOWN else None)
        elif event.type == pygame.JOYAXISMOTION:
            self._lean(pad, event.axis, round(event.value * 32767))
        elif event.type == pygame.JOYHATMOTION:
            across, up = event.value
            self._hold((pad, "hat", 0), _AXES[0][across > 0] if across else None)
            self._hold((pad, "hat", 1), _AXES[1][up < 0] if up else None)

    def _plug(self, index: int) -> None:
        try:
            pad: controller.Controller | pygame.joystick.JoystickType
            if controller.is_controller(index):
                pad = controller.Controller(index)
                number = pad.as_joystick().get_instance_id()
                axes = [pad.get_axis(axis) for axis in range(len(_AXES))]
            else:
                pad = pygame.joystick.Joystick(index)
                number = pad.get_instance_id()
                xbox = pad.get_numbuttons() == _XBOX_BUTTONS
                self._buttons[number] = _XBOX if xbox else _OTHER
                count = min(len(_AXES), pad.get_numaxes())
                axes = [round(pad.get_axis(axis) * 32_767) for axis in range(count)]
        except pygame.error:
            return  # it was unplugged meanwhile
        self._pads[number] = pad
        for axis, value in enumerate(axes):
            self._lean(number, axis, value)

    def _unplug(self, pad: int) -> None:
        self._pads.pop(pad, None)
        self._buttons.pop(pad, None)
        self._rested = {source for source in self._rested if source[0] != pad}
        self._release(*[source for source in self._held if source[0] == pad])

    def _release(self, *sources: _Source) -> None:
        for source in sources:
            self._hold(source, None)
