"""The script of the page is typed: the server's messages as it describes them. `make check` checks it all by tsc."""

from pathlib import Path

import pytest

from golden import assert_golden
from play.web.declarations import declarations
from roost.play.server.http.app import make_litestar
from roost.play.server.http.description import describe
from roost.play.server.settings import Settings

WEB = Path(__file__).parents[3] / "src" / "roost" / "play" / "web"


def test_the_declarations_are_those_of_the_server() -> None:
    """types/messages.d.ts declares what the server describes (ROOST_UPDATE_GOLDEN=1 writes it anew)."""
    messages = describe(make_litestar(Settings().max_body))["components"]["schemas"]
    assert_golden(WEB / "static" / "types" / "messages.d.ts", declarations(messages))


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({}, "any"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"enum": ["a", 1]}}, '("a" | 1)[]'),
        ({"type": "object", "additionalProperties": {"$ref": "#/x/Seat"}}, "Record<string, Seat>"),
        ({"type": "object"}, "Record<string, any>"),
    ],
)
def test_a_schema_becomes_a_type(found: dict[str, object], told: str) -> None:
    """Each form of a schema has its form in TypeScript."""
    assert f"type Message = {told};" in declarations({"Message": found})


def test_what_may_be_missing_is_optional() -> None:
    """A property that is not required may be missing, and one whose name is no name is quoted."""
    found = {"type": "object", "properties": {"a-b": {"type": "string"}, "c": {"const": 1}}, "required": ["c"]}
    assert 'interface Message {\n  "a-b"?: string;\n  c: 1;\n}' in declarations({"Message": found})
