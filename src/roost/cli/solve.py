"""``roost solve``: solve a whole game exactly and save the solution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from roost.cli.options import AsJson, GameOptions, given, read_options

_MOST_JOBS = 256


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game: junior, or the endgame of heckmeck.")],
    folder: Annotated[
        Path | None, given("--out", "FOLDER", "Save the table here instead of your data folder (ROOST_TABLES).")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=_MOST_JOBS, help="Number of threads.")] = 1,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Solve a two-player game exactly: compute the win share of every position and save the table.

    Junior is solved completely: 251,637,264 positions in a few minutes, using 3 GB on disk while solving and 1 GB
    afterwards. Heckmeck is solved from the point where its eight lowest tiles are left. After Ctrl-C, the same command
    continues. The bot fox:table=1 plays by the table.
    """
    # Imported here so that other commands and --help start fast.
    from roost.cli.screen import console, print_json, progress_bar
    from roost.core.errors import UnsupportedError
    from roost.core.registry import game_type
    from roost.study.solve import exact_adapter

    rules = game_type(game).make(2, read_options(option or ()))
    adapter = exact_adapter(rules)
    if adapter is None:
        raise UnsupportedError(rules.name, "exact solution of the whole game")
    try:
        with progress_bar("positions", None) as move:
            watch = None if move is None else lambda solved, positions: move(completed=solved, total=positions)
            table = adapter.solve_game(rules, folder, jobs=jobs, watch=watch)
    except KeyboardInterrupt:
        console(stderr=True).print("stopped; run the same command to continue", style="dim")
        raise typer.Exit(130) from None
    if as_json:
        facts = {"positions": table.positions, "value": table.value, "error": table.value_error}
        print_json(facts | {"table_error": table.error, "seconds": table.seconds, "table": str(table.path)})
        return
    out = console()
    out.print(f"{table.start}")
    out.print(f"The mover wins {100 * table.value:.8f} % with best play by both, exact to {table.value_error:.1g}.")
    out.print(f"{table.positions:,} positions in {table.seconds:,.0f} s; the table is {table.path}")
