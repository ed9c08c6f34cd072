"""Prevent servers that do not follow each other's changes from using the same SQLite file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from roost.core.errors import RoostError


@contextmanager
def server_lock(url: URL, *, follows: bool) -> Iterator[None]:
    """Hold the database's file for a server, until the server stops or dies.

    Servers of several processes follow the changes of others (``follows``), and may share a file. A server of one
    process does not, so it needs the file for itself. PostgreSQL needs no lock, because all its servers follow it.
    """
    try:
        import fcntl
    except ImportError:  # Windows has no locks that several servers can share
        yield
        return
    if url.get_backend_name() != "sqlite" or not url.database:
        yield
        return
    # A separate file, because SQLite itself locks the database.
    with Path(f"{url.database}.server").open("ab") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if follows else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            message = (
                f"another Roost server uses {url.database}: stop it, or give this one another --database. "
                "Several servers share PostgreSQL, or one file if each has --workers 2 or more"
            )
            raise RoostError(message, input=url.database) from None
        yield
