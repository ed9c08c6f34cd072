"""The command line."""


def main() -> None:
    """Start."""
