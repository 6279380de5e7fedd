// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Keys of the keyboard, of gamepads and of the drawn console. Key numbers are those of machine.js.

const [UP, DOWN, LEFT, RIGHT, A, B, START, SELECT] = [0, 1, 2, 3, 4, 5, 6, 7];

const KEYBOARD = {
  arrowup: UP, w: UP, arrowdown: DOWN, s: DOWN, arrowleft: LEFT, a: LEFT, arrowright: RIGHT, d: RIGHT,
  enter: A, numpadenter: A, " ": A, x: A, backspace: B, escape: B, b: B, z: B, p: START, f10: START, tab: SELECT,
};
const FRENCH = {z: UP, q: LEFT}; // on their keyboards, which are told apart by where W is
const SIGNS = {enter: "\r", backspace: "\b", escape: "\x1b"}; // what they type where text is asked for
const PRESS = 0.6; // a stick presses a key beyond this,
const RELEASE = 0.35; // and releases it below this

// What a gamepad's buttons are, by their places. Some say that they have the standard mapping. Others are numbered as
// Linux numbers them: an Xbox pad has eleven, and most pads with another number keep SELECT and START elsewhere.
const STANDARD = {0: A, 1: B, 8: SELECT, 9: START, 12: UP, 13: DOWN, 14: LEFT, 15: RIGHT};
const XBOX = {0: A, 1: B, 6: SELECT, 7: START};
const OTHER = {0: A, 1: B, 8: SELECT, 9: START};
const ACROSS = [LEFT, RIGHT];
const DOWNWARDS = [UP, DOWN];
const HAT = 9; // of ten axes, the one that stands for a cross: from -1, up, clockwise to 1, and beyond that at rest

/** Returns the key of a keyboard's event; undefined for none. */
function keyOf(event, name, place) {
  if (event.code === "KeyW" && name === "z" || event.code === "KeyA" && name === "q") return FRENCH[name];
  return KEYBOARD[name] ?? KEYBOARD[place];
}

/** Passes each part of a gamepad to part(name, key, waits): key is null at rest, and if it waits it counts only after that. */
function look(pad, held, part) {
  const standard = pad.mapping === "standard";
  const buttons = standard ? STANDARD : pad.buttons.length === 11 ? XBOX : OTHER;
  pad.buttons.forEach((button, place) => {
    if (place in buttons) part(`button ${place}`, button.pressed ? buttons[place] : null, false);
  });
  const count = pad.axes.length;
  const sticks = [[0, ACROSS], [1, DOWNWARDS]];
  if (!standard && count === 8) sticks.push([6, ACROSS], [7, DOWNWARDS]); // its cross
  for (const [axis, pair] of sticks) {
    const value = pad.axes[axis] ?? 0;
    const key = pair[value > 0 ? 1 : 0];
    part(`axis ${axis}`, Math.abs(value) > (held(`axis ${axis}`) === key ? RELEASE : PRESS) ? key : null, true);
  }
  if (!standard && count === HAT + 1) {
    const turn = pad.axes[HAT] > 1.1 ? null : Math.round((pad.axes[HAT] + 1) * 3.5); // eighths of a turn
    part("hat across", [null, RIGHT, RIGHT, RIGHT, null, LEFT, LEFT, LEFT][turn] ?? null, true);
    part("hat down", [UP, UP, null, DOWN, DOWN, DOWN, null, UP][turn] ?? null, true);
  }
}

