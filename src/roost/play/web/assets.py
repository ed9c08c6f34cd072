"""Serves the page's files, which are read once, compressed at first use, and cached in memory.

Every file is served below ``/assets/BUILD/``, where BUILD is a hash of all files, so browsers may cache them for ever.
Modules import each other by relative paths and are sent as written, except for those that are bundled
(:mod:`roost.play.web.bundles`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from html import escape
from importlib.resources import files
from itertools import product
from pathlib import PurePosixPath

from roost.core.game import Game
from roost.core.registry import all_games
from roost.core.words import Language, WordsEntry, page_catalogue, page_source, page_words
from roost.core.words.locales import LOCALES
from roost.play.web.adapter import found_in, page_files, pictures, resolved, words_of
from roost.play.web.bundles import bundled, joined
from roost.play.web.pages import PAGES, module_of
from roost.play.web.styles import squeezed
from roost.play.web.typeface import typeface

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
}
"""Media type of each suffix; files with other suffixes are not served, because they are for developers."""
_FIRST_STYLES = ("tokens", "base", "parts", "art", "home")
"""Stylesheets of the first view, in order; all other stylesheets follow, and their order does not matter."""
_FIRST_SHEET, _SHEET = "first/style.css", "style.css"
"""The files with the first view's styles, and with all other styles, including the games'."""
_TYPE = {"regular": 400, "bold": 700}
"""The weights of the typeface. Each has a file for usual characters and one for all others."""
_SAID = re.compile(r'"([a-z_]+\.[\w.]+)"|`([a-z_]+\.[\w.]*)\$\{')
"""Matches a message key in a module, or the constant beginning of a computed key."""
_IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*"(\.[^"]+)";', re.MULTILINE)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_ENTRY = "app.js"
_WORKERS = "local/"
"""The folder of scripts that run outside the page, or before it, where there is no server."""
_FIRST_PAGE = module_of("/")
_AFTER_FIRST = ("art/pictures.js", "parts/tables.js")
"""Modules that the first view loads once it is drawn."""
_TABLE = "pages/table.js"
_SHARED = 3
"""Number of pages that must share a module for it to be in the shared bundle."""
_SMALLEST_GAIN = 0.9
"""A file is sent compressed if the ratio of its compressed to its plain size is below this."""


@dataclass(frozen=True)
class Asset:
    """A file to serve. It is generated and compressed at its first request, so that start-up is quick."""

    media_type: str
    _generate: Callable[[], bytes]

    @classmethod
    def of(cls, name: str, body: bytes | Callable[[], bytes]) -> Asset:
        return cls(_MEDIA_TYPES[PurePosixPath(name).suffix], body if callable(body) else lambda: body)

    @cached_property
    def body(self) -> bytes:
        return self._generate()

    @cached_property
    def zipped(self) -> bytes | None:
        """The compressed content, or None if compression gains too little."""
        zipped = gzip.compress(self.body, 9, mtime=0)
        return zipped if len(zipped) < _SMALLEST_GAIN * len(self.body) else None


class Assets:
    """All files of one build of the page."""

    def __init__(
        self,
        sources: Mapping[str, bytes],
        shell: str,
        written: Mapping[str, str] | None = None,
        words: Mapping[str, Callable[[], bytes]] | None = None,
    ) -> None:
        """``written`` holds the modules before bundling; ``words`` holds functions that generate files."""
        self._shell = shell
        self._written = written or {}
        modules = {name: body.decode() for name, body in sources.items() if name.endswith(".js")}
        self._imports = {name: _imports(name, _IMPORT.findall(text)) for name, text in modules.items()}
        self._later = {name: _imports(name, _LATER.findall(text)) for name, text in (written or modules).items()}
        self.build = _fingerprint({**sources, "shell.html": shell.encode()})
        self._files = {name: Asset.of(name, (words or {}).get(name, body)) for name, body in sources.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def get(self, name: str) -> Asset | None:
        return self._files.get(name)

    def address(self, name: str) -> str:
        return f"/assets/{self.build}/{name}"

    def spoken_in(self, language: Language) -> list[str]:
        """Return all files except messages in other languages, icons that only systems show, and workers."""
        others = tuple(f"{place}{other.value}.json" for other in Language if other is not language for place in "/.")
        return [name for name in self if not name.endswith((*others, ".png")) and not name.startswith(_WORKERS)]

    def needed_by(self, *names: str) -> list[str]:
        """Return these modules and all modules that they import statically, directly or indirectly."""
        return _needed(self._imports, *names)

    def shell(
        self, language: Language, page: str, origin: str = "", games: bytes = b"", author: str = "", path: str = ""
    ) -> str:
        """Return a page's HTML document, which links all files that the page needs, so that they load in parallel.

        The first view's document contains its messages and the list of games, and links only that view's styles.
        ``origin`` is the server's address for other devices, if it differs from the requested one. ``author`` is a
        number for this start of the server, if an author of a game watches: pages then show a panel and reload.
        ``path`` is the path above the page, without a slash at its end.
        """
        embedded = {"pages": json.dumps(PAGES).encode()}
        sheets, fetched = [_FIRST_SHEET, _SHEET], [f"messages/{language.value}.json"]
        if page == _FIRST_PAGE and games:
            sheets, fetched = [_FIRST_SHEET], []
            embedded |= {"games": games, "words": self.first_words(language)}
        links = [
            f'<link rel="preload" href="{self.address(name)}" as="fetch" crossorigin="anonymous">' for name in fetched
        ]
        links += [
            f'<link rel="preload" href="{self.address(f"type/{weight}.woff")}" as="font" crossorigin="anonymous">'
            for weight in _TYPE
        ]
        links += [
            f'<link rel="icon" href="{self.address("art/icon.svg")}" type="image/svg+xml">',
            f'<link rel="apple-touch-icon" href="{self.address("art/icon-whole.png")}">',
            f'<link rel="manifest" href="/manifest.webmanifest?lang={language.value}">',
        ]
        if author:
            links.append(f'<script type="module" src="{self.address("author.js")}"></script>')
        text = self._document(language, page, sheets, links, embedded, origin)
        if path:
            text = re.sub(r'(href|src)="/', rf'\1="{path}/', text)
        return text.replace("<html ", f'<html data-author="{escape(author)}" ', 1) if author else text

    def local_shell(self, policy: str) -> str:
        """Return the document of a folder of static files, which works below any path.

        It is the same in all languages: its first script chooses one, and links what depends on the language.
        """
        locales = {
            language.value: {
                "locale": LOCALES[language].tag,
                "mend": json.dumps(LOCALES[language].mend),
                "title": page_catalogue(language)["common.title"].other,
                "skip": page_catalogue(language)["common.skip"].other,
            }
            for language in Language
        }
        links = [
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            f'<script src="{self.address("local/early.js")}"></script>',
        ]
        embedded = {"pages": json.dumps(PAGES).encode()}
        text = self._document(Language.EN, _FIRST_PAGE, [_FIRST_SHEET], links, embedded, more=["net/local.js"])
        described = escape(json.dumps(locales, ensure_ascii=False))
        text = text.replace("<html ", f'<html data-local data-locales="{described}" ', 1)
        return text.replace('"/assets/', '"assets/')

    def _document(
        self,
        language: Language,
        page: str,
        sheets: Sequence[str],
        first: Sequence[str],
        embedded: Mapping[str, bytes],
        origin: str = "",
        more: Sequence[str] = (),
    ) -> str:
        """Return a document with the ``first`` links, style sheets, a page's modules and ``more`` modules."""
        messages = page_catalogue(language)
        modules = self.needed_by(_ENTRY, page, *more)
        later = [name for name in self.needed_by(*self._later.get(page, ())) if name not in modules]
        links = [*first, *(f'<link rel="stylesheet" href="{self.address(name)}">' for name in sheets)]
        links += [f'<link rel="modulepreload" href="{self.address(name)}">' for name in modules]
        # Modules needed later have a low priority, so that they do not delay those that the page needs first.
        links += [f'<link rel="modulepreload" href="{self.address(name)}" fetchpriority="low">' for name in later]
        places = {
            "lang": language.value,
            "locale": LOCALES[language].tag,
            "languages": " ".join(Language),
            "mend": json.dumps(LOCALES[language].mend),
            "base": self.address(""),
            "origin": origin,
            "title": messages["common.title"].other,
            "description": messages["common.description"].other,
            "noscript": messages["common.noscript"].other,
            "skip": messages["common.skip"].other,
        }
        text = re.sub(r"\{\{(\w+)\}\}", lambda match: escape(places[match[1]]), self._shell)
        blocks = [_block(name, content) for name, content in embedded.items()]
        return text.replace("<!-- links -->", "\n    ".join(links)).replace("<!-- embedded -->", "\n    ".join(blocks))

    def first_words(self, language: Language) -> bytes:
        """Return the messages that the first view and its dialogs use."""
        messages = page_catalogue(language)
        return _encoded({key: messages[key] for key in self._first_words(messages)}, language)

    def _first_words(self, messages: Mapping[str, WordsEntry]) -> Iterator[str]:
        """Yield the keys of the messages that the first view and its dialogs use."""
        imports = {
            name: _imports(name, _IMPORT.findall(text)) + self._later[name] for name, text in self._written.items()
        }
        matches = [
            match for name in _needed(imports, _ENTRY, _FIRST_PAGE) for match in _SAID.findall(self._written[name])
        ]
        keys, prefixes = {key for key, _ in matches}, tuple(prefix for _, prefix in matches if prefix)
        return (key for key in messages if key in keys or key.startswith(prefixes))


