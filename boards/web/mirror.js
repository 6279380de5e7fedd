// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Says what the picture says, for those who hear it: the line at the foot, and what machine.news() says is new.

import {CARDS, FEW, LETTERS, SIGNS, TO} from "./signs.js";
import {CODES, fill} from "./words.js";

const CARD = /(10|[1-9AJQK])([♣♠♥♦☺])/gu;
const POINTS = /(?<![\w)])[-+](?=\d)/g; // signs of numbers, of which readers pass over one
export const FOOT = 118; // y of the line that says what the keys do
const KEYS = /^[ⒶⒷ✚▲▼◀▶\ue000\ue001]/; // how a line on keys begins
const AT_ONCE = 60; // ms between two texts that are said as one
const RESTS = 600; // ms after which it is said: most come and go while cards move

/** A text of the games with the signs in it by their names. language: the text's code. */
export function spoken(text, language) {
  const place = CODES.indexOf(language);
  const card = (_, rank, suit) => fill(CARDS.of[place], CARDS[rank]?.[place] ?? rank, SIGNS[suit][place]);
  const signed = text.replace(CARD, card).replace(POINTS, (sign) => (sign === "-" ? "⊖" : "⊕")).replace(/(?<=\d):(?=\d)/g, TO[place]);
  let named = Array.from(signed, (sign) => (SIGNS[sign] ? ` ${SIGNS[sign][place]} ` : sign)).join("");
  if (language === "ja") named = named.replace(/, /g, "、").replace(/\. /g, "。");
  named = named.replace(/\s+/g, " ").replace(/ (?=[.,:;)”、。])|(?<=[、。]) /g, "").replace(/([(“]) /g, "$1").trim();
  return language === "fr" ? named.replace(/ ?([:;!?])(?!\S)/g, "\u00a0$1") : named;
}

/** The line at the foot as it is heard: of few keys each is apart, with what it does. Another line stays as it is. */
export function keyed(line, language) {
  const of = (what) => FEW[what][CODES.indexOf(language)];
  if (!/^→|\S… \S/.test(line)) return line.replaceAll("▲", "↑"); // a key here
  const next = (_, on, apart) => of("arrow") + (on || apart ? ` ${of("next")}` : "");
  const goes = line.replace(/^→( [▶▼])?(?=(  )?)/, next).replace(/ {2,}/g, ", ");
  return goes.replace(/(\S+)… /g, of("held") + " ").replace(/→/g, of("arrow"));
}

/** What a letter of a name is called, "" if by itself. */
export function called(letter, language) {
  const capital = letter.length === 1 && letter !== letter.toLowerCase();
  return fill((LETTERS[letter] ?? (capital ? LETTERS.A : [""]))[CODES.indexOf(language)] ?? "", letter);
}

export class Mirror {
  constructor(foot, said) {
    this.foot = foot;
    this.said = said;
    this.changed = false; // whether anything was drawn that has not been heard
    this.language = CODES[0];
    this.line = ""; // of the foot, still to be said
    this.drawn = 0; // when it was drawn
    this.passed = false; // whether others have come and gone since it was said
    this.told = "";
    this.news = ""; // what was said last,
    this.since = -AT_ONCE; // and when
  }

  /** A text has been drawn at a y. language: the games', by its code. */
  tell(y, text, language) {
    this.language = language;
    this.changed = true;
    if (y <= FOOT) return;
    if (!text) put(this.foot, text, language); // no key counts
    this.passed ||= text !== this.told;
    this.line = text;
    this.drawn = performance.now();
  }

  /** Another screen, or a sheet over one, has come: a line that was drawn before `since` is not of it. */
  open(since) {
    if (this.drawn < since) this.line = "";
  }

  /**
   * Says a text, "" for none, and came, if that is not in it. button: the words of the one with the focus, "" for none:
   * the foot need not name keys then.
   */
  say(text, button = "", came = "") {
    if (came && !spoken(text, this.language).includes(came)) text = text ? `${text}. ${came}` : came;
    if (text && spoken(text, this.language) !== button) {
      const now = performance.now();
      if (now - this.since < AT_ONCE) text = `${this.news}. ${text}`; // nobody has heard that yet
      [this.news, this.since] = [text, now];
      put(this.said, text, this.language);
    }
    if (!this.line || performance.now() - this.drawn < RESTS) return;
    const asked = this.said.textContent; // a question of the foot is said without its key
    const known = button && asked && spoken(this.line, this.language).startsWith(asked);
    if (button && KEYS.test(this.line)) put(this.foot, "", this.language); // the line before is no longer true
    else if (!known && (this.line !== this.told || !this.passed)) put(this.foot, keyed(this.line, this.language), this.language);
    this.told = this.line;
    this.line = "";
    this.passed = false;
  }
}

function put(element, text, language) {
  element.lang = language;
  element.textContent = spoken(text, language);
}
