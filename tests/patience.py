"""Timeout of tests. It only matters on a failure, even on the slowest and busiest machine."""

PATIENCE = 120.0
"""Seconds after which a test gives up waiting."""
