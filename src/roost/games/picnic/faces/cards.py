"""What strategy cards may say about Picnic Blitz: what to aim the re-rolls at, and when to attack, move or skip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from roost.cards.face import Axis, Decision, Feature, Points, up_to
from roost.core.moves import Action
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.board import Ant
from roost.games.picnic.moves import KEEP, PASS, QUEEN_ATTACK, QUEEN_REROLL, SKIP, Move, Push, Reroll
from roost.games.picnic.turn import straight_attacks

__all__ = ["decision", "decisions"]

_TRACKS = range(6)
_FOODS = (2, 3, 4)
"""The values of food that tables tell apart (PB-1); greater and lesser ones count as the nearest."""
_FAR = 9
"""Spaces to the food: greater numbers make no difference."""
_NEAR = 5
"""The same where only what is near matters."""
_RUNS = (4, 5, 6)
"""So many in a row give attacks (PB-6) …"""
_ATTACKS = (0, 1, 2, 4)
"""… and these are the attacks."""


def decision(state: PicnicState) -> str:
    """While dice are re-rolled, what to aim at; then what to do with them."""
    return "reroll" if state.turn.rerolls is not None else "act"


# -- what a person sees ------------------------------------------------------------------------------------------------


def _seat(state: PicnicState) -> int:
    assert state.seat is not None
    return state.seat


def _counts(state: PicnicState) -> tuple[int, ...]:
    dice = state.turn.dice
    assert dice is not None
    return dice.counts


def _way(state: PicnicState, track: int, seat: int) -> int:
    """How many spaces an ant is from the food; ``track`` counts from 0."""
    return state.game.tracks[track].length - state.board[track].space_of(seat)


def _open(state: PicnicState) -> list[int]:
    """The tracks on which the player may move."""
    return [track for track in _TRACKS if state.board[track].open >> _seat(state) & 1]


def _food(state: PicnicState, track: int) -> int:
    """The row of a food's value."""
    return min(max(state.game.tracks[track].value, _FOODS[0]), _FOODS[-1]) - _FOODS[0]


def _missing(state: PicnicState, track: int) -> int:
    """How far from the food the dice on the table leave an ant of one's own."""
    return max(0, _way(state, track, _seat(state)) - _counts(state)[track])


def _rivals(state: PicnicState) -> list[tuple[int, int]]:
    """The other players' ants that can be attacked: how far each is from its food, and on which track."""
    return [
        (_way(state, track, ant.seat), track)
        for track, lane in enumerate(state.board)
        for ant in lane.free
        if ant.seat != _seat(state)
    ]


def _others(state: PicnicState, track: int) -> list[Ant]:
    """The other players' ants on a track."""
    return [ant for ant in state.board[track].ants if ant.seat != _seat(state)]


def _ahead(rival: int, own: int) -> int:
    """The column of a rival's space beside one's own: behind, 0 to 5 spaces ahead, or more; column 0 is for neither."""
    return 1 if rival < own else 2 + min(rival - own, _NEAR)


def _reaches_goal(state: PicnicState, track: int) -> bool:
    """Whether the food of a track would win the game (PB-14)."""
    return state.scores()[_seat(state)] + state.game.tracks[track].value >= state.game.winning_score


def _nearest_rival(state: PicnicState) -> int:
    return min((way for way, _ in _rivals(state)), default=_FAR)


def _windows(run: int) -> Iterable[range]:
    return (range(low, low + run) for low in range(len(_TRACKS) - run, -1, -1))


def _row(state: PicnicState, run: int) -> range:
    """The numbers in a row of which most show; of equals the higher ones."""
    counts = _counts(state)
    return max(_windows(run), key=lambda window: sum(counts[number] > 0 for number in window))


def _lacking(state: PicnicState, run: int) -> int:
    counts = _counts(state)
    return sum(counts[number] == 0 for number in _row(state, run))


# -- what to aim the re-rolls at ---------------------------------------------------------------------------------------


class _Aim(NamedTuple):
    """Dice of one number to collect, a row to complete, or (0) to keep all, or (-1) to spend the Queen."""

    track: int | None
    run: int = 0


