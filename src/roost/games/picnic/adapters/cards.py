"""The vocabulary of Picnic Blitz's strategy cards: what to collect by re-rolling, and when to attack, move or skip."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from roost.core.moves import Action
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.adapters.glance import (
    ATTACKS,
    FAR,
    FOODS,
    NEAR,
    RUNS,
    TRACKS,
    ahead_column,
    best_row,
    counts_of,
    food_row,
    lacking,
    missing,
    mover,
    nearest_rival,
    open_tracks,
    others_on,
    reaches_goal,
    way,
)
from roost.games.picnic.moves import KEEP, PASS, QUEEN_ATTACK, QUEEN_REROLL, SKIP, Move, Push, Reroll
from roost.games.picnic.turn import straight_attacks
from roost.study.cards.adapter import Axis, CardDecision, Feature, PointsTable, up_to


def decision(state: PicnicState) -> str:
    """Return the kind of decision: "reroll" while dice are re-rolled, then "act"."""
    return "reroll" if state.turn.rerolls is not None else "act"


class _Aim(NamedTuple):
    """An aim: a number to collect, a row to complete, 0 to keep all dice, or -1 to spend the Queen token."""

    track: int | None
    run: int = 0


_ALL, _QUEEN = _Aim(None, 0), _Aim(None, -1)
Aims: TypeAlias = dict[_Aim, Action]


def _spare(state: PicnicState, keep: Mapping[int, int]) -> list[int]:
    """Return the dice that an aim does not need, least useful first: those of closed tracks, then of long ways."""
    counts, open_ = counts_of(state), open_tracks(state)
    order = sorted(TRACKS, key=lambda track: (track in open_, -missing(state, track)))
    return [number for number in order for _ in range(counts[number] - keep.get(number, 0))]


def _rerolling(state: PicnicState, keep: Mapping[int, int]) -> Action:
    """Re-roll as many dice as allowed of those that the aim does not need."""
    rerolls = state.turn.rerolls
    assert rerolls is not None
    dice = _spare(state, keep)[: rerolls.left]
    return Reroll("".join(str(number + 1) for number in dice)) if dice else KEEP


def _aims(state: PicnicState) -> Aims:
    counts = counts_of(state)
    aims: Aims = {_ALL: KEEP}
    if QUEEN_REROLL in state.actions():
        aims[_QUEEN] = QUEEN_REROLL
    for track in open_tracks(state):
        aims[_Aim(track)] = _rerolling(state, {track: counts[track]})
    for run in RUNS:
        aims[_Aim(None, run)] = _rerolling(state, {number: 1 for number in best_row(state, run) if counts[number]})
    return aims


def _collect(state: PicnicState, track: int | None) -> Action | None:
    return None if track is None else _rerolling(state, {track: counts_of(state)[track]})


def _nearest_track(state: PicnicState) -> int | None:
    """Return the open track whose food the dice bring nearest; among equals the later one, whose food is worth more."""
    return min(reversed(open_tracks(state)), key=lambda track: missing(state, track), default=None)


def _fullest_track(state: PicnicState) -> int | None:
    """Return the open track whose number shows most often."""
    return max(reversed(open_tracks(state)), key=lambda track: counts_of(state)[track], default=None)


def _aim_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    if aim.track is None:
        return None
    return min(way(state, aim.track, mover(state)), FAR) - 1, min(counts_of(state)[aim.track], 4)


def _food_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return None if aim.track is None else (0, food_row(state, aim.track))


def _goal_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    """Return the cell for a number's food: whether it would win the game, and its distance after the dice are used."""
    if aim.track is None:
        return None
    return int(reaches_goal(state, aim.track)), min(missing(state, aim.track), NEAR)


def _race_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    """Return the cell for the lead of the foremost rival ant on the track.

    An ant that is not on the board counts as on space 0.
    """
    if aim.track is None:
        return None
    rivals = others_on(state, aim.track)
    own_space = state.board[aim.track].space_of(mover(state))
    return 0, ahead_column(max(ant.space for ant in rivals), own_space) if rivals else 0


def _row_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    if aim.run < RUNS[0]:
        return None
    return aim.run - RUNS[0], min(lacking(state, aim.run), 3)


def _threat_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    """Return the cell for the distance to the food of the nearest ant that a straight could push back."""
    return None if aim.run < RUNS[0] else (aim.run - RUNS[0], min(nearest_rival(state), NEAR))


def _chance_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    rerolls = state.turn.rerolls
    assert rerolls is not None
    return None if aim.run < RUNS[0] else (rerolls.left, min(lacking(state, aim.run), 3))


def _now_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return None if aim.run < RUNS[0] else (aim.run - RUNS[0], _attacks_now(state))


def _keep_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return (_attacks_now(state), _most(state)) if aim == _ALL else None


def _queen_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return (0, min(lacking(state, RUNS[0]), 3)) if aim == _QUEEN else None


