"""Datasets: one seed always gives the same files, even with several processes or after interruptions."""

import json
from pathlib import Path

import pytest

import roost
from command import run
from roost.core.errors import OptionError
from roost.lab.data import Dataset, make, read_dataset
from soak import tries

GAME = roost.game("junior", players=2)
RANDOM = Dataset(GAME, 5, "7", by="chick", shard=2, is_valued=False)


def files(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_an_interrupted_dataset_is_resumed_and_enlarged(tmp_path: Path) -> None:
    """Interrupted in the middle of a shard and later enlarged, a dataset equals one made at once."""
    at_once, again = tmp_path / "once", tmp_path / "again"
    assert list(make(RANDOM, at_once)) == [0, 2, 4, 5]
    smaller = Dataset(GAME, 3, "7", by="chick", shard=2, is_valued=False)
    making = make(smaller, again)
    assert [next(making), next(making)] == [0, 2]
    making.close()
    assert list(make(smaller, again)) == [2, 3]
    (again / "games-000000.parquet").unlink()
    (again / "decisions-000002.parquet.new").write_bytes(b"half")
    assert list(make(RANDOM, again)) == [0, 2, 4, 5]
    assert files(again) == files(at_once)


@pytest.mark.soak
def test_two_processes_make_the_same_dataset(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    list(make(RANDOM, first))
    assert sorted(make(RANDOM, second, jobs=tries(1, 2)))[-1] == 5
    assert files(first) == files(second)


def test_the_foxs_choice_has_the_highest_value(tmp_path: Path) -> None:
    """In a dataset of games by the fox, its choice has the highest value, and the tables hold the games of the seed."""
    list(make(Dataset(GAME, 2, "7", shard=2), tmp_path / "foxes"))
    games, decisions = (table.collect() for table in read_dataset(tmp_path / "foxes"))
    assert decisions.group_by("game", maintain_order=True).len()["len"].to_list() == games["decisions"].to_list()
    for row in decisions.iter_rows(named=True):
        assert row["chosen_value"] == row["values"][row["actions"].index(row["action"])]
        assert row["chosen_value"] >= max(row["values"]) - 1e-6


def test_a_folder_with_another_dataset_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    list(make(RANDOM, folder))
    for dataset, message in (
        (Dataset(GAME, 5, "8", by="chick", shard=2, is_valued=False), "its seed is '7', not '8'"),
        (Dataset(GAME, 1, "7", by="chick", shard=2, is_valued=False), "holds 5 games already"),
    ):
        with pytest.raises(OptionError, match=message):
            next(make(dataset, folder))
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OptionError, match="is not empty and holds no dataset"):
        next(make(RANDOM, tmp_path))
    with pytest.raises(OptionError, match="describes no dataset"):
        read_dataset(tmp_path)


@pytest.mark.parametrize("change", [{"games": 0}, {"shard": 0}, {"seed": "a\nb"}, {"seed": ""}])
def test_sizes_and_seeds_out_of_bounds_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Dataset(**{"game": GAME, "games": 5, "seed": "1", **change})  # type: ignore[arg-type]


def test_the_command_reports_its_progress(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    done = run(
        "dataset", "junior", "--games", "4", "--shard", "2", "--by", "chick", "--no-values", "--out", str(folder)
    )
    assert "2 of 4 games" in done.err
    assert "4 games in 2 shards" in done.out
    manifest = json.loads((folder / "dataset.json").read_bytes())
    assert manifest == manifest | {"game": "junior", "players": 2, "seed": "1", "by": "chick", "valued_by": None}
