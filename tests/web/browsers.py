"""Browsers for tests: each opens a page, runs JavaScript there and says what came of it.

Chromium is driven by its DevTools protocol over a pipe, which needs nothing but the browser itself.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


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

    def offline(self, cut: bool):
        """Takes the network away, or gives it back."""
        self._call("Network.enable")
        self._call(
            "Network.emulateNetworkConditions",
            offline=cut,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
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
