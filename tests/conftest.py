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
import signal
from collections.abc import Iterator
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


SLOW = (
    "cli/test_arena.py", "cli/test_cli.py", "cli/test_docs.py", "core/test_extras.py",
    "games/heckmeck/faces/test_solved_ends.py", "games/junior/faces/test_solved_blocks.py",
    "games/picnic/faces/test_odds.py", "games/picnic/faces/test_rooster.py", "games/test_counts.py",
    "games/test_schema.py", "house/test_deploy.py", "house/test_docs.py", "house/test_notebooks.py",
    "house/test_wheel.py", "lab/arena/test_cluster.py", "lab/arena/test_control.py", "lab/arena/test_tournament_run.py",
    "lab/envs/test_all_seats.py", "lab/envs/test_gym.py", "lab/envs/test_jax.py", "lab/envs/test_open_spiel.py",
    "lab/envs/test_starting.py", "lab/envs/test_training.py", "lab/envs/test_vector.py", "outside",
    "play/dice/test_anything.py", "play/server", "play/terminal", "play/web", "study/bots", "study/cards/test_cards.py",
    "study/fast/test_chance.py", "study/fast/test_lockstep.py", "study/fast/test_rooster.py",
    "study/models/test_exact.py", "study/models/test_learnt.py", "study/models/test_searched_turn.py",
    "study/models/test_turn_value.py", "study/models/test_valuation.py", "study/odds/test_command.py",
    "study/odds/test_graph.py", "study/odds/test_pig_optimum.py", "study/odds/test_turn.py",
    "study/progress/test_summary.py", "study/review/test_hints.py", "study/review/test_warm_up.py",
    "study/review/test_win_odds.py", "study/train",
)  # fmt: skip
"""The tests that ``--quick`` leaves out: browsers, terminals, servers, databases, other processes, much calculation."""


ONLY_SOAKING = (
    "cli/test_locked_down.py", "lab/arena/test_ray.py", "lab/envs/test_learning_on_the_device.py",
    "lab/envs/test_libraries.py", "play/server/test_attacks.py",
)  # fmt: skip
"""The tests that ``make soak`` alone runs: they take long, or need libraries that nothing else does and say so."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick`` for while one works; ``--part`` for ``make test``, which wants every branch of the rules tried."""
    parser.addoption("--quick", action="store_true", help="leave out what takes long; make test-quick")
    parser.addoption(
        "--part", choices=["rules", "rest"], help="only the tests of core and of the games' rules, or the rest"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what takes long, if only the quick tests are wanted, and what is not in the part that is."""
    if not SOAKING and collection_path in (Path(__file__).parent / place for place in ONLY_SOAKING):
        return True
    slow = (Path(__file__).parent / place for place in SLOW)
    if config.getoption("quick") and collection_path in slow:
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
    """The same for whole games with every node checked."""
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
