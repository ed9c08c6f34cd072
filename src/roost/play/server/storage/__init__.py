"""Storage: the database, the logs and snapshots of tables, secrets as hashes, and the host's admin tasks."""
