"""The version of this package."""

__version__ = "0.3.0"
"""As ``roost --version`` prints it."""
