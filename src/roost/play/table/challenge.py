"""A challenge: everybody plays the same game against the same bot with the same dice, each at their own time.

Its name says everything. A day such as ``2026-11-16`` names the challenge of that day, which is the same on every
installation: the games that come with Roost take turns, the bot is the hen. ``junior-rooster-sunshine`` names one of
your own: a game, a bot and any word. The dice follow from the name (:mod:`roost.core.shared`), so that whoever knows it
can look them up: a challenge is for fun.
"""

import re
from datetime import date
from typing import NamedTuple

from roost.core.errors import OptionError, quote
from roost.core.registry import game_type, our_games
from roost.play.table.house_rules import HouseRules
from roost.play.table.spec import BotSeat, HereSeat, TableSpec
from roost.study.bots import plays

DAILY_BOT = "hen"
"""The opponent in the challenge of a day."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_OWN = re.compile(r"([a-z0-9_]{1,40})-([a-z0-9_]{1,40})-([a-z0-9]{1,20})")


class Challenge(NamedTuple):
    """The game that everybody plays."""

    name: str
    game: str
    bot: str
    day: date | None = None

    @property
    def seed(self) -> str:
        """The seed of the dice."""
        return f"roost challenge {self.name}"

    def spec(self, seat: HereSeat) -> TableSpec:
        """The table of somebody who takes it. They begin; nobody is told odds, which would be no challenge."""
        seats = (seat, BotSeat(self.bot))
        return TableSpec(self.game, seats, {"start": 0}, HouseRules(odds=False), challenge=self.name)


def daily(day: date) -> Challenge:
    """The challenge of a day: the same on every installation."""
    games = our_games()
    return Challenge(day.isoformat(), games[day.toordinal() % len(games)].name, DAILY_BOT, day)


def challenge(name: str) -> Challenge:
    """The challenge with a name. Raises an :class:`OptionError` if there is none."""
    if _DAY.fullmatch(name):
        try:
            return daily(date.fromisoformat(name))
        except ValueError:
            raise OptionError(f"{quote(name)} is no day", input=name) from None
    found = _OWN.fullmatch(name)
    if found is None:
        message = f"a challenge is called like 2026-11-16 or junior-rooster-sunshine, not {quote(name)}"
        raise OptionError(message, input=name)
    game, bot = game_type(found[1]), found[2]
    if not plays(bot, game):
        raise OptionError(f"no bot called {quote(bot)} is known to play {game.name}", input=name)
    return Challenge(name, game.name, bot)
