"""All tests here are slow: they play, and start other programs."""

import pytest

pytestmark = pytest.mark.slow
