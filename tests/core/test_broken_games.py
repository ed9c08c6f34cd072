"""The conformance suite catches games with one deliberate fault each, and names the fault."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count
from typing import Any, ClassVar

import pytest

from roost.core.conformance import ConformanceError, check_game
from roost.core.dice import Dice, Roll
from roost.core.errors import IllegalMoveError
from roost.core.game import Game, PerSeat, option
from roost.core.moves import Action, Event
from roost.core.notation import Integer
from roost.core.outcome import Outcome
from roost.core.state import Move, Node, State, Step
from roost.core.stream import Stream
from roost.games.junior import Junior, JuniorState
from roost.games.set_aside import STOP
from roost.games.tiles import GRILL_EMPTY, TILE_ACTIONS, FacedDown, Take, Took

hidden = count()
"""A counter that changes on every read, unlike anything that a state may depend on."""
_OWN = JuniorState


def states(name: str, **members: Any) -> Game:
    """Return Junior with some members of its state class replaced; without any, its states have a dictionary."""
    slots = {"__slots__": ()} if members else {}
    kind = globals()[name] = type(name, (_OWN,), {**slots, "__module__": __name__, **members})
    return game(f"GameOf{name}", state_type=kind)


def game(name: str, *arguments: Any, **members: Any) -> Game:
    """Return Junior with some members replaced. Its class is put where pickle can find it."""
    kind: type[Game] = type(name, (Junior,), {"__module__": __name__, **members})
    globals()[name] = kind
    return kind(*arguments)


def without(key: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Return a dictionary without one key."""
    return {name: value for name, value in facts.items() if name != key}


def fails(error: Exception) -> Callable[..., Any]:
    """Return a function that raises an error."""

    def fail(*_: Any) -> Any:
        raise error

    return fail


def ended(**changes: Callable[[Outcome], Any]) -> Any:
    """Return an outcome property with some fields changed."""

    def outcome(state: JuniorState) -> Outcome | None:
        original = None if state.grill else Outcome.of(state.scores(), GRILL_EMPTY)
        return original and replace(original, **{name: change(original) for name, change in changes.items()})

    return property(outcome)


def retold(tell: Callable[[Event], tuple[Event, ...]]) -> Callable[..., Step]:
    """Return a ``next_turn`` that replaces the events at the end of a turn."""
    return lambda state, events, *rest: _OWN.next_turn(state, tuple(chain.from_iterable(map(tell, events))), *rest)


def accepts_everything(state: JuniorState, move: Move | str, *, seat: int | None = None) -> Step:
    """Play legal moves, and accept illegal ones without effect."""
    try:
        return _OWN.play(state, move, seat=seat)
    except IllegalMoveError:
        return Step(state, ())


def listens_to_text_only(state: JuniorState, move: Move | str, *, seat: int | None = None) -> Step:
    """Report events only for moves given as text."""
    step = _OWN.play(state, move, seat=seat)
    return step if isinstance(move, str) else Step(step.state, ())


def keeps_the_last_seat(state: JuniorState, events: tuple[Event, ...], grill: Any, stacks: Any) -> Step:
    """Keep the first player's turn after the end."""
    step = _OWN.next_turn(state, events, grill, stacks)
    return step if grill else Step(step.state._replace(seat=0), step.events)  # type: ignore[attr-defined]  # a tuple


@dataclass(frozen=True, slots=True)
class Gossip(Took):
    """An event that the game does not declare."""


@dataclass(frozen=True, slots=True)
class Grab(Action):
    """An action whose token equals another action's token for one value."""

    form: ClassVar[str] = "take7"


@dataclass(frozen=True)
class HasTwoGrills(Junior):
    grill: int = option(0, Integer(0, 9), "JR-1", "An option with the name of a position field.")


