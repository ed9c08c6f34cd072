"""The specification of a table: game, options, seats and house rules."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.core.registry import all_games, game_type
from roost.play.table.house_rules import BotName, HouseRules
from roost.play.table.names import clean_name
from roost.play.table.refusals import Refusal, RefusedError
from roost.study.bots import default_bot

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, description="A person's name.")]
AvatarName: TypeAlias = Literal["robin", "duck", "penguin", "parrot", "peacock", "toucan", "crow", "cardinal"]
"""Birds that players may choose. Each seat has a default bird."""


class OpenSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """A seat for the next person who joins."""


class GuestSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="guest"):
    """A seat reserved for one guest, who claims it with an invitation."""

    name: Name


class HereSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="here"):
    """A player on the host's own device, which several players may share."""

    name: Name
    avatar: AvatarName | None = None


class BotSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A seat for a bot."""

    bot: BotName


SeatSpec: TypeAlias = OpenSeat | GuestSeat | HereSeat | BotSeat
"""The kinds of seat."""
OptionValue: TypeAlias = bool | Annotated[int, Meta(ge=0, le=999_999)] | Annotated[str, Meta(max_length=100)]
"""Value of an option of a game."""


Options: TypeAlias = Annotated[dict[Annotated[str, Meta(max_length=40)], OptionValue], Meta(max_length=20)]


class GameSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game with its options."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Options = {}


class SeriesRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules that set the length and scoring of a series."""

    kind: Literal["best_of", "first_to", "games", "round"] = "games"
    """What ``count`` means: maximum number of games, wins needed, games to play, or rounds of ``games``."""
    count: Annotated[int, Meta(ge=1, le=99)] = 3
    points: Literal["wins", "places", "points"] = "places"
    """Scoring: 1 for each win; 5, 3, 2 and 1 for the first four places; or the score in the game."""
    games: Annotated[tuple[GameSetup, ...], Meta(max_length=12)] = ()
    """The games in order, starting with the table's own. By default, only the table's game; for a round, all games."""


class TableSpec(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All settings of a table."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[SeatSpec, ...], Meta(min_length=1, max_length=len(SEATS))]
    options: Options = {}
    rules: HouseRules = HouseRules()
    series: SeriesRules | None = None
    """Rules of the series; None if the table plays single games."""
    challenge: Annotated[str, Meta(max_length=120)] | None = None
    """Name of the challenge that determines the dice, if any. Only ``/api/challenges`` creates such tables."""

    @property
    def takeover_bot(self) -> str:
        """The bot that plays for idle players."""
        return self.rules.takeover_bot or default_bot(game_type(self.game))

    @property
    def games(self) -> list[str]:
        """All installed games that this table plays, starting with the current one."""
        planned = () if self.series is None else self.series.games
        return list(dict.fromkeys((self.game, *(setup.game for setup in planned))))

    def make_game(self, start: int | str | None = None) -> Game:
        """Return the table's game, with its options. ``start`` overrides which seat begins, as a rematch needs."""
        options = self.options if start is None else {**self.options, "start": start}
        return game_type(self.game).make(len(self.seats), options)


def check_spec(spec: TableSpec) -> TableSpec:
    """Return the specification with cleaned names. Raises :class:`RefusedError` if no table can be created from it."""
    try:
        if spec.challenge is not None:
            raise ValueError("use /api/challenges to take a challenge")
        spec.make_game()
        seats = tuple(_clean_seat(seat) for seat in spec.seats)
        series = None if spec.series is None else _check_series(spec.series, GameSetup(spec.game, spec.options))
    except (OptionError, ValueError) as error:
        raise RefusedError(Refusal.BAD_VALUE, f"{error}.".replace("..", ".")) from None
    if spec.rules.coach is not None and not spec.rules.odds:
        raise RefusedError(Refusal.BAD_VALUE, "A coach shows odds, which this table does not allow.")
    return TableSpec(spec.game, seats, spec.options, spec.rules, series)


def _check_series(series: SeriesRules, table_game: GameSetup) -> SeriesRules:
    """Return the rules of a series with all its games, starting with the table's own."""
    games = series.games
    if not games and series.kind == "round":
        names = list(all_games())
        first = names.index(table_game.game)
        games = (table_game, *(GameSetup(name) for name in (*names[first + 1 :], *names[:first])))
    if games and games[0] != table_game:
        raise ValueError("a series must begin with the game of its table")
    for setup in games:
        check_setup(setup)
    return replace(series, games=games or (table_game,))


def check_setup(setup: GameSetup) -> None:
    """Raise :class:`OptionError` if a game cannot be set up."""
    kind = game_type(setup.game)
    kind.make(kind.player_range[0], setup.options)


def _clean_seat(seat: SeatSpec) -> SeatSpec:
    match seat:
        case GuestSeat(name=name):
            return GuestSeat(clean_name(name))
        case HereSeat(name=name, avatar=avatar):
            return HereSeat(clean_name(name), avatar)
    return seat
