"""The version of this package."""

__version__ = "0.3.0"
"""The version that ``roost --version`` prints."""
