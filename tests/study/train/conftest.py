"""Marks the tests of training as slow, because they train networks."""

import pytest

pytestmark = pytest.mark.slow
