// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The first script of a page. Loads the script that <body> names, and says why the page does not start. It imports
// nothing by itself, since a browser says nothing of an import that fails.

const FAILED = {
  en: "Handful does not start here: {0}",
  fr: "Handful ne démarre pas ici : {0}",
  ja: "ここではHandfulを始められません:{0}",
};

document.getElementById("silent").remove();
import(document.body.dataset.script)
  .then((page) => page.run())
  .catch((error) => {
    const code = (navigator.languages ?? [navigator.language]).map((name) => name.slice(0, 2)).find((name) => FAILED[name]);
    const said = document.querySelector("[role=status]");
    said.textContent = FAILED[code ?? "en"].replace("{0}", () => error.message ?? error);
    said.hidden = false;
  });
