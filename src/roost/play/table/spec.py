"""What a table is made with: the game, its options, who may sit where, and the rules of the house."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.core.registry import all_games, game_type
from roost.play.table.names import clean_name
from roost.play.table.refusals import Kind, RefusedError
from roost.study.bots import default_bot

__all__ = [
    "AvatarName",
    "BotSeat",
    "GameSetup",
    "GuestSeat",
    "HereSeat",
    "HouseRules",
    "OpenSeat",
    "OptionValue",
    "SeatSpec",
    "SeriesRules",
    "TableSpec",
    "check_setup",
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
"""The value of an option of a game."""


Options: TypeAlias = Annotated[dict[Annotated[str, Meta(max_length=40)], OptionValue], Meta(max_length=20)]


class GameSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game and its options."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Options = {}


class SeriesRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long a series of games goes on, and what counts in it."""

    kind: Literal["best_of", "first_to", "games", "round"] = "games"
    """Whether ``count`` counts games of which most must be won, wins, games, or rounds of ``games``."""
    count: Annotated[int, Meta(ge=1, le=99)] = 3
    points: Literal["wins", "places", "points"] = "places"
    """What counts: 1 for a win; 5, 3, 2, 1 for the first four places; or what each game counts itself."""
    games: Annotated[tuple[GameSetup, ...], Meta(max_length=12)] = ()
    """What is played in turn, the table's own game first. Without, that one alone; in a round, all that there are."""


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
    options: Options = {}
    rules: HouseRules = HouseRules()
    series: SeriesRules | None = None
    """For a series of games instead of a single one."""
    challenge: Annotated[str, Meta(max_length=120)] | None = None
    """The challenge that is taken here: the dice follow from its name. Only ``/api/challenges`` makes such tables."""

    @property
    def takeover_bot(self) -> str:
        """Who plays for a person who does not."""
        return self.rules.takeover_bot or default_bot(game_type(self.game))

    @property
    def games(self) -> list[str]:
        """Every game that is played here, as far as is known; this one first."""
        others = () if self.series is None else self.series.games
        return list(dict.fromkeys((self.game, *(setup.game for setup in others))))

    def make_game(self, start: int | str | None = None) -> Game:
        """The game of this table; a rematch begins at another seat."""
        options = self.options if start is None else {**self.options, "start": start}
        return game_type(self.game).make(len(self.seats), options)


def check_spec(spec: TableSpec) -> TableSpec:
    """The spec with clean names. Raises a :class:`RefusedError` for what no table can be made of."""
    try:
        if spec.challenge is not None:
            raise ValueError("a challenge is taken at /api/challenges")
        spec.make_game()
        seats = tuple(_cleaned(seat) for seat in spec.seats)
        series = None if spec.series is None else _checked(spec.series, GameSetup(spec.game, spec.options))
    except (OptionError, ValueError) as why:
        raise RefusedError(Kind.BAD_VALUE, f"{why}.".replace("..", ".")) from None
    if spec.rules.coach is not None and not spec.rules.odds:
        raise RefusedError(Kind.BAD_VALUE, "A coach tells odds, and at this table nobody is told any.")
    return TableSpec(spec.game, seats, spec.options, spec.rules, series)


def _checked(series: SeriesRules, own: GameSetup) -> SeriesRules:
    """The rules of a series with all its games, the table's own in front."""
    games = series.games
    if not games and series.kind == "round":
        names = list(all_games())
        first = names.index(own.game)
        games = (own, *(GameSetup(name) for name in (*names[first + 1 :], *names[:first])))
    if games and games[0] != own:
        raise ValueError("a series begins with the game of its table")
    for setup in games:
        check_setup(setup)
    return replace(series, games=games or (own,))


def check_setup(setup: GameSetup) -> None:
    """Raise an :class:`OptionError` for a game that cannot be set up."""
    kind = game_type(setup.game)
    kind.make(kind.player_range[0], setup.options)


def _cleaned(seat: SeatSpec) -> SeatSpec:
    match seat:
        case GuestSeat(name=name):
            return GuestSeat(clean_name(name))
        case HereSeat(name=name, avatar=avatar):
            return HereSeat(clean_name(name), avatar)
    return seat
