"""Generate TypeScript declarations of all server messages from the schemas in the API description.

The page's scripts are type-checked against them, so a message that changes on one side only is noticed.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_HEAD = """\
// What the server says, as its own schemas describe it. A test compares; ROOST_UPDATE_GOLDEN=1 pytest writes it anew.
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_NAME = re.compile(r"[A-Za-z_]\w*")

Schema = Mapping[str, Any]


def declarations(messages: Mapping[str, Schema]) -> str:
    """Return the declarations of the API's messages, sorted by name; positions of games are left open."""
    return "\n".join([_HEAD, *(_declared(name, schema) for name, schema in sorted(messages.items()))])


def _declared(name: str, schema: Schema) -> str:
    about = f"/** {schema['description']} */\n" if "description" in schema else ""
    if schema.get("type") == "object" and "properties" in schema:
        return f"{about}interface {name} {_object(schema, '')}\n"
    return f"{about}type {name} = {_type(schema)};\n"


def _type(schema: Schema, indent: str = "") -> str:
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": parts} | {"oneOf": parts}:
            return " | ".join(dict.fromkeys(_type(part, indent) for part in parts))
        case {"type": "array"}:
            item = _type(schema.get("items", {}), indent)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case {"type": "object", "properties": _}:
            return _object(schema, indent)
        case {"type": "object"}:
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values, indent) if isinstance(values, Mapping) else 'any'}>"
        case {"type": str(kind)}:
            return _PLAIN[kind]
    return "any"


def _object(schema: Schema, indent: str) -> str:
    return "\n".join(["{", *_members(schema, indent + "  "), indent + "}"])


def _members(schema: Schema, indent: str) -> Iterator[str]:
    required = schema.get("required", ())
    for name, value in schema["properties"].items():
        key = name if _NAME.fullmatch(name) else json.dumps(name)
        yield f"{indent}{key}{'' if name in required else '?'}: {_type(value, indent)};"
