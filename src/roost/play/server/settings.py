"""The settings of a server. Each has a default value and a ``ROOST_*`` environment variable."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self, get_type_hints
from urllib.parse import urlsplit

from roost.core.errors import OptionError, quote, suggest
from roost.study.folders import data_folder

_OTHER_VARIABLES = (
    "ROOST_AUTHOR",
    "ROOST_GAMES",
    "ROOST_LANG",
    "ROOST_METRICS_FOLDER",
    "ROOST_PLUGINS",
    "ROOST_SETTINGS",
    "ROOST_TABLES",
)
"""Names of environment variables that other parts of Roost read, or set for their own processes."""
_LIMITS = ("max_tables", "max_tables_per_client", "max_log_per_client", "purge_after", "retention")
_PATH = re.compile(r"(/(?!\.+(/|$))[A-Za-z0-9._~-]+)+/?")
"""Matches a path above all pages, without characters that URLs encode, and without the segments ``.`` and ``..``."""


def _setting(default: Any, meaning: str, least: float | None = None) -> Any:
    return field(default=default, metadata={"meaning": meaning, "least": least})


@dataclass(frozen=True)
class Settings:
    """Configuration of one server."""

    host: str = _setting("127.0.0.1", "The address to listen on; 0.0.0.0 means all of this machine.")
    port: int = _setting(8321, "The port to listen on.", 0)
    certificate: str = _setting("", "The file of a certificate (PEM): with one, the server speaks HTTPS.")
    certificate_key: str = _setting("", "The file of the certificate's key, if separate.")
    workers: int = _setting(1, "Number of processes that answer requests.", 1)
    database: str = _setting("", "The database's URL; by default an SQLite file in the user's data folder.")
    public_url: str = _setting(
        "", "The public address, or its path alone, if it is not the one that the server listens on."
    )
    trusted_proxies: str = _setting("", "Proxies whose X-Forwarded-For and -Proto are trusted; by default none.")
    allowed_hosts: str = _setting("", "Further host names that browsers may use, separated by commas.")
    bot_delay: float = _setting(0.0, "Seconds that bots wait before each step; screens set their own pace.", 0)
    bot_threads: int = _setting(2, "Number of bots that may think at once.", 1)
    bot_seconds: float = _setting(60.0, "Seconds after which a bot that has not chosen is replaced.", 0.01)
    thinking_memory: int = _setting(256, "Megabytes for the bots of a process: with less they search less deeply.", 16)
    idle_after: float = _setting(60.0, "Seconds without a move after which the host may free a seat.", 0)
    away_after: float = _setting(3.0, "Seconds after closing the page until a player counts as away.", 0)
    heartbeat: float = _setting(15.0, "Seconds between the heartbeats of an event stream.", 0.01)
    sweep: float = _setting(5.0, "Seconds between searches for tables that another process has abandoned.", 0.05)
    grace: float = _setting(5.0, "Seconds for open requests to finish when the server stops.", 0)
    tables_in_memory: int = _setting(10_000, "Maximum number of tables in memory; idle ones are evicted first.", 1)
    max_tables: int = _setting(100_000, "Maximum number of open tables in the database.", 1)
    max_changes: int = _setting(50_000, "Maximum number of changes of one table.", 1)
    max_tables_per_client: int = _setting(60, "Tables that one client may create in an hour.", 1)
    max_log_per_client: float = _setting(
        200.0, "Megabytes that one client's tables may add to the log in a day.", 0.001
    )
    retention: float = _setting(0.0, "Days without a change until roost admin purge deletes a table; 0 keeps all.", 0)
    purge_after: float = _setting(7.0, "Days after which tables where no one ever sat are deleted; 0 keeps them.", 0)
    max_streams: int = _setting(8_000, "Maximum number of open event streams.", 1)
    max_streams_per_client: int = _setting(200, "Maximum number of open event streams of one client.", 1)
    max_connections: int = _setting(16_000, "Maximum number of open connections; watching and moving need one each.", 1)
    max_connections_per_client: int = _setting(
        500, "Maximum number of open connections of one client (not a proxy).", 1
    )
    request_seconds: float = _setting(10.0, "Seconds in which a request must arrive, head and body.", 0.05)
    answer_seconds: float = _setting(30.0, "Seconds in which a client must read a response.", 0.05)
    question_seconds: float = _setting(15.0, "CPU seconds for one request for odds or a hint.", 0.1)
    max_body: int = _setting(16_384, "Maximum size of a request body, in bytes.", 1_024)
    code_guesses: float = _setting(1.0, "Factor on the limit of code lookups by one client.", 0.01)
    rate: float = _setting(40.0, "Sustained requests per second of one client.", 0.1)
    burst: int = _setting(200, "Requests that one client may send at once.", 1)
    fast_path: bool = _setting(True, "Whether moves take the fast path past the framework.")
    warm_up: bool = _setting(True, "Whether code and models for odds, hints and bots are loaded in the background.")
    log: bool = _setting(True, "Whether requests are logged, as JSON lines on standard error.")

    def __post_init__(self) -> None:
        for item in fields(self):
            least, value = item.metadata["least"], getattr(self, item.name)
            if least is not None and not value >= least:
                raise OptionError(f"{item.name} must be at least {least:g}, not {quote(value)}", input=value)
        if self.public_url and not _is_address(self.public_url):
            examples = "https://play.example.org or https://example.org/roost"
            message = f"public_url must be like {examples}, not {quote(self.public_url)}"
            raise OptionError(message, input=self.public_url)

    @classmethod
    def meaning_of(cls, name: str) -> str:
        """Return what a setting means, in a sentence."""
        return str(cls.__dataclass_fields__[name].metadata["meaning"])

    @property
    def limits(self) -> dict[str, float]:
        """The quotas, and the times after which tables are deleted, for the host."""
        return {name: getattr(self, name) for name in _LIMITS}

    @property
    def path(self) -> str:
        """Path above all pages, without a slash at its end; empty if the server has a host name of its own."""
        return urlsplit(self.public_url).path.rstrip("/")

    @property
    def public_address(self) -> str:
        """Public address without a slash at its end; empty if it is the one that a request names."""
        return self.public_url.rstrip("/") if urlsplit(self.public_url).netloc else ""

    @property
    def database_url(self) -> str:
        """URL of the database. By default, the database is a file in the user's data folder."""
        if not self.database:
            return f"sqlite:///{data_folder() / 'roost.db'}"
        if "://" not in self.database:
            return f"sqlite:///{Path(self.database).absolute()}"
        # SQLAlchemy needs the driver's name in the URL, but hosts need not know which driver Roost uses.
        kind, _, rest = self.database.partition("://")
        return f"postgresql+psycopg://{rest}" if kind in ("postgres", "postgresql") else self.database

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], **given: object) -> Self:
        """Return settings. Each comes from ``given``, else from its ``ROOST_*`` variable, else from its default."""
        kinds = get_type_hints(cls)
        values: dict[str, Any] = {}
        for item in fields(cls):
            variable = f"ROOST_{item.name.upper()}"
            if given.get(item.name) is not None:
                values[item.name] = given[item.name]
            elif (text := environment.get(variable)) is not None:
                values[item.name] = _read(variable, kinds[item.name], text)
        return cls(**values)

    def to_environment(self) -> dict[str, str]:
        """Return the settings as environment variables, to be passed to worker processes."""
        return {f"ROOST_{item.name.upper()}": str(getattr(self, item.name)) for item in fields(self)}


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return a warning for each unknown ``ROOST_*`` variable. Most of these are misspelt."""
    known = [*(f"ROOST_{item.name.upper()}" for item in fields(Settings)), *_OTHER_VARIABLES]
    unknown = [name for name in environment if name.startswith("ROOST_") and name not in known]
    return [f"the environment variable {name} is unknown; {suggest(name, known)}" for name in sorted(unknown)]


def _is_address(url: str) -> bool:
    """Whether a URL consists only of a scheme, a host and perhaps a path, or only of a path."""
    if _PATH.fullmatch(url):
        return True
    try:
        parts = urlsplit(url)
        is_bare = parts.path in ("", "/") or bool(_PATH.fullmatch(parts.path))
        is_bare = is_bare and not (parts.query or parts.fragment or "@" in parts.netloc)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and is_bare and parts.port != 0
    except ValueError:  # the port is out of range, or the brackets do not contain an IPv6 address
        return False


def _read(variable: str, kind: type, text: str) -> Any:
    if kind is bool:
        if text.lower() in ("1", "true", "yes", "on"):
            return True
        if text.lower() in ("0", "false", "no", "off"):
            return False
        raise OptionError(f"{variable} must be yes or no, not {quote(text)}", input=text)
    try:
        return kind(text)
    except ValueError:
        raise OptionError(f"{variable} must be a number, not {quote(text)}", input=text) from None
