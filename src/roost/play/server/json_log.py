"""The server's log: one JSON object per line on standard error, without any secrets."""

import logging
import sys
import traceback
from datetime import UTC, datetime
from time import monotonic

import msgspec

_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}
_OUTAGES = ("OperationalError", "InterfaceError")
"""Names of the errors of all database drivers that concern the database, and not our use of it."""
_OUTAGE_AGAIN = 60.0
"""Seconds between two messages about a database that cannot be used."""


def outage(error: BaseException | None) -> str | None:
    """Return why the database cannot be used, in one line; None if an error is about anything else."""
    while error is not None:
        if type(error).__name__ in _OUTAGES:
            return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        error = error.__cause__ or error.__context__
    return None


class _OneForAnOutage(logging.Filter):
    """Replaces all messages about a database that cannot be used by one a minute, without a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._told_at: float | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        reason = outage(record.exc_info[1]) if record.exc_info else None
        if reason is None:
            return True
        now = monotonic()
        if self._told_at is not None and now - self._told_at < _OUTAGE_AGAIN:
            return False
        self._told_at = now
        record.msg, record.args, record.exc_info = "the database cannot be used", (), None
        record.reason = reason
        return True


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in _PLAIN}
        if record.exc_info:
            line["error"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up(*, requests: bool) -> None:
    """Send the server's log to standard error. Requests are logged only if request logging is enabled."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    handler.addFilter(_OneForAnOutage())
    logger = logging.getLogger("roost.server")
    logger.handlers[:] = [handler]
    logger.propagate = False
    logger.setLevel(logging.INFO)
    logging.getLogger("roost.server.requests").setLevel(logging.INFO if requests else logging.WARNING)
