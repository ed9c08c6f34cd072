"""The storage: the database, the logs and snapshots of tables, secrets as hashes; and what hosts do to them."""
