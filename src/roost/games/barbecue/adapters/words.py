"""Sentences about Barbecue: their values, and explanations of why a spot cannot be claimed."""

from roost.core.moves import Action, Event
from roost.core.notation import SEATS
from roost.core.words import Messages
from roost.core.words.adapter import Names, ReasonAgainst
from roost.core.words.sentences import seat_name
from roost.games.barbecue import Barbecue, BarbecueState
from roost.games.barbecue.moves import EndGame, Occupy, Protect, SnailFromPool, SnailFromSpot, SnailTaken, Steal
from roost.games.barbecue.notation import HIGHEST, LOWEST, SNAIL
from roost.games.set_aside import Stop
from roost.games.set_aside.adapters import words as turn_words


def action_values(state: BarbecueState, action: Action, words: Messages, names: Names) -> dict[str, object]:
    match action:
        case Occupy(spot) | Protect(spot):
            return {"worms": state.game.worms_on(spot)}
        case Steal(spot):
            owner = SEATS.index(state.lies(spot))
            return {"owner": seat_name(owner, names), "worms": state.game.worms_on(spot)}
    return turn_words.action_values(state, action, words, names)


def event_values(event: Event, game: Barbecue, words: Messages) -> dict[str, object]:
    if isinstance(event, SnailTaken):
        return {"place": words.say("from_spot" if event.spot else "from_pool", spot=event.spot)}
    return turn_words.event_values(event, game, words)


def doubt(state: BarbecueState, action: Action) -> str | None:
    """Return the key of the warning before an action that ends the game for all players."""
    ends = isinstance(action, EndGame | Stop) and state.play(action).state.outcome is not None
    return "end" if ends else turn_words.doubt(state, action)


def reason(state: BarbecueState, action: Action, words: Messages, names: Names) -> ReasonAgainst | None:
    return turn_words.reason(state, action, words, names) or _of_a_spot(state, action, state.turn.aside.total)


def _of_a_spot(state: BarbecueState, action: Action, total: int) -> ReasonAgainst | None:
    if isinstance(action, SnailFromPool | EndGame):
        return ReasonAgainst.of("above", least=HIGHEST, total=total)  # BQ-10
    if not isinstance(action, Occupy | Steal | Protect | SnailFromSpot) or not LOWEST <= action.spot <= HIGHEST:
        return None
    spot, contents = action.spot, state.lies(action.spot)
    if total < LOWEST:
        return ReasonAgainst.of("below", least=LOWEST, total=total)  # BQ-3
    if len(contents) == 2:
        return ReasonAgainst.of("closed", spot=spot)  # BQ-8
    if spot != total:
        return ReasonAgainst.of("spot_exactly", spot=spot, total=total)  # BQ-6
    if contents != SNAIL and state.seat is not None and not state.plates_left(state.seat):
        return ReasonAgainst.of("no_plate_left")  # BQ-11
    return None