/** Passes key events on: a key is down as long as anything holds it. press(number, down) and type(sign) are the machine's. */
export class Keys {
  constructor({press, type, touched, called = () => {}}) {
    this.press = press;
    this.called = called; // called(number, name): what presses a key, a keyboard's key by its name or something else ("")
    this.type = type;
    this.touched = touched;
    this.held = new Map(); // source -> key number
    this.parts = new Map(); // of the gamepads that are there: source -> whether it counts only once it was at rest
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

  /** Releases all keys. What is still down does nothing until it is pressed again. */
  letGo() {
    for (const source of [...this.held.keys()]) this.hold(source, null);
    for (const source of this.parts.keys()) this.parts.set(source, true);
    this.touched();
  }

  /** Listens to the keyboard. busy(event): whether a key is somebody else's now. */
  keyboard(busy) {
    addEventListener("keydown", (event) => {
      if (busy(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const name = event.key.normalize("NFKC").toLowerCase();
      // A key that types no Latin letter is told by its place: P on a Russian keyboard, or under an input method.
      const place = /^\p{Script=Latin}$/u.test(name) ? "" : event.code.replace(/^Key/, "").toLowerCase();
      const signs = [SIGNS[name] ?? (/^\S$/u.test(event.key) ? event.key : ""), place.length === 1 ? place : ""];
      if (!event.repeat && signs.some((sign) => sign && this.type(sign))) {
        event.preventDefault();
        return;
      }
      const key = keyOf(event, name, place === "space" ? " " : place);
      if (key === undefined) return;
      event.preventDefault();
      if (event.repeat) return;
      this.called(key, /^[!-~ ]+$/.test(name) ? name : place);
      this.hold(event.code, key);
    });
    addEventListener("keyup", (event) => {
      this.hold(event.code, null);
      if (event.key === "Meta") this.letGo(); // macOS does not tell which keys were released meanwhile
    });
    addEventListener("blur", () => this.letGo());
  }

  /** Makes the drawn keys keys. few: 3 or 2 keys, or 1 for a knob, of which the pad is NEXT, or turns. */
  touch(pad, keys, few) {
    const finger = (element, at) => {
      const follow = (event) => {
        const key = at(event);
        if (key !== (this.held.get(event.pointerId) ?? null) && key !== null) navigator.vibrate?.(8);
        if (key !== null) this.called(key, "");
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
      if (few) return few === 1 && x < 0 ? LEFT : RIGHT;
      if (Math.hypot(x, y) < box.width / 12) return null;
      if (Math.abs(x) > Math.abs(y)) return x < 0 ? LEFT : RIGHT;
      return y < 0 ? UP : DOWN;
    });
    for (const key of keys) finger(key, () => Number(key.dataset.key));
  }

  /** Passes a finger, or the mouse, on the picture on: pixel(x, y) is where, touch(x, y, kind) the machine's. */
  finger(screen, pixel, touch) {
    let id = null; // of the pointer that is down
    const pass = (kind) => (event) => {
      if (kind === 1 ? id !== null || event.button : id !== event.pointerId) return;
      const [x, y] = event.type === "pointercancel" ? [-999, -999] : pixel(event.clientX, event.clientY);
      touch(x, y, kind);
      id = kind ? event.pointerId : null;
      if (kind === 1) {
        event.preventDefault();
        screen.setPointerCapture(id);
      }
    };
    const kinds = {pointerdown: 1, pointermove: 2, pointerup: 0, pointercancel: 0};
    for (const [name, kind] of Object.entries(kinds)) screen.addEventListener(name, pass(kind));
    screen.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Looks at the gamepads; call it each frame. busy: whether a menu is open: it has all keys until it closes. */
  pads(busy = false) {
    if (busy) {
      this.letGo();
      return;
    }
    const before = this.parts;
    this.parts = new Map();
    let found;
    try {
      found = navigator.getGamepads?.();
    } catch {
      // the host, or the frame that the page is in, forbids them
    }
    for (const pad of found ?? []) {
      if (!pad?.connected) continue;
      const source = (name) => `pad ${pad.index} ${pad.id} ${name}`;
      look(pad, (name) => this.held.get(source(name)), (name, key, waits) => {
        const blocked = key !== null && (before.get(source(name)) ?? waits);
        this.parts.set(source(name), blocked);
        if (key !== null && !blocked && this.held.get(source(name)) !== key) this.called(key, "");
        this.hold(source(name), blocked ? null : key);
      });
    }
    for (const source of before.keys()) if (!this.parts.has(source)) this.hold(source, null);
  }
}
