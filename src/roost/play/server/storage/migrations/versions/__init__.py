"""The database migrations, in order."""
