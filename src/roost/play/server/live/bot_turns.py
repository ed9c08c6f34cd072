"""Plays for bots, for people who are away, and for clocks that have run out.

Bots think in threads, so that no request waits for them. Every process looks after the tables that it has in memory,
and sweeps up those that another process left behind when it died. If two try, the log takes one step and refuses the
other. A game that bots play among themselves goes on while somebody watches it.
"""

import asyncio
import logging
import secrets
import threading

from sqlalchemy.exc import SQLAlchemyError

from roost.core.errors import RoostError
from roost.core.registry import game_type
from roost.core.sources import SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.play.server.live.bot_threads import Thinkers
from roost.play.server.live.rooms import Room, Rooms
from roost.play.table.commands import bot_act, bot_roll, close, relist, replace_bot, take_over
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.due import Due, Task
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.table import HOST, Table
from roost.study.bots import Bot, all_bots, bot, default_bot, plays

_log = logging.getLogger("roost.server")
_PICKED_UP = 500
"""Tables that one sweep picks up at most."""
_LAST_RESORT = "chick"
"""The bot that replaces one that fails when nobody else can: this one only draws lots."""
_PATIENCE = 600.0
"""Seconds until a table that could not be loaded is tried again."""


class Steward:
    """Does what is due."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._thinkers = Thinkers(rooms.settings.bot_threads, rooms.settings.bot_seconds)
        self._local = threading.local()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._attending: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Tables whose alarm rang while they were attended to."""
        self._put_off: dict[str, float] = {}
        """Until when tables that could not be loaded are left alone."""
        self._sweeping: asyncio.Task[None] | None = None
        self._known: dict[tuple[str, str], bool] = {}
        self._is_closed = False
        self.moves = 0

    def start(self) -> None:
        """Begin to look after tables."""
        self._rooms.changed = self.schedule
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Finish the steps under way, and do nothing more."""
        self._is_closed = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        for timer in self._timers.values():
            timer.cancel()
        if self._attending:
            _, late = await asyncio.wait(self._attending.values(), timeout=self._rooms.settings.grace)
            for task in late:  # a bot that hangs holds up nobody
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._thinkers.close()

    def schedule(self, room: Room) -> None:
        """Set the alarm for what is due next at a table."""
        table_id = room.table.id
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()
        if room.due is not None and not self._is_closed:
            wait = max(0.0, room.due.at - self._rooms.now())
            self._timers[table_id] = asyncio.get_running_loop().call_later(wait, self._ring, table_id)

    def _ring(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        if table_id in self._attending:
            self._again.add(table_id)
            return
        task = self._attending[table_id] = asyncio.create_task(self._attend(table_id))
        task.add_done_callback(lambda _: self._attended(table_id))

    def _attended(self, table_id: str) -> None:
        del self._attending[table_id]
        if table_id in self._again:
            self._again.discard(table_id)
            if not self._is_closed:
                self._ring(table_id)

    async def _attend(self, table_id: str) -> None:
        try:
            room = await self._rooms.get(table_id)
            table, now = room.table, self._rooms.now()
            if self._rooms.is_idle(table):
                room.due = None
            what = room.due
            if what is None or what.at > now:
                self.schedule(room)
                return
            await self._do(table, what)
            self.moves += 1
        except RefusedError as refusal:
            if refusal.kind is Kind.TOO_MANY and not self._is_closed:  # for what this client's tables may write
                later = asyncio.get_running_loop().call_later
                self._timers[table_id] = later(refusal.retry_after or 1, self._ring, table_id)
            elif refusal.kind is not Kind.STALE:  # stale: somebody else has moved, and the alarm is set anew
                _log.warning("steward", extra={"table": table_id, "refusal": str(refusal)})
        except Exception:
            _log.exception("steward", extra={"table": table_id})

    async def _do(self, table: Table, what: Due) -> None:
        play = table.play
        moved = 0 if play is None else play.moved

        def checked(table: Table) -> Table:
            room = self._rooms.loaded(table.id)
            if (0 if table.play is None else table.play.moved) != moved or room is None or room.due != what:
                raise RefusedError(Kind.STALE, "Somebody else has moved.")
            return table

        if what.task is Task.LIST:
            await self._rooms.run(table.id, lambda table, dealer, now: relist(checked(table), dealer, now))
            return
        assert play is not None
        is_choice = what.task is not Task.TAKE_OVER and play.state.node is not Node.ROLL
        action = await self._think(what.bot, play.state) if is_choice else ""
        if action is None and what.task is Task.STAND_IN:  # for one choice any will do
            action = str(Stream(secrets.token_hex(16)).choice(play.state.actions()))
        substitute = await self._substitute(what.bot, play.game.name) if action is None else ""

        def step(table: Table, dealer: TableDealer, now: float) -> Draft:
            if action is None:
                return replace_bot(checked(table), what.seat, substitute, now)
            if what.task is Task.TAKE_OVER:
                return take_over(checked(table), what.seat, now)
            if is_choice:
                return bot_act(checked(table), what.bot, action, now)
            return bot_roll(checked(table), what.bot, dealer, now)

        try:
            await self._rooms.run(table.id, step)
        except RefusedError as refusal:
            if refusal.kind is not Kind.NOT_NOW:
                raise
            # The dice are used up, or the table is full: nobody can end this game any more.
            await self._rooms.run(table.id, lambda table, _, now: close(checked(table), HOST, now))

    async def _think(self, name: str, state: State) -> str | None:
        """The choice of a bot; nothing, if it fails or does not come to an end."""
        actions = state.actions()
        if len(actions) == 1:
            return str(actions[0])
        try:
            return await self._thinkers.think(lambda: self._choose(name, state))
        except TimeoutError:
            seconds = self._rooms.settings.bot_seconds
            _log.error("bot", extra={"bot": name, "position": str(state), "error": f"no choice in {seconds:g} s"})
            return None

    def _choose(self, name: str, state: State) -> str | None:
        try:
            action = self._bot(name).choose(state, Stream(secrets.token_hex(16)))
            state.play(action)
        except Exception:  # an outsider's bot may do anything; the others at the table still want to play on
            _log.exception("bot", extra={"bot": name, "position": str(state)})
            return None
        return str(action)

    async def _substitute(self, failed: str, game: str) -> str:
        """The bot that plays on for one that fails."""
        name = default_bot(game_type(game))
        return name if name != failed and await self.knows(name, game) else _LAST_RESORT

    def _bot(self, name: str) -> Bot:
        """The bot of this thread: a bot need not be made for several threads."""
        bots: dict[str, Bot] = self._local.__dict__.setdefault("bots", {})
        if name not in bots:
            bots[name] = bot(name)
        return bots[name]

    async def check_bot(self, name: str, game: str) -> None:
        """Refuse a bot that does not exist or does not know the game. Programs are never started by request."""
        if name not in all_bots():
            raise RefusedError(Kind.BAD_VALUE, f"There is no bot {name!r}; the bots are {', '.join(all_bots())}.")
        if not await self.knows(name, game):
            raise RefusedError(Kind.BAD_VALUE, f"The bot {name!r} does not play {game}.")

    async def knows(self, name: str, game: str) -> bool:
        """Whether a bot plays this game. Where nobody knows, the bot is asked for a choice."""
        known = plays(name, game_type(game))
        if known is not None:
            return known
        if (name, game) not in self._known:
            try:
                self._known[name, game] = await self._thinkers.think(lambda: self._knows(name, game))
            except TimeoutError:
                self._known[name, game] = False
        return self._known[name, game]

    def _knows(self, name: str, game: str) -> bool:
        state, dice = game_type(game).make().opening(), SeededDice("trial")
        while (kind := state.dice) is not None:
            state = state.play(dice.roll(kind)).state
        try:
            return self._bot(name).choose(state, Stream("trial")) in state.actions()
        except RoostError:
            return False
        except Exception:
            _log.exception("bot", extra={"bot": name, "position": str(state)})
            return False

    async def _sweep(self) -> None:
        """Now and then, pick up the tables where nobody does what is due, and forget those that nobody uses."""
        every = self._rooms.settings.sweep
        while True:
            try:
                self._rooms.tidy()
                await self._pick_up(self._rooms.now())
            except Exception:  # the database may be away for a while; the sweep goes on
                _log.warning("sweep", exc_info=True)
            await asyncio.sleep(every)

    async def _pick_up(self, now: float) -> None:
        self._put_off = {table_id: until for table_id, until in self._put_off.items() if until > now}
        most = _PICKED_UP + len(self._put_off)  # what cannot be helped takes nobody's place
        for table_id in await asyncio.to_thread(self._rooms.store.overdue, now - 1.0, most):
            if table_id in self._attending or table_id in self._put_off:
                continue
            try:
                room = await self._rooms.get(table_id, fresh=True)
                if room.due is None:
                    await asyncio.to_thread(self._rooms.store.put_to_rest, table_id)
                self.schedule(room)
            except SQLAlchemyError:
                raise
            except Exception:  # a game that is no longer installed, a log that cannot be read: the others play on
                _log.exception("steward", extra={"table": table_id})
                self._put_off[table_id] = now + _PATIENCE
