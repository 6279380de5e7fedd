// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Runs the page's installer in Node, on folders that are nowhere but in memory. tests/web/test_install.py says how.
//
// A line of JSON with a command and its values comes in, a line of JSON goes out: {ok} or {refused: sentence}. Bytes
// are in base64. A tree maps paths to bytes, and the paths of empty folders to null.

import {createInterface} from "node:readline";
import {Refusal, areWhole, identify, install, listed, speaker} from "../../boards/web/install/drive.js";
import {Unreadable, faults, slips, textOf} from "../../boards/web/install/settings.js";
import {boardsOf, firmware, make} from "../../boards/web/install/uf2.js";
import {unpack} from "../../boards/web/install/zip.js";

const CLUSTER = 512;
const thrown = (name) => new DOMException(`It is a ${name}`, name);

// A drive with the interface of the browser's. stop: the number of the change at which it is pulled out, 0 for never.
// room: bytes that fit onto it. readOnly: the error that every change is. spoils: a path of which other bytes are read than were written.
class Disk {
  constructor(tree, {stop = 0, room = 1e9, readOnly = "", spoils = ""} = {}) {
    Object.assign(this, {stop, room, readOnly, spoils});
    this.changes = 0;
    this.top = new Map();
    for (const [path, data] of Object.entries(tree)) {
      let folder = this.top;
      const names = path.split("/");
      const last = data === null ? names.length : names.length - 1;
      for (const name of names.slice(0, last)) {
        if (!folder.has(name)) folder.set(name, new Map());
        folder = folder.get(name);
      }
      if (data !== null) folder.set(names.at(-1), new Uint8Array(Buffer.from(data, "base64")));
    }
  }

  change() {
    if (this.readOnly) throw thrown(this.readOnly);
    this.changes++;
    this.here();
  }

  here() {
    if (this.stop && this.changes >= this.stop) throw thrown("NotReadableError");
  }

  *files(folder = this.top, path = "") {
    for (const [name, entry] of folder) {
      if (!(entry instanceof Map)) yield [path + name, entry];
      else if (entry.size) yield* this.files(entry, `${path}${name}/`);
      else yield [path + name, null];
    }
  }

  taken() {
    return [...this.files()].reduce((sum, [, data]) => sum + Math.ceil((data?.length ?? 0) / CLUSTER) * CLUSTER, 0);
  }

  tree() {
    return Object.fromEntries([...this.files()].map(([path, data]) => [path, data && Buffer.from(data).toString("base64")]));
  }
}

class Folder {
  kind = "directory";

  constructor(disk, entries = disk.top, name = "CIRCUITPY", path = "") {
    Object.assign(this, {disk, content: entries, name, path});
  }

  async *entries() {
    for (const name of [...this.content.keys()]) yield [name, this.handle(name)];
  }

  handle(name) {
    this.disk.here();
    const entry = this.content.get(name);
    return new (entry instanceof Map ? Folder : File)(this.disk, entry instanceof Map ? entry : this, name, this.path + name + "/");
  }

  async getFileHandle(name, {create = false} = {}) {
    this.disk.here();
    if (this.content.get(name) instanceof Map) throw thrown("TypeMismatchError");
    if (!this.content.has(name)) {
      if (!create) throw thrown("NotFoundError");
      this.disk.change();
      this.content.set(name, new Uint8Array(0));
    }
    return this.handle(name);
  }

  async getDirectoryHandle(name, {create = false} = {}) {
    this.disk.here();
    if (this.content.has(name) && !(this.content.get(name) instanceof Map)) throw thrown("TypeMismatchError");
    if (!this.content.has(name)) {
      if (!create) throw thrown("NotFoundError");
      this.disk.change();
      this.content.set(name, new Map());
    }
    return this.handle(name);
  }

  async removeEntry(name, {recursive = false} = {}) {
    if (!this.content.has(name)) throw thrown("NotFoundError");
    if (!recursive && this.content.get(name).size) throw thrown("InvalidModificationError");
    this.disk.change();
    this.content.delete(name);
  }
}

class File {
  kind = "file";

  constructor(disk, folder, name, path) {
    Object.assign(this, {disk, folder: folder.content, name, path: path.slice(0, -1)});
  }

  async getFile() {
    this.disk.here();
    const data = this.folder.get(this.name);
    if (!data) throw thrown("NotFoundError");
    return {size: data.length, arrayBuffer: async () => data.slice().buffer};
  }

