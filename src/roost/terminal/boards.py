"""What lies on the table, as lines of text: one drawing for each kind of game, and a plain one for any other.

Colour only repeats what the characters say. A line is a :class:`rich.text.Text`; its ``plain`` is the bare text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.text import Text

from roost.core.dice import Roll
from roost.core.notation import SEATS
from roost.core.state import State
from roost.games.barbecue import BarbecueState
from roost.games.barbecue.notation import SNAIL, SPOTS
from roost.games.picnic import PicnicState
from roost.games.picnic.board import Lane
from roost.games.set_aside import SetAsideState
from roost.games.tiles import TileState
from roost.messages import Messages
from roost.messages.telling import Names, seat_name, tell_dice, tell_score

__all__ = ["board_lines", "turn_lines"]

_LABEL = 10
"""The width of the first column."""
_QUIET, _PIECE, _DICE, _TURN = "dim", "yellow", "bold cyan", "bold"
_FACE_DOWN, _GONE, _EMPTY = "▒▒", "·", "·"
_SNAIL = "@"


def board_lines(state: State, messages: Messages, names: Names = ()) -> list[Text]:
    """The table and what each player has."""
    match state:
        case TileState():
            return [*_tiles(state, messages), *_stacks(state, messages, names)]
        case BarbecueState():
            return [*_spots(state, messages), *_larders(state, messages, names)]
        case PicnicState():
            return [*_tracks(state, messages), *_hands(state, messages, names)]
    return [_line(key, Text(text)) for key, text in _pairs(state)]


def turn_lines(state: State, messages: Messages) -> list[Text]:
    """The dice of the turn, and what is left of it."""
    match state:
        case SetAsideState():
            return [*_set_aside(state, messages)]
        case PicnicState():
            return [*_picnic_dice(state, messages)]
    return []


def _set_aside(state: SetAsideState, messages: Messages) -> Iterable[Text]:
    """The dice that lie aside with their sum, and those on the table."""
    aside, roll = state.turn.aside, state.turn.roll
    if aside.roll.size:
        yield _line(messages.say("board.aside"), _dice(aside.roll, messages).append(f"  = {aside.total}", _TURN))
    if roll is not None:
        yield _line(messages.say("board.roll"), _dice(roll, messages))


# -- Heckmeck and Junior -----------------------------------------------------------------------------------------------


def _tiles(state: TileState, messages: Messages) -> Iterable[Text]:
    """The grill: every tile of the box in its place, face up, face down or gone; below, the worms on it."""
    game, face_up, face_down = state.game, Counter(state.grill), Counter(state.face_down)
    tiles, worms = Text(), Text()
    for tile, copies in game.box.items():
        up, down = face_up[tile], face_down[tile]
        for copy in range(copies):
            lies = (str(tile), _PIECE) if copy < up else (_FACE_DOWN, _QUIET) if copy < up + down else (_GONE, _QUIET)
            _cell(tiles, *lies)
            _cell(worms, str(game.worms_on(tile)) if copy < up else "", _QUIET)
    yield _line(messages.say("board.grill"), tiles)
    yield _line(messages.say("board.worms"), worms)


def _stacks(state: TileState, messages: Messages, names: Names) -> Iterable[Text]:
    """Each player's tiles from bottom to top, the top one in brackets, and the worms on them."""
    stacks = [" ".join([*map(str, stack[:-1]), f"[{stack[-1]}]"]) if stack else "–" for stack in state.stacks]
    scores = [tell_score(score, state.game, messages) for score in state.scores()]
    return _players(state, names, zip(stacks, scores, strict=True))


# -- Barbecue ----------------------------------------------------------------------------------------------------------


def _spots(state: BarbecueState, messages: Messages) -> Iterable[Text]:
    """The grill: the spots, the worms on them, and what lies there."""
    spots, worms, lies = Text(), Text(), Text()
    for spot in SPOTS:
        _cell(spots, str(spot), _PIECE)
        _cell(worms, str(state.game.worms_on(spot)), _QUIET)
        _cell(lies, _SNAIL if state.lies(spot) == SNAIL else state.lies(spot) or _EMPTY, _TURN)
    yield _line(messages.say("board.grill"), spots)
    yield _line(messages.say("board.worms"), worms)
    yield _line("", lies)
    yield _line("", Text(messages.say("barbecue.board.pool", n=state.pool, snail=_SNAIL), _QUIET))


