"""All tests here are slow: they install packages and start programs."""

import pytest

pytestmark = pytest.mark.slow