_ALL, _QUEEN = _Aim(None, 0), _Aim(None, -1)
Aims: TypeAlias = dict[_Aim, Action]


def _spare(state: PicnicState, keep: Mapping[int, int]) -> list[int]:
    """The dice that an aim has no use for, those first that are least useful elsewhere: closed tracks, long ways."""
    counts, open_ = _counts(state), _open(state)
    order = sorted(_TRACKS, key=lambda track: (track in open_, -_missing(state, track)))
    return [number for number in order for _ in range(counts[number] - keep.get(number, 0))]


def _rerolling(state: PicnicState, keep: Mapping[int, int]) -> Action:
    """Re-roll as many dice as allowed, of those that need not be kept."""
    rerolls = state.turn.rerolls
    assert rerolls is not None
    dice = _spare(state, keep)[: rerolls.left]
    return Reroll("".join(str(number + 1) for number in dice)) if dice else KEEP


def _aims(state: PicnicState) -> Aims:
    counts = _counts(state)
    aims: Aims = {_ALL: KEEP}
    if QUEEN_REROLL in state.actions():
        aims[_QUEEN] = QUEEN_REROLL
    for track in _open(state):
        aims[_Aim(track)] = _rerolling(state, {track: counts[track]})
    for run in _RUNS:
        aims[_Aim(None, run)] = _rerolling(state, {number: 1 for number in _row(state, run) if counts[number]})
    return aims


def _collect(state: PicnicState, track: int | None) -> Action | None:
    return None if track is None else _rerolling(state, {track: _counts(state)[track]})


def _nearest_track(state: PicnicState) -> int | None:
    """The open track whose food the dice bring nearest; of equals the later one, whose food is worth more."""
    return min(reversed(_open(state)), key=lambda track: _missing(state, track), default=None)


def _fullest_track(state: PicnicState) -> int | None:
    """The open track whose number shows most often."""
    return max(reversed(_open(state)), key=lambda track: _counts(state)[track], default=None)


def _aim_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    if aim.track is None:
        return None
    return min(_way(state, aim.track, _seat(state)), _FAR) - 1, min(_counts(state)[aim.track], 4)


def _food_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return None if aim.track is None else (0, _food(state, aim.track))


def _goal_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    """Whether the food of a number would win the game, and how far away the dice leave it."""
    if aim.track is None:
        return None
    return int(_reaches_goal(state, aim.track)), min(_missing(state, aim.track), _NEAR)


def _race_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    """How far the foremost ant of others on the track is ahead; an ant that has not entered stands on space 0."""
    if aim.track is None:
        return None
    others = _others(state, aim.track)
    own = state.board[aim.track].space_of(_seat(state))
    return 0, _ahead(max(ant.space for ant in others), own) if others else 0


def _row_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    if aim.run < _RUNS[0]:
        return None
    return aim.run - _RUNS[0], min(_lacking(state, aim.run), 3)


def _threat_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    """How near the food an ant is that a straight could push back."""
    return None if aim.run < _RUNS[0] else (aim.run - _RUNS[0], min(_nearest_rival(state), _NEAR))


def _chance_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    rerolls = state.turn.rerolls
    assert rerolls is not None
    return None if aim.run < _RUNS[0] else (rerolls.left, min(_lacking(state, aim.run), 3))


def _now_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return None if aim.run < _RUNS[0] else (aim.run - _RUNS[0], _attacks_now(state))


def _keep_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return (_attacks_now(state), _most(state)) if aim == _ALL else None


def _queen_place(state: PicnicState, aim: _Aim) -> tuple[int, int] | None:
    return (0, min(_lacking(state, _RUNS[0]), 3)) if aim == _QUEEN else None


def _attacks_now(state: PicnicState) -> int:
    """The column of the attacks that the dice on the table give: 0, 1, 2 or 4."""
    dice = state.turn.dice
    assert dice is not None
    return _ATTACKS.index(straight_attacks(dice))


def _most(state: PicnicState) -> int:
    """How often the number shows that shows most often, of those with an open track."""
    return min(max((_counts(state)[track] for track in _open(state)), default=0), 4)


