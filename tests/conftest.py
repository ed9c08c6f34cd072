"""Settings that every test shares."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# The same examples in every run, so that a red build stays red until it is fixed; no deadline, because the first
# example of a test pays for caches that the others use.
settings.register_profile("roost", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("roost")

# A shell starts what runs in its background with interrupts ignored; programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: tests of the page and the server wait for others much of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True, scope="session")
def _games_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests play is kept apart from the games of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROOST_GAMES", str(tmp_path_factory.mktemp("games")))
        yield
