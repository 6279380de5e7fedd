// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// A hand of narrow cards at double size for an upright phone: two rows in place of the picture's lower part, and the
// line at the foot below them.

import {HEIGHT, WIDTH} from "./machine.js";
import {FOOT} from "./mirror.js";

export class Hand {
  /** picture, canvas: what the games draw on, and what shows the hand. */
  constructor(picture, canvas) {
    this.picture = picture;
    this.canvas = canvas;
    this.said = "";
    this.shown = false;
  }

  /** Takes what machine.hand() returned. Returns whether the hand lies elsewhere now. */
  take(said) {
    if (said === this.said) return false;
    this.said = said;
    [this.x, this.y, this.half, this.colour, this.covered] = said.split(" ").map(Number);
    this.high = FOOT - this.y;
    return true;
  }

  /** How many pixels picture and hand are high, Infinity without a hand. */
  get reach() {
    return this.said ? HEIGHT + 3 * this.high : Infinity;
  }

  /** Shows the hand if it has room, fits. left, size: of the picture, and of a pixel, in px. */
  fit(fits, left, size) {
    this.shown = fits && !this.covered;
    this.canvas.hidden = !this.shown;
    if (!this.shown) return;
    this.canvas.height = 4 * this.high + HEIGHT - FOOT;
    this.canvas.style.cssText = `left: ${left}; top: ${this.y * size}px; width: ${WIDTH * size}px`;
    this.show();
  }

  /** Draws it: the first half of its cards, the others, and the foot. */
  show() {
    if (!this.shown) return;
    const {picture, x, y, half, high, colour} = this;
    const colours = this.canvas.getContext("2d", {alpha: false});
    colours.imageSmoothingEnabled = false;
    colours.fillStyle = `#${colour.toString(16).padStart(6, "0")}`;
    colours.fillRect(0, 0, WIDTH, 4 * high);
    for (const row of [0, 1]) {
      colours.drawImage(picture, x + row * half, y, half, high, WIDTH / 2 - half, 2 * high * row, 2 * half, 2 * high);
    }
    colours.drawImage(picture, 0, FOOT, WIDTH, HEIGHT - FOOT, 0, 4 * high, WIDTH, HEIGHT - FOOT);
  }

  /** Returns the pixel of the picture, [x, y], that a point of the page shows. */
  pixel(left, top) {
    const box = this.picture.getBoundingClientRect();
    const across = ((left - box.x) * WIDTH) / box.width;
    const down = ((top - box.y) * HEIGHT) / box.height;
    const {x, y, half, high} = this;
    const below = down - y - 4 * high;
    if (!this.shown || down < y) return [across, down];
    if (below >= 0) return [across, FOOT + below];
    const row = down - y >= 2 * high;
    return [x + row * half + (across - WIDTH / 2 + half) / 2, y + (down - y - 2 * high * row) / 2];
  }
}
