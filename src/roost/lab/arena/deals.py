"""Write the results of each deal as lines of a CSV file, for your own statistics.

``docs/data.md`` describes the columns.
"""

import csv
from collections.abc import Sequence
from io import StringIO

from roost.lab.arena.table import LUCK_PARTS, WHOLE_WIN
from roost.lab.arena.tally import Deal

_NAMES = ("deal", "order", "seat", "bot", "share", "score", "luck", "turns", "end", "forfeited")

DEAL_HEADER = f"{','.join(_NAMES)}\n"
"""Header line of the CSV file."""


def deal_lines(first: int, deals: Sequence[Deal]) -> str:
    """Return one CSV line per seat of each game in these deals; ``first`` is the number of the first deal."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for deal, games in enumerate(deals, first):
        for order, (seating, settled) in enumerate(games):
            forfeited = {forfeit.seat for forfeit in settled.forfeits}
            for seat, bot in enumerate(seating):
                luck = settled.luck[seat] / (WHOLE_WIN * LUCK_PARTS) if settled.luck else None
                share, score = settled.shares[seat] / WHOLE_WIN, settled.scores[seat]
                end = settled.turns, settled.reason, str(seat in forfeited).lower()
                writer.writerow((deal, order, seat, bot, share, score, luck, *end))
    return text.getvalue()