_PLAIN, _FREES, _BURIES, _OFF = range(4)
"""What becomes of the ants by an attack: the rows of a table."""


# -- what to do with the dice ------------------------------------------------------------------------------------------


def _after_move(state: PicnicState, move: Move) -> int:
    return _missing(state, move.track - 1)


def _wins(state: PicnicState, move: Move) -> bool:
    """Whether a move reaches the goal (PB-14)."""
    return _after_move(state, move) == 0 and _reaches_goal(state, move.track - 1)


def _target(state: PicnicState, move: Move) -> int:
    """The space where a move ends."""
    lane = state.board[move.track - 1]
    return min(lane.space_of(_seat(state)) + _counts(state)[move.track - 1], lane.length)


def _moves(state: PicnicState) -> list[Move]:
    return [action for action in reversed(state.actions()) if isinstance(action, Move)]


def _best_move(state: PicnicState) -> Action | None:
    """The move that wins, or else the one that ends nearest to its food; of equals that for the later food."""
    return min(_moves(state), key=lambda move: (not _wins(state, move), _after_move(state, move)), default=None)


def _longest_move(state: PicnicState) -> Action | None:
    return max(_moves(state), key=lambda move: (_wins(state, move), _counts(state)[move.track - 1]), default=None)


def _push(state: PicnicState, fate: int | None = None) -> Action | None:
    """The ant nearest to its food, of those that this becomes of; of equals that at the later food."""
    pushes = [action for action in reversed(state.actions()) if isinstance(action, Push)]
    wanted = [push for push in pushes if fate is None or _fate(state, push) == fate]
    return min(wanted, key=lambda push: _way(state, push.track - 1, push.owner), default=None)


def _if_there(action: Action):  # type: ignore[no-untyped-def]
    return lambda state: action if action in state.actions() else None


def _move_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    if not isinstance(action, Move):
        return None
    return _food(state, action.track - 1), min(_after_move(state, action), _FAR)


def _steps_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    if not isinstance(action, Move):
        return None
    track = action.track - 1
    return min(_way(state, track, _seat(state)), _FAR + 1) - 1, min(_counts(state)[track], _NEAR) - 1


def _stuck_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """Whom a move leaves stuck: an ant that it covers, or the nearest one that it shuts out from the food."""
    if not isinstance(action, Move):
        return None
    track, target = action.track - 1, _target(state, action)
    length, others = state.board[track].length, [ant.space for ant in _others(state, track)]
    if target == length:
        return (1, min(length - max(others), _FAR) - 1) if others else None
    return (0, min(length - target, _FAR) - 1) if target in others else None


def _lead_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """How far the foremost ant of others is still ahead where a move ends."""
    if not isinstance(action, Move):
        return None
    others = _others(state, action.track - 1)
    return 0, _ahead(max(ant.space for ant in others), _target(state, action)) if others else 0


def _win_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    return (0, int(_wins(state, action))) if isinstance(action, Move) else None


def _push_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    if not isinstance(action, Push):
        return None
    return _food(state, action.track - 1), min(_way(state, action.track - 1, action.owner), _FAR)


def _fate(state: PicnicState, push: Push) -> int:
    """What becomes of the ant that is pushed, or of one's own."""
    lane, seat = state.board[push.track - 1], _seat(state)
    pushed = lane.pushed(push.owner)
    if (pushed.active & ~lane.active) >> seat & 1:
        return _FREES
    if not pushed.space_of(push.owner):
        return _OFF
    return _PLAIN if pushed.active >> push.owner & 1 else _BURIES


def _gap_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """How far an ant that is attacked is ahead of one's own."""
    if not isinstance(action, Push):
        return None
    lane = state.board[action.track - 1]
    own = lane.space_of(_seat(state))
    return 0, _ahead(lane.space_of(action.owner), own) if own else 0


def _lands_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    return (_fate(state, action), min(state.attacks, 4) - 1) if isinstance(action, Push) else None


def _second_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """A second move, which spends the Queen (PB-12)."""
    if state.turn.moved is None or not isinstance(action, Move):
        return None
    return 0, min(_counts(state)[action.track - 1], 4) - 1


