"""Storage: the database, the logs and snapshots of tables, hashed secrets, and admin tasks."""
