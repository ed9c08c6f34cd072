"""Help for players to get better: hints, reviews of finished games, puzzles."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, cast

import msgspec
from litestar import MediaType, Response, get
from litestar.params import PathParameter, QueryParameter

from roost.core.errors import RoostError
from roost.core.registry import game_type, position
from roost.core.state import Node, State
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action
from roost.play.server.http.insights import ChoiceShares, HintView, PuzzleList, PuzzleSummary, PuzzleView, ReviewView
from roost.play.server.http.problems import documented
from roost.play.server.http.routes.request_context import (
    PENDING,
    ContextHere,
    Lang,
    PositionText,
    ServicesHere,
    TableId,
    pending,
)
from roost.play.server.live.services import Services
from roost.play.server.storage.game_records import past_game
from roost.play.server.storage.store import Store
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.sight import sight_of
from roost.play.table.table import Table
from roost.play.table.views import action_views, encode, names_in
from roost.study.puzzles import collection, daily, numbered

GameNumber = Annotated[int | None, QueryParameter(ge=1, le=100_000, description="Which game; the latest without.")]
_Report = dict[str, Any]


# -- hints -------------------------------------------------------------------------------------------------------------


@get(
    "/positions/hint",
    tags=["positions"],
    responses={**documented(Kind.BAD_VALUE, Kind.NOT_YOURS, Kind.NOT_NOW), **PENDING},
)
async def show_hint(text: PositionText, services: ServicesHere, lang: Lang = None) -> Response[HintView]:
    """The best choice in a position with its share of the win, why it is the best, and what the others would mean."""
    state = position(text)
    if services.rooms.keeps_odds_from(state):
        raise RefusedError(Kind.NOT_YOURS, "A table is playing this position, and nobody there is given hints.")
    return await _hint(services, state, lang)


@get("/tables/{table_id:str}/hint", tags=["positions"],
     responses={**documented(Kind.NOT_FOUND, Kind.NOT_YOURS, Kind.NOT_NOW), **PENDING})  # fmt: skip
async def show_table_hint(
    table_id: TableId, context: ContextHere, services: ServicesHere, lang: Lang = None
) -> Response[HintView]:
    """The same at a table, if its rules allow to ask."""
    table = (await context.room()).table
    if not table.tells_odds:
        raise RefusedError(Kind.NOT_YOURS, "At this table nobody is given hints.")
    if table.play is None:
        raise RefusedError(Kind.NOT_NOW, "The game has not been started.")
    return await _hint(services, table.play.state, lang, names_in(table, lang))


async def _hint(
    services: Services, state: State, language: Language | None, names: Sequence[str] = ()
) -> Response[HintView]:
    if state.node is not Node.DECIDE:
        raise RefusedError(Kind.NOT_NOW, "There is nothing to choose: dice are to be rolled, or the game is over.")
    question = str(state), language, tuple(names)
    found = await services.hints.ask(question, ("hint", state.game.name), lambda: _hint_told(state, language, names))
    return pending() if found is None else Response(found)


def _hint_told(state: State, language: Language | None, names: Sequence[str]) -> HintView:
    from roost.study.review.hints import hint_at  # here, because it brings a compiler along

    hint = hint_at(state)
    return msgspec.convert(hint.to_json(Messages(language or Language.EN), names), HintView)


# -- reviews -----------------------------------------------------------------------------------------------------------


@get("/tables/{table_id:str}/review", tags=["records"],
     responses={**documented(Kind.NOT_FOUND, Kind.NOT_NOW), **PENDING})  # fmt: skip
async def show_review(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    game: GameNumber = None,
    lang: Lang = None,
) -> Response[ReviewView]:
    """Luck and skill of a finished game. It is made when it is first asked for; until then the answer is 202."""
    number, report = await _report(context, services, game)
    if report is None:
        return pending()
    person = await services.rooms.person(await services.rooms.get(table_id), context.token)
    told = await services.desk.do(lambda: _reviewed(services.store, table_id, number, report, person, lang))
    return Response(cast("ReviewView", told), media_type=MediaType.JSON)


@get("/tables/{table_id:str}/review/picture", tags=["records"], media_type="image/svg+xml",
     responses={**documented(Kind.NOT_FOUND, Kind.NOT_NOW), **PENDING})  # fmt: skip
async def show_picture(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    game: GameNumber = None,
    lang: Lang = None,
) -> Response[str]:
    """The same as a picture to share."""
    number, report = await _report(context, services, game)
    if report is None:
        return pending()
    drawn = await services.desk.do(lambda: _drawn(services.store, table_id, number, report, lang))
    return Response(drawn, media_type="image/svg+xml")


async def _report(context: ContextHere, services: Services, game: int | None) -> tuple[int, _Report | None]:
    """The number of the game that was asked for, and its review, once that is made."""
    table = (await context.room()).table
    number = _finished(table, game)
    return number, await services.reviewer.review(table.id, number, table.game_of(number))


def _finished(table: Table, game: int | None) -> int:
    """The number of the game that was asked for, if it is over."""
    if table.play is None:
        raise RefusedError(Kind.NOT_NOW, "The game has not been started.")
    number = table.play.number if game is None else game
    if number > table.play.number:
        raise RefusedError(Kind.NOT_FOUND, f"There is no game {number} at this table yet.")
    if number == table.play.number and table.play.state.node is not Node.OVER:
        raise RefusedError(Kind.NOT_NOW, "The game is still being played; its review comes after the end.")
    return number


def _named(then: Table, report: _Report, language: Language | None) -> _Report:
    """The report with the names of those who played, in the language asked for: a report is kept for all of them."""
    return report | {"names": list(names_in(then, language))}


def _drawn(store: Store, table_id: str, number: int, report: _Report, language: Language | None) -> str:
    from roost.study.review.picture import picture

    then = past_game(store, table_id, number).table
    return picture(_named(then, report, language), Messages(language or Language.EN))


def _reviewed(
    store: Store, table_id: str, number: int, report: _Report, person: int | None, language: Language | None
) -> bytes:
    from roost.study.progress.history import played_game
    from roost.study.review.report import worded

    then = past_game(store, table_id, number).table
    own = then.seats_of(person)
    viewer = own[0] if len(own) == 1 else None  # whoever played several is told about the winner
    told = worded(_named(then, report, language), Messages(language or Language.EN), viewer)
    history = [played_game(report, seat).to_json() for seat in own]
    return encode(msgspec.convert(told | {"own_seats": list(own), "history": history}, ReviewView))


# -- puzzles -----------------------------------------------------------------------------------------------------------


@get("/puzzles/{name:str}", tags=["games"], responses=documented(Kind.NOT_FOUND))
async def list_puzzles(name: Annotated[str, PathParameter(max_length=40)], services: ServicesHere) -> PuzzleList:
    """The puzzles of a game, how hard each is, and which is today's (by the date in Greenwich)."""
    day = datetime.now(UTC).date()
    return await services.desk.once(("puzzles", name, day), lambda: _puzzles(name, day))


