"""All tests here are slow: they train networks."""

import pytest

pytestmark = pytest.mark.slow
