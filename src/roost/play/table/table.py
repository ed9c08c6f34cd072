"""The state of a table, folded from its log (``roost.play.table.draft``). Each change makes a new table."""

from enum import Enum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from roost.core.state import Node
from roost.play.table.chairs import Chair, named
from roost.play.table.opening import Opening, Seals
from roost.play.table.play import Play
from roost.play.table.series import Series
from roost.play.table.spec import GameSetup, TableSpec

HOST = 0
"""Index of the host, who created the table."""


class Status(Enum):
    """Stage in the life of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Table(Struct, frozen=True):
    """The complete state of a table, except its secrets."""

    id: str
    code: str
    spec: TableSpec
    chairs: tuple[Chair, ...]
    version: int = 0
    created_at: float = 0.0
    changed_at: float = 0.0
    people: int = 1
    """Number of people who have joined so far, including the host."""
    play: Play | None = None
    rematch: frozenset[int] = frozenset()
    """People who want a rematch."""
    is_closed: bool = False
    seals: Seals = ()
    """Seals that devices sent for the next game."""
    sealings: tuple[int, ...] = ()
    """The person behind each seal sent for the next game; a person who sealed twice appears twice."""
    used_seals: tuple[str, ...] = ()
    """All seals that devices have ever sent. A seal must not be reused."""
    opening: Opening | None = None
    """The opening of the next game's dice, once their list is published."""
    series: Series | None = None
    """The state of the series, if the table plays one."""
    bench: tuple[Chair, ...] = ()
    """Members of the series who sit out or have left."""
    chosen: GameSetup | None = None
    """The host's choice for the next game of the series, if any."""
    on_device: bool = False
    """Whether the dice are rolled by the only device that plays at the table, without a server."""

    @property
    def places(self) -> tuple[Chair, ...]:
        """The chairs, followed by the bench. Places on the bench are numbered after the seats."""
        return (*self.chairs, *self.bench)

    @property
    def next_game(self) -> int:
        return 1 if self.play is None else self.play.number + 1

    def game_of(self, number: int) -> str:
        """Return the name of the game with this number. Games in a series may differ."""
        results = () if self.series is None else self.series.results
        return next((result.game for result in results if result.number == number), self.spec.game)

    @property
    def status(self) -> Status:
        if self.is_closed:
            return Status.CLOSED
        if self.play is None:
            return Status.WAITING
        return Status.OVER if self.play.state.node is Node.OVER else Status.PLAYING

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is; None if no game is being played."""
        play = self.play
        if play is None or self.is_closed or play.state.node is Node.OVER:
            return None
        return play.state.seat

    @property
    def names(self) -> tuple[str, ...]:
        return named(self.chairs)

    def rolls_real(self, seat: int) -> bool:
        """Return whether this seat's player is now rolling real dice; a bot never does."""
        return self.chairs[seat].is_real and self.chairs[seat].bot is None

    @property
    def shows_odds(self) -> bool:
        """Whether the table shows odds and hints. The rules decide, but one player against bots always sees them."""
        if self.spec.challenge is not None:
            return False
        return self.spec.rules.odds or sum(chair.person is not None for chair in self.chairs) <= 1

    def seats_of(self, person: int | None) -> tuple[int, ...]:
        return tuple([seat for seat, chair in enumerate(self.chairs) if person is not None and chair.person == person])

    def places_of(self, person: int | None) -> tuple[int, ...]:
        """Return all places that a person holds, including those on the bench."""
        return tuple([at for at, chair in enumerate(self.places) if person is not None and chair.person == person])

    def with_chair(self, place: int, chair: Chair) -> Self:
        """Return the table with one place changed. The index after the last place adds a new one."""
        places = (*self.places[:place], chair, *self.places[place + 1 :])
        return replace(self, chairs=places[: len(self.chairs)], bench=places[len(self.chairs) :])
