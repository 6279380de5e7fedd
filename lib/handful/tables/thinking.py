# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Who thinks at a table: the robot that is to act, or the one that is asked for a hint."""

import gc

from micropython import const

from engine import registry

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.tables.table import Table

# States of a thinker.
IDLE = const(0)  # nobody thinks
PLAYS = const(1)  # a robot thinks about its action
CHOSEN = const(2)  # it has chosen one, and plays it when what came before has been read
ADVISES = const(3)  # a robot thinks about a hint


class Thinker:
    """Lets a robot think, a slice each tick, about its own action or a hint.

    state: IDLE, PLAYS, CHOSEN or ADVISES. mind: the engine.bots.Thinking in the states PLAYS and ADVISES.
    spot: x of the spot that moves while somebody thinks. low_memory: whether a MemoryError has occurred; from
    then on robots play and advise at level EASY.
    """

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.state = IDLE
        self.mind: Any = None
        self.low_memory = False
        self.spot = 0
        self._action = 0  # in the state CHOSEN

    def begin(self, state: int, level: int) -> None:
        """Starts a robot of a level (0 to 2) thinking about the next action, for PLAYS or ADVISES.

        The level is 0 once there has not been enough memory. MemoryError if there is not enough for that.
        """
        gc.collect()
        self.state = state
        self.spot = 0
        try:
            from engine.bots import Thinking
            from engine.rng import Rng

            table = self._table
            self.mind = Thinking(table.game, 0 if self.low_memory else level, Rng(table.app.seed()))
        except MemoryError as error:
            self._begin_again(error)

    def _begin_again(self, error: MemoryError) -> None:
        # After a lack of memory: the easy robot needs the least of it.
        if self.low_memory:
            raise error
        self.low_memory = True
        state = self.state
        self.dismiss()
        self.begin(state, 0)

    def step(self) -> "int | None":
        """Runs one slice of thinking. Returns the action, or None if there is more to think."""
        try:
            action: int | None = self.mind.step()
        except MemoryError as error:
            self._begin_again(error)
            return None
        if action is not None:
            self.mind = None
            self.state = IDLE
        self._table.mark(action is None)
        return action

    def play(self) -> None:
        """Lets the robot that is to act think on. It plays when what came before has been read."""
        table = self._table
        if self.state == IDLE:
            self.begin(PLAYS, table.match.computer - 1)
            return  # for the next key: that has taken as long as a slice
        if self.state == PLAYS:
            action = self.step()
            if action is None:
                return
            self._action = action
            if table.telling.state:
                self.state = CHOSEN
                table.dirty = True  # without the spot
                return
        self.state = IDLE
        table.deferred = (table.play, self._action)

    def dismiss(self) -> None:
        """Frees the robots' modules, which take a lot of memory, while a person is to act."""
        self.mind = None
        self.state = IDLE
        registry.unload_bots(self._table.session.key)
        gc.collect()
