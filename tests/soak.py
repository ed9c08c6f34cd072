"""How often a test tries: a little in ``make test``, long in ``make soak``.

Random games and random trouble find in their first tries what is broken often. What is broken rarely needs many, which
nobody wants to wait for at every change: ``make soak`` is for releases, and for changes of the rules, the contract of
games or how the server keeps its promises.
"""

import os
from typing import Any

import pytest

SOAKING = bool(os.environ.get("ROOST_SOAK"))


def tries(usual: int, soaking: int) -> int:
    """How often to try."""
    return soaking if SOAKING else usual


def rarely(*cases: Any) -> list[Any]:
    """Cases of a test that ``make soak`` alone tries: others find in ``make test`` what is broken often."""
    given = (case if isinstance(case, tuple) else (case,) for case in cases if SOAKING)
    return [pytest.param(*values, marks=pytest.mark.soak) for values in given]
