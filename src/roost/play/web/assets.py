"""The files of the page: found once, named by one fingerprint, compressed at the first use, and kept in memory.

Every file is served below ``/assets/BUILD/``, where BUILD is a hash of all of them. Modules import each other by
relative paths, so they stay as they are written but for those that come together in one file
(:mod:`roost.play.web.bundles`), and browsers may keep whatever they have fetched for ever: another version has another
address.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from html import escape
from importlib.resources import files
from pathlib import PurePosixPath

from roost.core.game import Game
from roost.core.registry import all_games
from roost.core.words import Language, Message, page_catalogue, page_source, page_words
from roost.core.words.locales import LOCALES
from roost.play.web.bundles import bundled, joined
from roost.play.web.face import found_in, page_files, pictures, resolved, words_of
from roost.play.web.pages import PAGES, module_of
from roost.play.web.styles import squeezed

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The files that are served, and as what. Everything else in the folder is for the people who write the page."""
_FIRST_STYLES = ("tokens", "base", "parts", "art", "home")
"""Those of the first view. Their order matters; the other areas' own follow and do not meddle with each other."""
_FIRST_SHEET, _SHEET = "first/style.css", "style.css"
"""The styles of the first view, and all others, the games' among them."""
_SAID = re.compile(r'"([a-z_]+\.[\w.]+)"|`([a-z_]+\.[\w.]*)\$\{')
"""The key of a message in a module, or the beginning of one that is put together."""
_IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*"(\.[^"]+)";', re.MULTILINE)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_ENTRY = "app.js"
_FIRST_PAGE = module_of("/")
_AFTER_FIRST = ("art/pictures.js", "parts/tables.js")
"""The modules that the first view fetches when it is there."""
_TABLE = "pages/table.js"
_SHARED = 3
"""The number of pages that share a module before it comes in the common file."""
_SMALLEST_GAIN = 0.9
"""The part of its size to which compression must bring a file: else it is sent plain."""


@dataclass(frozen=True)
class Asset:
    """One file as it is sent: made and compressed when it is asked for first, so that nobody waits for all."""

    media_type: str
    _made: Callable[[], bytes]

    @classmethod
    def of(cls, name: str, body: bytes | Callable[[], bytes]) -> Asset:
        """The file with this name and content."""
        return cls(_MEDIA_TYPES[PurePosixPath(name).suffix], body if callable(body) else lambda: body)

    @cached_property
    def body(self) -> bytes:
        """Its content."""
        return self._made()

    @cached_property
    def zipped(self) -> bytes | None:
        """The same compressed, where that helps."""
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
        """``written`` are the modules as they were before some became one; ``words`` makes files of their sources."""
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
        """The file of this name, if there is one."""
        return self._files.get(name)

    def address(self, name: str) -> str:
        """The address of a file."""
        return f"/assets/{self.build}/{name}"

    def spoken_in(self, language: Language) -> list[str]:
        """All files but the words of other languages, and the pictures that only the system shows."""
        others = tuple(f"{place}{other.value}.json" for other in Language if other is not language for place in "/.")
        return [name for name in self if not name.endswith((*others, ".png"))]

    def needed_by(self, *names: str) -> list[str]:
        """The modules that these import at once, directly or through others, themselves included."""
        return _needed(self._imports, *names)

    def shell(self, language: Language, page: str, origin: str = "", games: bytes = b"") -> str:
        """The document of a page: it names everything that the page needs, so that all of it is fetched at once.

        The first view finds its words and the games in the document itself, and does without the styles of the others.
        ``origin`` is where others reach this server, if that differs from the address it was asked under.
        """
        messages = page_catalogue(language)
        given = {"pages": json.dumps(PAGES).encode()}
        sheets, asked = [_FIRST_SHEET, _SHEET], [f"messages/{language.value}.json"]
        if page == _FIRST_PAGE and games:
            sheets, asked = [_FIRST_SHEET], []
            first = {key: messages[key] for key in self._first_words(messages)}
            given |= {"games": games, "words": _told(first, language)}
        modules = self.needed_by(_ENTRY, page)
        later = [name for name in self.needed_by(*self._later.get(page, ())) if name not in modules]
        links = [f'<link rel="stylesheet" href="{self.address(name)}">' for name in sheets]
        links += [
            f'<link rel="preload" href="{self.address(name)}" as="fetch" crossorigin="anonymous">' for name in asked
        ]
        links += [f'<link rel="modulepreload" href="{self.address(name)}">' for name in modules]
        # What the page imports once it is there must not be in the way of what it needs to be there.
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
        text = re.sub(r"\{\{(\w+)\}\}", lambda found: escape(places[found[1]]), self._shell)
        blocks = [_block(name, told) for name, told in given.items()]
        return text.replace("<!-- links -->", "\n    ".join(links)).replace("<!-- given -->", "\n    ".join(blocks))

    def _first_words(self, messages: Mapping[str, Message]) -> Iterator[str]:
        """The messages that the first view may say, and whatever opens on it."""
        imports = {
            name: _imports(name, _IMPORT.findall(text)) + self._later[name] for name, text in self._written.items()
        }
        found = [
            match for name in _needed(imports, _ENTRY, _FIRST_PAGE) for match in _SAID.findall(self._written[name])
        ]
        said, begun = {key for key, _ in found}, tuple(begin for _, begin in found if begin)
        return (key for key in messages if key in said or key.startswith(begun))


