"""Compile kernels before users need them: ``python -m roost.study.review.warm_up``.

Compiled code is cached on disk, so this is needed only once after an installation. It runs in a separate process, which
holds a lock and has a low priority. Marker files beside the cache record which kernels are ready. So every server knows
which kernels are ready, which another process will compile, and which it must compile itself.
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

from roost.core.adapters import has_adapter
from roost.core.extras import has_fast
from roost.core.playthrough import rolled_on
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
"""A set of kernels: its purpose and its game."""
_FACES: dict[Purpose, str] = {"odds": "odds", "hint": "valuation", "bots": "valuation"}
"""Name of the adapter that contains the compiled code for each purpose."""
_FIRST_CHOICES = 6
"""Number of decisions for which hints are computed, because positions after the first choice may need further code."""
_IN_HASTE = {"owl": "owl:seconds=0.1"}
"""Bots with settings that save time but use the same code."""
_ready: set[Kernels] = set()
"""Kernels that are known to be ready."""


def all_kernels() -> list[Kernels]:
    """Return all kernels, in the order in which a new player will need them."""
    return [(purpose, name) for purpose in _FACES for name in all_games() if _needs_compiler((purpose, name))]


def _needs_compiler(kernels: Kernels) -> bool:
    """Whether a game has compiled code for a purpose, without loading it.

    Games without compiled code are searched in plain Python. Without Numba, no game has compiled code.
    """
    purpose, name = kernels
    kind = all_games().get(name)
    return kind is not None and has_fast() and has_adapter(kind, _FACES[purpose])


def is_compiled(kernels: Kernels) -> bool:
    """Whether these kernels are ready, because they are compiled already or need no compiler."""
    if kernels not in _ready and (not _needs_compiler(kernels) or _mark(kernels).exists()):
        _ready.add(kernels)
    return kernels in _ready


def is_being_compiled(kernels: Kernels) -> bool:
    """Whether these kernels are not ready yet, but another process will compile them."""
    if is_compiled(kernels):
        return False
    try:
        with _lock(shared=True) as lock:
            return lock is None
    except OSError:
        return False


def can_compile_beside() -> bool:
    """Whether a process can compile for others, which takes file locks and a writable cache folder."""
    return fcntl is not None and cache_folder() != NOWHERE


def begin_warm_up() -> subprocess.Popen[bytes] | None:
    """Start to compile in a separate process, unless all kernels are ready or another process is compiling."""
    if not can_compile_beside() or all(map(is_compiled, all_kernels())):
        return None
    quiet, command = subprocess.DEVNULL, [sys.executable, "-m", "roost.study.review.warm_up"]
    with suppress(OSError), _lock() as lock:  # without a cache folder, code is compiled only when it is needed
        if lock is not None:
            # The new process inherits the lock, which is released when both processes have closed it.
            return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, pass_fds=[lock])
    return None


def warm_up() -> None:
    """Compile all kernels that are not ready."""
    for kernels in all_kernels():
        if not is_compiled(kernels):
            load(kernels)


def load(kernels: Kernels) -> bool:
    """Use these kernels once, so that later uses in this process need not wait, and mark them as compiled.

    Errors are printed but not raised, so that an error in one game's code does not affect other games.
    """
    purpose, name = kernels
    try:
        _USE[purpose](name)
    except Exception:
        print_exc()
        return False
    if not is_compiled(kernels):
        with suppress(OSError):  # the marker file is not essential
            _mark(kernels).parent.mkdir(parents=True, exist_ok=True)
            _mark(kernels).touch()
    return True


def _use_for_odds(name: str) -> None:
    from roost.study.odds.position import position_odds

    position_odds(rolled_on(_opening(name), Stream(name)))


def _use_for_hints(name: str) -> None:
    from roost.study.review.hints import hint_at

    state, chance = _opening(name), Stream(name)
    for _ in range(_FIRST_CHOICES):
        state = rolled_on(state, chance)
        if state.outcome is None:
            state = state.play(hint_at(state).best.action).state


def _use_for_bots(name: str) -> None:
    """Play a whole game in which the bots take turns, because some bots need more code towards the end of a game."""
    from roost.study.bots import all_bots, bot, plays

    bots = [bot(_IN_HASTE.get(bot_name, bot_name)) for bot_name in all_bots() if plays(bot_name, all_games()[name])]
    state, chance = _opening(name), Stream(name)
    for chooser in cycle(bots):
        state = rolled_on(state, chance)
        if state.outcome is not None:
            break
        state = state.play(chooser.choose(state, chance)).state


_USE: dict[Purpose, Callable[[str], None]] = {"odds": _use_for_odds, "hint": _use_for_hints, "bots": _use_for_bots}


def _opening(name: str) -> State:
    return game(name, start=0).opening()


def _mark(kernels: Kernels) -> Path:
    purpose, name = kernels
    return cache_folder() / f"compiled-{_stamp()}-{purpose}-{name}"


@cache
def _stamp() -> str:
    """Return a hash that changes with every source file and with the versions of Python, Numba and NumPy."""
    digest = sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for file in sorted(SOURCES.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _lock(*, shared: bool = False) -> Iterator[int | None]:
    """Try to take the lock for compiling; yield None if another process holds it."""
    if fcntl is None:
        raise OSError("this platform has no file locks")
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
