"""All operations of the API, for every transport."""

from roost.play.server.http.operations import operations_in
from roost.play.server.http.routes import (
    cards,
    challenges,
    events,
    insights,
    knowledge,
    play,
    progress,
    reasons,
    series,
    study,
    tables,
)

_PARTS = (knowledge, cards, reasons, study, insights, progress, tables, play, series, challenges, events)
API = tuple(operation for part in _PARTS for operation in operations_in(part))
"""The operations below ``/api``."""
