"""The pullet's and the hen's rules of thumb for Picnic Blitz."""

from roost.core.moves import Action
from roost.games.picnic.moves import KEEP, PASS, Keep, Move, Push, QueenAttack, QueenReroll, Reroll, Skip
from roost.games.picnic.state import PicnicState


def pullet(state: PicnicState) -> Action:
    """Collect the commonest number, push the first ant that can be pushed, and make the longest move."""
    actions, counts = state.actions(), _counts(state)
    if isinstance(actions[0], Keep):
        return _reroll_all_but(state, actions, counts.index(max(counts)) + 1)
    pushes = [action for action in actions if isinstance(action, Push)]
    if pushes:
        return pushes[0]
    moves = [action for action in actions if isinstance(action, Move)]
    return max(moves, key=lambda move: counts[move.track - 1]) if moves else PASS


def hen(state: PicnicState) -> Action:
    """Collect for the track where the dice gain most, push the most dangerous ant, and save up for a Queen token."""
    actions = state.actions()
    if isinstance(actions[0], Keep):
        tracks = range(1, len(state.game.tracks) + 1)
        return _reroll_all_but(state, actions, max(tracks, key=lambda track: _promise(state, track)))
    pushes = [action for action in actions if isinstance(action, Push)]
    if pushes:
        return max(pushes, key=lambda push: _danger(state, push))
    if any(isinstance(action, QueenAttack) for action in actions) and _a_rival_nearly_wins(state):
        return next(action for action in actions if isinstance(action, QueenAttack))
    moves = [action for action in actions if isinstance(action, Move)]
    best = max(moves, key=lambda move: _promise(state, move.track), default=None)
    skip = next((action for action in actions if isinstance(action, Skip)), None)
    if best is None or (skip is not None and _counts(state)[best.track - 1] < 2):
        return skip or best or PASS
    return best


def _counts(state: PicnicState) -> tuple[int, ...]:
    dice = state.turn.dice
    assert dice is not None
    return dice.counts


def _reroll_all_but(state: PicnicState, actions: tuple[Action, ...], track: int) -> Action:
    """Re-roll as many dice as allowed, except those that show a track's number."""
    rerolls = [a for a in actions if isinstance(a, Reroll) and str(track) not in a.dice]
    if rerolls:
        return max(rerolls, key=lambda reroll: len(reroll.dice))
    queen = [a for a in actions if isinstance(a, QueenReroll)]
    return queen[0] if queen and _counts(state)[track - 1] < 2 else KEEP


def _promise(state: PicnicState, track: int) -> float:
    """Return how promising the dice are on a track: the food's value times the fraction of the way that they cover."""
    seat, lane, (length, value) = state.seat, state.board[track - 1], state.game.tracks[track - 1]
    assert seat is not None
    if not lane.open >> seat & 1:
        return -1.0
    space = lane.space_of(seat)
    reached = min(space + _counts(state)[track - 1], length)
    return value * (reached**2 - space**2) / length**2 + value * (reached == length)


def _danger(state: PicnicState, push: Push) -> float:
    """Return how threatening an ant is: its food's value, weighted more the nearer the ant is."""
    length, value = state.game.tracks[push.track - 1]
    return value * state.board[push.track - 1].space_of(push.owner) ** 2 / length**2


def _a_rival_nearly_wins(state: PicnicState) -> bool:
    """Whether one more food could win the game for one of the rivals."""
    richest = max(score for seat, score in enumerate(state.scores()) if seat != state.seat)
    return richest + max(value for _, value in state.game.tracks) >= state.game.winning_score
