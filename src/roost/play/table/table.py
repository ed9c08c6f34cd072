"""A table as it stands. It is folded from its log (``roost.play.table.draft``), and a change makes a new one."""

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
"""The person who made the table."""


class Status(Enum):
    """The stages of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Table(Struct, frozen=True):
    """Everything that there is to know about a table, except its secrets."""

    id: str
    code: str
    spec: TableSpec
    chairs: tuple[Chair, ...]
    version: int = 0
    created_at: float = 0.0
    changed_at: float = 0.0
    people: int = 1
    """How many people there have been, the host among them."""
    play: Play | None = None
    rematch: frozenset[int] = frozenset()
    """The people who would like to play again."""
    is_closed: bool = False
    seals: Seals = ()
    """The seals for the next game."""
    sealings: tuple[int, ...] = ()
    """The people who have sealed for it, as often as they did."""
    used_seals: tuple[str, ...] = ()
    """Every seal that a device has sent: none may be sent twice."""
    opening: Opening | None = None
    """The list of the next game's dice, once it is out."""
    series: Series | None = None
    """The state of the series, if the table plays one."""
    bench: tuple[Chair, ...] = ()
    """The people who sit out, of those who play the series."""
    chosen: GameSetup | None = None
    """The host's wish for the next game, instead of the game whose turn it is."""

    @property
    def places(self) -> tuple[Chair, ...]:
        """The chairs, then those who sit out. Their places are numbered on after the seats."""
        return (*self.chairs, *self.bench)

    @property
    def next_game(self) -> int:
        """The number of the next game."""
        return 1 if self.play is None else self.play.number + 1

    def game_of(self, number: int) -> str:
        """The game with this number: in a series, not always the same."""
        results = () if self.series is None else self.series.results
        return next((result.game for result in results if result.number == number), self.spec.game)

    @property
    def status(self) -> Status:
        """The stage of the table."""
        if self.is_closed:
            return Status.CLOSED
        if self.play is None:
            return Status.WAITING
        return Status.OVER if self.play.state.node is Node.OVER else Status.PLAYING

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is."""
        play = self.play
        if play is None or self.is_closed or play.state.node is Node.OVER:
            return None
        return play.state.seat

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat. Bots are labelled."""
        return named(self.chairs)

    def rolls_real(self, seat: int) -> bool:
        """Whether the dice of this seat are real just now. Those of bots never are."""
        return self.chairs[seat].is_real and self.chairs[seat].bot is None

    @property
    def tells_odds(self) -> bool:
        """Whether odds and hints are given here: by the rules of the house; always, where one plays against bots."""
        if self.spec.challenge is not None:
            return False
        return self.spec.rules.odds or sum(chair.person is not None for chair in self.chairs) <= 1

    def seats_of(self, person: int | None) -> tuple[int, ...]:
        """The seats that a person holds."""
        return tuple([seat for seat, chair in enumerate(self.chairs) if person is not None and chair.person == person])

    def places_of(self, person: int | None) -> tuple[int, ...]:
        """The same, and their places among those who sit out."""
        return tuple([at for at, chair in enumerate(self.places) if person is not None and chair.person == person])

    def with_chair(self, place: int, chair: Chair) -> Self:
        """The table with one place changed; the place after the last one is new."""
        places = (*self.places[:place], chair, *self.places[place + 1 :])
        return replace(self, chairs=places[: len(self.chairs)], bench=places[len(self.chairs) :])