def _attacks_now(state: PicnicState) -> int:
    """Return the column for the number of attacks that the dice on the table give: 0, 1, 2 or 4."""
    dice = state.turn.dice
    assert dice is not None
    return ATTACKS.index(straight_attacks(dice))


def _most(state: PicnicState) -> int:
    """Return how many dice show the commonest number, counting only numbers of open tracks."""
    return min(max((counts_of(state)[track] for track in open_tracks(state)), default=0), 4)


_PLAIN, _FREES, _BURIES, _OFF = range(4)
"""What an attack does: a plain push, or the player's ant is freed, or the pushed ant is buried or leaves the board."""


def _steps(state: PicnicState, move: Move) -> int:
    return counts_of(state)[move.track - 1]


def _after_move(state: PicnicState, move: Move) -> int:
    return missing(state, move.track - 1)


def _wins(state: PicnicState, move: Move) -> bool:
    """Whether a move reaches the goal (PB-14)."""
    return _after_move(state, move) == 0 and reaches_goal(state, move.track - 1)


def _target(state: PicnicState, move: Move) -> int:
    """Return the space where a move ends."""
    lane = state.board[move.track - 1]
    return min(lane.space_of(mover(state)) + _steps(state, move), lane.length)


def _moves(state: PicnicState) -> list[Move]:
    return [action for action in reversed(state.actions()) if isinstance(action, Move)]


def _best_move(state: PicnicState) -> Action | None:
    """Return the move that wins, or else ends nearest to its food; among equals the one with the later food."""
    return min(_moves(state), key=lambda move: (not _wins(state, move), _after_move(state, move)), default=None)


def _longest_move(state: PicnicState) -> Action | None:
    return max(_moves(state), key=lambda move: (_wins(state, move), _steps(state, move)), default=None)


def _push(state: PicnicState, fate: int | None = None) -> Action | None:
    """Return the push of the ant nearest to its food that has this effect; among equals the one with the later food."""
    pushes = [action for action in reversed(state.actions()) if isinstance(action, Push)]
    candidates = [push for push in pushes if fate is None or _fate(state, push) == fate]
    return min(candidates, key=lambda push: way(state, push.track - 1, push.owner), default=None)


def _if_there(action: Action):  # type: ignore[no-untyped-def]
    return lambda state: action if action in state.actions() else None


def _move_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    if not isinstance(action, Move):
        return None
    return food_row(state, action.track - 1), min(_after_move(state, action), FAR)


def _steps_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    if not isinstance(action, Move):
        return None
    track = action.track - 1
    return min(way(state, track, mover(state)), FAR + 1) - 1, min(counts_of(state)[track], NEAR) - 1


def _stuck_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """Return the cell for an ant that a move leaves stuck: one that it covers, or the nearest one that it shuts out."""
    if not isinstance(action, Move):
        return None
    track, target = action.track - 1, _target(state, action)
    length, rivals = state.board[track].length, [ant.space for ant in others_on(state, track)]
    if target == length:
        return (1, min(length - max(rivals), FAR) - 1) if rivals else None
    return (0, min(length - target, FAR) - 1) if target in rivals else None


def _lead_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """Return the cell for the lead that the foremost rival ant still has after a move."""
    if not isinstance(action, Move):
        return None
    rivals = others_on(state, action.track - 1)
    return 0, ahead_column(max(ant.space for ant in rivals), _target(state, action)) if rivals else 0


def _win_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    return (0, int(_wins(state, action))) if isinstance(action, Move) else None


def _push_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    if not isinstance(action, Push):
        return None
    return food_row(state, action.track - 1), min(way(state, action.track - 1, action.owner), FAR)


def _fate(state: PicnicState, push: Push) -> int:
    """Return what a push does to the pushed ant, or to the player's own."""
    lane, seat = state.board[push.track - 1], mover(state)
    pushed = lane.pushed(push.owner)
    if (pushed.active & ~lane.active) >> seat & 1:
        return _FREES
    if not pushed.space_of(push.owner):
        return _OFF
    return _PLAIN if pushed.active >> push.owner & 1 else _BURIES


def _gap_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """Return the cell for how far an attacked ant leads the player's own."""
    if not isinstance(action, Push):
        return None
    lane = state.board[action.track - 1]
    own_space = lane.space_of(mover(state))
    return 0, ahead_column(lane.space_of(action.owner), own_space) if own_space else 0


def _lands_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    return (_fate(state, action), min(state.attacks, 4) - 1) if isinstance(action, Push) else None


def _second_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """Return the cell for a second move, which costs the Queen token (PB-12)."""
    if state.turn.moved is None or not isinstance(action, Move):
        return None
    return 0, min(_steps(state, action), 4) - 1


