"""A seat at a table and its player."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct


class Chair(Struct, frozen=True):
    """One seat and its player."""

    name: str = ""
    """The player's name, or the name of the guest for whom the seat is reserved."""
    person: int | None = None
    bot: str | None = None
    """The bot that plays this seat. If a person holds the seat, the bot stands in until they return."""
    is_kept: bool = False
    """Whether the seat is reserved for a guest with an invitation."""
    is_away: bool = False
    avatar: str | None = None
    """The bird that the player chose as avatar."""
    is_real: bool = False
    """Whether the player rolls real dice and enters them."""
    member: int | None = None
    """Index of the series member who holds this seat, once a game of the series has begun."""

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def shown_name(self) -> str:
        """The player's name for screens and records."""
        return self.name or self.bot or "?"


def named(seats: Sequence[Chair], label: Callable[[str, str], str] = "{}{} (bot)".format) -> tuple[str, ...]:
    """Return the players' names. ``label`` names a bot by its kind and `` 2``, `` 3`` … from the second on."""
    names: list[str] = []
    counts: Counter[str] = Counter()
    for seat in seats:
        if seat.person is not None or not seat.bot:
            names.append(seat.shown_name)
        else:
            counts[seat.bot] += 1
            names.append(label(seat.bot, f" {counts[seat.bot]}" if counts[seat.bot] > 1 else ""))
    return tuple(names)
