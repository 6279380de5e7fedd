// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The machine behind the page: MicroPython, the drive that it runs from, and the pixels. It knows no page, so that
// Node runs it as well.
//
// Its parts in Python call the functions of `webmachine` (below). Their names have a capital inside: no name of
// Handful's own Python has one, so tools/build/shrink.py leaves them as they are.

export const WIDTH = 160;
export const HEIGHT = 128;
export const KEYS = ["up", "down", "left", "right", "a", "b", "start", "select"]; // by key number

const HEAP = 2 << 20; // bytes at the start
const FRAME = 10; // most ms of steps in one frame
const AROUND = 40;
const TOUCHES = 99; // most that wait

// Bitmaps are {width, height, data}, a byte a pixel. A palette is the colours as the picture wants them, and 0 for
// what is transparent.

function fillRegion(bitmap, left, top, right, bottom, value) {
  for (let y = top; y < bottom; y++) bitmap.data.fill(value, y * bitmap.width + left, y * bitmap.width + right);
}

// Copies from (left, top) to (right, bottom) of a bitmap to (x, y) of another. skip: the value that is not copied, -1
// for none. What sticks out to the right or below is cut off.
function blitPixels(target, source, x, y, left, top, right, bottom, skip) {
  right = Math.min(right, left + target.width - x);
  bottom = Math.min(bottom, top + target.height - y);
  const from = source.data;
  const to = target.data;
  for (let row = top; row < bottom; row++) {
    let place = (y + row - top) * target.width + x;
    const end = row * source.width + right;
    for (let at = row * source.width + left; at < end; at++, place++) {
      if (from[at] !== skip) to[place] = from[at];
    }
  }
}

// Sets a bitmap's row from bytes in hexadecimal, whose pixels of `bits` bits begin in the highest ones.
function unpackRow(bitmap, y, hex, bits) {
  const {width, data} = bitmap;
  const mask = (1 << bits) - 1;
  for (let x = 0; x < width; x++) {
    const place = 2 * ((x * bits) >> 3);
    const byte = parseInt(hex.slice(place, place + 2), 16);
    data[y * width + x] = (byte >> (8 - bits - ((x * bits) & 7))) & mask;
  }
}

const clamp = (value, least, most) => Math.floor(Math.max(least, Math.min(value, most)));

