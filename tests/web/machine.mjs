// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Runs the machine in Node, as tests/web/machine.py says: lines of JSON come in, a line of JSON goes out for each.
//
//     node machine.mjs FOLDER        the folder that tools/build/web.py made
//
// ["begin", language, still, kept, keyboard, keys]   ["press", number, down]   ["wait", ms]   ["picture"]   ["python", source]
// ["open", query]   ["share"]   ["save"]   ["monkey", seed, ms]   and others below

import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {crc32} from "node:zlib";

console.log = () => {}; // the answers go to the output, and what MicroPython prints does not
const folder = resolve(process.argv[2]);
const {loadMicroPython} = await import(pathToFileURL(join(folder, "micropython.js")));
const {start} = await import(pathToFileURL(join(folder, "machine.js")));
delete globalThis.navigator; // of Node, which micropython.js takes for a browser's

// The memory is nobody's but the instance's.
let memory;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memory = made.instance.exports.memory;
  return made;
};

let clock = 0;
let kept = "";
let full = "";
let machine;
const said = [];
const tones = [];
// ms of CPU, without the compiler in the background; the kernel only guesses what of it was the user's
const spent = () => Object.values(process.threadCpuUsage()).reduce((sum, time) => sum + time) / 1000;

// The picture as the display of a device has it, in RGB565, and from there in bytes again as tests have pictures.
function photograph() {
  const bytes = Buffer.alloc(machine.picture.length * 3);
  machine.picture.forEach((pixel, at) => {
    bytes[3 * at] = Math.floor((((pixel & 255) >> 3) * 255) / 31);
    bytes[3 * at + 1] = Math.floor((((pixel >> 8) & 255) >> 2) * 255 / 63);
    bytes[3 * at + 2] = Math.floor((((pixel >> 16) & 255) >> 3) * 255 / 31);
  });
  return bytes;
}

let longest = 0;

const commands = {
  async begin(language, still, bytes, keyboard, keys) {
    kept = bytes;
    const host = {
      now: () => clock | 4, // one of the bits of _TALKS (lib/handful/tables/table.py): robots say no words
      kept: () => kept,
      keyboard: () => keyboard,
      keys: () => keys,
      keep: (bytes) => (full ? full : ((kept = bytes), "")),
      tell: (...told) => void said.push(told),
      tone: (...tone) => void tones.push(tone),
    };
    const before = spent();
    machine = await start({
      loadMicroPython,
      url: join(folder, "micropython.wasm"),
      drive: readFileSync(join(folder, "drive.bin")),
      host,
    });
    machine.begin(language, still);
    machine.turn();
    return spent() - before;
  },
  // As tools/console.py does: until so much time is over and no screen is about to open.
  wait(ms, each = () => {}) {
    const end = clock + ms;
    longest = 0;
    for (;;) {
      const before = spent();
      const rest = machine.turn();
      longest = Math.max(longest, spent() - before);
      if (rest < 0) each();
      if (clock >= end && rest >= 0) return longest;
      clock += 20;
    }
  },
  press: (number, down) => machine.press(number, down),
  touch: (x, y, kind) => machine.touch(x, y, kind),
  picture: () => photograph().toString("base64"),
  checksum: () => crc32(photograph()),
  // Presses keys and buttons at random for so long; returns the bytes that MicroPython's memory has then.
  monkey(seed, ms) {
    const end = clock + ms;
    while (clock < end) {
      seed = (seed * 1103515245 + 12345) % 0x80000000;
      const key = (seed >> 16) & 7;
      machine.press(key, true);
      this.wait(seed % 11 ? 40 : 900, machine.hear);
      machine.press(key, false);
      this.wait(seed % 7 ? 60 : 900, machine.hear);
      const rows = machine.hear().split("\n");
      const stops = rows.slice(rows.indexOf("") + 2);
      if (seed % 3 === 0 && stops.length) machine.choose(parseInt(stops[(seed >> 8) % stops.length]));
      machine.small();
      machine.news();
    }
    return memory.buffer.byteLength;
  },
  python: (source) => machine.python.runPython(source),
  deaf: (source) => (machine.python.runPython(source), Boolean(machine.python.globals.get("deafNow"))),
  open: (query) => machine.open(query),
  share: () => machine.share(),
  hear: () => machine.hear(),
  news: () => machine.news(),
  choose: (value) => machine.choose(value),
  type: (sign) => machine.type(sign),
  save: () => (machine.save(), kept),
  full: (reason) => void (full = reason),
  said: () => said.splice(0),
  tones: () => tones.splice(0),
};

for await (const line of createInterface({input: process.stdin})) {
  const [command, ...values] = JSON.parse(line);
  let answer;
  try {
    answer = {ok: (await commands[command](...values)) ?? null};
  } catch (error) {
    answer = {error: String(error.message ?? error).slice(0, 2000)};
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
