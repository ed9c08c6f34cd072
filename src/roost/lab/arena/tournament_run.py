"""Play a tournament until it is complete, precise enough, or interrupted."""

import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from roost.core.errors import OptionError, quote
from roost.lab.arena import checkpoint as checkpoints
from roost.lab.arena.checkpoint import TournamentProgress
from roost.lab.arena.chunk import BotMaker, Chunk, Crew
from roost.lab.arena.deals import DEAL_HEADER
from roost.lab.arena.pool import chunks_from, chunks_in_processes, chunks_on_cluster
from roost.lab.arena.result import EndReason, TournamentResult, controlled_shares, win_shares
from roost.lab.arena.table import LAST_LEFT
from roost.lab.arena.tally import DealTally
from roost.lab.arena.tournament import FEWEST_DEALS_TO_STOP, Tournament
from roost.study.estimate import t_quantile

MOST_JOBS = 256
"""Largest number of processes."""
_SECONDS_BETWEEN_SAVES = 5.0

Watcher = Callable[[DealTally], None]
"""Callback that receives the current tally after each chunk."""


def run(
    tournament: Tournament,
    *,
    jobs: int = 1,
    bots: Mapping[str, BotMaker] | None = None,
    progress: Watcher | None = None,
    checkpoint: str | Path | None = None,
    records: str | Path | None = None,
    deals: str | Path | None = None,
    ray: str | None = None,
) -> TournamentResult:
    """Play a tournament and return its result, which is the same for any number of ``jobs``.

    ``bots`` maps names to factories of bots that are not installed; if ``jobs`` is greater than 1, these must be
    importable. ``progress`` is called with the current tally after each chunk. ``checkpoint`` is a file from which an
    interrupted tournament resumes. ``records`` is a new file to which the records of all games are written; ``deals``
    is a new CSV file for their results, which :func:`roost.lab.data.read_deals` can read. ``ray`` is the address of a
    Ray cluster to use instead of local processes (:mod:`roost.lab.cluster`).

    An interrupt (Ctrl-C) ends the tournament with the result so far.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise OptionError(f"jobs must be 1 to {MOST_JOBS}, not {jobs}", input=jobs)
    if ray is not None and jobs > 1:
        raise OptionError("jobs and a cluster exclude each other: leave out one of them", input=ray)
    makers = dict(bots or {})
    if jobs > 1:
        _check_importable(makers)
    with closing(Crew(tournament, makers)) as crew:
        crew.at(tournament.names)  # reports an unknown name before any game is played
    checkpoint_path = None if checkpoint is None else Path(checkpoint)
    contents = {"is_recorded": records is not None, "has_deals": deals is not None}
    saved = None if checkpoint_path is None else checkpoints.load(checkpoint_path, tournament, **contents)
    at = saved or TournamentProgress(records=None if records is None else 0, deals=None if deals is None else 0)
    with ExitStack() as stack:
        outputs = ((records, "records", at.records), (deals, "results", at.deals))
        file, deals_file = (
            None if path is None else stack.enter_context(_growing_file(Path(path), content, size if saved else None))
            for path, content, size in outputs
        )
        if ray is not None:
            chunks = chunks_on_cluster(ray, at.chunks, tournament, makers, is_recorded=file is not None)
        elif jobs == 1:
            chunks = chunks_from(at.chunks, tournament, makers, is_recorded=file is not None)
        else:
            chunks = chunks_in_processes(jobs, at.chunks, tournament, makers, is_recorded=file is not None)
        stack.enter_context(closing(chunks))
        return _Run(tournament, at, checkpoint_path, file, deals_file, progress).to_the_end(chunks)


def _check_importable(makers: Mapping[str, BotMaker]) -> None:
    for name, maker in makers.items():
        try:
            pickle.dumps(maker)
        except (pickle.PicklingError, AttributeError, TypeError):
            message = f"with several jobs, the maker of {quote(name)} must be a class or function that can be imported"
            raise OptionError(message, input=name) from None
        if maker.__module__ == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):
            message = f"with several jobs, the maker of {quote(name)} must be in a file, not in a notebook"
            raise OptionError(message, input=name)


@contextmanager
def _growing_file(path: Path, content: str, size: int | None) -> Iterator[BinaryIO]:
    """Open a new file for records or results, or continue an existing file after its first ``size`` bytes."""
    if size is None:
        with path.open("xb") as file:  # mode x refuses to overwrite the games of an earlier run
            yield file
        return
    if not path.is_file() or path.stat().st_size < size:
        message = f"{path} lacks the {content} of the games that were played; name the right file, or start again"
        raise OptionError(message, input=str(path))
    with path.open("r+b") as file:
        file.truncate(size)
        file.seek(size)
        yield file


class _Run:
    """A tournament in progress."""

    def __init__(
        self,
        tournament: Tournament,
        at: TournamentProgress,
        checkpoint: Path | None,
        file: BinaryIO | None,
        deals: BinaryIO | None,
        watcher: Watcher | None,
    ) -> None:
        self._tournament = tournament
        self._at = at
        # A checkpoint contains only full chunks. If the tournament is resumed with more games, a last chunk that was
        # cut short is played again, so standard errors are still checked after the same deals.
        self._whole = at
        self._checkpoint = checkpoint
        self._file = file
        self._deals = deals
        self._watcher = watcher
        self._next_save = monotonic() + _SECONDS_BETWEEN_SAVES

    def to_the_end(self, chunks: Iterator[Chunk]) -> TournamentResult:
        ended = self._at.ended
        if ended is None and not self._tournament.chunk(self._at.chunks):
            ended = EndReason.GAMES
        try:
            self._save()  # so that a file of records always has a checkpoint
            self._report_progress()
            while ended is None:
                ended = self._take(next(chunks))
        except KeyboardInterrupt:
            ended = EndReason.INTERRUPTED
        finally:
            for file, size in ((self._file, self._at.records), (self._deals, self._at.deals)):
                if file is not None and size is not None:
                    file.truncate(size)  # drop a partly written chunk after an interrupt
            self._save()
        return TournamentResult(self._tournament, self._at.tally, ended)

    def _take(self, chunk: Chunk) -> EndReason | None:
        """Add a chunk in an order that keeps the files and the tally consistent if an interrupt occurs."""
        at = self._at
        tally = at.tally + chunk.tally
        ended = self._ended(tally, chunk.tally)
        records = at.records
        if self._file is not None and records is not None:
            between = "\n" if records else ""
            records += self._file.write(f"{between}{chunk.records}".encode())
        deals = at.deals
        if self._deals is not None and deals is not None:
            deals += self._deals.write(f"{'' if deals else DEAL_HEADER}{chunk.deals}".encode())
        self._at = TournamentProgress(at.chunks + 1, tally, records, deals, ended)
        if chunk.tally.deals == self._tournament.deals_per_chunk:
            self._whole = replace(self._at, ended=None) if ended is EndReason.GAMES else self._at
        if monotonic() >= self._next_save:
            self._save()
        self._report_progress()
        return ended

    def _ended(self, tally: DealTally, latest: DealTally) -> EndReason | None:
        tournament = self._tournament
        if latest.ends.get(LAST_LEFT) == latest.games:
            return EndReason.FORFEITS
        for name, forfeits in zip(tournament.names, latest.forfeits, strict=True):
            if forfeits == latest.deals * tournament.seats_per_deal[name]:
                return EndReason.FORFEITS
        if tournament.until_se is not None and tally.deals >= FEWEST_DEALS_TO_STOP:
            # Use the interval, because a bot without a win has a standard error of 0 although its share is uncertain.
            reach = t_quantile(tally.deals - 1)
            shares = (controlled_shares if tournament.control else win_shares)(tournament, tally)
            if max(share.width for share in shares) <= 2 * reach * tournament.until_se:
                return EndReason.STANDARD_ERROR
        return EndReason.GAMES if tally.deals == tournament.deals else None

    def _report_progress(self) -> None:
        if self._watcher is not None:
            self._watcher(self._at.tally)

    def _save(self) -> None:
        if self._checkpoint is None:
            return
        for file in (self._file, self._deals):
            if file is not None:
                file.flush()
                os.fsync(file.fileno())
        checkpoints.save(self._checkpoint, self._tournament, self._whole)
        self._next_save = monotonic() + _SECONDS_BETWEEN_SAVES
