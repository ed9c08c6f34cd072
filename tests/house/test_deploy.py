"""Deployment: lock files, a container, a service, and reproducible releases."""

import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from configparser import RawConfigParser
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from roost.core.version import __version__
from roost.play.server.settings import Settings
from soak import SOAKING

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
LOCKS = {"deploy/requirements.txt": "postgres", "deploy/requirements-dev.txt": "dev"}


def normal(name: str) -> str:
    """Return a package's normalised name."""
    return re.sub(r"[-_.]+", "-", re.split(r"[ \[<>=;!~]", name)[0]).lower()


@pytest.mark.parametrize(("file", "extra"), LOCKS.items())
def test_a_lock_file_has_every_requirement_with_hashes_and_names_no_index(file: str, extra: str) -> None:
    text = (PROJECT / file).read_text(encoding="utf-8")
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    required = {normal(name) for name in (*project["dependencies"], *extras["fast"], *extras[extra])} - {"roost"}
    locked = dict(re.findall(r"^([\w.-]+(?:\[\w+\])?)==(\S+)", text, re.MULTILINE))
    assert required <= {normal(name) for name in locked}
    for entry in re.split(r"\n(?=\S)", text.partition("\n#    make upgrade\n")[2].strip()):
        assert "--hash=sha256:" in entry, entry
    assert set(re.findall(r" --([\w-]+)|^-", text, re.MULTILINE)) == {"hash"}
    assert "//" not in text


def test_the_container_has_an_unprivileged_user_pinned_hashes_and_a_health_check() -> None:
    """The container can write to /data only."""
    text = (PROJECT / "deploy/Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER [1-9]\d*$", text, re.MULTILINE)
    assert re.search(r"^ARG BASE=docker\.io/library/python:[\w.-]+@sha256:[0-9a-f]{64}$", text, re.MULTILINE)
    assert set(re.findall(r"^FROM (\S+)", text, re.MULTILINE)) == {"${BASE}"}
    assert "--require-hashes" in text
    assert "HEALTHCHECK" in text
    assert "/ready" in text
    for variable in ("ROOST_DATABASE", "NUMBA_CACHE_DIR"):
        assert f"{variable}=/data/" in text
    for sources in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE):
        assert all((PROJECT / name).exists() for name in sources.split())


def test_every_foreign_image_and_action_is_pinned_by_its_digest() -> None:
    """The lines name a version beside the digest, or in front of it."""
    files = [PROJECT / "compose.yaml", *sorted((PROJECT / ".github/workflows").glob("*.yml"))]
    used = [
        line.strip().removeprefix("- ")
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.match(r"\s+(?:- )?(?:uses|image|container): (?!roost$)", line)
    ]
    assert len(used) > 5
    for line in used:
        assert re.fullmatch(
            r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\w+: \S+:[\w.-]+@sha256:[0-9a-f]{64}", line
        ), line


def test_the_base_image_is_the_same_everywhere() -> None:
    files = ["deploy/Containerfile", ".github/workflows/tests.yml"]
    images = [re.findall(r"python:\S+@sha256:\w+", (PROJECT / file).read_text(encoding="utf-8")) for file in files]
    assert images[0] == images[1]
    assert len(images[0]) == 1


def test_the_service_runs_sandboxed_as_its_own_user() -> None:
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # as the standard library advises, to keep the case
    unit.read(PROJECT / "deploy/roost.service", encoding="utf-8")
    service = dict(unit["Service"])
    assert service["ExecStart"] == "/opt/roost/bin/roost serve"
    assert service["EnvironmentFile"] == f"/etc/{(PROJECT / 'deploy/roost.conf').name}"
    settings = {"DynamicUser": "yes", "ProtectSystem": "strict", "NoNewPrivileges": "yes", "StateDirectory": "roost"}
    assert settings.items() <= service.items()


@pytest.mark.parametrize(("task", "command"), [("backup", "admin backup --replace"), ("purge", "admin purge")])
def test_a_timer_runs_each_nightly_task_as_the_servers_user(task: str, command: str) -> None:
    """The task reads the same file of settings as the server."""
    service = (PROJECT / f"deploy/roost-{task}.service").read_text(encoding="utf-8")
    assert f"/opt/roost/bin/roost {command}" in service
    own = {"DynamicUser=yes", "User=roost", "StateDirectory=roost", "EnvironmentFile=/etc/roost.conf"}
    assert own <= set(service.splitlines())
    assert own <= set((PROJECT / "deploy/roost.service").read_text(encoding="utf-8").splitlines())
    assert "OnCalendar=*-*-* 0" in (PROJECT / f"deploy/roost-{task}.timer").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", ["nginx.conf", "Caddyfile"])
