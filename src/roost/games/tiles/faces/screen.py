"""Heckmeck and Junior at the terminal: the grill and the stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.text import Text

from roost.core.words import Messages
from roost.core.words.face import Names
from roost.core.words.sentences import tell_score
from roost.games.set_aside.faces.turn_screen import dice_rows
from roost.games.tiles import TileState
from roost.play.terminal.lines import QUIET, TILE, cell, line, players

__all__ = ["board_lines", "dice_rows"]

_FACE_DOWN, _GONE = "▒▒", "·"


def board_lines(state: TileState, words: Messages, names: Names) -> list[Text]:
    """The grill, and what each player has."""
    return [*_tiles(state, words), *_stacks(state, words, names)]


def _tiles(state: TileState, words: Messages) -> Iterable[Text]:
    """The grill: every tile of the box in its place, face up, face down or gone; below, the worms on it."""
    game, face_up, face_down = state.game, Counter(state.grill), Counter(state.face_down)
    tiles, worms = Text(), Text()
    for tile, copies in game.box.items():
        up, down = face_up[tile], face_down[tile]
        for copy in range(copies):
            lies = (str(tile), TILE) if copy < up else (_FACE_DOWN, QUIET) if copy < up + down else (_GONE, QUIET)
            cell(tiles, *lies)
            cell(worms, *((str(game.worms_on(tile)), TILE) if copy < up else ("", QUIET)))
    yield line(words.say("board.grill"), tiles)
    yield line(words.say("board.worms"), worms)


def _stacks(state: TileState, words: Messages, names: Names) -> Iterable[Text]:
    """Each player's tiles from bottom to top, the top one in brackets, and the worms on them."""
    stacks = [" ".join([*map(str, stack[:-1]), f"[{stack[-1]}]"]) if stack else "–" for stack in state.stacks]
    scores = [tell_score(score, state.game, words) for score in state.scores()]
    return players(state, names, zip(stacks, scores, strict=True))
