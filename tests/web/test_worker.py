# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The worker that keeps the page for use without a network, run by Node beside a host and caches."""

import json

import pytest

from tests.web.scripts import run

# A browser's caches, a host, and the worker of a folder. ways: what the host does with a file, by its name.
BROWSER = """
const {readFileSync} = await import("node:fs");
const {join} = await import("node:path");
const [folder, ways = {}, scope = "https://a.example/handful/"] = given;
const shelves = new Map(); // name -> Map of address -> [text, redirected]
const asked = [];
const address = (name) => new URL(name.url ?? name, scope).href;
globalThis.caches = {
  keys: async () => [...shelves.keys()],
  delete: async (name) => shelves.delete(name),
  async open(name) {
    if (!shelves.has(name)) shelves.set(name, new Map());
    const shelf = shelves.get(name);
    return {async put(name, answer) { shelf.set(address(name), [await answer.text(), answer.redirected]); }};
  },
  async match(request, {cacheName, ignoreSearch}) {
    let wanted = address(request);
    if (ignoreSearch) wanted = wanted.split("?")[0];
    return shelves.get(cacheName)?.get(wanted);
  },
};
globalThis.registration = {scope};
const claimed = [];
globalThis.clients = {claim: async () => void claimed.push(1)};
globalThis.skipWaiting = async () => void claimed.push("skipped");
globalThis.fetch = async (name, options) => {
  const way = ways[name] ?? {};
  asked.push([name, options?.cache]);
  const file = name === "./" ? "index.html" : name;
  if (typeof name !== "string") return "network";
  const bytes = way.text ?? readFileSync(join(folder, file));
  const answer = new Response(bytes, {status: way.status ?? 200, headers: {"Content-Type": "text/" + file}});
  if (way.redirected) Object.defineProperty(answer, "redirected", {value: true});
  return answer;
};
const heard = {};
globalThis.addEventListener = (kind, answer) => (heard[kind] = answer);
async function happens(kind, more = {}) {
  let work;
  heard[kind]({waitUntil: (given) => (work = given), respondWith: (given) => (work = given), ...more});
  return await work;
}
const get = (url, method = "GET") => happens("fetch", {request: {url, method}});
(0, eval)(readFileSync(join(folder, "sw.js"), "utf-8"));
"""


def work(page, source, *given):
    """Runs JavaScript beside BROWSER."""
    return run(BROWSER + source, str(page), *given)


def files(page):
    """The worker's files."""
    line = (page / "sw.js").read_text(encoding="utf-8").splitlines()[1]
    return json.loads(line.removeprefix("const FILES = ").removesuffix(";"))


def test_each_file_comes_fresh_from_the_host_and_is_there_without_it(page):
    asked, shelves, found = work(
        page,
        """
        await happens("install");
        const found = [];
        for (const name of ["", "?game=inversio", "page.js"]) found.push((await get(scope + name))[0]);
        return [asked, [...shelves].map(([name, shelf]) => [name, [...shelf.keys()]]), found];
        """,
    )
    names = ["./", *files(page)]
    assert sorted(asked) == sorted([name, "no-cache"] for name in names)
    scope = "https://a.example/handful/"
    ((_, kept),) = shelves
    assert sorted(kept) == sorted(scope + name.removeprefix("./") for name in names)
    html = (page / "index.html").read_text(encoding="utf-8")
    assert found[:2] == [html, html] and found[2] == (page / "page.js").read_text(encoding="utf-8")


def test_what_is_not_kept_and_what_is_lost_comes_from_the_network(page):
    said = work(
        page,
        """
        await happens("install");
        const found = [await get(scope + "install/install.json"), await get("https://b.example/page.js")];
        found.push((await get(scope + "page.js", "POST")) ?? "not ours");
        caches.match = async () => { throw new Error("lost"); };
        found.push(await get(scope + "page.js"));
        return found;
        """,
    )
    assert said == ["network", "network", "not ours", "network"]


def test_an_answer_that_was_redirected_is_kept_as_if_it_was_not(page):
    ways = {name: {"redirected": True} for name in ("./", "index.html")}
    shelves = work(
        page, 'await happens("install"); return [...shelves.values()].map((one) => [...one.values()])', ways
    )
    assert [redirected for _, redirected in shelves[0]] == [False] * len(shelves[0])


CHANGED = [{"status": 404}, {"status": 500}, {"text": "of another version"}, {"text": ""}]


@pytest.mark.parametrize("way", CHANGED, ids=json.dumps)
def test_files_of_two_versions_are_never_kept_together(page, way):
    refused = work(
        page,
        """
        const refused = [];
        for (const name of given[3]) {
          ways[name] = given[4];
          await happens("install").catch(() => refused.push(name));
          delete ways[name];
        }
        return [...refused, shelves.size];
        """,
        {},
        "https://a.example/handful/",
        [name for name, known in files(page).items() if known or "status" in way],
        way,
    )
    assert refused.pop() == 0  # caches
    assert refused == [name for name, known in files(page).items() if known or "status" in way]


def test_a_host_may_alter_the_pages_that_it_hands_out(page):
    ways = {name: {"text": "<p>with an advertisement"} for name in ("./", "index.html", "style.css")}
    assert work(page, 'await happens("install"); return shelves.size', ways) == 1


def test_only_what_older_versions_of_its_own_folder_kept_is_removed(page):
    left, claimed = work(
        page,
        """
        const page = {text: async () => "old"};
        const older = async (name, ...kept) => {
          const cache = await caches.open(name);
          for (const one of kept) await cache.put(one, page);
        };
        await older("handful-0123456789ab", scope, scope + "page.js");
        await older(`handful-0123456789ab ${scope}`, scope);
        await older("handful-aaaaaaaaaaaa", "https://a.example/handful-beta/", "https://a.example/handful-beta/page.js");
        await older(`handful-${VERSION} https://a.example/handful-beta/`, "https://a.example/handful-beta/");
        await older("handful-bbbbbbbbbbbb", scope + "beta/", "https://a.example/");
        await older("somebody's", scope);
        await happens("install");
        await happens("activate");
        return [[...shelves.keys()], claimed];
        """.replace("${VERSION}", (page / "sw.js").read_text(encoding="utf-8").split('"')[1]),
    )
    version = (page / "sw.js").read_text(encoding="utf-8").split('"')[1]
    assert sorted(left) == sorted(
        [
            "handful-aaaaaaaaaaaa",
            f"handful-{version} https://a.example/handful-beta/",
            "handful-bbbbbbbbbbbb",
            "somebody's",
            f"handful-{version} https://a.example/handful/",
        ]
    )
    assert claimed == [1]


def test_a_new_version_waits_until_it_is_let_in(page):
    claimed = work(
        page,
        """
        await happens("install");
        await happens("message", {data: "hello"});
        const before = claimed.length;
        await happens("message", {data: "take over"});
        return [before, claimed];
        """,
    )
    assert claimed == [0, ["skipped"]]
