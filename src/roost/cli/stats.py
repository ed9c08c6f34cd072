"""``roost stats``: print a game's statistics."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from roost.cli.options import read_options
from roost.cli.screen import console, messages_in, print_json, progress_bar
from roost.core.notation import SEATS
from roost.core.registry import game_type
from roost.core.words import Language, Messages
from roost.study.stats.facts import AtTable, FrequencyEstimate, Statistics, statistics

_HEAD, _QUIET = "bold", "dim"


def show_statistics(
    name: str,
    players: int | None,
    games: int,
    seed: int,
    threads: int,
    options: list[str] | None,
    plot: Path | None,
    as_json: bool,
    language: Language | None,
) -> None:
    """Play games and print their statistics."""
    messages, kind = messages_in(language), game_type(name)
    numbers = kind.player_range if players is None else [players]
    tables = [kind.make(number, read_options(options or ())) for number in numbers]
    with progress_bar(messages.say("stats.progress"), games * len(tables)) as move:
        watcher = None if move is None else lambda played: move(advance=played)
        facts = statistics(tables, games, seed=seed, threads=threads, watcher=watcher)
    if plot is not None:
        from roost.study.stats.picture import draw

        plot.write_text(draw(facts, messages), encoding="utf-8")
    if as_json:
        print_json(facts.to_json())
        return
    out = console()
    _print(out, facts, messages)
    if plot is not None:
        out.print(Text(messages.say("stats.saved", file=plot), _QUIET))


def _print(out: Console, facts: Statistics, messages: Messages) -> None:
    game, exact = facts.game, facts.exact
    messages = messages.of(game)
    say = messages.say
    games = facts.tables[0].games
    out.print(say("stats.title", title=game.title, games=games, player=facts.player, seed=facts.seed))
    _print_seats(out, facts.tables, messages)
    _print_lengths(out, facts.tables, messages)
    if exact.fails_first is not None:
        out.print(Text(f"\n{say('stats.exact')}", _HEAD))
        out.print(say("stats.first", chance=messages.percent(exact.fails_first)))
    if exact.fails_by_lowest:
        out.print(say("stats.lowest"))
        shown = _table(*map(str, exact.fails_by_lowest))
        shown.add_row(*(messages.percent(chance, 0) for chance in exact.fails_by_lowest.values()))
        out.print(shown)
    if exact.dead_rolls:
        _print_dead_rolls(out, exact.dead_rolls, messages)
    first = facts.tables[0]
    if first.situations:
        _print_situations(out, facts.tables, messages)
    if first.pieces:
        _print_pieces(out, first, messages)


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style=_QUIET)
    for head in heads:
        table.add_column(head, justify="right")
    return table


def _print_seats(out: Console, tables: Sequence[AtTable], messages: Messages) -> None:
    out.print(Text(f"\n{messages.say('stats.seats')}", _HEAD))
    most = max(table.players for table in tables)
    shown = _table(
        messages.say("stats.players"), *SEATS[:most], messages.say("stats.error"), messages.say("stats.shared")
    )
    for table in tables:
        cells = [messages.percent(seat.value) for seat in table.seats] + [""] * (most - table.players)
        error = messages.percent(max(seat.error for seat in table.seats))
        shown.add_row(str(table.players), *cells, error, messages.percent(table.shared.value))
    out.print(shown)


def _print_lengths(out: Console, tables: Sequence[AtTable], messages: Messages) -> None:
    out.print(Text(f"\n{messages.say('stats.length')}", _HEAD))
    shown = _table(*(messages.say(f"stats.{key}") for key in ("players", "mean", "short", "median", "long", "score")))
    for table in tables:
        length = table.length
        numbers = (length.short, length.median, length.long)
        shown.add_row(
            str(table.players),
            messages.number(length.mean, 1),
            *map(str, numbers),
            messages.number(table.best_score, 1),
        )
    out.print(shown)


def _print_dead_rolls(out: Console, rolls: dict[int, tuple[float, ...]], messages: Messages) -> None:
    out.print(Text(f"\n{messages.say('stats.dead')}", _HEAD))
    most = len(next(iter(rolls.values())))
    shown = _table(messages.say("stats.faces"), *(messages.say("stats.dice", n=n) for n in range(1, most + 1)))
    for faces, chances in rolls.items():
        shown.add_row(str(faces), *map(messages.percent, chances))
    out.print(shown)


def _print_situations(out: Console, tables: Sequence[AtTable], messages: Messages) -> None:
    first = tables[0]
    out.print(Text(f"\n{messages.say('stats.fails')}", _HEAD))
    left = messages.say("stats.left")
    shown = _table(left, messages.say("stats.turns"), messages.say("stats.failed"), messages.say("stats.error"))
    for situation in first.situations:
        share = situation.fails
        shown.add_row(
            str(situation.left),
            messages.number(situation.turns),
            messages.percent(share.value),
            messages.percent(share.error),
        )
    out.print(shown)
    for table in tables:
        out.print(messages.say("stats.all_turns", players=table.players, chance=_estimate(table.fails, messages)))


def _estimate(share: FrequencyEstimate | None, messages: Messages) -> str:
    assert share is not None
    return f"{messages.percent(share.value)} ± {messages.percent(share.error)}"


def _print_pieces(out: Console, table: AtTable, messages: Messages) -> None:
    out.print(Text(f"\n{messages.say('stats.pieces', players=table.players)}", _HEAD))
    kinds = list(table.pieces[0].what)
    shown = _table(messages.say("stats.number"), *(messages.say(f"stats.{kind}") for kind in kinds))
    for piece in table.pieces:
        shown.add_row(str(piece.number), *(messages.number(100 * piece.what[kind], 1) for kind in kinds))
    out.print(shown)
