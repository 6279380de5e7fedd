# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The link to a match: what the page in a browser opens its set-up with. docs/web.md describes it."""

from micropython import const

from engine import registry
from handful import series

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from collections.abc import Sequence

    from handful.match import Match

SEATS = "p123"  # how a link names the kinds of seats: a person, robots by their level
MOST = 60  # characters of a site: with the longest query they just fit into a code of handful.screens.qr


def word(value: object) -> str:
    """Returns an option's value as a link has it."""
    return ".".join([str(part) for part in value]) if isinstance(value, tuple) else str(value)


def query(match: "Match", names: "Sequence[str]", room: int = 999) -> str:
    """Returns a link's query for a match: the number of its challenge, or else deal, seats and options.

    When the match is over, the first person's score and name follow. names: of the seats; room: the most
    characters, since a name that does not fit is left out.
    """
    played = match.session
    number = series.number_of(match)
    text = "game=%s&no=%d" % (played.key, number) if number else _dealt(match)
    if played.game.player < 0:
        seat = match.kinds.find(b"\x00")
        text += "&got=%d" % played.game.score(seat)
        by = "&by=" + quoted(names[seat]) if names[seat] else ""
        if len(text + by) <= room:
            text += by
    return text


def quoted(name: str) -> str:
    """Returns a name as a link has it: letters and digits, and all else as bytes of UTF-8."""
    text = ""
    for byte in name.encode():
        plain = 48 <= byte < 58 or 65 <= byte < 91 or 97 <= byte < 123
        text += chr(byte) if plain else "%%%02X" % byte
    return text


def _dealt(match: "Match") -> str:
    # Options that are as by default are left out.
    played = match.session
    parts = ["game=" + played.key, "deal=" + played.code]
    parts.append("seats=" + "".join([SEATS[kind] for kind in match.kinds]))
    for name, _, default in registry.load(played.key).OPTIONS:
        if played.options.get(name, default) != default:
            parts.append(name + "=" + word(played.options[name]))
    return "&".join(parts)


def checked(site: str) -> str:
    """Returns the address of a page with the games. ValueError if it is none, or longer than MOST."""
    scheme, _, rest = site.partition("://")
    if scheme not in ("http", "https") or rest[:1] in ("", "/") or len(site) > MOST:
        raise ValueError
    for sign in site:
        if not "!" <= sign <= "~" or sign in '?#"\\':  # the query begins with the first two
            raise ValueError
    return site
