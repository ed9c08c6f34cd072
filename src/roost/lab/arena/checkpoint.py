"""A tournament on the disk: how far it is, to be resumed after an interruption.

The file is replaced as a whole, so that it holds at any moment a complete older state or a complete newer one. It
belongs to one tournament and is refused for any other; only the number of games may grow.
"""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from roost.core.errors import OptionError, quote
from roost.core.notation import Json
from roost.core.whole_file import whole_file
from roost.lab.arena.result import Ended
from roost.lab.arena.tally import Tally
from roost.lab.arena.tournament import Tournament

_FORMAT = 2
_LARGEST_FILE = 50_000_000
_MAY_GROW = frozenset({"games", "deals"})


@dataclass(frozen=True)
class Progress:
    """How far a tournament is: so many whole chunks."""

    chunks: int = 0
    tally: Tally = field(default_factory=Tally)
    records: int | None = None
    """How many bytes of records belong to them, if records are kept."""
    deals: int | None = None
    """How many bytes of the results of each deal belong to them, if those are kept."""
    ended: Ended | None = None
    """The reason to go no further, if there is one."""


def _identity(tournament: Tournament) -> dict[str, Json]:
    return {key: value for key, value in tournament.to_json().items() if key not in _MAY_GROW}


def _digest(body: dict[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def save(path: Path, tournament: Tournament, progress: Progress) -> None:
    """Put the progress in place of what the file held."""
    body: dict[str, Any] = {
        "roost_arena": _FORMAT,
        "tournament": _identity(tournament),
        "chunks": progress.chunks,
        "records": progress.records,
        **({} if progress.deals is None else {"deals": progress.deals}),
        "ended": None if progress.ended is None else progress.ended.value,
        "tally": progress.tally.to_json(),
    }
    with whole_file(path) as file:
        file.write(json.dumps(body | {"digest": _digest(body)}).encode())


def load(path: Path, tournament: Tournament, *, is_recorded: bool, has_deals: bool = False) -> Progress | None:
    """The progress in a file; none, if there is no such file. Raises if the file is not this tournament's."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise _refused(path, "it is far too large")
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        body = json.loads(text)
        digest = body.pop("digest")
        if body["roost_arena"] != _FORMAT or digest != _digest(body):
            raise ValueError
        ended = None if body["ended"] is None else Ended(body["ended"])
        tally = Tally.from_json(body["tally"])
        progress = Progress(body["chunks"], tally, body["records"], body.get("deals"), ended)
        saved = dict(body["tournament"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _refused(path, "it is damaged, or something else") from None
    for key, wanted in _identity(tournament).items():
        if saved.get(key) != wanted:
            raise _refused(
                path, f"it is of another tournament, whose {key} is {quote(saved.get(key))}, not {quote(wanted)}"
            )
    if (progress.records is not None) != is_recorded:
        kept = "keeps no records of its games" if is_recorded else "keeps records of its games"
        raise _refused(path, f"its tournament {kept}")
    if (progress.deals is not None) != has_deals:
        kept = "keeps no results of its deals" if has_deals else "keeps the results of its deals"
        raise _refused(path, f"its tournament {kept}")
    if progress.tally.deals > tournament.deals:
        raise _refused(path, f"it holds {progress.tally.games:,} games already, more than {tournament.games:,}")
    return progress


def _refused(path: Path, why: str) -> OptionError:
    return OptionError(
        f"{path} cannot be resumed: {why}; name another file, or delete it to start anew", input=str(path)
    )
