"""Views of a series: its standings, its next game and that game's players."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from roost.core.registry import game_type
from roost.core.words import Language, Messages
from roost.play.table.chairs import Chair, named
from roost.play.table.series import Member, Series, first_of, next_setup, places_in, points_in, who_plays
from roost.play.table.spec import GameSetup, SeriesRules
from roost.play.table.table import Table


class StandingView(Struct, frozen=True):
    """A member's row in the standings of a series."""

    member: int
    """The member's index in the series."""
    rank: int
    """The member's rank, counted from 1. Members who tie share the better rank."""
    name: str
    person: int | None
    bot: str | None
    avatar: str | None
    points: int
    wins: int
    played: int
    """Number of games that the member has played."""
    seat: int | None
    """The member's seat; None if they sit out or have left."""
    here: bool
    """Whether the member is present. A member who leaves keeps their points."""


class NextGame(Struct, frozen=True):
    """The next game of a series, with its expected players."""

    game: str
    title: str
    """Short title of the game."""
    chosen: bool
    """Whether the host chose this game instead of the planned one."""
    plays: list[str]
    """Names of the expected players, by seat."""
    sits_out: list[str]
    """Names of the members who are present and will sit out."""
    begins: str | None
    """Name of the player who begins; None if the first player is drawn."""
    asked: list[int]
    """The people who will play. The game begins once all of them have agreed."""
    missing: int
    """Number of players still needed."""


class SeriesView(Struct, frozen=True):
    """The rules and standings of a series."""

    kind: str
    """``best_of``, ``first_to``, ``games`` or ``round``."""
    count: int
    points: str
    """Scoring: ``wins``, ``places`` or ``points``."""
    played: int
    """Number of finished games in the series."""
    games: int | None
    """Maximum number of games; None for ``first_to``."""
    over: bool
    standings: list[StandingView]
    next: NextGame
    """The next game. If the series is over, the first game of a new one."""
    bench: list[BenchView]
    """Members who are sitting out or have left."""


class BenchView(Struct, frozen=True):
    """A member of a series on the bench."""

    seat: int
    """Index of the member's place. Places on the bench follow the seats."""
    name: str
    person: int | None
    bot: str | None
    avatar: str | None
    away: bool
    """Whether the member has left."""


class PlaceView(Struct, frozen=True):
    """A member's result in one game."""

    member: int
    score: int
    place: int
    points: int


class ResultView(Struct, frozen=True):
    """A finished game of a series."""

    number: int
    """Number of the game at its table, counted from 1. Use it to request the game's record."""
    game: str
    title: str
    places: list[PlaceView]
    """The result of each seat."""
    sat_out: list[int]
    """Members who were present but sat out."""


class SeriesReport(Struct, frozen=True):
    """The view of a series, with all its finished games."""

    series: SeriesView
    results: list[ResultView]


def names_of(seats: tuple[Chair, ...], language: Language | None) -> tuple[str, ...]:
    """Return the players' names. If a language is given, the names of bots are translated."""
    if language is None:
        return named(seats)
    messages = Messages(language)
    return named(
        seats,
        lambda bot, number: messages.say("bot.label", bot=f"{messages.say_if_known(f'bot.{bot}') or bot}{number}"),
    )


def series_view(table: Table, language: Language | None) -> SeriesView | None:
    """Return the view of a table's series; None if the table plays no series."""
    rules, series = table.spec.series, table.series
    if rules is None or series is None:
        return None
    setup = next_setup(series, rules, table.chosen)
    start = setup.options.get("start", 0)
    first = start if isinstance(start, int) else None
    if "start" not in setup.options:
        default = game_type(setup.game).options()["start"].default
        first = default if isinstance(default, int) else None
    rule_fields = rules.kind, rules.count, rules.points, len(rules.games)
    following = setup.game, table.chosen is not None, first
    return _series_view(series, table.chairs, table.bench, rule_fields, following, language)


@lru_cache(1000)  # the view stays the same during a game
def _series_view(
    series: Series,
    chairs: tuple[Chair, ...],
    bench: tuple[Chair, ...],
    about: tuple[str, int, str, int],
    following: tuple[str, bool, int | None],
    language: Language | None,
) -> SeriesView:
    kind, count, points, games = about
    rules = SeriesRules(kind, count, points, (GameSetup(""),) * games)  # type: ignore[arg-type]  # already checked
    is_over = series.is_over(rules)
    most = {"first_to": None, "round": count * games}.get(kind, count)
    return SeriesView(
        kind,
        count,
        points,
        len(series.results),
        most,
        is_over,
        _standings(series, rules, chairs, bench, language),
        _next(series if not is_over else Series(series.members), (*chairs, *bench), following, language),
        [
            BenchView(len(chairs) + place, name, chair.person, chair.bot, chair.avatar, chair.is_away)
            for place, (chair, name) in enumerate(zip(bench, names_of(bench, language), strict=True))
            if not chair.is_free
        ],
    )


def _standings(
    series: Series,
    rules: SeriesRules,
    chairs: tuple[Chair, ...],
    bench: tuple[Chair, ...],
    language: Language | None,
) -> list[StandingView]:
    names = names_of(tuple([Chair(member.name, member.person, member.bot) for member in series.members]), language)
    seats = {chair.member: seat for seat, chair in enumerate(chairs)}
    present = {chair.member for chair in (*chairs, *bench) if not chair.is_away}
    return [
        StandingView(
            standing.member,
            standing.rank,
            names[standing.member],
            *_identity(series.members[standing.member]),
            standing.points,
            standing.wins,
            standing.played,
            seats.get(standing.member),
            standing.member in present,
        )
        for standing in series.standings(rules)
        if standing.played or standing.member in present
    ]


def _identity(member: Member) -> tuple[int | None, str | None, str | None]:
    return member.person, member.bot, member.avatar


def _next(
    series: Series, places: tuple[Chair, ...], following: tuple[str, bool, int | None], language: Language | None
) -> NextGame:
    game, is_chosen, first = following
    limits = game_type(game).player_range
    playing, out = who_plays(series, places, limits[-1])
    names = names_of(places, language)
    begins = None
    if playing and first is not None:
        begins = names[playing[first_of(series, [places[place] for place in playing], first)]]
    players = [places[place] for place in playing]
    return NextGame(
        game,
        _title(game, language),
        is_chosen,
        [names[place] for place in playing],
        [names[place] for place in out if not places[place].is_away],
        begins,
        sorted({chair.person for chair in players if chair.person is not None and chair.bot is None}),
        max(0, limits[0] - len(playing)),
    )


def _title(game: str, language: Language | None) -> str:
    kind = game_type(game)
    return Messages(language or Language.EN).of(kind).say_if_known("short") or kind.title


def series_report(table: Table, language: Language | None) -> SeriesReport | None:
    """Return a table's series with all finished games; None if the table plays no series."""
    view, rules, series = series_view(table, language), table.spec.series, table.series
    if view is None or rules is None or series is None:
        return None
    results = [
        ResultView(
            result.number,
            result.game,
            _title(result.game, language),
            [
                PlaceView(*row)
                for row in zip(result.members, result.scores, places_in(result), points_in(result, rules), strict=True)
            ],
            list(result.out),
        )
        for result in series.results
    ]
    return SeriesReport(view, results)
