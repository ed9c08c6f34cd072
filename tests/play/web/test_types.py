"""TypeScript types of the server's messages; `make check` runs tsc on the page's scripts."""

from pathlib import Path

import pytest

from golden import assert_golden
from play.web.declarations import declarations
from roost.play.server.http.app import make_litestar
from roost.play.server.http.description import describe
from roost.play.server.settings import Settings

WEB = Path(__file__).parents[3] / "src" / "roost" / "play" / "web"


def test_the_message_types_agree_with_the_api_description() -> None:
    """ROOST_UPDATE_GOLDEN=1 writes types/messages.d.ts again."""
    messages = describe(make_litestar(Settings().max_body))["components"]["schemas"]
    assert_golden(WEB / "static" / "types" / "messages.d.ts", declarations(messages))


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, "any"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"enum": ["a", 1]}}, '("a" | 1)[]'),
        ({"type": "object", "additionalProperties": {"$ref": "#/x/Seat"}}, "Record<string, Seat>"),
        ({"type": "object"}, "Record<string, any>"),
    ],
)
def test_a_schema_is_translated_to_a_typescript_type(schema: dict[str, object], expected: str) -> None:
    assert f"type Message = {expected};" in declarations({"Message": schema})


def test_optional_properties_and_unusual_names_are_declared() -> None:
    """Properties missing from "required" are declared optional, and names that are not valid identifiers are quoted."""
    schema = {"type": "object", "properties": {"a-b": {"type": "string"}, "c": {"const": 1}}, "required": ["c"]}
    assert 'interface Message {\n  "a-b"?: string;\n  c: 1;\n}' in declarations({"Message": schema})
