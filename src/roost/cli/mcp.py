"""``roost mcp``: an assistant plays, coaches and joins tables, by the Model Context Protocol.

The tools reach games in this process and tables of one server, whose address the user sets. They open no files, start
no programs, and take no addresses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

import httpx
import uvicorn

from roost.cli.assistant import AssistantGame, LocalGame, TableSeat
from roost.core.errors import OptionError, RoostError, quote, suggest
from roost.core.extras import needing
from roost.core.registry import all_games, game_type, position
from roost.core.state import State
from roost.core.version import __version__
from roost.core.words import Language, Messages
from roost.core.words.pages import find_rule, plain, written_pages
from roost.lab.envs.text import TextGame
from roost.study.bots import bots_for
from roost.study.odds.position import position_odds
from roost.study.review.hints import hint_at
from roost.study.review.modelled import review_game
from roost.study.review.report import report, worded

with needing("mcp"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import Field

_LOOPBACK = "127.0.0.1"
_MOST_GAMES = 20
"""Number of games that are kept; after that the oldest is left."""
_WORDS = Messages()
_INSTRUCTIONS = (
    "Play push-your-luck dice games whose odds are exact. Begin with games, then new_game, or join_table with the code "
    "of a table. Give the id of your game to the other tools."
)

Id = Annotated[str, Field(max_length=8, description="The id of a game, from new_game or join_table.")]
Where = Annotated[
    str, Field(max_length=2_000, description="The id of a game, or a position as text, such as position shows it.")
]
Name = Annotated[str, Field(max_length=40)]
_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def make_server(tables: str) -> MCPServer:
    """Return the server. ``tables`` is the address of the only Roost server whose tables can be joined."""
    server = MCPServer("roost", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING")
    tools = _Tools(tables)
    for tool in (tools.games, tools.new_game, tools.join_table, tools.leave, tools.position, tools.legal_moves,
                 tools.play, tools.odds, tools.hint, tools.review, tools.rules):  # fmt: skip
        server.add_tool(_explained(tool))
    return server


def http_server(tables: str, port: int) -> uvicorn.Server:
    """Return a web server for programs on this machine. It refuses web pages of other hosts."""
    app = make_server(tables).streamable_http_app(host=_LOOPBACK)
    return uvicorn.Server(uvicorn.Config(app, host=_LOOPBACK, port=port, log_level="warning"))


def serve_assistant(http: bool, port: int, tables: str) -> None:
    """Serve on standard input and output, or over HTTP for programs on this machine."""
    if http:
        http_server(tables, port).run()
    else:
        make_server(tables).run("stdio")


def _explained(tool: Callable[_Parameters, Awaitable[_Result]]) -> Callable[_Parameters, Awaitable[_Result]]:
    """Turn Roost's errors into errors that the assistant can read."""

    @wraps(tool)
    async def explained(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        try:
            return await tool(*args, **kwargs)
        except RoostError as error:
            raise ToolError(str(error)) from None

    return explained


class _Tools:
    """The tools, and the games that they share. Each tool's docstring is what the assistant reads about it."""

    def __init__(self, tables: str) -> None:
        self._tables = tables
        self._games: dict[str, AssistantGame] = {}
        self._count = 0

    async def games(self) -> list[dict[str, Any]]:
        """List the games with their players, options and bots. Instant, and changes nothing."""
        return [
            {
                "game": name,
                "title": kind.title,
                "players": [kind.player_range[0], kind.player_range[-1]],
                "options": {
                    option.name: f"{option.meaning} Default: {option.codec.text(option.default)}."
                    for option in kind.options().values()
                },
                "bots": list(bots_for(kind)),
            }
            for name, kind in all_games().items()
        ]

    async def new_game(
        self,
        game: Name = "junior",
        players: Annotated[int, Field(ge=2, le=7)] = 2,
        options: Annotated[dict[Name, Name] | None, Field(max_length=20)] = None,
        opponent: Name = "hen",
        seed: Annotated[str | None, Field(max_length=80, description="The same seed gives the same dice.")] = None,
        from_position: Annotated[str | None, Field(max_length=2_000)] = None,
    ) -> dict[str, Any]:
        """Begin a game against bots and return its id. You are player A. The dice are rolled for you.

        Takes a second or two; the first game after an installation takes longer, because code is compiled.
        """
        start = None if from_position is None else position(from_position)
        rules = game_type(game).make(players, options) if start is None else start.game
        if opponent not in bots_for(type(rules)):
            raise OptionError(f"no bot is called {quote(opponent)}; {suggest(opponent, bots_for(type(rules)))}")
        chosen = str(self._count) if seed is None else seed
        text = await asyncio.to_thread(TextGame, rules, opponent=opponent, seed=chosen, start=start)
        return await self._keep("g", LocalGame(text))

    async def join_table(
        self, code: Annotated[str, Field(min_length=4, max_length=20)], name: Name = "assistant"
    ) -> dict[str, Any]:
        """Take a free seat at a table of people, by the table's code. Everyone at the table sees your name.

        Your dice are rolled for you. Play promptly, because people are waiting; call leave when you stop.
        """
        try:
            seat = await TableSeat.join(self._tables, code, name)
        except httpx.TransportError as error:
            raise OptionError(f"the server {self._tables} cannot be reached: {error}") from None
        return await self._keep("t", seat)

    async def leave(self, game: Id) -> str:
        """Leave a game. At a table of people a bot takes your seat. Instant."""
        await self._game(game).leave()
        del self._games[game]
        return f"left {game}"

    async def position(self, game: Id) -> str:
        """Describe the position and the legal moves. At a table, waits up to 20 seconds for your turn."""
        return await self._game(game).view()

    async def legal_moves(self, game: Id) -> list[str]:
        """List the legal moves as play accepts them; empty if it is not your turn. Instant."""
        return [str(action) for action in self._game(game).state.actions()]

    async def play(self, game: Id, move: Annotated[str, Field(max_length=200)]) -> dict[str, Any]:
        """Play a move, which cannot be taken back. Return what follows, up to your next decision.

        Against bots, also returns the best move and your regret: the win share that your move gave away. Takes up to a
        second or two, or up to 20 seconds if people have to play.
        """
        return await self._game(game).play(move)

    async def odds(self, where: Where) -> dict[str, Any]:
        """Solve the turn exactly: each choice's value and how the turn ends. Up to a second, and changes nothing."""
        return (await asyncio.to_thread(position_odds, self._advisable(where))).to_json()

    async def hint(self, where: Where) -> dict[str, Any]:
        """Return the best choice, every choice's win share, and the reason. Up to a second, and changes nothing."""
        return (await asyncio.to_thread(hint_at, self._advisable(where))).to_json(_WORDS)

    async def review(self, game: Id) -> dict[str, Any]:
        """Separate luck from skill in the game so far: every roll and every mistake. Takes seconds for a long game."""
        record = await self._game(game).record()
        return worded(report(await asyncio.to_thread(review_game, record)), _WORDS)

    async def rules(
        self,
        game: Name,
        rule: Annotated[str | None, Field(max_length=10, description="A number such as JR-5, for one rule.")] = None,
    ) -> str:
        """Show the rules of a game, about two pages, or one rule by its number. Instant."""
        pages = written_pages(game_type(game), Language.EN)
        return plain("\n\n".join(pages) if rule is None else find_rule(rule, pages))

    async def _keep(self, letter: str, game: AssistantGame) -> dict[str, Any]:
        if len(self._games) == _MOST_GAMES:
            oldest = next(iter(self._games))
            await self._games.pop(oldest).leave()
        self._count += 1
        name = f"{letter}{self._count}"
        self._games[name] = game
        return {"id": name, "observation": await game.view(patient=False)}

    def _game(self, name: str) -> AssistantGame:
        if name not in self._games:
            raise OptionError(f"no game has the id {quote(name)}; {suggest(name, self._games)}", input=name)
        return self._games[name]

    def _advisable(self, where: str) -> State:
        """Return the position of a game that allows advice, or a position given as text."""
        if " " in where.strip():
            return position(where)
        game = self._game(where)
        if not game.may_advise:
            raise OptionError("odds and hints are turned off at this table", input=where)
        return game.state
