"""Leaves the games for check.py, the program that checks the board, which comes back to them."""

import supervisor

from handful.screens.screen import Screen


class View(Screen):
    """Ends the games when it opens. `App.run` saves and closes the board on the way out."""

    def open(self) -> None:
        supervisor.set_next_code_file("check.py")
        supervisor.reload()
