// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The page that puts Handful onto a board: the list of boards, and what the three ways ask for and say.

import {CODES, fill, preferred} from "../words.js";
import {Refusal, areWhole, identify, install, offered, speaker} from "./drive.js";
import {boardsOf, make} from "./uf2.js";
import {words} from "./words.js";
import {unpack} from "./zip.js";

const $ = (id) => document.getElementById(id);
const language = preferred(navigator.languages ?? [navigator.language]);
const text = words(language);

function element(kind, properties, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...children);
  return made;
}

function say(lines, refused = false) {
  $("said").replaceChildren(...lines.map((line) => element("p", {textContent: line, className: refused ? "refused" : ""})));
  $("said").scrollIntoView({block: "nearest"});
}

async function fetched(name) {
  const answer = await fetch(name, {cache: "no-cache"}).catch(() => null);
  if (!answer?.ok) throw Object.assign(new Refusal(fill(text.offline, name)), {file: name});
  return new Uint8Array(await answer.arrayBuffer());
}

// What is said of an error: what is no refusal of ours is for whoever looks.
function sentenceOf(error) {
  if (error instanceof Refusal) return error.message;
  console.error(error);
  return text.odd;
}

// Does something that may be refused, and says how it went. Nothing else can be begun meanwhile.
async function attempt(work) {
  const busy = (on) => document.querySelectorAll("button").forEach((button) => (button.disabled = on));
  busy(true);
  say([]);
  try {
    say(await work());
  } catch (error) {
    say([sentenceOf(error)], true);
  } finally {
    busy(false);
    $("progress").hidden = true;
  }
}

/** Asks which of several pages a board's firmware is to have; returns the chosen one's name. */
function which(facts, name, pages) {
  return new Promise((choose) => {
    const button = (page) =>
      element("button", {type: "button", textContent: facts.pages.find((known) => known.page === page).name, onclick: () => choose(page)});
    say([fill(text.which, name)]);
    $("said").append(element("div", {className: "ways"}, ...pages.map(button)));
  });
}

/** Puts the games onto a drive, given by its handle; returns what is said of it. */
async function put(facts, root, force) {
  const sentence = speaker(facts, language);
  const board = await identify(root, facts, force, sentence, (name, pages) => which(facts, name, pages));
  say([text.fetching]);
  let files;
  try {
    files = unpack(await fetched(`${board.page}.zip`));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(text.broken);
  }
  if (!(await areWhole(files, facts))) throw new Refusal(text.broken);
  $("progress").hidden = false;
  const lines = await install(root, facts, board, files, sentence, (number, all) => ($("progress").value = number / all));
  return [...lines, fill(text.eject, root.name)];
}

/** Makes one file of a firmware and the games, and hands it over; returns what is said of it. */
async function join(facts, page, file, force) {
  const sentence = speaker(facts, language);
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Refusal(fill(text.unreadable, file.name));
  }
  const boards = boardsOf(file.name, bytes, page.uf2, facts, force, sentence);
  const images = await Promise.all(boards.map((board) => fetched(`${page.page}-${board}.img`)));
  const made = make(file.name, bytes, boards, images, facts, force, sentence);
  const name = `handful-${facts.release}-${page.page}.uf2`;
  const href = URL.createObjectURL(new Blob([made], {type: "application/octet-stream"}));
  element("a", {href, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
  return [fill(text.made, name)];
}

/** Which firmwares need which versions, each a link to where it is. */
function firmware(versions, names) {
  const links = names.map((name) => element("a", {href: `https://circuitpython.org/board/${name}/`, textContent: name}));
  const [before, after] = fill(text.firmware, versions, "\n").split("\n");
  return element("p", {}, before, ...links.flatMap((link, at) => (at ? [", ", link] : [link])), after);
}

function card(facts, page) {
  const sentence = speaker(facts, language);
  const needs = new Map(); // which firmwares need which versions
  for (const name of Object.keys(page.firmwares)) {
    const versions = offered(page, name, facts.newest, sentence);
    needs.set(versions, [...(needs.get(versions) ?? []), name]);
  }
  const ways = element("div", {className: "ways"}, element("a", {className: "button", href: `${page.page}.zip`, download: "", textContent: text.zip}));
  const made = element(
    "section",
    {className: "board", id: page.page},
    element("img", {src: `${page.page}.svg`, alt: fill(text.keys, page.name), loading: "lazy"}),
    element("h3", {textContent: page.name}),
    ...[...needs].map(([versions, names]) => firmware(versions, names)),
  );
  const [way, ...keys] = facts.bootloader[page.page];
  made.append(element("p", {textContent: fill(text[way], keys[language] ?? keys[0])}));
  if (page.launcher) {
    const app = {className: "button", href: `${page.page}-app.zip`, download: "", textContent: fill(text.app, page.launcher)};
    ways.append(element("a", app));
  }
  if (page.held) made.append(element("p", {textContent: fill(text.held, page.held)}));
  if (!page.drive) made.append(element("p", {textContent: text.noDrive}));
  if (page.uf2.length) {
    const take = (file) => file && attempt(() => join(facts, page, file, $("force").checked));
    const choose = () => {
      $("file").onchange = () => {
        take($("file").files[0]);
        $("file").value = "";
      };
      $("file").click();
    };
    ways.append(element("button", {type: "button", textContent: text.join, onclick: choose}));
    const over = (on) => (event) => {
      event.preventDefault();
      made.classList.toggle("over", on);
    };
    made.ondragover = over(true);
    made.ondragleave = over(false);
    made.ondrop = (event) => {
      over(false)(event);
      take(event.dataTransfer.files[0]);
    };
  }
  made.append(ways);
  return made;
}

/** Starts the page; ../start.js says what it throws. */
export async function run() {
  document.documentElement.lang = CODES[language];
  document.title = text.title;
  $("progress").setAttribute("aria-label", text.title);
  for (const id of ["title", "steps", "choose", "indirect", "byHand", "list", "back"]) $(id).textContent = text[id];
  const facts = JSON.parse(new TextDecoder().decode(await fetched("install.json")));
  $("rp2").textContent = fill(text.drop, text.join);
  $("first").textContent = fill(text.first, facts.oldest, facts.newest);
  const direct = "showDirectoryPicker" in globalThis;
  $("newer").textContent = fill(text.newer, facts.newest);
  $("direct").hidden = !direct;
  $("indirect").hidden = direct;
  $("choose").onclick = async () => {
    let root;
    try {
      root = await showDirectoryPicker({id: "circuitpy", mode: "readwrite"});
    } catch (error) {
      if (error.name !== "AbortError") say([sentenceOf(error)], true);
      return;
    }
    attempt(() => put(facts, root, $("force").checked));
  };
  $("boards").append(...facts.pages.map((page) => card(facts, page)));
  globalThis.installer = {facts, put: (root, force = false) => put(facts, root, force)}; // for tests and the curious
}
