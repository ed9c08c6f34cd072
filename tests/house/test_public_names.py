"""The names that ``import roost`` offers."""

import ast
from pathlib import Path
from types import ModuleType

import pytest

import roost


@pytest.mark.parametrize("name", roost.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """It is loaded from its home, which documents it."""
    found = getattr(roost, name)
    assert name == "__version__" or found.__doc__
    if isinstance(found, ModuleType):
        assert found.__all__


def test_names_types_and_homes_are_the_same_list() -> None:
    """The names that type checkers see are those that are offered, in the order of the alphabet."""
    body = ast.parse(Path(roost.__file__).read_text(encoding="utf-8")).body
    typed = next(node for node in body if isinstance(node, ast.If))
    homes = {
        item.asname or item.name: (node.module, item.name)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for item in node.names
    }
    assert sorted(homes) == sorted(roost._HOMES)
    assert sorted(roost.__all__) == sorted(homes)
    assert dir(roost) == sorted(roost.__all__)
    for name, (module, inside) in homes.items():
        home = f"roost.{roost._HOMES[name]}"
        assert home in (f"{module}:{inside}", f"{module}.{inside}")


def test_what_is_not_offered() -> None:
    """The error is that of any module."""
    with pytest.raises(AttributeError, match="module 'roost' has no attribute 'nonsense'"):
        _ = roost.nonsense
