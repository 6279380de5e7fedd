# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The link to a match: what the page in a browser opens its set-up with. docs/web.md describes it."""

from micropython import const

from engine import registry
from handful import series

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from handful.match import Match

SEATS = "p123"  # how a link names the kinds of seats: a person, robots by their level
MOST = 60  # characters of a site: with the longest query they just fit into a code of handful.screens.qr


def word(value: object) -> str:
    """Returns an option's value as a link has it."""
    return ".".join([str(part) for part in value]) if isinstance(value, tuple) else str(value)


def query(match: "Match") -> str:
    """Returns a link's query for a match: the number of its challenge, or else deal, seats and options."""
    played = match.session
    number = series.number_of(match)
    if number:
        return "game=%s&no=%d" % (played.key, number)
    parts = ["game=" + played.key, "deal=" + played.code]
    parts.append("seats=" + "".join([SEATS[kind] for kind in match.kinds]))
    for name, _, _ in registry.load(played.key).OPTIONS:
        if name in played.options:
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
