// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Makes one file of firmware and games for an RP2 board, with the bytes and the refusals of tools/build/uf2.py.

import {Refusal, checkVersion} from "./drive.js";

/** A firmware is another board's. */
class OtherBoard extends Refusal {}

// A block as uf2.py reads it.
function block(raw, form) {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const long = (at) => view.getUint32(at, true);
  const begun = long(0) === form.begins[0] && long(4) === form.begins[1];
  return {
    raw,
    begun,
    whole: begun && long(form.block - 4) === form.ends && long(16) === form.page,
    address: long(12),
    number: long(20),
    many: long(24),
    family: long(8) & form.has_family ? long(28) : null,
    data: raw.subarray(form.head, form.head + form.page),
  };
}

function written(address, data, number, many, family, form) {
  const raw = new Uint8Array(form.block);
  const view = new DataView(raw.buffer);
  const head = [...form.begins, form.has_family, address, data.length, number, many, family];
  head.forEach((value, place) => view.setUint32(4 * place, value, true));
  raw.set(data, form.head);
  view.setUint32(form.block - 4, form.ends, true);
  return raw;
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Returns the blocks of a firmware, and the one against the RP2350's erratum: {fix, blocks}. Refusal if it is not
 * the whole CircuitPython of that board, in a version that Handful was tried with.
 *
 * name: the file's. bytes: its own. board: the firmware's name for it. force: accept a newer version.
 */
export function firmware(name, bytes, board, facts, force, say) {
  const form = facts.uf2;
  const {family, start} = form.boards[board];
  const all = [];
  for (let at = 0; at + form.block <= bytes.length; at += form.block) {
    all.push(block(bytes.subarray(at, at + form.block), form));
  }
  if (!all[0]?.begun) throw new Refusal(say("not_uf2", name));
  const damaged = new Refusal(say("damaged", name));
  if (bytes.length % form.block || !all.every((block) => block.whole)) throw damaged;
  const {fix, blocks: parts} = withoutFix(all, form);
  const blocks = parts.filter((block) => block.family === family);
  if (!blocks.length || parts.some((block) => !form.families.includes(block.family))) {
    throw new OtherBoard(say("other_chip", name, board));
  }
  if (blocks[0].number === 0 && blocks[0].address !== form.flash) throw new Refusal(say("other_start", name));
  // A file for several chips numbers the blocks of each by themselves, or all of them in one row.
  const alone = blocks.every((block, place) => block.number === place && block.many === blocks.length);
  const places = new Map(parts.map((block, place) => [block, place]));
  const among = blocks.every((block) => block.number === places.get(block) && block.many === parts.length);
  if (!alone && !among) throw damaged;
  if (!blocks.every((block, place) => block.address === form.flash + place * form.page)) throw damaged;
  const text = new TextDecoder("latin1").decode(joined(blocks.map((block) => block.data)));
  const version = text.match(form.version);
  if (!version) throw new Refusal(say("not_circuitpython", name));
  if (!text.includes(board + "\0")) throw new OtherBoard(say("other_board", name, board));
  const page = facts.pages.find((known) => Object.hasOwn(known.firmwares, board));
  checkVersion(facts, version[1], page, board, force, say, name);
  if (blocks.at(-1).address + form.page > form.flash + start) throw new Refusal(say("into_drive", name, board));
  return {fix: family === form.fixed ? fix : new Uint8Array(0), blocks};
}

// The block against the RP2350's erratum, which comes before the first one of that chip, and the others.
function withoutFix(blocks, form) {
  const first = blocks.findIndex((block) => block.family === form.fixed);
  const before = blocks[first - 1];
  const isThere = before?.family === form.absolute && before.number === 0 && before.many === 2;
  return {
    fix: isThere ? before.raw : new Uint8Array(0),
    blocks: isThere ? blocks.filter((block) => block !== before) : blocks,
  };
}

/** Returns those of several boards that a firmware is for. Refusal as `firmware` has it. boards: firmwares' names for them. */
export function boardsOf(name, bytes, boards, facts, force, say) {
  const refusals = [];
  const found = boards.filter((board) => {
    try {
      return firmware(name, bytes, board, facts, force, say);
    } catch (error) {
      if (!(error instanceof OtherBoard)) throw error;
      refusals.push(error);
      return false;
    }
  });
  if (!found.length) throw refusals[0];
  return found;
}

/**
 * Returns the file: for each board the firmware, as `firmware` reads it, and behind it the board's drive. images: the
 * bytes of the boards' drives, in the order of the boards.
 */
export function make(name, bytes, boards, images, facts, force, say) {
  return joined(boards.map((board, place) => part(name, bytes, board, images[place], facts, force, say)));
}

function part(name, bytes, board, image, facts, force, say) {
  const form = facts.uf2;
  const {family, start} = form.boards[board];
  const {fix, blocks} = firmware(name, bytes, board, facts, force, say);
  const pages = blocks.map((block) => [block.address, block.data]);
  for (let at = 0; at < image.length; at += form.page) {
    pages.push([form.flash + start + at, image.subarray(at, at + form.page)]);
  }
  const made = pages.map(([address, data], number) => written(address, data, number, pages.length, family, form));
  return joined([fix, ...made]);
}
