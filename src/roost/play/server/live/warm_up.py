"""Warm-up: load the code and models for odds, hints and bots in the background, soon after the server starts."""

import asyncio

from roost.core.extras import has_fast
from roost.study.review.warm_up import (
    Kernels,
    all_kernels,
    begin_warm_up,
    can_compile_beside,
    is_being_compiled,
    is_compiled,
    load,
)

_FIRST_PAGE = 1.0
"""Seconds before the warm-up starts, so that the first visitor's page loads quickly."""
_ASKED_FOR = ("odds", "hint")
"""Kernels that requests would wait for. Bots load the other kernels on demand."""
_LOOK_EVERY = 0.1
"""Seconds between checks whether the kernels have been compiled."""


async def compiled(kernels: Kernels) -> None:
    """Wait while another process compiles these kernels, because compiling them here as well would waste time."""
    while is_being_compiled(kernels):
        await asyncio.sleep(_LOOK_EVERY)


def _learn_elsewhere() -> None:
    if has_fast():
        from roost.study.models.model_cache import learn_elsewhere  # imported here because it loads slowly

        learn_elsewhere()


async def warm_up() -> None:
    """Load compiled kernels, each as soon as a separate process has compiled it.

    On systems where no separate process can compile, this process compiles the kernels when it loads them. Loading
    takes two seconds of work in a thread of normal priority. A thread of lower priority would hold Python's lock while
    it waits for a processor, and so stall all players.
    """
    await asyncio.sleep(_FIRST_PAGE)
    await asyncio.to_thread(_learn_elsewhere)
    is_complete = await asyncio.to_thread(lambda: all(map(is_compiled, all_kernels())))
    process = None if is_complete else begin_warm_up()
    try:
        for kernels in all_kernels():
            await compiled(kernels)
            if kernels[0] in _ASKED_FOR and (is_compiled(kernels) or not can_compile_beside()):
                await asyncio.to_thread(load, kernels)
    finally:
        if process is not None:
            process.kill()
            process.wait()
