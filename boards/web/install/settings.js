// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Reads settings.toml as CircuitPython does: tools/build/settings.py says how, and does the same.

const LINE = 10;
const BACKSLASH = 92;
const QUOTE = 34;
const SPACE = new Set([9, LINE, 11, 12, 13, 32]);
const ESCAPES = new Map([..."brntvf"].map((letter, place) => [letter.charCodeAt(), "\b\r\n\t\v\f".charCodeAt(place)]));
const LONG = new Map([[117, 4], [85, 8]]); // u and U: digits of a character's number
const NUMBER = /^[ \t\n\v\f\r]*(-?)\+?(?:0[xX])?([0-9a-fA-F]+)$/;
const TEXT = /^(?:[\0-\x7f]|[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3})*$/;
const MARKS = [["utf-8", [0xef, 0xbb, 0xbf]], ["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]]];
const START = "(?:^|[\\r\\n])[ \\t\\v\\f\\r]*"; // of a line
const TEXTS = ["HANDFUL_BOARD", "HANDFUL_SITE"];
const EXAMPLE = "HANDFUL_SITE";
const SHOWN = 40; // characters of a line that is told of
const BARE_SINCE = [10, 2];

/** The firmware cannot use a setting. cause: the key of a sentence in rules.json, for the file and the setting. */
export class Unreadable extends Error {
  constructor(cause, name) {
    super(cause);
    Object.assign(this, {cause, setting: name});
  }
}

class Bytes {
  constructor(data) {
    this.data = data;
    this.at = 0;
  }

  next() {
    return this.at < this.data.length ? this.data[this.at++] : 0;
  }

  behindSpace() {
    let byte = this.next();
    while (SPACE.has(byte) && byte !== LINE) byte = this.next();
    return byte;
  }

  skipLine() {
    while (![0, LINE].includes(this.next()));
  }
}

function isFound(file, name) {
  let byte = file.behindSpace();
  if (byte === 91 || byte === 0) {
    file.at = file.data.length; // the firmware reads nothing behind a line that begins with [
    return false;
  }
  let same = 0;
  for (; same < name.length && byte === name.charCodeAt(same); same++) byte = file.next();
  if (same === name.length) {
    if (SPACE.has(byte)) byte = file.behindSpace();
    if (byte === 61) return true;
  }
  if (byte !== LINE) file.skipLine();
  return false;
}

// The bytes up to the closing quote, null if the firmware calls them an error.
function quoted(file) {
  const text = [];
  for (;;) {
    let byte = file.next();
    if (byte === 0 || byte === LINE) return null;
    if (byte === QUOTE) return [0, LINE, 35].includes(file.behindSpace()) ? text : null;
    if (byte === BACKSLASH) {
      byte = file.next();
      if (byte === 0 || byte === LINE) return null;
      if (LONG.has(byte)) {
        const digits = String.fromCharCode(...Array.from({length: LONG.get(byte)}, () => file.next())).match(NUMBER);
        const number = digits ? parseInt(digits[2], 16) : 0;
        if (!digits || (digits[1] && number) || number > 0x10ffff) return null;
        text.push(...encoded(number));
        continue;
      }
      byte = ESCAPES.get(byte) ?? byte;
    }
    text.push(byte);
  }
}

// UTF-8 of one character; unlike TextEncoder's, that of half a pair, too.
function encoded(number) {
  if (number < 0x80) return [number];
  const more = number < 0x800 ? 1 : number < 0x10000 ? 2 : 3;
  const rest = Array.from({length: more}, (_, place) => 0x80 | ((number >> (6 * (more - 1 - place))) & 0x3f));
  return [[0, 0xc0, 0xe0, 0xf0][more] | (number >> (6 * more)), ...rest];
}

function bare(file, first) {
  const text = [];
  for (let byte = first; ![0, LINE, 35].includes(byte); byte = file.next()) text.push(byte);
  while ([32, 9, 13].includes(text.at(-1))) text.pop();
  return text;
}

// What a setting is, {text, quotes}; null if the firmware sees none.
function valueOf(data, name) {
  const file = new Bytes(data);
  while (file.at < data.length) {
    if (!isFound(file, name)) continue;
    const byte = file.behindSpace();
    const value = byte === QUOTE ? quoted(file) : bare(file, byte);
    const isText = value && TEXT.test(value.map((byte) => String.fromCharCode(byte)).join(""));
    if (!isText || byte === 0 || byte === LINE) throw new Unreadable("setting_broken", name);
    const decoder = new TextDecoder("utf-8", {ignoreBOM: true});
    return {text: decoder.decode(new Uint8Array(value)), quotes: byte === QUOTE};
  }
  return null;
}

/** Returns what the firmware gives a program for a setting that is text, "" if it is not there. Throws Unreadable. */
export function textOf(data, name, version) {
  const found = valueOf(data, name);
  if (!found) {
    const cause = unseen(data, name);
    if (cause) throw new Unreadable(cause, name);
    return "";
  }
  if (!found.quotes && (found.text.startsWith("'") || !takesBare(version))) throw new Unreadable("setting_quotes", name);
  return found.text;
}

/** Returns what is wrong with our settings in the file, an Unreadable for each. */
export function faults(data, version) {
  const found = [];
  const names = Array.from(plain(data).matchAll(new RegExp(START + "(HANDFUL_[A-Z0-9_]+)", "g")), (match) => match[1]);
  for (const name of new Set(names)) {
    try {
      const {text, quotes} = valueOf(data, name) ?? {text: "", quotes: false};
      if (TEXTS.includes(name) || !(quotes || /^[-+]?[0-9][0-9A-Za-z_]*$/.test(text))) textOf(data, name, version);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      found.push(error);
    }
  }
  return found;
}

/** Returns what nobody can have meant: [a sentence's key, setting, the setting that it may be] each. names: our settings. */
export function slips(data, names) {
  const found = [];
  const isMarked = MARKS.some(([, mark]) => mark.every((byte, place) => data[place] === byte));
  const isWide = data.subarray(0, 2).includes(0); // UTF-16 without a mark
  try {
    if (!isMarked) new TextDecoder("utf-8", {fatal: true}).decode(isWide ? Uint8Array.of(255) : data);
  } catch {
    found.push(["slip_encoding", "", ""]);
  }
  const above = plain(data).split(new RegExp(START + "\\["))[0];
  const lines = Array.from(above.matchAll(new RegExp(START + "(HANDFUL_[A-Z0-9_]*)[ \t\v\f]*=", "gi")), (match) => match[1]);
  const known = names.map((name) => `HANDFUL_${name}`);
  for (const name of new Set(lines)) {
    if (!known.includes(name)) {
      const near = nearest(name, known);
      found.push([near ? "slip_near" : "slip_unknown", name, near]);
    } else if (lines.indexOf(name) !== lines.lastIndexOf(name)) found.push(["slip_twice", name, ""]);
    else if (new RegExp(`${START}${name}[ \\t]*=[ \\t]*""[ \\t\\r]*(?:[#\\n]|$)`).test(above)) found.push(["slip_empty", name, ""]);
  }
  const below = unread(data, plain(data).slice(above.length), "(?!)").map((name) => ["setting_below", name, ""]);
  const odd = unread(data, above, "HANDFUL_[A-Z0-9_]*").map((name) => ["slip_unread", name, meant(name, known)]);
  return [...found, ...odd, ...below];
}

// What stands before the = of lines that look like ours, and that `faults` does not tell of. part: of the file. said: a
// pattern of the names of which something else is said.
function unread(data, part, said) {
  const found = new Set();
  for (const line of part.split(/[\r\n]/)) {
    const [before, sign] = line.split("#")[0].split(/(=)/);
    const shown = before.replace(/[^!-~]+/g, " ").replace(/^ | $/g, "");
    if (!sign || !shown.toUpperCase().includes("HANDFUL")) continue;
    const named = before.match(/^[ \t\v\f]*(HANDFUL_[A-Z0-9_]+)(?![A-Za-z0-9_])/);
    const isTold = named && !isRead(data, named[1]);
    if (!isTold && !new RegExp(`^[ \\t\\v\\f]*(?:${said})[ \\t\\v\\f]*$`, "i").test(before)) found.add(shown.slice(0, SHOWN));
  }
  return [...found];
}

function isRead(data, name) {
  try {
    return valueOf(data, name) !== null;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return false;
  }
}

// The setting that a line may be, or an example.
function meant(shown, known) {
  const [, ...rest] = shown.toUpperCase().replace(/[^A-Z0-9]/g, "").split("HANDFUL");
  return nearest("HANDFUL_" + rest.join("HANDFUL"), known) || EXAMPLE;
}

// The setting whose name is near to another, "" if none is.
function nearest(name, known) {
  const [steps, near] = known.map((one) => [apart(name.toUpperCase(), one), one]).sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1))[0];
  return 2 * steps < name.length - "HANDFUL_".length ? near : "";
}

