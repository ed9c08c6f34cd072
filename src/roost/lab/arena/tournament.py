"""The tournament: everything that decides its result, and nothing that does not."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.core.notation import Json
from roost.core.version import __version__
from roost.lab.arena.lineup import Lineup, Sitting, lineups, seating_count, seatings
from roost.study.bots.external import DEFAULT_TIMEOUT

FEWEST_DEALS_TO_STOP = 100
"""No tournament stops on its standard error with fewer deals: so small a sample does not know its own spread."""

_GAMES_PER_CHUNK = 48
_MOST_GAMES = 10**9
_LONGEST_SEED = 100
_LONGEST_NAME = 500
_LONGEST_TIMEOUT = 3_600.0


@dataclass(frozen=True)
class Tournament:
    """Bots that play a game against one another.

    Deals are numbered from 0. Deal ``d`` has the dice ``SeededDice(f"{seed}/{d}")`` and is played by every line-up in
    every seating with those same dice; in game ``order`` of the deal, the bot on ``seat`` draws its own chance from
    ``Stream(f"{seed}/{d}/{order}/{seat}")``.
    """

    game: Game
    """The rules, with the number of players at the table."""
    bots: tuple[str, ...]
    """Names that :func:`roost.study.bots.bot` knows. They may repeat; :mod:`~roost.lab.arena.lineup` says what is made
    of more or fewer bots than seats."""
    seed: int | str = 0
    games: int = 1_000
    """How many games to play, rounded up to whole deals."""
    until_se: float | None = None
    """Stop earlier, once the standard error of every win share is at most this."""
    move_timeout: float = DEFAULT_TIMEOUT
    """Seconds that a bot which is a program of its own has for each move."""
    control: bool = False
    """Whether the luck of the dice is measured and taken out of the win shares: fewer games tell as much."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", tuple(self.bots))
        if not 1 <= self.games <= _MOST_GAMES:
            raise OptionError(f"games must be 1 to {_MOST_GAMES:,}, not {self.games:,}", input=self.games)
        if self.until_se is not None and not 0 < self.until_se < 1:
            raise OptionError(
                f"the standard error to reach lies between 0 and 1, not {self.until_se}", input=self.until_se
            )
        if not 0 < self.move_timeout <= _LONGEST_TIMEOUT:
            message = f"a move may take up to {_LONGEST_TIMEOUT:g} seconds, not {self.move_timeout:g}"
            raise OptionError(message, input=self.move_timeout)
        for name in self.bots:
            if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
                message = f"a bot's name has 1 to {_LONGEST_NAME} characters that can be printed, not {quote(name)}"
                raise OptionError(message, input=name)
        seed = str(self.seed)
        if len(seed) > _LONGEST_SEED or not seed.isprintable():
            message = f"a seed has at most {_LONGEST_SEED} characters that can be printed, not {quote(seed)}"
            raise OptionError(message, input=self.seed)
        _ = self.lineups  # raises for bots that cannot fill the table

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The different bots, in the order in which they were named."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def lineups(self) -> tuple[Lineup, ...]:
        """The bots that play together."""
        return lineups(self.bots, self.game.players)

    @cached_property
    def games_per_deal(self) -> int:
        """How many games are played with each deal's dice."""
        return sum(map(seating_count, self.lineups))

    @property
    def deals(self) -> int:
        """How many deals it takes to play at least :attr:`games` games."""
        return -(-self.games // self.games_per_deal)

    @property
    def deals_per_chunk(self) -> int:
        """How many deals are played, counted and saved together.

        It depends on nothing but the line-ups, so that a tournament looks at its standard errors at the same points
        however many processes play it.
        """
        return max(1, _GAMES_PER_CHUNK // self.games_per_deal)

    def chunk(self, number: int) -> range:
        """The deals of a chunk; none after the last."""
        size, deals = self.deals_per_chunk, self.deals
        return range(min(number * size, deals), min((number + 1) * size, deals))

    def sittings(self, deal: int) -> Iterator[Sitting]:
        """The games of a deal, in order."""
        order = 0
        for number, lineup in enumerate(self.lineups):
            for seating in seatings(lineup, f"{self.seed}/{deal}/seating/{number}"):
                yield Sitting(deal, order, seating)
                order += 1

    @cached_property
    def tables_per_deal(self) -> dict[str, int]:
        """In how many games of a deal each bot plays."""
        return {name: sum(seating_count(lineup) for lineup in self.lineups if name in lineup) for name in self.names}

    @cached_property
    def seats_per_deal(self) -> dict[str, int]:
        """On how many seats each bot sits, all games of a deal together."""
        return {name: sum(seating_count(lineup) * lineup.count(name) for lineup in self.lineups) for name in self.names}

    def meetings_per_deal(self, bot: str, other: str) -> int:
        """How often two bots meet, a pair of seats at a time, all games of a deal together."""
        return sum(seating_count(lineup) * lineup.count(bot) * lineup.count(other) for lineup in self.lineups)

    def to_json(self) -> dict[str, Json]:
        """The tournament as JSON: all that its result depends on."""
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
