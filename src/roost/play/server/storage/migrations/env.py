"""Alembic's entry point. It uses the connection of :func:`roost.play.server.storage.database.migrate`."""

from alembic import context

from roost.play.server.storage.database import metadata

connection = context.config.attributes["connection"]
with connection.begin():
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()
