"""Heckmeck and Junior in the terminal: the grill and the stacks."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.text import Text

from roost.core.words import Messages
from roost.core.words.adapter import Names
from roost.core.words.sentences import describe_score
from roost.games.set_aside.adapters.turn_screen import dice_rows
from roost.games.tiles import TileState
from roost.play.terminal.lines import PIECE, QUIET, TILE, cell, line, players

__all__ = ["board_lines", "dice_rows"]

_FACE_DOWN, _GONE = "▒▒", "·"


def board_lines(state: TileState, words: Messages, names: Names) -> list[Text]:
    return [*_tiles(state, words), *_stacks(state, words, names)]


def _tiles(state: TileState, words: Messages) -> Iterable[Text]:
    """Yield the grill: each tile in the box at its place, face up, face down or gone, with its worms below."""
    game, face_up, face_down = state.game, Counter(state.grill), Counter(state.face_down)
    tiles, worms = Text(), Text()
    for tile, copies in game.box.items():
        up, down = face_up[tile], face_down[tile]
        for copy in range(copies):
            is_up = copy < up
            text = str(tile) if is_up else _FACE_DOWN if copy < up + down else _GONE
            cell(tiles, Text(text, TILE if is_up else QUIET))
            cell(worms, Text(str(game.worms_on(tile)), TILE) if is_up else Text())
    yield line(words.say("board.grill"), tiles)
    yield line(words.say("board.worms"), worms)


def _stacks(state: TileState, words: Messages, names: Names) -> Iterable[Text]:
    """Yield each player's tiles from bottom to top, with the top tile in brackets, and their worms."""
    scores = [describe_score(score, state.game, words) for score in state.scores()]
    return players(state, names, zip(map(_stack, state.stacks), scores, strict=True))


def _stack(stack: Sequence[int]) -> Text:
    if not stack:
        return Text("–")
    return Text(" ").join([*(Text(str(tile), PIECE) for tile in stack[:-1]), Text(f"[{stack[-1]}]", TILE)])
