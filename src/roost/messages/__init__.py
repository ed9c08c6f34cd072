"""Message files."""
