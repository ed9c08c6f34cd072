"""The vocabulary for strategy cards about a set-aside turn: which dice to set aside, and when to stop."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from roost.core.moves import Action
from roost.core.words import Messages
from roost.core.words.sentences import describe_face
from roost.games.set_aside import ROLL_ON, WORM, Aside, RollOn, SetAside, SetAsideGame, SetAsideState, Stop
from roost.study.cards.adapter import Axis, CardDecision, Feature, PointsTable, up_to

_MOST_COUNT = 4
_MOST_GAIN = 6
_MOST_STAKE = 4
_NEED, _NEEDS = 3, 8
"""How missing points are grouped: the size of a group, and how many groups there are."""
_SINGLE, _NEXTS = 4, 9
"""Points missing for a better claim: the highest value with a column of its own, and the number of columns."""
_NEVER = 99
_MOST_LEFT, _MOST_LEAD = 5, 2
"""The greatest distance to the game's end, and the greatest lead, that are told apart."""


class Claims(NamedTuple):
    """A game's claims in a turn, as strategy cards use them."""

    kinds: Mapping[str, tuple[type[Action], ...]]
    """Kinds of claims by their names in the language files."""
    worth: Callable[[Any, Any], int]
    """How valuable a claim is in itself, from 1 to 4."""
    left: Callable[[Any], int]
    """How many pieces are left in the game; fewer pieces mean that the end is nearer."""


def decision(state: SetAsideState) -> str | None:
    """Return the kind of decision: "dice" to set aside, "stop" (or roll on), or None if rolling on is obvious."""
    actions = state.actions()
    if isinstance(actions[0], SetAside):
        return "dice"
    return None if any(isinstance(action, Stop) for action in actions) else "stop"


def gain_of(state: SetAsideState, claim: Action) -> int:
    """Return how much a claim increases the player's lead: their gain, plus the loss of the player it is taken from."""
    before, after = state.scores(), state.claim(claim).state.scores()
    seat = state.seat
    assert seat is not None
    change = [score_after - score_before for score_after, score_before in zip(after, before, strict=True)]
    return change.pop(seat) - min(0, *change)


@lru_cache(maxsize=1 << 12)
def _gains(start: SetAsideState) -> tuple[int, ...]:
    """Return the maximum gain from claims in a turn, by its result."""
    game = start.game
    most = game.dice_count * max(symbol.value for symbol in game.die.symbols)
    return tuple(
        max((gain_of(start, claim) for claim in start.claims_on(total)), default=0) for total in range(most + 1)
    )


def gain_on(state: SetAsideState, aside: Aside) -> int:
    """Return the maximum gain from a claim with these dice set aside."""
    return _gains(state.turn_start())[aside.total] if aside.has_worm else 0


def stake_of(state: SetAsideState) -> int:
    """Return how much the player loses at once if the turn fails."""
    seat = state.seat
    assert seat is not None
    return max(0, state.scores()[seat] - state.turn_start().fail(()).state.scores()[seat])


def after(state: SetAsideState, action: Action) -> Aside:
    """Return the dice that are set aside after choosing these dice."""
    aside, roll = state.turn.aside, state.turn.roll
    assert isinstance(action, SetAside)
    assert roll is not None
    place = roll.die.index[action.symbol]
    return aside.add(place, roll.counts[place])


def _fresh(state: SetAsideState) -> dict[SetAside, tuple[int, int]]:
    """Return the dice that may be set aside: each symbol's value, and how many dice show it."""
    roll = state.turn.roll
    assert roll is not None
    fresh = {}
    for action in state.actions():
        assert isinstance(action, SetAside)
        place = roll.die.index[action.symbol]
        fresh[action] = roll.die.symbols[place].value, roll.counts[place]
    return fresh


def _count(state: SetAsideState, symbol: str) -> int:
    return next((count for action, (_, count) in _fresh(state).items() if action.symbol == symbol), 0)


def _unused(aside: Aside) -> int:
    return len(aside.dice.die.symbols) - aside.mask.bit_count()


def _best_claim(state: SetAsideState) -> Action | None:
    """Return the claim that gains most; among equals the first, which takes something from another player."""
    return max(state.claims(), key=lambda claim: gain_of(state, claim), default=None)


