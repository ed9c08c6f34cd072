"""The web application: ``create_app(settings)`` returns it for any ASGI server."""

import os
import signal
from functools import lru_cache
from multiprocessing import parent_process
from threading import Thread
from types import ModuleType

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from roost.core.version import __version__
from roost.play.server import json_log
from roost.play.server.http.binding import bound, provide_caller, provide_context, provide_services
from roost.play.server.http.guard import Guard
from roost.play.server.http.operations import operations_in
from roost.play.server.http.routes import host, pages, service
from roost.play.server.http.routes.api import API
from roost.play.server.live.metrics import FOLDER_VARIABLE, Metrics
from roost.play.server.platform import server_services
from roost.play.server.settings import Settings
from roost.play.web.assets import assets


@lru_cache(8)
def make_litestar(max_body: int) -> Litestar:
    """Return the application without its guard. All servers in a process share it; a request carries its services."""
    api = Router("/api", route_handlers=[bound(operation) for operation in (*API, *operations_in(host))])
    return Litestar(
        [api, *_handlers_in(service), *_handlers_in(pages)],
        dependencies={
            "services": Provide(provide_services, sync_to_thread=False),
            "caller": Provide(provide_caller, sync_to_thread=False),
            "context": Provide(provide_context),
        },
        exception_handlers=pages.EXCEPTION_HANDLERS,
        request_max_body_size=max_body,
        openapi_config=_description(),
        logging_config=None,
    )


def _handlers_in(module: ModuleType) -> list[HTTPRouteHandler]:
    return [value for value in vars(module).values() if isinstance(value, HTTPRouteHandler)]


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Roost",
        version=__version__,
        description="Tables for push-your-luck dice games. Every error is problem+json with a readable sentence.",
        path="/openapi",
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        use_handler_docstrings=True,
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        security=[{"token": []}, {}],
        tags=[
            Tag("games", "Games and their options."),
            Tag("bots", "The bots that can take a seat."),
            Tag("positions", "Any position and its odds."),
            Tag("records", "Games step by step."),
            Tag("tables", "Creating and finding tables."),
            Tag("seats", "Taking and leaving seats."),
            Tag("hosting", "Actions for the host alone."),
            Tag("play", "Playing and watching."),
            Tag("series", "Several games at one table."),
            Tag("challenges", "The same dice for every player."),
            Tag("service", "For hosts."),
        ],
    )


def create_app(settings: Settings, metrics: Metrics | None = None) -> Guard:
    """Return the complete application for these settings."""
    assets()  # compress the files at start-up, so that no visitor waits for it
    return Guard(make_litestar(settings.max_body), server_services(settings, metrics))


def app_from_environment() -> Guard:
    """Return the application with settings from the environment. Each worker process calls this."""
    if parent_process() is not None:
        Thread(target=_end_with_parent, name="roost-parent", daemon=True).start()
    settings = Settings.from_environment(os.environ)
    json_log.set_up(requests=settings.log)
    return create_app(settings, Metrics(os.environ.get(FOLDER_VARIABLE, "")))


def _end_with_parent() -> None:
    """Stop this worker once its parent process has ended, even by a crash, so that the port becomes free."""
    parent = parent_process()
    assert parent is not None
    parent.join()  # waits on a pipe, which the operating system closes when the parent ends
    os.kill(os.getpid(), signal.SIGTERM)
