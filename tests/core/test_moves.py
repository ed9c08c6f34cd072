"""Actions and events: tokens, JSON, schemas, and errors for input that cannot be read."""

import json
from dataclasses import FrozenInstanceError, dataclass
from typing import Annotated, Any, ClassVar

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from roost.core.errors import NotationError
from roost.core.moves import Action, Event, Face, Number, SeatNumber, Symbols, Transfer, read_action
from roost.core.notation import Seat
from strategies import garbage, json_values


@dataclass(frozen=True, slots=True)
class TakeFrom(Action):
    form: ClassVar[str] = "take{tile}@{owner}"
    tile: Number
    owner: SeatNumber


@dataclass(frozen=True, slots=True)
class Wait(Action):
    form: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    form: ClassVar[str] = "{symbol}"
    symbol: Face


@dataclass(frozen=True, slots=True)
class Fell(Event):
    seat: SeatNumber
    dice: Symbols


KINDS = (TakeFrom, Wait, Choose)
ACTIONS = [(TakeFrom(24, 1), "take24@B"), (Wait(), "wait"), (Choose("w"), "w")]


def test_a_type_is_named_like_its_class_in_snake_case() -> None:
    assert [kind.name() for kind in (TakeFrom, Wait, Fell)] == ["take_from", "wait", "fell"]


@pytest.mark.parametrize(("action", "token"), ACTIONS)
def test_tokens_can_be_read_in_any_letter_case(action: Action, token: str) -> None:
    assert str(action) == token
    assert read_action(KINDS, token) == read_action(KINDS, token.upper()) == action


@pytest.mark.parametrize(("action", "token"), ACTIONS)
def test_json_fits_the_schema_and_can_be_read_back(action: Action, token: str) -> None:
    data = json.loads(json.dumps(action.to_json()))
    Draft202012Validator(type(action).schema()).validate(data)
    assert read_action(KINDS, data) == action


def test_the_json_of_an_action_has_its_type_and_fields() -> None:
    assert TakeFrom(24, 1).to_json() == {"type": "take_from", "tile": 24, "owner": 1}


@pytest.mark.parametrize(
    "token", ["", "take", "take24", "take24@Z", "take1000000@A", "take99999@A", "waiting", "ww", "é"]
)
def test_an_unknown_token_is_refused_with_the_valid_forms(token: str) -> None:
    with pytest.raises(NotationError, match="actions look like take<tile>@<owner>, wait, <symbol>") as caught:
        read_action(KINDS, token)
    assert caught.value.input == token


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "None is not a type of action; types: take_from, wait, choose"),
        ({"type": "fly"}, "'fly' is not a type of action"),
        ({"type": ["wait"]}, "is not a type of action"),
        ({"type": "wait", "long": 1}, "wait has no 'long'"),
        ({"type": "take_from", "tile": 24}, "take_from needs 'owner'"),
        ({"type": "take_from", "tile": 10_000, "owner": 0}, "tile of take_from must be 0 to 9999"),
        ({"type": "take_from", "tile": 24, "owner": 7}, "owner of take_from must be a seat A to G"),
        ({"type": "choose", "symbol": "ww"}, "symbol of choose must be a symbol, one of a b c"),
    ],
)
def test_wrong_json_is_refused_with_type_field_and_allowed_values(data: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        read_action(KINDS, data)
    assert caught.value.input == data


@given(garbage | json_values)
def test_garbage_is_refused_or_read_as_an_action(source: Any) -> None:
    try:
        action = read_action(KINDS, source)
    except NotationError:
        return
    assert read_action(KINDS, str(action)) == action


def test_events_have_json_a_schema_and_by_default_no_transfers() -> None:
    event = Fell(0, "112w")
    assert event.to_json() == {"type": "fell", "seat": 0, "dice": "112w"}
    Draft202012Validator(Fell.schema()).validate(event.to_json())
    assert Fell.read(event.to_json()) == event
    assert event.transfers() == ()


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Another player, or none, gains a piece that a victim loses."""

    seat: SeatNumber
    victim: SeatNumber
    gainer: Annotated[int | str, Seat(("nobody",))]

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer("crown", "A", "box"), Transfer("crown", "box", "BC"))


def test_an_event_affects_named_seats_and_seats_that_lose_pieces() -> None:
    """The acting seat is not listed."""
    assert Fell(0, "112w").done_to() == ()
    assert Swapped(1, 3, 2).done_to() == (0, 2, 3)
    assert Swapped(0, 3, "nobody").done_to() == (3,)


def test_actions_events_and_transfers_are_frozen() -> None:
    for value, name in ((TakeFrom(24, 1), "tile"), (Fell(0, "w"), "seat"), (Transfer("24", "grill", "A"), "count")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 0)
