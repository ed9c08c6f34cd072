"""Draw games that have no terminal adapter: the fields of the position, and the scores."""

from rich.text import Text

from roost.core.dice import Roll
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.adapter import Names
from roost.core.words.fields import seat_fields, shared_fields
from roost.core.words.sentences import describe_score
from roost.play.terminal.lines import EMPTY, DiceRow, line, players


def board_lines(state: State, words: Messages, names: Names) -> list[Text]:
    """Return lines for the fields of the position, then each player's current score and fields."""
    shared = [line(f"{name} ", Text(_together(values))) for name, values in shared_fields(state, words)]
    fields_by_seat = seat_fields(state, words)
    rows = [
        (describe_score(score, state.game, words), *(_together(values) for _, values in fields_by_seat[seat]))
        for seat, score in enumerate(state.scores())
    ]
    return [*shared, *players(state, names, rows)]


def _together(values: list[str]) -> str:
    return "  ".join(values) or EMPTY


def dice_rows(state: State, words: Messages, thrown: Roll | None = None) -> list[DiceRow]:
    """Return a row with the thrown dice, or else with the dice in the position."""
    rolls = [value for value in state.values().values() if isinstance(value, Roll)]
    return [DiceRow(words.say("board.roll"), dice) for dice in ([thrown] if thrown is not None else rolls)]
