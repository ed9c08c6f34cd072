"""List the contents of the site's reference: every public module, and the modules behind ``import roost``'s names.

The modules that define the names offered by ``import roost`` come first, then the internal ones, by package. A game's
adapters are omitted, because Roost finds them by name and other code does not import them; the exceptions are the
adapters that docs/python.md uses to solve turns. ``roost --help`` and docs/command-line.md describe the commands.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
_EXCLUDED = ("roost.cli", "roost.__main__", "roost.play.server.storage.migrations")
_SHOWN_FACES = tuple(f"roost.games.set_aside.adapters.{name}" for name in ("graph", "solution", "sweep"))


def public_modules() -> dict[str, Path]:
    """Return every public module with its file, in order."""
    modules = {}
    for path in sorted((SOURCE / "roost").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        is_private = any(part.startswith("_") for part in name.split("."))
        is_excluded = any(f"{name}.".startswith(f"{excluded}.") for excluded in _EXCLUDED)
        if name in _SHOWN_FACES or not (is_private or is_excluded or "adapters" in parts[:-1]):
            modules[name] = path
    return modules


def offered() -> Iterator[tuple[str, str, str]]:
    """Yield the names that ``import roost`` offers, each with its module and its name in it (empty for a module)."""
    locations = next(
        node.value for node in _body("roost") if isinstance(node, ast.Assign) and _names(node) == ["_LOCATIONS"]
    )
    for name, reference in ast.literal_eval(locations).items():
        module, _, inner_name = reference.partition(":")
        yield name, f"roost.{module}", inner_name


def by_reader() -> dict[str, list[str]]:
    """Return the modules by heading: first those of ``import roost``'s names, then each package's internal ones."""
    offering = {home for _, home, _ in offered()}
    headings: dict[str, list[str]] = {"Where these names live": sorted(offering)}
    for name in public_modules():
        package = name.split(".")[1:2]
        if package and name not in offering:
            headings.setdefault(f"Inside {package[0]}", []).append(name)
    return headings


def summary(module: str, name: str) -> str:
    """Return the first line of a name's docstring, or of the module's if the name is empty; imports are followed."""
    body = _body(module)
    if not name:
        return _first_line(ast.get_docstring(ast.Module(body, [])))
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return _first_line(ast.get_docstring(node))
        if isinstance(node, ast.Assign) and name in _names(node) and isinstance(after, ast.Expr):
            return _first_line(ast.literal_eval(after.value))
        if isinstance(node, ast.ImportFrom) and name in [item.name for item in node.names]:
            return summary(str(node.module), name)
    raise LookupError(f"{module} has no {name}")


def _body(module: str) -> list[ast.stmt]:
    """Return a module's statements, including those that run only where an extra is installed."""
    path = SOURCE / Path(*module.split("."))
    body = ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")).body
    return [inner for node in body for inner in (node.body if isinstance(node, ast.If | ast.With) else [node])]


def _names(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]


def _first_line(docstring: str | None) -> str:
    return (docstring or "").partition("\n")[0].replace("|", "\\|").replace("``", "`")
