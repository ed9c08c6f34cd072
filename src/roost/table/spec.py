"""What a table is made with: the game, its options, who may sit where, and the rules of the house."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from roost.bots import default_bot
from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.games import game_type
from roost.table.names import clean_name
from roost.table.refusals import Kind, RefusedError

__all__ = [
    "AvatarName",
    "BotSeat",
    "GuestSeat",
    "HereSeat",
    "HouseRules",
    "OpenSeat",
    "SeatSpec",
    "TableSpec",
    "check_spec",
]

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, description="A person's name.")]
BotName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9_-]+$", description="A bot of /api/bots.")
]
AvatarName: TypeAlias = Literal["robin", "duck", "penguin", "parrot", "peacock", "toucan", "crow", "cardinal"]
"""The birds that people may show themselves as. A seat has one of its own for whoever chooses none."""
Seconds: TypeAlias = Annotated[int, Meta(ge=5, le=7 * 86_400)]


class OpenSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """A seat for the first person who comes."""


class GuestSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="guest"):
    """A seat kept for one guest, who claims it with an invitation."""

    name: Name


class HereSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="here"):
    """A person at the host's own device. Several of them pass it around."""

    name: Name
    avatar: AvatarName | None = None


class BotSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A bot of a chosen kind."""

    bot: BotName


SeatSpec: TypeAlias = OpenSeat | GuestSeat | HereSeat | BotSeat
"""Who may sit on a seat."""
OptionValue: TypeAlias = bool | Annotated[int, Meta(ge=0, le=999_999)] | Annotated[str, Meta(max_length=100)]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the table allows, and what happens when somebody does not play."""

    odds: bool = True
    """Whether the table tells the odds of its current position."""
    dice: Literal["verified", "real"] = "verified"
    """Whether the people at the table roll real dice and enter them. Bots, and people far away, roll verified dice."""
    auto_roll: bool = True
    """Whether screens roll on by themselves where no other choice makes sense."""
    coach: Annotated[int, Meta(ge=1, le=50)] | None = None
    """What a choice must cost, in percent of a win, for screens to warn its player before it holds; nobody without.
    Everybody who sits down agrees to it."""
    undo: bool = True
    """Whether a choice may be taken back that revealed nothing and that nobody answered."""
    takeover_after: Seconds | None = None
    """Seconds after which a bot plays for a person who does not; nobody is replaced without."""
    takeover_bot: BotName | None = None
    """Who plays then; without one, the bot that plays the game by default."""
    turn_seconds: Seconds | None = None
    """Seconds for a turn; unlimited without."""
    at_zero: Literal["play", "takeover"] = "play"
    """When the time is up: a bot finishes this turn, or takes the seat over until its person returns."""


class TableSpec(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that is decided when a table is made."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[SeatSpec, ...], Meta(min_length=1, max_length=len(SEATS))]
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], OptionValue], Meta(max_length=20)] = {}
    rules: HouseRules = HouseRules()

    @property
    def takeover_bot(self) -> str:
        """Who plays for a person who does not."""
        return self.rules.takeover_bot or default_bot(game_type(self.game))

    def make_game(self, start: int | str | None = None) -> Game:
        """The game of this table; a rematch begins at another seat."""
        options = self.options if start is None else {**self.options, "start": start}
        return game_type(self.game).make(len(self.seats), options)


def check_spec(spec: TableSpec) -> TableSpec:
    """The spec with clean names. Raises a :class:`RefusedError` for what no table can be made of."""
    try:
        spec.make_game()
        seats = tuple(_cleaned(seat) for seat in spec.seats)
    except (OptionError, ValueError) as why:
        raise RefusedError(Kind.BAD_VALUE, f"{why}.".replace("..", ".")) from None
    if spec.rules.coach is not None and not spec.rules.odds:
        raise RefusedError(Kind.BAD_VALUE, "A coach tells odds, and at this table nobody is told any.")
    return TableSpec(spec.game, seats, spec.options, spec.rules)


def _cleaned(seat: SeatSpec) -> SeatSpec:
    match seat:
        case GuestSeat(name=name):
            return GuestSeat(clean_name(name))
        case HereSeat(name=name, avatar=avatar):
            return HereSeat(clean_name(name), avatar)
    return seat
