"""Timeout of tests, so long that only a failure reaches it, even on the slowest and busiest machine."""

PATIENCE = 120.0
"""Seconds after which a test gives up waiting."""
