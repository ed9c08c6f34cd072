"""The contents of the site's reference: every public module, and where the names of ``import roost`` live.

The modules that hold these names come before the inner ones, by wing. A game's faces are left out: Roost finds them by
name, and nobody imports them, but for those that docs/python.md solves turns with. Commands are told by
``roost --help`` and docs/command-line.md.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
_APART = ("roost.cli", "roost.__main__", "roost.play.server.storage.migrations")
_SHOWN_FACES = tuple(f"roost.games.set_aside.faces.{name}" for name in ("graph", "solution", "sweep"))


def public_modules() -> dict[str, Path]:
    """Every public module with its file, in order."""
    found = {}
    for path in sorted((SOURCE / "roost").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        hidden = any(part.startswith("_") for part in name.split("."))
        apart = any(f"{name}.".startswith(f"{one}.") for one in _APART)
        if name in _SHOWN_FACES or not (hidden or apart or "faces" in parts[:-1]):
            found[name] = path
    return found


def offered() -> Iterator[tuple[str, str, str]]:
    """The names that ``import roost`` offers, each with its module and its name there; none, for a module."""
    homes = next(node.value for node in _body("roost") if isinstance(node, ast.Assign) and _names(node) == ["_HOMES"])
    for name, home in ast.literal_eval(homes).items():
        module, _, inside = home.partition(":")
        yield name, f"roost.{module}", inside


def by_reader() -> dict[str, list[str]]:
    """The modules by heading: those that hold the names of ``import roost``, then each wing's own."""
    homes = {home for _, home, _ in offered()}
    found: dict[str, list[str]] = {"Where these names live": sorted(homes)}
    for name in public_modules():
        wing = name.split(".")[1:2]
        if wing and name not in homes:
            found.setdefault(f"Inside {wing[0]}", []).append(name)
    return found


def told(module: str, name: str) -> str:
    """The first line of the docstring of a name, here or where it comes from; of the module, without one."""
    body = _body(module)
    if not name:
        return _first_line(ast.get_docstring(ast.Module(body, [])))
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return _first_line(ast.get_docstring(node))
        if isinstance(node, ast.Assign) and name in _names(node) and isinstance(after, ast.Expr):
            return _first_line(ast.literal_eval(after.value))
        if isinstance(node, ast.ImportFrom) and name in [item.name for item in node.names]:
            return told(str(node.module), name)
    raise LookupError(f"{module} has no {name}")


def _body(module: str) -> list[ast.stmt]:
    home = SOURCE / Path(*module.split("."))
    return ast.parse((home / "__init__.py" if home.is_dir() else home.with_suffix(".py")).read_text("utf-8")).body


def _names(node: ast.Assign) -> list[str]:
    return [to.id for to in node.targets if isinstance(to, ast.Name)]


def _first_line(docstring: str | None) -> str:
    return (docstring or "").partition("\n")[0].replace("|", "\\|").replace("``", "`")
