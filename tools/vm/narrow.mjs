// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Runs scripts on MicroPython for WebAssembly, whose words have 32 bits as a device's have, beside a built folder.
//
//     node narrow.mjs MICROPYTHON FOLDER < SCRIPTS        MICROPYTHON: the path of micropython.mjs
//
// SCRIPTS is JSON, a list of [source, again]. They share one namespace. `again`: whether the source is repeated until
// `__done__` is true there. This MicroPython collects garbage after a source, not within one; that is done after each.

import {readFileSync, readdirSync, statSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

// A word that looks like an address holds garbage back, and pixels look like low addresses. So the heap that this
// MicroPython begins with is taken, and what it adds to that comes after as many bytes.
const BEGINNING = 64 << 10;
const UNUSED = 100 << 20;
const STANDIN = ".vm"; // as in tools/vm/__init__.py
// This MicroPython's own `os` has no getenv.
const OS = 'def getenv(name):\n    return "pybadge" if name == "HANDFUL_BOARD" else None\n';

const [micropython, folder] = process.argv.slice(2);
const {loadMicroPython} = await import(pathToFileURL(resolve(micropython)));
delete globalThis.navigator; // of Node, which micropython.mjs takes for a browser's
const python = await loadMicroPython({heapsize: BEGINNING, stdout: (line) => console.log(line)});

function copy(from, to) {
  python.FS.mkdir(to);
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), `${to}/${name}`];
    if (statSync(source).isDirectory()) copy(source, target);
    else python.FS.writeFile(target, readFileSync(source));
  }
}

copy(folder, "/drive");
python.FS.writeFile(`/drive/${STANDIN}/os.py`, OS);
python.FS.chdir("/drive");
python._module._malloc(UNUSED);
python.runPython(`taken = bytearray(${BEGINNING - (8 << 10)})\nimport sys\nsys.path[:] = ["${STANDIN}", "", "lib"]\n__done__ = False`);
try {
  for (const [source, again] of JSON.parse(readFileSync(0, "utf8"))) {
    do {
      python.runPython(source);
      python.runPython("import gc\ngc.collect()");
      python.runPython("gc.collect()");
    } while (again && !python.globals.get("__done__"));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
