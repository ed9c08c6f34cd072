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


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'roost' has no attribute 'nonsense'"):
        _ = roost.nonsense
