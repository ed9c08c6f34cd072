"""Marks the tests of bots as slow, because they play games and start programs."""

import pytest

pytestmark = pytest.mark.slow
