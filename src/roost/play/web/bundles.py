"""Bundles modules into one file, because every request is expensive on a slow network.

Each module keeps its own scope: in a bundle it becomes a function that returns its exports. Every import of a bundled
module goes to its bundle, so each module exists once. Only the forms of import and export that our modules use are
supported; other forms are refused.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from posixpath import dirname, join, normpath

from roost.play.web.adapter import relative

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(default )?((?:async )?function\*?|const|class) (\w+))(?:default )?", re.MULTILINE)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_OTHER = re.compile(r"^(?:import|export)\b.*|^await\b.*", re.MULTILINE)
_REMARK = re.compile(r"(`(?:\\.|[^`\\])*`)|^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""Matches a comment on its own lines, or a template literal, which may contain text that looks like a comment."""


def bundled(sources: Mapping[str, str], bundles: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the bundles, a stand-in for each bundled module, and the other modules with their imports redirected.

    A bundle is in a folder at the same depth as most modules, so relative URLs stay valid. It may import from earlier
    bundles.
    """
    homes = {name: bundle for bundle, names in bundles.items() for name in names}
    exports = {name: _exports(name, sources[name]) for name in homes}
    texts = {bundle: _bundle(sources, bundle, homes, exports) for bundle in bundles}
    for name, text in sources.items():
        if name in exports:
            texts[name] = _stand_in(name, exports[name], homes[name])
        else:
            texts[name] = _IMPORT.sub(lambda match, name=name: _import(name, match, homes), text)  # type: ignore[misc]
    return texts


def _bundle(
    sources: Mapping[str, str], bundle: str, homes: Mapping[str, str], exports: Mapping[str, Mapping[str, str]]
) -> str:
    """Join a bundle's modules, which may import each other and modules from earlier bundles."""
    names = [name for name, home in homes.items() if home == bundle]
    order = list(dict.fromkeys(homes.values()))
    known = {name for name, home in homes.items() if order.index(home) <= order.index(bundle)}
    parts = [_part(name, sources[name], exports[name], known) for name in _in_order(sources, names)]
    needed = {joined(name, target) for name in names for _, target in _IMPORT.findall(sources[name])}
    head = [
        f'import {{ {", ".join(values)} }} from "{relative(bundle, other)}";'
        for other in order[: order.index(bundle)]
        if (values := sorted(_value(name) for name in needed if homes[name] == other))
    ]
    return "\n".join([*head, *parts, f"export {{ {', '.join(map(_value, names))} }};", ""])


def _value(name: str) -> str:
    """Return the name of the variable that holds a module's exports in its bundle."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _exports(name: str, text: str) -> dict[str, str]:
    """Map the names that a module exports to their names inside the module."""
    exports = {"default" if default else local: local for default, _, local in _EXPORT.findall(text)}
    unsupported = _OTHER.search(_IMPORT.sub("", _EXPORT.sub("", text)))
    if unsupported is not None:
        raise ValueError(f"{name} cannot be bundled because of: {unsupported[0]}")
    return exports


def _in_order(sources: Mapping[str, str], names: Sequence[str]) -> list[str]:
    """Sort modules so that each comes after the modules that it imports."""
    ordered: list[str] = []

    def add(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(f"modules import each other in a circle: {' → '.join((*importers, name))}")
        if name not in names or name in ordered:
            return
        for _, target in _IMPORT.findall(sources[name]):
            add(joined(name, target), (*importers, name))
        ordered.append(name)

    for name in names:
        add(name, ())
    return ordered


def _part(name: str, text: str, exports: Mapping[str, str], known: Collection[str]) -> str:
    """Return the code that stands for a module in its bundle."""

    def destructure(match: re.Match[str]) -> str:
        target = joined(name, match[2])
        if target not in known:
            raise ValueError(f"{name} cannot be bundled without {target}")
        return f"const {{{_renamed(match[1])}}} = {_value(target)};" if match[1] else ""

    text = _REMARK.sub(lambda match: match[1] or "", text)  # comments are a third of the bytes
    text = _EXPORT.sub("", _IMPORT.sub(destructure, text))
    text = _LATER.sub(lambda match: f'import("../{joined(name, match[1])}")', text)
    returned = ", ".join(f"{export}: {local}" for export, local in exports.items())
    return f"// {name}\nconst {_value(name)} = (() => {{\n{text}\nreturn {{ {returned} }};\n}})();\n"


def _stand_in(name: str, exports: Mapping[str, str], home: str) -> str:
    """Return the stand-in that is served under a bundled module's name, for dynamic imports."""
    value, lines = _value(name), [f'import {{ {_value(name)} }} from "{relative(name, home)}";']
    lines += [f"export const {export} = {value}.{export};" for export in exports if export != "default"]
    if "default" in exports:
        lines.append(f"export default {value}.default;")
    return "\n".join([*lines, ""])


def _import(name: str, match: re.Match[str], homes: Mapping[str, str]) -> str:
    """Redirect an import in an unbundled module to the bundle that contains its target, if any."""
    target = joined(name, match[2])
    if target not in homes:
        return match[0]
    value = _value(target)
    if match[1] is None:
        return f'import "{relative(name, homes[target])}";'
    return f'import {{ {value} }} from "{relative(name, homes[target])}"; const {{{_renamed(match[1])}}} = {value};'


def _renamed(names: str) -> str:
    """Convert imported names to destructuring: ``a as b`` becomes ``a: b``."""
    return re.sub(r"(\w+)\s+as\s+(\w+)", r"\1: \2", names)


@cache
def joined(name: str, relative: str) -> str:
    """Return the name of the module at a path relative to another module."""
    return normpath(join(dirname(name), relative))
