"""API operations that need no table: games and their options, bots, positions and their odds."""

import gzip
from collections.abc import Sequence
from functools import lru_cache
from inspect import getdoc
from math import isnan
from typing import Annotated, Any, Literal

import msgspec

from roost.core.adapters import adapter_files, adapters_of
from roost.core.errors import RoostError
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.registry import all_games, game_type, position, schema
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.core.words import Language, Messages, page_source
from roost.core.words.sentences import describe_result, describe_result_short, option_meaning
from roost.play.server.http.messages import (
    BotInfo,
    ChoiceOdds,
    GameInfo,
    OddsView,
    OptionInfo,
    PositionView,
    ResultWords,
)
from roost.play.server.http.operations import Answer, InPath, InQuery, get
from roost.play.server.http.routes.request_context import (
    CallerHere,
    ContextHere,
    Lang,
    Names,
    PositionText,
    ServicesHere,
    TableId,
    pending,
)
from roost.play.server.http.study import position_view
from roost.play.server.live.services import Services
from roost.play.table.house_rules import OfferedRule, offered_rules
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.views import die_view, encode, names_in
from roost.play.web.adapter import page_parts, words_of
from roost.study.bots import all_bots, bot, default_bot

Hint = Annotated[bool, InQuery(name="hint", description="Also return the rooster's choice.")]
AimName = Annotated[
    Literal["gain", "worms", "win"],
    InQuery(name="aim", description="The aim of the turn: its own gain (also called worms), or to win the game."),
]


@get("/games", tag="games")
def list_games(caller: CallerHere, lang: Lang = None) -> Answer[list[GameInfo]]:
    """List all games and their options."""
    body, zipped = _all_games(lang, *all_games().values())
    content: Any = body
    headers = {"vary": "accept-encoding"}
    if caller.accepts_gzip:
        content, headers["content-encoding"] = zipped, "gzip"
    return Answer(content, headers=headers)


def games_json(language: Language) -> bytes:
    """Return all games as JSON."""
    return _all_games(language, *all_games().values())[0]


@lru_cache(10)  # every first visit requests the list
def _all_games(language: Language | None, *kinds: type[Game]) -> tuple[bytes, bytes]:
    body = encode([game_info(kind, language) for kind in kinds])
    return body, gzip.compress(body, 9, mtime=0)


@get("/games/{name:str}", tag="games", refuses=(Refusal.NOT_FOUND,))
def show_game(name: Annotated[str, InPath(max_length=40)], lang: Lang = None) -> GameInfo:
    """Show one game and its options."""
    try:
        return game_info(game_type(name), lang)
    except RoostError as error:
        raise RefusedError(Refusal.NOT_FOUND, f"{error}.") from None


@get("/house-rules", tag="games")
def list_house_rules(lang: Lang = None) -> list[OfferedRule]:
    """List the house rules, described in words for the form that creates a table."""
    return list(offered_rules(Messages(lang or Language.EN)))


@get("/schema", tag="games")
def show_schema() -> dict[str, Any]:
    """Show the JSON Schema of positions, actions, events and outcomes."""
    return schema()


@get("/bots", tag="bots", refuses=(Refusal.BAD_VALUE,))
async def list_bots(
    services: ServicesHere,
    game: Annotated[str | None, InQuery(max_length=40, description="Only bots that play this game.")] = None,
) -> list[BotInfo]:
    """List all bots that can take a seat."""
    bots = await services.jobs.once("bots", _bots)
    if game is None:
        return bots
    name = game_type(game).name
    return [info for info in bots if await services.scheduler.knows(info.name, name)]


def _bots() -> list[BotInfo]:
    bots = []
    for name, entry in all_bots().items():
        try:
            about = (getdoc(entry.load()) or "").partition("\n")[0]
        except (Exception, SystemExit):  # a library that the bot needs is not installed, or a plugin is broken
            continue
        bots.append(BotInfo(name, about))
    return bots


@get("/positions", tag="positions", refuses=(Refusal.BAD_VALUE,))
def show_position(text: PositionText, names: Names = None, lang: Lang = None) -> PositionView:
    """Show a position of any game, with the player to move and the legal actions."""
    return position_view(position(text), lang, names or ())


@get(
    "/positions/odds",
    tag="positions",
    refuses=(Refusal.BAD_VALUE, Refusal.NOT_YOURS, Refusal.NOT_NOW),
    pends=True,
)
async def show_odds(
    text: PositionText,
    services: ServicesHere,
    names: Names = None,
    hint: Hint = False,
    aim: AimName = "gain",
    lang: Lang = None,
) -> Answer[OddsView]:
    """Show the exact value of each legal action. For the aim ``win``, the game's model estimates the values."""
    state = position(text)
    if services.rooms.keeps_odds_from(state):
        raise RefusedError(Refusal.NOT_YOURS, "A table without odds is playing this position.")
    return await _odds(services, state, aim, lang, names or (), hint=hint)


