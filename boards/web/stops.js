// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The screen as elements that a screen reader walks through: a list of what lies on the table, and a button for
// each stop. The button of a stop stays while its words change, and keeps the focus. Where the stop with the focus is
// gone, the focus goes to the one that the cursor is on; no press counts there before its words can have been heard.

import {called, spoken} from "./mirror.js";

const UNHEARD = 1000; // ms
const [TWICE, NEAR] = [500, 32]; // ms and px from one tap to a second that is one with it
const STEERED = 300; // ms in which what a key does is shown
const GONE = 1 << 20; // the value of no stop

export class Stops {
  /** table, stops: the elements that hold the lines and the buttons. choose(value, tapped): chooses a stop. */
  constructor(table, stops, choose) {
    this.table = table;
    this.stops = stops;
    this.heard = "";
    this.place = "";
    this.moved = null; // the button that has got the focus from one that is gone,
    this.since = 0; // and when
    this.at = ""; // the value of the stop with the cursor,
    this.came = ""; // and its words if it has just come and nothing has the focus: a key may choose it unheard
    this.asks = false; // whether a question is asked
    this.typing = false; // whether a button has given the focus up to what is typed
    this.steered = 0; // when a key was pressed that presses no button
    addEventListener("keydown", ({key}) => ["Enter", " ", "Tab", "Shift"].includes(key) || (this.steered = performance.now()), true);
    stops.onscroll = () => this.edge();
    addEventListener("resize", () => this.edge());
    let tapped = {}; // the last tap
    stops.onclick = ({target: touched, detail, clientX: x, clientY: y}) => {
      const target = touched.closest("button"); // a row's value is an element in it
      if (!target) return;
      const tap = {x, y, target, at: performance.now()};
      const twice = tap.at - tapped.at < TWICE && Math.hypot(x - tapped.x, y - tapped.y) < NEAR;
      if (detail > 0 && twice && !tapped.target.isConnected) return; // it was meant for what stood there
      if (detail > 0) tapped = tap;
      const unheard = target === this.moved && !detail && performance.now() - this.since < UNHEARD;
      choose(unheard ? GONE : Number(target.value), detail > 0); // which says that the screen has changed
    };
  }

  /** The button that has the focus, null if none has. */
  get focused() {
    return this.stops.contains(document.activeElement) ? document.activeElement : null;
  }

  /** The button with the cursor, null if there is none. */
  get here() {
    return this.stops.querySelector("[aria-current]");
  }

  /** Shows what machine.hear() returned, in a language by its code. Returns whether another screen has come. */
  show(heard, language) {
    this.came = "";
    if (heard === this.heard) return false;
    this.heard = heard;
    const rows = heard.split("\n");
    const end = rows.indexOf("");
    this.list(rows.slice(0, end), language);
    const place = rows[end + 1];
    const opens = place !== this.place;
    this.place = place;
    this.stops.dataset.place = place;
    const first = this.stops.textContent.slice(0, 2);
    const focused = this.focused;
    this.offer(rows.slice(end + 2).map((line) => /^(-?\d+)([ *+])(.*)$/.exec(line)), opens, language);
    const asks = Boolean(this.here && this.first);
    if (focused) this.keep(focused, asks && !this.asks);
    else if (this.here && (opens || this.here.value !== this.at) && !place.startsWith("code/")) this.came = this.here.textContent;
    this.asks = asks;
    if (opens && this.typing) {
      this.typing = false;
      if (document.activeElement === document.body) this.move();
    }
    const moved = this.here && this.here.value !== this.at;
    this.at = this.here?.value;
    if (this.stops.textContent.slice(0, 2) !== first) this.scroll(); // another screen's list begins around the cursor
    else if (moved) this.follow();
    this.edge();
    return opens;
  }

  list(lines, language) {
    const list = this.table;
    while (list.children.length > lines.length) list.lastChild.remove();
    while (list.children.length < lines.length) list.append(document.createElement("li"));
    lines.forEach((line, at) => put(list.children[at], line, language));
  }

  // Shows a button for each of [line, value, sign, words]. opens: whether none of those that are there stays.
  offer(lines, opens, language) {
    const old = new Map(opens ? [] : [...this.stops.children].map((button) => [button.value, button]));
    const buttons = lines.map(([, value]) => old.get(value) ?? document.createElement("button"));
    for (const button of [...this.stops.children]) if (!buttons.includes(button)) button.remove();
    this.stops.classList.toggle("signs", lines.every(([, value, , words]) => value < 0 || words.length < 6));
    buttons.forEach((button, at) => {
      if (this.stops.children[at] !== button) this.stops.insertBefore(button, this.stops.children[at] ?? null);
      const [, value, sign, words] = lines[at];
      button.type = "button";
      button.value = value;
      button.className = value < 0 || words === "OK" ? "key" : value >= 2000 ? "on" : value >= 1000 ? "off" : "";
      button.classList.toggle("first", sign === "+");
      if (sign === "*") button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      put(button, words, language);
      const name = this.place.startsWith("name/") ? called(words, language) : "";
      if (name) button.setAttribute("aria-label", name);
      else button.removeAttribute("aria-label");
    });
  }

  // The button with which a screen or a question begins, null if it is the one with the cursor.
  get first() {
    return this.stops.querySelector(".first");
  }

  // Keeps the focus where it was. It goes along with a cursor that arrows move, back to one that is there again, and
  // to the first answer of a question. asked: whether one has just been asked.
  keep(focused, asked) {
    const here = this.here ?? (this.first?.value >= 0 ? this.first : null);
    if (asked && focused !== this.first) return this.move();
    const steered = performance.now() - this.steered < STEERED && here?.value !== this.at;
    if (here && steered) here.focus();
    else if (!focused.isConnected || (here && focused === this.moved && here !== focused)) this.move();
    else if (document.activeElement !== focused) focused.focus(); // it stands elsewhere in the list
  }

  // Gives the focus to the button with the cursor or, without one, that with which a screen begins.
  move() {
    this.moved = this.first ?? this.here ?? this.stops.firstChild;
    this.since = performance.now();
    this.moved?.focus();
  }

  follow() {
    const {offsetTop, offsetHeight} = this.here;
    const least = offsetTop + 2 * offsetHeight + 24 - this.stops.clientHeight; // above the key that stays at the end
    this.stops.scrollTop = Math.min(offsetTop - 8, Math.max(this.stops.scrollTop, least));
  }

  // The end of a list fades if more of it is below.
  edge() {
    const {scrollHeight, clientHeight, scrollTop} = this.stops;
    this.stops.classList.toggle("more", scrollHeight - clientHeight - scrollTop > 8);
  }

  scroll() {
    const here = this.here;
    this.stops.scrollTop = here ? here.offsetTop - Math.max(8, (this.stops.clientHeight - here.offsetHeight) / 2) : 0;
  }

  /** A sign has been typed: the next key is not for the button that has the focus. The next screen's has it again. */
  typed() {
    this.typing ||= Boolean(this.focused);
    this.focused?.blur();
  }
}

function put(element, text, language) {
  const [said, value] = text.split("\t").map((part) => spoken(part, language)); // a row may have a value
  if (element.textContent !== (value ? `${said} ${value}` : said)) {
    element.textContent = value ? `${said} ` : said;
    if (value) element.append(Object.assign(document.createElement("b"), {textContent: value}));
  }
  element.lang = language;
}
