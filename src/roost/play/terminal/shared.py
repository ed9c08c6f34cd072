"""What the screens of the full-screen client share and ask of it: they know this, and the client knows them."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from roost.core.record import Record
from roost.core.state import State
from roost.core.words import Messages
from roost.play.terminal.seated import Seated
from roost.study.odds.position import PositionOdds, position_odds

if TYPE_CHECKING:
    from roost.study.review.hints import Hint

__all__ = ["Prefilled", "SharedApp"]

_ODDS_KEPT = 64


@dataclass(frozen=True)
class Prefilled:
    """What is filled in already when the start screen opens."""

    game: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    typed: bool = False
    seed: str | None = None
    record: Path | None = None


class SharedApp(App[None]):
    """Settings, odds and hints for every screen, and where a screen goes on to."""

    messages: Messages
    prefilled: Prefilled
    bot_delay: float
    """Seconds that bots leave between their steps, so that people can follow."""
    frames: int
    """How many pictures tumbling dice have."""
    _odds: dict[State, PositionOdds]

    @abstractmethod
    def play(self, table: Seated) -> None:
        """Sit down at a table."""

    @abstractmethod
    def end_game(self, table: Seated, record: Record) -> None:
        """Show the result, and ask what comes next."""

    async def odds_of(self, state: State) -> PositionOdds:
        """The exact odds of a position, solved beside the screen, which stays awake meanwhile."""
        if state not in self._odds:
            if len(self._odds) >= _ODDS_KEPT:
                self._odds.clear()
            self._odds[state] = await asyncio.to_thread(position_odds, state)
        return self._odds[state]

    async def hint_at(self, state: State) -> Hint:
        """What is best in a position, found beside the screen."""
        from roost.study.review.hints import hint_at  # here, because it takes its time to load

        return await asyncio.to_thread(hint_at, state)
