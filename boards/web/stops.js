// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The screen as elements that a screen reader walks through: a list of what lies on the table, and a button for
// each stop. A button stays while its words change, so that it keeps the focus.

import {spoken} from "./mirror.js";

export class Stops {
  /** table, stops: the elements that hold the lines and the buttons. choose(value): chooses a stop. */
  constructor(table, stops, choose) {
    this.table = table;
    this.stops = stops;
    this.heard = "";
    stops.onclick = ({target}) => target.value && choose(Number(target.value));
  }

  /** Shows what machine.hear() returned, in a language by its code. */
  show(heard, language) {
    if (heard === this.heard) return;
    this.heard = heard;
    const rows = heard.split("\n");
    const end = rows.indexOf("");
    fill(this.table, rows.slice(0, end), "li", (row, line) => put(row, line, language));
    const lines = rows.slice(end + 1).map((line) => /^(-?\d+)([ *])(.*)$/.exec(line));
    const signs = lines.every(([, value, , words]) => value < 0 || words.length < 6);
    const first = this.stops.textContent.slice(0, 2);
    this.stops.classList.toggle("signs", signs);
    fill(this.stops, lines, "button", (button, [, value, there, words]) => {
      button.type = "button";
      button.value = value;
      button.className = value < 0 || words === "OK" ? "key" : value >= 2000 ? "on" : value >= 1000 ? "off" : "";
      if (there === "*") button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      put(button, words, language);
    });
    if (this.stops.textContent.slice(0, 2) === first) return;
    const here = this.stops.querySelector("[aria-current]"); // another screen's list begins around the cursor
    this.stops.scrollTop = here ? here.offsetTop - Math.max(8, (this.stops.clientHeight - here.offsetHeight) / 2) : 0;
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

function fill(list, texts, kind, change) {
  while (list.children.length > texts.length) {
    const focused = list.lastChild === document.activeElement;
    list.lastChild.remove();
    if (focused) list.lastChild.focus();
  }
  while (list.children.length < texts.length) list.append(document.createElement(kind));
  texts.forEach((text, place) => change(list.children[place], text));
}
