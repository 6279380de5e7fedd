# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A double of the XPT2046 on its bus, in plain Python: it runs on the VM, too."""


class Bus:
    """Answers bit by bit, as the chip's data sheet has it.

    A byte whose first bit is 1 asks for a measurement, also while the one before is still told. Its first bit
    takes a clock to come; twelve follow, the highest first. pressed: (x, y, z1, z2), or None.
    """

    def __init__(self):
        self.pressed = None
        self.locked = self.selected = False
        self.last = 0

    def try_lock(self):
        assert not self.locked
        self.locked = True
        return True

    def unlock(self):
        assert self.locked
        self.locked = False

    def configure(self, baudrate):
        assert self.locked and baudrate <= 2_500_000

    def write_readinto(self, out, into):
        assert self.locked and self.selected and len(out) == len(into)
        told = []  # the bits that the chip sends next
        for at in range(len(out)):
            byte = 0
            for bit in (told + [0] * 8)[:8]:
                byte = byte << 1 | bit
            into[at] = byte
            told = told[8:]
            if out[at] & 0x80:
                assert not out[at] & 0x0C, "twelve bits, differential"
                number = self.measured(out[at] >> 4 & 7)
                told = [0] + [number >> 11 - place & 1 for place in range(12)] + [0, 0, 0]
                self.last = out[at]
        assert self.last & 3 == 0, "the chip rests, and its pen line works"

    def measured(self, channel):
        x, y, z1, z2 = self.pressed or (0, 4095, 0, 4095)
        return {5: y, 1: x, 3: z1, 4: z2}[channel]
