"""The header of a model file: the game, options and inputs of its network, and the version of Roost that wrote it.

Without a header, a network of one game would be read as one of another, because networks have few shapes. Files of
Roost 0.2 have no header. Of these, only the command of the training says which game they are for.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from roost.core.errors import OptionError, quote
from roost.core.version import __version__

_ENTRY = "header"
"""Name of the header among the arrays of a model file."""
_VERSION = "roost"


def header(**facts: object) -> dict[str, Any]:
    """Return the array that stores these facts and the version of Roost in a model file."""
    return {_ENTRY: np.array(json.dumps({**facts, _VERSION: __version__}))}


def check_header(path: str, arrays: Mapping[str, Any], about: Mapping[str, Any], **expected: object) -> None:
    """Raise an error if the facts in a model file's header are not the expected ones."""
    found = json.loads(str(arrays[_ENTRY])) if _ENTRY in arrays else _of_version_2(about)
    for name, wanted in expected.items():
        if found.get(name, wanted) != wanted:
            maker = f"Roost {found[_VERSION]}" if _VERSION in found else "an older Roost"
            words = f"{name} {_shown(found[name])}, not {_shown(wanted)}"
            raise OptionError(f"{quote(path)}, made by {maker}, is a model for the {words}", input=path)


def _of_version_2(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the command of the training says about a file without a header."""
    match str(about.get("command", "")).split():
        case ["roost", "train", game, *_]:
            return {"game": game}
    return {}


def _shown(fact: object) -> str:
    return fact if isinstance(fact, str) else json.dumps(fact)
