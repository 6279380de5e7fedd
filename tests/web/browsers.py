# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Browsers for tests: each opens a page, presses keys, touches, runs JavaScript and says what came of it.

Chromium is driven by its DevTools protocol over a pipe, Firefox by WebDriver BiDi, WebKit by WebDriver. Each
may be started as a phone: a small upright page, fingers, French, and no motion.
"""

import base64
import contextlib
import glob
import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from websockets.sync.client import connect

WIDTH, HEIGHT, RATIO = 390, 844, 3  # of a phone's page in CSS pixels, and the device's pixels for each
GAP = 30  # ms between two keys: more than a frame
SECONDS = 30  # that anything may take
ELSEWHERE = "handful.test"  # a host that Chromium takes for another machine
_MEMORY = "/dev/shm"  # where there is one: browsers wait for the disk at each file that a page writes
_ROOM = 1 << 30  # bytes that must be free there
_WEBDRIVER = {
    "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014",
    "Enter": "\ue007", "Backspace": "\ue003", "Tab": "\ue004", "Escape": "\ue00c",
}  # fmt: skip

# What Chromium goes by where a key moves the focus, presses a button or closes a dialog.
_CODES = {
    "Tab": {"windowsVirtualKeyCode": 9},
    "Enter": {"windowsVirtualKeyCode": 13, "text": "\r"},
    "Escape": {"windowsVirtualKeyCode": 27},
}


class BrowserError(RuntimeError):
    """A browser refused something, or JavaScript threw; the message says what."""


def _home() -> tempfile.TemporaryDirectory:
    # A folder for a browser's own files, in memory if there is room.
    room = os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM
    return tempfile.TemporaryDirectory(dir=_MEMORY if room else None, ignore_cleanup_errors=True)


def _environment(folder: str, **more: str) -> dict[str, str]:
    # What a browser is told: a separate home, and no way around this machine.
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return {**kept, "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, **more}


def _strokes(keys: list, gap: int) -> list:
    # W3C actions that press keys one after the other.
    actions = []
    for name, held in keys:
        value = _WEBDRIVER.get(name, name)
        actions += [{"type": "keyDown", "value": value}, {"type": "pause", "duration": held}]
        actions += [{"type": "keyUp", "value": value}, {"type": "pause", "duration": gap}]
    return [{"type": "key", "id": "keyboard", "actions": actions}]


def _taps(x: float, y: float, kind: str, ms: int) -> list:
    # W3C actions of a finger, or of another pointer, that touches a point for so long.
    actions = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": ms},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}]


class Chromium:
    """Debian's chromium, without a window."""

    program = shutil.which("chromium")

    def __init__(self, phone: bool = False):
        self.errors: list[str] = []  # what pages threw
        self.logged: list[str] = []  # what they caught, and logged as errors
        self._buffer = b""
        self._number = 0
        self._session = None
        self._phone = phone
        self._first: list[str] = []  # what each page runs before its own JavaScript
        self._open = contextlib.ExitStack()
        with self._open:
            folder = self._open.enter_context(_home())
            ours, theirs = os.pipe(), os.pipe()  # (read, write): to the browser, from the browser
            command = [
                self.program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                "--no-first-run", "--disable-dev-shm-usage", "--mute-audio", "--hide-scrollbars",
                "--disable-background-networking", "--disable-component-update", "--no-proxy-server",
                "--lang=en", "--accept-lang=en", f"--user-data-dir={folder}",
                f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1", "about:blank",
            ]  # fmt: skip

            def hand_over():
                os.dup2(ours[0], 3)
                os.dup2(theirs[1], 4)

            self._process = subprocess.Popen(
                command,
                preexec_fn=hand_over,
                pass_fds=(3, 4),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=_environment(folder),
            )
            self._open.callback(_end, self._process)
            os.close(ours[0])
            os.close(theirs[1])
            self._send = self._open.enter_context(os.fdopen(ours[1], "wb", buffering=0))
            self._receive = self._open.enter_context(os.fdopen(theirs[0], "rb", buffering=0))
            self.tab()
            self._open = self._open.pop_all()

    def _call(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._send.write(json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._buffer:
                if not select.select([self._receive], [], [], SECONDS)[0]:
                    raise BrowserError(f"{method} has no answer after {SECONDS} s.")
                piece = self._receive.read(1 << 16)
                if not piece:
                    raise BrowserError("The browser has ended.")
                self._buffer += piece
            line, _, self._buffer = self._buffer.partition(b"\0")
            answer = json.loads(line)
            if answer.get("method") == "Runtime.exceptionThrown":
                thrown = answer["params"]["exceptionDetails"]
                self.errors.append(thrown.get("exception", {}).get("description", thrown["text"]))
            if answer.get("method") == "Runtime.consoleAPICalled" and answer["params"]["type"] == "error":
                values = answer["params"]["args"]
                self.logged += [str(value.get("description", value.get("value"))) for value in values]
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def tab(self):
        """Opens another tab and goes on there."""
        self._session = None
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._call("Runtime.enable")
        self._call("Page.enable")
        for script in self._first:
            self._call("Page.addScriptToEvaluateOnNewDocument", source=script)
        if self._phone:
            self.size(WIDTH, HEIGHT, RATIO, True)
            self.language("fr-CA")
            self.still(True)

    def size(self, width: int, height: int, ratio: float = 1, touch: bool = False):
        """Sets the size of the page in CSS pixels, and the device's pixels for each."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=ratio,
            mobile=touch,
        )
        self._call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def language(self, code: str):
        """Sets the language that it tells pages."""
        self._call("Emulation.setUserAgentOverride", userAgent="Chrome/150", acceptLanguage=code)

    def still(self, reduced: bool):
        """Sets whether the player prefers reduced motion."""
        value = "reduce" if reduced else "no-preference"
        self._call(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": value}]
        )

    def sharp(self, more: bool):
        """Sets whether the player prefers high contrast."""
        value = "more" if more else "no-preference"
        self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-contrast", "value": value}])

    def before(self, script: str):
        """Runs JavaScript in each page of the tabs to come before its own."""
        self._first.append(script)

    def press(self, keys: list, gap: int = GAP):
        """Presses keys of the keyboard: (KeyboardEvent.key, ms that it is down) of each, with a gap of ms."""
        for name, held in keys:
            for kind, ms in (("keyDown", held), ("keyUp", gap)):
                more = _CODES.get(name, {}) if kind == "keyDown" else {}
                self._call("Input.dispatchKeyEvent", type=kind, key=name, code=name, **more)
                time.sleep(ms / 1000)

    def tap(self, x: float, y: float, ms: int = 60):
        """Touches a point in CSS pixels for so long."""
        self._call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        time.sleep(ms / 1000)
        self._call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def go(self, address: str):
        """Opens an address."""
        self._call("Page.navigate", url=address)

    def run(self, script: str):
        """Runs JavaScript in the page, an expression; returns its value, a promise's too."""
        done = self._call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise BrowserError(done["exceptionDetails"].get("exception", {}).get("description", "thrown"))
        return done["result"].get("value")

    def photograph(self) -> bytes:
        """Returns a PNG of the page."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def sizes(self) -> dict[str, float]:
        """Returns what the page holds without garbage: bytes of JavaScript, nodes, who listens."""
        self._call("HeapProfiler.collectGarbage")
        self._call("Performance.enable")
        found = {one["name"]: one["value"] for one in self._call("Performance.getMetrics")["metrics"]}
        return {
            "script": found["JSHeapUsedSize"],
            "nodes": found["Nodes"],
            "listeners": found["JSEventListeners"],
        }

    def close(self):
        """Ends the browser."""
        with contextlib.suppress(BrowserError, OSError):
            self._session = None
            self._call("Browser.close")
        self._open.close()


def _end(process):
    # Ends a browser, even one that hangs.
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Firefox:
    """Debian's firefox-esr, without a window."""

    program = shutil.which("firefox-esr")
    _TOLD = "WebDriverBiDiServer.json"  # it writes there where it listens
    _PHONE = {
        "intl.accept_languages": "fr-CA",
        "ui.prefersReducedMotion": 1,
        "ui.primaryPointerCapabilities": 1,  # coarse
        "ui.allPointerCapabilities": 1,
        "dom.w3c_touch_events.enabled": 1,
        "layout.css.devPixelsPerPx": str(RATIO),
    }

    def __init__(self, phone: bool = False):
        self.errors: list[str] = []
        self._phone = phone
        self._number = 0
        self._open = contextlib.ExitStack()
        with self._open:
            folder = self._open.enter_context(_home())
            wanted = self._PHONE if phone else {"intl.accept_languages": "en"}
            lines = [
                f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted.items()
            ]
            Path(folder, "user.js").write_text("".join(lines), encoding="utf-8")
            self._process = subprocess.Popen(
                [self.program, "--headless", "--remote-debugging-port", "0", "--profile", folder],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=_environment(folder),
            )
            self._open.callback(_end, self._process)
            told = _awaited(
                lambda: json.loads(Path(folder, self._TOLD).read_text(encoding="utf-8")), "Firefox"
            )
            address = f"ws://{told['ws_host']}:{told['ws_port']}/session"
            self._socket = self._open.enter_context(connect(address, max_size=None, proxy=None))
            self._call("session.new", capabilities={})
            self._call("session.subscribe", events=["log.entryAdded"])
            self.tab()
            self._open = self._open.pop_all()

    def _call(self, method, **parameters):
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(SECONDS))
            if answer.get("method") == "log.entryAdded" and answer["params"]["type"] == "javascript":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise BrowserError(f"{method}: {answer['message']}")
                return answer["result"]

    def tab(self):
        """Opens another tab and goes on there."""
        self._context = self._call("browsingContext.create", type="tab")["context"]
        if self._phone:
            size = {"width": WIDTH, "height": HEIGHT}
            self._call("browsingContext.setViewport", context=self._context, viewport=size)

    def press(self, keys: list, gap: int = GAP):
        """As Chromium.press."""
        self._call("input.performActions", context=self._context, actions=_strokes(keys, gap))

    def tap(self, x: float, y: float, ms: int = 60):
        """As Chromium.tap."""
        self._call("input.performActions", context=self._context, actions=_taps(x, y, "touch", ms))

    def go(self, address: str):
        """Opens an address."""
        self._call("browsingContext.navigate", context=self._context, url=address, wait="interactive")

    def run(self, script: str):
        """Runs JavaScript in the page, an expression; returns its value, a promise's too."""
        done = self._call(
            "script.evaluate",
            expression=f"Promise.resolve(({script})).then(value => JSON.stringify(value ?? null))",
            target={"context": self._context},
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise BrowserError(done["exceptionDetails"]["text"])
        return json.loads(done["result"]["value"])

    def close(self):
        """Ends the browser."""
        self._open.close()


class WebKit:
    """Debian's WebKitGTK, on a screen that nobody sees."""

    _LOCALE = "/usr/share/i18n/locales/fr_CA"  # of which a phone's language is made
    program = shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and os.path.exists(_LOCALE)
    _BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser"

    def __init__(self, phone: bool = False):
        self.errors: list[str] = []  # it does not tell them
        self._phone = phone
        self._open = contextlib.ExitStack()
        with self._open:
            folder = self._open.enter_context(_home())
            read, write = os.pipe()
            screen = subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x3000x24", "-nolisten", "tcp"],
                pass_fds=(write,),
                stderr=subprocess.DEVNULL,
            )
            self._open.callback(_end, screen)
            os.close(write)
            with os.fdopen(read) as told:
                if not select.select([told], [], [], SECONDS)[0]:
                    raise BrowserError("Xvfb does not start.")
                wanted = {"DISPLAY": f":{told.readline().strip()}"}
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            if phone:
                wanted |= self._as_phone(folder)
            driver = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}"],
                env=_environment(folder, **wanted, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            self._open.callback(_end, driver)
            self._address = f"http://127.0.0.1:{port}/session"
            binary = next(path for pattern in self._BROWSERS for path in glob.glob(pattern))
            options = {"binary": binary, "args": ["--automation"]}
            asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            self._address += "/" + _awaited(lambda: self._call("", **asked)["sessionId"], "WebKit")
            self._call("/timeouts", script=SECONDS * 1000)
            self._size()
            self._open = self._open.pop_all()

    def _as_phone(self, folder):
        # A locale and a setting of GTK, which it follows, and the environment that names them.
        subprocess.run(
            ["localedef", "-i", "fr_CA", "-f", "UTF-8", f"{folder}/fr_CA.UTF-8"],
            stderr=subprocess.DEVNULL,
            check=False,
        )
        Path(folder, "gtk-3.0").mkdir()
        Path(folder, "gtk-3.0", "settings.ini").write_text(
            "[Settings]\ngtk-enable-animations=0\n", encoding="utf-8"
        )
        return {"LOCPATH": folder, "LC_ALL": "fr_CA.UTF-8", "LANGUAGE": "fr_CA", "GDK_SCALE": str(RATIO)}

    def _size(self):
        if self._phone:
            self._call("/window/rect", x=0, y=0, width=WIDTH, height=HEIGHT)

    def _call(self, path, **parameters):
        request = urllib.request.Request(self._address + path, json.dumps(parameters).encode(), method="POST")
        try:
            with _DIRECT.open(request, timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(json.load(error)["value"]["message"]) from error

    def tab(self):
        """Opens another tab and goes on there."""
        made = self._call("/window/new", type="window")["handle"]
        self._call("/window", handle=made)
        self._size()

    def press(self, keys: list, gap: int = GAP):
        """As Chromium.press."""
        self._call("/actions", actions=_strokes(keys, gap))

    def tap(self, x: float, y: float, ms: int = 60):
        """As Chromium.tap."""
        self._call("/actions", actions=_taps(x, y, "touch", ms))

    def go(self, address: str):
        """Opens an address."""
        self._call("/url", url=address)

    def run(self, script: str):
        """Runs JavaScript in the page, an expression; returns its value, a promise's too."""
        done = self._call(
            "/execute/async",
            script="const done = arguments[0];"
            f"(async () => ({script}))().then(value => done([value ?? null]), error => done(String(error)))",
            args=[],
        )
        if isinstance(done, str):
            raise BrowserError(done)
        return done[0]

    def close(self):
        """Ends the browser."""
        self._open.close()


_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _awaited(ask, name: str):
    # Asks until there is an answer. BrowserError if a browser does not give one.
    end = time.monotonic() + SECONDS
    while True:
        try:
            return ask()
        except (OSError, ValueError) as error:  # it is just starting
            if time.monotonic() > end:
                raise BrowserError(f"{name} does not start: {error}") from error
            time.sleep(0.1)


def until(browser, script: str, seconds: float = SECONDS):
    """Waits until JavaScript is true in the page; returns its value. BrowserError if that takes too long."""
    end = time.monotonic() + seconds
    while True:
        try:
            value = browser.run(script)
        except BrowserError:  # the page is just being loaded
            value = None
        if value:
            return value
        if time.monotonic() > end:
            raise BrowserError(f"{script} is not true after {seconds} s.")
        time.sleep(0.05)
