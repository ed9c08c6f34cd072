"""Barbecue in the terminal: the spots and each player's winnings."""

from collections.abc import Iterable

from rich.text import Text

from roost.core.notation import SEATS
from roost.core.words import Messages
from roost.core.words.adapter import Names
from roost.core.words.sentences import describe_score
from roost.games.barbecue import BarbecueState
from roost.games.barbecue.notation import SNAIL, SPOTS
from roost.games.set_aside.adapters.turn_screen import dice_rows
from roost.play.terminal.lines import EMPTY, QUIET, TILE, TURN, cell, line, players, seat_style

__all__ = ["board_lines", "dice_rows"]

_SNAIL = "@"


def board_lines(state: BarbecueState, words: Messages, names: Names) -> list[Text]:
    return [*_spots(state, words), *_larders(state, words, names)]


def _spots(state: BarbecueState, words: Messages) -> Iterable[Text]:
    """Yield the parts of the grill's drawing: the spots, their worms, and their contents."""
    spots, worms, contents = Text(), Text(), Text()
    for spot in SPOTS:
        cell(spots, Text(str(spot), TILE))
        cell(worms, Text(str(state.game.worms_on(spot)), TILE))
        cell(contents, _contents(state.lies(spot)))
    yield line(words.say("board.grill"), spots)
    yield line(words.say("board.worms"), worms)
    yield line("", contents)
    yield line("", Text(words.say("board.pool", n=state.pool, snail=_SNAIL), QUIET))


def _contents(contents: str) -> Text:
    """Return the contents of a spot: a snail, plates in their players' colours, or a mark for an empty spot."""
    if contents == SNAIL:
        return Text(_SNAIL, TURN)
    return (
        Text().join(Text(seat, seat_style(SEATS.index(seat))) for seat in contents) if contents else Text(EMPTY, QUIET)
    )


def _larders(state: BarbecueState, words: Messages, names: Names) -> Iterable[Text]:
    rows = (
        (
            words.say("board.has_worms", n=larder.worms),
            words.say("board.snails", n=larder.snails),
            words.say("board.plates", n=state.plates_left(seat)),
            describe_score(larder.points, state.game, words),
        )
        for seat, larder in enumerate(state.larders)
    )
    return players(state, names, rows)
