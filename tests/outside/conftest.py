"""Tests with plug-in games. All are slow, because they install packages and start programs."""

import pytest

pytestmark = pytest.mark.slow