def test_a_proxy_has_two_servers_and_blocks_the_metrics(file: str) -> None:
    """The guide is the same for both proxies."""
    text = (PROJECT / "deploy" / file).read_text(encoding="utf-8")
    assert re.findall(r"127\.0\.0\.1:(\d+)", text) == ["8321", "8322"]
    assert "play.example.org" in text
    assert re.search(r"/metrics (?:\{\s+deny all;|403)", text)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed here")
def test_caddy_accepts_its_configuration(tmp_path: Path) -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(PROJECT / "deploy/Caddyfile")]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    units = [*(PROJECT / "deploy").glob("*.service"), *(PROJECT / "deploy").glob("*.timer")]
    assert len(units) == 5
    for unit in units:
        text = unit.read_text(encoding="utf-8").replace("/opt/roost/bin/roost", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in units)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "roost" not in done.stderr, done.stderr


def test_the_packages_for_other_hosts_have_this_version_and_port() -> None:
    addon = (PROJECT / "deploy/homeassistant/config.yaml").read_text(encoding="utf-8")
    package = tomllib.loads((PROJECT / "deploy/yunohost/manifest.toml").read_text(encoding="utf-8"))
    version = __version__.partition(".dev")[0]
    assert f"\nversion: {version}\n" in addon
    assert package["version"].startswith(f"{version}~ynh")
    assert len(re.findall(rf"\b{Settings().port}\b", addon)) == 5


def test_the_add_on_starts_roost_below_the_path_that_home_assistant_gives_it(tmp_path: Path) -> None:
    """The script asks the supervisor for the path, and reads the option for further host names."""

    class Supervisor(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert (self.path, self.headers["authorization"]) == ("/addons/self/info", "Bearer secret")
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"data": {"ingress_entry": "/api/hassio_ingress/T-0_k"}}')

        def log_message(self, *_: object) -> None:
            pass

    program, options = tmp_path / "roost", tmp_path / "options.json"
    program.write_text('#!/bin/sh\necho "$@" "$ROOST_PUBLIC_URL" "$ROOST_ALLOWED_HOSTS"\n', encoding="utf-8")
    program.chmod(0o755)
    options.write_text('{"allowed_hosts": "home.example.org"}', encoding="utf-8")
    with HTTPServer(("127.0.0.1", 0), Supervisor) as server:
        threading.Thread(target=server.handle_request).start()
        environment = {"SUPERVISOR": f"http://127.0.0.1:{server.server_port}", "SUPERVISOR_TOKEN": "secret"}
        environment |= {"OPTIONS": str(options), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
        command = [sys.executable, str(PROJECT / "deploy/homeassistant/run.py")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["serve", "/api/hassio_ingress/T-0_k", "home.example.org"]
    assert Settings(public_url=done.stdout.split()[1]).path == done.stdout.split()[1]


if SOAKING:

    @pytest.mark.soak
    def test_a_release_has_the_same_bytes_wherever_it_is_built(tmp_path: Path) -> None:
        """Wheel and archive are equal for two copies of the project, even if one wheel is built from the archive."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, text=True, check=False)
        if listed.returncode:
            pytest.skip("not a clone of the repository")
        built = []
        for build_command in (["build", "--no-isolation", "--outdir"], ["hatchling", "build", "--directory"]):
            copy = tmp_path / build_command[0] / "roost"
            for name in filter(None, listed.stdout.split("\0")):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                if (PROJECT / name).is_file():
                    shutil.copyfile(PROJECT / name, copy / name)  # with different times and permissions
            command = [sys.executable, "-m", *build_command, str(copy / "dist")]
            subprocess.run(command, cwd=copy, capture_output=True, check=True)
            built.append({file.name: sha256(file.read_bytes()).hexdigest() for file in (copy / "dist").iterdir()})
        assert len(built[0]) == 2
        assert built[0] == built[1]
