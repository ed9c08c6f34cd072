"""Cache learnt models on disk, keyed by game, options, number of players and the source code of the rules.

If a game's source code changes, its cached model becomes invalid and is learnt again. A local program learns a missing
model when it is requested. A server cannot wait so long, so after :func:`learn_elsewhere` a separate process learns a
usable model first, then a good one. Until the usable model is ready, requests raise an error that says so.
"""

import atexit
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from roost.core.errors import BeingLearntError, OptionError
from roost.core.game import Game
from roost.core.registry import all_games, position
from roost.study.folders import NOWHERE, cache_folder
from roost.study.models.learning import FIRST, GOOD, Learning, LearningPlan, learn
from roost.study.models.learnt import Learnt

_FORMAT = 7
"""Version of the training; increase it to discard cached models."""
_MANY_MORE = 2
"""A model with more than this many times the training positions of another is better; see :data:`GOOD`."""


class _CacheEntry(NamedTuple):
    model: Learnt
    time: int
    """Modification time of the model's file."""


_cache: dict[Path, _CacheEntry] = {}
_lock = Lock()
_elsewhere: dict[Path, subprocess.Popen[bytes]] | None = None
"""The learning processes by model file; None unless :func:`learn_elsewhere` has been called."""


def learnt(game: Game) -> Learnt:
    """Return the model of a game from the cache; if it is missing, learn it or let another process learn it."""
    game = replace(game, start=0)  # who begins does not affect the value of a position
    path = place_of(game)
    with _lock:
        cached = _read(path, game)
        if cached is None and _elsewhere is not None and all_games().get(game.name) is type(game):
            _begin(path, game)
            raise BeingLearntError(f"{game.title} is being learnt, which takes a minute or two", input=game.name)
        return keep(game, FIRST) if cached is None else cached


def place_of(game: Game) -> Path:
    """Return the path of the file in which a game's model is cached."""
    heading = str(replace(game, start=0).opening()).encode()
    digest = sha256(heading + _rules(type(game)) + bytes([_FORMAT])).hexdigest()[:16]
    return cache_folder() / f"learnt-{game.name}-{digest}.npz"


@lru_cache(maxsize=64)
def _rules(kind: type[Game]) -> bytes:
    """Return the source code of the package or module that defines a game."""
    spec = find_spec(kind.__module__)
    if spec is None or spec.origin is None:
        return kind.__qualname__.encode()
    origin = Path(spec.origin)
    files = sorted(origin.parent.glob("*.py")) if spec.submodule_search_locations else [origin]
    return b"".join(file.read_bytes() for file in files)


def _read(path: Path, game: Game) -> Learnt | None:
    """Return the cached model, or None if there is none. If the file has changed, it is read again."""
    try:
        time = path.stat().st_mtime_ns
        if path not in _cache or _cache[path].time != time:
            _cache[path] = _CacheEntry(Learnt.load(path, game), time)
    except (OSError, OptionError):
        return _cache[path].model if path in _cache else None
    return _cache[path].model


def keep(
    game: Game, plan: LearningPlan, tell: Callable[[Learning], None] = lambda progress: None, seed: int = 1
) -> Learnt:
    """Learn a game and cache its model, unless a better one is cached; ``tell`` is called with each progress report.

    Return the model that is cached afterwards.
    """
    model: Learnt | None = None
    for progress in learn(game, plan, seed):
        tell(progress)
        model = progress.model
    assert model is not None
    path = place_of(game)
    known = _read(path, game)  # another process may have learnt the game meanwhile
    if known is not None and _is_better(known, model):
        return known
    with suppress(OSError):  # without a writable folder, the model exists only in this process
        path.parent.mkdir(parents=True, exist_ok=True)
        model.save(path)
    _cache[path] = _CacheEntry(model, path.stat().st_mtime_ns if path.exists() else 0)
    return model


def _is_better(known: Learnt, model: Learnt) -> bool:
    """Whether a model has learnt from many more positions than another, because it was trained by a larger plan."""
    return int(known.about.get("positions", 0)) > _MANY_MORE * int(model.about.get("positions", 0))


def learn_elsewhere() -> None:
    """From now on, let separate processes learn missing models, if a cache folder is writable.

    The processes are ended when this one exits.
    """
    global _elsewhere
    if _elsewhere is None and cache_folder() != NOWHERE:
        _elsewhere = {}
        atexit.register(_end, _elsewhere)


def _begin(path: Path, game: Game) -> None:
    assert _elsewhere is not None
    if path not in _elsewhere or _elsewhere[path].poll() is not None:
        quiet, command = (
            subprocess.DEVNULL,
            [sys.executable, "-m", "roost.study.models.model_cache", str(game.opening())],
        )
        _elsewhere[path] = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


def _end(processes: dict[Path, subprocess.Popen[bytes]]) -> None:
    for process in processes.values():
        process.kill()
        process.wait()


def _main(text: str) -> None:
    """Learn the game that a position belongs to: a usable model first, then a good one."""
    if hasattr(os, "nice"):
        os.nice(10)
    game = position(text).game
    keep(game, FIRST)
    keep(game, GOOD)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _main(sys.argv[1])
