"""Stand-in for `supervisor`: the ticks of the clock in the `time` stand-in."""

import time


class _Runtime:
    """What `supervisor.runtime` says of a device that runs on its own."""

    serial_connected = False
    usb_connected = False
    autoreload = False


runtime = _Runtime()


def ticks_ms() -> int:
    """Milliseconds, from 0 up to 2**29 - 1 and round again; asking takes one of them."""
    time.move(1)
    return time.now & 0x1FFFFFFF
