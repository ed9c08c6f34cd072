"""Firefox and WebKit as Debian packages them, with as much of a driver as tests need.

Firefox is driven by Marionette, its own protocol (a length, a colon and JSON over TCP), and WebKit by WebDriver over
HTTP on a virtual display.
"""

import json
import os
import shutil
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import httpx

from patience import PATIENCE

MISSING = {
    name: ""
    if all(map(shutil.which, programs))
    else f"there is no {name} to drive; on Debian: apt-get install {packages}"
    for name, programs, packages in (
        ("firefox", ("firefox-esr",), "firefox-esr"),
        ("webkit", ("WebKitWebDriver", "Xvfb"), "webkit2gtk-driver xvfb"),
    )
}
"""Reasons why an engine cannot be tested here, by name; empty if it can."""

_BROWSER = "*/webkit2gtk-4.*/MiniBrowser"
_PREFERENCES = """
user_pref("marionette.port", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
"""
"""Settings for a free port, and against any requests to other hosts."""
_CALLED = """
    const [given, done] = [[...arguments].slice(0, -1), arguments[arguments.length - 1]];
    const fail = (error) => done({ error: String(error?.stack ?? error) });
    try { Promise.resolve((%s)(...given)).then((value) => done({ value }), fail); } catch (error) { fail(error); }
"""
_LISTEN = """() => {
    window.troubles ??= [];
    window.addEventListener("error", ({ message, filename, lineno }) => {
        // A ResizeObserver that reports sizes one frame later is harmless.
        if (!message.startsWith("ResizeObserver loop")) window.troubles.push(`${message} (${filename}:${lineno})`);
    });
    window.addEventListener("unhandledrejection", ({ reason }) => window.troubles.push(String(reason)));
}"""


class Engine(ABC):
    """A browser with one page."""

    @abstractmethod
    def _go(self, url: str) -> None:
        """Open a page, and wait until it is loaded."""

    @abstractmethod
    def _execute(self, script: str, arguments: list[Any]) -> Any:
        """Run an asynchronous script, and return the value that it passes to its last argument."""

    def open(self, url: str) -> None:
        """Open a page, and record its errors from now on."""
        self._go(url)
        self.run(_LISTEN)

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function in the page, and return its result or the value of its promise."""
        result = self._execute(_CALLED % function, list(arguments))
        assert "error" not in result, result["error"]
        return result.get("value")

    def until(self, function: str, *arguments: Any, patience: float = PATIENCE) -> Any:
        """Repeat a function in the page until its result is truthy, and assert that the page had no error meanwhile."""
        deadline = monotonic() + patience
        while not (result := self.run(function, *arguments)):
            assert monotonic() < deadline, (function, self.run("() => document.body.innerText.slice(0, 2000)"))
            sleep(0.2)
        troubles = self.run("() => window.troubles")
        assert troubles == [], troubles
        return result


class _Firefox(Engine):
    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._file, self._numbers = self._socket.makefile("rb"), count()
        self._receive()
        self._send("WebDriver:NewSession", {})
        self._send("WebDriver:SetTimeouts", {"script": int(1000 * PATIENCE), "pageLoad": int(1000 * PATIENCE)})
        self._send("WebDriver:SetWindowRect", {"width": 420, "height": 900})

    def _receive(self) -> Any:
        length = b""
        while (digit := self._file.read(1)) not in (b":", b""):
            length += digit
        return json.loads(self._file.read(int(length)))

    def _send(self, name: str, arguments: dict[str, Any]) -> Any:
        message = json.dumps([0, next(self._numbers), name, arguments]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._receive()
        assert error is None, error
        return answer

    def _go(self, url: str) -> None:
        self._send("WebDriver:Navigate", {"url": url})

    def _execute(self, script: str, arguments: list[Any]) -> Any:
        return self._send("WebDriver:ExecuteAsyncScript", {"script": script, "args": arguments})["value"]

    def close(self) -> None:
        self._send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._file.close()
        self._socket.close()


class _WebKit(Engine):
    def __init__(self, http: httpx.Client) -> None:
        options = {"binary": str(next(Path("/usr/lib").glob(_BROWSER))), "args": ["--automation"]}
        created = http.post("/session", json={"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        assert created.is_success, created.text
        self._http, self._path = http, f"/session/{created.json()['value']['sessionId']}"
        self._send("/timeouts", {"script": int(1000 * PATIENCE), "pageLoad": int(1000 * PATIENCE)})

    def _send(self, path: str, arguments: dict[str, Any]) -> Any:
        answer = self._http.post(self._path + path, json=arguments)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def _go(self, url: str) -> None:
        self._send("/url", {"url": url})

    def _execute(self, script: str, arguments: list[Any]) -> Any:
        return self._send("/execute/async", {"script": script, "args": arguments})

    def close(self) -> None:
        self._http.delete(self._path)


@contextmanager
def firefox() -> Iterator[Engine]:
    """Run a Firefox without a window."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text(_PREFERENCES)
        command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile]
        environment = os.environ | {"HOME": profile}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            engine = _Firefox(int(_awaited(Path(profile, "MarionetteActivePort"), process)))
            yield engine
            engine.close()
        finally:
            _end(process)


def _awaited(file: Path, process: subprocess.Popen[Any]) -> str:
    """Wait until a file has contents, and return them."""
    deadline = monotonic() + PATIENCE
    while not file.exists() or not (text := file.read_text()):
        assert process.poll() is None, "it has ended"
        assert monotonic() < deadline, "it did not start"
        sleep(0.1)
    return text


@contextmanager
def webkit() -> Iterator[Engine]:
    """Run a WebKit on a virtual display."""
    reading, writing = os.pipe()
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "420x900x24", "-nolisten", "tcp"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    display = subprocess.Popen(screen, pass_fds=[writing], **quiet)
    os.close(writing)
    with TemporaryDirectory(ignore_cleanup_errors=True) as home, os.fdopen(reading) as display_number:
        environment = os.environ | {"DISPLAY": f":{display_number.readline().strip()}", "HOME": home}
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, **quiet)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as http:
                _await_answer(http, driver)
                engine = _WebKit(http)
                yield engine
                engine.close()
        finally:
            _end(driver)
            _end(display)


def _await_answer(http: httpx.Client, process: subprocess.Popen[Any]) -> None:
    deadline = monotonic() + PATIENCE
    while True:
        try:
            http.get("/status")
        except httpx.TransportError:
            assert process.poll() is None, "the driver has ended"
            assert monotonic() < deadline, "the driver did not start"
            sleep(0.1)
        else:
            return


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
