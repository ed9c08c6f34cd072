"""Modules that come together in one file: a slow network charges for every request.

Modules stay as they are written, and each keeps a scope of its own: in a bundle it becomes a function that returns what
it exports. Whoever imports one of them gets it from its bundle, so that there is one of each, whichever page asked
first. It understands the few ways in which our modules import and export, and refuses the others.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from posixpath import dirname, join, normpath

from roost.play.web.face import relative

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(default )?((?:async )?function\*?|const|class) (\w+))(?:default )?", re.MULTILINE)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_OTHER = re.compile(r"^(?:import|export)\b.*|^await\b.*", re.MULTILINE)
_REMARK = re.compile(r"(`(?:\\.|[^`\\])*`)|^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own, or a text in which something may look like one."""


def bundled(sources: Mapping[str, str], bundles: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The same modules with some in one: the bundles, a stand-in for each of those, and all others importing from them.

    A bundle is in a folder, as most modules are: what they name relative to themselves stays where it is. It may
    import from the bundles before it.
    """
    homes = {name: bundle for bundle, names in bundles.items() for name in names}
    exports = {name: _exports(name, sources[name]) for name in homes}
    made = {bundle: _bundle(sources, bundle, homes, exports) for bundle in bundles}
    for name, text in sources.items():
        if name in exports:
            made[name] = _stand_in(name, exports[name], homes[name])
        else:
            made[name] = _IMPORT.sub(lambda found, name=name: _import(name, found, homes), text)  # type: ignore[misc]
    return made


def _bundle(
    sources: Mapping[str, str], bundle: str, homes: Mapping[str, str], exports: Mapping[str, Mapping[str, str]]
) -> str:
    """Modules in one; they may import each other, and what is in an earlier bundle."""
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
    """The name of a module in the bundle."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _exports(name: str, text: str) -> dict[str, str]:
    """The exports of a module, and their names within it."""
    found = {"default" if default else own: own for default, _, own in _EXPORT.findall(text)}
    left = _OTHER.search(_IMPORT.sub("", _EXPORT.sub("", text)))
    if left is not None:
        raise ValueError(f"{name} cannot be bundled: {left[0]}")
    return found


def _in_order(sources: Mapping[str, str], names: Sequence[str]) -> list[str]:
    """Each after those that it imports."""
    found: list[str] = []

    def add(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(f"modules import each other in a circle: {' → '.join((*importers, name))}")
        if name not in names or name in found:
            return
        for _, target in _IMPORT.findall(sources[name]):
            add(joined(name, target), (*importers, name))
        found.append(name)

    for name in names:
        add(name, ())
    return found


def _part(name: str, text: str, own: Mapping[str, str], known: Collection[str]) -> str:
    """A module as a part of the bundle."""

    def take(found: re.Match[str]) -> str:
        target = joined(name, found[2])
        if target not in known:
            raise ValueError(f"{name} cannot be bundled without {target}")
        return f"const {{{_renamed(found[1])}}} = {_value(target)};" if found[1] else ""

    text = _REMARK.sub(lambda found: found[1] or "", text)  # a third of the bytes
    text = _EXPORT.sub("", _IMPORT.sub(take, text))
    text = _LATER.sub(lambda found: f'import("../{joined(name, found[1])}")', text)
    given = ", ".join(f"{told}: {called}" for told, called in own.items())
    return f"// {name}\nconst {_value(name)} = (() => {{\n{text}\nreturn {{ {given} }};\n}})();\n"


def _stand_in(name: str, exports: Mapping[str, str], home: str) -> str:
    """The module that is served under a bundled one's own name, for later imports by that name."""
    value, lines = _value(name), [f'import {{ {_value(name)} }} from "{relative(name, home)}";']
    lines += [f"export const {told} = {value}.{told};" for told in exports if told != "default"]
    if "default" in exports:
        lines.append(f"export default {value}.default;")
    return "\n".join([*lines, ""])


def _import(name: str, found: re.Match[str], homes: Mapping[str, str]) -> str:
    """An import of a module outside of the bundles: from the one that it is in, if it is."""
    target = joined(name, found[2])
    if target not in homes:
        return found[0]
    value = _value(target)
    if found[1] is None:
        return f'import "{relative(name, homes[target])}";'
    return f'import {{ {value} }} from "{relative(name, homes[target])}"; const {{{_renamed(found[1])}}} = {value};'


def _renamed(names: str) -> str:
    """Names as they are taken out of an object: ``a as b`` is ``a: b`` there."""
    return re.sub(r"(\w+)\s+as\s+(\w+)", r"\1: \2", names)


@cache
def joined(name: str, relative: str) -> str:
    """The name of what a module calls by a relative path."""
    return normpath(join(dirname(name), relative))
