"""The version of this package."""

__all__ = ["__version__"]

__version__ = "0.3.0"
"""As ``roost --version`` prints it."""
