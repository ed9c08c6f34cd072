"""Games on a JAX device: pure functions with pgx's interface, and with explicit chance nodes.

``make("heckmeck", players=2)`` makes an environment whose ``init`` and ``step`` run under ``jax.jit`` and ``jax.vmap``
on any JAX device. The environment plays exactly like the rules engine (:mod:`roost.lab.envs.jax.lockstep` checks this),
with the same action numbers and observations as the other environments. This package needs the extra ``jax``.
"""

from roost.lab.envs.jax.chance import Outcomes
from roost.lab.envs.jax.env import Env, EnvState, make

__all__ = ["Env", "EnvState", "Outcomes", "make"]