def _in_order(state: SetAsideState) -> list[tuple[SetAside, int, int]]:
    """Return the dice that may be set aside, with their values and counts, worms first and then from high to low."""
    dice = [(action, value, count) for action, (value, count) in reversed(_fresh(state).items())]
    return sorted(dice, key=lambda entry: entry[0].symbol != WORM)


def _numbers(state: SetAsideState) -> Action | None:
    """Return the choice with the largest sum, worms excluded."""
    dice = [entry for entry in _in_order(state) if entry[0].symbol != WORM]
    return max(dice, key=lambda entry: entry[1] * entry[2])[0] if dice else None


def _to_claim(state: SetAsideState) -> Action | None:
    """Return the choice of dice after which a claim can gain most."""
    gain, best = max(
        ((gain_on(state, after(state, entry[0])), entry[0]) for entry in _in_order(state)), key=lambda entry: entry[0]
    )
    return best if gain else None


def _lacking(state: SetAsideState, aside: Aside, than: int) -> int:
    """Return how much the result must grow to claim more than ``than``; a large number if that is impossible."""
    gains = _gains(state.turn_start())
    return next((total - aside.total for total in range(aside.total, len(gains)) if gains[total] > than), _NEVER)


def _dice_decision(game: type[SetAsideGame], expert: Sequence[str]) -> CardDecision:
    symbols, most_left = game.symbols, game.dice_count - 1
    top = symbols.replace(WORM, "")[-1]

    def symbol_labels(words: Messages) -> list[str]:
        return [describe_face(symbol, words) for symbol in game.make().die.symbols]

    def dice_place(state: SetAsideState, action: SetAside) -> tuple[int, int]:
        return symbols.index(action.symbol), min(_fresh(state)[action][1], _MOST_COUNT) - 1

    def left_place(state: SetAsideState, action: SetAside) -> tuple[int, int]:
        aside = after(state, action)
        return int(aside.has_worm), aside.left

    def reach_place(state: SetAsideState, action: SetAside) -> tuple[int, int]:
        return 0, min(gain_on(state, after(state, action)), _MOST_GAIN)

    def need_place(state: SetAsideState, action: SetAside) -> tuple[int, int]:
        aside = after(state, action)
        return int(aside.has_worm), min(-(-_lacking(state, aside, 0) // _NEED), _NEEDS - 1)

    def next_place(state: SetAsideState, action: SetAside) -> tuple[int, int]:
        aside = after(state, action)
        lacking = _lacking(state, aside, _gains(state.turn_start())[aside.total])
        single = lacking if lacking <= _SINGLE else _SINGLE - 1 + -(-(lacking - _SINGLE) // _NEED) + 1
        return int(aside.has_worm), min(single, _NEXTS) - 1

    return CardDecision(
        features={
            "dice": Feature(lambda state: state.turn.roll.size),
            "result": Feature(lambda state: state.turn.aside.total),
            "symbols": Feature(lambda state: _unused(state.turn.aside)),
            "worm": Feature(lambda state: int(state.turn.aside.has_worm), flag=True),
            "worms": Feature(lambda state: _count(state, WORM)),
            "tops": Feature(lambda state: _count(state, top)),
            "sum": Feature(lambda state: max(value * count for value, count in _fresh(state).values())),
        },
        advice={
            "sum": lambda state: max(_in_order(state), key=lambda entry: entry[1] * entry[2])[0],
            "highest": lambda state: max(_in_order(state), key=lambda entry: entry[1])[0],
            "most": lambda state: max(_in_order(state), key=lambda entry: entry[2])[0],
            "fewest": lambda state: min(_in_order(state), key=lambda entry: entry[2])[0],
            "worms": lambda state: next((action for action in _fresh(state) if action.symbol == WORM), None),
            "numbers": _numbers,
            "claim": _to_claim,
        },
        tables={
            "dice": PointsTable(Axis(symbol_labels, len(symbols)), up_to(_MOST_COUNT, 1), dice_place),
            "left": PointsTable(_worm_rows(), up_to(most_left, open_end=False), left_place),
            "reach": PointsTable(_single(), up_to(_MOST_GAIN), reach_place),
            "need": PointsTable(_worm_rows(), _needs(), need_place),
            "next": PointsTable(_worm_rows(), _nexts(), next_place),
        },
        expert=expert,
    )


def _needs() -> Axis:
    steps = [f"{_NEED * step - _NEED + 1}–{_NEED * step}" for step in range(1, _NEEDS - 1)]
    labels = ["0", *steps, f"{_NEED * (_NEEDS - 2) + 1}+"]
    return Axis(lambda words: labels, _NEEDS)


def _nexts() -> Axis:
    steps = range(_SINGLE + 1, _SINGLE + 1 + _NEED * (_NEXTS - _SINGLE - 1), _NEED)
    bands = [f"{step}–{step + _NEED - 1}" for step in steps]
    labels = [*map(str, range(1, _SINGLE + 1)), *bands, f"{steps[-1] + _NEED}+"]
    return Axis(lambda words: labels, _NEXTS)


def _single() -> Axis:
    return Axis(lambda words: [words.say("card.points")], 1)


def _worm_rows() -> Axis:
    return Axis(lambda words: [words.say("card.without_worm"), words.say("card.with_worm")], 2)


def _lead(state: SetAsideState) -> int:
    scores, seat = list(state.scores()), state.seat
    assert seat is not None
    return scores.pop(seat) - max(scores)


def _roll_place(state: SetAsideState, action: Action) -> tuple[int, int] | None:
    aside = state.turn.aside
    return (aside.left - 1, _unused(aside) - 1) if isinstance(action, RollOn) else None


def _stake_place(state: SetAsideState, action: Action) -> tuple[int, int] | None:
    return (0, min(stake_of(state), _MOST_STAKE)) if isinstance(action, RollOn) else None


def _stop_decision(game: type[SetAsideGame], claims: Claims, expert: Sequence[str]) -> CardDecision:
    kinds = {kind: row for row, types in enumerate(claims.kinds.values()) for kind in types}

    def claim_labels(words: Messages) -> list[str]:
        return [words.say(f"card.claim.{name}") for name in claims.kinds]

    def claim_place(state: SetAsideState, action: Action) -> tuple[int, int] | None:
        return None if isinstance(action, RollOn) else (kinds[type(action)], claims.worth(state, action) - 1)

    def end_place(state: SetAsideState, action: Action) -> tuple[int, int] | None:
        if not isinstance(action, RollOn):
            return None
        lead = max(-_MOST_LEAD, min(_MOST_LEAD, _lead(state)))
        return min(claims.left(state), _MOST_LEFT) - 1, lead + _MOST_LEAD

    dice = up_to(game.dice_count - 1, 1, open_end=False)
    symbols = up_to(len(game.symbols) - 1, 1, open_end=False)
    return CardDecision(
        features={
            "left": Feature(lambda state: state.turn.aside.left),
            "symbols": Feature(lambda state: _unused(state.turn.aside)),
            "result": Feature(lambda state: state.turn.aside.total),
            "gain": Feature(lambda state: gain_on(state, state.turn.aside)),
            "stake": Feature(stake_of),
        },
        advice={
            "roll": lambda state: ROLL_ON if state.actions()[0] is ROLL_ON else None,
            "claim": _best_claim,
        },
        tables={
            "claim": PointsTable(Axis(claim_labels, len(claims.kinds)), up_to(4, 1, open_end=False), claim_place),
            "roll": PointsTable(dice, symbols, _roll_place),
            "stake": PointsTable(_single(), up_to(_MOST_STAKE, open_end=False), _stake_place),
            "end": PointsTable(up_to(_MOST_LEFT, 1), _leads(), end_place),
        },
        expert=expert,
    )


def _leads() -> Axis:
    labels = [f"{lead:+d}".replace("-", "−").replace("+0", "0") for lead in range(-_MOST_LEAD, _MOST_LEAD + 1)]
    return Axis(lambda words: labels, len(labels))


def decisions(
    game: type[SetAsideGame], claims: Claims, dice: Sequence[str], stop: Sequence[str]
) -> Mapping[str, CardDecision]:
    return {"dice": _dice_decision(game, dice), "stop": _stop_decision(game, claims, stop)}
