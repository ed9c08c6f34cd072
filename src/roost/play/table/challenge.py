"""A challenge: every player plays the same game against the same bot with the same dice, at any time.

The name defines the challenge. A date such as ``2026-11-16`` names that day's challenge, which is the same on
every installation: Roost's own games take turns, and the bot is the hen. ``junior-rooster-sunshine`` names a custom
challenge: a game, a bot and any word. The dice follow from the name (:mod:`roost.core.shared`), so players can look
them up in advance: a challenge is only for fun.
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
"""Opponent in the daily challenge."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_OWN = re.compile(r"([a-z0-9_]{1,40})-([a-z0-9_]{1,40})-([a-z0-9]{1,20})")


class Challenge(NamedTuple):
    """A challenge: its name, game, bot and day."""

    name: str
    game: str
    bot: str
    day: date | None = None

    @property
    def seed(self) -> str:
        return f"roost challenge {self.name}"

    def spec(self, seat: HereSeat) -> TableSpec:
        """Return the specification of a table for one player, who begins. Odds are off, because they would spoil it."""
        seats = (seat, BotSeat(self.bot))
        return TableSpec(self.game, seats, {"start": 0}, HouseRules(odds=False), challenge=self.name)


def daily(day: date) -> Challenge:
    """Return the challenge of a day. It is the same on every installation."""
    games = our_games()
    return Challenge(day.isoformat(), games[day.toordinal() % len(games)].name, DAILY_BOT, day)


def challenge(name: str) -> Challenge:
    """Return the challenge with this name. Raises :class:`OptionError` if there is no such challenge."""
    if _DAY.fullmatch(name):
        try:
            return daily(date.fromisoformat(name))
        except ValueError:
            raise OptionError(f"{quote(name)} is not a date", input=name) from None
    match = _OWN.fullmatch(name)
    if match is None:
        message = f"the name of a challenge is like 2026-11-16 or junior-rooster-sunshine, not {quote(name)}"
        raise OptionError(message, input=name)
    game, bot = game_type(match[1]), match[2]
    if not plays(bot, game):
        raise OptionError(f"no bot {quote(bot)} is known to play {game.name}", input=name)
    return Challenge(name, game.name, bot)