def _block(name: str, content: bytes) -> str:
    """Return a script element that holds JSON for the page's scripts."""
    text = content.decode().replace("<", r"\u003c")  # keeps the content from closing the element
    return f'<script type="application/json" id="{name}">{text}</script>'


def modules() -> dict[str, str]:
    """Return all modules, the page's own and the games', before they are bundled."""
    return _modules(_ours() | page_files(_MEDIA_TYPES))


def _modules(sources: Mapping[str, bytes]) -> dict[str, str]:
    """Return the modules among these files, and the generated module with the games' pictures."""
    sources = {**sources, "games/pictures.js": pictures()}
    return {name: resolved(name, body.decode()) for name, body in sources.items() if name.endswith(".js")}


def _ours() -> dict[str, bytes]:
    return found_in(files("roost.play.web").joinpath("static"), _MEDIA_TYPES)


@cache
def assets() -> Assets:
    """Return the files of the page and of all installed games."""
    ours, brought = _ours(), page_files(_MEDIA_TYPES)
    styles = sorted((name for name in ours if name.startswith("style/")), key=_style_order)
    sheets = [ours.pop(name) for name in styles]
    first, others = sheets[: len(_FIRST_STYLES)], sheets[len(_FIRST_STYLES) :]
    others += [brought.pop(name) for name in [*brought] if name.endswith(".css")]
    sources = {**ours, **brought, _FIRST_SHEET: b"\n".join(first), _SHEET: b"\n".join(others)}
    words: dict[str, Callable[[], bytes]] = {
        sheet: partial(squeezed, sources[sheet]) for sheet in (_FIRST_SHEET, _SHEET)
    }
    drawn = files("roost.play.web.typeface")
    strokes = b"".join(drawn.joinpath(name).read_bytes() for name in ("strokes.toml", "pen.py", "font.py"))
    for weight, usual in product(_TYPE, (True, False)):
        name = f"type/{weight}{'' if usual else '-more'}.woff"
        sources[name], words[name] = strokes + ours["art/numerals.js"], partial(typeface, _TYPE[weight], usual=usual)
    for language in Language:  # generated on request, because reading all is slow; hashed as sources
        name = f"messages/{language.value}.json"
        sources[name], words[name] = page_source(language), partial(_encoded_words, language)
        for kind in all_games().values():
            if source := page_source(language, kind):
                name = words_of(kind, language)
                sources[name], words[name] = source, partial(_encoded_words, language, kind)
    written = _modules(ours | brought)
    sources |= {name: text.encode() for name, text in bundled(written, _bundles(written)).items()}
    shell = files("roost.play.web").joinpath("static", "shell.html").read_text(encoding="utf-8")
    return Assets(sources, shell, written, words)


