"""A chunk: consecutive deals that are played by new bots and tallied together. Chunks are the work items of a pool.

Every chunk begins with new bots, so its result depends only on its number and not on earlier games in the same process,
even if a bot keeps state between games.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from roost.core.record import PlayedMove, Record, dice_headers, write
from roost.core.sources import SeededDice
from roost.lab.arena.deals import deal_lines
from roost.lab.arena.lineup import Match, Seating
from roost.lab.arena.table import LUCK_PARTS, WHOLE_WIN, Forfeit, play_game
from roost.lab.arena.tally import Deal, DealTally
from roost.lab.arena.tournament import Tournament
from roost.study.bots import Bot, bot
from roost.study.bots.external import ExternalBot
from roost.study.review.luck import total_luck

BotMaker = Callable[[], Bot]
"""Factory that returns a new bot."""

_LONGEST_NAME = 80


class Chunk(NamedTuple):
    """The results of a chunk."""

    tally: DealTally
    records: str
    """The records of all games, separated by empty lines; empty unless records are written."""
    deals: str
    """The results of each seat in each game, as lines of a CSV file."""


class Crew:
    """The bots of a chunk.

    If one name takes several seats at a table, each seat gets its own bot. Bots are made on first use.
    """

    def __init__(self, tournament: Tournament, makers: Mapping[str, BotMaker]) -> None:
        self._makers = makers
        self._timeout = tournament.move_timeout
        self._bots: dict[tuple[str, int], Bot] = {}
        self._tables: dict[Seating, list[Bot]] = {}

    def make(self, name: str) -> Bot:
        """Make a new bot. Raises :class:`~roost.core.errors.OptionError` if the name is unknown."""
        if name in self._makers:
            return self._makers[name]()
        fresh = bot(name)
        if isinstance(fresh, ExternalBot):
            fresh.timeout = self._timeout
        return fresh

    def at(self, seating: Seating) -> Sequence[Bot]:
        """Return the bots of a table, by seat. A name that takes two seats gets two bots."""
        if seating not in self._tables:
            copies: Counter[str] = Counter()
            table = []
            for name in seating:
                key = (name, copies[name])
                copies[name] += 1
                if key not in self._bots:
                    self._bots[key] = self.make(name)
                table.append(self._bots[key])
            self._tables[seating] = table
        return self._tables[seating]

    def close(self) -> None:
        """Close the bots that have a ``close`` method, such as those that run a program, and discard all bots."""
        self._tables.clear()
        while self._bots:
            _, done = self._bots.popitem()
            if callable(close := getattr(done, "close", None)):
                close()


def play_chunk(
    tournament: Tournament,
    number: int,
    makers: Mapping[str, BotMaker],
    *,
    is_recorded: bool = False,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Chunk | None:
    """Play the deals of a chunk. Return None if ``is_stopped`` returned True before one of its games."""
    deals, records = list[Deal](), list[str]()
    crew = Crew(tournament, makers)
    try:
        for deal in tournament.chunk(number):
            games = []
            for match in tournament.matches(deal):
                if is_stopped():
                    return None
                played: list[PlayedMove] | None = [] if is_recorded or tournament.control else None
                settled = play_game(tournament.game, match, crew.at(match.seating), tournament.seed, played)
                if tournament.control and played is not None:
                    settled = settled._replace(luck=_luck(tournament, played))
                games.append((match.seating, settled))
                if is_recorded and played is not None:
                    records.append(_record(tournament, match, played, settled.forfeits))
            deals.append(games)
    finally:
        crew.close()
    tally = DealTally.of_deals(tournament.names, tournament.game.players, deals)
    return Chunk(tally, "\n".join(records), deal_lines(tournament.chunk(number).start, deals))


def _luck(tournament: Tournament, played: list[PlayedMove]) -> tuple[int, ...]:
    """Return each seat's luck in a game, in integer units of ``1 / (WHOLE_WIN * LUCK_PARTS)`` win."""
    from roost.study.models import value  # imported here because it loads slowly and most tournaments do not need it

    gained = total_luck(tournament.game.opening(), played, value)
    return tuple(round(luck * WHOLE_WIN * LUCK_PARTS) for luck in gained)


def _record(tournament: Tournament, match: Match, played: list[PlayedMove], forfeits: Sequence[Forfeit]) -> str:
    seed = f"{tournament.seed}/{match.deal}"
    headers = {"Arena": str(tournament.seed), "Deal": str(match.deal), "Order": str(match.order)}
    headers |= dice_headers(SeededDice(seed))
    headers |= {f"Forfeit-{number}": str(forfeit) for number, forfeit in enumerate(forfeits, 1)}
    names = tuple(name[:_LONGEST_NAME] for name in match.seating)
    return write(Record(tournament.game.opening(), names, tuple(played), tuple(headers.items())))
