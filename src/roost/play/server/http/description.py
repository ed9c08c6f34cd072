"""The OpenAPI description of the API, generated from the code so that it cannot go out of date.

Litestar describes the operations. msgspec describes the messages, because only msgspec knows every bound, the tag of
each kind of seat, and that unknown fields are refused.
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
    """Return the complete OpenAPI description."""
    description = app.openapi_schema.to_schema()
    _, schemas = msgspec.json.schema_components(_MESSAGES, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])  # Python 3.13 does this automatically
    description["components"]["schemas"].update(schemas)
    return description
