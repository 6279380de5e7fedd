# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the page of a browser is made of. tools/build/web.py puts it together.

machine.js      MicroPython, its drive and the pixels; no page, so that Node runs it, too
page.js         canvas, keys, sound, lamp, storage, links
console.py      the app between two frames of the page
parts.py        what boards/browser.py hands to the app
modules/        the firmware's modules that the app imports, as thin as it allows
install/        the page that puts the games onto a board

`webmachine` is the module of JavaScript's functions that machine.js registers.
"""
