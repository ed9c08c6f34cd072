"""Columns of the tables of games, decisions and deals."""

from roost.study.frames import Column, game_columns


def games_table(players: int) -> tuple[Column, ...]:
    """Return the columns of the table of games, which has one row per game."""
    return (*game_columns(players), Column("turns", "Int32", "number of turns, all players together"))


DECISIONS = (
    Column("game", "Int64", "the game's number, as in the table of games"),
    Column("decision", "Int32", "the decision's number within the game, from 0"),
    Column("turn", "Int32", "the turn's number within the game, from 1"),
    Column("seat", "UInt8", "the seat that decides, from 0"),
    Column("position", "String", "the position as text; `roost.position` reads it"),
    Column("observation", "List(UInt8)", "the mover's observation: a row of the environments' layout"),
    Column("actions", "List(UInt16)", "the numbers of the legal actions"),
    Column(
        "values", "List(Float32)", "for each legal action, the mover's share of the win that the fox expects, 0 to 1"
    ),
    Column("action", "UInt16", "the number of the action that was played"),
    Column("chosen_value", "Float32", "the value of the played action, as in `values`"),
    Column("share", "Float32", "the mover's final share of the win, 0 to 1; null if the game did not end"),
)
"""Columns of the table of decisions, which has one row per decision. Values are null if the fox did not compute
them."""

DEALS = (
    Column("deal", "Int64", "the deal's number, from 0; its games have the same dice"),
    Column("order", "Int32", "the game's number within the deal, from 0"),
    Column("seat", "UInt8", "the seat, from 0"),
    Column("bot", "String", "the bot on the seat"),
    Column("share", "Float64", "its share of the win, 0 to 1"),
    Column("score", "Int32", "its points"),
    Column("luck", "Float64", "its luck with the dice, as a share of the win; null if luck was not measured"),
    Column("turns", "Int32", "number of turns, all players together"),
    Column("end", "String", "why the game ended"),
    Column("forfeited", "Boolean", "whether it forfeited the game"),
)
"""Columns of the table of deals, which has one row per seat in each game of an arena."""
