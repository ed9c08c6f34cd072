"""A series of games at one table: who belongs to it, what each game came to, how it stands. Pure.

Points. By ``wins``, whoever wins a game gets 1, and so does everybody who shares the win. By ``places``, the first four
get 5, 3, 2 and 1; equals get the points of the better place. By ``points``, everybody gets what the game counts itself:
worms, or points. Most points lead; among equals most wins; who is still equal shares the place.

End. ``games`` ends after so many games, ``round`` after every game of the list was played so often, ``first_to`` when
somebody has so many wins. ``best_of`` ends when somebody has won more than half of so many games, or after all of them.

Sitting out. Where more are there than a game has seats for, people play before bots. Whoever has not played yet comes
first, so that a newcomer plays at once; then whoever has sat out most often, or has played least; then by seats.

Beginning. The boxes let the youngest or the smallest begin, or draw it. Whoever sets the table seats them first; later
games begin with the next player in the order of the table. A game that draws its first player draws each time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roost.core.state import State
from roost.play.table.chairs import Chair
from roost.play.table.spec import GameSetup, SeriesRules

PLACE_POINTS = (5, 3, 2, 1)
"""The points for the places of a game; all others get none."""


class Member(Struct, frozen=True):
    """Somebody who played in a series, or was there to. Members are numbered in the order of the table."""

    name: str
    person: int | None
    bot: str | None
    avatar: str | None


class Result(Struct, frozen=True):
    """The result of a game of a series."""

    number: int
    """The number of the game at its table."""
    game: str
    members: tuple[int, ...]
    """The players, seat by seat."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won."""
    began: int | None
    """The member who began; nobody, if that was drawn."""
    out: tuple[int, ...]
    """The members who were there and sat out."""


class Standing(NamedTuple):
    """The standing of a member."""

    rank: int
    member: int
    points: int
    wins: int
    played: int


class Series(Struct, frozen=True):
    """The state of a series: all that follows from its finished games."""

    members: tuple[Member, ...] = ()
    results: tuple[Result, ...] = ()

    def wins(self, member: int) -> int:
        """How many games a member has won."""
        return sum(result.members[seat] == member for result in self.results for seat in result.winners)

    def played(self, member: int) -> int:
        """How many games a member has played."""
        return sum(member in result.members for result in self.results)

    def sat_out(self, member: int) -> int:
        """How many games a member has sat out."""
        return sum(member in result.out for result in self.results)

    def is_over(self, rules: SeriesRules) -> bool:
        """Whether it has come to its end."""
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
        """Everybody who has played, whoever leads in front."""
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
    """The place of each seat in a game: winners are first, the others by their scores; equals share the better one."""
    keys = [(seat in result.winners, score) for seat, score in enumerate(result.scores)]
    return tuple(1 if key[0] else 1 + sum(other > key for other in keys) for key in keys)


def points_in(result: Result, rules: SeriesRules) -> tuple[int, ...]:
    """The points of each seat for a game."""
    if rules.points == "points":
        return result.scores
    if rules.points == "wins":
        return tuple(int(seat in result.winners) for seat in range(len(result.scores)))
    return tuple(PLACE_POINTS[place - 1] if place <= len(PLACE_POINTS) else 0 for place in places_in(result))


def result_of(number: int, state: State, chairs: Sequence[Chair], bench: Sequence[Chair]) -> Result:
    """The result of a finished game for those who sat there at its end."""
    outcome, start = state.outcome, state.game.start
    assert outcome is not None
    members = tuple([-1 if chair.member is None else chair.member for chair in chairs])
    out = tuple([chair.member for chair in bench if chair.member is not None and not chair.is_away])
    began = members[start] if isinstance(start, int) else None
    return Result(number, state.game.name, members, outcome.scores, outcome.winners, began, out)


def enrolled(series: Series, chairs: Sequence[Chair]) -> tuple[Series, tuple[Chair, ...]]:
    """The series with everybody who sits there. Whoever comes again under the same name is who they were."""
    members, seated = list(series.members), []
    for chair in chairs:
        if chair.is_free:
            seated.append(chair)
            continue
        number = chair.member
        member = Member(chair.name, chair.person, None if chair.person is not None else chair.bot, chair.avatar)
        if number is None and member.person is not None:
            known = [(one.person, one.name) for one in members]
            number = known.index((member.person, member.name)) if (member.person, member.name) in known else None
        if number is None:
            number = len(members)
            members.append(member)
        members[number] = member
        seated.append(replace(chair, member=number))
    return replace(series, members=tuple(members)), tuple(seated)


def next_setup(series: Series, rules: SeriesRules, chosen: GameSetup | None) -> GameSetup:
    """The game that is played next: the host's choice, or the game whose turn it is."""
    played = 0 if series.is_over(rules) else len(series.results)
    return chosen or rules.games[played % len(rules.games)]


def who_plays(series: Series, places: Sequence[Chair], most: int) -> tuple[list[int], list[int]]:
    """The places of those who play the next game, in the order of the table, and of those who sit out."""

    def key(place: int) -> tuple[bool, bool, int, int, int]:
        member, is_bot = places[place].member, places[place].person is None
        if member is None:
            return is_bot, False, 0, 0, place
        played = series.played(member)
        return is_bot, played > 0, -series.sat_out(member), played, member

    def order(place: int) -> tuple[bool, int, int]:
        member = places[place].member
        return member is None, member or 0, place

    taken = [place for place, chair in enumerate(places) if not chair.is_free]
    here = sorted((place for place in taken if not places[place].is_away), key=key)
    return sorted(here[:most], key=order), sorted({*taken} - {*here[:most]}, key=order)


def first_of(series: Series, players: Sequence[Chair], first: int) -> int:
    """The seat that begins: the one after whoever began last, in the order of the table; ``first`` at the outset."""
    began = next((result.began for result in reversed(series.results) if result.began is not None), None)
    if began is None:
        return min(first, len(players) - 1)
    later = (seat for seat, chair in enumerate(players) if chair.member is None or chair.member > began)
    return next(later, 0)
