"""Games as data: tables of games, decisions and deals, and datasets that can be generated from a seed.

The tables are Polars frames (the extra ``data``); ``docs/data.md`` describes their columns.
"""

from roost.lab.data.dataset import Dataset, make
from roost.lab.data.readers import read_dataset, read_deals, read_records
from roost.lab.data.tables import DEALS, DECISIONS, games_table

__all__ = ["DEALS", "DECISIONS", "Dataset", "games_table", "make", "read_dataset", "read_deals", "read_records"]
