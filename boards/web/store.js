// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Where the save is kept: in this browser, by one page at a time, and in files.

const NAME = "handful";

/** Opens the store. Two pages that are open at once would write over each other: the first one writes. */
export async function open(words) {
  let storage = null;
  try {
    storage = localStorage;
    storage.getItem(NAME);
  } catch {
    storage = null; // the browser forbids it
  }
  const mine = !storage || !navigator.locks || (await lock());
  return {
    mayKeep: () => storage !== null,
    kept: () => storage?.getItem(NAME) ?? "",
    refusal: () => (mine ? "" : "not_saved_in_use"),
    /** Returns why it cannot be kept, "" if it is. */
    keep(hex) {
      if (!mine) return "not_saved_in_use";
      try {
        storage.setItem(NAME, hex);
        return "";
      } catch (error) {
        return error.name === "QuotaExceededError" ? words().storeFull : words().storeShut;
      }
    },
  };
}

async function lock() {
  for (let turn = 0; turn < 4; turn++) {
    const got = await new Promise((done) => {
      navigator.locks
        .request(NAME, {ifAvailable: true}, (held) => {
          done(held !== null);
          return held && new Promise(() => {}); // as long as the page is there
        })
        .catch(() => done(true)); // no locks here
    });
    if (got) return true;
    await new Promise((done) => setTimeout(done, 150)); // a page that is being loaded anew is just leaving
  }
  return false;
}

/** The bytes of a save as a file that make run and other browsers read, too. */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
