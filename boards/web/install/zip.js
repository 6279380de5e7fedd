// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Reads the zips that tools/build/bundle.py packs: every file is stored as it is.

const END = 22; // bytes of what closes a zip without a comment

/** Returns the files of a zip: path -> bytes. Throws if it is none. */
export function unpack(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const short = (at) => view.getUint16(at, true);
  const long = (at) => view.getUint32(at, true);
  const end = zip.length - END;
  if (end < 0 || long(end) !== 0x06054b50) throw new Error("no zip");
  const files = new Map();
  let at = long(end + 16); // of the list of its files
  for (let left = short(end + 10); left; left--) {
    const name = zip.subarray(at + 46, at + 46 + short(at + 28));
    const head = long(at + 42); // before the file's bytes
    const start = head + 30 + short(head + 26) + short(head + 28);
    files.set(new TextDecoder().decode(name), zip.subarray(start, start + long(at + 24)));
    at += 46 + short(at + 28) + short(at + 30) + short(at + 32);
  }
  return files;
}
