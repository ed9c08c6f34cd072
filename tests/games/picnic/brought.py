"""A test helper that derives a turn's result in Picnic Blitz from the positions before and after it."""

from roost.core.moves import Action
from roost.core.state import Node
from roost.games.picnic import PicnicState
from roost.games.picnic.adapters.results import ADVANCES, ATTACKS, CAPTURES, PUSHES_OFF, WINS
from roost.games.picnic.moves import SKIP
from roost.study.odds.choice import FAILS


def result_of(before: PicnicState, after: PicnicState) -> Action:
    """Return the result of a turn from ``before`` to its end at ``after``.

    A first move counts even if it was made just before ``before``.
    """
    game, seat, turn, board, queens = before
    assert seat is not None
    captured, pushed_off, advanced = [], False, turn.moved is not None
    for place, (old, new) in enumerate(zip(board, after.board, strict=True)):
        if new.holder == seat and (old.holder != seat or place + 1 == turn.moved):
            captured.append(place)
        pushed_off |= old.holder is not None and old.holder != new.holder
        advanced |= new.space_of(seat) > old.space_of(seat)
    if captured:
        most = max(captured, key=lambda place: game.tracks[place].value)
        return WINS if after.node is Node.OVER else CAPTURES[most]
    if pushed_off:
        return PUSHES_OFF
    if advanced:
        return ADVANCES
    if after.board != board:
        return ATTACKS
    return SKIP if after.queens[seat] and not queens[seat] else FAILS
