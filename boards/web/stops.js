// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The screen as elements that a screen reader walks through: a list of what lies on the table, and a button for
// each stop. The button of a stop stays while its words change, and keeps the focus. Where the stop with the focus is
// gone, the focus goes to the one that the cursor is on; no press counts there before its words can have been heard.

import {spoken} from "./mirror.js";

const UNHEARD = 1000; // ms
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
    this.at = ""; // the value of the stop with the cursor
    this.typing = false; // whether a button has given the focus up to what is typed
    this.steered = 0; // when a key was pressed that presses no button
    addEventListener("keydown", ({key}) => ["Enter", " ", "Tab", "Shift"].includes(key) || (this.steered = performance.now()), true);
    stops.onclick = ({target: touched, detail}) => {
      const target = touched.closest("button"); // a row's value is an element in it
      if (!target) return;
      const unheard = target === this.moved && !detail && performance.now() - this.since < UNHEARD;
      choose(unheard ? GONE : Number(target.value), detail > 0); // which says that the screen has changed
    };
  }

  /** Shows what machine.hear() returned, in a language by its code. */
  show(heard, language) {
    if (heard === this.heard) return;
    this.heard = heard;
    const rows = heard.split("\n");
    const end = rows.indexOf("");
    const list = this.table;
    while (list.children.length > end) list.lastChild.remove();
    while (list.children.length < end) list.append(document.createElement("li"));
    for (let at = 0; at < end; at++) put(list.children[at], rows[at], language);
    const place = rows[end + 1];
    const lines = rows.slice(end + 2).map((line) => /^(-?\d+)([ *])(.*)$/.exec(line));
    const signs = lines.every(([, value, , words]) => value < 0 || words.length < 6);
    const first = this.stops.textContent.slice(0, 2);
    this.stops.classList.toggle("signs", signs);
    const next = place !== this.place;
    const old = new Map(!next ? [...this.stops.children].map((button) => [button.value, button]) : []);
    this.place = place;
    this.stops.dataset.place = place;
    const focused = this.stops.contains(document.activeElement) ? document.activeElement : null;
    const buttons = lines.map(([, value]) => old.get(value) ?? document.createElement("button"));
    for (const button of [...this.stops.children]) if (!buttons.includes(button)) button.remove();
    buttons.forEach((button, at) => {
      if (this.stops.children[at] !== button) this.stops.insertBefore(button, this.stops.children[at] ?? null);
      const [, value, there, words] = lines[at];
      button.type = "button";
      button.value = value;
      button.className = value < 0 || words === "OK" ? "key" : value >= 2000 ? "on" : value >= 1000 ? "off" : "";
      if (there === "*") button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      put(button, words, language);
    });
    if (focused && document.activeElement !== focused) this.focus(focused);
    if (next && this.typing) {
      this.typing = false;
      if (document.activeElement === document.body) this.focus(null, true);
    }
    const here = this.stops.querySelector("[aria-current]");
    const steered = performance.now() - this.steered < STEERED && here?.value !== this.at;
    if (here && steered && this.stops.contains(document.activeElement)) here.focus(); // an arrow takes it along
    else if (here && document.activeElement === this.moved) this.focus(here, here !== this.moved); // there is a cursor again
    this.at = here?.value;
    if (this.stops.textContent.slice(0, 2) === first) return; // another screen's list begins around the cursor
    this.stops.scrollTop = here ? here.offsetTop - Math.max(8, (this.stops.clientHeight - here.offsetHeight) / 2) : 0;
  }

  /** A sign has been typed: the next key is not for the button that has the focus. The next screen's has it again. */
  typed() {
    if (!this.stops.contains(document.activeElement)) return;
    document.activeElement.blur();
    this.typing = true;
  }

  /** Gives the focus back to a button, or to the one with the cursor, or the first, if that is gone. moves: as it were. */
  focus(button, moves = !button.isConnected) {
    if (moves) {
      button = this.stops.querySelector("[aria-current]") ?? this.stops.firstChild;
      this.moved = button;
      this.since = performance.now();
    }
    button?.focus();
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
