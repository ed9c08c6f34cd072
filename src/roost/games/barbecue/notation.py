"""Barbecue's table as text and JSON: the spots' contents and each player's winnings."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from roost.core.notation import EMPTY, SEATS, Codec, Json, read_integer

# BQ-2
LOWEST = 23
"""The number of the first spot."""
HIGHEST = 36
"""The number of the last spot."""
SPOTS = range(LOWEST, HIGHEST + 1)
"""The numbers of all spots."""
SNAILS = 12
"""Number of snails in the box."""
PLATES = 10
"""Number of plates each player has."""
SNAIL_POINTS = 3  # BQ-13
"""Points that a snail is worth at the end."""

EMPTY_SPOT = ""
"""The contents of an empty spot."""
SNAIL = "snail"
"""The contents of a spot with a snail."""

Grill = tuple[str, ...]
"""The contents of each spot: empty, a snail, or the owner's letter once for each of their plates."""


class GrillCodec(Codec[Grill]):
    """The form of the occupied spots, such as ``25:A,30:BB,36:snail``. In JSON, a list of each spot's contents."""

    def text(self, value: Grill) -> str:
        taken = (f"{spot}:{contents}" for spot, contents in zip(SPOTS, value, strict=True) if contents)
        return ",".join(taken) or EMPTY

    def parse(self, text: str) -> Grill:
        grill = dict.fromkeys(SPOTS, EMPTY_SPOT)
        for part in () if text == EMPTY else text.split(","):
            number, _, contents = part.partition(":")
            spot = read_integer(number)
            if grill.get(spot, SNAIL) or not contents:
                raise ValueError(f"{part!r} must be {self.describe()}, each spot once")
            grill[spot] = SNAIL if contents.lower() == SNAIL else contents.upper()
        return self.check(tuple(grill.values()))

    def check(self, value: object) -> Grill:
        if not isinstance(value, list | tuple) or len(value) != len(SPOTS):
            raise ValueError(f"must have an entry for each of the {len(SPOTS)} spots")
        for contents in value:
            if not isinstance(contents, str) or not re.fullmatch(self._PATTERN, contents):
                raise ValueError(f"{contents!r} must be {self.describe()}")
        return tuple(value)

    _PATTERN: ClassVar[str] = f"|{SNAIL}|" + "|".join(f"{letter}{{1,2}}" for letter in SEATS[:5])

    def json(self, value: Grill) -> Json:
        return list(value)

    @property
    def pattern(self) -> str:
        return "[-0-9a-z:,]+"

    def examples(self) -> Sequence[Grill]:
        return [(contents,) * len(SPOTS) for contents in (EMPTY_SPOT, SNAIL, SEATS[0], SEATS[4] * 2)]

    def schema(self) -> dict[str, Any]:
        items = {"type": "string", "pattern": f"^({self._PATTERN})$"}
        return {"type": "array", "items": items, "minItems": len(SPOTS), "maxItems": len(SPOTS)}

    def describe(self) -> str:
        return "like 25:A (a plate), 25:AA (two plates) or 25:snail"


class Larder(NamedTuple):
    """A player's winnings."""

    worms: int = 0
    snails: int = 0

    @property
    def points(self) -> int:
        """The points these winnings are worth: 1 for each worm and 3 for each snail (BQ-13)."""
        return self.worms + SNAIL_POINTS * self.snails


class LarderCodec(Codec[Larder]):
    """The form of a player's worms and snails: ``7w1s``. In JSON, ``{"worms": 7, "snails": 1}``."""

    def text(self, value: Larder) -> str:
        return f"{value.worms}w{value.snails}s"

    def parse(self, text: str) -> Larder:
        match = re.fullmatch(r"(?:([0-9]{1,3})w)?(?:([0-9]{1,2})s)?", text.lower())
        if text != EMPTY and (not match or not text):
            raise ValueError(f"must be {self.describe()}")
        worms, snails = match.groups("0") if match else ("0", "0")
        return self.check({"worms": int(worms), "snails": int(snails)})

    def check(self, value: object) -> Larder:
        if isinstance(value, Larder):
            value = value._asdict()
        if not isinstance(value, dict) or value.keys() != {"worms", "snails"}:
            raise ValueError("must have worms and snails")
        for key, most in (("worms", 999), ("snails", SNAILS)):
            if not isinstance(value[key], int) or isinstance(value[key], bool) or not 0 <= value[key] <= most:
                raise ValueError(f"{key} must be 0 to {most}")
        return Larder(**value)

    def json(self, value: Larder) -> Json:
        return dict(value._asdict())

    @property
    def pattern(self) -> str:
        return r"(?=\d)(?:\d+w)?(?:\d+s)?|-"

    def examples(self) -> Sequence[Larder]:
        return [Larder(), Larder(999, SNAILS)]

    def schema(self) -> dict[str, Any]:
        worms = {"type": "integer", "minimum": 0, "maximum": 999}
        snails = {"type": "integer", "minimum": 0, "maximum": SNAILS}
        return {
            "type": "object",
            "properties": {"worms": worms, "snails": snails},
            "required": ["worms", "snails"],
            "additionalProperties": False,
        }

    def describe(self) -> str:
        return "worms and snails like 7w1s"
