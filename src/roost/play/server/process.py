"""A server as a process: it listens, starts its workers, and stops when it is asked to."""

import asyncio
import http.client
import logging
import os
import signal
import socket
import ssl
import threading
import warnings
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Literal

import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from roost.core.errors import RoostError
from roost.play.server import json_log
from roost.play.server.live.metrics import FOLDER_VARIABLE, bury
from roost.play.server.settings import Settings, unknown_variables
from roost.play.server.storage.database import open_database, prepare, shut

_log = logging.getLogger("roost.server")
_OTHER_FILES = 100
"""Files that are no connections: the database, its log, and what the interpreter opens."""
_WAITING = 2048
"""Connections that the system holds for us until we accept them."""
_KEEP_ALIVE = 130
"""Seconds for which a silent connection is kept: people think between their moves, and on a busy server a new
connection takes longer than a move. Proxies keep theirs for less (nginx 60 s, Caddy 120 s): they hang up first, and
never send on a connection that ends at that moment."""
_SLOWEST_START = 120
"""Seconds after which a worker that does not answer is replaced. On a busy machine its start alone takes many."""
_EVERY = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The addresses that stand for every one of this machine, with its own."""
_SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are kept for examples and lead nowhere."""


def listen(settings: Settings) -> socket.socket:
    """The socket that the server listens on. From here on clients wait instead of being turned away."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=_WAITING)
    except (OSError, OverflowError) as why:
        reason = getattr(why, "strerror", None) or str(why)
        raise RoostError(f"cannot listen on {settings.host} port {settings.port}: {reason}") from None


def addresses(listening: socket.socket, scheme: str = "http") -> list[str]:
    """The addresses of a socket for browsers: this machine first, then how others on the network see it."""
    host, port = listening.getsockname()[:2]
    hosts = [host]
    if host in _EVERY:
        hosts = [_EVERY[host]]
        outward = _outward(listening.family)
        if outward is not None:
            hosts.append(outward)
    return [f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}" for host in hosts]


def _outward(family: socket.AddressFamily) -> str | None:
    """This machine's address on its network. A datagram socket asks the routing table and sends nothing."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_SOMEWHERE[family], 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until SIGTERM or SIGINT, and return when everything that was promised is done.

    ``ready`` is called once, when the server has answered for the first time.
    """
    json_log.set_up(requests=settings.log)
    for told in unknown_variables(os.environ):
        _log.warning(told)
    check_certificate(settings)
    _prepare_database(settings)
    threading.Thread(
        target=_await_answer, args=(addresses(listening)[0], bool(settings.certificate), ready), daemon=True
    ).start()
    settings = within_file_limit(settings)
    os.environ.update(settings.to_environment())
    config = uvicorn.Config(
        "roost.play.server.http.app:app_from_environment",
        factory=True,
        http=protocol() if settings.express else "auto",
        workers=settings.workers,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=max(1, round(settings.grace)),
        timeout_worker_healthcheck=_SLOWEST_START,
        access_log=False,
        log_level="warning",
        server_header=False,
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.certificate_key or None,
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stopped)
    if settings.workers > 1:
        with ExitStack() as cleaning:
            folder = ""
            with suppress(OSError):  # where nothing can be written, each process tells its own numbers
                folder = cleaning.enter_context(TemporaryDirectory(prefix="roost-", ignore_cleanup_errors=True))
            os.environ[FOLDER_VARIABLE] = folder
            _Workers(config, [listening], folder).run()
    else:
        uvicorn.Server(config).run([listening])


class _Workers(Multiprocess):
    """uvicorn's keeper of several processes, which tells when it had to replace one."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], metrics_folder: str) -> None:
        super().__init__(config, sockets)
        self._metrics_folder = metrics_folder

    def keep_subprocess_alive(self) -> None:
        before = list(self.processes)
        super().keep_subprocess_alive()
        for worker in before:
            if worker not in self.processes and worker.pid is not None:
                bury(self._metrics_folder, worker.pid)
                _log.warning("a worker died and is replaced", extra={"worker": worker.pid, "exit": worker.exitcode})


def check_certificate(settings: Settings) -> None:
    """Before anybody is told an address: what is wrong with a certificate is said in a sentence."""
    if not settings.certificate:
        return
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings.certificate, settings.certificate_key or None)
    except OSError as why:  # files that are not there, and those that hold something else
        raise RoostError(f"the certificate {settings.certificate} cannot be used: {why.strerror or why}") from None


def _await_answer(address: str, is_secure: bool, ready: Callable[[], None]) -> None:
    """Ask whether the server works: the system holds the question until somebody takes it."""
    host = address.removeprefix("http://")
    asked = http.client.HTTPConnection(host, timeout=_SLOWEST_START)
    if is_secure:
        context = ssl.create_default_context()
        context.check_hostname = False  # the certificate is for a name, and this is an address of this machine
        context.verify_mode = ssl.CERT_NONE
        asked = http.client.HTTPSConnection(host, timeout=_SLOWEST_START, context=context)
    with suppress(OSError, http.client.HTTPException), closing(asked):
        asked.request("GET", "/health")
        if asked.getresponse().status == http.client.OK:
            ready()


def within_file_limit(settings: Settings) -> Settings:
    """Ask the system for as many open files as it allows; if that is too few, allow fewer connections, and say so."""
    try:
        import resource
    except ImportError:
        return settings
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS knows no limit here, and refuses to have none: it is asked for what is needed.
    wanted = settings.max_connections + _OTHER_FILES if most == resource.RLIM_INFINITY else most
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = max(files - _OTHER_FILES, 1)
    if files == resource.RLIM_INFINITY or settings.max_connections <= allowed:
        return settings
    message = f"the system allows {files} open files: {allowed} connections instead of {settings.max_connections}"
    warnings.warn(message, RuntimeWarning, stacklevel=2)
    return replace(settings, max_connections=allowed, max_streams=min(settings.max_streams, allowed))


def protocol() -> type[asyncio.Protocol] | Literal["auto"]:
    """Uvicorn's protocol with the express lane; its own, with a warning, where it is not the uvicorn that we know."""
    try:
        from roost.play.server.http.express import Express, missing_parts

        missing = missing_parts()
    except ImportError as why:
        missing = [str(why)]
    if not missing:
        return Express
    message = f"uvicorn {uvicorn.__version__} lacks what the express lane needs ({', '.join(missing)}): moves go slower"
    warnings.warn(message, RuntimeWarning, stacklevel=2)
    return "auto"


def _prepare_database(settings: Settings) -> None:
    """Once, before there are several processes, and where what is wrong can be told plainly."""
    engine = open_database(settings.database_url)
    try:
        prepare(engine)
        if (told := shut(engine)) is not None:
            _log.warning(told)
    except SQLAlchemyError as why:
        reason = str(getattr(why, "orig", None) or why).strip().splitlines()[0]
        raise RoostError(f"the database cannot be used: {reason}") from None
    finally:
        engine.dispose()


def _stopped(number: int, frame: object) -> None:
    """Being asked to stop is no failure: uvicorn raises the signal again after its own orderly end."""
