// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Where the save is kept: in this browser, by one page at a time, and in files.

const OLD = "handful"; // what saves were called before their names had the page's folder
const TRIES = 4; // to become the page that saves: a page that is being loaded again is just leaving
const PAUSE = 150; // ms between two tries
const ANSWER = 250; // ms that another page has to say that it saves

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Opens the store of the page's folder. Two pages that are open at once would write over each other: the first one
 * writes. tell(why): called when the machine's saves begin to fail.
 */
export async function open(words, tell = () => {}) {
  const name = `handful ${new URL(".", location.href).pathname}`;
  let storage = null;
  const read = (called) => {
    try {
      return (storage ??= localStorage).getItem(called);
    } catch {
      storage = null; // the browser forbids it
      return null;
    }
  };
  read(name);
  let mine = !storage || (await lock(name));
  let seen = read(name); // what this page knows to be there
  let save = seen ?? read(OLD);
  if (seen === null && save !== null) mine &&= await lock(OLD); // a page of an older version may be open
  save = repaired(save ?? "");
  let drawn = Boolean(read(`${name} keys`));
  let told = mine ? "" : words().storeTaken; // the games say that

  function write(hex) {
    try {
      if (![null, seen].includes(storage.getItem(name))) mine = false; // another page has saved
      if (!mine) return words().storeTaken;
      storage.setItem(name, hex);
      seen = hex;
      return "";
    } catch (error) {
      return error.name === "QuotaExceededError" ? words().storeFull : words().storeShut;
    }
  }

  return {
    mayKeep: () => storage !== null,
    /** The save region as it was found, or as the machine last wanted it to be kept. */
    kept: () => save,
    refusal: () => (mine ? "" : "not_saved_in_use"),
    /** Keeps what the machine saves. Returns why that cannot be, "" if it is kept. */
    keep(hex) {
      save = hex;
      const why = write(hex);
      if (why && why !== told) tell(why);
      told = why;
      return why;
    },
    /** Keeps another save in place of the machine's; returns the same. */
    replace: write,
    /** Whether the page draws keys for fingers. */
    drawn: () => drawn,
    /** Sets that, and keeps it if the browser keeps anything. */
    draw(on) {
      drawn = on;
      try {
        storage.setItem(`${name} keys`, on ? "drawn" : "");
      } catch {
        // it holds as long as the page is open
      }
      return on;
    },
  };
}

// What is no pair of digits becomes a byte that is no save's: the games say that it is damaged.
const repaired = (hex) => (hex.match(/..?/gs) ?? []).map((pair) => (/^[\da-f]{2}$/i.test(pair) ? pair : "aa")).join("");

async function lock(name) {
  for (let turn = 0; turn < TRIES; turn++) {
    if (turn) await pause(PAUSE);
    if (await (navigator.locks ? held(name).catch(() => isAlone(name)) : isAlone(name))) return true;
  }
  return false;
}

// Takes a lock as long as the page is there; whether nobody else has it.
const held = (name) =>
  new Promise((done, fail) => {
    navigator.locks
      .request(name, {ifAvailable: true}, (got) => {
        done(got !== null);
        return got && new Promise(() => {});
      })
      .catch(fail);
  });

// Asks whether another page saves, where there are no locks (over plain http), and answers those who ask later.
async function isAlone(name) {
  if (!globalThis.BroadcastChannel) return true;
  const channel = new BroadcastChannel(name);
  let alone = true;
  channel.onmessage = ({data}) => (alone &&= data !== "mine");
  channel.postMessage("whose?");
  await pause(ANSWER);
  if (alone) channel.onmessage = ({data}) => data === "whose?" && channel.postMessage("mine");
  else channel.close();
  return alone;
}

/** The bytes of a save as a file that make run and other browsers read, too. */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
