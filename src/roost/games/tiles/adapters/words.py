"""Sentences about tiles: their values, and explanations of why a tile cannot be taken."""

from roost.core.moves import Action, Event
from roost.core.words import Messages
from roost.core.words.adapter import Names, ReasonAgainst
from roost.core.words.sentences import seat_name
from roost.games.set_aside.adapters import words as turn_words
from roost.games.tiles import Returned, Snatch, Snatched, Take, TileGame, TileState, Took

doubt = turn_words.doubt


def action_values(state: TileState, action: Action, words: Messages, names: Names) -> dict[str, object]:
    if isinstance(action, Take | Snatch):
        return {"worms": state.game.worms_on(action.tile)}
    return turn_words.action_values(state, action, words, names)


def event_values(event: Event, game: TileGame, words: Messages) -> dict[str, object]:
    if isinstance(event, Took | Snatched | Returned):
        return {"worms": game.worms_on(event.tile)}
    return turn_words.event_values(event, game, words)


def reason(state: TileState, action: Action, words: Messages, names: Names) -> ReasonAgainst | None:
    objection = turn_words.reason(state, action, words, names)
    if objection is not None:
        return objection
    total = state.turn.aside.total
    match action:
        case Take(tile):
            return _of_a_tile(state, tile, total)
        case Snatch(tile, owner):
            return _of_a_stack(state, tile, owner, total, names)
    return None


def _of_a_tile(state: TileState, tile: int, total: int) -> ReasonAgainst | None:
    if tile not in state.grill:
        if any(tile in stack for stack in state.stacks):
            return ReasonAgainst.of("in_a_stack", tile=tile)
        return ReasonAgainst.of("face_down", tile=tile) if tile in state.game.box else None
    if tile > total:
        return ReasonAgainst.of("too_low", tile=tile, total=total)  # HM-2
    if total in state.grill:
        return ReasonAgainst.of("exactly_this", total=total)  # HM-2
    if any(isinstance(claim, Snatch) for claim in state.claims()) and state.game.must_snatch:
        return ReasonAgainst.of("must_snatch", total=total)  # JR-6
    return ReasonAgainst.of("next_lower", total=total, tile=max(t for t in state.grill if t <= total))  # HM-4


def _of_a_stack(state: TileState, tile: int, owner: int, total: int, names: Names) -> ReasonAgainst | None:
    if owner >= len(state.stacks) or tile not in state.stacks[owner]:
        return None
    if owner == state.seat:
        return ReasonAgainst.of("own_stack")
    if state.stacks[owner][-1] != tile:
        return ReasonAgainst.of("not_on_top", owner=seat_name(owner, names))  # HM-3
    if tile != total:
        return ReasonAgainst.of("snatch_exactly", tile=tile, total=total)  # HM-3
    return ReasonAgainst.of("exactly_this", total=total)  # HM-2
