"""``roost arena``: run a tournament from the command line."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from roost.cli.options import AsJson, GameOptions, given, read_options

if TYPE_CHECKING:
    from roost.lab.arena.tally import DealTally
    from roost.lab.arena.tournament import Tournament
    from roost.lab.arena.tournament_run import Watcher

_FORFEITS = 3
"""Exit status if a bot forfeited a game."""


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name; roost games lists them.")],
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="The players: names of bots, or exec:COMMAND for a program that speaks the bot protocol.",
        ),
    ],
    games: Annotated[int, given("--games -n", "N", "Number of games, rounded up to whole deals.")] = 1_000,
    seed: Annotated[str, given("--seed", "TEXT", "The same seed gives the same result.")] = "1",
    jobs: Annotated[int, given("--jobs -j", "N", "Number of processes.")] = 1,
    players: Annotated[
        int | None,
        given(
            "--players -p",
            "N",
            "Number of seats; default: the number of bots. With more seats, every way to fill the table with these "
            "bots is played; with fewer, every selection of them.",
        ),
    ] = None,
    option: GameOptions = None,
    until_se: Annotated[
        float | None, given("--until-se", "SHARE", "Stop once every win share has at most this standard error.")
    ] = None,
    as_json: AsJson = False,
    csv: Annotated[Path | None, given("--csv", "FILE", "Write the standings as CSV.")] = None,
    plot: Annotated[Path | None, given("--plot", "FILE.svg", "Draw the win shares with confidence intervals.")] = None,
    records: Annotated[Path | None, given("--records", "FILE", "Write the record of every game to a new file.")] = None,
    deals: Annotated[
        Path | None, given("--deals", "FILE.csv", "Write the result of every game, deal by deal, to a new file.")
    ] = None,
    checkpoint: Annotated[
        Path | None, given("--checkpoint", "FILE", "Save the progress in this file, and continue from it.")
    ] = None,
    control: Annotated[
        bool, given("--control", "", "Measure and remove the luck of the dice, so that fewer games are needed.")
    ] = False,
    ray: Annotated[str | None, given("--ray", "ADDRESS", "Play on a Ray cluster: HOST:PORT, auto, or local.")] = None,
    move_timeout: Annotated[float, given("--move-timeout", "SECONDS", "Time limit of a program for one move.")] = 5.0,
) -> None:
    """Let bots play each other, and report which is better and how certain that is.

    Every deal of dice is played in every seating, so that neither luck nor seats favour a bot. Ctrl-C stops and
    reports the finished games; with --checkpoint, the same command continues later. The exit status is 3 if a bot
    forfeited a game.
    """
    # Imported here so that other commands and --help start fast.
    from rich.console import Console

    from roost.core.registry import game_type
    from roost.lab.arena.plot import svg
    from roost.lab.arena.report import csv_text, json_text, report
    from roost.lab.arena.result import EndReason
    from roost.lab.arena.tournament import Tournament
    from roost.lab.arena.tournament_run import run

    rules = game_type(game).make(len(bots) if players is None else players, read_options(option or ()))
    tournament = Tournament(rules, tuple(bots), seed, games, until_se, move_timeout, control)
    began = perf_counter()
    with _sigterm_like_ctrl_c(), _progress_bar(tournament) as watcher:
        result = run(
            tournament, jobs=jobs, progress=watcher, checkpoint=checkpoint, records=records, deals=deals, ray=ray
        )
    seconds = perf_counter() - began
    if csv is not None:
        csv.write_text(csv_text(result), encoding="utf-8")
    if plot is not None:
        plot.write_text(svg(result), encoding="utf-8")
    if as_json:
        typer.echo(json_text(result))
    else:
        out = Console(highlight=False, markup=False, emoji=False)
        for part in report(result):
            out.print(part)
        where = f"{jobs} of {os.cpu_count()} cores" if ray is None else f"the cluster at {ray}"
        Console(stderr=True, highlight=False).print(f"{seconds:.1f} s on {where}", style="dim")
    if result.ended is EndReason.INTERRUPTED:
        raise typer.Exit(130)
    if any(result.tally.forfeits):
        raise typer.Exit(_FORFEITS)


@contextmanager
def _sigterm_like_ctrl_c() -> Iterator[None]:
    """Handle SIGTERM like Ctrl-C: stop cleanly and report the result."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set signal handlers
        yield
        return
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


@contextmanager
def _progress_bar(tournament: Tournament) -> Iterator[Watcher | None]:
    """Show a progress bar with the time left if standard error is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=tournament.deals * tournament.games_per_deal)

        def watch(tally: DealTally) -> None:
            forfeits = sum(tally.forfeits)
            description = f"games ({forfeits:,} forfeits)" if forfeits else "games"
            bar.update(task, completed=tally.games, description=description)

        yield watch
