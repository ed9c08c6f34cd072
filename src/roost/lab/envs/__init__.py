"""Environments for learners: many games at once, and adapters for Gymnasium, PettingZoo and OpenSpiel.

Each is imported on first use, because each needs a library: ``AllSeats`` needs only Numba, and the adapters need the
packages that they adapt to (the extras ``envs`` and ``openspiel``).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roost.lab.envs.all_seats import AllSeats
    from roost.lab.envs.gym import RoostEnv
    from roost.lab.envs.layout import LAYOUT_VERSION, Layout, layout_of
    from roost.lab.envs.vector import Vector
    from roost.lab.envs.zoo import aec_env

__all__ = ["LAYOUT_VERSION", "AllSeats", "Layout", "RoostEnv", "Vector", "aec_env", "layout_of"]

_MODULES = {"AllSeats": "all_seats", "Vector": "vector", "RoostEnv": "gym", "aec_env": "zoo"}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"roost.lab.envs.{_MODULES.get(name, 'layout')}")
    return globals().setdefault(name, getattr(module, name))
