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
 * Returns the blocks of a firmware, and the one against the RP2350's erratum: {mending, blocks}. Refusal if it is not
 * the whole CircuitPython of that board, in a version that Handful was tried with.
 *
 * name: the file's. bytes: its own. board: the firmware's name for it. force: accept a newer version.
 */
export function firmware(name, bytes, board, facts, force, say) {
  const form = facts.uf2;
  const {family, start} = form.boards[board];
  let blocks = [];
  for (let at = 0; at + form.block <= bytes.length; at += form.block) {
    blocks.push(block(bytes.subarray(at, at + form.block), form));
  }
  if (!blocks[0]?.begun) throw new Refusal(say("not_uf2", name));
  const damaged = new Refusal(say("damaged", name));
  if (bytes.length % form.block || !blocks.every((block) => block.whole)) throw damaged;
  const [first] = blocks;
  let mending = new Uint8Array(0);
  if (form.mended.includes(family) && first.family === form.absolute && first.number === 0 && first.many === 2) {
    mending = first.raw;
    blocks = blocks.slice(1);
    if (!blocks.length) throw damaged;
  }
  if (blocks.some((block) => block.family !== family)) throw new OtherBoard(say("other_chip", name, board));
  if (blocks[0].number === 0 && blocks[0].address !== form.flash) throw new Refusal(say("other_start", name));
  blocks.forEach((block, number) => {
    const due = form.flash + number * form.page;
    if (block.number !== number || block.many !== blocks.length || block.address !== due) throw damaged;
  });
  const text = new TextDecoder("latin1").decode(joined(blocks.map((block) => block.data)));
  const version = text.match(form.version);
  if (!version) throw new Refusal(say("not_circuitpython", name));
  if (!text.includes(board + "\0")) throw new OtherBoard(say("other_board", name, board));
  const page = facts.pages.find((known) => Object.hasOwn(known.firmwares, board));
  checkVersion(facts, version[1], page, board, force, say, name);
  if (blocks.at(-1).address + form.page > form.flash + start) throw new Refusal(say("into_drive", name, board));
  return {mending, blocks};
}

/** Returns which of several boards a firmware is for. Refusal as `firmware` has it. boards: firmwares' names for them. */
export function boardOf(name, bytes, boards, facts, force, say) {
  const refusals = [];
  for (const board of boards) {
    try {
      firmware(name, bytes, board, facts, force, say);
      return board;
    } catch (error) {
      if (!(error instanceof OtherBoard)) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0];
}

/** Returns the file: firmware, as `firmware` reads it, and behind it the board's drive. image: that drive's bytes. */
export function make(name, bytes, board, image, facts, force, say) {
  const form = facts.uf2;
  const {family, start} = form.boards[board];
  const {mending, blocks} = firmware(name, bytes, board, facts, force, say);
  const pages = blocks.map((block) => [block.address, block.data]);
  for (let at = 0; at < image.length; at += form.page) {
    pages.push([form.flash + start + at, image.subarray(at, at + form.page)]);
  }
  const made = pages.map(([address, data], number) => written(address, data, number, pages.length, family, form));
  return joined([mending, ...made]);
}
