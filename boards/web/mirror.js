// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Says what the picture says, for those who hear it: the line at the foot, and whatever else is new.

const FOOT = 118; // y of the line that says what the keys do
const SIGNS = {"\u24b6": "A", "\u24b7": "B", "\u271a": "\u2190\u2191\u2193\u2192"};

// Pictures in the font are no text.
const spoken = (text) =>
  text.replace(/[\u24b6\u24b7\u271a]/g, (sign) => SIGNS[sign]).replace(/[\ue000-\uf8ff\u25a0-\u27bf]/g, " ").replace(/\s+/g, " ").trim();

export class Mirror {
  constructor(foot, said) {
    this.foot = foot;
    this.said = said;
    this.shown = new Map(); // [y, text, whether it is chosen] of each text, by its line and itself
    this.before = new Map(); // what was shown after the frame before
    this.changed = false;
  }

  /** A text has been drawn at a y; chosen: as that of the row with the cursor. */
  tell(y, text, chosen) {
    if (y > FOOT) {
      this.foot.textContent = spoken(text);
      return;
    }
    this.shown.set(`${y} ${text}`, [y, text, chosen]);
    this.changed = true;
  }

  /** The lines from one y to before another have been emptied. */
  empty(top, bottom) {
    for (const [name, [y]] of this.shown) if (y >= top && y < bottom) this.shown.delete(name);
    this.changed = true;
  }

  /** Says what is new; call it after the steps of a frame. Single letters and numbers, as on cards, are left out. */
  flush() {
    if (!this.changed) return;
    const fresh = [];
    for (const [name, [, text, chosen]] of this.shown) {
      const before = this.before.get(name);
      if (!before || (chosen && !before[2])) fresh.push(text);
    }
    const words = fresh.map(spoken).filter((text) => /\p{L}{2}/u.test(text));
    if (words.length) this.said.textContent = words.join(". ");
    this.before = new Map(this.shown);
    this.changed = false;
  }
}
