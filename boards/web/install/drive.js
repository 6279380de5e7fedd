// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Puts Handful onto a board's drive, by the rules of tools/build/rules.json and as tools/build/flash.py does. It takes
// any folder with the interface of FileSystemDirectoryHandle and knows no page, so that Node runs it as well.
//
// Interrupted work can be done again. A browser writes a file whole or not at all: as NAME.crswap first. What it leaves
// when it is interrupted is that or an empty file, which counts as ours, here and in flash.py.

import {Unreadable, faults, slips, textOf} from "./settings.js";

const CLUSTER = 1024; // bytes that a small drive's clusters have; where they are larger there is room anyway

/** The drive cannot take the games; the message is a sentence that says why. */
export class Refusal extends Error {}

/** Returns a function that makes sentences of rules.json in a language, given by its place in handful.texts. */
export const speaker = (facts, language) => (key, ...values) =>
  facts.sentences[key][language].replace(/\{(\d)\}/g, (_, place) => values[place]);

const text = (bytes) => new TextDecoder().decode(bytes);
const bytes = (string) => new TextEncoder().encode(string);
const above = (path) => path.split("/").slice(0, -1).map((_, depth, names) => names.slice(0, depth + 1).join("/"));
const equal = (one, other) => one && other && one.length === other.length && one.every((byte, at) => byte === other[at]);
const begins = (whole, part) => part.length <= whole.length && part.every((byte, at) => byte === whole[at]);

async function digest(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A file or folder in a folder, null if there is none.
async function child(folder, name) {
  try {
    return await folder.getFileHandle(name);
  } catch (error) {
    if (error.name === "TypeMismatchError") return folder.getDirectoryHandle(name);
    if (error.name === "NotFoundError" || error instanceof TypeError) return null; // it allows no such name
    throw error;
  }
}

async function contents(handle) {
  return new Uint8Array(await (await handle.getFile()).arrayBuffer());
}

async function fill(folder, name, data) {
  const writer = await (await folder.getFileHandle(name, {create: true})).createWritable();
  await writer.write(data);
  await writer.close();
}

async function copy(from, folder, name) {
  if (from.kind === "file") {
    await fill(folder, name, await contents(from));
    return;
  }
  const made = await folder.getDirectoryHandle(name, {create: true});
  for await (const [name, handle] of from.entries()) await copy(handle, made, name);
}

/** A drive. Paths have slashes between names. */
class Drive {
  constructor(root) {
    this.root = root;
  }

  /** The handle at a path, null if nothing is there. */
  async find(path) {
    let handle = this.root;
    for (const name of path ? path.split("/") : []) {
      if (handle?.kind !== "directory") return null;
      handle = await child(handle, name);
    }
    return handle;
  }

  /** A file's bytes, null if there is no such file. */
  async read(path) {
    const found = await this.find(path);
    return found?.kind === "file" ? contents(found) : null;
  }

  async size(path) {
    const found = await this.find(path);
    return found?.kind === "file" ? (await found.getFile()).size : 0;
  }

  async write(path, data) {
    let folder = this.root;
    const names = path.split("/");
    for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, {create: true});
    await fill(folder, names.at(-1), data);
  }

  /** Removes a file or folder, if it is there. */
  async remove(path) {
    if (!(await this.find(path))) return;
    const folder = await this.find(path.split("/").slice(0, -1).join("/"));
    await folder.removeEntry(path.split("/").at(-1), {recursive: true});
  }

  /** Returns a path similar to this one where nothing is, or an empty file, or one with these bytes. */
  async unused(path, data = null) {
    for (let number = 1; ; number++) {
      const name = `${path}~${number > 1 ? number : ""}`;
      const found = await this.find(name);
      if (!found) return name;
      const there = found.kind === "file" && (await contents(found));
      if (there && (!there.length || equal(there, data))) return name;
    }
  }

  /** Renames what is in the way: the copy is whole before the original goes. Returns its new name. swap: of rules. */
  async setAside(path, swap) {
    const found = await this.find(path);
    const data = await this.read(path);
    const name = await this.unused(path, data);
    if (!data || !equal(await this.read(name), data)) {
      const folder = await this.find(path.split("/").slice(0, -1).join("/"));
      const half = await this.read(name + swap); // of an earlier copy
      if (half && data && begins(data, half)) await this.remove(name + swap);
      if (!data) await this.remove(name); // a folder cannot take an empty file's place
      await copy(found, folder, name.split("/").at(-1));
    }
    await this.remove(path);
    return name;
  }

  /** Removes the folders that a removed file leaves empty. stays: those that stay. */
  async prune(path, stays) {
    for (const place of above(path).reverse()) {
      const folder = await this.find(place);
      if (folder?.kind !== "directory" || stays.includes(place)) continue;
      if ((await folder.entries().next()).done) await this.remove(place);
    }
  }
}

