"""A running server of the OpenEnv package."""

import sys
import threading
import time
from collections.abc import Iterator
from importlib import import_module

import pytest
import uvicorn

from lab.doors.playing import OPENENV


@pytest.fixture(scope="session")
def openenv_package() -> Iterator[None]:
    """Make the modules of the package importable, as they are for its own server."""
    sys.path.insert(0, str(OPENENV))
    yield
    sys.path.remove(str(OPENENV))


@pytest.fixture(scope="session")
def openenv_url(openenv_package: None) -> Iterator[str]:
    """Address of a running server of the package, in a thread because its libraries take long to load."""
    server = uvicorn.Server(uvicorn.Config(import_module("server.app").app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server ended"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()
