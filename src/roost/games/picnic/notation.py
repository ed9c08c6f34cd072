"""Text and JSON forms for Picnic Blitz's values: tracks, ants, re-rolls, Queen tokens and the goal."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from roost.core.errors import quote
from roost.core.notation import EMPTY, SEATS, Codec, Flag, Integer, Json, read_integer, seat_letter
from roost.games.picnic.board import MOST_PLAYERS, TRACK_COUNT, Ant, Ants, Track

LONGEST_TRACK = 20
"""Maximum number of spaces on a track."""
HIGHEST_VALUE = 9
"""Maximum points for a track."""

_Pair = TypeVar("_Pair", bound=tuple[int, int])
_SEATS = SEATS[:MOST_PLAYERS]


@dataclass(frozen=True)
class Pair(Codec[_Pair]):
    """The form of two integers with a mark between them, such as ``6:2``. In JSON, an object with a name for each."""

    make: Callable[[int, int], _Pair]
    names: tuple[str, str]
    numbers: tuple[Integer, Integer]
    mark: str

    def text(self, value: _Pair) -> str:
        return self.mark.join(map(str, value))

    def parse(self, text: str) -> _Pair:
        return self.check(tuple(map(read_integer, text.split(self.mark))))

    def check(self, value: object) -> _Pair:
        if isinstance(value, Mapping) and value.keys() == set(self.names):
            value = tuple(value[name] for name in self.names)
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise ValueError(f"must be {self.describe()}")
        try:
            first, second = (number.check(part) for number, part in zip(self.numbers, value, strict=True))
        except ValueError:
            raise ValueError(f"must be {self.describe()}") from None
        return self.make(first, second)

    def json(self, value: _Pair) -> Json:
        return dict(zip(self.names, value, strict=True))

    @property
    def pattern(self) -> str:
        return rf"\d+{re.escape(self.mark)}\d+"

    def examples(self) -> Sequence[_Pair]:
        first, second = self.numbers
        return [self.make(first.least, second.least), self.make(first.most, second.most)]

    def schema(self) -> dict[str, Any]:
        numbers = (number.schema() for number in self.numbers)
        return {
            "type": "object",
            "properties": dict(zip(self.names, numbers, strict=True)),
            "required": list(self.names),
            "additionalProperties": False,
        }

    def describe(self) -> str:
        bounds = " and ".join(
            f"{name} {number.describe()}" for name, number in zip(self.names, self.numbers, strict=True)
        )
        return f"{self.mark.join(self.names)} with {bounds}"


class TracksCodec(Codec[tuple[Track, ...]]):
    """The form of tracks 1 to 6 as ``length:value``, such as ``6:2,6:2,8:3,8:3,10:4,10:4``.

    In JSON, a list of objects.
    """

    _TRACK = Pair(Track, ("length", "value"), (Integer(2, LONGEST_TRACK), Integer(1, HIGHEST_VALUE)), ":")

    def text(self, value: tuple[Track, ...]) -> str:
        return ",".join(map(self._TRACK.text, value))

    def parse(self, text: str) -> tuple[Track, ...]:
        return self.check([self._TRACK.parse(part) for part in text.split(",")])

    def check(self, value: object) -> tuple[Track, ...]:
        if not isinstance(value, list | tuple) or len(value) != TRACK_COUNT:
            raise ValueError(f"must be {self.describe()}")
        return tuple(map(self._TRACK.check, value))

    def json(self, value: tuple[Track, ...]) -> Json:
        return [self._TRACK.json(track) for track in value]

    @property
    def pattern(self) -> str:
        return "[0-9:,]+"

    def examples(self) -> Sequence[tuple[Track, ...]]:
        return [(track,) * TRACK_COUNT for track in self._TRACK.examples()]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self._TRACK.schema(), "minItems": TRACK_COUNT, "maxItems": TRACK_COUNT}

    def describe(self) -> str:
        return f"six times {self._TRACK.describe()}, between commas"


class BoardCodec(Codec[tuple[Ants, ...]]):
    """The form of tracks 1 to 6, separated by slashes, each pile from bottom to top: ``2BA,5C/-/-/10A/-/-``.

    In JSON, a list of six lists of ants ``{"space": 2, "seat": 1}``, with each pile from bottom to top.
    """

    _ANT = Pair(Ant, ("space", "seat"), (Integer(1, LONGEST_TRACK), Integer(0, MOST_PLAYERS - 1)), ":")
    _PILE = re.compile(rf"([0-9]{{1,2}})([{_SEATS}]{{1,{MOST_PLAYERS}}})", re.IGNORECASE)

    def text(self, value: tuple[Ants, ...]) -> str:
        return "/".join(map(self._track_text, value))

    @staticmethod
    def _track_text(ants: Ants) -> str:
        piles = groupby(ants, lambda ant: ant.space)
        written = (f"{space}{''.join(seat_letter(ant.seat) for ant in pile)}" for space, pile in piles)
        return ",".join(written) or EMPTY

    def parse(self, text: str) -> tuple[Ants, ...]:
        return self.check([self._parse_track(part) for part in text.split("/")])

    def _parse_track(self, text: str) -> list[Ant]:
        ants: list[Ant] = []
        for part in () if text == EMPTY else text.split(","):
            match = self._PILE.fullmatch(part)
            if not match:
                raise ValueError(f"{quote(part)} is not a pile; must be {self.describe()}")
            space, letters = int(match[1]), match[2].upper()
            if any(ant.space == space for ant in ants):
                raise ValueError(f"must name space {space} of a track once, with its whole pile")
            ants += (Ant(space, _SEATS.index(letter)) for letter in letters)
        return ants

    def check(self, value: object) -> tuple[Ants, ...]:
        if not isinstance(value, list | tuple) or len(value) != TRACK_COUNT:
            raise ValueError(f"must be {self.describe()}")
        return tuple(self._check_track(track, ants) for track, ants in enumerate(value, 1))

    def _check_track(self, track: int, value: object) -> Ants:
        if not isinstance(value, list | tuple) or len(value) > MOST_PLAYERS:
            raise ValueError(f"must have a list of up to {MOST_PLAYERS} ants for track {track}")
        # The sort is stable, so ants in a pile keep their order.
        ants = tuple(sorted(map(self._ANT.check, value), key=lambda ant: ant.space))
        seats = [ant.seat for ant in ants]
        for seat in seats:
            if seats.count(seat) > 1:
                raise ValueError(f"must not have two ants of {seat_letter(seat)} on track {track} (PB-1)")
        return ants

    def json(self, value: tuple[Ants, ...]) -> Json:
        return [[self._ANT.json(ant) for ant in ants] for ants in value]

    @property
    def pattern(self) -> str:
        return f"[-0-9{_SEATS},/]+"

    def examples(self) -> Sequence[tuple[Ants, ...]]:
        return [((),) * TRACK_COUNT, (tuple(Ant(LONGEST_TRACK, seat) for seat in range(MOST_PLAYERS)),) * TRACK_COUNT]

    def schema(self) -> dict[str, Any]:
        ants = {"type": "array", "items": self._ANT.schema(), "maxItems": MOST_PLAYERS}
        return {"type": "array", "items": ants, "minItems": TRACK_COUNT, "maxItems": TRACK_COUNT}

    def describe(self) -> str:
        return "six tracks between slashes, each with its piles from bottom to top, like 2BA,5C/-/-/10A/-/-"


class QueenCodec(Flag):
    """The form of a player's Queen token: ``queen`` or ``-``. In JSON, true or false."""

    def text(self, value: bool) -> str:
        return "queen" if value else EMPTY

    def parse(self, text: str) -> bool:
        if text.lower() not in ("queen", EMPTY):
            raise ValueError(f"must be {self.describe()}")
        return text != EMPTY

    @property
    def pattern(self) -> str:
        return f"queen|{EMPTY}"

    def describe(self) -> str:
        return f"queen or {EMPTY}"


class GoalCodec(Codec["int | None"]):
    """The form of the goal: the points that win, or ``standard`` (null in JSON) for the standard goal."""

    _POINTS = Integer(5, 11)

    def text(self, value: int | None) -> str:
        return "standard" if value is None else str(value)

    def parse(self, text: str) -> int | None:
        return None if text.lower() == "standard" else self._POINTS.parse(text)

    def check(self, value: object) -> int | None:
        return None if value is None else self._POINTS.check(value)

    @property
    def pattern(self) -> str:
        return rf"standard|{self._POINTS.pattern}"

    def examples(self) -> Sequence[int | None]:
        return [None, *self._POINTS.examples()]

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self._POINTS.schema(), {"type": "null"}]}

    def describe(self) -> str:
        return f"{self._POINTS.describe()} or standard"