def _queen_attack_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    """The best that one more attack could do: free an ant, or else bury one (PB-6)."""
    if action != QUEEN_ATTACK:
        return None
    lanes = [(track, lane) for track, lane in enumerate(state.board, 1) if lane.push_cost <= state.attacks + 1]
    fates = {
        _fate(state, Push(ant.seat, track)) for track, lane in lanes for ant in lane.free if ant.seat != _seat(state)
    }
    best = next((fate for fate in (_FREES, _BURIES) if fate in fates), _PLAIN)
    return best, min(_nearest_rival(state), 4)


_OTHERS = (PASS, SKIP)


def _rest_place(state: PicnicState, action: Action) -> tuple[int, int] | None:
    return (_OTHERS.index(action), min(_nearest_rival(state), 4)) if action in _OTHERS else None


# -- both --------------------------------------------------------------------------------------------------------------


def _named(*keys: str) -> Axis:
    return Axis(lambda words: [words.say(f"card.{key}") for key in keys], len(keys))


def _food_axis() -> Axis:
    labels = [str(value) for value in _FOODS]
    return Axis(lambda words: labels, len(labels))


@cache
def decisions(game: type[Picnic]) -> Mapping[str, Decision]:
    """What to aim at, and what to do."""
    near, single = up_to(4), _named("points")
    ahead = Axis(lambda words: ["–", "<0", *(str(spaces) for spaces in range(_NEAR)), f"{_NEAR}+"], _NEAR + 3)
    runs = up_to(_RUNS[-1], _RUNS[0], open_end=False)
    attacks = Axis(lambda words: [str(count) for count in _ATTACKS], len(_ATTACKS))
    reroll = Decision(
        features={
            "row": Feature(lambda state: _lacking(state, 4)),
            "row6": Feature(lambda state: _lacking(state, 6)),
            "rival": Feature(_nearest_rival),
            "missing": Feature(lambda state: min((_missing(state, track) for track in _open(state)), default=_FAR)),
            "most": Feature(lambda state: max(_counts(state))),
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
            "aim": Points(up_to(_FAR, 1), near, _aim_place),
            "food": Points(single, _food_axis(), _food_place),
            "goal": Points(_named("no_win", "win"), up_to(_NEAR), _goal_place),
            "race": Points(single, ahead, _race_place),
            "row": Points(runs, up_to(3), _row_place),
            "threat": Points(runs, up_to(_NEAR), _threat_place),
            "chance": Points(up_to(6, open_end=False), up_to(3), _chance_place),
            "now": Points(runs, attacks, _now_place),
            "keep": Points(attacks, near, _keep_place),
            "queen": Points(single, up_to(3), _queen_place),
        },
        expert=("aim", "food", "goal", "race", "row", "chance", "now", "threat", "keep", "queen"),
        choices=_aims,
    )
    act = Decision(
        features={
            "rival": Feature(_nearest_rival),
            "missing": Feature(lambda state: min((_after_move(state, move) for move in _moves(state)), default=_FAR)),
            "steps": Feature(lambda state: max((_counts(state)[move.track - 1] for move in _moves(state)), default=0)),
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
            "move": Points(_food_axis(), up_to(_FAR), _move_place),
            "steps": Points(up_to(_FAR + 1, 1), up_to(_NEAR, 1), _steps_place),
            "stuck": Points(_named("covers", "shuts"), up_to(_FAR, 1), _stuck_place),
            "lead": Points(single, ahead, _lead_place),
            "win": Points(single, _named("no_win", "win"), _win_place),
            "push": Points(_food_axis(), up_to(_FAR), _push_place),
            "gap": Points(single, ahead, _gap_place),
            "lands": Points(_named("plain", "frees", "buries", "off"), up_to(4, 1), _lands_place),
            "second": Points(single, up_to(4, 1), _second_place),
            "queen_attack": Points(_named("plain", "frees", "buries"), near, _queen_attack_place),
            "rest": Points(_named("pass", "skip"), near, _rest_place),
        },
        expert=("move", "steps", "stuck", "lead", "win", "second", "push", "gap", "lands", "queen_attack", "rest"),
    )
    return {"reroll": reroll, "act": act}
