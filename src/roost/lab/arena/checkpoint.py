"""A tournament's checkpoint file, from which an interrupted tournament is resumed.

The file is replaced atomically, so it always holds a complete state. A checkpoint belongs to one tournament and is
refused for any other; only the number of games may grow.
"""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from roost.core.errors import OptionError, quote
from roost.core.notation import Json
from roost.core.whole_file import whole_file
from roost.lab.arena.result import EndReason
from roost.lab.arena.tally import DealTally
from roost.lab.arena.tournament import Tournament

_FORMAT = 2
_LARGEST_FILE = 50_000_000
_MAY_GROW = frozenset({"games", "deals"})


@dataclass(frozen=True)
class TournamentProgress:
    """The state of a tournament after its first ``chunks`` whole chunks."""

    chunks: int = 0
    tally: DealTally = field(default_factory=DealTally)
    records: int | None = None
    """Total size of these chunks' records in bytes; None if no records are written."""
    deals: int | None = None
    """Total size of these chunks' deal results in bytes; None if no deal results are written."""
    ended: EndReason | None = None
    """Why the tournament ended; None while it can continue."""


def _identity(tournament: Tournament) -> dict[str, Json]:
    return {key: value for key, value in tournament.to_json().items() if key not in _MAY_GROW}


def _digest(body: dict[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def save(path: Path, tournament: Tournament, progress: TournamentProgress) -> None:
    """Replace the contents of the checkpoint file."""
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


def load(
    path: Path, tournament: Tournament, *, is_recorded: bool, has_deals: bool = False
) -> TournamentProgress | None:
    """Read a checkpoint file; return None if the file does not exist. Raise if it belongs to another tournament."""
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
        ended = None if body["ended"] is None else EndReason(body["ended"])
        tally = DealTally.from_json(body["tally"])
        progress = TournamentProgress(body["chunks"], tally, body["records"], body.get("deals"), ended)
        saved = dict(body["tournament"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _refused(path, "it is damaged or not a checkpoint") from None
    for key, wanted in _identity(tournament).items():
        if saved.get(key) != wanted:
            raise _refused(
                path, f"it belongs to another tournament: its {key} is {quote(saved.get(key))}, not {quote(wanted)}"
            )
    if (progress.records is not None) != is_recorded:
        difference = "keeps no records of its games" if is_recorded else "keeps records of its games"
        raise _refused(path, f"its tournament {difference}")
    if (progress.deals is not None) != has_deals:
        difference = "keeps no results of its deals" if has_deals else "keeps the results of its deals"
        raise _refused(path, f"its tournament {difference}")
    if progress.tally.deals > tournament.deals:
        raise _refused(path, f"it holds {progress.tally.games:,} games already, more than {tournament.games:,}")
    return progress


def _refused(path: Path, why: str) -> OptionError:
    return OptionError(
        f"{path} cannot be resumed: {why}; name another file, or delete it to start again", input=str(path)
    )
