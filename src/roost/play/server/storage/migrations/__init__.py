"""The database migrations."""
