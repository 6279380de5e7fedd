// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// Keeps the page for use without a network. tools/build/web.py puts VERSION and FILES before this: the version changes
// with any file, so files of two versions never meet. A new version waits until the page that starts next lets it in.

const CACHE = `handful-${VERSION}`;

addEventListener("install", (event) => {
  const requests = ["./", ...FILES].map((name) => new Request(name, {cache: "no-cache"}));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("handful-") && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("message", (event) => event.data === "take over" && event.waitUntil(skipWaiting()));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(event.request, {ignoreSearch: true}))
      .then((found) => found ?? fetch(event.request)),
  );
});