def _queen_attack_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """Return the cell for the best effect of one more attack: to free an ant, or else to bury one (PB-6)."""
    if action != QUEEN_ATTACK:
        return None
    lanes = [(track, lane) for track, lane in enumerate(state.board, 1) if lane.push_cost <= state.attacks + 1]
    fates = {
        _fate(state, Push(ant.seat, track)) for track, lane in lanes for ant in lane.free if ant.seat != mover(state)
    }
    best = next((fate for fate in (_FREES, _BURIES) if fate in fates), _PLAIN)
    return best, min(nearest_rival(state), 4)


_ENDINGS = (PASS, SKIP)


def _rest_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    return (_ENDINGS.index(action), min(nearest_rival(state), 4)) if action in _ENDINGS else None


def _named(*keys: str) -> Axis:
    return Axis(lambda words: [words.say(f"card.{key}") for key in keys], len(keys))


def _food_axis() -> Axis:
    labels = [str(value) for value in FOODS]
    return Axis(lambda words: labels, len(labels))


@cache
def decisions(game: type[Picnic]) -> Mapping[str, CardDecision]:
    """Return the two decisions: the aim when re-rolling, and the use of the final dice."""
    near, single = up_to(4), _named("points")
    ahead = Axis(lambda words: ["–", "<0", *(str(spaces) for spaces in range(NEAR)), f"{NEAR}+"], NEAR + 3)
    runs = up_to(RUNS[-1], RUNS[0], open_end=False)
    attacks = Axis(lambda words: [str(count) for count in ATTACKS], len(ATTACKS))
    reroll = CardDecision(
        features={
            "row": Feature(lambda state: lacking(state, 4)),
            "row6": Feature(lambda state: lacking(state, 6)),
            "rival": Feature(nearest_rival),
            "missing": Feature(lambda state: min((missing(state, track) for track in open_tracks(state)), default=FAR)),
            "most": Feature(lambda state: max(counts_of(state))),
            "rerolls": Feature(lambda state: state.turn.rerolls.left),
        },
        advice={
            "nearest": lambda state: _collect(state, _nearest_track(state)),
            "fullest": lambda state: _collect(state, _fullest_track(state)),
            "row4": lambda state: _aims(state)[_Aim(None, 4)],
            "row5": lambda state: _aims(state)[_Aim(None, 5)],
            "row6": lambda state: _aims(state)[_Aim(None, 6)],
            "keep": lambda state: KEEP,
            "queen": _if_there(QUEEN_REROLL),
        },
        tables={
            "aim": PointsTable(up_to(FAR, 1), near, _aim_place),
            "food": PointsTable(single, _food_axis(), _food_place),
            "goal": PointsTable(_named("no_win", "win"), up_to(NEAR), _goal_place),
            "race": PointsTable(single, ahead, _race_place),
            "row": PointsTable(runs, up_to(3), _row_place),
            "threat": PointsTable(runs, up_to(NEAR), _threat_place),
            "chance": PointsTable(up_to(6, open_end=False), up_to(3), _chance_place),
            "now": PointsTable(runs, attacks, _now_place),
            "keep": PointsTable(attacks, near, _keep_place),
            "queen": PointsTable(single, up_to(3), _queen_place),
        },
        expert=("aim", "food", "goal", "race", "row", "chance", "now", "threat", "keep", "queen"),
        choices=_aims,
    )
    act = CardDecision(
        features={
            "rival": Feature(nearest_rival),
            "missing": Feature(lambda state: min((_after_move(state, move) for move in _moves(state)), default=FAR)),
            "steps": Feature(lambda state: max((_steps(state, move) for move in _moves(state)), default=0)),
            "wins": Feature(lambda state: int(any(_wins(state, move) for move in _moves(state))), flag=True),
        },
        advice={
            "free": lambda state: _push(state, _FREES),
            "bury": lambda state: _push(state, _BURIES),
            "push": _push,
            "move": _best_move,
            "longest": _longest_move,
            "skip": _if_there(SKIP),
            "queen": _if_there(QUEEN_ATTACK),
            "pass": _if_there(PASS),
        },
        tables={
            "move": PointsTable(_food_axis(), up_to(FAR), _move_place),
            "steps": PointsTable(up_to(FAR + 1, 1), up_to(NEAR, 1), _steps_place),
            "stuck": PointsTable(_named("covers", "shuts"), up_to(FAR, 1), _stuck_place),
            "lead": PointsTable(single, ahead, _lead_place),
            "win": PointsTable(single, _named("no_win", "win"), _win_place),
            "push": PointsTable(_food_axis(), up_to(FAR), _push_place),
            "gap": PointsTable(single, ahead, _gap_place),
            "lands": PointsTable(_named("plain", "frees", "buries", "off"), up_to(4, 1), _lands_place),
            "second": PointsTable(single, up_to(4, 1), _second_place),
            "queen_attack": PointsTable(_named("plain", "frees", "buries"), near, _queen_attack_place),
            "rest": PointsTable(_named("pass", "skip"), near, _rest_place),
        },
        expert=("move", "steps", "stuck", "lead", "win", "second", "push", "gap", "lands", "queen_attack", "rest"),
    )
    return {"reroll": reroll, "act": act}
