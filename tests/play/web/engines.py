"""Other engines than Chromium's: Firefox and WebKit, as Debian brings them, with as much of a driver as tests need.

Firefox is spoken to as its own drivers do (Marionette: a length, a colon and JSON over TCP), WebKit by WebDriver over
HTTP, in a display that nobody sees.
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
"""Why an engine cannot be tried; nothing, if it can."""

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
"""A free port, and no word to anybody else."""
_CALLED = """
    const [given, done] = [[...arguments].slice(0, -1), arguments[arguments.length - 1]];
    const told = (error) => done({ error: String(error?.stack ?? error) });
    try { Promise.resolve((%s)(...given)).then((value) => done({ value }), told); } catch (error) { told(error); }
"""
_LISTEN = """() => {
    window.troubles ??= [];
    window.addEventListener("error", ({ message, filename, lineno }) => {
        // Sizes that are told one frame later are no trouble.
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
    def _execute(self, script: str, given: list[Any]) -> Any:
        """Run a script that says by its last argument what it found."""

    def open(self, url: str) -> None:
        """Open a page, and note what goes wrong on it from there on."""
        self._go(url)
        self.run(_LISTEN)

    def run(self, function: str, *given: Any) -> Any:
        """The result of a function of the page, or what it promises."""
        found = self._execute(_CALLED % function, list(given))
        assert "error" not in found, found["error"]
        return found.get("value")

    def until(self, function: str, *given: Any, patience: float = PATIENCE) -> Any:
        """The result of a function as soon as there is one. Nothing on the page may have gone wrong meanwhile."""
        deadline = monotonic() + patience
        while not (found := self.run(function, *given)):
            assert monotonic() < deadline, (function, self.run("() => document.body.innerText.slice(0, 2000)"))
            sleep(0.2)
        troubles = self.run("() => window.troubles")
        assert troubles == [], troubles
        return found


class _Firefox(Engine):
    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._file, self._numbers = self._socket.makefile("rb"), count()
        self._heard()
        self._say("WebDriver:NewSession", {})
        self._say("WebDriver:SetTimeouts", {"script": int(1000 * PATIENCE), "pageLoad": int(1000 * PATIENCE)})
        self._say("WebDriver:SetWindowRect", {"width": 420, "height": 900})

    def _heard(self) -> Any:
        length = b""
        while (digit := self._file.read(1)) not in (b":", b""):
            length += digit
        return json.loads(self._file.read(int(length)))

    def _say(self, name: str, given: dict[str, Any]) -> Any:
        said = json.dumps([0, next(self._numbers), name, given]).encode()
        self._socket.sendall(b"%d:%s" % (len(said), said))
        _, _, error, found = self._heard()
        assert error is None, error
        return found

    def _go(self, url: str) -> None:
        self._say("WebDriver:Navigate", {"url": url})

    def _execute(self, script: str, given: list[Any]) -> Any:
        return self._say("WebDriver:ExecuteAsyncScript", {"script": script, "args": given})["value"]

    def close(self) -> None:
        self._say("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._file.close()
        self._socket.close()


class _WebKit(Engine):
    def __init__(self, http: httpx.Client) -> None:
        options = {"binary": str(next(Path("/usr/lib").glob(_BROWSER))), "args": ["--automation"]}
        made = http.post("/session", json={"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        assert made.is_success, made.text
        self._http, self._path = http, f"/session/{made.json()['value']['sessionId']}"
        self._say("/timeouts", {"script": int(1000 * PATIENCE), "pageLoad": int(1000 * PATIENCE)})

    def _say(self, what: str, given: dict[str, Any]) -> Any:
        answer = self._http.post(self._path + what, json=given)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def _go(self, url: str) -> None:
        self._say("/url", {"url": url})

    def _execute(self, script: str, given: list[Any]) -> Any:
        return self._say("/execute/async", {"script": script, "args": given})

    def close(self) -> None:
        self._http.delete(self._path)


@contextmanager
def firefox() -> Iterator[Engine]:
    """A Firefox without a window."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text(_PREFERENCES)
        command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile]
        home = os.environ | {"HOME": profile}
        process = subprocess.Popen(command, env=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            engine = _Firefox(int(_awaited(Path(profile, "MarionetteActivePort"), process)))
            yield engine
            engine.close()
        finally:
            _end(process)


def _awaited(file: Path, process: subprocess.Popen[Any]) -> str:
    """The contents of a file, once it is there."""
    deadline = monotonic() + PATIENCE
    while not file.exists() or not (text := file.read_text()):
        assert process.poll() is None, "it has ended"
        assert monotonic() < deadline, "it did not start"
        sleep(0.1)
    return text


@contextmanager
def webkit() -> Iterator[Engine]:
    """A WebKit in a display that nobody sees."""
    reading, writing = os.pipe()
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "420x900x24", "-nolisten", "tcp"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    display = subprocess.Popen(screen, pass_fds=[writing], **quiet)
    os.close(writing)
    with TemporaryDirectory(ignore_cleanup_errors=True) as home, os.fdopen(reading) as told:
        shown = os.environ | {"DISPLAY": f":{told.readline().strip()}", "HOME": home}
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=shown, **quiet)
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
