// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Says what the picture says, for those who hear it: the line at the foot, and whatever else is new.

import {SIGNS} from "./signs.js";
import {CODES} from "./words.js";

const FOOT = 118; // y of the line that says what the keys do

/** A text of the games with the signs in it by their names. language: the text's code. */
export function spoken(text, language) {
  const place = CODES.indexOf(language);
  const named = Array.from(text, (sign) => (SIGNS[sign] ? ` ${SIGNS[sign][place]} ` : sign)).join("");
  return named.replace(/\s+/g, " ").replace(/ (?=[.,:;)、。])/g, "").trim();
}

export class Mirror {
  constructor(foot, said) {
    this.foot = foot;
    this.said = said;
    this.shown = new Map(); // [y, text, whether it is chosen, whether it goes on] of each text, by its line and itself
    this.before = new Map(); // what was shown after the frame before
    this.changed = false;
    this.language = CODES[0];
  }

  /**
   * A text has been drawn at a y. chosen: as that of the row with the cursor; language: the games', by its code;
   * goesOn: it is the next line of the text that was drawn before it.
   */
  tell(y, text, chosen, language, goesOn) {
    this.language = language;
    this.changed = true;
    if (y > FOOT) {
      this.foot.lang = language;
      this.foot.textContent = spoken(text.replaceAll("▲", "↑"), language); // a key here, elsewhere a suit
      return;
    }
    this.shown.set(`${y} ${text}`, [y, text, chosen, goesOn]);
  }

  /** The lines from one y to before another have been emptied. */
  empty(top, bottom) {
    for (const [name, [y]] of this.shown) if (y >= top && y < bottom) this.shown.delete(name);
    this.changed = true;
  }

  /**
   * Says what is new; call it after the steps of a frame. Single letters and numbers, as on cards, are left out.
   * Returns whether anything was drawn.
   */
  flush() {
    if (!this.changed) return false;
    const fresh = [];
    let last = false; // whether the line before is said
    for (const [name, [, text, chosen, goesOn]] of this.shown) {
      const before = this.before.get(name);
      const said = !before || (chosen && !before[2]);
      if (said && last && goesOn) fresh.push(fresh.pop().replace(/[^\u2e80-\uffef]$/, "$& ") + text);
      else if (said) fresh.push(text);
      last = said;
    }
    const keys = fresh.some((text) => text.startsWith("▼ ")); // then a ▲ is a key, too
    const words = fresh
      .filter((text) => /\p{L}{2}/u.test(text))
      .map((text) => spoken(keys ? text.replace(/^▲ /, "↑ ") : text, this.language));
    if (words.length) {
      this.said.lang = this.language;
      this.said.textContent = words.reduce((all, text) => all + (/[.!?…。]$/.test(all) ? " " : ". ") + text);
    }
    this.before = new Map(this.shown);
    this.changed = false;
    return true;
  }
}
