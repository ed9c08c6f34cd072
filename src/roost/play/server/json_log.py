"""The server's log: one JSON object per line on standard error, without any secrets."""

import logging
import sys
import traceback
from datetime import UTC, datetime

import msgspec

_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


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
    logger = logging.getLogger("roost.server")
    logger.handlers[:] = [handler]
    logger.propagate = False
    logger.setLevel(logging.INFO)
    logging.getLogger("roost.server.requests").setLevel(logging.INFO if requests else logging.WARNING)
