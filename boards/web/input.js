// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Keys of the keyboard, of gamepads and of the drawn console. Key numbers are those of machine.js.

const [UP, DOWN, LEFT, RIGHT, A, B, START, SELECT] = [0, 1, 2, 3, 4, 5, 6, 7];

const KEYBOARD = {
  arrowup: UP, w: UP, arrowdown: DOWN, s: DOWN, arrowleft: LEFT, a: LEFT, arrowright: RIGHT, d: RIGHT,
  enter: A, " ": A, x: A, backspace: B, escape: B, b: B, z: B, p: START, tab: SELECT,
};
const FRENCH = {z: UP, q: LEFT}; // on their keyboards, which are told apart by where W is
const SIGNS = {enter: "\r", backspace: "\b", escape: "\x1b"}; // what they type where text is asked for
const BUTTONS = [A, B, null, null, null, null, null, null, SELECT, START, null, null, UP, DOWN, LEFT, RIGHT];
const PRESS = 0.6; // a stick presses a key beyond this,
const RELEASE = 0.35; // and releases it below this

/** Passes key events on: a key is down as long as anything holds it. press(number, down) and type(sign) are the machine's. */
export class Keys {
  constructor({press, type, touched}) {
    this.press = press;
    this.type = type;
    this.touched = touched;
    this.held = new Map(); // source -> key number
  }

  hold(source, key) {
    const before = this.held.get(source) ?? null;
    if (before === key) return;
    this.held.delete(source);
    const others = [...this.held.values()];
    if (before !== null && !others.includes(before)) this.press(before, false);
    if (key !== null) {
      if (!others.includes(key)) this.press(key, true);
      this.held.set(source, key);
    }
  }

  letGo() {
    for (const source of [...this.held.keys()]) this.hold(source, null);
  }

  /** Listens to the keyboard. busy(): whether the keys are somebody else's now. */
  keyboard(busy) {
    addEventListener("keydown", (event) => {
      if (busy() || event.ctrlKey || event.metaKey || event.altKey) return;
      const name = event.key.toLowerCase();
      const sign = SIGNS[name] ?? (/^\S$/u.test(event.key) ? event.key : "");
      if (sign && !event.repeat && this.type(sign)) {
        event.preventDefault();
        return;
      }
      const azerty = event.code === "KeyW" && name === "z" || event.code === "KeyA" && name === "q";
      const key = azerty ? FRENCH[name] : KEYBOARD[name];
      if (key === undefined) return;
      event.preventDefault();
      if (!event.repeat) this.hold(event.code, key);
    });
    addEventListener("keyup", (event) => this.hold(event.code, null));
    addEventListener("blur", () => this.letGo());
  }

  /** Makes the drawn keys keys. */
  touch(pad, keys) {
    const finger = (element, at) => {
      const follow = (event) => {
        const key = at(event);
        if (key !== (this.held.get(event.pointerId) ?? null) && key !== null) navigator.vibrate?.(8);
        this.hold(event.pointerId, key);
        this.touched();
      };
      element.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        element.setPointerCapture(event.pointerId);
        follow(event);
      });
      element.addEventListener("pointermove", (event) => this.held.has(event.pointerId) && follow(event));
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        element.addEventListener(end, (event) => {
          this.hold(event.pointerId, null);
          this.touched();
        });
      }
      element.addEventListener("contextmenu", (event) => event.preventDefault());
    };
    finger(pad, (event) => {
      const box = pad.getBoundingClientRect();
      const x = event.clientX - box.x - box.width / 2;
      const y = event.clientY - box.y - box.height / 2;
      if (Math.hypot(x, y) < box.width / 12) return null;
      if (Math.abs(x) > Math.abs(y)) return x < 0 ? LEFT : RIGHT;
      return y < 0 ? UP : DOWN;
    });
    for (const key of keys) finger(key, () => Number(key.dataset.key));
  }

  /** Looks at the gamepads; call it each frame. */
  pads() {
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (!pad?.connected) continue;
      pad.buttons.forEach((button, place) => {
        if (BUTTONS[place] != null) this.hold(`${pad.index} ${place}`, button.pressed ? BUTTONS[place] : null);
      });
      [[LEFT, RIGHT], [UP, DOWN]].forEach((pair, axis) => {
        const value = pad.axes[axis] ?? 0;
        const source = `${pad.index} axis ${axis}`;
        const key = pair[value > 0 ? 1 : 0];
        const reach = this.held.get(source) === key ? RELEASE : PRESS;
        this.hold(source, Math.abs(value) > reach ? key : null);
      });
    }
  }
}
