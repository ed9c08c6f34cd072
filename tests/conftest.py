"""Settings that every test shares."""

import os
from importlib.metadata import distributions

os.environ["ROOST_PLUGINS"] = "off"  # whatever else is installed here: our tests are about what is ours
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are small: threads would only wait for each other
# JAX compiles in little more than half of the time, for code that runs as long as tests do. Only for versions that have
# these flags: XLA ends the whole process at a flag that it does not know.
if any(found.version.startswith("0.10.") for found in distributions(name="jaxlib")):
    os.environ.setdefault(
        "XLA_FLAGS",
        "--xla_cpu_use_fusion_emitters=false --xla_backend_optimization_level=0 "
        "--xla_llvm_disable_expensive_passes=true",
    )

import gc
import re
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from soak import SOAKING

# The same examples in every run, so that a red build stays red until it is fixed; no deadline, because the first
# example of a test pays for caches that the others use.
settings.register_profile("roost", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("roost")

# A shell starts what runs in its background with interrupts ignored; programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


# The ``pytestmark`` of a file tells that its tests are slow, or only for soaking; that of a conftest.py tells it of the
# folder. The text is read and not imported, so that what is left out does not load what it needs either.
_MARKED = re.compile(r"^pytestmark = .*\bpytest\.mark\.(slow|soak)\b", re.MULTILINE)


@cache
def _marks(path: Path) -> set[str]:
    """The marks of a whole file or folder of tests."""
    text = path / "conftest.py" if path.is_dir() else path
    return set(_MARKED.findall(text.read_text(encoding="utf-8"))) if text.suffix == ".py" and text.is_file() else set()


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick`` for while one works; ``--part`` for ``make test``, which wants every branch of the rules tried."""
    parser.addoption("--quick", action="store_true", help="leave out what takes long; make test-quick")
    parser.addoption(
        "--part", choices=["rules", "rest"], help="only the tests of core and of the games' rules, or the rest"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what takes long, if only the quick tests are wanted, and what is not in the part that is."""
    marks = _marks(collection_path)
    if ("soak" in marks and not SOAKING) or ("slow" in marks and config.getoption("quick")):
        return True
    part = config.getoption("part")
    return True if part and collection_path.is_file() and part not in _parts(collection_path) else None


def _parts(file: Path) -> tuple[str, ...]:
    """The parts that a file of tests belongs to: one about core, dice, or a game itself, is about rules."""
    tests = Path(__file__).parent
    if not file.is_relative_to(tests):
        return ("rest",)
    folder, *below = file.relative_to(tests).parts
    if below == ["test_conformance.py"]:
        return ("rules", "rest")  # a few games for the one, the many for the other
    is_of_rules = folder == "core" or (folder == "games" and "faces" not in below) or below[:1] == ["dice"]
    return ("rules",) if is_of_rules else ("rest",)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give tests the mark of their folder, and leave out whole games with every node checked from the quick ones."""
    for item in items:
        for mark in _marks(item.path.parent):
            item.add_marker(mark)
    if config.getoption("quick"):
        items[:] = [item for item in items if item.get_closest_marker("conformance") is None]


def pytest_collection_finish() -> None:
    """Keep everything that is loaded by now: nobody need look through it for garbage again and again."""
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """One process more than we have cores: tests wait for others at times, and each process loads everything."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len(allowed) + 1


@pytest.fixture(autouse=True, scope="session")
def _games_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the games of the tests apart from those of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROOST_GAMES", str(tmp_path_factory.mktemp("games")))
        yield
