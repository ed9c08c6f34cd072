"""Run a server as a process: listen, start the workers, and stop on a signal."""

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
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from roost.core.errors import RoostError
from roost.play.server import json_log
from roost.play.server.live.metrics import FOLDER_VARIABLE, bury
from roost.play.server.settings import Settings, unknown_variables
from roost.play.server.storage.database import open_database, prepare, shut
from roost.play.server.storage.file_lock import server_lock

_log = logging.getLogger("roost.server")
_OTHER_FILES = 100
"""Open files reserved for purposes other than connections: the database, its log, and the interpreter's files."""
_WAITING = 2048
"""Backlog: number of connections that the operating system queues until the server accepts them."""
_KEEP_ALIVE = 130
"""Seconds for which an idle connection is kept open.

Players think between moves, and on a busy server a new connection takes longer than a move. Proxies keep connections
for a shorter time (nginx 60 s, Caddy 120 s), so that they close first and never send on a connection that the server is
closing.
"""
_SLOWEST_START = 120
"""Seconds after which an unresponsive worker is replaced. On a busy machine, even starting takes many seconds."""
_ALL_INTERFACES = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that stand for all network interfaces, each with its loopback address."""
_NOWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation, at which no machine can be reached."""


def listen(settings: Settings) -> socket.socket:
    """Return the server's listening socket. From now on, clients are queued instead of refused."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=_WAITING)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RoostError(f"cannot listen on {settings.host} port {settings.port}: {reason}") from None


def addresses(listening: socket.socket, scheme: str = "http") -> list[str]:
    """Return the URLs of a socket: first the one for this machine, then the one for other machines on the network."""
    host, port = listening.getsockname()[:2]
    hosts = [host]
    if host in _ALL_INTERFACES:
        hosts = [_ALL_INTERFACES[host]]
        network_address = _network_address(listening.family)
        if network_address is not None:
            hosts.append(network_address)
    return [f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}" for host in hosts]


def _network_address(family: socket.AddressFamily) -> str | None:
    """Return this machine's address on its network. No data is sent; the socket only consults the routing table."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_NOWHERE[family], 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until SIGTERM or SIGINT. Return once all work is complete.

    ``ready`` is called once, when the server responds for the first time.
    """
    json_log.set_up(requests=settings.log)
    for warning in unknown_variables(os.environ):
        _log.warning(warning)
    check_certificate(settings)
    engine = open_database(settings.database_url)
    with server_lock(engine.url, follows=settings.workers > 1):
        _prepare_database(engine)
        _run_alone(settings, listening, ready)


def _run_alone(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve while no other server uses the database in a way that conflicts."""
    threading.Thread(
        target=_await_response, args=(addresses(listening)[0], bool(settings.certificate), ready), daemon=True
    ).start()
    settings = within_file_limit(settings)
    os.environ.update(settings.to_environment())
    config = uvicorn.Config(
        "roost.play.server.http.app:app_from_environment",
        factory=True,
        http=protocol() if settings.fast_path else "auto",
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
        signal.signal(number, _ignore_signal)
    if settings.workers > 1:
        with ExitStack() as cleaning:
            folder = ""
            with suppress(OSError):  # without a writable folder, each process reports only its own metrics
                folder = cleaning.enter_context(TemporaryDirectory(prefix="roost-", ignore_cleanup_errors=True))
            os.environ[FOLDER_VARIABLE] = folder
            _Workers(config, [listening], folder).run()
    else:
        uvicorn.Server(config).run([listening])


class _Workers(Multiprocess):
    """uvicorn's process manager, extended to log each worker that it replaces."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], metrics_folder: str) -> None:
        super().__init__(config, sockets)
        self._metrics_folder = metrics_folder

    def keep_subprocess_alive(self) -> None:
        workers = list(self.processes)
        super().keep_subprocess_alive()
        for worker in workers:
            if worker not in self.processes and worker.pid is not None:
                bury(self._metrics_folder, worker.pid)
                _log.warning("a worker died and is replaced", extra={"worker": worker.pid, "exit": worker.exitcode})


def check_certificate(settings: Settings) -> None:
    """Check the certificate before any URL is printed. Errors get a plain message."""
    if not settings.certificate:
        return
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings.certificate, settings.certificate_key or None)
    except OSError as error:  # the file is missing or unreadable
        raise RoostError(f"the certificate {settings.certificate} cannot be used: {error.strerror or error}") from None


def _await_response(address: str, is_secure: bool, ready: Callable[[], None]) -> None:
    """Call ``ready`` once the server responds to /health. The system queues the request until a worker accepts it."""
    host = address.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=_SLOWEST_START)
    if is_secure:
        context = ssl.create_default_context()
        context.check_hostname = False  # the certificate names a host, not this address
        context.verify_mode = ssl.CERT_NONE
        connection = http.client.HTTPSConnection(host, timeout=_SLOWEST_START, context=context)
    with suppress(OSError, http.client.HTTPException), closing(connection):
        connection.request("GET", "/health")
        if connection.getresponse().status == http.client.OK:
            ready()


def within_file_limit(settings: Settings) -> Settings:
    """Raise the limit of open files as far as allowed. If it is still too low, allow fewer connections and warn."""
    try:
        import resource
    except ImportError:
        return settings
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS reports that there is no limit but refuses an infinite one, so ask only for what is needed.
    limit = settings.max_connections + _OTHER_FILES if most == resource.RLIM_INFINITY else most
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = max(files - _OTHER_FILES, 1)
    if files == resource.RLIM_INFINITY or settings.max_connections <= allowed:
        return settings
    message = f"the system allows {files} open files: {allowed} connections instead of {settings.max_connections}"
    warnings.warn(message, RuntimeWarning, stacklevel=2)
    return replace(settings, max_connections=allowed, max_streams=min(settings.max_streams, allowed))


def protocol() -> type[asyncio.Protocol] | Literal["auto"]:
    """Return uvicorn's protocol with the fast path. If this uvicorn lacks parts for it, warn and return "auto"."""
    try:
        from roost.play.server.http.fast_path import FastPath, missing_parts

        missing = missing_parts()
    except ImportError as error:
        missing = [str(error)]
    if not missing:
        return FastPath
    message = f"uvicorn {uvicorn.__version__} lacks parts for the fast path ({', '.join(missing)}): moves are slower"
    warnings.warn(message, RuntimeWarning, stacklevel=2)
    return "auto"


def _prepare_database(engine: Engine) -> None:
    """Prepare the database once, before workers start. Errors get a plain message."""
    try:
        prepare(engine)
        if (warning := shut(engine)) is not None:
            _log.warning(warning)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise RoostError(f"the database cannot be used: {reason}") from None
    finally:
        engine.dispose()


def _ignore_signal(number: int, frame: object) -> None:
    """Ignore the stop signal that uvicorn raises again after an orderly shutdown, because stopping is not a failure."""
