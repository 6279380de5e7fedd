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
    this.shown = new Map(); // text by its line and itself, with whether it is chosen
    this.fresh = [];
  }

  /** A text has been drawn at a y; chosen: as that of the row with the cursor. y < 0: all is cleared. */
  tell(y, text, chosen) {
    if (y < 0) {
      this.shown.clear();
      return;
    }
    if (y > FOOT) {
      this.foot.textContent = spoken(text);
      return;
    }
    const before = this.shown.get(`${y} ${text}`);
    this.shown.set(`${y} ${text}`, chosen);
    if (before === undefined || (chosen && !before)) this.fresh.push(text);
  }

  /** Says what is new; call it after the steps of a frame. Single letters and numbers, as on cards, are left out. */
  flush() {
    if (!this.fresh.length) return;
    const words = this.fresh.map(spoken).filter((text) => /\p{L}{2}/u.test(text));
    this.fresh = [];
    if (words.length) this.said.textContent = words.join(". ");
  }
}
