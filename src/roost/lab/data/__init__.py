"""Games as data: tables of games, decisions and deals, and datasets of them that one seeded command makes.

The tables are Polars frames (the extra ``data``); what their columns mean is told in ``docs/data.md``.
"""

from roost.lab.data.dataset import Dataset, make
from roost.lab.data.readers import read_dataset, read_deals, read_records
from roost.lab.data.tables import DEALS, DECISIONS, games_table

__all__ = ["DEALS", "DECISIONS", "Dataset", "games_table", "make", "read_dataset", "read_deals", "read_records"]
