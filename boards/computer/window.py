"""The pygame window of the desktop board: the picture at an integer scale, keyboard and gamepads."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy
import pygame
from pygame._sdl2 import controller

from boards.computer.picture import HEIGHT, WIDTH, Picture
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

# SDL knows where the makers of some hundred gamepads put the buttons of an Xbox pad ...
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
# ... and of the others one can only hope that they are numbered like one.
_UNKNOWN_PAD = {0: A, 1: B, 6: SELECT, 7: START}
_AXES = ((LEFT, RIGHT), (UP, DOWN))  # of the left stick, which way is minus and which is plus
_PRESS = 20_000  # how far, of 32,767, the stick has to go,
_RELEASE = 12_000  # and how far back until it counts as let go

_RATE = 22_050  # samples a second

_CLOSED = (pygame.QUIT, pygame.WINDOWCLOSE)
_UNCOVERED = (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWSHOWN)


class Window(Picture):
    """A resizable window that shows the picture, black around it; `keys` is its queue of keys."""

    def __init__(self, title: str, keyboard: dict):
        """keyboard: pygame's name of a key -> key number. OSError if no window can be opened."""
        try:
            pygame.display.init()
            # Without a display SDL falls back on one that nobody sees.
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

    def show(self) -> None:
        """Draws the whole window."""
        screen = pygame.display.get_surface()
        width, height = screen.get_size()
        scale = max(1, min(width // WIDTH, height // HEIGHT))
        picture = pygame.image.frombuffer(self.image(), (WIDTH, HEIGHT), "RGB")
        picture = pygame.transform.scale(picture, (WIDTH * scale, HEIGHT * scale))
        screen.fill((0, 0, 0))
        screen.blit(picture, picture.get_rect(center=(width // 2, height // 2)))
        pygame.display.flip()

    def close(self) -> None:
        """Closes the window and lets go of the gamepads."""
        self.keys.close()
        pygame.quit()


class Voice:
    """Square waves, as the handhelds make them."""

    def __init__(self):
        self._playing = None

    def tone(self, hertz: int, volume: int) -> None:
        """Sounds until told otherwise; volume: 1 to 3."""
        self.quiet()
        half = max(1, _RATE // (2 * hertz))
        loud = (0, 700, 2000, 6000)[volume]
        wave = numpy.concatenate((numpy.full(half, loud), numpy.full(half, -loud))).astype(numpy.int16)
        self._playing = pygame.mixer.Sound(buffer=wave.tobytes())
        self._playing.play(loops=-1)

    def quiet(self) -> None:
        """Stops."""
        if self._playing:
            self._playing.stop()
            self._playing = None


def voice() -> Voice | None:
    """A voice; None where the computer has nothing that sounds."""
    try:
        pygame.mixer.init(_RATE, -16, 1, 256)
    except pygame.error:
        return None
    return Voice()


class KeysAndPads:
    """The presses and releases of the keyboard and of every gamepad, also of one plugged in later."""

    overflowed = False  # it takes any number

    def __init__(self, keyboard: dict, uncovered):
        """uncovered: called when the window has to be drawn again."""
        self._keyboard = {pygame.key.key_code(name): key for name, key in keyboard.items()}
        self._uncovered = uncovered
        self._pads = {}  # instance id -> the open gamepad
        self._held = {}  # (pad or None, its button) -> the key that it holds down
        self._queue = []
        pygame.key.set_repeat()
        pygame.joystick.init()
        controller.init()
        controller.set_eventstate(True)

    def close(self) -> None:
        """Lets go of the gamepads."""
        self._pads.clear()
        controller.quit()

    def get_into(self, event) -> bool:
        """Fills in the next press or release; SystemExit when the window has been closed."""
        if not self._queue:
            for happened in pygame.event.get():
                self._take(happened)
        if not self._queue:
            return False
        event.key_number, event.pressed = self._queue.pop(0)
        return True

    def _hold(self, source: tuple, key: int | None) -> None:
        # A key is down as long as anything holds it: two hands may press UP on w and on the arrow.
        before = self._held.pop(source, None)
        if before is not None and before != key and before not in self._held.values():
            self._queue.append((before, False))
        if key is not None:
            if before != key and key not in self._held.values():
                self._queue.append((key, True))
            self._held[source] = key

    def _lean(self, pad: int, axis: int, value: int) -> None:
        if axis < len(_AXES):
            source = (pad, "axis", axis)
            key = _AXES[axis][value > 0]
            reach = _RELEASE if self._held.get(source) == key else _PRESS
            self._hold(source, key if abs(value) > reach else None)

    def _take(self, event) -> None:
        kind = event.type
        if kind in _CLOSED:
            raise SystemExit
        if kind in _UNCOVERED:
            self._uncovered()
        elif kind in (pygame.KEYDOWN, pygame.KEYUP):
            key = self._keyboard.get(event.key)
            self._hold((None, event.key), key if kind == pygame.KEYDOWN else None)
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
        elif isinstance(self._pads.get(getattr(event, "instance_id", None)), pygame.joystick.JoystickType):
            self._take_unknown(event)

    def _take_unknown(self, event) -> None:
        pad = event.instance_id
        if event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            key = _UNKNOWN_PAD.get(event.button)
            self._hold((pad, event.button), key if event.type == pygame.JOYBUTTONDOWN else None)
        elif event.type == pygame.JOYAXISMOTION:
            self._lean(pad, event.axis, round(event.value * 32767))
        elif event.type == pygame.JOYHATMOTION:
            across, up = event.value
            self._hold((pad, "hat", 0), _AXES[0][across > 0] if across else None)
            self._hold((pad, "hat", 1), _AXES[1][up < 0] if up else None)

    def _plug(self, index: int) -> None:
        try:
            if controller.is_controller(index):
                pad = controller.Controller(index)
                self._pads[pad.as_joystick().get_instance_id()] = pad
            else:
                pad = pygame.joystick.Joystick(index)
                self._pads[pad.get_instance_id()] = pad
        except pygame.error:
            pass  # pulled out again already

    def _unplug(self, pad: int) -> None:
        self._pads.pop(pad, None)
        for source in [source for source in self._held if source[0] == pad]:
            self._hold(source, None)
