"""A lesson: the first moves of a game, played at its real table with cards that are known beforehand.

assets/games/<key>/lesson.txt: seed and players, then what happens, word by word: `.` shows the next text,
`^` and `=` show it where the card to be played next stays in view (above the hand, and below its first row);
a number is the action that the person is to play, one behind an `r` a robot's. The texts are in
assets/games/<key>/<language>.lesson.txt, a line each. When all is said the match goes on as any other.
"""

_SAYS = ".^="  # steps that show a text


class Guide:
    """How far a lesson is. App.guide holds it for as long as it lasts; the table asks it."""

    def __init__(self, key: str, texts):
        with open("assets/games/" + key + "/lesson.txt") as file:
            self.seed, self.players = [int(word) for word in file.readline().split()]
            self._steps = file.readline().split()
        with open(texts.path(key, ".lesson.txt"), "rb") as file:
            self._texts = file.read().strip().split(b"\n")
        self._at = 0
        self._said = 0

    def step(self, table) -> bool:
        """Does what comes next, at a table where nothing else is going on; whether the lesson is over."""
        if self._at == len(self._steps):
            return True
        step = self._steps[self._at]
        if step in _SAYS:
            if step != ".":
                table.aim(int(self._steps[self._at + 1]))
            from handful.tables.overlay import teach

            teach(table, str(self._texts[self._said], "utf-8"), step)
        elif step[0] == "r":
            table.play(int(step[1:]))
        else:
            table.aim(int(step))
        return False

    @property
    def action(self) -> int:
        """What the person is to play now, -1 for nothing."""
        step = self._steps[self._at] if self._at < len(self._steps) else "."
        return int(step) if step.isdigit() else -1

    def go_on(self) -> None:
        """The text has been read, or the action played."""
        if self._steps[self._at] in _SAYS:
            self._said += 1
        self._at += 1
