"""How long tests wait for what must come: a last resort on the slowest and busiest machine, which no test relies on."""

PATIENCE = 120.0
"""Seconds after which something is broken."""
