"""What can be known without a table: games and their options, bots, positions and their odds."""

from __future__ import annotations

import asyncio
from inspect import getdoc
from typing import Annotated, Any

from litestar import get
from litestar.params import PathParameter, QueryParameter

from roost.bots import all_bots
from roost.core.errors import RoostError
from roost.core.game import Game
from roost.core.state import Node, State
from roost.games import all_games, game_type, position, schema
from roost.messages import Language, Messages
from roost.messages.telling import option_meaning
from roost.server.messages import BotInfo, ChoiceOdds, GameInfo, OddsView, OptionInfo, PositionView
from roost.server.problems import documented
from roost.server.refusals import Kind, RefusedError
from roost.server.routes.asking import AskingHere, Lang, TableId
from roost.server.views import action_views

__all__ = ["HANDLERS"]

PositionText = Annotated[
    str, QueryParameter(name="position", min_length=1, max_length=2_000, description="The text of a position.")
]


@get("/games", tags=["games"], sync_to_thread=False, responses=documented())
def list_games(lang: Lang = None) -> list[GameInfo]:
    """All games with their options."""
    return [_game_info(kind, lang) for kind in all_games().values()]


@get("/games/{name:str}", tags=["games"], sync_to_thread=False, responses=documented(Kind.NOT_FOUND))
def show_game(name: Annotated[str, PathParameter(max_length=40)], lang: Lang = None) -> GameInfo:
    """One game with its options."""
    try:
        return _game_info(game_type(name), lang)
    except RoostError as why:
        raise RefusedError(Kind.NOT_FOUND, f"{why}.") from None


@get("/schema", tags=["games"], sync_to_thread=False, responses=documented())
def show_schema() -> dict[str, Any]:
    """The JSON Schema of positions, actions, events and outcomes."""
    return schema()


@get("/bots", tags=["bots"], responses=documented())
async def list_bots() -> list[BotInfo]:
    """All bots that can sit at a table."""
    return await asyncio.to_thread(_bots)


def _bots() -> list[BotInfo]:
    found = []
    for name, entry in all_bots().items():
        try:
            about = (getdoc(entry.load()) or "").partition("\n")[0]
        except ImportError:  # a bot whose own requirements are not installed
            continue
        found.append(BotInfo(name, about))
    return found


@get("/positions", tags=["positions"], sync_to_thread=False, responses=documented(Kind.BAD_VALUE))
def show_position(text: PositionText, lang: Lang = None) -> PositionView:
    """A position of any game: whose turn it is, and what is legal."""
    state = position(text)
    outcome = state.outcome
    return PositionView(
        str(state),
        state.to_json(),
        state.node.value,
        state.seat,
        action_views(state, lang),
        list(state.scores()),
        None if outcome is None else outcome.to_json(),
    )


@get("/positions/odds", tags=["positions"], responses=documented(Kind.BAD_VALUE, Kind.NOT_NOW))
async def show_odds(text: PositionText) -> OddsView:
    """What each legal action of a position is worth, exactly."""
    return await asyncio.to_thread(_odds, position(text))


@get("/tables/{table_id:str}/odds", tags=["positions"],
     responses=documented(Kind.NOT_FOUND, Kind.NOT_YOURS, Kind.NOT_NOW))  # fmt: skip
async def show_table_odds(table_id: TableId, asking: AskingHere) -> OddsView:
    """What each legal action is worth at a table, if its rules allow to ask."""
    table = (await asking.room()).table
    if not table.spec.rules.odds:
        raise RefusedError(Kind.NOT_YOURS, "At this table nobody is told the odds.")
    if table.play is None:
        raise RefusedError(Kind.NOT_NOW, "The game has not been started.")
    return await asyncio.to_thread(_odds, table.play.state)


def _odds(state: State) -> OddsView:
    if state.node is Node.OVER or state.seat is None:
        raise RefusedError(Kind.NOT_NOW, "There is no turn to calculate: the game is over or has not begun.")
    try:
        from roost.odds.aims import Swing  # here, because it brings a compiler along

        aim = Swing()
        solution = aim.solve(state)
    except ImportError:
        raise RefusedError(Kind.NOT_NOW, f"There are no odds for {state.game.name} here.") from None
    choices = solution.choices(state) if state.node is Node.DECIDE else ()
    told = [
        ChoiceOdds(str(choice.action), choice.value, choice.fails, {str(k): v for k, v in choice.results.items()})
        for choice in choices
    ]
    return OddsView(aim.name, solution.value(state), told)


def _game_info(kind: type[Game], language: Language | None) -> GameInfo:
    messages = Messages(language or Language.EN)
    options = [
        OptionInfo(
            name,
            option.codec.json(option.default),
            option.rule,
            option_meaning(option, kind, messages),
            option.codec.describe(),
            option.codec.schema(),
        )
        for name, option in kind.options().items()
    ]
    return GameInfo(kind.name, kind.title, kind.player_range[0], kind.player_range[-1], kind.dice_count, options)


HANDLERS = [list_games, show_game, show_schema, list_bots, show_position, show_odds, show_table_odds]
