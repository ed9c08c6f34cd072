"""``roost host``: the command that serves the page for an evening at home."""

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from patience import PATIENCE
from roost.cli.host import _greet, documentation, has_browser, host
from roost.core.errors import RoostError
from roost.core.words import Messages
from roost.play.server.process import check_certificate
from roost.play.server.settings import Settings

HOST = [sys.executable, "-m", "roost", "host", "--lang", "en"]
QUICKLY = {**os.environ, "ROOST_WARM_UP": "false"}


@contextmanager
def hosted(folder: Path, *options: str, trusts: ssl.SSLContext | bool = True) -> Iterator[list[str]]:
    """Run ``roost host`` and yield the addresses that it prints."""
    command = [*HOST, "--database", str(folder / "roost.db"), *options]
    pipe, joined = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(command, stdout=pipe, stderr=joined, text=True, env=QUICKLY) as process:
        assert process.stdout is not None
        try:
            printed = ""
            while "Ctrl-C" not in printed and (line := process.stdout.readline()):
                printed += line
            addresses = re.findall(r"https?://\S+", printed)
            httpx.get(f"{addresses[0]}/health", timeout=PATIENCE, verify=trusts).raise_for_status()
            yield addresses
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0


def test_host_prints_the_address_of_the_page(tmp_path: Path) -> None:
    """Invitations have the address that phones can reach."""
    with hosted(tmp_path, "--port", "0", "--name", "roost.home") as addresses:
        local, *phones = addresses
        text = httpx.get(local, timeout=PATIENCE).text
        assert text.startswith("<!doctype html>")
        if phones:  # a machine without a network has no such address
            assert phones[0].startswith("http://roost.home:")
            assert f'data-origin="{phones[0]}"' in text
            seats = [{"kind": "open"}, {"kind": "open"}]
            created = httpx.post(
                f"{local}/api/tables", json={"game": "junior", "seats": seats}, timeout=PATIENCE
            ).json()
            assert created["link"] == f"{phones[0]}/t/{created['code']}"


def test_host_prints_the_address_only_once_the_page_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    printed = []

    def run(settings: object, listening: object, ready: Callable[[], None]) -> None:
        printed.append(capsys.readouterr().out)
        ready()
        printed.append(capsys.readouterr().out)

    monkeypatch.setattr("roost.play.server.process.run", run)
    host(port=0, alone=True, database=str(tmp_path / "roost.db"))
    before, after = printed
    assert before == ""
    assert "http://127.0.0.1:" in after


@pytest.mark.parametrize("scheme", ["https" if shutil.which("openssl") else "http"])
def test_host_alone_listens_only_on_this_machine(tmp_path: Path, scheme: str) -> None:
    """A server with a certificate serves HTTPS only."""
    options, trusts = ["--port", "0", "--alone"], ssl.create_default_context()
    if scheme == "https":
        combined = tmp_path / "both.pem"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=roost", "-days", "2"]
        command += [
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            str(combined),
            "-out",
            str(tmp_path / "own.pem"),
        ]
        subprocess.run(command, check=True, capture_output=True)
        combined.write_text(combined.read_text() + (tmp_path / "own.pem").read_text())
        trusts.load_verify_locations(tmp_path / "own.pem")
        options += ["--certificate", str(combined)]
    with hosted(tmp_path, *options, trusts=trusts) as addresses:
        assert len(addresses) == 1
        assert addresses[0].startswith(f"{scheme}://127.0.0.1:")
        text = httpx.get(addresses[0], timeout=PATIENCE, verify=trusts).text
        assert text.startswith("<!doctype html>")


def test_an_unusable_certificate_is_reported_in_a_sentence(tmp_path: Path) -> None:
    """The check happens before the server prints its address."""
    for content in (None, "no certificate"):
        file = tmp_path / "own.pem"
        if content is not None:
            file.write_text(content)
        with pytest.raises(RoostError, match=r"own\.pem cannot be used: "):
            check_certificate(Settings(certificate=str(file)))


def test_host_does_not_replace_a_requested_port(tmp_path: Path) -> None:
    """The error names a port that is in use."""
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [*HOST, "--port", port, "--database", str(tmp_path / "roost.db")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"port {port}" in done.stderr


@pytest.mark.parametrize(
    ("environment", "platform", "is_terminal", "opens"),
    [
        ({"DISPLAY": ":0"}, "linux", True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True),
        ({}, "linux", True, False),
        ({}, "darwin", True, True),
        ({}, "win32", True, True),
        ({"DISPLAY": ":0"}, "linux", False, False),
        ({"DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.1"}, "linux", True, False),
        ({"SSH_TTY": "/dev/pts/1"}, "darwin", True, False),
        ({"CI": "true"}, "darwin", True, False),
    ],
)
def test_host_opens_a_browser_only_where_it_can_be_seen(
    environment: dict[str, str], platform: str, is_terminal: bool, opens: bool
) -> None:
    """No browser is opened over SSH, in CI, or without a display."""
    assert has_browser(environment, platform, is_terminal=is_terminal) is opens


def test_host_links_to_the_documentation_if_it_was_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``make docs`` builds the documentation into the clone."""
    assert documentation(tmp_path) is None
    index = tmp_path / "build" / "docs" / "index.html"
    index.parent.mkdir(parents=True)
    index.touch()
    monkeypatch.setattr("roost.cli.host.documentation", lambda: documentation(tmp_path))
    _greet("http://127.0.0.1:8321", [], None, Messages("en"))
    assert ["Documentation:", index.as_uri()] in [line.split() for line in capsys.readouterr().out.splitlines()]