/** Returns the pages that a firmware or a page is called like. */
function pagesOf(facts, name) {
  if (facts.pages.some((page) => page.page === name)) return [name];
  return facts.pages.filter((page) => Object.hasOwn(page.firmwares, name)).map((page) => page.page);
}

// Why there is no bundle for a board.
function noBundle(facts, name, say) {
  const key = `left_out_${name}`;
  if (Object.hasOwn(facts.sentences, key)) return say(key);
  return say("no_bundle", name, facts.pages.map((page) => page.page).join(", "));
}

const numbers = (version) => (version.split("-")[0].match(/[0-9]{1,9}/g) ?? []).map(Number);

// Whether one version is before another. Of two whose common numbers are equal neither is, unless `whole`: then the
// shorter one is.
function isBefore(one, other, whole = false) {
  for (let place = 0; place < Math.min(one.length, other.length); place++) {
    if (one[place] !== other[place]) return one[place] < other[place];
  }
  return whole && one.length < other.length;
}

/** Returns the first version that serves a board, and the last series, "" if all do. firmware: the board's name for itself. */
function versions(page, firmware) {
  return Object.hasOwn(page.firmwares, firmware) ? page.firmwares[firmware] : Object.values(page.firmwares)[0];
}

/** Returns in words which versions of CircuitPython a board needs. page: of facts. firmware: the board's name for itself. */
function needs(page, firmware, say) {
  const [since, until] = versions(page, firmware);
  return until || say("newer", since);
}

/** Returns in words the versions that serve a board's firmware, up to the newest that was tried. */
export function offered(page, firmware, newest, say) {
  const [since, until] = versions(page, firmware);
  const [first] = numbers(since);
  const newer = Array.from({length: newest - first}, (_, more) => `${first + 1 + more}`);
  return until || [since === `${first}` ? since : say("since", first, since), ...newer].join(say("or"));
}

/** Refuses a version of CircuitPython. file: the one that is this version; by default it is the board's. */
export function checkVersion(facts, version, page, firmware, force, say, file = "") {
  const [since, until] = versions(page, firmware);
  const found = numbers(version);
  const whose = file ? "file" : "board";
  if (until && isBefore(numbers(until), found)) throw new Refusal(say(`${whose}_past`, file, version, until));
  if (isBefore(found, numbers(since), true)) {
    throw new Refusal(say(`${whose}_needs`, file, version, needs(page, firmware, say)));
  }
  if (found[0] > facts.newest && !force) throw new Refusal(say(`${whose}_too_new`, file, version, facts.newest, say("force")));
}

