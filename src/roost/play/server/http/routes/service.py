"""API operations for the people who run a server: health, readiness, metrics."""

import asyncio
import sys
from contextlib import suppress
from typing import cast

import msgspec
from litestar import Response, get

from roost.core.version import __version__
from roost.play.server.http.binding import AnyRequest, ServerServices, documented
from roost.play.server.http.description import describe
from roost.play.server.http.messages import Health
from roost.play.server.live.metrics import described
from roost.play.server.platform import ServerPlatform
from roost.play.server.storage.sql_store import SqlStore
from roost.play.server.storage.store import StoreError
from roost.play.table.refusals import Refusal, RefusedError


@get("/health", tags=["service"], sync_to_thread=False)
def health(services: ServerServices) -> Health:
    """Respond as long as the process runs. Pages also learn the host's notice here."""
    return Health("ok", __version__, services.notice)


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


@get("/metrics", tags=["service"], media_type="text/plain")
async def metrics(services: ServerServices) -> Response[str]:
    """Show metrics in the Prometheus text format."""
    text = services.metrics.text(services.gauges())
    python = ".".join(map(str, sys.version_info[:3]))
    build = f'{{version="{__version__}",python="{python}"}} 1'
    text += described("build_info", "gauge", "The version that runs.", build)
    with suppress(StoreError):  # without the database, the other metrics are still of use
        counts = await cast("ServerPlatform", services.platform).follower.counts()
        text += described("tables_open", "gauge", "Open tables in the database.", f" {counts.open_tables}")
        text += described("tables", "gauge", "Tables in the database.", f" {counts.tables}")
        text += described("people", "gauge", "People at open tables in the database.", f" {counts.people}")
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/openapi.json", include_in_schema=False)
async def show_description(request: AnyRequest, services: ServerServices) -> Response[bytes]:
    """Show the OpenAPI description of this API."""
    body = await services.jobs.once("description", lambda: msgspec.json.encode(describe(request.app)))
    return Response(body, media_type="application/json")
