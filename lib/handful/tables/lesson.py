"""Lessons: the first moves of a game, played at its real table with a known deal.

The first line of assets/games/<key>/lesson.txt holds the seed and the number of players, the second one the
steps, separated by spaces:
- `.` shows the next text over the hand.
- `^` (above the hand) and `=` (below its first row) show the next text so that the card to be played stays
  visible. The step after them must be a number.
- A number is the action that the person has to play.
- `r` and a number is the action that a robot plays.

The texts are the lines of assets/games/<key>/<language>.lesson.txt. After the last step the match goes on
like any other.
"""

_SAYS = ".^="  # steps that show a text


class Lesson:
    """The progress of a lesson. App.lesson holds it while the lesson lasts; the table calls `step`."""

    def __init__(self, key: str, texts):
        with open("assets/games/" + key + "/lesson.txt") as file:
            self.seed, self.players = [int(word) for word in file.readline().split()]
            self._steps = file.readline().split()
        with open(texts.path(key, ".lesson.txt"), "rb") as file:
            self._texts = file.read().strip().split(b"\n")
        self._at = 0
        self._said = 0

    def step(self, table) -> bool:
        """Carries out the current step; called while the table has nothing else to show.

        Returns True when the lesson is over.
        """
        if self._at == len(self._steps):
            return True
        step = self._steps[self._at]
        if step in _SAYS:
            if step != ".":
                table.aim(int(self._steps[self._at + 1]))
                if table.stale:
                    return False  # the text lies over what is drawn first
            from handful.tables.overlay import teach

            teach(table, str(self._texts[self._said], "utf-8"), step)
        elif step[0] == "r":
            table.then = (table.play, int(step[1:]))
        else:
            table.aim(int(step))
        return False

    @property
    def action(self) -> int:
        """The action that the person has to play now, -1 for none."""
        step = self._steps[self._at] if self._at < len(self._steps) else "."
        return int(step) if step.isdigit() else -1

    def go_on(self) -> None:
        """Moves on to the next step: the text has been read, or the action has been played."""
        if self._steps[self._at] in _SAYS:
            self._said += 1
        self._at += 1
