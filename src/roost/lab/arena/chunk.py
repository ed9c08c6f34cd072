"""Some deals in a row, played by fresh bots and counted together: the piece of work that can be handed out.

Every chunk begins with bots that have seen nothing yet. So its result depends on its number alone, not on what the same
process played before, even if a bot remembers, learns or leaks.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from roost.core.record import Played, Record, dice_headers, write
from roost.core.sources import SeededDice
from roost.lab.arena.deals import deal_lines
from roost.lab.arena.lineup import Seating, Sitting
from roost.lab.arena.table import LUCK_PARTS, WHOLE_WIN, Forfeit, play_game
from roost.lab.arena.tally import Deal, Tally
from roost.lab.arena.tournament import Tournament
from roost.study.bots import Bot, bot
from roost.study.bots.external import ExternalBot
from roost.study.review.luck import total_luck

BotMaker = Callable[[], Bot]
"""Makes a fresh bot for each game."""

_LONGEST_NAME = 80


class Chunk(NamedTuple):
    """The deals of a chunk, played."""

    tally: Tally
    records: str
    """The records of all games, with an empty line between them, if they were asked for."""
    deals: str
    """The results of each seat of each game: lines of a CSV file."""


class Crew:
    """The bots that play a chunk: one for each seat that a name can take, made when it is first needed."""

    def __init__(self, tournament: Tournament, makers: Mapping[str, BotMaker]) -> None:
        self._makers = makers
        self._timeout = tournament.move_timeout
        self._bots: dict[tuple[str, int], Bot] = {}
        self._tables: dict[Seating, list[Bot]] = {}

    def make(self, name: str) -> Bot:
        """A fresh bot. Raises :class:`~roost.core.errors.OptionError` if there is none of that name."""
        if name in self._makers:
            return self._makers[name]()
        made = bot(name)
        if isinstance(made, ExternalBot):
            made.timeout = self._timeout
        return made

    def at(self, seating: Seating) -> Sequence[Bot]:
        """The bots of a table, by seat. A bot that sits there twice is two bots."""
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
        """Let go of the bots; those that hold something, like a program, have a ``close`` of their own."""
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
    """Play the deals of a chunk. Nothing, if ``is_stopped`` said so before a game."""
    deals, records = list[Deal](), list[str]()
    crew = Crew(tournament, makers)
    try:
        for deal in tournament.chunk(number):
            games = []
            for sitting in tournament.sittings(deal):
                if is_stopped():
                    return None
                played: list[Played] | None = [] if is_recorded or tournament.control else None
                settled = play_game(tournament.game, sitting, crew.at(sitting.seating), tournament.seed, played)
                if tournament.control and played is not None:
                    settled = settled._replace(luck=_luck(tournament, played))
                games.append((sitting.seating, settled))
                if is_recorded and played is not None:
                    records.append(_record(tournament, sitting, played, settled.forfeits))
            deals.append(games)
    finally:
        crew.close()
    tally = Tally.of_deals(tournament.names, tournament.game.players, deals)
    return Chunk(tally, "\n".join(records), deal_lines(tournament.chunk(number).start, deals))


def _luck(tournament: Tournament, played: list[Played]) -> tuple[int, ...]:
    """The luck of each seat in a game, in whole parts."""
    from roost.study.models import value  # here, because it takes its time to load and most tournaments do without

    gained = total_luck(tournament.game.opening(), played, value)
    return tuple(round(luck * WHOLE_WIN * LUCK_PARTS) for luck in gained)


def _record(tournament: Tournament, sitting: Sitting, played: list[Played], forfeits: Sequence[Forfeit]) -> str:
    seed = f"{tournament.seed}/{sitting.deal}"
    headers = {"Arena": str(tournament.seed), "Deal": str(sitting.deal), "Order": str(sitting.order)}
    headers |= dice_headers(SeededDice(seed))
    headers |= {f"Forfeit-{number}": str(forfeit) for number, forfeit in enumerate(forfeits, 1)}
    names = tuple(name[:_LONGEST_NAME] for name in sitting.seating)
    return write(Record(tournament.game.opening(), names, tuple(played), tuple(headers.items())))
