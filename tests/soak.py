"""Set the number of tries of a random test: few in ``make test``, many in ``make soak``.

Random games and random trouble soon find frequent faults. Rare faults need many tries, which take too long for every
change: ``make soak`` is for releases, and for changes of the rules, the contract of games or the server's guarantees.
"""

import os
from typing import Any

import pytest

SOAKING = bool(os.environ.get("ROOST_SOAK"))


def tries(usual: int, soaking: int) -> int:
    """Return the number of tries."""
    return soaking if SOAKING else usual


def rarely(*cases: Any) -> list[Any]:
    """Return cases that only ``make soak`` tries."""
    case_values = (case if isinstance(case, tuple) else (case,) for case in cases if SOAKING)
    return [pytest.param(*values, marks=pytest.mark.soak) for values in case_values]
