"""Learnt models, kept on disk: by game, options, number of players, and the sources of the rules.

A game whose sources change has no model any more, and learns again. In a program of one person that happens when it is
asked for. A server cannot wait so long: :func:`learn_elsewhere` lets a process beside it learn, first a usable model,
then a good one, and until the first is there everybody who asks is told that it is being learnt.
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
from roost.study.models.learning import FIRST, GOOD, Learning, Plan, learn
from roost.study.models.learnt import Learnt

_FORMAT = 7
"""Raised when models are made otherwise, so that those that were kept are made anew."""


class _Kept(NamedTuple):
    model: Learnt
    time: int
    """The time when its file was written."""


_kept: dict[Path, _Kept] = {}
_lock = Lock()
_elsewhere: dict[Path, subprocess.Popen[bytes]] | None = None
"""The processes that learn, once :func:`learn_elsewhere` was called."""


def learnt(game: Game) -> Learnt:
    """The model of a game: the one that is kept, or one that is learnt now."""
    game = replace(game, start=0)  # who begins makes no difference to what a position is worth
    path = place_of(game)
    with _lock:
        found = _read(path, game)
        if found is None and _elsewhere is not None and all_games().get(game.name) is type(game):
            _begin(path, game)
            raise BeingLearntError(f"{game.title} is being learnt, which takes a minute or two", input=game.name)
        return keep(game, FIRST) if found is None else found


def place_of(game: Game) -> Path:
    """The file that a game's model is kept in."""
    heading = str(replace(game, start=0).opening()).encode()
    digest = sha256(heading + _rules(type(game)) + bytes([_FORMAT])).hexdigest()[:16]
    return cache_folder() / f"learnt-{game.name}-{digest}.npz"


@lru_cache(maxsize=64)
def _rules(kind: type[Game]) -> bytes:
    """The sources of a game: those of its package, or of its module."""
    spec = find_spec(kind.__module__)
    if spec is None or spec.origin is None:
        return kind.__qualname__.encode()
    origin = Path(spec.origin)
    files = sorted(origin.parent.glob("*.py")) if spec.submodule_search_locations else [origin]
    return b"".join(file.read_bytes() for file in files)


def _read(path: Path, game: Game) -> Learnt | None:
    """The model that is kept, if there is one; read again when its file was written again."""
    try:
        time = path.stat().st_mtime_ns
        if path not in _kept or _kept[path].time != time:
            _kept[path] = _Kept(Learnt.load(path, game), time)
    except (OSError, OptionError):
        return _kept[path].model if path in _kept else None
    return _kept[path].model


def keep(game: Game, plan: Plan, tell: Callable[[Learning], None] = lambda told: None, seed: int = 1) -> Learnt:
    """Learn a game, and keep the model."""
    made: Learnt | None = None
    for told in learn(game, plan, seed):
        tell(told)
        made = told.model
    assert made is not None
    path = place_of(game)
    with suppress(OSError):  # without a place for it, it lasts as long as this process
        path.parent.mkdir(parents=True, exist_ok=True)
        made.save(path)
    _kept[path] = _Kept(made, path.stat().st_mtime_ns if path.exists() else 0)
    return made


# -- beside a server ---------------------------------------------------------------------------------------------------


def learn_elsewhere() -> None:
    """From now on other processes learn what is not known, until this one ends, if they can leave it anywhere."""
    global _elsewhere
    if _elsewhere is None and cache_folder() != NOWHERE:
        _elsewhere = {}
        atexit.register(_end, _elsewhere)


def _begin(path: Path, game: Game) -> None:
    assert _elsewhere is not None
    if path not in _elsewhere or _elsewhere[path].poll() is not None:
        quiet, command = subprocess.DEVNULL, [sys.executable, "-m", "roost.study.models.shelf", str(game.opening())]
        _elsewhere[path] = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


def _end(processes: dict[Path, subprocess.Popen[bytes]]) -> None:
    for process in processes.values():
        process.kill()
        process.wait()


def _main(text: str) -> None:
    """Learn the game of a position: a usable model first, then a good one."""
    if hasattr(os, "nice"):
        os.nice(10)
    game = position(text).game
    keep(game, FIRST)
    keep(game, GOOD)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _main(sys.argv[1])
