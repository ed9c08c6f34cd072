"""The names that ``import roost`` offers."""

import ast
from pathlib import Path
from types import ModuleType

import pytest

import roost


@pytest.mark.parametrize("name", roost.__all__)
def test_every_public_name_can_be_loaded_and_is_documented(name: str) -> None:
    value = getattr(roost, name)
    assert name == "__version__" or value.__doc__
    if isinstance(value, ModuleType):
        assert value.__all__


def test_type_checkers_see_the_names_that_roost_offers() -> None:
    body = ast.parse(Path(roost.__file__).read_text(encoding="utf-8")).body
    typed = next(node for node in body if isinstance(node, ast.If))
    homes = {
        item.asname or item.name: (node.module, item.name)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for item in node.names
    }
    assert sorted(homes) == sorted(roost._LOCATIONS)
    assert sorted(roost.__all__) == sorted(homes)
    assert dir(roost) == sorted(roost.__all__)
    for name, (module, inside) in homes.items():
        home = f"roost.{roost._LOCATIONS[name]}"
        assert home in (f"{module}:{inside}", f"{module}.{inside}")


def test_no_public_function_shares_its_name_with_a_module() -> None:
    """A type checker would take `roost.odds` for the module, and report that a module cannot be called."""
    folder = Path(roost.__file__).parent
    modules = {path.stem for path in folder.iterdir()}
    assert modules & {name for name in roost.__all__ if not isinstance(getattr(roost, name), ModuleType)} == set()


def test_the_source_of_chance_has_one_name() -> None:
    """Each parameter that takes a stream of random numbers is called ``chance``."""
    others = [
        (path.name, argument.arg)
        for path in Path(roost.__file__).parent.rglob("*.py")
        if "import Stream" in (source := path.read_text(encoding="utf-8")) and "from roost.core.stream import" in source
        for argument in ast.walk(ast.parse(source))
        if isinstance(argument, ast.arg) and argument.annotation is not None
        if ast.unparse(argument.annotation) == "Stream" and argument.arg != "chance"
    ]
    assert others == []


def test_a_bot_a_model_and_a_client_print_what_they_are() -> None:
    client = roost.Client("http://127.0.0.1:8321/")
    shown = [*map(repr, map(roost.bot, ("fox:depth=2", "fox:table=1", "owl"))), repr(client)]
    assert shown == ["Fox(depth=2)", "Fox(depth=1, table=1)", "Owl(seconds=1.0)", "Client('http://127.0.0.1:8321')"]
    assert repr(roost.model("heckmeck")) == "<model of heckmeck: 15,084 weights>"


def test_the_citation_names_this_version() -> None:
    citation = (Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {roost.__version__}\n" in citation


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'roost' has no attribute 'nonsense'"):
        _ = roost.nonsense
