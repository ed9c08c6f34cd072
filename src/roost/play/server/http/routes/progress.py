"""API operation that summarises a player's games. The device stores the history; the server only calculates."""

from collections.abc import Sequence
from typing import cast

import msgspec

from roost.core.errors import RoostError
from roost.play.server.http.operations import Answer, Body, post
from roost.play.server.http.progress import HISTORY_BODY, GameProgress, HistoryRequest, PlayedGameView, ProgressView
from roost.play.server.http.routes.request_context import ServicesHere
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.views import encode


@post("/progress", tag="records", max_body=HISTORY_BODY, refuses=(Refusal.BAD_VALUE, Refusal.TOO_LARGE))
async def count_progress(data: Body[HistoryRequest], services: ServicesHere) -> Answer[ProgressView]:
    """Summarise a history: the cost of each kind of decision, the trend, and the player's strength."""
    body = await services.jobs.do(lambda: _summarize(data.games))
    return Answer(cast("ProgressView", body))


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
