// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The page: the machine's picture, keys, sound, lamp and save, and the menu around them.

import {loadMicroPython} from "./micropython.js";
import {HEIGHT, WIDTH, start} from "./machine.js";
import {Hand} from "./hand.js";
import {Keys} from "./input.js";
import {Mirror} from "./mirror.js";
import {draw} from "./poster.js";
import {Speaker} from "./sound.js";
import {Stops} from "./stops.js";
import {bytesOf, hexOf, open} from "./store.js";
import {CODES, fill, preferred, words} from "./words.js";

const SAVE = 3000; // ms from one look at what is to be saved to the next: a browser may be killed without a word
const NOTICE = 7000; // ms that a notice is shown
const WAIT = 2000; // ms that a new version has to take over,
const CALM = 600; // and before which it is not asked: Chromium never lets it if the old one is just busy with this page

const [BELOW, BESIDE] = [36, 150]; // px that the legend takes there

const [ROW, FINGER] = [13, 44]; // pixels of the picture that a row of a menu is high, and px that a finger needs

const KEYED = 132; // px that the foot line's keys take below the picture, in two rows
const SLACK = 32; // px of the margin below that they may take
const [TOP, GAP, STEP] = [8, 6, 54]; // px above the list, between its rows, and from one to the next at least

const SHARED = /^(utm_.*|.*clid|igsh.*|mc_.id|ref|si|v|source|keys|_.*)$/; // what others, or we, add to links
// The page's address as pairs. "&amp;" or "&#38;" is what a link has that is copied out of HTML.
const query = (location.search + location.hash).replace(/&(amp;|#38;)+/g, "&").replace(/#.*/, "");
const options = [...new URLSearchParams(query)].map((pair) => pair.map((text) => text.trim().replaceAll("\n", " ")));
const counts = options.filter(([name]) => name === "keys").map(([, value]) => value);
const few = {__proto__: null, 8: 0, 3: 3, 2: 2, knob: 1}[counts[0] ?? 8];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const $ = (id) => document.getElementById(id);
const language = preferred(navigator.languages ?? [navigator.language]);
const say = words(language);
const canvas = $("picture");
const fingers = matchMedia("(pointer: coarse)");

let timer = 0;
function notice(text, stays = false) {
  clearTimeout(timer);
  $("notice").textContent = text;
  $("notice").hidden = false;
  if (!stays) timer = setTimeout(() => ($("notice").hidden = true), NOTICE);
}

let small = false; // whether what can be chosen is small in the picture
const hand = new Hand(canvas, $("hand"));

// The picture is as large as its room allows, each of its pixels a whole number of the screen's. Thumbs come from below.
function fit() {
  const room = $("screen").getBoundingClientRect();
  const ratio = devicePixelRatio || 1;
  const scale = Math.max(1, Math.floor(Math.min((room.width * ratio) / WIDTH, (room.height * ratio) / HEIGHT)));
  const whole = (length) => Math.round(length * ratio) / ratio;
  const [width, height] = [(WIDTH * scale) / ratio, (HEIGHT * scale) / ratio];
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  // Where a row would be too low for a finger, the stops are a list in what the picture leaves free.
  const listed = small && document.body.matches(".touch:not(.drawn)") && (ROW * scale) / ratio < FINGER;
  const beside = room.width - width > room.height - height;
  // Upright there is room for the keys that the foot line names, large and below the picture.
  const keyed = !listed && !beside && document.body.matches(".touch:not(.drawn)") && room.height - height >= KEYED;
  document.body.classList.toggle("listed", listed);
  document.body.classList.toggle("keyed", keyed);
  const enlarged = keyed && room.height - (hand.reach * scale) / ratio >= KEYED - SLACK;
  canvas.style.left = listed && beside ? "0" : `${whole(room.x + (room.width - width) / 2) - room.x}px`;
  // The legend stands below the picture, or beside it; where neither has room for it, the menu has the keys.
  const legend = !document.body.classList.contains("touch");
  const below = legend && room.height - height >= BELOW && room.width >= 2 * BESIDE;
  $("legend").hidden = !below && (!legend || room.width - width < 2 * BESIDE);
  $("legend").className = below ? "below" : "beside";
  const top = Math.min((room.height - height) * (legend ? 0.5 : 0.6), below ? room.height - height - BELOW : Infinity);
  canvas.style.top = (listed || keyed) && !beside ? "0" : `${whole(room.y + Math.max(0, top)) - room.y}px`;
  hand.fit(enlarged, canvas.style.left, scale / ratio);
  const stops = $("stops");
  stops.style.inset = !(listed || keyed) ? "" : beside ? `0 48px 0 ${room.x + width}px` : `${room.y + (enlarged ? (hand.reach * scale) / ratio : height)}px 0 0`;
  // Its rows are as high as it takes for half a row to show that there are more behind the key at its end.
  const high = stops.clientHeight - parseFloat(getComputedStyle(stops).paddingBottom) - TOP - STEP;
  stops.style.setProperty("--row", `${Math.max(STEP, high / (Math.floor(high / STEP - 0.5) + 0.5)) - GAP}px`);
}

// A new version that has been fetched meanwhile takes over now, before anything is begun. Files of two versions must
// not meet: if it comes late, while the machine is being loaded, the page starts again.
let begun = false;
async function update() {
  try {
    const workers = navigator.serviceWorker; // a sandboxed frame may not even ask for it
    if (!workers) return;
    const registration = await workers.getRegistration();
    if (registration?.waiting && workers.controller) {
      workers.addEventListener("controllerchange", () => begun || location.reload());
      await pause(CALM);
      registration.waiting?.postMessage("take over");
      await pause(WAIT);
    }
    workers.register("sw.js").catch(() => {}); // a page from a file, or in a private window, plays as well
  } catch {
    // as above
  }
}

function showWords() {
  document.documentElement.lang = CODES[language];
  $("picture").setAttribute("aria-label", say.picture);
  $("more").setAttribute("aria-label", say.more);
  $("link").setAttribute("aria-label", say.link);
  for (const id of ["poster", "full", "keep", "board", "back", "licences"]) $(id).textContent = say[id];
  const element = (kind, textContent) => Object.assign(document.createElement(kind), {textContent});
  for (const [keys, what] of say.keys) $("keys").append(element("dt", keys), element("dd", what));
  for (const [key, what] of say.legend.slice(few ? -1 : 0)) { // the foot line names few keys
    const pair = element("span", ` ${what}`);
    pair.prepend(element("kbd", key));
    $("legend").append(pair);
  }
}

async function fetched(name) {
  try {
    const answer = await fetch(name);
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  } catch {
    // as below
  }
  throw Object.assign(new Error(name), {file: name});
}

// What the page's address asks for, as machine.open wants it; "" if that is nothing.
const link = () => options.filter(([name]) => !SHARED.test(name)).map((pair) => pair.join("=")).join("\n");

/** Starts the page; start.js says what it throws. */
export async function run() {
  showWords();
  fit();
  await update();
  const speaker = new Speaker();
  const mirror = new Mirror($("foot"), $("said"));
  const store = await open(() => say, (why) => notice(fill(say.unsaved, why)));
  const colours = canvas.getContext("2d", {alpha: false});
  if (!colours) throw new Error("The browser draws nothing.");
  const machine = await start({
    loadMicroPython,
    url: new URL("micropython.wasm", import.meta.url).href,
    drive: await fetched("drive.bin"),
    host: {
      ...store,
      keyboard: () => !fingers.matches,
      keys: () => few ?? 0,
      now: () => performance.now(),
      date() {
        const day = new Date();
        return (day.getFullYear() * 100 + day.getMonth() + 1) * 100 + day.getDate();
      },
      tone: (hertz, volume) => speaker.tone(hertz, volume),
      quiet: () => speaker.quiet(),
      shine(colour, person) {
        $("lamp").hidden = !colour;
        $("lamp").style.color = `#${colour.toString(16).padStart(6, "0")}`;
        $("lamp").classList.toggle("dim", !person);
      },
      tell: (...told) => mirror.tell(...told),
    },
  });
  begun = true;
  machine.begin(language, ...["reduced-motion: reduce", "contrast: more"].map((what) => matchMedia(`(prefers-${what})`).matches));

  const news = store.mayKeep() ? [] : [say.shut];
  if (few === undefined) news.push(say.count);
  else if (counts.length > 1) news.push(fill(say.twice, "keys"));
  const asked = link();
  if (asked) {
    const bad = machine.open(asked);
    const [name, twice] = bad.split(", ");
    const known = Object.keys(say.bad).includes(bad) ? say.bad[bad] : twice === name ? say.twice : say.bad.option;
    if (bad) news.push(fill(known, name.slice(0, 40)));
    try {
      history.replaceState(null, "", location.pathname);
    } catch {
      // not in a sandboxed frame
    }
  }
  if (news.length) notice(news.join(" "));

  const drawn = [...document.querySelectorAll(".key[data-key]")];
  const arms = [".up", ".down", ".left", ".right"].map((name) => document.querySelector(`#pad ${name}`));
  const keys = new Keys({
    press: machine.press,
    called: machine.called,
    type: (sign) => machine.type(sign) && (stops.typed(), true),
    touched() {
      const down = [...keys.held.values()];
      for (const key of drawn) key.classList.toggle("down-now", down.includes(Number(key.dataset.key)));
      arms.forEach((arm, key) => arm.classList.toggle("down-now", down.includes(key)));
    },
  });
  const stops = new Stops($("table"), $("stops"), machine.choose);
  // The menu has all keys, its button too; a stop with the focus has those that press it and lead on.
  const busy = ({key}) =>
    $("menu").open ||
    document.activeElement === $("more") ||
    ($("stops").contains(document.activeElement) && ["Enter", " ", "Tab"].includes(key));
  // Tab is a key of the games. Shift and Tab leads out of them as in other pages, first of all to the menu's button,
  // behind which the stops are.
  const leave = (event) => {
    if (busy(event) || event.key !== "Tab" || !event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    $("more").focus();
  };
  addEventListener("keydown", leave, {capture: true});
  keys.keyboard(busy);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || busy(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.toLowerCase();
    if (name === "m" || (event.code === "KeyM" && !/^[a-z]$/.test(name))) $("more").click();
  });
  keys.touch($("pad"), drawn, few);
  if (few) document.body.dataset.keys = few;
  keys.finger($("screen"), (x, y) => hand.pixel(x, y), machine.touch);
  // Keys are drawn for fingers that want them, and where there are few: those know no finger on the picture.
  const arrange = (touch, drawn) => {
    document.body.classList.toggle("touch", touch);
    document.body.classList.toggle("drawn", touch && drawn);
    $("draw").hidden = !touch || few;
    $("draw").textContent = drawn ? say.undraw : say.draw;
    fit();
  };
  arrange(fingers.matches, few || store.drawn());
  // After the tap, since the picture moves.
  addEventListener("pointerup", ({pointerType}) => pointerType === "touch" && arrange(true, few || store.drawn()));
  $("draw").onclick = () => {
    $("menu").close();
    arrange(true, store.draw(!store.drawn()));
  };
  // A finger counts as a gesture when it is lifted.
  for (const kind of ["keydown", "pointerdown", "pointerup"]) {
    addEventListener(kind, () => speaker.wake(), {capture: true});
  }
  addEventListener("resize", fit);
  document.addEventListener("fullscreenchange", fit);

  let over = false; // nothing is saved any more
  const save = () => over || machine.save();
  setInterval(save, SAVE);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      speaker.quiet();
      keys.letGo();
      save();
    }
  });
  addEventListener("pagehide", save);
  showMenu(machine, store, () => (over = true));

  const pixels = new ImageData(new Uint8ClampedArray(machine.picture.buffer), WIDTH, HEIGHT);
  let due = 0;
  const frame = (now) => {
    const began = performance.now();
    try {
      keys.pads($("menu").open);
      if (now >= due) due = now + Math.max(0, machine.frame());
      if (machine.changed()) {
        colours.putImageData(pixels, 0, 0);
        if (hand.take(machine.hand())) fit();
        else hand.show();
      }
      const heard = mirror.changed ? machine.hear() : ""; // nothing while a screen is about to open
      if (heard) {
        mirror.changed = false;
        if (small !== machine.small()) {
          small = !small;
          fit();
        }
        if (stops.show(heard, mirror.language)) mirror.open(began);
      }
      mirror.say(machine.news(), stops.focused?.textContent, heard && stops.came);
    } catch (error) {
      console.error(error); // for whoever looks
      notice(say.stopped, true);
      save();
      return;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.handful = machine; // for tests and the curious
}

function showMenu(machine, store, stop) {
  const menu = $("menu");
  let poster = null; // of a finished match: the promise of a file
  let taken = ""; // a save from a file in hexadecimal, until somebody has said that it may replace the one here
  const download = (file, name) => {
    const link = Object.assign(document.createElement("a"), {href: URL.createObjectURL(file), download: name});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  $("board").hidden = globalThis.origin === "null"; // a sandboxed frame opens no page
  $("more").onclick = () => {
    $("link").hidden = true;
    const [title, line] = machine.result().split("\n");
    $("share").textContent = line ? say.shareResult : title ? say.share : say.sharePage;
    // It is drawn now: a browser shares only at once after a key or a finger.
    poster = line ? draw(machine.table(), title, line, location.host + location.pathname).catch(() => null) : null;
    $("poster").hidden = !line;
    $("full").hidden = !document.fullscreenEnabled;
    $("keep").hidden = $("take").hidden = !store.mayKeep();
    taken = "";
    $("take").textContent = say.take;
    menu.showModal();
  };
  menu.onclose = () => $("more").blur();
  // A handler that returns false would keep keys and links from doing what they do.
  $("more").onkeydown = (event) => void (event.key === "Escape" && $("more").blur());
  menu.onclick = (event) => void (event.target === menu && menu.close());
  $("back").onclick = () => menu.close();
  $("full").onclick = () => {
    menu.close();
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  };
  $("share").onclick = async () => {
    menu.close();
    const query = machine.share();
    const url = location.origin + location.pathname + (query && `?${query}`);
    const [title, line] = machine.result().split("\n");
    const text = line ? `${title}\n${line}` : query ? fill(say.deal, title) : "Handful";
    try {
      const files = [await poster];
      const whole = files[0] && navigator.canShare?.({files}) ? {files} : {};
      if (navigator.share) await navigator.share({title: "Handful", text, url, ...whole});
      else {
        await navigator.clipboard.writeText(url);
        notice(say.copied);
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!menu.open) menu.showModal();
      $("link").hidden = false;
      $("link").value = url;
      $("link").select();
    }
  };
  $("poster").onclick = async () => {
    menu.close();
    const file = await poster;
    if (file) download(file, file.name);
    else notice(say.noPoster);
  };
  $("keep").onclick = () => {
    menu.close();
    machine.save();
    const file = new Blob([bytesOf(store.kept())], {type: "application/octet-stream"});
    download(file, "save.bin");
  };
  $("take").onclick = () => {
    if (!taken) {
      $("file").click();
      return;
    }
    menu.close();
    const why = store.replace(taken);
    if (why) notice(fill(say.notTaken, why));
    else {
      stop();
      location.reload();
    }
  };
  $("file").onchange = async () => {
    const [file] = $("file").files;
    $("file").value = "";
    const hex = file && file.size <= 8192 ? hexOf(new Uint8Array(await file.arrayBuffer())) : "";
    if (hex && machine.check(hex)) {
      taken = hex;
      $("take").textContent = say.replace;
    } else {
      menu.close();
      notice(say.noSave);
    }
  };
}
