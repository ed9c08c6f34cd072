"""The description of the API (OpenAPI), generated from the code that answers, so that it cannot go out of date.

Litestar describes the operations. The messages are described by msgspec, which reads them: it alone knows every bound,
the tag that tells the kinds of a seat apart, and that unknown fields are refused.
"""

from inspect import cleandoc
from typing import Any

import msgspec
from litestar import Litestar

from roost.play.server.http import challenges, insights, messages, progress, study
from roost.play.server.http.problems import Problem
from roost.play.server.live.answers import Pending
from roost.play.server.live.tally import DiceReport
from roost.play.table import views
from roost.play.table.series_views import SeriesReport
from roost.play.table.spec import GameSetup, TableSpec
from roost.study.cards.printed_card import CardView

_MESSAGES = (
    TableSpec,
    GameSetup,
    SeriesReport,
    challenges.ChallengeRequest,
    challenges.ChallengeView,
    Pending,
    Problem,
    views.Snapshot,
    views.ChangeView,
    messages.OpenRequest,
    messages.BotInfo,
    messages.BotRequest,
    messages.Claimed,
    messages.ClaimRequest,
    messages.CodeView,
    messages.CorrectionRequest,
    messages.GameInfo,
    messages.Health,
    messages.MoveRequest,
    messages.NameRequest,
    messages.NewTable,
    messages.OddsView,
    messages.PastChange,
    messages.PositionView,
    messages.ReasonView,
    messages.ReactionRequest,
    messages.SealRequest,
    messages.SeatRequest,
    messages.ShownRequest,
    messages.StartRequest,
    messages.UndoRequest,
    messages.WaitRequest,
    progress.HistoryRequest,
    CardView,
    DiceReport,
    study.PlayedView,
    study.ReplayRequest,
    study.ReplayView,
    study.RulesView,
    insights.HintView,
    insights.PuzzleList,
    insights.ReviewView,
)


def describe(app: Litestar) -> dict[str, Any]:
    """The whole description."""
    found = app.openapi_schema.to_schema()
    _, exact = msgspec.json.schema_components(_MESSAGES, ref_template="#/components/schemas/{name}")
    for schema in exact.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])  # as Python 3.13 does by itself
    found["components"]["schemas"].update(exact)
    return found
