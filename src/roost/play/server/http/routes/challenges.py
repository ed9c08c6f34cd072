"""API operations for challenges: the same dice for every player, a new challenge each day, and the results."""

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Annotated

from roost.core.errors import OptionError
from roost.core.registry import game_type
from roost.core.words import Language, Messages
from roost.play.server.http.challenges import ChallengeRequest, ChallengeResult, ChallengeView, result_of
from roost.play.server.http.messages import NewTable
from roost.play.server.http.operations import Answer, Body, InPath, get, post
from roost.play.server.http.routes.request_context import CallerHere, HostCode, Lang, ServicesHere
from roost.play.server.http.routes.tables import make_table
from roost.play.server.live.services import Services
from roost.play.server.storage.game_records import past_game
from roost.play.table.challenge import Challenge, challenge, daily
from roost.play.table.names import clean_name
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.spec import HereSeat

_TODAY = "today"
_MOST_RESULTS = 50
"""Maximum number of results in a response."""
ChallengeName = Annotated[
    str,
    InPath(max_length=120, description="`today`, a day, or a game, a bot and a word: `junior-hen-sunshine`."),
]


@get("/challenges/{name:str}", tag="challenges", refuses=(Refusal.NOT_FOUND,))
async def show_challenge(name: ChallengeName, services: ServicesHere, lang: Lang = None) -> ChallengeView:
    """Show a challenge and its results on this server.

    If a result has no review yet, repeat the request later.
    """
    shown = await services.jobs.do(lambda: _find(name))
    words = Messages(lang or Language.EN)
    results = await _results(services, shown, words)
    kind = game_type(shown.game)
    return ChallengeView(
        shown.name,
        None if shown.day is None else shown.day.isoformat(),
        shown.game,
        words.of(kind).say_if_known("short") or kind.title,
        shown.bot,
        sorted(results, key=lambda result: (not result.reviewed, result.mistakes)),
    )


async def _results(services: Services, chosen: Challenge, words: Messages) -> list[ChallengeResult]:
    """Return the results of a challenge. Each result is cached, and at most one missing review is started per call."""
    results, is_missing = [], False
    tables = await services.store.aside(services.store.challenged, chosen.name, _MOST_RESULTS)
    for table_id, is_reviewed in tables.items():
        if is_reviewed:
            key = "challenge", table_id, words.language
            with suppress(_OutdatedError):
                results.append(await services.jobs.once(key, partial(_reviewed, services, table_id, words)))
                continue
        table = (await services.rooms.get(table_id)).table
        report = None if is_missing else await services.reviewer.review(table_id, 1, chosen.game)
        is_missing = report is None
        results.append(await services.jobs.do(partial(result_of, table, report, words)))
    return results


class _OutdatedError(Exception):
    """A cached review has the format of an older version, so the game must be reviewed again."""


def _reviewed(services: Services, table_id: str, words: Messages) -> ChallengeResult:
    report = services.reviewer.kept(table_id, 1)
    if report is None:
        raise _OutdatedError
    return result_of(past_game(services.store, table_id, 1).table, report, words)


@post(
    "/challenges/{name:str}/take",
    status=201,
    tag="challenges",
    refuses=(Refusal.NOT_FOUND, Refusal.BAD_VALUE, Refusal.TOO_LARGE, Refusal.NEEDS_CODE),
)
async def take_challenge(
    name: ChallengeName,
    data: Body[ChallengeRequest],
    services: ServicesHere,
    caller: CallerHere,
    lang: Lang = None,
    code: HostCode = None,
) -> Answer[NewTable]:
    """Take a challenge: create a table where you play alone against its bot."""
    await services.check_new_table(caller.client, code)
    try:
        seat = HereSeat(clean_name(data.name), data.avatar)
    except ValueError as error:
        raise RefusedError(Refusal.BAD_VALUE, f"{str(error).capitalize()}.") from None
    taken = await services.jobs.do(lambda: _find(name))
    return await make_table(taken.spec(seat), services, caller, lang)


def _find(name: str) -> Challenge:
    try:
        return daily(datetime.now(UTC).date()) if name == _TODAY else challenge(name)
    except OptionError as error:
        raise RefusedError(Refusal.NOT_FOUND, f"{str(error).capitalize()}.") from None
