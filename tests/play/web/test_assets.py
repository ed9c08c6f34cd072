"""The files of the page: fingerprinted, compressed, kept for ever, and guarded."""

import gzip
import json
import re
from collections.abc import Iterator

import httpx
import pytest

from patience import PATIENCE
from roost.core.registry import all_games
from roost.core.words import Language
from roost.play.web.assets import Asset, Assets, assets
from roost.play.web.face import page_parts, resolved, words_of
from roost.play.web.pages import PAGES, module_of
from roost.play.web.styles import squeezed

HTML = {"accept": "text/html"}


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    """A client that is no browser."""
    with httpx.Client(base_url=server, timeout=PATIENCE, verify=False) as client:
        yield client


def small(**changed: str) -> Assets:
    """A page of three modules."""
    sources = {"app.js": 'import { a } from "./lib/a.js";\n', "lib/a.js": 'import "./b.js";\n', "lib/b.js": "//"}
    given = {**sources, **changed}
    return Assets({name: text.encode() for name, text in given.items()}, "<!-- links -->")


def test_any_change_changes_every_address() -> None:
    """Files that belong together are fetched together: a changed one, however small, moves all of them."""
    before, after = small(), small(**{"lib/b.js": "/*"})
    assert before.address("app.js") != after.address("app.js")
    assert before.build == small().build


def test_what_a_module_needs_is_known_before_it_is_read() -> None:
    """The document names modules that other modules import, so that none waits for another to be read first."""
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
def test_every_form_of_import_is_seen(line: str) -> None:
    """However a module is imported, it is found; what a comment or a later call imports is not."""
    known = {"pages/x.js": f'{line}\n// import "./c.js";\nawait import("./d.js");', "pages/c.js": "", "pages/d.js": ""}
    assert small(**known).needed_by("pages/x.js") == ["pages/x.js", "lib/b.js"]


def test_what_does_not_shrink_is_sent_plain() -> None:
    """Compression is for what it helps."""
    assert Asset.of("a.svg", b"<svg>" * 100).zipped is not None
    assert Asset.of("a.js", b"x").zipped is None


def test_every_page_has_its_module() -> None:
    """Each address in the list leads to a module that exists.

    Declarations for the people who write the page, and the document's template, stay at home.
    """
    known = assets()
    modules = [module_of(re.sub(r"\{\w+\}", "x", address)) for address in PAGES]
    assert [name for name in [*modules, module_of("/nowhere")] if name not in known] == []
    assert [name for name in known if name.endswith((".ts", ".html", ".md"))] == []


def test_files_are_kept_for_ever_and_compressed_once(http: httpx.Client) -> None:
    """A file says that it never changes, and comes compressed to whoever can read that."""
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
def test_other_files_are_not_found(http: httpx.Client, path: str) -> None:
    """A file of another build is not there, so that nobody keeps a wrong one; nor is anything outside the folder."""
    answer = http.get(path.format(build=assets().build))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_pages_are_guarded(http: httpx.Client) -> None:
    """A page runs only our own files, shows up in nobody's frame, and is asked for anew each time."""
    headers = http.get("/").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert headers["cache-control"] == "no-cache"


def test_the_first_view_finds_its_words_and_games_in_the_document(http: httpx.Client) -> None:
    """They are the server's own; the styles of other pages are not asked for; another page asks for all."""
    first, other = http.get("/?lang=de").text, http.get("/dice?lang=de").text
    given = dict(re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', first))
    assert json.loads(given["games"]) == http.get("/api/games?lang=de").json()
    words, every = json.loads(given["words"]), http.get(assets().address("messages/de.json")).json()
    assert words.items() < every.items()
    assert {"home.heading", "settings.speed_fast", "table.bots.owl"} <= words.keys()
    assert "verify.title" not in words
    sheet = assets().address("style.css")
    assert sheet not in first
    assert sheet in other
    assert 'id="words"' not in other


def test_documents_come_compressed(http: httpx.Client) -> None:
    """To whoever can read that."""
    zipped, plain = http.get("/", headers={"accept-encoding": "gzip"}), http.get("/", headers={"accept-encoding": "br"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert zipped.text == plain.text
    assert "accept-encoding" in zipped.headers["vary"]


def test_the_document_runs_no_script_of_its_own(http: httpx.Client) -> None:
    """There is no code in the document, whatever the address or a game's title says: in no element or attribute."""
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
def test_the_language_is_found(http: httpx.Client, address: str, headers: dict[str, str], language: str) -> None:
    """The address decides, then what was chosen before, then the browser."""
    answer = http.get(address, headers=headers)
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["content-language"] == language


def test_people_get_a_page_where_programs_get_a_problem(http: httpx.Client) -> None:
    """Nothing is found at a wrong address, and everybody is told so in their own way."""
    page, problem = http.get("/nowhere", headers=HTML), http.get("/nowhere")
    assert (page.status_code, problem.status_code) == (404, 404)
    assert page.text.startswith("<!doctype html>")
    assert problem.json()["type"] == "urn:roost:problem:not-found"
    assert http.get("/api/nowhere", headers=HTML).headers["content-type"] == "application/problem+json"


def test_it_can_be_installed(http: httpx.Client) -> None:
    """The manifest names what a device needs, and its icons are there."""
    told = http.get("/manifest.webmanifest?lang=de").json()
    assert told["name"].startswith("Roost: Würfelspiele")
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    icons = told["icons"]
    assert [http.get(icon["src"]).headers["content-type"] for icon in icons] == [icon["type"] for icon in icons]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    assert http.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_what_games_bring_is_served_beside_the_rest() -> None:
    """Modules name each other by relative paths, styles are part of the one sheet, pictures come in one file."""
    known = assets()
    for kind in all_games().values():
        parts = page_parts(kind)
        assert {"board", "dice", "picture", "lesson", "setup", "box", "record"} - parts.keys() <= {"dice"}
        assert all(name in known for name in parts.values())
        assert all(words_of(kind, language) in known for language in Language)
    board = known.get(page_parts(all_games()["barbecue"])["board"])
    style = known.get("style.css")
    assert board is not None
    assert style is not None
    assert b'from "roost' not in board.body
    assert b".snail-pool" in style.body
    assert [name for name in known if name.startswith("games/") and name.endswith(".css")] == []


def test_a_module_names_only_what_is_there() -> None:
    """The page's own modules and those of games that are installed; anything else is refused with its name."""
    text = 'import { h } from "roost/lib/dom.js";\nimport { a } from "roost.games.tiles.faces/tile.js";\n'
    name = "games/goose.faces/board.js"
    assert resolved(name, text) == (
        'import { h } from "../../lib/dom.js";\nimport { a } from "../../games/roost.games.tiles.faces/tile.js";\n'
    )
    with pytest.raises(ValueError, match=r"board\.js imports from 'lodash'"):
        resolved(name, 'import { x } from "lodash/x.js";\n')


def test_styles_are_sent_without_what_only_people_read() -> None:
    """Comments and needless space go; quoted text, and the space that means something, stay."""
    styles = b"""/* Don't. */
a > b,
a :is(b, c) {
  content: " , { /* no */ } '; ";
  width: calc(100% - 0.5 * var(--gap)); /* "so" */
  quotes: 'a  "b' "c";
}
"""
    told = """a > b,a :is(b,c){content:" , { /* no */ } '; ";width:calc(100% - .5 * var(--gap));"""
    assert squeezed(styles).decode() == told + """quotes:'a  "b' "c"}"""
    assert squeezed(squeezed(styles)) == squeezed(styles)
    sheet = assets().get("style.css")
    assert sheet is not None
    assert b"\n" not in sheet.body
