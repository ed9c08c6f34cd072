"""Barbecue at the terminal: the spots, and what each player has."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from roost.core.words import Messages
from roost.core.words.face import Names
from roost.core.words.sentences import tell_score
from roost.games.barbecue import BarbecueState
from roost.games.barbecue.notation import SNAIL, SPOTS
from roost.games.set_aside.faces.turn_screen import dice_rows
from roost.play.terminal.lines import EMPTY, QUIET, TILE, TURN, cell, line, players

__all__ = ["board_lines", "dice_rows"]

_SNAIL = "@"


def board_lines(state: BarbecueState, words: Messages, names: Names) -> list[Text]:
    """The grill, and what each player has."""
    return [*_spots(state, words), *_larders(state, words, names)]


def _spots(state: BarbecueState, words: Messages) -> Iterable[Text]:
    """The grill: the spots, the worms on them, and what lies there."""
    spots, worms, lies = Text(), Text(), Text()
    for spot in SPOTS:
        cell(spots, str(spot), TILE)
        cell(worms, str(state.game.worms_on(spot)), TILE)
        cell(lies, _SNAIL if state.lies(spot) == SNAIL else state.lies(spot) or EMPTY, TURN)
    yield line(words.say("board.grill"), spots)
    yield line(words.say("board.worms"), worms)
    yield line("", lies)
    yield line("", Text(words.say("board.pool", n=state.pool, snail=_SNAIL), QUIET))


def _larders(state: BarbecueState, words: Messages, names: Names) -> Iterable[Text]:
    rows = (
        (
            words.say("board.has_worms", n=larder.worms),
            words.say("board.snails", n=larder.snails),
            words.say("board.plates", n=state.plates_left(seat)),
            tell_score(larder.points, state.game, words),
        )
        for seat, larder in enumerate(state.larders)
    )
    return players(state, names, rows)
