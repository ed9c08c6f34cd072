"""Games, decisions and deals as tables."""

import re
from pathlib import Path

import numpy as np
import pytest

import roost
from roost.core.errors import OptionError
from roost.core.record import write
from roost.lab.arena import Tournament, run
from roost.lab.data import DEALS, DECISIONS, games_table, read_deals, read_records
from roost.lab.envs.table import DecisionGame
from roost.lab.simulation import simulate
from roost.study.bots.searchers import Fox
from roost.study.fast import play
from roost.study.frames import Column, game_columns

PAGE = Path(__file__).parents[3] / "docs" / "data.md"


def test_played_games_become_a_data_frame() -> None:
    played = play("junior", 50, seed=3, first=10)
    table = played.to_dataframe()
    assert table.columns == [column.name for column in game_columns(2)]
    assert table["game"].to_list() == list(range(10, 60))
    assert table["share_B"].to_list() == played.shares[:, 1].tolist()
    assert table["score_A"].to_list() == played.scores[:, 0].tolist()
    assert set(table["end"]) == {"grill-empty"}


def test_records_become_tables_of_games_and_decisions(tmp_path: Path) -> None:
    """Every decision of every record is a row with the mover's observation, legal actions, choice and share."""
    game = roost.game("junior", players=3)
    playouts = list(simulate(game, 2, "records"))
    file = tmp_path / "games.roost"
    file.write_text("\n".join(write(playout.record()) for playout in playouts), encoding="utf-8")
    games, decisions = read_records(file, is_valued=True)
    assert games["decisions"].to_list() == [playout.decisions for playout in playouts]
    assert games["turns"].to_list() == [playout.turns for playout in playouts]
    assert len(decisions) == sum(playout.decisions for playout in playouts)
    table = DecisionGame(game)
    for row in decisions.gather_every(9).iter_rows(named=True):
        state = roost.position(row["position"])
        assert state.seat is not None
        assert state.seat == row["seat"]
        assert row["observation"] == table.look(state, state.seat).tolist()
        assert row["action"] in row["actions"]
        assert row["actions"] == [table.number(state, action) for action in state.actions()]
        values = [shares[state.seat] for shares in Fox().valuation(state).choices(state).values()]
        assert np.allclose(row["values"], values, atol=1e-6)
        assert row["share"] == float(playouts[row["game"]].outcome.shares[state.seat])


def test_an_unfinished_game_has_decisions_but_no_result(tmp_path: Path) -> None:
    game = roost.game("junior", players=2)
    (playout,) = simulate(game, 1, "broken off")
    record = playout.record()
    file = tmp_path / "games.roost"
    whole = write(record)
    file.write_text(re.sub(r'Result "[^"]*"', 'Result "*"', whole.rsplit("\n", 3)[0]) + "\n", encoding="utf-8")
    games, decisions = read_records(file)
    assert games["end"].to_list() == [None]
    assert decisions["share"].null_count() == decisions["values"].null_count() == len(decisions) > 0


def test_records_of_different_games_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.roost"
    games = (roost.game("junior", players=2), roost.game("junior", players=3))
    file.write_text("\n".join(write(next(simulate(game, 1, "1")).record()) for game in games), encoding="utf-8")
    with pytest.raises(OptionError, match="different games or options"):
        read_records(file)


def test_the_file_of_deals_adds_up_to_the_result(tmp_path: Path) -> None:
    """The file of deals has a row for each seat, and the rows add up to the report."""
    import polars  # imported here, so that not every test process loads it

    file = tmp_path / "deals.csv"
    tournament = Tournament(roost.game("junior", players=2), ("hen", "chick"), "deals", games=60, control=True)
    result = run(tournament, deals=file)
    table = read_deals(file)
    assert table.columns == [column.name for column in DEALS]
    assert len(table) == 2 * result.games
    assert table["deal"].to_list() == sorted(deal for deal in range(result.deals) for _ in range(4))
    hens = table.filter(polars.col("bot") == "hen")
    assert hens["share"].mean() == pytest.approx(result.standing("hen").share.value)
    assert hens["score"].mean() == pytest.approx(result.standing("hen").score.value)
    assert hens["luck"].sum() * 420e6 == pytest.approx(sum(deal[2] for deal in result.tally.lucky))
    assert table.group_by("deal", "order").agg(polars.col("share").sum())["share"].unique().to_list() == [1.0]


def test_a_resumed_tournament_extends_its_file_of_deals(tmp_path: Path) -> None:
    """A tournament resumed with more games writes the same file of deals as one played at once."""
    game = roost.game("junior", players=2)

    def play_on(games: int, name: str) -> str:
        tournament = Tournament(game, ("hen", "chick"), "deals", games=games)
        run(tournament, checkpoint=tmp_path / f"{name}.json", deals=tmp_path / f"{name}.csv")
        return (tmp_path / f"{name}.csv").read_text(encoding="utf-8")

    play_on(60, "twice")
    assert play_on(100, "twice") == play_on(100, "once")
    with pytest.raises(OptionError, match="keeps the results of its deals"):
        run(Tournament(game, ("hen", "chick"), "deals", games=100), checkpoint=tmp_path / "once.json")


def test_a_file_without_deals_is_refused() -> None:
    with pytest.raises(OptionError, match="holds no deals"):
        read_deals(PAGE)


def test_the_documentation_lists_every_column() -> None:
    page = PAGE.read_text(encoding="utf-8")

    def line(column: Column) -> str:
        return f"| `{column.name}` | `{column.type}` | {column.meaning} |"

    tables = (games_table(2), DECISIONS, DEALS)
    assert [line(column) for table in tables for column in table if line(column) not in page] == []
