# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The app in a page. The page calls these functions between two frames, where a board has App.run."""

from binascii import unhexlify

import webmachine

from boards import browser
from engine import registry, session
from handful import heard, series
from handful.app import App
from handful.heard.drawn import Drawn
from handful.heard.news import News
from handful.link import SEATS, query, word
from handful.match import PERSON, Match
from handful.picture import ink
from handful.picture.canvas import Canvas
from handful.picture.font import Font
from handful.scale import shown
from handful.series import SERIES
from handful.settings import CONTRAST, LANGUAGE, MOTION, NAME_LENGTH
from handful.stops import bidding, is_menu, is_table, listed
from handful.store import SETTINGS, Store
from handful.tables.hand import HandTable
from handful.tables.lesson import Lesson
from handful.texts import Texts

_NARROW = 16  # pixels from one card to the next that are less than 7 mm on an upright phone
_BESIDE = ("", "hint")  # overlays that leave the hand to be seen
_STEPS = 9  # more than a lesson has from one action to the next


class Page(App):
    """The app in a page."""

    def resume(self, match: "Match | None" = None) -> None:
        """As App.resume, for lessons, too: a page is loaded again sooner than a console is switched off."""
        super().resume(match)
        if self.match and self.match.known:
            self.lesson = lesson_of(self.match, self.texts)

    def demo(self) -> None:
        """Does nothing: who listens to the title presses no key either, and would hear a match of others."""


app: Page = None  # type: ignore[assignment]  # until `begin`
drawn: Drawn = None  # type: ignore[assignment]
news = News()
offered: list[tuple[int, str, bool]] = []  # the stops that the page shows
new = ""  # what is to be said when the page asks next
chosen = (0, "")  # a stop, by value and words, that waits until keys count; no words for none


def begin(language: int, still: bool, sharp: bool = False) -> None:
    """Switches the console on.

    language: the place in texts.LANGUAGES of the one to begin with at a first start. still: whether nothing
    is to move. sharp: whether the contrast is to be high.
    """
    global app
    app = Page(browser)
    if still:
        app.settings.values[MOTION] = 0
    if sharp:
        app.settings.values[CONTRAST] = 1
        app.apply_contrast()
    if not app.store.payloads[SETTINGS]:
        from handful.screens.language import go_on

        app.settings.values[LANGUAGE] = language
        app.apply_language()
        go_on(app, app.store.new)
    if not app.store.saves:
        app.notice = ""  # the page says it
    mirror(app.canvas)


def mirror(canvas: Canvas) -> None:
    """Tells the page what is drawn of texts, for those who hear the screen."""
    global drawn
    drawn = Drawn(app)
    draw = canvas.text

    def told(x: int, y: int, string: str, colour: int, font: Font | None = None) -> int:
        webmachine.tellText(y, string, app.texts.language)
        return draw(x, y, string, colour, font)

    canvas.text = told  # type: ignore[method-assign]


def lesson_of(match: Match, texts: Texts) -> "Lesson | None":
    """Returns the lesson that a match has followed so far, where it goes on; None if it has followed none."""
    played = match.session
    lesson = Lesson(played.key, texts)
    if played.seed != lesson.seed or played.players != lesson.players:
        return None
    for action in played.history:
        for _ in range(_STEPS):
            if lesson.allows(action):
                break
            lesson.go_on()  # a text
        else:
            return None
        lesson.go_on()
    return lesson


def turn() -> int:
    """Takes one step. Returns the ms until the next one, -1 for at once. See App.fail on errors."""
    match = app.match
    if app.opening and app.opening[0] == "result" and app.screen == match.session.key and not match.told:
        webmachine.keepPicture()
    try:
        app.step()
        if chosen[1] and not (app.deaf or app.opening):
            press()
        return app.rest()
    except Exception as caught:
        error = caught
    app.fail(error)
    return -1


