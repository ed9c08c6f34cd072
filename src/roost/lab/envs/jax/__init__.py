"""Games on the device: pure JAX functions with pgx's interface, and with explicit chance.

``make("heckmeck", players=2)`` makes an environment whose ``init`` and ``step`` run under ``jax.jit`` and ``jax.vmap``
on any JAX device. It plays exactly as the rules engine does (:mod:`roost.lab.envs.jax.lockstep`), with the action
numbers and observations of the other environments. It needs the extra ``jax``.
"""

from roost.lab.envs.jax.chance import Outcomes
from roost.lab.envs.jax.env import Env, EnvState, make

__all__ = ["Env", "EnvState", "Outcomes", "make"]
