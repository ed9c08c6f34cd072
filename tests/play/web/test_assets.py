"""The files of the page: fingerprinted, compressed, cached without limit, and protected."""

import gzip
import json
import re
from collections.abc import Iterator

import httpx
import pytest

from patience import PATIENCE
from roost.core.registry import all_games
from roost.core.words import Language
from roost.play.web.adapter import page_parts, resolved, words_of
from roost.play.web.assets import Asset, Assets, assets
from roost.play.web.pages import PAGES, module_of
from roost.play.web.styles import squeezed

HTML = {"accept": "text/html"}


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    """A client that is not a browser."""
    with httpx.Client(base_url=server, timeout=PATIENCE, verify=False) as client:
        yield client


def small(**changed: str) -> Assets:
    """Return a page of three modules, with some files changed or added."""
    sources = {"app.js": 'import { a } from "./lib/a.js";\n', "lib/a.js": 'import "./b.js";\n', "lib/b.js": "//"}
    files = {**sources, **changed}
    return Assets({name: text.encode() for name, text in files.items()}, "<!-- links -->")


def test_a_change_of_one_file_changes_every_address() -> None:
    """Files of one build belong together, so all of them get a new address."""
    before, after = small(), small(**{"lib/b.js": "/*"})
    assert before.address("app.js") != after.address("app.js")
    assert before.build == small().build


def test_the_document_preloads_all_modules_that_a_page_imports() -> None:
    """The browser can load every module at once, without first reading the modules that import it."""
    assert sorted(small().needed_by("app.js")) == ["app.js", "lib/a.js", "lib/b.js"]
    assert small().shell(Language.EN, module_of("/")).count("modulepreload") == 3


@pytest.mark.parametrize(
    "line",
    [
        'import { a, b } from "../lib/b.js";',
        'import {\n  a,\n} from "../lib/b.js";',
        'import "../lib/b.js";',
        'export { a } from "../lib/b.js";',
        'export * from "../lib/b.js";',
    ],
)
def test_every_form_of_import_is_recognised(line: str) -> None:
    """Imports in comments and dynamic imports do not count."""
    modules = {
        "pages/x.js": f'{line}\n// import "./c.js";\nawait import("./d.js");',
        "pages/c.js": "",
        "pages/d.js": "",
    }
    assert small(**modules).needed_by("pages/x.js") == ["pages/x.js", "lib/b.js"]


def test_a_file_that_does_not_shrink_is_not_compressed() -> None:
    assert Asset.of("a.svg", b"<svg>" * 100).zipped is not None
    assert Asset.of("a.js", b"x").zipped is None


def test_every_page_has_its_module() -> None:
    """Addresses in the list lead to existing modules; declarations and templates are not served."""
    files = assets()
    modules = [module_of(re.sub(r"\{\w+\}", "x", address)) for address in PAGES]
    assert [name for name in [*modules, module_of("/nowhere")] if name not in files] == []
    assert [name for name in files if name.endswith((".ts", ".html", ".md"))] == []


def test_files_may_be_cached_for_ever_and_are_sent_compressed(http: httpx.Client) -> None:
    """A client that does not accept gzip gets the plain file."""
    address = assets().address("style.css")
    answer = http.get(address, headers={"accept-encoding": "br, gzip"})
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "accept-encoding"
    asset = assets().get("style.css")
    assert asset is not None
    assert asset.zipped is not None
    assert answer.content == asset.body == gzip.decompress(asset.zipped)
    for refused in ("identity", "br", "gzip;q=0"):
        plain = http.get(address, headers={"accept-encoding": refused})
        assert "content-encoding" not in plain.headers
        assert plain.content == asset.body


@pytest.mark.parametrize(
    "path",
    [
        "/assets/0000000000000000/app.js",
        "/assets/{build}/no-such.js",
        "/assets/{build}/shell.html",
        "/assets/{build}/../assets.py",
        "/assets/{build}/%2e%2e/assets.py",
    ],
)
def test_files_of_another_build_or_folder_are_not_found(http: httpx.Client, path: str) -> None:
    """A file of another build gets 404, so that no cache stores a wrong one."""
    answer = http.get(path.format(build=assets().build))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_page_has_a_strict_security_policy(http: httpx.Client) -> None:
    """The page runs only our own scripts, allows no framing, and is revalidated each time."""
    headers = http.get("/").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert headers["cache-control"] == "no-cache"


