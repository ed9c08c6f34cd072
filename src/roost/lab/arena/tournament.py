"""A tournament: all the settings that determine its result, and no others."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.core.notation import Json
from roost.core.version import __version__
from roost.lab.arena.lineup import Lineup, Match, lineups, seating_count, seatings
from roost.study.bots.external import DEFAULT_TIMEOUT

FEWEST_DEALS_TO_STOP = 100
"""Minimum number of deals before a tournament may stop on its standard error; fewer deals estimate the error badly."""

_GAMES_PER_CHUNK = 48
_MOST_GAMES = 10**9
_LONGEST_SEED = 100
_LONGEST_NAME = 500
_LONGEST_TIMEOUT = 3_600.0


@dataclass(frozen=True)
class Tournament:
    """Bots that play a game against one another.

    Deals are numbered from 0. Deal ``d`` uses the dice ``SeededDice(f"{seed}/{d}")``, and is played by every line-up in
    every seating with those same dice. In game ``order`` of the deal, the bot in seat ``seat`` makes its random choices
    with ``Stream(f"{seed}/{d}/{order}/{seat}")``.
    """

    game: Game
    """The rules, with the number of players at the table."""
    bots: tuple[str, ...]
    """Names for :func:`roost.study.bots.bot`. Names may repeat; :mod:`~roost.lab.arena.lineup` describes how more or
    fewer bots than seats form line-ups."""
    seed: int | str = 0
    games: int = 1_000
    """Number of games to play, rounded up to a whole number of deals."""
    until_se: float | None = None
    """Stop early once the standard error of every win share is at most this."""
    move_timeout: float = DEFAULT_TIMEOUT
    """Seconds per move for a bot that is an external program."""
    control: bool = False
    """Whether luck is measured and taken out of the win shares, so that fewer games suffice."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", tuple(self.bots))
        if not 1 <= self.games <= _MOST_GAMES:
            raise OptionError(f"games must be 1 to {_MOST_GAMES:,}, not {self.games:,}", input=self.games)
        if self.until_se is not None and not 0 < self.until_se < 1:
            raise OptionError(
                f"the standard error to reach must be between 0 and 1, not {self.until_se}", input=self.until_se
            )
        if not 0 < self.move_timeout <= _LONGEST_TIMEOUT:
            message = f"a move may take up to {_LONGEST_TIMEOUT:g} seconds, not {self.move_timeout:g}"
            raise OptionError(message, input=self.move_timeout)
        for name in self.bots:
            if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
                message = f"a bot's name must have 1 to {_LONGEST_NAME} printable characters, not {quote(name)}"
                raise OptionError(message, input=name)
        seed = str(self.seed)
        if len(seed) > _LONGEST_SEED or not seed.isprintable():
            message = f"a seed must have at most {_LONGEST_SEED} printable characters, not {quote(seed)}"
            raise OptionError(message, input=self.seed)
        _ = self.lineups  # raises an error if these bots cannot fill the table

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the bots without duplicates, in the order in which they were first given."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def lineups(self) -> tuple[Lineup, ...]:
        return lineups(self.bots, self.game.players)

    @cached_property
    def games_per_deal(self) -> int:
        """Number of games played with each deal's dice."""
        return sum(map(seating_count, self.lineups))

    @property
    def deals(self) -> int:
        """Number of deals needed to play at least :attr:`games` games."""
        return -(-self.games // self.games_per_deal)

    @property
    def deals_per_chunk(self) -> int:
        """Number of deals that are played, tallied and saved together.

        It does not depend on the number of processes, so a tournament always checks its standard errors after the same
        deals.
        """
        return max(1, _GAMES_PER_CHUNK // self.games_per_deal)

    def chunk(self, number: int) -> range:
        """Return the numbers of the deals in a chunk; empty after the last chunk."""
        size, deals = self.deals_per_chunk, self.deals
        return range(min(number * size, deals), min((number + 1) * size, deals))

    def matches(self, deal: int) -> Iterator[Match]:
        order = 0
        for number, lineup in enumerate(self.lineups):
            for seating in seatings(lineup, f"{self.seed}/{deal}/seating/{number}"):
                yield Match(deal, order, seating)
                order += 1

    @cached_property
    def tables_per_deal(self) -> dict[str, int]:
        """Number of games per deal in which each bot plays."""
        return {name: sum(seating_count(lineup) for lineup in self.lineups if name in lineup) for name in self.names}

    @cached_property
    def seats_per_deal(self) -> dict[str, int]:
        """Number of seats that each bot takes, summed over all games of a deal."""
        return {name: sum(seating_count(lineup) * lineup.count(name) for lineup in self.lineups) for name in self.names}

    def meetings_per_deal(self, bot: str, other: str) -> int:
        """Count how often two bots meet in a deal: once for each pair of their seats at one table."""
        return sum(seating_count(lineup) * lineup.count(bot) * lineup.count(other) for lineup in self.lineups)

    def to_json(self) -> dict[str, Json]:
        """Return all settings that determine the result, as JSON."""
        options = self.game.options()
        chosen: dict[str, Json] = {k: options[k].codec.json(v) for k, v in self.game.chosen_options.items()}
        return {
            "roost": __version__,
            "game": self.game.name,
            "players": self.game.players,
            "options": chosen,
            "bots": list(self.bots),
            "lineups": [list(lineup) for lineup in self.lineups],
            "seed": str(self.seed),
            "games": self.games,
            "deals": self.deals,
            "games_per_deal": self.games_per_deal,
            "deals_per_chunk": self.deals_per_chunk,
            "until_se": self.until_se,
            "move_timeout": self.move_timeout,
            **({"control": True} if self.control else {}),
        }
