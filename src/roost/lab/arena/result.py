"""The result of a tournament."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import permutations

from roost.core.errors import OptionError, quote, suggest
from roost.core.notation import Json, seat_letter
from roost.lab.arena.control import regressed
from roost.lab.arena.ratings import ratings
from roost.lab.arena.table import LUCK_PARTS, WHOLE_WIN
from roost.lab.arena.tally import DealTally
from roost.lab.arena.tournament import Tournament
from roost.study.estimate import Estimate, mean, share


class EndReason(Enum):
    """The reasons why a tournament ends."""

    GAMES = "games"
    """All games were played."""
    STANDARD_ERROR = "standard-error"
    """All standard errors are as small as requested."""
    FORFEITS = "forfeits"
    """Every game in a whole chunk ended by forfeit, or one bot forfeited in every seat; more games would add
    nothing."""
    INTERRUPTED = "interrupted"
    """The user interrupted the tournament."""


def win_shares(tournament: Tournament, tally: DealTally) -> tuple[Estimate, ...]:
    """Return each bot's win share per seat, in the order of ``tournament.names``."""
    estimates = []
    for name, total, squares in zip(tournament.names, tally.shares.totals, tally.shares.squares, strict=True):
        tables, seats = tournament.tables_per_deal[name], tournament.seats_per_deal[name]
        if len(tournament.names) == 1:  # all seats are the same bot's, so it wins every game
            won = Estimate(1.0, 0.0, 1.0, 1.0)
        else:  # a bot's seats at one table have a combined win share between 0 and 1
            won = share(total, squares, tally.deals, tables * WHOLE_WIN)
        estimates.append(won.scaled(tables / seats))
    return tuple(estimates)


def controlled_shares(tournament: Tournament, tally: DealTally) -> tuple[Estimate, ...]:
    """Return each bot's win share with the luck of the dice taken out.

    Luck is zero on average for all bots, so no bot is favoured. If a bot has the same result in all deals, its ordinary
    win share is returned.
    """
    units = [tournament.seats_per_deal[name] * WHOLE_WIN for name in tournament.names]
    controlled = regressed(tally.lucky, units, LUCK_PARTS)
    pairs = zip(controlled, win_shares(tournament, tally), strict=True)
    return tuple(plain if without_luck.standard_error == 0 else without_luck for without_luck, plain in pairs)


@dataclass(frozen=True)
class BotStanding:
    """The result of one bot."""

    bot: str
    seats: int
    """Number of seats taken by the bot, over all games."""
    share: Estimate
    """The bot's win share per seat; ``1 / players`` if all bots are equally strong."""
    score: Estimate
    rating: Estimate
    forfeits: int
    controlled: Estimate | None = None
    """The bot's win share with the luck of the dice taken out, if luck was measured."""

    @property
    def variance_left(self) -> float | None:
        """Fraction of the variance that remains without luck.

        A fraction of 0.1 is worth as much as ten times the games.
        """
        error = self.share.standard_error
        if self.controlled is None or self.controlled.standard_error is None or not error:
            return None
        return (self.controlled.standard_error / error) ** 2

    def to_json(self) -> dict[str, Json]:
        return {
            "bot": self.bot,
            "seats": self.seats,
            "win_share": self.share.to_json(),
            "score": self.score.to_json(),
            "rating": self.rating.to_json(),
            "forfeits": self.forfeits,
            **({} if self.controlled is None else {"controlled": self.controlled.to_json()}),
        }