def _larders(state: BarbecueState, messages: Messages, names: Names) -> Iterable[Text]:
    rows = (
        (
            messages.say("barbecue.board.worms", n=larder.worms),
            messages.say("barbecue.board.snails", n=larder.snails),
            messages.say("barbecue.board.plates", n=state.plates_left(seat)),
            tell_score(larder.points, state.game, messages),
        )
        for seat, larder in enumerate(state.larders)
    )
    return _players(state, names, rows)


# -- Picnic Blitz ------------------------------------------------------------------------------------------------------


def _tracks(state: PicnicState, messages: Messages) -> Iterable[Text]:
    """The tracks with their ants, piles from bottom to top, the Food square in brackets; then what it is worth."""
    piles = [[_pile(lane, space) for space in range(1, lane.length + 1)] for lane in state.board]
    width = max(4, 2 + max(len(pile) for track in piles for pile in track))
    for number, (track, spaces) in enumerate(zip(state.game.tracks, piles, strict=True), 1):
        cells = Text()
        for pile in spaces[:-1]:
            _cell(cells, pile or _EMPTY, _TURN if pile else _QUIET, width)
        _cell(cells, f"[{spaces[-1] or _EMPTY}]", _PIECE, width + 1)
        cells.append(messages.say("picnic.board.points", n=track.value), _QUIET)
        yield _line(messages.say("picnic.board.track", n=number), cells)


def _pile(lane: Lane, space: int) -> str:
    return "".join(SEATS[ant.seat] for ant in lane.ants if ant.space == space)


def _hands(state: PicnicState, messages: Messages, names: Names) -> Iterable[Text]:
    rows = (
        (
            messages.say("picnic.board.queen" if queen else "picnic.board.no_queen"),
            messages.say("picnic.board.active", n=state.active_ants(seat)),
            messages.say("picnic.board.score", score=score, goal=state.game.winning_score),
        )
        for seat, (queen, score) in enumerate(zip(state.queens, state.scores(), strict=True))
    )
    return _players(state, names, rows)


def _picnic_dice(state: PicnicState, messages: Messages) -> Iterable[Text]:
    """The dice on the table, and the re-rolls or attacks that are left."""
    dice, rerolls = state.turn.dice, state.turn.rerolls
    if dice is None:
        return
    yield _line(messages.say("board.roll"), _dice(dice, messages))
    if rerolls is not None and rerolls.left:
        key = "rerolls_in_groups" if rerolls.groups > 1 else "rerolls"
        yield _line("", Text(messages.say(f"picnic.board.{key}", n=rerolls.left), _QUIET))
    elif state.attacks:
        yield _line("", Text(messages.say("picnic.board.attacks", n=state.attacks), _QUIET))


# -- any game ----------------------------------------------------------------------------------------------------------


def _pairs(state: State) -> Iterable[tuple[str, str]]:
    values = state.values()
    for item in state.game.layout():
        if item.name in values:
            for word in item.write(values[item.name]).split():
                key, _, text = word.partition("=")
                yield key, text


def _players(state: State, names: Names, rows: Iterable[Sequence[str]]) -> Iterable[Text]:
    """A line for each seat: its letter and name, then the columns, with a mark at whose turn it is."""
    table = [(SEATS[seat], seat_name(seat, names), *row) for seat, row in enumerate(rows)]
    if not names:
        table = [(letter, *row) for letter, _, *row in table]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for seat, row in enumerate(table):
        mark, style = ("▸ ", _TURN) if seat == state.seat else ("  ", "")
        letter, *columns = (text.ljust(width) for text, width in zip(row, widths, strict=True))
        yield Text(f"{mark}{letter} {'  '.join(columns)}".rstrip(), style)


def _dice(roll: Roll, messages: Messages) -> Text:
    return Text(tell_dice(roll, messages, gap="  "), _DICE)


def _line(label: str, content: Text) -> Text:
    line = Text().append(label.ljust(_LABEL), _QUIET).append_text(content)
    line.rstrip()
    return line


def _cell(row: Text, text: str, style: str, width: int = 4) -> None:
    row.append(text.rjust(width - 1) + " ", style)
