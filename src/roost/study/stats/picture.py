"""Draw the statistics of a game as an SVG picture."""

from roost.core.notation import SEATS
from roost.core.words import Messages
from roost.study.charts import Bars, ChartSeries, Line, Lines, Panel, picture, share
from roost.study.stats.facts import AtTable, Statistics


def draw(facts: Statistics, messages: Messages) -> str:
    """Draw charts of a game's seats, lengths, tiles or spots, and failures; return the SVG text."""
    game, messages = facts.game, messages.of(facts.game)
    say = messages.say
    panels: list[Panel] = [
        Bars(
            say("stats.seats"),
            [f"{table.players}{SEATS[seat]}" for table in facts.tables for seat in range(table.players)],
            [
                ChartSeries(
                    "",
                    [seat.value for table in facts.tables for seat in table.seats],
                    [seat.error for table in facts.tables for seat in table.seats],
                )
            ],
            share,
            say("stats.players"),
        ),
        Lines(
            say("stats.length"),
            [Line(f"{table.players}", list(table.lengths.items())) for table in facts.tables],
            share,
            say("stats.turns"),
        ),
    ]
    first = facts.tables[0]
    if first.pieces:
        panels.append(_pieces(first, messages))
    if facts.exact.fails_by_lowest:
        labels, chances = (
            [str(tile) for tile in facts.exact.fails_by_lowest],
            list(facts.exact.fails_by_lowest.values()),
        )
        panels.append(Bars(say("stats.drawn_lowest"), labels, [ChartSeries("", chances)], share, say("stats.number")))
    elif first.situations:
        panels.append(
            Bars(
                say("stats.drawn_fails"),
                [str(situation.left) for situation in first.situations],
                [
                    ChartSeries(
                        "",
                        [situation.fails.value for situation in first.situations],
                        [situation.fails.error for situation in first.situations],
                    )
                ],
                share,
                say("stats.left"),
            )
        )
    note = say("stats.title", title=game.title, games=first.games, player=facts.player, seed=facts.seed)
    return picture(game.title, panels, note)


def _pieces(table: AtTable, messages: Messages) -> Bars:
    """Chart how often events happen to each tile or spot.

    Tiles kept in stacks at the end are left out.
    """
    kinds = [kind for kind in table.pieces[0].what if kind != "kept"]
    return Bars(
        messages.say("stats.pieces", players=table.players),
        [str(piece.number) for piece in table.pieces],
        [
            ChartSeries(messages.say(f"stats.{kind}"), [100 * piece.what[kind] for piece in table.pieces])
            for kind in kinds
        ],
        across=messages.say("stats.number"),
    )
