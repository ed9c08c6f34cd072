"""The web pages: one HTML document for every URL, and the files that it loads."""

import gzip
import json
import os
import re
from functools import lru_cache
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from roost.core.registry import all_games
from roost.core.words import Language
from roost.play.server.http.binding import AnyRequest, ServerServices, provide_services
from roost.play.server.http.error_handlers import HANDLERS as PROBLEM_HANDLERS
from roost.play.server.http.error_handlers import answer_http
from roost.play.server.http.operations import accepts_gzip
from roost.play.server.http.routes.knowledge import games_json
from roost.play.server.settings import Settings
from roost.play.web.assets import assets
from roost.play.web.manifest import manifest
from roost.play.web.pages import PAGES, module_of
from roost.study.cards import Size, has_cards

_FOR_EVER = "public, max-age=31536000, immutable"
_LANGUAGE_COOKIE = "roost-lang"
_YEAR = 365 * 86_400
AUTHOR = "ROOST_AUTHOR"
"""Environment variable with a number for each start of the server while ``roost host --reload`` runs."""
_LANGUAGES = {language.value: language for language in Language}
_ADDRESSES = [re.sub(r"\{(\w+)\}", r"{\1:str}", address) for address in PAGES]


@get(_ADDRESSES, include_in_schema=False, sync_to_thread=False)
def show_page(request: AnyRequest, services: ServerServices) -> Response[bytes]:
    """Serve the HTML document. It is the same for all pages; its script shows the page that the URL names."""
    return _document(request, 200, services.settings)


@get("/assets/{build:str}/{name:path}", include_in_schema=False, sync_to_thread=False)
def show_asset(
    build: Annotated[str, PathParameter(max_length=64)],
    name: Annotated[str, PathParameter(max_length=200)],
    request: AnyRequest,
) -> Response[bytes]:
    """Serve a file of the web page. Requests for another build's file get a 404, so that no cache keeps a wrong one."""
    if build != assets().build:
        raise NotFoundException("There is no such file.")
    return _file(name.lstrip("/"), request, _FOR_EVER)


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def show_manifest(request: AnyRequest, services: ServerServices) -> Response[bytes]:
    """Serve the web app manifest, which devices need to install the page."""
    return Response(
        manifest(_language(request), f"{services.settings.path}/"),
        media_type="application/manifest+json",
        headers={"cache-control": "no-cache"},
    )


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def show_worker(request: AnyRequest, services: ServerServices) -> Response[bytes]:
    """Serve the service worker, with the list of files to cache for offline use."""
    return Response(
        _worker(_language(request), services.settings.path),
        media_type="text/javascript; charset=utf-8",
        headers={"cache-control": "no-cache"},
    )


@lru_cache(len(Language))
def _worker(language: Language, path: str) -> bytes:
    files = assets()
    rules = [f"/api/rules/{name}?lang={language.value}" for name in all_games()]
    sizes = [(name, size) for name, kind in all_games().items() if has_cards(kind) for size in Size]
    cards = [f"/api/cards/{name}?size={size.value}&lang={language.value}" for name, size in sizes]
    cached = ["/", f"/api/games?lang={language.value}", *rules, *cards, *map(files.address, files.spoken_in(language))]
    script = files.get("worker.js")
    assert script is not None
    constants = {"BASE": path, "BUILD": files.build, "FILES": [path + address for address in cached]}
    lines = [f"self.{name} = {json.dumps(value)};\n" for name, value in constants.items()]
    return "".join(lines).encode() + script.body


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def show_icon(request: AnyRequest) -> Response[bytes]:
    """Serve the icon at the URL where old browsers look for it."""
    return _file("art/icon.svg", request, "no-cache")


def _file(name: str, request: AnyRequest, caching: str) -> Response[bytes]:
    asset = assets().get(name)
    if asset is None:
        raise NotFoundException("There is no such file.")
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    body = asset.body
    if asset.zipped is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
        body, headers["content-encoding"] = asset.zipped, "gzip"
    return Response(body, media_type=asset.media_type, headers=headers)


def _document(request: AnyRequest, status: int, settings: Settings) -> Response[bytes]:
    language = _language(request)
    varying = "accept-language, cookie, accept-encoding"
    headers = {"cache-control": "no-cache", "vary": varying, "content-language": language.value}
    cookies = []
    if request.query_params.get("lang") == language.value:
        path = f"{settings.path}/"
        cookies = [Cookie(key=_LANGUAGE_COOKIE, value=language.value, path=path, max_age=_YEAR, samesite="lax")]
    body, zipped = _shell(language, module_of(request.url.path), settings.public_address, settings.path)
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        body, headers["content-encoding"] = zipped, "gzip"
    return Response(body, status_code=status, media_type=MediaType.HTML, headers=headers, cookies=cookies)


@lru_cache(len(Language) * (len(PAGES) + 1))
def _shell(language: Language, page: str, origin: str, path: str) -> tuple[bytes, bytes]:
    author = os.environ.get(AUTHOR, "")
    body = assets().shell(language, page, origin, games_json(language), author, path).encode()
    return body, gzip.compress(body, 9, mtime=0)


def _language(request: AnyRequest) -> Language:
    """Return the language in the URL, or else in the cookie, or else the browser's preferred one."""
    for code in (request.query_params.get("lang"), request.cookies.get(_LANGUAGE_COOKIE)):
        if code in _LANGUAGES:
            return _LANGUAGES[code]
    return _preferred(request.headers.get("accept-language", "")[:200])


def _preferred(accepted: str) -> Language:
    """Return the supported language that the browser prefers most."""
    ranked: list[tuple[float, Language]] = []
    for item in accepted.split(","):
        name, _, weight = item.strip().partition(";q=")
        language = _LANGUAGES.get(name.partition("-")[0].lower())
        if language is not None:
            ranked.append((_weight(weight), language))
    return max(ranked, key=lambda pair: pair[0])[1] if ranked else Language.EN


def _weight(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](\.\d{0,3})?", text) else 1.0


def _on_not_found(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """Respond to a wrong link with a page for people, and with a problem for programs."""
    is_person = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    if is_person and not request.url.path.startswith(("/api/", "/assets/")):
        return _document(request, 404, provide_services(request.scope).settings)
    return answer_http(request, error)


EXCEPTION_HANDLERS: dict[Any, Any] = {**PROBLEM_HANDLERS, NotFoundException: _on_not_found}
"""Exception handlers for URLs that people may open."""