@get(
    "/tables/{table_id:str}/odds",
    tag="positions",
    refuses=(Refusal.NOT_FOUND, Refusal.NOT_YOURS, Refusal.NOT_NOW),
    pends=True,
)
async def show_table_odds(
    table_id: TableId, context: ContextHere, hint: Hint = False, aim: AimName = "gain", lang: Lang = None
) -> Answer[OddsView]:
    """Show the value of each legal action at a table, if it allows odds. Games of one player against bots always do."""
    table = (await context.room()).table
    if not table.shows_odds:
        raise RefusedError(Refusal.NOT_YOURS, "This table does not show odds.")
    if table.play is None:
        raise RefusedError(Refusal.NOT_NOW, "The game has not been started.")
    if table.seat is None:  # the game may have just ended, so this is not the client's error
        return Answer(OddsView(aim, 0.0, [], position=str(table.play.state)))
    return await _odds(context.services, table.play.state, aim, lang, names_in(table, lang), hint=hint)


async def _odds(
    services: Services, state: State, aim: str, language: Language | None, names: Sequence[str], *, hint: bool
) -> Answer[OddsView]:
    if state.node is Node.OVER or state.seat is None:
        raise RefusedError(Refusal.NOT_NOW, "There is no turn to calculate: the game is over or has not begun.")

    def answer() -> OddsView:
        return _odds_view(state, aim, language, names, hint=hint)

    # The aim "win" uses the model as hints do, so it shares their queue.
    question = "odds", str(state), aim, language, tuple(names), hint
    if aim == "win":
        odds = await services.hints.ask(question, ("hint", state.game.name), answer)
    else:
        odds = await services.odds.ask(question, ("odds", state.game.name), answer)
    return pending() if odds is None else Answer(odds)


def _odds_view(state: State, aim: str, language: Language | None, names: Sequence[str], *, hint: bool) -> OddsView:
    try:
        from roost.study.odds.position import position_odds  # imported here because it loads a compiler
        from roost.study.review.win_odds import read_aim

        odds = position_odds(state, read_aim(aim))
    except ImportError:
        raise RefusedError(Refusal.NOT_NOW, f"There are no odds for {state.game.name} here.") from None
    choices = [
        ChoiceOdds(
            str(choice.action),
            None if isnan(choice.value) else choice.value,
            choice.fails,
            {str(result): chance for result, chance in choice.results.items()},
            choice.error,
            choice.between if isnan(choice.value) else None,
            choice.unseen,
        )
        for choice in odds.choices
    ]
    words = None
    if language is not None:
        messages = Messages(language)
        words = {
            str(result): ResultWords(
                describe_result(state, result, messages, names), describe_result_short(state, result, messages)
            )
            for results in (odds.results, *(choice.results for choice in odds.choices))
            for result in results
        }
    return OddsView(
        odds.aim.name,
        None if isnan(odds.value) else odds.value,
        choices,
        odds.fails,
        {str(result): chance for result, chance in odds.results.items()},
        str(state),
        str(_rooster(state)) if odds.choices and hint else None,
        words,
        odds.error,
        odds.between if isnan(odds.value) else None,
        odds.unseen,
        state.game.lowest_wins,
    )


def _rooster(state: State) -> Action:
    """Return the rooster's choice. It is deterministic, so the response can be cached for each position."""
    actions = state.actions()
    return actions[0] if len(actions) == 1 else bot("rooster").choose(state, Stream("hint"))


def game_info(kind: type[Game], language: Language | None) -> GameInfo:
    """Return the properties that a game declares, described in a language."""
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
    words, game, players = messages.of(kind), kind.make(kind.player_range[0]), kind.player_range
    from roost.play.web.assets import assets  # a device without a server has none

    parts = page_parts(kind)
    if page_source(messages.language, kind):
        parts["words"] = words_of(kind, messages.language)
    return GameInfo(
        kind.name,
        kind.title,
        words.say_if_known("short") or kind.title,
        words.say_if_known("about") or "",
        players[0],
        players[-1],
        kind.dice_count,
        die_view(game, language),
        msgspec.to_builtins(dict(game.components), str_keys=True, enc_hook=str),
        options,
        [str(kind.make(count, {"start": "A"}).opening()) for count in players],
        adapters_of(kind),
        default_bot(kind),
        [code.value for code in Language if adapter_files(kind, f"rules.{code.value}.md")],
        {part: assets().address(name) for part, name in parts.items()},
    )
