"""A table of a game that is no longer installed harms nobody else."""

from pathlib import Path

import pytest
from roost_pig import Pig

from play.server.serving import ANNA, BEN, fast, serving
from roost.core import registry


async def test_the_dice_are_counted_without_it(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count leaves the table out whose dice nobody knows any more."""
    with monkeypatch.context() as patch:
        known = {**registry.all_games(), "pig": Pig}
        patch.setattr(registry, "all_games", lambda: known)
        async with serving(fast(database)) as server:
            for game in ("pig", "junior"):
                table = await server.client.create(game, [ANNA, BEN])
                await table.start()
                await table.move()
    async with serving(fast(database)) as server:
        counted = await server.client.call("GET", "/api/dice")
    assert counted["tables"] == 1
