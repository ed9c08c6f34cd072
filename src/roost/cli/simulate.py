"""``roost simulate``: play many random games and summarise them."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import TextIO

from rich.console import Console
from rich.table import Table

from roost.cli.options import read_options
from roost.cli.screen import console, messages_in, print_json
from roost.core.notation import SEATS
from roost.core.playout import Playout
from roost.core.record import write
from roost.core.registry import game_type
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_end
from roost.lab.simulation import Summary, simulate


def run_simulation(
    name: str,
    players: int,
    games: int,
    seed: str,
    options: list[str] | None,
    records: Path | None,
    as_json: bool,
    language: Language | None,
) -> None:
    """Play the games, write their records if requested, and print the summary."""
    messages, game = messages_in(language), game_type(name).make(players, read_options(options or ()))
    summary = Summary(game)
    began = perf_counter()
    with nullcontext() if records is None else records.open("x", encoding="utf-8", newline="\n") as file:
        for playout in _with_progress(simulate(game, games, seed), games, messages):
            summary.add(playout)
            if file is not None:
                _write(playout, file)
    seconds = perf_counter() - began
    if as_json:
        print_json({"seed": seed, **summary.to_json()})
    else:
        _print_summary(console(), summary, seed, seconds, messages)


def _write(playout: Playout, file: TextIO) -> None:
    if file.tell():
        file.write("\n")
    file.write(write(playout.record()))


def _with_progress(playouts: Iterator[Playout], games: int, messages: Messages) -> Iterable[Playout]:
    """Show a progress bar while the games are played, if standard error is a terminal."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        return playouts
    from rich.progress import track

    return track(playouts, messages.say("simulate.progress"), games, console=screen, transient=True)


def _print_summary(out: Console, summary: Summary, seed: str, seconds: float, messages: Messages) -> None:
    game, games = summary.game, summary.games
    out.print(messages.say("simulate.title", title=game.title, players=game.players, games=games, seed=seed))
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("seat", "wins", "interval", "score"):
        table.add_column(messages.say(f"simulate.{column}"), justify="right")
    for seat in range(game.players):
        share, low, high = summary.win_share(seat)
        average = summary.scores[seat] / games
        table.add_row(
            SEATS[seat],
            messages.percent(share),
            f"{messages.percent(low)} – {messages.percent(high)}",
            messages.number(average, 2),
        )
    out.print(table)
    out.print(
        messages.say(
            "simulate.per_game",
            decisions=messages.number(summary.decisions / games, 1),
            turns=messages.number(summary.turns / games, 1),
        )
    )
    for reason, count in summary.reasons.most_common():
        share_text = messages.percent(count / games)
        out.print(messages.say("simulate.ended", reason=describe_end(reason, game, messages), share=share_text))
    rate = messages.number(summary.decisions / seconds)
    out.print(messages.say("simulate.speed", seconds=messages.number(seconds, 1), rate=rate), style="dim")