def _puzzles(name: str, day: date) -> PuzzleList:
    try:
        kind = game_type(name)
        today = daily(kind.name, day)
    except RoostError as why:
        raise RefusedError(Kind.NOT_FOUND, f"{why}.") from None
    listed = [PuzzleSummary(one.number, one.kind.value, one.players, one.rating) for one in collection(kind.name)]
    return PuzzleList(kind.name, kind.title, today.number, listed)


@get("/puzzles/{name:str}/{number:int}", tags=["games"], responses=documented(Kind.NOT_FOUND))
async def show_puzzle(
    name: Annotated[str, PathParameter(max_length=40)],
    number: Annotated[int, PathParameter(ge=1, le=100_000)],
    services: ServicesHere,
    lang: Lang = None,
) -> PuzzleView:
    """A puzzle with its answer, and what each choice is worth."""
    return await services.desk.do(lambda: _puzzle(name, number, Messages(lang or Language.EN)))


def _puzzle(name: str, number: int, messages: Messages) -> PuzzleView:
    try:
        game = game_type(name).name
        puzzle = numbered(game, number)
    except RoostError as why:
        raise RefusedError(Kind.NOT_FOUND, f"{why}.") from None
    state = puzzle.state
    choices = [
        ChoiceShares(
            offer.action,
            list(offer.shares),
            describe_action(state, state.game.parse_action(offer.action), messages),
        )
        for offer in puzzle.offers
    ]
    return PuzzleView(
        game,
        puzzle.number,
        puzzle.kind.value,
        state.game.players,
        puzzle.position,
        state.to_json(),
        puzzle.seat,
        choices,
        puzzle.best,
        dict(puzzle.tempted),
        list(state.scores()),
        sight_of(state, messages.language),
        action_views(state, messages.language),
    )


HANDLERS = [show_hint, show_table_hint, show_review, show_picture, list_puzzles, show_puzzle]
"""The operations of this module, for the application."""
