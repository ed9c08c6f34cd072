"""Settings for all tests."""

import os
from importlib.metadata import distributions

os.environ["ROOST_PLUGINS"] = "off"  # ignore any plug-ins installed on this machine
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for small matrices, threads would only wait for each other
# These flags nearly halve JAX's compile time for code that runs as briefly as in tests. XLA aborts on an unknown flag,
# so they are set only for versions known to have them.
if any(package.version.startswith("0.10.") for package in distributions(name="jaxlib")):
    os.environ.setdefault(
        "XLA_FLAGS",
        "--xla_cpu_use_fusion_emitters=false --xla_backend_optimization_level=0 "
        "--xla_llvm_disable_expensive_passes=true",
    )

import gc
import re
import signal
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from soak import SOAKING

# The same examples in every run, so that a red build stays red until it is fixed. No deadline, because the first
# example of a test fills caches that the others use.
settings.register_profile("roost", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("roost")

# A shell starts background processes with interrupts ignored, and programs started by tests would inherit this.
signal.signal(signal.SIGINT, signal.default_int_handler)


PARTS = ("rules", "web", "play", "study", "lab", "rest")
"""Parts of ``make test``. Each loads only what its tests need: libraries, compiled code, models, and a browser."""

# A ``pytestmark`` line marks a file's tests as slow or soak; in a conftest.py it marks the folder's tests. It is read
# as text, because importing a file that is left out would load its dependencies.
_MARKED = re.compile(r"^pytestmark = .*\bpytest\.mark\.(slow|soak)\b", re.MULTILINE)


@cache
def _marks(path: Path) -> set[str]:
    """Return the marks of a whole file or folder of tests."""
    text = path / "conftest.py" if path.is_dir() else path
    return set(_MARKED.findall(text.read_text(encoding="utf-8"))) if text.suffix == ".py" and text.is_file() else set()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--quick`` for development, and ``--part`` for ``make test``, which runs each part in its own process."""
    parser.addoption("--quick", action="store_true", help="leave out slow tests, as make test-quick does")
    parser.addoption("--part", choices=PARTS, help="only the tests of one part of make test")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out slow tests with --quick, and files and folders outside the requested part."""
    marks = _marks(collection_path)
    if ("soak" in marks and not SOAKING) or ("slow" in marks and config.getoption("quick")):
        return True
    part = config.getoption("part")
    files = [collection_path] if collection_path.is_file() else collection_path.rglob("test_*.py")
    return True if part and not any(part in _parts(file) for file in files) else None


def _parts(file: Path) -> tuple[str, ...]:
    """Return the parts to which a test file belongs; tests of core, dice and game rules are in part ``rules``."""
    tests = Path(__file__).parent
    if not file.is_relative_to(tests):
        return ("rest",)
    folder, *below = file.relative_to(tests).parts
    if below == ["test_conformance.py"]:
        return ("rules", "rest")  # part rules plays one game of each, part rest plays many
    if folder == "core" or (folder == "games" and "adapters" not in below) or below[:1] == ["dice"]:
        return ("rules",)
    return ("web" if below[:1] == ["web"] else folder if folder in PARTS else "rest",)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give tests their folder's marks; with --quick, skip tests that check every node of whole games."""
    for item in items:
        for mark in _marks(item.path.parent):
            item.add_marker(mark)
    if config.getoption("quick"):
        items[:] = [item for item in items if item.get_closest_marker("conformance") is None]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Load the tests without garbage collection, and exempt all loaded objects from it, to save time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)  # the environments of tools/doors.py have no xdist
def pytest_xdist_auto_num_workers() -> int:
    """Return one more worker than there are cores, because tests sometimes wait.

    Not more, because each worker loads everything.
    """
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len(allowed) + 1


@pytest.fixture(autouse=True, scope="session")
def _temporary_games_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests' games out of the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROOST_GAMES", str(tmp_path_factory.mktemp("games")))
        yield
