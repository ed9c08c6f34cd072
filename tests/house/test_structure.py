"""The structure of the packages: only some may depend on a particular game, and imports have no cycles."""

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import grimp
import pytest

import roost
from roost.core.adapters import adapter_packages
from roost.core.game import Game

SOURCE = Path(roost.__file__).parent
GAMES = SOURCE / "games"
FAMILIES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file())
CLASSES = re.compile(r"Heckmeck|Junior|Barbecue|Picnic|SetAside|Tile(?:Game|State)")


def test_the_package_has_six_folders() -> None:
    names = {item.name for item in SOURCE.iterdir() if item.name != "__pycache__"}
    assert names == {"core", "study", "lab", "play", "games", "cli", "__init__.py", "__main__.py", "py.typed"}


@cache
def import_graph() -> grimp.ImportGraph:
    return grimp.build_graph("roost", include_external_packages=True, cache_dir=None)


def test_core_and_rules_import_only_the_standard_library_and_each_other() -> None:
    """Adapters may import the package that they are for."""
    graph = import_graph()
    engine = {module for module in graph.modules if module.startswith("roost.core")}
    rules = {module for module in graph.modules if module.startswith("roost.games.") and ".adapters" not in module}
    imports = [
        (module, imported)
        for module in engine | rules
        for imported in graph.find_modules_directly_imported_by(module) - engine - rules
        if imported.partition(".")[0] not in sys.stdlib_module_names
    ]
    assert imports == []


def asks_which_game(node: ast.AST) -> bool:
    """Whether code is keyed by a game's name, compares with one, or mentions a game's class."""
    names = set(roost.all_games())
    match node:
        case ast.Dict(keys=keys):
            return bool(names & {key.value for key in keys if isinstance(key, ast.Constant)})
        case ast.Compare(left=left, comparators=rights):
            return bool(names & {part.value for part in (left, *rights) if isinstance(part, ast.Constant)})
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return CLASSES.fullmatch(name) is not None
    return False


def test_every_class_of_the_package_has_a_unique_name() -> None:
    names = Counter(
        node.name
        for file in SOURCE.rglob("*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in names.items() if count > 1} == set()


def test_no_code_outside_games_depends_on_a_particular_game() -> None:
    """Games define their differences through adapters, with a plain fallback."""
    places = [
        f"{file.relative_to(SOURCE)}: {ast.unparse(node)}"
        for file in sorted(SOURCE.rglob("*.py"))
        if GAMES not in file.parents
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if asks_which_game(node)
    ]
    assert places == []


PAGE = SOURCE / "play" / "web" / "static"
NAMES = re.compile(rf"\b(?:{'|'.join(roost.all_games())}|set[_-]aside|roost\.games)\b", re.IGNORECASE)
SWITCHES = re.compile(
    r"""data-game.?=|(?<!typeof item\.)\bgame["'\]]*\s*[=!]==?\s*["']"""
    r"""|switch \([^)]*\bgame\b|\.board-(?!seat|point|tall)"""
)
"""A style for one game, a comparison with one, or a class that boards get by the name of their game."""


@pytest.mark.parametrize("forbidden", [NAMES, SWITCHES], ids=["names", "switches"])
def test_no_script_or_style_of_the_page_names_a_game(forbidden: re.Pattern[str]) -> None:
    files = [file for file in PAGE.rglob("*.*") if file.suffix in (".js", ".css", ".ts", ".html")]
    assert len(files) > 80
    places = [
        f"{file.relative_to(PAGE)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if forbidden.search(line)
    ]
    assert places == []


def test_imports_have_no_cycles_at_run_time() -> None:
    """Modules may refer to each other only in type annotations, as a state and its game do."""
    graph = grimp.build_graph("roost", exclude_type_checking_imports=True, cache_dir=None)
    left = {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}
    while free := [module for module, needs in left.items() if not needs & left.keys()]:
        for module in free:
            del left[module]
    assert left == {}


@pytest.mark.parametrize("kind", roost.all_games().values(), ids=lambda kind: kind.name)
def test_a_games_adapters_are_in_the_folders_of_the_game_and_its_family(kind: type[Game]) -> None:
    own, *shared = adapter_packages(kind)
    assert own == f"{kind.__module__.rpartition('.')[0]}.adapters"
    assert all(home.split(".")[2] in FAMILIES for home in shared)


@pytest.mark.parametrize("name", roost.all_games())
def test_no_module_outside_a_games_folder_imports_the_game(name: str) -> None:
    folder = roost.all_games()[name].__module__.rpartition(".")[0]
    importers = {
        importer
        for module in (folder, *import_graph().find_descendants(folder))
        for importer in import_graph().find_modules_that_directly_import(module)
        if importer != folder and not importer.startswith(f"{folder}.")
    }
    assert importers == set()


def test_a_game_can_be_removed(tmp_path: Path) -> None:
    """To remove a game, it is enough to delete its folder and its line in the registry."""
    copy = tmp_path / "roost"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("*.nb?"))  # keep compiled Python files
    shutil.rmtree(copy / "games" / "picnic")
    registry = copy / "core" / "registry.py"
    text, removed = re.subn(r' +"roost\.games\.picnic:\w+",\n', "", registry.read_text(encoding="utf-8"))
    assert removed == 1
    registry.write_text(text, encoding="utf-8")
    code = 'import roost; from roost.core.words import Messages; Messages("de"); print(*roost.all_games())'
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, env={"PYTHONPATH": "."}
    )
    assert (done.stdout.split(), done.returncode) == (["heckmeck", "junior", "barbecue"], 0), done.stderr