  async createWritable() {
    const {disk, folder, name} = this;
    let swap = `${name}.crswap`;
    for (let number = 1; folder.has(swap); number++) swap = `${name}.${number}.crswap`;
    disk.change();
    folder.set(swap, new Uint8Array(0));
    return {
      async write(data) {
        try {
          disk.change();
        } catch (error) {
          folder.set(swap, data.slice(0, data.length >> 1));
          throw error;
        }
        folder.set(swap, data.slice());
        if (disk.taken() > disk.room) {
          folder.delete(swap);
          throw thrown("QuotaExceededError");
        }
      },
      close: async () => {
        disk.change();
        const written = folder.get(swap);
        if (disk.spoils === this.path) written[0] ^= 1;
        folder.set(name, written);
        folder.delete(swap);
      },
    };
  }
}

const bytesOf = (files) => new Map(Object.entries(files).map(([path, data]) => [path, new Uint8Array(Buffer.from(data, "base64"))]));

// which: the page to answer with, if it is asked for one of several.
async function put(disk, facts, files, {force = false, language = 0, name, which} = {}) {
  const say = speaker(facts, language);
  const root = new Folder(disk, disk.top, name);
  const answer = which && (async (_, pages) => pages.find((page) => page === which));
  const board = await identify(root, facts, force, say, answer);
  return install(root, facts, board, bytesOf(files), say);
}

const commands = {
  /** Installs; answers with the lines that were said, or the refusal, and with the tree. */
  async install(facts, tree, files, options) {
    const disk = new Disk(tree, options);
    try {
      return {lines: await put(disk, facts, files, options), tree: disk.tree()};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return {refused: error.message, tree: disk.tree()};
    }
  },
  /** Pulls the drive out at each change in turn; answers with the trees of then, and after a second try. */
  async pull(facts, tree, files, options, again = files) {
    const found = [];
    for (let stop = 1; ; stop++) {
      const disk = new Disk(tree, {stop});
      try {
        await put(disk, facts, files, options);
        return found;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      const left = disk.tree();
      disk.stop = 0;
      await put(disk, facts, again, options);
      found.push([left, disk.tree()]);
    }
  },
  /** Answers for each file with what HANDFUL_BOARD is, or the cause why it cannot be read, and with all faults. */
  async settings(files, version) {
    return files.map((file) => {
      const data = new Uint8Array(Buffer.from(file, "base64"));
      const wrong = faults(data, version).map(({cause, setting}) => [cause, setting]);
      try {
        return [textOf(data, "HANDFUL_BOARD", version), wrong];
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return [{cause: error.cause}, wrong];
      }
    });
  },
  /** Answers for each file with what nobody can have meant in it. known: our settings. */
  async slips(files, known) {
    return files.map((file) => slips(new Uint8Array(Buffer.from(file, "base64")), known));
  },
  /** Answers for each file with what is said of it as a board's firmware, null if it is taken. */
  async refusals(facts, name, files, board) {
    return files.map((data) => {
      try {
        return void firmware(name, new Uint8Array(Buffer.from(data, "base64")), board, facts, false, speaker(facts, 0)) ?? null;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
      }
    });
  },
  /** Joins a firmware for several boards with their images. */
  async joinAll(facts, name, bytes, boards, images) {
    const [given, ...parts] = [bytes, ...images].map((data) => new Uint8Array(Buffer.from(data, "base64")));
    return Buffer.from(make(name, given, boards, parts, facts, false, speaker(facts, 0))).toString("base64");
  },
  /** Answers for each list of files with what is in it. */
  async listed(facts, lists) {
    const read = (list) => [...listed(new Uint8Array(Buffer.from(list, "base64")), facts.drive)];
    return lists.map((list) => Object.fromEntries(read(list).map(([path, hashes]) => [path, [...hashes].sort()])));
  },
  async whole(facts, zip) {
    return areWhole(unpack(new Uint8Array(Buffer.from(zip, "base64"))), facts);
  },
  async unpack(zip) {
    const files = [...unpack(new Uint8Array(Buffer.from(zip, "base64")))];
    return Object.fromEntries(files.map(([path, data]) => [path, Buffer.from(data).toString("base64")]));
  },
  /** Answers with those of several boards that a firmware is for. */
  async boardsOf(facts, name, bytes, boards) {
    return boardsOf(name, new Uint8Array(Buffer.from(bytes, "base64")), boards, facts, false, speaker(facts, 0));
  },
  /** Joins firmware and image; answers with the file, or without an image with nothing. */
  async join(facts, name, bytes, board, image, force = false) {
    const say = speaker(facts, 0);
    const given = new Uint8Array(Buffer.from(bytes, "base64"));
    if (!image) return void firmware(name, given, board, facts, force, say);
    const made = make(name, given, [board], [new Uint8Array(Buffer.from(image, "base64"))], facts, force, say);
    return Buffer.from(made).toString("base64");
  },
};

for await (const line of createInterface({input: process.stdin})) {
  const [command, ...values] = JSON.parse(line);
  let answer;
  try {
    answer = {ok: (await commands[command](...values)) ?? null};
  } catch (error) {
    answer = error instanceof Refusal ? {refused: error.message} : {error: String(error.stack ?? error)};
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