const opaque = (rgb) => (0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;

/** Unpacks the drive: a line of JSON with [path, bytes] of each file, the files, and the Adler-32 of all that. */
function unpackDrive(drive, system) {
  let [sum, sums] = [1, 0];
  for (const byte of drive.subarray(0, -4)) sums = (sums + (sum = (sum + byte) % 65521)) % 65521;
  if (drive.slice(-4).reduce((all, byte) => all * 256 + byte, 0) !== sums * 65536 + sum) {
    throw Object.assign(new Error("drive.bin"), {file: "drive.bin"});
  }
  const end = drive.indexOf(10);
  let at = end + 1;
  const made = new Set();
  for (const [path, size] of JSON.parse(new TextDecoder().decode(drive.subarray(0, end)))) {
    const folders = path.split("/").slice(0, -1);
    folders.forEach((_, depth) => {
      const folder = "/" + folders.slice(0, depth + 1).join("/");
      if (!made.has(folder) && !system.analyzePath(folder).exists) system.mkdir(folder);
      made.add(folder);
    });
    system.writeFile("/" + path, drive.subarray(at, at + size));
    at += size;
  }
}

/**
 * Starts the machine.
 *
 * loadMicroPython: that of micropython.js. url: where its wasm is. drive: the bytes of drive.bin. host: what the
 * machine wants of the page, see `webmachine` below; each of its functions may be missing, but for `now`.
 */
export async function start({loadMicroPython, url, drive, host}) {
  const picture = new Uint32Array(WIDTH * HEIGHT).fill(opaque(0)); // as canvas has it: red first
  const queue = []; // of key events: 2 * number + 1 for pressed
  const touches = []; // of a finger's events: 1024 * y + 4 * x + kind, x and y from AROUND pixels beside the picture on
  const names = ["enter", "escape", "p", "tab"]; // of the keys that were A, B, START and SELECT last
  let typed = false; // whether the last key was one of the keyboard's
  let typing = false; // whether the screen asks for text
  let text = "";
  let fresh = true;
  let last = picture;
  let functions = [];

  const python = await loadMicroPython({url, heapsize: HEAP, stderr: console.error});
  unpackDrive(drive, python.FS);
  python.registerJsModule("webmachine", {
    newBitmap: (width, height) => ({width, height, data: new Uint8Array(width * height)}),
    readPixel: (bitmap, x, y) => bitmap.data[y * bitmap.width + x],
    writePixel: (bitmap, x, y, value) => void (bitmap.data[y * bitmap.width + x] = value),
    fillRegion,
    blitPixels,
    unpackRow,
    newPalette: (count) => ({colours: new Uint32Array(count).fill(opaque(0)), hidden: new Set()}),
    setColour: (palette, number, rgb) => void (palette.colours[number] = opaque(rgb)),
    isHidden: ({hidden}, number) => hidden.has(number),
    hideColour: ({hidden}, number, hide) => void (hide ? hidden.add(number) : hidden.delete(number)),
    showLayer(bitmap, palette, x, y) {
      const {colours, hidden} = palette;
      for (let row = Math.max(0, -y); row < Math.min(bitmap.height, HEIGHT - y); row++) {
        for (let column = Math.max(0, -x); column < Math.min(bitmap.width, WIDTH - x); column++) {
          const value = bitmap.data[row * bitmap.width + column];
          if (!hidden.has(value)) picture[(y + row) * WIDTH + x + column] = colours[value];
        }
      }
      fresh = true;
    },
    keepPicture: () => void (last = picture.slice()),
    nextKey() {
      if (queue.length) return queue.shift();
      if (!typing) text = ""; // nobody wants what came too late
      typing = false;
      return -1;
    },
    nextTouch: () => touches.shift() ?? -1,
    keyNames: () => (typed ? names.join("\n") : ""),
    hasKeyboard: () => host.keyboard?.() ?? true,
    fewKeys: () => host.keys?.() ?? 0, // 3, 2, or 1 for a knob; 0 for all eight
    // What was typed since the last call. Whoever asks wants text, until the queue has been read to its end.
    takeTyped() {
      const taken = text;
      text = "";
      typing = true;
      return taken;
    },
    dateToday: () => host.date?.() ?? 20000101, // year, month and day of a clock that nobody has set
    ticksNow: () => Math.floor(host.now()) % 0x20000000, // ms
    playTone: (hertz, volume) => host.tone?.(hertz, volume),
    stopTone: () => host.quiet?.(),
    shineLamp: (rgb, person) => host.shine?.(rgb, person),
    mayKeep: () => host.mayKeep?.() ?? true,
    keptBytes: () => host.kept?.() ?? "", // the save region in hexadecimal, "" for none
    keptRefusal: () => host.refusal?.() ?? "", // why nothing can be kept: the key of a text, and what it says
    keepBytes: (bytes) => host.keep?.(bytes) ?? "", // why it cannot be kept, "" if it is
    tellText: (...told) => void host.tell?.(...told), // as mirror.js wants it
    takeFunctions: (...taken) => void (functions = taken),
  });
  python.pyimport("boards.web.console");
  const [begin, turn, save, open, share, result, typeDigit, check, hear, choose, news, small, hand] = functions;

  return {
    python,
    picture,
    /** Switches on. language: the place in texts.LANGUAGES of the one for a first start. still: nothing moves. sharp: high contrast. */
    begin,
    /** One step; returns the ms until the next one is due, -1 for at once. */
    turn,
    /** Writes what has changed to the save region. */
    save,
    /** Opens the set-up that a link's query describes; returns what of it is no good, "" if all is. */
    open,
    /** Returns the query that stands for the match in progress, "" without one. */
    share,
    /** Returns the title of the game in progress and, when it is over, the result: two lines; "" without one. */
    result,
    /** Returns the picture of the table at the end of the last match; of now if none has ended. */
    table: () => last,
    /** Types a sign (Enter, Backspace and Esc as in boards) where the screen asks for text; returns whether it does. */
    type(sign) {
      if (!typing) return typeDigit(sign);
      text += sign;
      return true;
    },
    /** Whether a save region in hexadecimal is whole. */
    check,
    /** Returns the screen in words, as stops.js wants them; "" while another one is about to open. */
    hear,
    /** Returns what has become new with hear(), or was not done; "" for nothing. */
    news,
    /** Chooses a stop by its value. tapped: whether a finger did, and no reader. */
    choose,
    /** Whether the stops are small in the picture. */
    small,
    /** Where a hand of narrow cards lies: x, y, the width of half a hand, the table's colour, whether it is covered; "" for none. */
    hand,
    /** Steps for about 10 ms at most; returns the ms until the next one is due, -1 for at once. */
    frame() {
      const end = host.now() + FRAME;
      let wait;
      do wait = turn();
      while (wait < 0 && host.now() < end);
      return wait;
    },
    /** A key goes down or up. number: its place in KEYS. */
    press: (number, down) => void queue.push(2 * number + (down ? 1 : 0)),
    /** A finger is at a pixel of the picture, or beside it. kind: 1 it has come down, 2 it moves, 0 it is lifted. */
    touch(x, y, kind) {
      typed = false;
      const [across, down] = [[x, WIDTH], [y, HEIGHT]].map(([at, size]) => AROUND + clamp(at, -AROUND, size + AROUND - 1));
      if (touches.length < TOUCHES) touches.push(1024 * down + 4 * across + kind);
    },
    /** What pressed a key last. number: its place in KEYS; name: that of a keyboard's key, "" for anything else. */
    called(number, name) {
      typed = name !== "";
      if (typed && number > 3) names[number - 4] = name;
    },
    /** Whether the picture has changed since this was last asked. */
    changed() {
      const was = fresh;
      fresh = false;
      return was;
    },
  };
}
