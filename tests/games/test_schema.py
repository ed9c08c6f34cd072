"""The published JSON Schema is current, and random games fit it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import roost
from golden import assert_golden
from policies import walked
from roost.core.game import Game
from roost.core.registry import schema
from roost.core.state import State
from roost.core.stream import Stream
from strategies import games, json_values, positions

pytestmark = pytest.mark.slow

DOCUMENT = schema()
PUBLISHED = Path(__file__).parents[2] / "docs" / "schema.json"
VALIDATOR = Draft202012Validator(DOCUMENT)


def part(name: str, definition: str) -> Draft202012Validator:
    """Return the validator of one definition in the document."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}/$defs/{definition}", "$defs": DOCUMENT["$defs"]})


def test_the_published_schema_is_current() -> None:
    """docs/schema.json matches the games' declarations (ROOST_UPDATE_GOLDEN=1 rewrites it)."""
    assert_golden(PUBLISHED, json.dumps(DOCUMENT, indent=2, ensure_ascii=False) + "\n")


def test_the_schema_is_valid_and_self_contained() -> None:
    """The document is valid JSON Schema 2020-12, and its only URL is that of its dialect."""
    Draft202012Validator.check_schema(DOCUMENT)
    assert '"$id"' not in json.dumps(DOCUMENT)
    assert set(DOCUMENT["$defs"]) == set(roost.all_games())


@pytest.mark.no_cover
@pytest.mark.parametrize("name", sorted(roost.all_games()))
@settings(max_examples=3)
@given(data=st.data())
def test_whole_games_fit_the_schema(name: str, data: st.DataObject) -> None:
    """Every position, action, event and outcome of random games is valid."""
    game: Game = data.draw(games(name))
    position, action, event, outcome = (
        part(name, definition) for definition in ("position", "action", "event", "outcome")
    )
    stream, seen = Stream(data.draw(st.integers(0, 2**32))), set[Any]()
    for before, played in walked(game.opening(), stream):
        position.validate(before.to_json())
        for choice in {*before.actions()} - seen:
            action.validate(choice.to_json())
        for happened in {*played.events} - seen:
            event.validate(happened.to_json())
        seen |= {*before.actions(), *played.events}
    over = played.state
    assert over.outcome is not None
    position.validate(over.to_json())
    VALIDATOR.validate(over.to_json())
    outcome.validate(over.outcome.to_json())


@pytest.mark.no_cover
@given(positions(), st.data())
def test_damaged_json_is_refused_or_read(state: State, data: st.DataObject) -> None:
    """A position with one value replaced is refused, or read as a position that fits the schema."""
    damaged = state.to_json()
    damaged[data.draw(st.sampled_from(sorted(damaged)))] = data.draw(json_values)
    try:
        again = roost.position(damaged)
    except roost.NotationError:
        return
    assert again.to_json() == roost.position(again.to_json()).to_json()
    VALIDATOR.validate(again.to_json())
