"""Add the name of the challenge to each table, so that all results of a challenge can be found."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("challenge", sa.String(120), nullable=True))
    op.create_index("tables_challenge", "tables", ["challenge"])
