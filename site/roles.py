"""Convert docstrings for the site: a role such as ``:class:`~roost.core.State``` becomes a name in code style."""

import re
from typing import Any

import griffe

_ROLE = re.compile(r":[a-z]+:`(~?)([^`]+)`")
_LITERAL = re.compile(r"``([^`]+)``")


class Roles(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Convert the docstring of each module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = plain(obj.docstring.value)


def plain(text: str) -> str:
    """Convert roles and literals to Markdown."""
    text = _ROLE.sub(lambda match: f"`{match[2].rpartition('.')[2] if match[1] else match[2]}`", text)
    return _LITERAL.sub(r"`\1`", text)