class LoadedDice(Dice):
    """Dice for which every multiset is equally likely, unlike real dice."""

    @cached_property
    def rolls(self) -> tuple[tuple[Roll, int], ...]:
        return tuple((roll, 1) for roll, _ in self.die.dice(self.count).rolls)


BROKEN: tuple[tuple[Game, str, str], ...] = (
    (states("TalksAtTheEnd", actions=lambda s: (STOP,) if s.node is Node.OVER else _OWN.actions(s)),
     "node", "1 actions at a node of kind over"),
    (states("RollsWhileDeciding", dice=property(lambda s: s._dice())),
     "node", "dice and .* rolls at a node of kind decide"),
    (states("KnowsTheResultTooEarly", outcome=property(lambda s: Outcome.of(s.scores(), GRILL_EMPTY))),
     "node", "outcome Outcome.* at a node of kind roll"),
    (states("KeepsTheLastSeat", next_turn=keeps_the_last_seat), "node", "seat 0 at a node of kind over"),
    (states("ScoresOneSeatOnly", scores=lambda s: _OWN.scores(s)[:1]), "node", "1 scores"),
    (states("CanBeWrittenOn"), "frozen", "'anything' could be assigned to"),
    (states("ChangesItsOrder", actions=lambda s: _OWN.actions(s)[:: 1 if next(hidden) % 2 else -1]),
     "moves", "a second call of actions\\(\\) lists different actions"),
    (states("SaysItTwice", actions=lambda s: _OWN.actions(s) * 2), "moves", "an action is listed twice"),
    (states("RaisesKeyErrors", claims=fails(KeyError(0))), "node", "KeyError was raised"),
    (states("ForgetsTheDiceInItsText", values=lambda s: without("aside", _OWN.values(s))),
     "as_text", "its text gives another position|NotationError was raised"),
    (states("CannotBeWritten", __str__=fails(ValueError("no ink"))),
     "as_text", "ValueError was raised: no ink\n.*a position of .* that cannot be written"),
    (states("HidesBehindEquality", __hash__=lambda s: id(s), __eq__=tuple.__eq__, __ne__=tuple.__ne__),
     "as_text", "its text gives an equal position with another hash"),
    (states("WritesUnknownKeys", to_json=lambda s: _OWN.to_json(s) | {"mood": "good"}),
     "as_json", "the schema does not know 'mood'"),
    (states("LeavesOutTheGrill", to_json=lambda s: without("grill", _OWN.to_json(s))),
     "as_json", "the schema requires 'grill'"),
    (states("ForgetsTheTurnInItsJson", to_json=lambda s: _OWN.to_json(s) | ({} if s.seat is None else {"turn": 0})),
     "as_json", "its JSON gives another position"),
    (states("ForgetsWhenPickled", __reduce__=lambda s: (type(s.game).opening, (s.game,))),
     "as_pickle", "pickling it gives another position"),
    (states("AcceptsEverything", play=accepts_everything), "refusals", "is not refused"),
    (states("IgnoresTheSeat", play=lambda s, move, **_: _OWN.play(s, move)),
     "refusals", "is not refused|not with WrongSeatError"),
    (states("ReadsGarbage", parse=lambda s, t: _OWN.parse(s, t) if t.isascii() and t.isalnum() else STOP),
     "refusals", "not with NotationError"),
    (states("ListensToTextOnly", play=listens_to_text_only), "step", "as text has another effect"),
    (states("EatsTiles", holdings=lambda s: without("face-down", _OWN.holdings(s))),
     "conservation", "there are 1 of '9', but 2 at the opening"),
    (states("OwesTiles", holdings=lambda s: _OWN.holdings(s) | {"A": Counter({"99": -1})}),
     "conservation", "A holds -1 of '99'"),
    (states("TellsOnlyHalf", next_turn=retold(lambda event: () if isinstance(event, FacedDown) else (event,))),
     "retelling", "the events of the next move lead to"),
    (states("Gossips", next_turn=retold(lambda e: (Gossip(e.seat, e.tile) if isinstance(e, Took) else e,))),
     "retelling", "Gossip.* is not among the game's event_types"),
    (states("TellsTheUnreadable", next_turn=retold(lambda event: (event, FacedDown(-1)))),
     "retelling", "must be 0 to 9999"),
    (states("Cheats", _dice=lambda s: LoadedDice((fair := _OWN._dice(s)).die, fair.count)),
     "moves", "the weights of 6 dice do not add up"),
    (states("FavoursTheLoser", outcome=ended(winners=lambda o: (o.scores.index(min(o.scores)),))),
     "outcome", "scores are"),
    (states("MiscallsTies", outcome=ended(decided_by=lambda o: "score" if len(o.winners) > 1 else "shared")),
     "outcome", "have the best score, but"),
    (states("MakesUpReasons", outcome=ended(reason=lambda _: "bored"),
            turn_values=lambda s: _OWN.turn_values(s) | ({} if s.grill else {"over": GRILL_EMPTY})),
     "outcome", "'bored' is not one of the game's end_reasons"),
    (HasTwoGrills(), "names", "'grill' is used for more than one position field or option"),
    (game("ListsAnActionTwice", action_types=(*TILE_ACTIONS, Take)),
     "names", "'take' is used for more than one action"),
    (game("HasTwoStacks", layout=classmethod(lambda _: (*Junior.layout(), PerSeat("hands", Integer(0, 9))))),
     "names", "exactly one position field, the first or the second, must be written by seat"),
    (game("ForgetsItsOptions", 3, make=classmethod(lambda kind, *given: (Junior.make(*given), kind())[1])),
     "facts", "rebuilt from its options, the game differs"),
    (game("AdmitsAnyCrowd", player_range=range(2, 3), __post_init__=lambda _: None), "facts", "3 is not refused"),
    (game("ReadsAnything", read_json=classmethod(lambda kind, _: kind().opening())), "facts", "is not refused"),
    (game("LetsTheSecondBegin", opening=lambda g: Junior.opening(g)._replace(seat=1)), "opening", "of seat 1"),
    (game("HidesAnAction", action_types=TILE_ACTIONS[1:]), "moves", "is not among the game's action_types"),
    (game("ConfusesActions", action_types=(Grab, *TILE_ACTIONS)), "moves", "is read as Grab"),
    (game("NeverTheSame", opening=lambda g: Junior.opening(g)._replace(grill=(4, 5, 6, 7, 8, 9)[next(hidden) % 2 :])),
     "determinism", "when the same seed was played again|when they were played again|was raised"),
)  # fmt: skip


@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "check", "why"), BROKEN, ids=lambda value: type(value).__name__)
def test_a_broken_game_fails_the_check_that_names_its_fault(game: Game, check: str, why: str) -> None:
    with pytest.raises(ConformanceError, match=why) as caught:
        check_game(game, games=20)
    assert caught.value.check == check
    assert caught.value.position in str(caught.value)


def test_an_endless_game_fails_at_the_position_it_has_reached() -> None:
    with pytest.raises(ConformanceError, match="the game has not ended after 5 moves") as caught:
        check_game(Junior(), longest=5)
    assert caught.value.check == "termination"
    assert caught.value.position.startswith("junior grill=")
    assert caught.value.seed == "0:0"


def test_a_policy_that_ignores_the_stream_is_caught() -> None:
    """Games of such a policy cannot be repeated from a seed."""

    def fickle(state: State, stream: Stream) -> Action:
        return state.actions()[next(hidden) % len(state.actions())]

    with pytest.raises(ConformanceError, match=r"move \d+ was .* when the same seed was played again") as caught:
        check_game(Junior(), choose=fickle)
    assert caught.value.check == "determinism"


def test_the_unbroken_game_passes_and_its_nodes_are_counted() -> None:
    assert check_game(Junior(), games=3) > 3 * 12