@dataclass(frozen=True)
class TournamentResult:
    """The result of a tournament, complete or up to the point where it stopped."""

    tournament: Tournament
    tally: DealTally
    ended: EndReason

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def deals(self) -> int:
        return self.tally.deals

    @cached_property
    def standings(self) -> tuple[BotStanding, ...]:
        """The bots, best first; empty if no deal was played."""
        if not self.deals:
            return ()
        tournament, tally, deals = self.tournament, self.tally, self.deals
        standings = []
        controlled = controlled_shares(tournament, tally) if tally.lucky else (None,) * len(tournament.names)
        columns = zip(tournament.names, win_shares(tournament, tally), self._ratings(), controlled, strict=True)
        for i, (name, won, rating, fair) in enumerate(columns):
            seats = tournament.seats_per_deal[name]
            score = mean(tally.scores.totals[i], tally.scores.squares[i], deals, seats)
            standings.append(BotStanding(name, seats * deals, won, score, rating, tally.forfeits[i], fair))
        return tuple(sorted(standings, key=lambda standing: -(standing.controlled or standing.share).value))

    def _ratings(self) -> tuple[Estimate, ...]:
        names, tally = self.tournament.names, self.tally
        count = len(names)
        places = range(0, count * count, count)
        points = [[value / 2 for value in tally.pairs.totals[at : at + count]] for at in places]
        products = [[value / 4 for value in tally.products[at : at + count]] for at in places]
        meetings = [[self.meetings(bot, other) for other in names] for bot in names]
        return ratings(points, meetings, products, self.deals)

    def standing(self, bot: str) -> BotStanding:
        self._place(bot)
        return next(standing for standing in self.standings if standing.bot == bot)

    def meetings(self, bot: str, other: str) -> int:
        """Count how often two bots met: once for each pair of their seats at one table. A bot does not meet itself."""
        return self.deals * self.tournament.meetings_per_deal(bot, other) if bot != other else 0

    def versus(self, bot: str, other: str) -> Estimate:
        """Estimate how often one bot finished before the other at the same table; a tie counts half."""
        at = self._place(bot) * len(self.tournament.names) + self._place(other)
        if not self.meetings(bot, other):
            raise OptionError(f"{quote(bot)} and {quote(other)} never met", input=other)
        per_deal = self.tournament.meetings_per_deal(bot, other)
        return share(self.tally.pairs.totals[at], self.tally.pairs.squares[at], self.deals, 2 * per_deal)

    def _place(self, bot: str) -> int:
        names = self.tournament.names
        if bot not in names:
            raise OptionError(f"{quote(bot)} does not play in this tournament; {suggest(bot, names)}", input=bot)
        return names.index(bot)

    @cached_property
    def seats(self) -> tuple[Estimate, ...]:
        """Each seat's win share, over all bots that sat there. It shows the first player's advantage."""
        moments, unit = self.tally.seats, self.tournament.games_per_deal * WHOLE_WIN
        both = zip(moments.totals, moments.squares, strict=True)
        return tuple(share(total, squares, self.deals, unit) for total, squares in both)

    @cached_property
    def turns(self) -> Estimate | None:
        """Mean number of turns per game, over all players; None if no deal was played."""
        if not self.deals:
            return None
        moments = self.tally.turns
        return mean(moments.totals[0], moments.squares[0], self.deals, self.tournament.games_per_deal)

    def to_json(self) -> dict[str, Json]:
        """Return the result as JSON. It contains no timings, so the same tournament always gives the same bytes."""
        pairs: list[Json] = [
            {
                "bot": bot,
                "other": other,
                "meetings": self.meetings(bot, other),
                "finished_before": self.versus(bot, other).to_json(),
            }
            for bot, other in permutations(self.tournament.names, 2)
            if self.deals
        ]
        return {
            "tournament": self.tournament.to_json(),
            "ended": self.ended.value,
            "deals": self.deals,
            "games": self.games,
            "standings": [standing.to_json() for standing in self.standings],
            "pairs": pairs,
            "seats": {seat_letter(seat): estimate.to_json() for seat, estimate in enumerate(self.seats)},
            "turns": None if self.turns is None else self.turns.to_json(),
            "ends": dict(self.tally.ends),
            "forfeited": [forfeit._asdict() for forfeit in self.tally.forfeited],
            "exact": self.tally.to_json(),
        }