// How many letters are to be changed, added, left out or swapped to make one name of the other.
function apart(one, other) {
  let row = Array.from({length: other.length + 1}, (_, place) => place);
  let above = row;
  [...one].forEach((letter, i) => {
    const before = above;
    above = row;
    row = [i + 1];
    [...other].forEach((wanted, j) => {
      const steps = Math.min(above[j] + (letter !== wanted), above[j + 1] + 1, row[j] + 1);
      const isSwapped = i && j && letter === other[j - 1] && wanted === one[i - 1];
      row.push(isSwapped ? Math.min(steps, before[j - 1] + 1) : steps);
    });
  });
  return row.at(-1);
}

function takesBare(version) {
  const [major, minor] = version.match(/\d+/g).map(Number);
  return major > BARE_SINCE[0] || (major === BARE_SINCE[0] && minor >= BARE_SINCE[1]);
}

// The file as an editor shows it.
function plain(data) {
  const known = MARKS.find(([, mark]) => mark.every((byte, place) => data[place] === byte));
  return new TextDecoder(known?.[0]).decode(data).replaceAll("\0", "");
}

// Why the firmware does not see a setting that stands in the file, "" if none stands there.
function unseen(data, name) {
  const line = new RegExp(START + name + "(?![A-Za-z0-9_])");
  const text = plain(data);
  const section = text.search(new RegExp(START + "\\["));
  const end = section < 0 ? text.length : section;
  const isMarked = MARKS.some(([, mark]) => mark.every((byte, place) => data[place] === byte));
  if (line.test(text.slice(0, end))) return isMarked ? "setting_marked" : "setting_broken";
  return line.test(text.slice(end)) ? "setting_below" : "";
}
