"""The plan of a table: the game, its options, who may sit where, and the rules of the house."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.core.registry import all_games, game_type
from roost.play.table.house_rules import BotName, HouseRules
from roost.play.table.names import clean_name
from roost.play.table.refusals import Kind, RefusedError
from roost.study.bots import default_bot

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, description="A person's name.")]
AvatarName: TypeAlias = Literal["robin", "duck", "penguin", "parrot", "peacock", "toucan", "crow", "cardinal"]
"""The birds that people may show themselves as. A seat has one of its own for whoever chooses none."""


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
"""The people who may sit on a seat."""
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
    """The way of counting: 1 for a win; 5, 3, 2, 1 for the first four places; or what each game counts itself."""
    games: Annotated[tuple[GameSetup, ...], Meta(max_length=12)] = ()
    """The games in turn, the table's own first. Without, that one alone; in a round, all that there are."""


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
        """The bot that plays for a person who does not."""
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
