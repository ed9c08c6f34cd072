"""Picnic Blitz in the terminal: the tracks with their ants, and each player's hand."""

from collections.abc import Iterable
from itertools import zip_longest

from rich.text import Text

from roost.core.dice import Roll
from roost.core.notation import SEATS
from roost.core.words import Messages
from roost.core.words.adapter import Names
from roost.games.picnic import PicnicState
from roost.games.picnic.board import Lane
from roost.play.terminal.lines import EMPTY, PIECE, QUIET, DiceRow, cell, line, players, seat_style


def board_lines(state: PicnicState, words: Messages, names: Names) -> list[Text]:
    return [*_tracks(state, words), *_hands(state, words, names)]


def _tracks(state: PicnicState, words: Messages) -> Iterable[Text]:
    """Yield the tracks: the ants (piles from bottom to top), the Food square in brackets, and the food's points."""
    piles = [[_pile(lane, space) for space in range(1, lane.length + 1)] for lane in state.board]
    widths = [max(3, 1 + max(map(len, column))) for column in zip_longest(*piles, fillvalue=Text())]
    for number, (track, spaces) in enumerate(zip(state.game.tracks, piles, strict=True), 1):
        cells = Text()
        for pile, width in zip(spaces[:-1], widths, strict=False):
            cell(cells, pile, width)
        cell(cells, Text("[", PIECE).append_text(spaces[-1]).append("]"), widths[len(spaces) - 1] + 2)
        cells.append(words.say("board.points", n=track.value), QUIET)
        yield line(words.say("board.track", n=number), cells)


def _pile(lane: Lane, space: int) -> Text:
    """Return the ants on a space, each in its player's colour; a dot if the space is empty."""
    ants = [Text(SEATS[ant.seat], seat_style(ant.seat)) for ant in lane.ants if ant.space == space]
    return Text().join(ants) if ants else Text(EMPTY, QUIET)


def _hands(state: PicnicState, words: Messages, names: Names) -> Iterable[Text]:
    rows = (
        (
            words.say("board.queen" if queen else "board.no_queen"),
            words.say("board.active", n=state.active_ants(seat)),
            words.say("board.score", score=score, goal=state.game.winning_score),
        )
        for seat, (queen, score) in enumerate(zip(state.queens, state.scores(), strict=True))
    )
    return players(state, names, rows)


def dice_rows(state: PicnicState, words: Messages, thrown: Roll | None = None) -> list[DiceRow]:
    """Return the dice on the table, including any just thrown, then the re-rolls or attacks that are left."""
    dice, rerolls = state.turn.dice, state.turn.rerolls
    if thrown is not None:
        is_rest = dice is not None and dice.size + thrown.size <= state.game.dice_count
        return [DiceRow(words.say("board.roll"), thrown + dice if dice is not None and is_rest else thrown)]
    if dice is None:
        return []
    rows = [DiceRow(words.say("board.roll"), dice)]
    if rerolls is not None and rerolls.left:
        key = "rerolls_in_groups" if rerolls.groups > 1 else "rerolls"
        rows.append(DiceRow("", None, words.say(f"board.{key}", n=rerolls.left)))
    elif state.attacks:
        rows.append(DiceRow("", None, words.say("board.attacks", n=state.attacks)))
    return rows
