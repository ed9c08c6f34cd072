"""Create the first database tables: tables, their logs, their people, and their secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("created_at", sa.Float(53), nullable=False),
        sa.Column("changed_at", sa.Float(53), nullable=False),
        sa.Column("due_at", sa.Float(53), nullable=True),
    )
    op.create_index("tables_due", "tables", ["due_at"])
    op.create_index("tables_changed", "tables", ["changed_at"])
    op.create_table(
        "log",
        _table_id(),
        sa.Column("version", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("entries", sa.Text, nullable=False),
        sa.Column("key", sa.String(80), nullable=True),
        sa.UniqueConstraint("table_id", "key", name="log_key"),
    )
    op.create_table(
        "people",
        _table_id(),
        sa.Column("person", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
    )
    op.create_table("secrets", _table_id(), sa.Column("dice", sa.LargeBinary(32), nullable=False))


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
