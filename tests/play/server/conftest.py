"""All tests here are slow because they start servers."""

import pytest

pytestmark = pytest.mark.slow
