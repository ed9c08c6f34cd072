"""A table of a game that is no longer installed harms no other table."""

from pathlib import Path

import pytest
from roost_pig import Pig

from play.server.serving import ANNA, BEN, fast, serving
from roost.core import registry


async def test_the_count_of_dice_leaves_out_tables_of_uninstalled_games(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
