"""A series of games at one table: its members, the results of its games, and its standings.

Points. By ``wins``, each winner of a game gets 1 point, even if the win is shared. By ``places``, the first four
players get 5, 3, 2 and 1; players who tie get the points of the better place. By ``points``, each player gets their
score in the game. The player with the most points leads; ties are broken by wins, and players who are still equal share
the place.

Length. With ``games``, the series ends after ``count`` games; with ``round``, after ``count`` rounds of its list of
games; with ``first_to``, once a player has won ``count`` games. With ``best_of``, it ends once a player has won more
than half of ``count`` games, or after ``count`` games.

Sitting out. If more players are present than a game has seats, people play before bots. Members who have not played yet
come first, so that newcomers play at once; next come those who have sat out most often, then those who have played
least; the order at the table breaks ties.

First player. By the games' printed rules the youngest or smallest player begins, or the first player is drawn. The host
puts that player in the first seat; each later game begins with the next player around the table. If a game's rules draw
the first player, the player is drawn in every game.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roost.core.registry import game_type
from roost.core.state import State
from roost.play.table.chairs import Chair
from roost.play.table.spec import GameSetup, SeriesRules

PLACE_POINTS = (5, 3, 2, 1)
"""Points for first to fourth place in a game; all other places get none."""


class Member(Struct, frozen=True):
    """A player who takes part in a series. Members are indexed in the order of their places at the table."""

    name: str
    person: int | None
    bot: str | None
    avatar: str | None


class Result(Struct, frozen=True):
    """The result of one game in a series."""

    number: int
    """Number of the game at its table, counted from 1."""
    game: str
    members: tuple[int, ...]
    """The member who played each seat."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won."""
    began: int | None
    """The member who began; None if the first player was drawn."""
    out: tuple[int, ...]
    """Members who were present but sat out."""


class Standing(NamedTuple):
    """One member's row in the standings."""

    rank: int
    member: int
    points: int
    wins: int
    played: int


class Series(Struct, frozen=True):
    """The state of a series, which follows from its finished games."""

    members: tuple[Member, ...] = ()
    results: tuple[Result, ...] = ()

    def wins(self, member: int) -> int:
        return sum(result.members[seat] == member for result in self.results for seat in result.winners)

    def played(self, member: int) -> int:
        return sum(member in result.members for result in self.results)

    def sat_out(self, member: int) -> int:
        return sum(member in result.out for result in self.results)

    def is_over(self, rules: SeriesRules) -> bool:
        most = max((self.wins(member) for member in range(len(self.members))), default=0)
        match rules.kind:
            case "first_to":
                return most >= rules.count
            case "best_of":
                return most > rules.count // 2 or len(self.results) >= rules.count
            case "round":
                return len(self.results) >= rules.count * len(rules.games)
        return len(self.results) >= rules.count

    def standings(self, rules: SeriesRules) -> list[Standing]:
        """Return the standings, best first."""
        points = dict.fromkeys(range(len(self.members)), 0)
        for result in self.results:
            for member, earned in zip(result.members, points_in(result, rules), strict=True):
                points[member] += earned
        keys = {member: (earned, self.wins(member)) for member, earned in points.items()}
        ranked = sorted(points, key=lambda member: (*(-count for count in keys[member]), member))
        return [
            Standing(1 + sum(key > keys[member] for key in keys.values()), member, *keys[member], self.played(member))
            for member in ranked
        ]


def places_in(result: Result) -> tuple[int, ...]:
    """Return each seat's place in a game: winners first, others ranked by score. Ties share the better place."""
    merit = game_type(result.game).merit
    keys = [(seat in result.winners, merit(score)) for seat, score in enumerate(result.scores)]
    return tuple(1 if key[0] else 1 + sum(better > key for better in keys) for key in keys)


def points_in(result: Result, rules: SeriesRules) -> tuple[int, ...]:
    """Return each seat's points for a game. Scores are subtracted if the lowest one wins."""
    if rules.points == "points":
        return tuple(map(game_type(result.game).merit, result.scores))
    if rules.points == "wins":
        return tuple(int(seat in result.winners) for seat in range(len(result.scores)))
    return tuple(PLACE_POINTS[place - 1] if place <= len(PLACE_POINTS) else 0 for place in places_in(result))


def result_of(number: int, state: State, chairs: Sequence[Chair], bench: Sequence[Chair]) -> Result:
    """Return the result of a finished game, for those who hold the seats at the end."""
    outcome, start = state.outcome, state.game.start
    assert outcome is not None
    members = tuple([-1 if chair.member is None else chair.member for chair in chairs])
    out = tuple([chair.member for chair in bench if chair.member is not None and not chair.is_away])
    first_player = members[start] if isinstance(start, int) else None
    return Result(number, state.game.name, members, outcome.scores, outcome.winners, first_player, out)


def enrolled(series: Series, chairs: Sequence[Chair]) -> tuple[Series, tuple[Chair, ...]]:
    """Return the series with all players at the table as members. A person who returns keeps the old membership."""
    members, seated = list(series.members), []
    for chair in chairs:
        if chair.is_free:
            seated.append(chair)
            continue
        number = chair.member
        member = Member(chair.name, chair.person, None if chair.person is not None else chair.bot, chair.avatar)
        if number is None and member.person is not None:
            known = [(entry.person, entry.name) for entry in members]
            number = known.index((member.person, member.name)) if (member.person, member.name) in known else None
        if number is None:
            number = len(members)
            members.append(member)
        members[number] = member
        seated.append(replace(chair, member=number))
    return replace(series, members=tuple(members)), tuple(seated)


def next_setup(series: Series, rules: SeriesRules, chosen: GameSetup | None) -> GameSetup:
    """Return the set-up of the next game: the host's choice, or else the next game on the list."""
    played = 0 if series.is_over(rules) else len(series.results)
    return chosen or rules.games[played % len(rules.games)]


def who_plays(series: Series, places: Sequence[Chair], most: int) -> tuple[list[int], list[int]]:
    """Return two groups of places: the next game's players, in the order of the table, and those who sit out."""

    def key(place: int) -> tuple[bool, bool, int, int, int]:
        member, is_bot = places[place].member, places[place].person is None
        if member is None:
            return is_bot, False, 0, 0, place
        played = series.played(member)
        return is_bot, played > 0, -series.sat_out(member), played, member

    def order(place: int) -> tuple[bool, int, int]:
        member = places[place].member
        return member is None, member or 0, place

    occupied = [place for place, chair in enumerate(places) if not chair.is_free]
    present = sorted((place for place in occupied if not places[place].is_away), key=key)
    return sorted(present[:most], key=order), sorted({*occupied} - {*present[:most]}, key=order)


def first_of(series: Series, players: Sequence[Chair], first: int) -> int:
    """Return the seat that begins: the next one around the table, or ``first`` in the first game."""
    last_first = next((result.began for result in reversed(series.results) if result.began is not None), None)
    if last_first is None:
        return min(first, len(players) - 1)
    later_seats = (seat for seat, chair in enumerate(players) if chair.member is None or chair.member > last_first)
    return next(later_seats, 0)