def hear() -> str:
    """Returns the screen in words: its lines, an empty line, and the stops.

    While another screen is about to open, or in haste, it returns "". A stop's line has its value, "*" if the
    cursor is there, "+" if the focus of a new screen or question is, else a space, and its words; a tab is
    before the value of a row.
    """
    global offered, new
    if app.opening or heard.hastes(app):
        return ""  # what the open one shows may be gone
    lines = heard.lines(app, drawn, news)
    offered = heard.stops(app)
    new += news.say(app, lines, offered)
    values = [heard.faceless(row[2] or "") for row in app.view.rows()] if is_menu(app) else []
    stops = []
    first = heard.first(app, offered)
    for value, text, there in offered:
        if 0 <= value < len(values) and values[value] and text.endswith(values[value]):
            text = text[: -1 - len(values[value])] + "\t" + values[value]
        stops.append(str(value) + ("*" if there else "+" if value == first else " ") + text)
    place = app.screen + "/" + getattr(app.view, "overlay", "")
    return "\n".join(lines + ["", place] + stops)


def tell() -> str:
    """Returns what has become new with the last calls of `hear`, in one line."""
    global new
    said = new
    new = ""
    return said


def small() -> bool:
    """Whether the stops of the open screen are smaller in its picture than cards are."""
    if is_table(app):
        return app.match.review < 0 < app.match.persons and bidding(app.view)
    return listed(app)