def _bundles(written: Mapping[str, str]) -> dict[str, list[str]]:
    """Return each bundle's modules: for the first view, loaded after it, shared by many pages, and for a table only."""
    imports = {name: _imports(name, _IMPORT.findall(text)) for name, text in written.items()}
    pages = Counter(name for page in dict.fromkeys(map(module_of, PAGES)) for name in _needed(imports, page))
    wanted = {
        "bundles/first.js": _needed(imports, _ENTRY, _FIRST_PAGE),
        "bundles/later.js": _needed(imports, *_AFTER_FIRST),
        "bundles/shared.js": [name for name, count in pages.items() if count >= _SHARED],
        "bundles/table.js": _needed(imports, _TABLE),
    }
    homes = {name: bundle for bundle, names in reversed(wanted.items()) for name in names if name != _ENTRY}
    return {bundle: [name for name in names if homes.get(name) == bundle] for bundle, names in wanted.items()}


def _needed(imports: Mapping[str, list[str]], *names: str) -> list[str]:
    """Return these modules and all modules that they import statically, directly or indirectly."""
    needed: dict[str, None] = {}
    waiting = list(reversed(names))
    while waiting:
        name = waiting.pop()
        if name not in needed and name in imports:
            needed[name] = None
            waiting += imports[name]
    return list(needed)


def _style_order(name: str) -> tuple[int, str]:
    stem = PurePosixPath(name).stem
    return (_FIRST_STYLES.index(stem) if stem in _FIRST_STYLES else len(_FIRST_STYLES), stem)


def _encoded_words(language: Language, kind: type[Game] | None = None) -> bytes:
    """Return the page's messages, or a game's messages for the page, as JSON."""
    return _encoded(page_words(kind, language) if kind else page_catalogue(language), language)


def _encoded(messages: Mapping[str, WordsEntry], language: Language) -> bytes:
    """Encode messages as JSON. Each is a sentence, or plural forms with the name of the value that selects a form."""
    forms = {key: _forms(message, language) for key, message in messages.items()}
    return json.dumps(forms, ensure_ascii=False, separators=(",", ":")).encode()


def _forms(message: WordsEntry, language: Language) -> str | dict[str, str]:
    if message.forms is None:
        return message.other
    forms: dict[str, str] = {"n": message.counted}
    forms.update(message.forms.items())
    return forms if message.language is language else forms | {"in": message.language.value}


def _imports(name: str, paths: list[str]) -> list[str]:
    """Convert the relative paths that a module imports to module names."""
    return [joined(name, path) for path in paths]


def _fingerprint(sources: Mapping[str, bytes]) -> str:
    hashed = hashlib.sha256()
    for name, body in sorted(sources.items()):
        hashed.update(f"{name} {len(body)}\n".encode())
        hashed.update(body)
    return hashed.hexdigest()[:16]
