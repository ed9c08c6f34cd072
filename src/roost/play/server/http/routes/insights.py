"""API operations for hints, reviews of finished games, and puzzles."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, cast

import msgspec

from roost.core.errors import RoostError
from roost.core.registry import game_type, position
from roost.core.state import Node, State
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action
from roost.play.server.http.insights import ChoiceShares, HintView, PuzzleList, PuzzleSummary, PuzzleView, ReviewView
from roost.play.server.http.operations import Answer, InPath, InQuery, get
from roost.play.server.http.routes.request_context import (
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
from roost.play.table.board_facts import board_facts
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.table import Table
from roost.play.table.views import action_views, encode, names_in
from roost.study.puzzles import collection, daily, numbered

GameNumber = Annotated[int | None, InQuery(ge=1, le=100_000, description="Number of the game; default: latest.")]
_Report = dict[str, Any]


@get(
    "/positions/hint",
    tag="positions",
    refuses=(Refusal.BAD_VALUE, Refusal.NOT_YOURS, Refusal.NOT_NOW),
    pends=True,
)
async def show_hint(text: PositionText, services: ServicesHere, lang: Lang = None) -> Answer[HintView]:
    """Show the best choice in a position with its win share and the reason, and what the other choices would mean."""
    state = position(text)
    if services.rooms.keeps_odds_from(state):
        raise RefusedError(Refusal.NOT_YOURS, "A table without hints is playing this position.")
    return await _hint(services, state, lang)


@get(
    "/tables/{table_id:str}/hint",
    tag="positions",
    refuses=(Refusal.NOT_FOUND, Refusal.NOT_YOURS, Refusal.NOT_NOW),
    pends=True,
)
async def show_table_hint(
    table_id: TableId, context: ContextHere, services: ServicesHere, lang: Lang = None
) -> Answer[HintView]:
    """Show the best choice at a table, if its rules allow hints."""
    table = (await context.room()).table
    if not table.shows_odds:
        raise RefusedError(Refusal.NOT_YOURS, "This table does not allow hints.")
    if table.play is None:
        raise RefusedError(Refusal.NOT_NOW, "The game has not been started.")
    return await _hint(services, table.play.state, lang, names_in(table, lang))


async def _hint(
    services: Services, state: State, language: Language | None, names: Sequence[str] = ()
) -> Answer[HintView]:
    if state.node is not Node.DECIDE:
        raise RefusedError(Refusal.NOT_NOW, "No choice to make: dice are to be rolled, or the game is over.")
    question = str(state), language, tuple(names)
    hint = await services.hints.ask(question, ("hint", state.game.name), lambda: _hint_view(state, language, names))
    return pending() if hint is None else Answer(hint)


def _hint_view(state: State, language: Language | None, names: Sequence[str]) -> HintView:
    from roost.study.review.hints import hint_at  # imported here because it loads a compiler

    hint = hint_at(state)
    return msgspec.convert(hint.to_json(Messages(language or Language.EN), names), HintView)


@get("/tables/{table_id:str}/review", tag="records", refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW), pends=True)
async def show_review(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    game: GameNumber = None,
    lang: Lang = None,
) -> Answer[ReviewView]:
    """Show the luck and skill in a finished game.

    The first request starts the review; the response is 202 until the review is ready.
    """
    number, report = await _report(context, services, game)
    if report is None:
        return pending()
    person = await services.rooms.person(await services.rooms.get(table_id), context.token)
    body = await services.jobs.do(lambda: _review_bytes(services.store, table_id, number, report, person, lang))
    return Answer(cast("ReviewView", body))


@get(
    "/tables/{table_id:str}/review/picture",
    tag="records",
    media_type="image/svg+xml",
    refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW),
    pends=True,
)
async def show_picture(
    table_id: TableId,
    context: ContextHere,
    services: ServicesHere,
    game: GameNumber = None,
    lang: Lang = None,
) -> Answer[str]:
    """Show the review of a finished game as a picture that can be shared."""
    number, report = await _report(context, services, game)
    if report is None:
        return pending()
    drawing = await services.jobs.do(lambda: _draw(services.store, table_id, number, report, lang))
    return Answer(drawing, media_type="image/svg+xml")


async def _report(context: ContextHere, services: Services, game: int | None) -> tuple[int, _Report | None]:
    """Return the number of the requested game, and the game's review if it is ready."""
    table = (await context.room()).table
    number = _finished_number(table, game)
    return number, await services.reviewer.review(table.id, number, table.game_of(number))