def test_the_home_document_includes_its_words_and_games(http: httpx.Client) -> None:
    """Home loads no style sheet of other pages, while other documents refer to all words and styles."""
    first, dice = http.get("/?lang=de").text, http.get("/dice?lang=de").text
    embedded = dict(re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', first))
    assert json.loads(embedded["games"]) == http.get("/api/games?lang=de").json()
    words, all_words = json.loads(embedded["words"]), http.get(assets().address("messages/de.json")).json()
    assert words.items() < all_words.items()
    assert {"home.heading", "settings.speed_fast", "table.bots.owl"} <= words.keys()
    assert "verify.title" not in words
    sheet = assets().address("style.css")
    assert sheet not in first
    assert sheet in dice
    assert 'id="words"' not in dice


def test_documents_are_sent_compressed(http: httpx.Client) -> None:
    """A client that does not accept gzip gets them plain."""
    zipped, plain = http.get("/", headers={"accept-encoding": "gzip"}), http.get("/", headers={"accept-encoding": "br"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert zipped.text == plain.text
    assert "accept-encoding" in zipped.headers["vary"]


def test_the_document_contains_no_inline_script(http: httpx.Client) -> None:
    """No text in the address or in a game's title becomes code."""
    text = http.get("/t/%22%3E%3Cscript%3Ealert(1)?lang=%22%3E%3Cb%3E").text
    assert "alert(1)" not in text
    assert "<b>" not in text
    assert re.findall(r"<script(?![^>]* src=)[^>]*>", text) == ['<script type="application/json" id="pages">']
    assert re.findall(r'\s(?:on\w+|style)="', text) == []
    assert "</script><b>" not in small().shell(Language.EN, module_of("/"), games=b'["</script><b>"]')


@pytest.mark.parametrize(
    ("address", "headers", "language"),
    [
        ("/", {}, "en"),
        ("/", {"accept-language": "de-AT,de;q=0.9,en;q=0.8"}, "de"),
        ("/", {"accept-language": "fi,en;q=0.3,de;q=0.7"}, "de"),
        ("/", {"accept-language": "fi, ;;q=x, en;q=bad"}, "en"),
        ("/", {"accept-language": "fil,fr-CA;q=0.5"}, "fr"),
        ("/", {"accept-language": "de", "cookie": "roost-lang=en"}, "en"),
        ("/", {"cookie": "roost-lang=klingon"}, "en"),
        ("/?lang=de", {"accept-language": "en", "cookie": "roost-lang=en"}, "de"),
        ("/?lang=klingon", {"accept-language": "de"}, "de"),
    ],
)
def test_the_language_comes_from_address_cookie_or_browser(
    http: httpx.Client, address: str, headers: dict[str, str], language: str
) -> None:
    """The address comes first, then the stored choice, then the browser's list."""
    answer = http.get(address, headers=headers)
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["content-language"] == language


def test_an_unknown_address_gives_browsers_a_page_and_programs_a_problem(http: httpx.Client) -> None:
    page, problem = http.get("/nowhere", headers=HTML), http.get("/nowhere")
    assert (page.status_code, problem.status_code) == (404, 404)
    assert page.text.startswith("<!doctype html>")
    assert problem.json()["type"] == "urn:roost:problem:not-found"
    assert http.get("/api/nowhere", headers=HTML).headers["content-type"] == "application/problem+json"


def test_the_page_can_be_installed_as_an_app(http: httpx.Client) -> None:
    """The manifest has what a device needs, and its icons exist."""
    manifest = http.get("/manifest.webmanifest?lang=de").json()
    assert manifest["name"].startswith("Roost: Würfelspiele")
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    icons = manifest["icons"]
    assert [http.get(icon["src"]).headers["content-type"] for icon in icons] == [icon["type"] for icon in icons]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    assert http.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_the_page_parts_of_games_are_served_with_the_page() -> None:
    """Modules of games import by relative paths, and their styles and pictures are merged into shared files."""
    files = assets()
    for kind in all_games().values():
        parts = page_parts(kind)
        assert {"board", "dice", "picture", "lesson", "setup", "box", "glance", "record"} - parts.keys() <= {"dice"}
        assert all(name in files for name in parts.values())
        assert all(words_of(kind, language) in files for language in Language)
    board = files.get(page_parts(all_games()["barbecue"])["board"])
    style = files.get("style.css")
    assert board is not None
    assert style is not None
    assert b'from "roost' not in board.body
    assert b".snail-pool" in style.body
    assert [name for name in files if name.startswith("games/") and name.endswith(".css")] == []


def test_a_module_may_only_import_from_the_page_and_from_games() -> None:
    """An import from elsewhere is refused with its name."""
    text = 'import { h } from "roost/lib/dom.js";\nimport { a } from "roost.games.tiles.adapters/tile.js";\n'
    name = "games/goose.adapters/board.js"
    assert resolved(name, text) == (
        'import { h } from "../../lib/dom.js";\nimport { a } from "../../games/roost.games.tiles.adapters/tile.js";\n'
    )
    with pytest.raises(ValueError, match=r"board\.js imports from 'lodash'"):
        resolved(name, 'import { x } from "lodash/x.js";\n')


def test_styles_are_minified() -> None:
    """Comments and needless spaces are removed; quoted text and significant spaces stay."""
    styles = b"""/* Don't. */
a > b,
a :is(b, c) {
  content: " , { /* no */ } '; ";
  width: calc(100% - 0.5 * var(--gap)); /* "so" */
  quotes: 'a  "b' "c";
}
"""
    rules = """a > b,a :is(b,c){content:" , { /* no */ } '; ";width:calc(100% - .5 * var(--gap));"""
    assert squeezed(styles).decode() == rules + """quotes:'a  "b' "c"}"""
    assert squeezed(squeezed(styles)) == squeezed(styles)
    sheet = assets().get("style.css")
    assert sheet is not None
    assert b"\n" not in sheet.body
