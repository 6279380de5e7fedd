// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Keeps the page for use without a network. tools/build/web.py puts VERSION and FILES before this: the version changes
// with any file, so files of two versions never meet. A new version waits until the page that starts next lets it in.
// A copy of the page in another folder of the same origin has a worker and files for itself.

const CACHE = `handful-${VERSION} ${registration.scope}`;

addEventListener("install", (event) => event.waitUntil(fill()));

async function fill() {
  const names = ["./", ...Object.keys(FILES)];
  const answers = await Promise.all(names.map(fetched));
  const cache = await caches.open(CACHE);
  await Promise.all(names.map((name, at) => cache.put(name, answers[at])));
}

// Fetches a file. Refuses one that is not of this version, as while the host is being given a new one.
async function fetched(name) {
  const answer = await fetch(name, {cache: "no-cache"});
  const bytes = await answer.arrayBuffer();
  if (!answer.ok || (FILES[name] && (await hash(bytes)) !== FILES[name])) throw new Error(`${name}: ${answer.status}`);
  // Not the answer itself: if it came from a redirect, browsers refuse it as a page.
  return new Response(bytes, {headers: answer.headers});
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

addEventListener("activate", (event) => event.waitUntil(tidy().then(() => clients.claim())));

// Removes what older versions of this folder have kept.
async function tidy() {
  for (const name of await caches.keys()) {
    const older = name.startsWith("handful-") && name !== CACHE;
    if (older && (await caches.match(registration.scope, {cacheName: name}))) await caches.delete(name);
  }
}

addEventListener("message", (event) => event.data === "take over" && event.waitUntil(skipWaiting()));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .match(event.request, {cacheName: CACHE, ignoreSearch: true})
      .catch(() => null) // the browser has lost what was kept
      .then((found) => found ?? fetch(event.request)),
  );
});
