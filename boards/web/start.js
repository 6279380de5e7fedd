// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The first script of a page. Loads the script that <body> names, and says why the page does not start. It is no module
// itself, and imports nothing before it runs: of those a browser says nothing when they fail.

{
  const LATE = 5000; // ms until the player is told that it is still being loaded

  const WORDS = {
    en: {
      late: "Handful is still being loaded: the network is slow, or does not answer.",
      file: "Handful does not start here: {0} is missing or damaged.",
      wasm: "Handful does not start here: the browser or the host forbids WebAssembly.",
      odd: "Handful does not start here: a file of the page is missing or damaged, or the browser is too old.",
      frame: "Handful does not start in this frame: its host has to send the header Access-Control-Allow-Origin: *",
      disk: "Handful does not start from a file: its folder has to be on a web server.",
    },
    fr: {
      late: "Handful est encore en train de se charger : le réseau est lent, ou ne répond pas.",
      file: "Handful ne démarre pas ici : {0} manque ou est abîmé.",
      wasm: "Handful ne démarre pas ici : le navigateur ou l’hébergeur interdit WebAssembly.",
      odd: "Handful ne démarre pas ici : un fichier de la page manque ou est abîmé, ou le navigateur est trop ancien.",
      frame: "Handful ne démarre pas dans ce cadre : son hébergeur doit envoyer l’en-tête Access-Control-Allow-Origin: *",
      disk: "Handful ne démarre pas depuis un fichier : son dossier doit être sur un serveur web.",
    },
    ja: {
      late: "Handfulを読み込んでいます。ネットワークが遅いか、応答がありません。",
      file: "ここではHandfulを始められません:{0}がないか、壊れています。",
      wasm: "ここではHandfulを始められません:ブラウザかサーバーがWebAssemblyを禁じています。",
      odd: "ここではHandfulを始められません:ページのファイルがないか壊れているか、ブラウザが古すぎます。",
      frame: "この枠の中ではHandfulを始められません。サーバーがヘッダー Access-Control-Allow-Origin: * を送る必要があります。",
      disk: "ファイルを開いてもHandfulは始まりません。フォルダーをウェブサーバーに置いてください。",
    },
  };

  const code = (navigator.languages ?? [navigator.language]).map((name) => name.slice(0, 2)).find((name) => WORDS[name]);
  const words = WORDS[code ?? "en"];
  const script = new URL(document.body.dataset.script, document.currentScript.src);
  const place = document.querySelector("[role=status]");
  const {hidden} = place;
  const say = (text) => {
    place.textContent = text;
    place.hidden = false;
  };

  const compiles = () => {
    try {
      return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module;
    } catch {
      return false;
    }
  };

  /** Returns the sentence for what a start has thrown. */
  const why = async (error) => {
    if (location.protocol === "file:") return words.disk;
    // A sandboxed frame is of no origin, so to a browser all files are another site's.
    if (globalThis.origin === "null" && !(await fetch(script).catch(() => null))) return words.frame;
    if (!compiles()) return words.wasm;
    const refused = performance.getEntriesByType("resource").find((one) => one.responseStatus >= 400);
    const name = error.file ?? refused?.name.split("/").pop();
    return name ? words.file.replace("{0}", () => name) : words.odd;
  };

  document.getElementById("silent").remove();
  const late = setTimeout(() => say(words.late), LATE);
  import(script)
    .then((page) => page.run())
    .then(() => {
      if (place.textContent !== words.late) return;
      place.textContent = "";
      place.hidden = hidden;
    })
    .catch(async (error) => {
      console.error(error); // for whoever looks
      say(await why(error));
    })
    .finally(() => clearTimeout(late));
}
