"""The mark that ties a test to the numbered rules that it proves: ``@rule("HM-7")``."""

import pytest

rule = pytest.mark.rule
