"""A seat at a table and who is on it."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct


class Chair(Struct, frozen=True):
    """One seat and who is on it."""

    name: str = ""
    """The person's name, or whom the seat is kept for."""
    person: int | None = None
    bot: str | None = None
    """The bot that plays this seat. If there is a person too, it stands in until the person returns."""
    is_kept: bool = False
    """Whether the seat waits for a guest with an invitation."""
    is_away: bool = False
    avatar: str | None = None
    """The bird that a person shows themselves as, if they chose one."""
    is_real: bool = False
    """Whether its person rolls real dice, and they are entered."""
    member: int | None = None
    """The member of a series who sits here, once a game of it has begun."""

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.bot is None

    @property
    def shown_name(self) -> str:
        """The name of the player here, for screens and records."""
        return self.name or self.bot or "?"


def _label(bot: str, number: str) -> str:
    return f"{bot}{number} (bot)"


def named(chairs: Sequence[Chair], call: Callable[[str, str], str] = _label) -> tuple[str, ...]:
    """The names of the players when bots are called this: their kind, and `` 2``, `` 3`` … after the first."""
    names: list[str] = []
    met: Counter[str] = Counter()
    for chair in chairs:
        if chair.person is not None or not chair.bot:
            names.append(chair.shown_name)
        else:
            met[chair.bot] += 1
            names.append(call(chair.bot, f" {met[chair.bot]}" if met[chair.bot] > 1 else ""))
    return tuple(names)
