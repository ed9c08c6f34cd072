"""The challenge that a table was made for, to find all who took it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("challenge", sa.String(120), nullable=True))
    op.create_index("tables_challenge", "tables", ["challenge"])