def _block(name: str, told: bytes) -> str:
    """Something that the page's script reads in the document."""
    text = told.decode().replace("<", r"\u003c")  # so that nothing in it can end the element
    return f'<script type="application/json" id="{name}">{text}</script>'


def modules() -> dict[str, str]:
    """All modules, the page's own and the games', as they are before some become one."""
    return _modules(_ours() | page_files(_MEDIA_TYPES))


def _modules(found: Mapping[str, bytes]) -> dict[str, str]:
    """The modules among these files, and the one with the games' pictures."""
    found = {**found, "games/pictures.js": pictures()}
    return {name: resolved(name, body.decode()) for name, body in found.items() if name.endswith(".js")}


def _ours() -> dict[str, bytes]:
    return found_in(files("roost.play.web").joinpath("static"), _MEDIA_TYPES)


@cache
def assets() -> Assets:
    """The files of the installed package, and of the games that are installed beside it."""
    ours, brought = _ours(), page_files(_MEDIA_TYPES)
    styles = sorted((name for name in ours if name.startswith("style/")), key=_style_order)
    sheets = [ours.pop(name) for name in styles]
    first, others = sheets[: len(_FIRST_STYLES)], sheets[len(_FIRST_STYLES) :]
    others += [brought.pop(name) for name in [*brought] if name.endswith(".css")]
    sources = {**ours, **brought, _FIRST_SHEET: b"\n".join(first), _SHEET: b"\n".join(others)}
    words: dict[str, Callable[[], bytes]] = {
        sheet: partial(squeezed, sources[sheet]) for sheet in (_FIRST_SHEET, _SHEET)
    }
    for language in Language:  # reading them takes a while, and few are asked for: the sources have them as written
        name = f"messages/{language.value}.json"
        sources[name], words[name] = page_source(language), partial(_all_told, language)
        for kind in all_games().values():
            if source := page_source(language, kind):
                name = words_of(kind, language)
                sources[name], words[name] = source, partial(_all_told, language, kind)
    written = _modules(ours | brought)
    sources |= {name: text.encode() for name, text in bundled(written, _bundles(written)).items()}
    shell = files("roost.play.web").joinpath("static", "shell.html").read_text(encoding="utf-8")
    return Assets(sources, shell, written, words)


def _bundles(written: Mapping[str, str]) -> dict[str, list[str]]:
    """The bundles, one file each: the first view, what follows it, what many pages share, and the rest of a table."""
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
    """Modules, and what they import at once, directly or through others."""
    found: dict[str, None] = {}
    waiting = list(reversed(names))
    while waiting:
        name = waiting.pop()
        if name not in found and name in imports:
            found[name] = None
            waiting += imports[name]
    return list(found)


def _style_order(name: str) -> tuple[int, str]:
    stem = PurePosixPath(name).stem
    return (_FIRST_STYLES.index(stem) if stem in _FIRST_STYLES else len(_FIRST_STYLES), stem)


def _all_told(language: Language, kind: type[Game] | None = None) -> bytes:
    """The words of the page, or of a game there."""
    return _told(page_words(kind, language) if kind else page_catalogue(language), language)


def _told(messages: Mapping[str, Message], language: Language) -> bytes:
    """Messages as the page's script reads them: a sentence, or the forms with the value that counts."""
    told = {key: _forms(message, language) for key, message in messages.items()}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _forms(message: Message, language: Language) -> str | dict[str, str]:
    if message.forms is None:
        return message.other
    told: dict[str, str] = {"n": message.counted}
    told.update(message.forms.items())
    return told if message.language is language else told | {"in": message.language.value}


def _imports(name: str, found: list[str]) -> list[str]:
    """The names of what a module imports by relative paths."""
    return [joined(name, relative) for relative in found]


def _fingerprint(sources: Mapping[str, bytes]) -> str:
    hashed = hashlib.sha256()
    for name, body in sorted(sources.items()):
        hashed.update(f"{name} {len(body)}\n".encode())
        hashed.update(body)
    return hashed.hexdigest()[:16]
