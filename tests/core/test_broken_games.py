"""The conformance suite catches games that were broken on purpose, each in one way, and names what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import count
from typing import Any, ClassVar

import pytest

from roost.core.conformance import ConformanceError, check_game
from roost.core.dice import Dice, Roll
from roost.core.errors import IllegalMoveError
from roost.core.game import Field, Game, PerSeat, option
from roost.core.moves import Action, Event
from roost.core.notation import Integer, Json
from roost.core.outcome import Outcome
from roost.core.state import Move, Node, State, Step
from roost.core.stream import Stream
from roost.games.junior import Junior, JuniorState
from roost.games.set_aside import STOP
from roost.games.tiles import TILE_ACTIONS, FacedDown, Take, TileState, Took


def game_of(state_type: type[JuniorState]) -> Game:
    """Junior with other states. Its class is put where pickle can find it."""
    kind: type[Game] = type(f"GameOf{state_type.__name__}", (Junior,), {"state_type": state_type})
    kind.__module__ = __name__
    globals()[kind.__name__] = kind
    return kind()


hidden = count()
"""What no state may look at: something that changes by itself."""


# -- states --------------------------------------------------------------------------------------------------------


class TalksAtTheEnd(JuniorState):
    __slots__ = ()

    def actions(self) -> tuple[Action, ...]:
        return (STOP,) if self.node is Node.OVER else super().actions()


class RollsWhileDeciding(JuniorState):
    __slots__ = ()

    @property
    def dice(self) -> Dice | None:
        return self._dice()


class KnowsTheResultTooEarly(JuniorState):
    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.of(self.scores(), "grill-empty")


class KeepsTheLastSeat(JuniorState):
    __slots__ = ()

    def next_turn(self, events: tuple[Event, ...], grill: Any, stacks: Any) -> Step:
        step = super().next_turn(events, grill, stacks)
        return Step(step.state._replace(seat=0), step.events) if not grill else step  # type: ignore[attr-defined]  # a tuple


class ScoresOneSeatOnly(JuniorState):
    __slots__ = ()

    def scores(self) -> tuple[int, ...]:
        return super().scores()[:1]


class CanBeWrittenOn(JuniorState):
    """No slots: every state has a dictionary."""


class ChangesItsOrder(JuniorState):
    __slots__ = ()

    def actions(self) -> tuple[Action, ...]:
        return super().actions()[:: 1 if next(hidden) % 2 else -1]


class SaysItTwice(JuniorState):
    __slots__ = ()

    def actions(self) -> tuple[Action, ...]:
        return super().actions() * 2


class RaisesKeyErrors(JuniorState):
    __slots__ = ()

    def claims(self) -> tuple[Action, ...]:
        raise KeyError(self.turn.aside.total)


class ForgetsTheDiceInItsText(JuniorState):
    __slots__ = ()

    def values(self) -> dict[str, object]:
        return {key: value for key, value in super().values().items() if key != "aside"}


class CannotBeWritten(JuniorState):
    __slots__ = ()

    def __str__(self) -> str:
        raise ValueError("no ink")


class HidesBehindEquality(JuniorState):
    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class WritesUnknownKeys(JuniorState):
    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        return super().to_json() | {"mood": "good"}


class LeavesOutTheGrill(JuniorState):
    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        return {key: value for key, value in super().to_json().items() if key != "grill"}


class ForgetsTheTurnInItsJson(JuniorState):
    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        return super().to_json() | ({} if self.seat is None else {"turn": 0})


class ForgetsWhenPickled(JuniorState):
    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self.game).opening, (self.game,))


class AcceptsEverything(JuniorState):
    __slots__ = ()

    def play(self, move: Move | str, *, seat: int | None = None) -> Step:
        try:
            return super().play(move, seat=seat)
        except IllegalMoveError:
            return Step(self, ())


class IgnoresTheSeat(JuniorState):
    __slots__ = ()

    def play(self, move: Move | str, *, seat: int | None = None) -> Step:
        return super().play(move)


class ReadsGarbage(JuniorState):
    __slots__ = ()

    def parse(self, text: str) -> Move:
        return super().parse(text) if text.isascii() and text.isalnum() else STOP


class ListensToTextOnly(JuniorState):
    __slots__ = ()

    def play(self, move: Move | str, *, seat: int | None = None) -> Step:
        step = super().play(move, seat=seat)
        return step if isinstance(move, str) else Step(step.state, ())


class EatsTiles(JuniorState):
    __slots__ = ()

    def holdings(self) -> dict[str, Counter[str]]:
        return {place: tiles for place, tiles in super().holdings().items() if place != "face-down"}


class OwesTiles(JuniorState):
    __slots__ = ()

    def holdings(self) -> dict[str, Counter[str]]:
        return super().holdings() | {"A": Counter({"99": -1})}


class TellsOnlyHalf(JuniorState):
    __slots__ = ()

    def next_turn(self, events: tuple[Event, ...], grill: Any, stacks: Any) -> Step:
        half = tuple(event for event in events if not isinstance(event, FacedDown))
        return super().next_turn(half, grill, stacks)


@dataclass(frozen=True, slots=True)
class Gossip(Took):
    """An event that the game does not declare."""


class Gossips(JuniorState):
    __slots__ = ()

    def next_turn(self, events: tuple[Event, ...], grill: Any, stacks: Any) -> Step:
        gossip = tuple(Gossip(event.seat, event.tile) if isinstance(event, Took) else event for event in events)
        return super().next_turn(gossip, grill, stacks)


class TellsTheUnreadable(JuniorState):
    __slots__ = ()

    def next_turn(self, events: tuple[Event, ...], grill: Any, stacks: Any) -> Step:
        return super().next_turn((*events, FacedDown(-1)), grill, stacks)


class LoadedDice(Dice):
    """Every roll is equally likely, which is not how dice fall."""

    @cached_property
    def rolls(self) -> tuple[tuple[Roll, int], ...]:
        return tuple((roll, 1) for roll, _ in self.die.dice(self.count).rolls)


class Cheats(JuniorState):
    __slots__ = ()

    def _dice(self) -> Dice:
        fair = super()._dice()
        return LoadedDice(fair.die, fair.count)


class FavoursTheLoser(JuniorState):
    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        outcome = super().outcome
        return outcome and replace(outcome, winners=(outcome.scores.index(min(outcome.scores)),))


class MiscallsTies(JuniorState):
    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        outcome = super().outcome
        return outcome and replace(outcome, decided_by="score" if len(outcome.winners) > 1 else "shared")


class MakesUpReasons(JuniorState):
    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        outcome = super().outcome
        return outcome and replace(outcome, reason="bored")

    def turn_values(self) -> dict[str, object]:
        return super().turn_values() | ({} if self.grill else {"over": "grill-empty"})


# -- games -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HasTwoGrills(Junior):
    grill: int = option(0, Integer(0, 9), "JR-1", "An option with the name of a position field.")


class ListsAnActionTwice(Junior):
    action_types = (*TILE_ACTIONS, Take)


class HasTwoStacks(Junior):
    @classmethod
    @cache
    def layout(cls) -> tuple[Field, ...]:
        return (*super().layout(), PerSeat("hands", Integer(0, 9)))


class ForgetsItsOptions(Junior):
    @classmethod
    def make(cls, players: int | None = None, options: Mapping[str, object] | None = None) -> Game:
        super().make(players, options)
        return cls()


class AdmitsAnyCrowd(Junior):
    player_range = range(2, 3)

    def __post_init__(self) -> None:
        pass


class ReadsAnything(Junior):
    @classmethod
    def read_json(cls, data: Mapping[str, Any]) -> State:
        return cls().opening()


class LetsTheSecondBegin(Junior):
    def opening(self) -> TileState:
        return super().opening()._replace(seat=1)


class HidesAnAction(Junior):
    action_types = TILE_ACTIONS[1:]


@dataclass(frozen=True, slots=True)
class Grab(Action):
    """An action with the token that another one has with one of its values."""

    form: ClassVar[str] = "take7"


class ConfusesActions(Junior):
    action_types = (Grab, *TILE_ACTIONS)


class NeverTheSame(Junior):
    def opening(self) -> TileState:
        return super().opening()._replace(grill=(4, 5, 6, 7, 8, 9)[next(hidden) % 2 :])


BROKEN: tuple[tuple[Game, str, str], ...] = (
    (game_of(TalksAtTheEnd), "node", "1 actions at a node of kind over"),
    (game_of(RollsWhileDeciding), "node", "dice and .* rolls at a node of kind decide"),
    (game_of(KnowsTheResultTooEarly), "node", "outcome Outcome.* at a node of kind roll"),
    (game_of(KeepsTheLastSeat), "node", "seat 0 at a node of kind over"),
    (game_of(ScoresOneSeatOnly), "node", "1 scores"),
    (game_of(CanBeWrittenOn), "frozen", "'anything' could be assigned to"),
    (game_of(ChangesItsOrder), "moves", "asked again, it lists its actions differently"),
    (game_of(SaysItTwice), "moves", "an action is listed twice"),
    (game_of(RaisesKeyErrors), "node", "KeyError was raised"),
    (game_of(ForgetsTheDiceInItsText), "as_text", "its text gives another position|NotationError was raised"),
    (game_of(CannotBeWritten), "as_text", "ValueError was raised: no ink\n.*a position of .* that cannot be written"),
    (game_of(HidesBehindEquality), "as_text", "its text gives an equal position with another hash"),
    (game_of(WritesUnknownKeys), "as_json", "the schema does not know 'mood'"),
    (game_of(LeavesOutTheGrill), "as_json", "the schema requires 'grill'"),
    (game_of(ForgetsTheTurnInItsJson), "as_json", "its JSON gives another position"),
    (game_of(ForgetsWhenPickled), "as_pickle", "pickling it gives another position"),
    (game_of(AcceptsEverything), "refusals", "is not refused"),
    (game_of(IgnoresTheSeat), "refusals", "is not refused|not with WrongSeatError"),
    (game_of(ReadsGarbage), "refusals", "not with NotationError"),
    (game_of(ListensToTextOnly), "step", "as text has another effect"),
    (game_of(EatsTiles), "conservation", "there are 1 of '9', but 2 at the opening"),
    (game_of(OwesTiles), "conservation", "A holds -1 of '99'"),
    (game_of(TellsOnlyHalf), "retelling", "the events of the next move lead to"),
    (game_of(Gossips), "retelling", "Gossip.* is not of one of the game's event_types"),
    (game_of(TellsTheUnreadable), "retelling", "must be 0 to 9999"),
    (game_of(Cheats), "moves", "the weights of 6 dice do not sum"),
    (game_of(FavoursTheLoser), "outcome", "scores are"),
    (game_of(MiscallsTies), "outcome", "have the best score, but"),
    (game_of(MakesUpReasons), "outcome", "'bored' is not one of the game's end_reasons"),
    (HasTwoGrills(), "names", "'grill' is used for more than one position field or option"),
    (ListsAnActionTwice(), "names", "'take' is used for more than one action"),
    (HasTwoStacks(), "names", "exactly one, the first or second, must be PerSeat"),
    (ForgetsItsOptions(3), "facts", "made again it is another game"),
    (AdmitsAnyCrowd(), "facts", "3 is not refused"),
    (ReadsAnything(), "facts", "is not refused"),
    (LetsTheSecondBegin(), "opening", "of seat 1"),
    (HidesAnAction(), "moves", "is not of one of the game's action_types"),
    (ConfusesActions(), "moves", "is read as Grab"),
    (NeverTheSame(), "determinism", "when the same seed was played again|when they were played again|was raised"),
)


@pytest.mark.parametrize(("game", "check", "why"), BROKEN, ids=lambda value: type(value).__name__)
def test_a_broken_game_is_caught(game: Game, check: str, why: str) -> None:
    """Each broken game fails the one check that is there for it."""
    with pytest.raises(ConformanceError, match=why) as caught:
        check_game(game, games=20)
    assert caught.value.check == check
    assert caught.value.position in str(caught.value)


def test_an_endless_game_is_caught() -> None:
    """A game that does not end within the bound fails, at the position it came to."""
    with pytest.raises(ConformanceError, match="the game goes on after 5 moves") as caught:
        check_game(Junior(), longest=5)
    assert caught.value.check == "termination"
    assert caught.value.position.startswith("junior grill=")
    assert caught.value.seed == "0:0"


def test_a_fickle_policy_is_caught() -> None:
    """Who chooses by anything but the stream makes games that cannot be played again."""

    def fickle(state: State, stream: Stream) -> Action:
        return state.actions()[next(hidden) % len(state.actions())]

    with pytest.raises(ConformanceError, match=r"move \d+ was .* when the same seed was played again") as caught:
        check_game(Junior(), choose=fickle)
    assert caught.value.check == "determinism"


def test_the_unbroken_game_passes() -> None:
    """What the games above were made of keeps every promise, and the nodes are counted."""
    assert check_game(Junior(), games=3) > 3 * 12
