"""API operations for the people who run a server: health, readiness, metrics."""

import asyncio
from typing import cast

import msgspec
from litestar import Response, get

from roost.core.version import __version__
from roost.play.server.http.binding import AnyRequest, ServerServices, documented
from roost.play.server.http.description import describe
from roost.play.server.http.messages import Health
from roost.play.server.storage.sql_store import SqlStore
from roost.play.server.storage.store import StoreError
from roost.play.table.refusals import Refusal, RefusedError


@get("/health", tags=["service"], sync_to_thread=False)
def health() -> Health:
    """Respond as long as the process runs."""
    return Health("ok", __version__)


@get("/ready", tags=["service"], responses=documented())
async def ready(services: ServerServices) -> Health:
    """Check whether the server can handle requests: the database responds, and the server is not stopping."""
    if services.hub.is_closed:
        raise RefusedError(Refusal.UNAVAILABLE, "The server is stopping.")
    try:
        await asyncio.to_thread(cast("SqlStore", services.store).ping)
    except StoreError:
        raise RefusedError(Refusal.UNAVAILABLE, "The database cannot be reached at the moment.") from None
    return Health("ready", __version__)


@get("/metrics", tags=["service"], media_type="text/plain", sync_to_thread=False)
def metrics(services: ServerServices) -> Response[str]:
    """Show metrics in the Prometheus text format."""
    text = services.metrics.text(services.gauges())
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/openapi.json", include_in_schema=False)
async def show_description(request: AnyRequest, services: ServerServices) -> Response[bytes]:
    """Show the OpenAPI description of this API."""
    body = await services.jobs.once("description", lambda: msgspec.json.encode(describe(request.app)))
    return Response(body, media_type="application/json")
