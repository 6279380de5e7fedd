// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Runs the page's keys in Node on a double of the page: a window, a pad, drawn keys and gamepads. Lines of JSON come
// in, a line of JSON goes out for each: what was told since the last one.
//
// ["begin"]   ["happen", target, type, fields]   ["pads", gamepads]   ["letGo"]   ["takes", signs]   ["busy", whether]

import {createInterface} from "node:readline";
import {Keys} from "../../boards/web/input.js";

const BOX = {x: 100, y: 300, width: 120, height: 120}; // of the pad
let told, targets, keys, gamepads, taken, busy;

class Element extends EventTarget {
  constructor(key) {
    super();
    this.dataset = {key};
  }
  getBoundingClientRect() {
    return BOX;
  }
  setPointerCapture(pointer) {
    told.push(["capture", pointer]);
  }
}

globalThis.addEventListener = (...given) => targets.window.addEventListener(...given);

const commands = {
  begin() {
    targets = {window: new EventTarget(), pad: new Element()};
    for (const key of [4, 5, 6, 7]) targets[key] = new Element(String(key));
    [told, gamepads, taken, busy] = [[], undefined, "", false];
    Object.defineProperty(globalThis, "navigator", {value: {vibrate: (ms) => told.push(["vibrate", ms])}, configurable: true});
    keys = new Keys({
      press: (key, down) => told.push(["press", key, down]),
      type: (sign) => taken.includes(sign) && !!told.push(["type", sign]),
      touched: () => told.push(["touched", ...keys.held.values()]),
    });
    keys.keyboard(() => busy);
    keys.touch(targets.pad, [4, 5, 6, 7].map((key) => targets[key]));
  },
  happen(target, type, fields) {
    const event = Object.assign(new Event(type, {cancelable: true}), fields);
    if (!targets[target].dispatchEvent(event)) told.push(["prevented"]);
  },
  pads(found, menu) {
    if (found) navigator.getGamepads = () => found;
    keys.pads(menu);
  },
  letGo: () => keys.letGo(),
  takes: (signs) => void (taken = signs),
  busy: (whether) => void (busy = whether),
};

for await (const line of createInterface({input: process.stdin})) {
  const [command, ...values] = JSON.parse(line);
  commands[command](...values);
  process.stdout.write(JSON.stringify(told.splice(0)) + "\n");
}
