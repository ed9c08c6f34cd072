"""Sentences about the set-aside turn: their values, and explanations of why a choice is illegal."""

from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.words import Messages
from roost.core.words.adapter import Names, ReasonAgainst
from roost.core.words.sentences import describe_face, some
from roost.games.set_aside import Failed, LaidAside, RollOn, SetAside, SetAsideState, Stop


def action_values(state: SetAsideState, action: Action, words: Messages, names: Names) -> dict[str, object]:
    aside, roll = state.turn.aside, state.turn.roll
    if isinstance(action, SetAside):
        assert roll is not None
        index = roll.die.index[action.symbol]
        symbol, count = roll.die.symbols[index], roll.counts[index]
        return {"dice": some(symbol, count, words), "total": aside.total + count * symbol.value}
    return {"n": aside.left, "total": aside.total}


def event_values(event: Event, game: Game, words: Messages) -> dict[str, object]:
    match event:
        case LaidAside(_, char, count, _):
            return {"dice": some(game.die.symbols[game.die.index[char]], count, words)}
        case Failed(_, why):
            sentence = words.say_if_known(f"why.{why}")
            return {"why": f": {why}" if sentence is None else sentence}
    return {}


def doubt(state: SetAsideState, action: Action) -> str | None:
    """Return the key of the warning shown before stopping on a result that earns nothing."""
    return "stop" if isinstance(action, Stop) else None


def reason(state: SetAsideState, action: Action, words: Messages, names: Names) -> ReasonAgainst | None:
    """Return the reason why the dice forbid an action, or None if they allow it."""
    _, aside, roll = state.turn
    fresh = roll is not None and bool(roll.mask & ~aside.mask)
    if isinstance(action, SetAside):
        index = aside.dice.die.index.get(action.symbol)
        if index is None:
            return ReasonAgainst.of("else")
        face = describe_face(aside.dice.die.symbols[index], words)
        if aside.mask >> index & 1:
            return ReasonAgainst.of("lies_aside", face=face)  # SA-2
        return ReasonAgainst.of("not_rolled", face=face) if fresh else ReasonAgainst.of("roll_or_stop")
    if fresh:
        return ReasonAgainst.of("set_aside_first")  # SA-2
    if isinstance(action, RollOn):
        return ReasonAgainst.of("no_dice_left") if aside.left == 0 else ReasonAgainst.of("no_roll_left")  # SA-5, SA-6
    if isinstance(action, Stop):
        return (
            ReasonAgainst.of("something_to_claim") if state.claims() else ReasonAgainst.of("no_stopping")
        )  # SA-4, BQ-3
    return None if aside.has_worm else ReasonAgainst.of("no_worm")  # SA-7
