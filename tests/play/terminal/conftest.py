"""All tests here are slow: they play whole games in a terminal."""

import pytest

pytestmark = pytest.mark.slow