def hand() -> str:
    """Returns where a table's hand of narrow cards lies in the picture, "" if there is none.

    x and y; how far it is from one card to the next, and from the first to the last one of a half; the colour
    of the table; and 1 if something lies over it.
    """
    view = app.view
    if app.opening or not isinstance(view, HandTable) or view.rows > 1 or view.pitch > _NARROW:
        return ""
    where = [view.corner(0)[0], view.hand_y - view.lift, view.pitch * view.columns // 2]
    where += [view.canvas.colour(ink.TABLE), int(view.overlay not in _BESIDE)]
    return " ".join([str(part) for part in where])


def choose(value: int, tapped: bool = False) -> None:
    """Chooses a stop of those that the page shows; while no key counts, as soon as one does.

    tapped: by a finger, which does nothing while no key counts, as on the picture.
    """
    global chosen
    app.keys.stirred |= tapped
    for stop in offered:
        if stop[0] == value:
            counts = not (app.deaf or app.opening)
            if counts or not tapped:
                chosen = stop[:2]
            if counts:
                press()
            return
    gone()


def gone() -> None:
    """Says that what was to be pressed is gone."""
    global new
    new = heard.text_of(app, "heard_changed") + " "


def press() -> None:
    """Presses the stop that was chosen, or says that it is gone: another screen has opened meanwhile."""
    global chosen
    value, words = chosen
    chosen = (0, "")
    if (value, words) in [stop[:2] for stop in heard.stops(app)]:
        heard.choose(app, value)
    else:
        gone()


def save() -> None:
    """Saves what has changed, since the page may be gone in a moment."""
    app.save()


def open_link(asked: str) -> str:
    """Opens the set-up that a link describes, behind the notice of the start if there is one.

    asked: lines of name=value. game: a key of the registry. no: the number of a challenge; or else deal:
    a card code; seats: a sign of SEATS for each; and the game's options by name. got and by: a score, and
    whose it is; they are said before the set-up, if the link names cards that exist. Returns the first name
    whose value is no good or that means nothing, "" if all is well; a default is in its place then, but
    without the game nothing is opened, and "none" is returned if the link names none. A name that comes
    twice is returned twice.
    """
    wanted = {}
    bad = ""
    for line in asked.split("\n"):
        name, _, value = line.partition("=")
        if name in wanted:
            bad = bad or name + ", " + name
        wanted[name] = value
    key = wanted.pop("game", "")
    if not key:
        return "none"
    try:
        least, most = registry.row(key)[2:4]
    except ValueError:
        return "game"
    module = registry.load(key)
    line, bad = _challenged(key, wanted.pop("got", None), wanted.pop("by", ""), bad)
    number = wanted.pop("no", None)
    if number is not None:
        if number.isdigit() and 0 < int(number) <= SERIES:
            # A challenge has its own of these.
            known = ["deal", "seats"] + [row[0] for row in module.OPTIONS]
            for name in wanted:
                if name not in known:
                    bad = bad or name
            _set_up(line, key, series.kinds(key), {}, series.seed(int(number)))
            return bad
        bad = bad or "no"
    elif line and "deal" not in wanted:
        bad = bad or "got"  # of cards that nobody knows
    seed = -1
    code = wanted.pop("deal", None)
    if code is not None:
        try:
            seed = session.seed_of(code)
        except ValueError:
            bad = bad or "deal"
    if seed < 0:
        line = ""  # these are other cards
    kinds = series.kinds(key)
    seats = wanted.pop("seats", None)
    if seats is not None:
        kinds = [SEATS.find(seat) for seat in seats]
        if not least <= len(kinds) <= most or min(kinds) < PERSON:
            bad = bad or "seats"
            kinds = series.kinds(key)
    options = {}
    for name, allowed, _ in module.OPTIONS:
        if name not in wanted:
            continue
        value = wanted.pop(name)
        found = [one for one in allowed if word(one) == value and registry.admits(key, len(kinds), name, one)]
        if found:
            options[name] = found[0]
        else:
            bad = bad or name
    for name in wanted:
        bad = bad or name
    _set_up(line, key, kinds, options, seed)
    return bad


def _challenged(key: str, got: str | None, by: str, bad: str) -> tuple[str, str]:
    # The line of a link with a result, "" for none, and what is wrong. Nothing of it is trusted.
    if got is None:
        return "", bad or ("by" if by else "")
    below = got[:1] == "-" and key == "flip_over"
    digits = got[1:] if below else got
    if not digits.isdigit() or len(digits) > 3 or shown(app.canvas, key, int(digits)) < 0:
        return "", bad or "got"
    by = by.strip()
    for sign in by:
        if not (" " <= sign <= "~" or "\xc0" <= sign <= "\u017f" or "\u30a1" <= sign <= "\u30fc"):
            return "", bad or "by"
    if len(by) > NAME_LENGTH:
        return "", bad or "by"
    if by and max(by) > "\u3000":
        app.canvas.add_signs(True)
    return beat(key, int(got), by or app.texts.say_of("somebody", "")), bad


def beat(key: str, score: int, by: str) -> str:
    """Returns "Ana: 4 left. Beat it!" for a score of a game; by: a name, "" for none."""
    say_of = app.texts.say_of
    number = shown(app.canvas, key, score)
    line = say_of("beat_%d" % number if 0 <= number < 2 else "beat", key).format(number)
    return say_of("by", "").format(by, line) if by else line


def _set_up(line: str, *details: object) -> None:
    if app.notice and line:
        app.open("notice", app.notice, "notice", False, line, "setup", False, *details)
    elif app.notice or line:
        app.open("notice", app.notice or line, "setup", False, *details)
    else:
        app.open("setup", *details)


def share() -> str:
    """Returns the link's query for the match in progress, "" if there is none; see `open_link`."""
    return query(app.match, app.settings.names) if app.match else ""


def result() -> str:
    """Returns the game's title, and on a second line the result, "" until the match is over."""
    match = app.match
    if not match:
        return ""
    key = match.session.key
    game = match.session.game
    seat = max(0, match.kinds.find(b"\x00"))
    line = beat(key, game.score(seat), app.settings.names[seat]) if game.player < 0 else ""
    return app.texts.say_of("title", key) + "\n" + line


def type_digit(sign: str) -> bool:
    """Types a letter or digit of a card code, if the screen for it is open. Returns whether it is."""
    if app.screen != "code" or sign.upper() not in session.DIGITS:
        return False
    app.view.enter(sign.upper())
    return True


def check(kept: str) -> bool:
    """Whether a file that somebody wants to take over, in hexadecimal, is a whole save."""
    try:
        store = Store(unhexlify(kept))
    except ValueError:
        return False
    return bool(store.payloads[SETTINGS]) and not store.lost


webmachine.takeFunctions(
    begin, turn, save, open_link, share, result, type_digit, check, hear, choose, tell, small, hand
)
