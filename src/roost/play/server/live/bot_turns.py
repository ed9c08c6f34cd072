"""Act for bots, for absent players, and for players whose time is up.

Bots choose in threads, so that no request waits for them. Every process serves the tables in its memory, and picks up
tables left behind by a process that died. If two processes take the same step, the log accepts one and refuses the
other. A game among bots alone continues only while it is being watched.
"""

import asyncio
import logging
import secrets

from roost.core.errors import RoostError
from roost.core.registry import game_type
from roost.core.sources import SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.play.server.live.platform import BotInstances, BotRunner
from roost.play.server.live.rooms import Room, Rooms
from roost.play.server.storage.store import StoreError
from roost.play.table.commands import bot_act, bot_roll, close, relist, replace_bot, take_over
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.schedule import ScheduledTask, Task
from roost.play.table.table import HOST, Table
from roost.study.bots import Bot, all_bots, bot, default_bot, plays, why_not

_log = logging.getLogger("roost.server")
_PICKED_UP = 500
"""Maximum number of overdue tables that one sweep picks up."""
_LAST_RESORT = "chick"
"""The bot that replaces a failing one if no other bot can. It plays at random, so it knows every game."""
_PATIENCE = 600.0
"""Seconds before a table that failed to load is tried again."""


class Scheduler:
    """Runs the scheduled tasks of all tables."""

    def __init__(self, rooms: Rooms, runner: BotRunner) -> None:
        self._rooms = rooms
        self._runner = runner
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._serving: dict[str, asyncio.Task[None]] = {}
        self._fired_meanwhile: set[str] = set()
        """Tables whose timer fired while they were already being served."""
        self._retry_at: dict[str, float] = {}
        """Tables that failed to load, each with the time when to try again."""
        self._sweeping: asyncio.Task[None] | None = None
        self._known: dict[tuple[str, str], bool] = {}
        self._is_closed = False
        self.moves = 0

    def start(self) -> None:
        self._rooms.changed = self.schedule
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Finish the tasks in progress, and do not start new ones."""
        self._is_closed = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        for timer in self._timers.values():
            timer.cancel()
        if self._serving:
            _, late = await asyncio.wait(self._serving.values(), timeout=self._rooms.settings.grace)
            for task in late:  # a bot that hangs must not block the shutdown
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._runner.close()

    def schedule(self, room: Room) -> None:
        """Set the timer for the next task of a table."""
        table_id = room.table.id
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()
        if room.due is not None and not self._is_closed:
            wait = max(0.0, room.due.at - self._rooms.now())
            self._timers[table_id] = asyncio.get_running_loop().call_later(wait, self._on_timer, table_id)

    def _on_timer(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        if table_id in self._serving:
            self._fired_meanwhile.add(table_id)
            return
        task = self._serving[table_id] = asyncio.create_task(self._serve(table_id))
        task.add_done_callback(lambda _: self._on_served(table_id))

    def _on_served(self, table_id: str) -> None:
        del self._serving[table_id]
        if table_id in self._fired_meanwhile:
            self._fired_meanwhile.discard(table_id)
            if not self._is_closed:
                self._on_timer(table_id)

    async def _serve(self, table_id: str) -> None:
        try:
            room = await self._rooms.get(table_id)
            table, now = room.table, self._rooms.now()
            if self._rooms.is_idle(table):
                room.due = None
            next_task = room.due
            if next_task is None or next_task.at > now:
                self.schedule(room)
                return
            await self._do(table, next_task)
            self.moves += 1
        except RefusedError as refusal:
            if refusal.kind is Refusal.TOO_MANY and not self._is_closed:  # a rate limit for this client's tables
                later = asyncio.get_running_loop().call_later
                self._timers[table_id] = later(refusal.retry_after or 1, self._on_timer, table_id)
            elif refusal.kind is not Refusal.STALE:  # if stale, the table's change has already set a new timer
                _log.warning("scheduler", extra={"table": table_id, "refusal": str(refusal)})
        except Exception:
            _log.exception("scheduler", extra={"table": table_id})

    async def _do(self, table: Table, next_task: ScheduledTask) -> None:
        play = table.play
        moved = 0 if play is None else play.moved

        def checked(table: Table) -> Table:
            room = self._rooms.loaded(table.id)
            if (0 if table.play is None else table.play.moved) != moved or room is None or room.due != next_task:
                raise RefusedError(Refusal.STALE, "The table has changed.")
            return table

        if next_task.task is Task.LIST:
            await self._rooms.run(table.id, lambda table, dealer, now: relist(checked(table), dealer, now))
            return
        assert play is not None
        is_choice = next_task.task is not Task.TAKE_OVER and play.state.node is not Node.ROLL
        action = await self._think(next_task.bot, play.state) if is_choice else ""
        if action is None and next_task.task is Task.STAND_IN:  # for a single turn, any legal choice will do
            action = str(Stream(secrets.token_hex(16)).choice(play.state.actions()))
        substitute = await self._substitute(next_task.bot, play.game.name) if action is None else ""

        def step(table: Table, dealer: TableDealer, now: float) -> Draft:
            if action is None:
                return replace_bot(checked(table), next_task.seat, substitute, now)
            if next_task.task is Task.TAKE_OVER:
                return take_over(checked(table), next_task.seat, now)
            if is_choice:
                return bot_act(checked(table), next_task.bot, action, now)
            return bot_roll(checked(table), next_task.bot, dealer, now)

        try:
            await self._rooms.run(table.id, step)
        except RefusedError as refusal:
            if refusal.kind is not Refusal.NOT_NOW:
                raise
            # The game can never end, because its dice are used up or its table is full.
            await self._rooms.run(table.id, lambda table, _, now: close(checked(table), HOST, now))

    async def _think(self, name: str, state: State) -> str | None:
        """Return a bot's choice; None if the bot fails or takes too long."""
        actions = state.actions()
        if len(actions) == 1:
            return str(actions[0])
        try:
            return await self._runner.think(lambda bots: self._choose(bots, name, state))
        except TimeoutError:
            seconds = self._rooms.settings.bot_seconds
            _log.error("bot", extra={"bot": name, "position": str(state), "error": f"no choice in {seconds:g} s"})
            return None

    def _choose(self, bots: BotInstances, name: str, state: State) -> str | None:
        try:
            action = _own(bots, name).choose(state, Stream(secrets.token_hex(16)))
            state.play(action)
        except Exception:  # a plug-in bot may raise any error, but the game must continue
            _log.exception("bot", extra={"bot": name, "position": str(state)})
            return None
        return str(action)

    async def _substitute(self, failed: str, game: str) -> str:
        """Return the name of the bot that replaces a failing one."""
        name = default_bot(game_type(game))
        return name if name != failed and await self.knows(name, game) else _LAST_RESORT

    async def check_bot(self, name: str, game: str) -> None:
        """Refuse a bot that does not exist or does not know the game. No request can start an external program."""
        if name not in all_bots():
            raise RefusedError(Refusal.BAD_VALUE, f"There is no bot {name!r}; the bots are {', '.join(all_bots())}.")
        if not await self.knows(name, game):
            raise RefusedError(Refusal.BAD_VALUE, why_not(name, game_type(game)))

    async def knows(self, name: str, game: str) -> bool:
        """Whether a bot plays this game. If the bot does not declare its games, ask it for a trial choice."""
        known = plays(name, game_type(game))
        if known is not None:
            return known
        if (name, game) not in self._known:
            try:
                self._known[name, game] = await self._runner.think(lambda bots: self._knows(bots, name, game))
            except TimeoutError:
                self._known[name, game] = False
        return self._known[name, game]

    def _knows(self, bots: BotInstances, name: str, game: str) -> bool:
        state, dice = game_type(game).make().opening(), SeededDice("trial")
        while (kind := state.dice) is not None:
            state = state.play(dice.roll(kind)).state
        try:
            return _own(bots, name).choose(state, Stream("trial")) in state.actions()
        except RoostError:
            return False
        except Exception:
            _log.exception("bot", extra={"bot": name, "position": str(state)})
            return False

    async def _sweep(self) -> None:
        """Periodically pick up tables whose tasks are overdue, and evict rooms that are not in use."""
        every = self._rooms.settings.sweep
        while True:
            try:
                self._rooms.tidy()
                await self._pick_up(self._rooms.now())
            except Exception:  # the database may be unavailable for a while
                _log.warning("sweep", exc_info=True)
            await asyncio.sleep(every)

    async def _pick_up(self, now: float) -> None:
        self._retry_at = {table_id: until for table_id, until in self._retry_at.items() if until > now}
        most = _PICKED_UP + len(self._retry_at)  # so that tables that cannot be loaded do not crowd out others
        for table_id in await self._rooms.store.aside(self._rooms.store.overdue, now - 1.0, most):
            if table_id in self._serving or table_id in self._retry_at:
                continue
            try:
                room = await self._rooms.get(table_id, fresh=True)
                if room.due is None:
                    await self._rooms.store.aside(self._rooms.store.put_to_rest, table_id)
                self.schedule(room)
            except StoreError:
                raise
            except Exception:  # a missing game or a broken log must not affect the other tables
                _log.exception("scheduler", extra={"table": table_id})
                self._retry_at[table_id] = now + _PATIENCE


def _own(bots: BotInstances, name: str) -> Bot:
    """Return a thread's own instance of a bot."""
    if name not in bots:
        bots[name] = bot(name)
    return bots[name]
