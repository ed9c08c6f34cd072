"""Format a tournament's result as terminal tables, JSON and CSV. The module ``plot.py`` draws the chart."""

import csv
import io
import json
from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from roost.core.notation import SEATS, seat_letter
from roost.lab.arena.result import BotStanding, EndReason, TournamentResult
from roost.study.estimate import Estimate

_ENDED = {
    EndReason.STANDARD_ERROR: "Stopped early: every win share is as precise as asked.",
    EndReason.FORFEITS: "Stopped early: bots forfeited in every game.",
    EndReason.INTERRUPTED: "Interrupted: these are the finished games.",
}
_NOTHING = "–"


def json_text(result: TournamentResult) -> str:
    """Return the result as JSON text."""
    return json.dumps(result.to_json(), indent=2, ensure_ascii=False)


def csv_text(result: TournamentResult) -> str:
    """Return the standings as CSV: one line per bot, best first."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    measures = ("win_share", "score", "rating")
    columns = [f"{measure}{part}" for measure in measures for part in ("", "_se", "_low", "_high")]
    writer.writerow(["bot", "seats", *columns, "forfeits"])
    for standing in result.standings:
        numbers = [
            value
            for estimate in (standing.share, standing.score, standing.rating)
            for value in estimate.to_json().values()
        ]
        writer.writerow([standing.bot, standing.seats, *numbers, standing.forfeits])
    return text.getvalue()


def report(result: TournamentResult) -> Iterator[RenderableType]:
    """Yield the sections of a result, as text for a terminal."""
    game = result.tournament.game
    yield Text(f"{game.title}, {game.players} players, seed {result.tournament.seed}", "bold")
    yield _played(result)
    if result.ended in _ENDED:
        yield Text(_ENDED[result.ended], "yellow")
    if not result.deals:
        return
    yield ""
    yield _standings(result)
    if len(result.standings) > 2 or (game.players > 2 and len(result.standings) > 1):
        yield ""
        yield _pairs(result)
    yield ""
    yield from _notes(result)


def _played(result: TournamentResult) -> str:
    """Describe how many games were played and why the tournament ended."""
    tournament = result.tournament
    per_deal = tournament.games_per_deal
    deals = "1 deal" if result.deals == 1 else f"{result.deals:,} deals"
    text = f"{result.games:,} games: {deals} of {per_deal}, with changing seats and the same dice"
    if result.ended is EndReason.GAMES and result.games != tournament.games:
        text += f" ({tournament.games:,} rounded up to whole deals)"
    return text


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(columns[0], overflow="fold")
    for column in columns[1:]:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _standings(result: TournamentResult) -> Table:
    has_forfeits = any(result.tally.forfeits)
    is_controlled = any(standing.controlled for standing in result.standings)
    # Leave out the points if luck was measured, because a terminal is too narrow for all these columns.
    measured = ["without luck", "95 % interval"] if is_controlled else ["points"]
    table = _table("bot", "win share", "95 % interval", *measured, "rating", *(["forfeits"] if has_forfeits else []))
    for standing in result.standings:
        table.add_row(
            Text(standing.bot),
            _percent(standing.share.value),
            _interval(standing.share),
            *_measured(standing),
            _rating(standing.rating),
            *([f"{standing.forfeits:,}"] if has_forfeits else []),
        )
    return table


def _measured(standing: BotStanding) -> tuple[str, ...]:
    fair = standing.controlled
    return (f"{standing.score.value:.2f}",) if fair is None else (_percent(fair.value), _interval(fair))


def _percent(value: float) -> str:
    return f"{value:.1%}".replace("%", " %")


def _interval(share: Estimate) -> str:
    if share.low is None or share.high is None:
        return _NOTHING
    return f"{_percent(share.low).removesuffix(' %')} – {_percent(share.high)}"


def _rating(rating: Estimate) -> str:
    if rating.standard_error is None:
        return f"{rating.value:+.0f} ± ?"
    return f"{rating.value:+.0f} ± {rating.width / 2:.0f}"


def _pairs(result: TournamentResult) -> Table:
    names = [standing.bot for standing in result.standings]
    table = _table("finished before …", *(f"({number})" for number in range(1, len(names) + 1)))
    for number, bot in enumerate(names, 1):
        row = [_NOTHING if bot == other else _percent(result.versus(bot, other).value) for other in names]
        table.add_row(Text(f"({number}) {bot}"), *row)
    return table


def _notes(result: TournamentResult) -> Iterator[Text]:
    fair = 1 / result.tournament.game.players
    yield Text(f"Equal bots would each have a win share of {_percent(fair)}.", "dim")
    yield from _variance(result)
    if any(standing.rating.standard_error is None for standing in result.standings):
        yield Text("Some bots never lost to some others: their ratings differ by at least this much.", "dim")
    seats = ", ".join(f"{SEATS[seat]} {_percent(share.value)}" for seat, share in enumerate(result.seats))
    yield Text(f"By seat: {seats}.", "dim")
    assert result.turns is not None
    yield Text(f"Turns in a game: {result.turns.value:.1f}.", "dim")
    ends = ", ".join(f"{reason} {count / result.games:.1%}" for reason, count in result.tally.ends.items())
    yield Text(f"Ends: {ends}.".replace("%", " %"), "dim")
    yield from _forfeits(result)


def _variance(result: TournamentResult) -> Iterator[Text]:
    """Describe how much variance remains after luck is taken out."""
    left = [standing.variance_left for standing in result.standings if standing.variance_left is not None]
    if left:
        most = max(left)
        more = f": as precise as {1 / most:.1f} times as many games" if 0 < most < 1 else ""
        yield Text(f"Without luck, {_percent(most)} of the variance is left{more}.", "dim")


def _forfeits(result: TournamentResult) -> Iterator[Text]:
    """Describe each bot's first forfeit.

    Later ones mostly have the same cause; the JSON contains every stored forfeit.
    """
    for name, count in zip(result.tournament.names, result.tally.forfeits, strict=True):
        first = next((forfeit for forfeit in result.tally.forfeited if forfeit.bot == name), None)
        if first is None:
            continue
        where = f"deal {first.deal}, game {first.order}, seat {seat_letter(first.seat)}, turn {first.turn}"
        yield Text(f"{name} forfeited {count:,} times, first in {where}: {first.reason}", "yellow")
        for line in first.stderr.splitlines():
            yield Text(f"    {_shown(line)}", "dim")


def _shown(line: str) -> str:
    """Replace unprintable characters in a bot's output, because they could move the cursor or colour the terminal."""
    return "".join(char if char.isprintable() else " " for char in line)
