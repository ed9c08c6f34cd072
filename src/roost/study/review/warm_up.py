"""Everything compiled before somebody waits for it: ``python -m roost.study.review.warm_up``.

Compiled code is kept on disk, so that this is needed once after an installation. It takes a process of its own, where
it is in nobody's way, and which holds a lock. What is ready is marked beside the cache. So every server knows what is
ready, what will be, and what it has to compile itself.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from itertools import cycle
from pathlib import Path
from traceback import print_exc
from typing import Literal, TypeAlias

from roost.core.faces import has_face
from roost.core.registry import all_games, game
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.folders import NOWHERE, SOURCES, cache_folder

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

Purpose: TypeAlias = Literal["odds", "hint", "bots"]
Kernels: TypeAlias = tuple[Purpose, str]
"""The uses of compiled code, and the game."""
_FACES: dict[Purpose, str] = {"odds": "odds", "hint": "valuation", "bots": "valuation"}
"""The face that brings the code for each purpose."""
_FIRST_CHOICES = 6
"""How many hints are asked for. What follows a first choice may need code that it does not need itself."""
_IN_HASTE = {"owl": "owl:seconds=0.1"}
"""For bots that think for as long as they may: less time, which needs the same code."""
_ready: set[Kernels] = set()
"""Those whose marks have been seen."""


def all_kernels() -> list[Kernels]:
    """In the order in which somebody who begins to play asks for them."""
    return [(purpose, name) for purpose in _FACES for name in all_games() if _needs_compiler((purpose, name))]


def _needs_compiler(kernels: Kernels) -> bool:
    """Whether a game brings compiled code for this; others are searched in plain Python. Does not load that code."""
    purpose, name = kernels
    kind = all_games().get(name)
    return kind is not None and has_face(kind, _FACES[purpose])


def is_compiled(kernels: Kernels) -> bool:
    """Whether these need no compiler any more."""
    if kernels not in _ready and (not _needs_compiler(kernels) or _mark(kernels).exists()):
        _ready.add(kernels)
    return kernels in _ready


def is_being_compiled(kernels: Kernels) -> bool:
    """Whether these are not ready, and a process is at work that will come to them."""
    if is_compiled(kernels):
        return False
    try:
        with _lock(shared=True) as lock:
            return lock is None
    except OSError:
        return False


def can_compile_beside() -> bool:
    """Whether one process can compile for others: it needs a lock, and a place to keep the code."""
    return fcntl is not None and cache_folder() != NOWHERE


def begin_warm_up() -> subprocess.Popen[bytes] | None:
    """Compile in a process beside this one, unless everything is ready or somebody else does."""
    if not can_compile_beside() or all(map(is_compiled, all_kernels())):
        return None
    quiet, command = subprocess.DEVNULL, [sys.executable, "-m", "roost.study.review.warm_up"]
    with suppress(OSError), _lock() as lock:  # without a place for compiled code it is made when it is needed
        if lock is not None:
            # The process inherits the lock, which is free when both have let go of it.
            return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, pass_fds=[lock])
    return None


def warm_up() -> None:
    """Compile what is not compiled yet."""
    for kernels in all_kernels():
        if not is_compiled(kernels):
            load(kernels)


def load(kernels: Kernels) -> bool:
    """Use it once: whoever needs it next in this process waits for nothing. What had to be compiled is marked.

    What one game brings may fail. That is told, and changes nothing for the others.
    """
    purpose, name = kernels
    try:
        _USE[purpose](name)
    except Exception:
        print_exc()
        return False
    if not is_compiled(kernels):
        with suppress(OSError):  # a mark is a help, not a need
            _mark(kernels).parent.mkdir(parents=True, exist_ok=True)
            _mark(kernels).touch()
    return True


def _use_for_odds(name: str) -> None:
    from roost.study.odds.position import position_odds

    position_odds(_rolled(_opening(name), Stream(name)))


def _use_for_hints(name: str) -> None:
    from roost.study.review.hints import hint_at

    state, chance = _opening(name), Stream(name)
    for _ in range(_FIRST_CHOICES):
        state = _rolled(state, chance)
        if state.outcome is None:
            state = state.play(hint_at(state).best.action).state


def _use_for_bots(name: str) -> None:
    """Play a whole game in which all bots choose by turns: some need more code towards its end."""
    from roost.study.bots import all_bots, bot, plays

    flock = [bot(_IN_HASTE.get(one, one)) for one in all_bots() if plays(one, all_games()[name])]
    state, chance = _opening(name), Stream(name)
    for chooser in cycle(flock):
        state = _rolled(state, chance)
        if state.outcome is not None:
            break
        state = state.play(chooser.choose(state, chance)).state


_USE: dict[Purpose, Callable[[str], None]] = {"odds": _use_for_odds, "hint": _use_for_hints, "bots": _use_for_bots}


def _opening(name: str) -> State:
    return game(name, start=0).opening()


def _rolled(state: State, chance: Stream) -> State:
    """Where somebody has to choose, or nobody any more."""
    while state.dice is not None:
        state = state.play(state.dice.draw(chance)).state
    return state


def _mark(kernels: Kernels) -> Path:
    purpose, name = kernels
    return cache_folder() / f"compiled-{_stamp()}-{purpose}-{name}"


@cache
def _stamp() -> str:
    """Changes with every source file, and with whatever else makes the compiler begin anew."""
    digest = sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for file in sorted(SOURCES.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _lock(*, shared: bool = False) -> Iterator[int | None]:
    """The lock of the process that compiles; nothing if somebody else holds it."""
    if fcntl is None:
        raise OSError("there are no such locks here")
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / "compiling.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
        else:
            yield lock
    finally:
        os.close(lock)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    warm_up()
