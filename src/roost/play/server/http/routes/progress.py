"""API operation that summarises a player's games. The device stores the history; the server only calculates."""

from collections.abc import Sequence
from typing import cast

import msgspec
from litestar import MediaType, Response, post
from litestar.params import JSONBody

from roost.core.errors import RoostError
from roost.play.server.http.guard import HISTORY_BODY
from roost.play.server.http.problems import documented
from roost.play.server.http.progress import GameProgress, HistoryRequest, PlayedGameView, ProgressView
from roost.play.server.http.routes.request_context import ServicesHere
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.views import encode


@post("/progress", status_code=200, tags=["records"], request_max_body_size=HISTORY_BODY,
      responses=documented(Refusal.BAD_VALUE, Refusal.TOO_LARGE))  # fmt: skip
async def count_progress(data: JSONBody[HistoryRequest], services: ServicesHere) -> Response[ProgressView]:
    """Summarise a history: the cost of each kind of decision, the trend, and the player's strength."""
    body = await services.jobs.do(lambda: _summarize(data.games))
    return Response(cast("ProgressView", body), media_type=MediaType.JSON)


def _summarize(games: Sequence[PlayedGameView]) -> bytes:
    from roost.study.progress import PlayedGame, progress
    from roost.study.progress.history import merged

    try:
        history = merged(PlayedGame.from_json(msgspec.to_builtins(game)) for game in games)
        names = dict.fromkeys(game.name for game in history)
        summaries = [
            msgspec.convert({**summary.to_json(), "name": name}, GameProgress)
            for name in names
            for summary in progress(game for game in history if game.name == name)
        ]
    except RoostError as error:
        raise RefusedError(Refusal.BAD_VALUE, f"{error}.") from None
    return encode(ProgressView(sorted(summaries, key=lambda summary: -summary.games)))
