"""Games as text, as data: the regrets of the steps, and the files that the command writes."""

from pathlib import Path

import polars
import pytest

from text_data import EPISODES, STEPS, write

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:minari.*", "ignore::UserWarning:text_data")


def test_the_tables_hold_the_regret_of_every_step(tmp_path: Path) -> None:
    written = write("junior", 4, "7", tmp_path)
    episodes, steps = (polars.read_parquet(tmp_path / f"{name}.parquet") for name in ("episodes", "steps"))
    assert (episodes.height, steps.height) == (4, written["steps"])
    assert episodes.columns == [column.name for column in EPISODES]
    assert steps.columns == [column.name for column in STEPS]
    sums = steps.group_by("episode", maintain_order=True).agg(polars.col("regret").sum())
    assert sums["regret"].to_list() == pytest.approx(episodes["regret"].to_list())
    assert bool((steps["regret"] == 0).eq(steps["answer"] == steps["best"]).sum())
    assert "4 games of two players" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_minari_loads_the_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari", reason="minari is not installed")
    pytest.importorskip("h5py", reason="h5py is not installed")
    monkeypatch.setenv("MINARI_DATASETS_PATH", "")  # restored after the test
    written = write("junior", 2, "7", tmp_path)
    dataset = minari.load_dataset("roost/junior-text-v0")
    assert dataset.total_episodes == written["episodes"] == 2
    assert dataset.total_steps == written["steps"]
    episode = dataset[0]
    assert len(episode.observations) == len(episode.actions) + 1
    assert sum(episode.rewards) == pytest.approx(-float(sum(episode.infos["regret"])))
