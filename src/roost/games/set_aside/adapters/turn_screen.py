"""The set-aside turn in the terminal: the dice set aside with their sum, and the dice on the table."""

from roost.core.dice import Roll
from roost.core.words import Messages
from roost.games.set_aside import WORM, SetAsideState
from roost.play.terminal.lines import DiceRow


def dice_rows(state: SetAsideState, words: Messages, thrown: Roll | None = None) -> list[DiceRow]:
    aside, roll = state.turn.aside, thrown or state.turn.roll
    rows = []
    if aside.roll.size:
        rows.append(DiceRow(words.say("board.aside"), aside.roll, f"= {aside.total}", special=WORM))
    if roll is not None:
        rows.append(DiceRow(words.say("board.roll"), roll, special=WORM, choosable=thrown is None))
    return rows