// What the console is going to say of a HANDFUL_SITE that it can read and not use, as `checked` in lib/handful/link.py.
function badSite(file, version, facts, say) {
  let site = "";
  try {
    site = textOf(file, "HANDFUL_SITE", version);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  const isUsable = site.length <= facts.site && /^https?:\/\/(?!\/)[!-~]+$/.test(site) && !/[?#"\\]/.test(site);
  return !site || isUsable ? [] : [say("bad_site", facts.site)];
}

/**
 * Returns what a drive's board is: {name, version, page, faults}. Refusal if Handful does not run there.
 *
 * facts: install.json. force: accept a newer version than was tried. say: a `speaker`. which(name, pages): asked for one
 * of the pages, by their names, if several are for the firmware of that name; without it that is refused. faults: sentences
 * on settings that the board cannot use.
 */
export async function identify(root, facts, force, say, which) {
  const {boot, settings, version, board, chosen} = facts.drive;
  const drive = new Drive(root);
  const told = await drive.read(boot);
  if (!told) throw new Refusal(say("no_boot", root.name, boot));
  const found = text(told).match(version);
  const name = text(told).match(new RegExp(board, "m"));
  if (!found) throw new Refusal(say("no_version", root.name, boot));
  if (!name) throw new Refusal(say("no_id", root.name, boot));
  const file = (await drive.read(settings)) ?? bytes("");
  if ((await drive.find(settings))?.kind === "directory") throw new Refusal(say("no_file", settings));
  const sentence = (fault) => say(fault.cause, settings, fault.setting);
  let called = name[1]; // the firmware's name, by which the board goes if its settings name none that it can read
  let unusable;
  let isSet = false;
  try {
    const set = textOf(file, chosen, found[1]);
    if (set && !pagesOf(facts, set).length) unusable = say("unknown_page", settings, chosen, set);
    else if (set) [called, isSet] = [set, true];
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    unusable = sentence(error);
  }
  const pages = pagesOf(facts, called);
  const odd = slips(file, facts.drive.known).map(([key, ...rest]) => say(key, settings, ...rest));
  if (await drive.find(`${settings}.txt`)) odd.unshift(say("slip_ending", settings));
  const refusal = (sentence) => new Refusal([unusable ?? sentence, ...(isSet ? [] : odd)].join(" "));
  if (!pages.length) throw refusal(noBundle(facts, called, say));
  if (pages.length > 1 && !which) {
    const names = pages.join(say("or"));
    const named = isSet ? say("several_pages", settings, chosen, called, names) : say("two_pages", called, names);
    throw refusal(named);
  }
  const page = pages.length > 1 ? await which(called, pages) : pages[0];
  checkVersion(facts, found[1], facts.pages.find((known) => known.page === page), name[1], force, say);
  const wrong = new Set([...faults(file, found[1]).map(sentence), ...(unusable ? [unusable] : []), ...badSite(file, found[1], facts, say), ...odd]);
  return {name: name[1], version: found[1], page, faults: [...wrong]};
}

/** Returns the files that an earlier Handful put there: path -> hashes. Skips damaged lines. data: the list's bytes. */
export function listed(data, rules) {
  const found = new Map();
  for (const line of text(data ?? bytes("")).split(/\r?\n/).slice(1)) {
    const entry = line.match(rules.line);
    // Anybody can edit the list: a path in it must not lead out of the drive.
    if (!entry || !new RegExp(rules.path).test(entry[2])) continue;
    if (!found.has(entry[2])) found.set(entry[2], new Set());
    found.get(entry[2]).add(entry[1]);
  }
  return found;
}

// Whether a half-written file (null for a folder) is left over from an interrupted work of ours.
async function isLeftOver(data, files, earlier, rules) {
  if (!data) return false;
  const begun = [...files.values()].some((whole) => begins(whole, data)) || begins(data, bytes(rules.head));
  if (begun) return true;
  const hashed = await digest(data);
  return [...earlier.values()].some((hashes) => hashes.has(hashed));
}

// The work to do, as Plan in flash.py.
async function plan(drive, files, facts) {
  const rules = facts.drive;
  const {manifest, passing} = rules;
  const earlier = listed(await drive.read(manifest), rules);
  const todo = {write: [], remove: [], keep: [], leave: [], gone: [], same: 0, known: new Map()};
  for (const [path, hashes] of earlier) todo.known.set(path, new Set(hashes));

  const isOurs = async (path, data) => {
    const hashed = await digest(data);
    const factory = rules.factory[path];
    const known = hashed === facts.sources[path] || earlier.get(path)?.has(hashed);
    return !data.length || known || (factory !== undefined && equal(bytes(factory), data));
  };
  const clear = async (path) => {
    const found = await drive.find(path);
    if (!found) return;
    const ours = found.kind === "file" && (await isOurs(path, await contents(found)));
    const wanted = ours ? todo.remove : todo.keep;
    if (!wanted.includes(path)) wanted.push(path);
  };

  const head = await drive.read(manifest);
  const listing = head && (!head.length || begins(head, bytes(rules.head)));
  if ((await drive.find(manifest)) && !listing) todo.keep.push(manifest);
  if (await drive.find(passing)) {
    const left = await isLeftOver(await drive.read(passing), files, earlier, rules);
    if (!left) todo.keep.push(passing);
  }
  for (const path of new Set([...files.keys(), ...earlier.keys(), passing])) {
    const swap = await drive.read(path + rules.swap);
    if (swap && (await isLeftOver(swap, files, earlier, rules))) todo.remove.push(path + rules.swap);
  }
  for (const [path, data] of files) {
    if (path === manifest) continue;
    const once = Object.hasOwn(rules.once, path); // the board writes to it: it is in no list, and stays
    if (!once && !todo.known.has(path)) todo.known.set(path, new Set());
    if (!once) todo.known.get(path).add(await digest(data));
    for (const place of above(path)) {
      if ((await drive.find(place))?.kind === "file") await clear(place);
    }
    const there = await drive.read(path);
    if (equal(there, data) || (once && there?.length === data.length)) todo.same++;
    else {
      todo.write.push(path);
      if (!there || !(await isOurs(path, there))) await clear(path);
    }
    // CircuitPython prefers the source to compiled code of the same name.
    if (path.endsWith(rules.compiled)) await clear(path.slice(0, -rules.compiled.length) + rules.source);
    for (const other of rules.instead[path] ?? []) await clear(other);
  }
  for (const path of earlier.keys()) {
    if (files.has(path)) continue;
    todo.gone.push(path);
    const data = await drive.read(path);
    if (data && !todo.remove.includes(path)) {
      ((await isOurs(path, data)) ? todo.remove : todo.leave).push(path);
    }
  }
  todo.leave = todo.leave.filter((path) => !todo.keep.includes(path));
  return todo;
}

// The work in the order of the rules: what to do, and the path or the list to do it with.
function orders(todo, rules) {
  const taken = [rules.passing, rules.manifest].filter((path) => todo.keep.includes(path));
  const first = [rules.start, ...rules.instead[rules.start]];
  const rank = (path) => (first.includes(path) ? "0" : "1") + path;
  const late = (one, other) => (rank(one) < rank(other) ? -1 : 1);
  const groups = {
    "taken names": taken,
    "in the way": todo.keep.filter((path) => !taken.includes(path)).sort(late),
    start: [rules.start],
    unwanted: todo.remove.filter((path) => path !== rules.start).sort(late),
    gone: todo.gone,
    wanted: todo.write.filter((path) => path !== rules.start),
  };
  const busy = todo.write.length || todo.remove.length || todo.keep.length;
  return rules[busy ? "work" : "idle"].flatMap(([what, which]) => (groups[which] ?? [which]).map((path) => [what, path]));
}

// The list of files for the time in between: everything that is ours before or after.
function union(files, known, rules) {
  const [head] = text(files.get(rules.manifest)).split("\n");
  const lines = [...known.keys()].sort().flatMap((path) => [...known.get(path)].sort().map((hash) => `${hash} ${path}`));
  return bytes([head, ...lines].join("\n") + "\n");
}

// How many bytes the work takes at its worst moment, as `missing` in flash.py computes.
async function needed(drive, todo, files, rules) {
  const taken = (number) => Math.ceil(number / CLUSTER) * CLUSTER;
  const there = async (path) => (todo.keep.includes(path) ? 0 : taken(await drive.size(path)));
  const entries = new Map();
  for (const path of todo.write) {
    for (const place of [path, ...above(path)]) {
      if (await drive.find(place)) continue;
      const at = place.split("/").slice(0, -1).join("/");
      if (!entries.has(at)) entries.set(at, new Set());
      entries.get(at).add(place.split("/").at(-1));
    }
  }
  let free = 0;
  for (const names of entries.values()) {
    const sizes = [...names].map((name) => rules.entry * (2 + Math.floor(name.length / rules.letters)));
    free -= taken(sizes.reduce((sum, size) => sum + size, 2 * rules.entry));
  }
  for (const path of todo.keep) free -= taken(await drive.size(path)); // it is copied before it goes
  free -= taken(union(files, todo.known, rules).length);
  let least = free;
  free += await there(rules.manifest);
  const gone = new Set(todo.remove);
  if (todo.write.includes(rules.start)) gone.add(rules.start);
  for (const path of gone) free += await there(path);
  for (const path of todo.write) {
    free -= taken(files.get(path).length);
    least = Math.min(least, free);
    if (!gone.has(path)) free += await there(path);
  }
  return -Math.min(least, free - taken(files.get(rules.manifest).length));
}

// Refuses a drive that takes no files, or has too little room. No browser tells the room on a drive: it has to be tried.
async function refuseWithoutRoom(drive, todo, number, rules, say) {
  const name = todo.keep.includes(rules.passing) ? await drive.unused(rules.passing) : rules.passing;
  const probe = new Uint8Array(Math.max(number, rules.head.length));
  probe.set(bytes(rules.head));
  try {
    await drive.write(name, probe);
  } catch (error) {
    await drive.remove(name).catch(() => {});
    if (error.name === "QuotaExceededError") throw new Refusal(say("too_full", Math.ceil(number / 1024)));
    if (["NoModificationAllowedError", "NotAllowedError"].includes(error.name)) {
      throw new Refusal(say("read_only", drive.root.name));
    }
    throw error;
  }
  await drive.remove(name);
}

async function carryOut(drive, todo, files, rules, say, tell) {
  const kept = new Map();
  let written = new Map();
  const lists = {"old and new": union(files, todo.known, rules), new: files.get(rules.manifest)};
  const write = async (path, data) => {
    if (equal(await drive.read(path), data)) return;
    await drive.write(path, data);
    written.set(path, data);
  };
  const work = orders(todo, rules);
  for (const [number, [what, path]] of work.entries()) {
    tell(number, work.length);
    if (what === "aside") kept.set(path, await drive.setAside(path, rules.swap));
    else if (what === "remove") await drive.remove(path);
    else if (what === "prune") await drive.prune(path, rules.stays);
    else if (what === "list") await write(rules.manifest, lists[path]);
    else if (what === "write") await write(path, files.get(path));
    else {
      for (const [path, data] of written) {
        if (!equal(await drive.read(path), data)) throw new Refusal(say("reads_back", path));
      }
      written = new Map();
    }
  }
  return kept;
}

/**
 * Installs. Returns lines that say what was done. Refusal, with nothing changed, if the drive cannot take it; Refusal
 * as well if the drive fails on the way, and then it can be done again.
 *
 * board: of `identify`. files: path -> bytes, with the manifest. tell(number, all): told before each piece of work.
 */
export async function install(root, facts, board, files, say, tell = () => {}) {
  const rules = facts.drive;
  const drive = new Drive(root);
  try {
    const todo = await plan(drive, files, facts);
    await refuseWithoutRoom(drive, todo, await needed(drive, todo, files, rules), rules, say);
    const kept = await carryOut(drive, todo, files, rules, say, tell);
    const lines = [
      say("done", facts.release, board.page, root.name, board.name, board.version),
      say("counts", todo.write.length, todo.same, todo.remove.length),
    ];
    if (kept.size) lines.push(say("kept", [...kept.keys()].sort().map((path) => say("kept_as", path, kept.get(path))).join(", ")));
    const launcher = facts.pages.find((known) => known.page === board.page)?.launcher;
    if (launcher && kept.has(rules.start)) lines.push(say("launcher", launcher, kept.get(rules.start)));
    if (todo.leave.length) lines.push(say("left", todo.leave.sort().join(", ")));
    return [...lines, ...board.faults];
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(say("gone"));
  }
}

/** Returns whether files are those that their manifest lists, none missing and none damaged. */
export async function areWhole(files, facts) {
  const list = listed(files.get(facts.drive.manifest), facts.drive);
  for (const [path, hashes] of list) {
    if (!files.has(path) || !hashes.has(await digest(files.get(path)))) return false;
  }
  const once = Object.keys(facts.drive.once).filter((path) => files.has(path)); // in no list
  return list.size === files.size - 1 - once.length;
}
