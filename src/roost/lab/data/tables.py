"""The columns of the tables."""

from roost.study.frames import Column, game_columns


def games_table(players: int) -> tuple[Column, ...]:
    """A row for each game."""
    return (*game_columns(players), Column("turns", "Int32", "how many turns all players had together"))


DECISIONS = (
    Column("game", "Int64", "the game's number, as in the table of games"),
    Column("decision", "Int32", "the decision's number within the game, from 0"),
    Column("turn", "Int32", "the turn's number within the game, from 1"),
    Column("seat", "UInt8", "who decides, from 0"),
    Column("position", "String", "the position as text; `roost.position` reads it"),
    Column("observation", "List(UInt8)", "what the mover sees: a row of the environments' layout"),
    Column("actions", "List(UInt16)", "the numbers of the legal actions"),
    Column("values", "List(Float32)", "for each of them, the mover's share of the win that the fox expects, 0 to 1"),
    Column("action", "UInt16", "the number of the action that was played"),
    Column("chosen_value", "Float32", "the value of that action, as in `values`"),
    Column("share", "Float32", "what the mover got in the end, 0 to 1; nothing, if the game did not end"),
)
"""A row for each decision. Values are left empty where nobody was asked."""

DEALS = (
    Column("deal", "Int64", "the deal's number, from 0; its games have the same dice"),
    Column("order", "Int32", "the game's number within the deal, from 0"),
    Column("seat", "UInt8", "the seat, from 0"),
    Column("bot", "String", "who sat there"),
    Column("share", "Float64", "their share of the win, 0 to 1"),
    Column("score", "Int32", "their points"),
    Column("luck", "Float64", "what the dice brought them, as a share of the win; nothing, if it was not measured"),
    Column("turns", "Int32", "how many turns the game had, all players' together"),
    Column("end", "String", "why the game ended"),
    Column("forfeited", "Boolean", "whether they could not finish the game"),
)
"""A row for each seat of each game of an arena."""