def _finished_number(table: Table, game: int | None) -> int:
    """Return the number of the requested game. Refuse if that game is not over."""
    if table.play is None:
        raise RefusedError(Refusal.NOT_NOW, "The game has not been started.")
    number = table.play.number if game is None else game
    if number > table.play.number:
        raise RefusedError(Refusal.NOT_FOUND, f"There is no game {number} at this table yet.")
    if number == table.play.number and table.play.state.node is not Node.OVER:
        raise RefusedError(Refusal.NOT_NOW, "The game is still being played; its review comes after the end.")
    return number


def _with_names(past: Table, report: _Report, language: Language | None) -> _Report:
    """Return a report with players' names in the requested language; a cached report serves all languages."""
    return report | {"names": list(names_in(past, language))}


def _draw(store: Store, table_id: str, number: int, report: _Report, language: Language | None) -> str:
    from roost.study.review.picture import picture

    past = past_game(store, table_id, number).table
    return picture(_with_names(past, report, language), Messages(language or Language.EN))


def _review_bytes(
    store: Store, table_id: str, number: int, report: _Report, person: int | None, language: Language | None
) -> bytes:
    from roost.study.progress.history import played_game
    from roost.study.review.report import worded

    past = past_game(store, table_id, number).table
    own_seats = past.seats_of(person)
    viewer = own_seats[0] if len(own_seats) == 1 else None  # with several seats (or none), show the winner's view
    review = worded(_with_names(past, report, language), Messages(language or Language.EN), viewer)
    history = [played_game(report, seat).to_json() for seat in own_seats]
    return encode(msgspec.convert(review | {"own_seats": list(own_seats), "history": history}, ReviewView))


@get("/puzzles/{name:str}", tag="games", refuses=(Refusal.NOT_FOUND,))
async def list_puzzles(name: Annotated[str, InPath(max_length=40)], services: ServicesHere) -> PuzzleList:
    """List a game's puzzles with their difficulty, and today's puzzle (by UTC date)."""
    day = datetime.now(UTC).date()
    return await services.jobs.once(("puzzles", name, day), lambda: _puzzles(name, day))


def _puzzles(name: str, day: date) -> PuzzleList:
    try:
        kind = game_type(name)
        today = daily(kind.name, day)
    except RoostError as error:
        raise RefusedError(Refusal.NOT_FOUND, f"{error}.") from None
    listed = [
        PuzzleSummary(puzzle.number, puzzle.kind.value, puzzle.players, puzzle.rating)
        for puzzle in collection(kind.name)
    ]
    return PuzzleList(kind.name, kind.title, today.number, listed)


@get("/puzzles/{name:str}/{number:int}", tag="games", refuses=(Refusal.NOT_FOUND,))
async def show_puzzle(
    name: Annotated[str, InPath(max_length=40)],
    number: Annotated[int, InPath(ge=1, le=100_000)],
    services: ServicesHere,
    lang: Lang = None,
) -> PuzzleView:
    """Show a puzzle with its answer and the value of each choice."""
    return await services.jobs.do(lambda: _puzzle(name, number, Messages(lang or Language.EN)))


def _puzzle(name: str, number: int, messages: Messages) -> PuzzleView:
    try:
        game = game_type(name).name
        puzzle = numbered(game, number)
    except RoostError as error:
        raise RefusedError(Refusal.NOT_FOUND, f"{error}.") from None
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
        board_facts(state, messages.language),
        action_views(state, messages.language),
    )
