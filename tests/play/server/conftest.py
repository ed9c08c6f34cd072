"""All tests here are slow: they start servers."""

import pytest

pytestmark = pytest.mark.slow
