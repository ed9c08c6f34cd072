"""The needs of odds, hints and bots: compiled, learnt and loaded beside the server after its first visitor came."""

import asyncio

from roost.play.server.live.answers import compiled
from roost.study.review.warm_up import all_kernels, begin_warm_up, can_compile_beside, is_compiled, load

_FIRST_PAGE = 1.0
"""Seconds that the first visitor has for their page."""
_ASKED_FOR = ("odds", "hint")
"""The code that people ask for and wait for. Bots load the rest when they need it."""


def _learn_elsewhere() -> None:
    from roost.study.models.shelf import learn_elsewhere  # here, because it takes its time to load

    learn_elsewhere()


async def warm_up() -> None:
    """Load what is compiled, and the rest as soon as a process beside this one has compiled it.

    Where no process can compile for others, loading compiles.
    An ordinary thread loads it, two seconds of work. One that gives way to others would hold Python's lock while it
    waits for a processor, and everybody who plays would wait with it.
    """
    await asyncio.sleep(_FIRST_PAGE)
    await asyncio.to_thread(_learn_elsewhere)
    is_all_there = await asyncio.to_thread(lambda: all(map(is_compiled, all_kernels())))
    process = None if is_all_there else begin_warm_up()
    try:
        for kernels in all_kernels():
            await compiled(kernels)
            if kernels[0] in _ASKED_FOR and (is_compiled(kernels) or not can_compile_beside()):
                await asyncio.to_thread(load, kernels)
    finally:
        if process is not None:
            process.kill()
            process.wait()
