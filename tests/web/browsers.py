"""Browsers for tests: each opens a page, runs JavaScript there and says what came of it.

Chromium is driven by its DevTools protocol over a pipe, Firefox by WebDriver BiDi, WebKit by WebDriver. Only
Chromium makes believe to have another size, fingers and another language.
"""

import base64
import contextlib
import glob
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from websockets.sync.client import connect


class BrowserError(RuntimeError):
    """A browser refused something, or JavaScript threw; the message says what."""


class Chromium:
    """Debian's chromium, without a window."""

    program = shutil.which("chromium")

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        ours, theirs = os.pipe(), os.pipe()  # (read, write): to the browser, from the browser
        command = [
            self.program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
            "--no-first-run", "--disable-dev-shm-usage", "--mute-audio", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update",
            "--lang=en", "--accept-lang=en", f"--user-data-dir={self._folder.name}", "about:blank",
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
        )
        os.close(ours[0])
        os.close(theirs[1])
        self._send = os.fdopen(ours[1], "wb", buffering=0)
        self._receive = os.fdopen(theirs[0], "rb")
        self._buffer = b""
        self._number = 0
        self._session = None
        self.errors: list[str] = []  # what pages threw or logged as errors
        self.tab()

    def _call(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._send.write(json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._buffer:
                piece = self._receive.read1(1 << 16)
                if not piece:
                    raise BrowserError("The browser has ended.")
                self._buffer += piece
            line, _, self._buffer = self._buffer.partition(b"\0")
            answer = json.loads(line)
            if answer.get("method") == "Runtime.exceptionThrown":
                thrown = answer["params"]["exceptionDetails"]
                self.errors.append(thrown.get("exception", {}).get("description", thrown["text"]))
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

    def finger(self, points: list):
        """Puts fingers at points (x, y) in CSS pixels; none lifts all."""
        kind = "touchStart" if points else "touchEnd"
        self._call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

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

    def close(self):
        """Ends the browser."""
        try:
            self._session = None
            self._call("Browser.close")
        except (BrowserError, OSError):
            pass
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._send.close()
        self._receive.close()
        self._folder.cleanup()


class Firefox:
    """Debian's firefox-esr, without a window."""

    program = shutil.which("firefox-esr")

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [self.program, "--headless", "--remote-debugging-port", "0", "--profile", self._folder.name],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for line in self._process.stderr:
            if "BiDi listening on " in line:
                address = line.split("BiDi listening on ")[1].strip()
                break
        else:
            raise BrowserError("Firefox has ended.")
        threading.Thread(target=self._process.stderr.read, daemon=True).start()  # it must not fill up
        self._open = contextlib.ExitStack()
        self._socket = self._open.enter_context(connect(f"{address}/session", max_size=None))
        self._number = 0
        self.errors: list[str] = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self.tab()

    def _call(self, method, **parameters):
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(60))
            if answer.get("method") == "log.entryAdded" and answer["params"]["type"] == "javascript":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise BrowserError(f"{method}: {answer['message']}")
                return answer["result"]

    def tab(self):
        """Opens another tab and goes on there."""
        self._context = self._call("browsingContext.create", type="tab")["context"]

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
        self._process.terminate()
        self._process.wait()
        self._process.stderr.close()
        self._folder.cleanup()


class WebKit:
    """Debian's WebKitGTK, on a screen that nobody sees."""

    program = shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    _BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser"

    def __init__(self):
        self.errors: list[str] = []  # it does not tell them
        read, write = os.pipe()
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x960x24", "-nolisten", "tcp"],
            pass_fds=(write,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env={**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._address = f"http://127.0.0.1:{port}/session"
        binary = next(path for pattern in self._BROWSERS for path in glob.glob(pattern))
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        for _ in range(50):
            try:
                self._address += "/" + self._call("", **wanted)["sessionId"]
                break
            except urllib.error.URLError:  # it is just starting
                time.sleep(0.1)
        self._call("/timeouts", script=60_000)

    def _call(self, path, **parameters):
        request = urllib.request.Request(self._address + path, json.dumps(parameters).encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(json.load(error)["value"]["message"]) from error

    def tab(self):
        """Opens another tab and goes on there."""
        made = self._call("/window/new", type="window")["handle"]
        self._call("/window", handle=made)

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
        for process in (self._driver, self._screen):
            process.terminate()
            process.wait()


def until(browser, script: str, seconds: float = 30):
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
