import json
import sys
from pathlib import Path

import pytest

import roost
from lab.arena.players import MAKERS, Broken, Deadly, Interrupting, Picky
from roost.core.errors import OptionError
from roost.core.record import read_all
from roost.core.registry import all_games
from roost.lab.arena import DealTally, EndReason, Tournament, TournamentResult, run, tournament_run
from roost.lab.arena.tournament import FEWEST_DEALS_TO_STOP
from roost.lab.arena.tournament_run import MOST_JOBS
from roost.play.dice import verify_dice

pytestmark = pytest.mark.slow

TABLES = [(name, players) for name, kind in all_games().items() for players in kind.player_range]


def tournament(games: int = 200, **changes: object) -> Tournament:
    """Make a tournament of Junior for two."""
    settings: dict[str, object] = {"bots": ("greedy", "random"), "seed": "running", **changes}
    return Tournament(roost.game("junior"), games=games, **settings)  # type: ignore[arg-type]  # built from parts


def text(result: TournamentResult) -> str:
    """Return everything that is reported about a result."""
    return json.dumps(result.to_json())


class Interrupter:
    """A watcher that raises KeyboardInterrupt after a number of chunks."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def __call__(self, tally: DealTally) -> None:
        if tally.deals:
            self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_can_be_played_by_any_number_of_players(name: str, players: int) -> None:
    """In every game and for every number of players, each game's win is distributed in full."""
    result = run(Tournament(roost.game(name, players=players), ("chick",) * players, "every", 2))
    assert result.games == sum(result.tally.ends.values()) == 2
    assert result.tally.forfeits == (0,)
    assert result.standings[0].share.value == pytest.approx(1 / players)
    assert sum(seat.value for seat in result.seats) == pytest.approx(1)


def test_the_number_of_processes_does_not_matter(tmp_path: Path) -> None:
    """One process and two produce the same bytes: result, records and checkpoint."""
    results = []
    for jobs in (1, 2):
        checkpoint, records = tmp_path / f"{jobs}.json", tmp_path / f"{jobs}.roost"
        results.append(text(run(tournament(250), jobs=jobs, bots=MAKERS, checkpoint=checkpoint, records=records)))
    assert results[0] == results[1]
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    assert (tmp_path / "1.roost").read_bytes() == (tmp_path / "2.roost").read_bytes()


def test_only_the_seed_changes_the_games_of_a_tournament() -> None:
    first, again, other = (run(tournament(50, seed=seed), bots=MAKERS) for seed in ("running", "running", "other"))
    assert text(first) == text(again)
    assert first.tally != other.tally


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_tournament_resumes_to_the_same_result(tmp_path: Path, jobs: int) -> None:
    """Stopped twice and resumed with another number of processes, a tournament has the same result to the last byte."""
    checkpoint, records = tmp_path / "checkpoint.json", tmp_path / "games.roost"
    wanted = tournament(300)
    whole = run(wanted, bots=MAKERS, records=tmp_path / "whole.roost")
    first = run(wanted, jobs=jobs, bots=MAKERS, progress=Interrupter(2), checkpoint=checkpoint, records=records)
    assert first.ended is EndReason.INTERRUPTED
    assert first.games == 3 * 48
    second = run(wanted, jobs=3 - jobs, bots=MAKERS, progress=Interrupter(1), checkpoint=checkpoint, records=records)
    assert second.games == 4 * 48
    last = run(wanted, bots=MAKERS, checkpoint=checkpoint, records=records)
    assert last.ended is EndReason.GAMES
    assert text(last) == text(whole)
    assert records.read_bytes() == (tmp_path / "whole.roost").read_bytes()
    assert list(tmp_path.glob("*.new")) == []


@pytest.mark.parametrize(("choices", "finished"), [(5, {0}), (2_000, {48, 96, 144, 192})])
def test_an_interrupt_in_a_game_discards_the_unfinished_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choices: int, finished: set[int]
) -> None:
    """The finished chunks count; the chunk that was cut off is played again."""
    checkpoint = tmp_path / "checkpoint.json"
    monkeypatch.setattr(Interrupting, "left", choices)
    cut = run(tournament(), bots=MAKERS | {"random": Interrupting}, checkpoint=checkpoint)
    assert cut.ended is EndReason.INTERRUPTED
    assert cut.games in finished
    assert text(run(tournament(), bots=MAKERS, checkpoint=checkpoint)) == text(run(tournament(), bots=MAKERS))


def test_a_tournament_can_grow(tmp_path: Path) -> None:
    """More games are added to those in a checkpoint, even if its last chunk was short."""
    checkpoint = tmp_path / "checkpoint.json"
    for games in (100, 100, 260):
        grown = run(tournament(games), bots=MAKERS, checkpoint=checkpoint)
        assert text(grown) == text(run(tournament(games), bots=MAKERS))
    with pytest.raises(OptionError, match="it holds 240 games already, more than 100"):
        run(tournament(100), bots=MAKERS, checkpoint=checkpoint)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": "other"}, "another tournament: its seed is 'running', not 'other'"),
        ({"bots": ("random", "greedy")}, "its bots is"),
        ({"until_se": 0.1}, "its until_se is None, not 0.1"),
        ({"move_timeout": 1.0}, "its move_timeout is 5.0, not 1.0"),
    ],
)
def test_a_checkpoint_of_another_tournament_is_refused(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    """The error names the difference, and the file stays unchanged."""
    checkpoint = tmp_path / "checkpoint.json"
    run(tournament(48), bots=MAKERS, checkpoint=checkpoint)
    before = checkpoint.read_bytes()
    with pytest.raises(OptionError, match=message):
        run(tournament(48, **changes), bots=MAKERS, checkpoint=checkpoint)
    assert checkpoint.read_bytes() == before


@pytest.mark.parametrize("damage", ["", "{}", "[]", "[" * 100_000, "flip", "\x00\xff"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, damage: str) -> None:
    checkpoint = tmp_path / "checkpoint.json"
    run(tournament(48), bots=MAKERS, checkpoint=checkpoint)
    saved = checkpoint.read_text()
    assert '"chunks": 1' in saved
    checkpoint.write_text(saved.replace('"chunks": 1', '"chunks": 0') if damage == "flip" else damage)
    with pytest.raises(OptionError, match=r"checkpoint.json cannot be resumed: it is damaged or not a checkpoint"):
        run(tournament(), bots=MAKERS, checkpoint=checkpoint)


def test_an_enormous_checkpoint_is_refused_without_being_read(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint.json"
    with checkpoint.open("wb") as file:
        file.truncate(10**9)
    with pytest.raises(OptionError, match="it is far too large"):
        run(tournament(), bots=MAKERS, checkpoint=checkpoint)


def test_records_belong_to_their_checkpoint(tmp_path: Path) -> None:
    """Records cannot be added, left out or exchanged on resuming, and no other file is overwritten."""
    checkpoint, records = tmp_path / "checkpoint.json", tmp_path / "games.roost"
    run(tournament(), bots=MAKERS, progress=Interrupter(1), checkpoint=checkpoint, records=records)
    with pytest.raises(OptionError, match="its tournament keeps records"):
        run(tournament(), bots=MAKERS, checkpoint=checkpoint)
    with pytest.raises(OptionError, match="lacks the records"):
        run(tournament(), bots=MAKERS, checkpoint=checkpoint, records=tmp_path / "other.roost")
    records.write_text("short")
    with pytest.raises(OptionError, match="lacks the records"):
        run(tournament(), bots=MAKERS, checkpoint=checkpoint, records=records)
    with pytest.raises(FileExistsError):
        run(tournament(), bots=MAKERS, records=records)
    assert records.read_text() == "short"
    checkpoint.unlink()
    run(tournament(), bots=MAKERS, checkpoint=checkpoint)
    with pytest.raises(OptionError, match="its tournament keeps no records"):
        run(tournament(), bots=MAKERS, checkpoint=checkpoint, records=records)


def test_records_hold_every_game(tmp_path: Path) -> None:
    """Each record names its deal, its players and its dice, and the dice can be verified."""
    path = tmp_path / "games.roost"
    result = run(tournament(50), bots=MAKERS, records=path)
    records = list(read_all(path.read_text()))
    assert len(records) == result.games == 50
    assert [record.headers["Deal"] for record in records] == [str(deal) for deal in range(25) for _ in range(2)]
    assert [record.headers["Order"] for record in records] == ["0", "1"] * 25
    assert {record.names for record in records} == {("greedy", "random"), ("random", "greedy")}
    assert all(record.is_finished and verify_dice(record).is_proved for record in records)
    assert records[3].headers["Seed"] == "running/1"


def test_a_tournament_stops_once_it_is_precise_enough() -> None:
    """A tournament stops at the first chunk with every standard error small enough, for any number of processes."""
    wanted = tournament(100_000, until_se=0.015)
    results = [run(wanted, jobs=jobs, bots=MAKERS) for jobs in (1, 2)]
    assert text(results[0]) == text(results[1])
    (result, _) = results
    assert result.ended is EndReason.STANDARD_ERROR
    assert FEWEST_DEALS_TO_STOP <= result.deals < wanted.deals
    assert result.deals % wanted.deals_per_chunk == 0
    assert all((standing.share.standard_error or 1) <= 0.015 for standing in result.standings)


def test_a_tournament_does_not_stop_before_it_is_precise_enough() -> None:
    """One chunk before the end, a standard error was still too large."""
    result = run(tournament(100_000, until_se=0.006), bots=MAKERS)
    assert result.ended is EndReason.STANDARD_ERROR
    assert result.deals > FEWEST_DEALS_TO_STOP + result.tournament.deals_per_chunk
    earlier = run(tournament(result.games - 48), bots=MAKERS)
    assert max(standing.share.standard_error or 1 for standing in earlier.standings) > 0.0059


def test_the_number_of_games_is_a_limit_even_if_precision_is_not_reached() -> None:
    result = run(tournament(100, until_se=0.0001), bots=MAKERS)
    assert (result.ended, result.games) == (EndReason.GAMES, 100)


def test_a_tournament_that_was_precise_enough_does_not_continue(tmp_path: Path) -> None:
    """A request for more games plays none of them, just as if they had been requested from the start."""
    checkpoint = tmp_path / "checkpoint.json"
    precise = run(tournament(100_000, until_se=0.02), bots=MAKERS, checkpoint=checkpoint)
    again = run(tournament(200_000, until_se=0.02), bots=MAKERS, checkpoint=checkpoint)
    assert again.ended is EndReason.STANDARD_ERROR
    assert again.tally == precise.tally


def test_a_watcher_gets_the_checkpoints_tally_first_and_then_every_chunk(tmp_path: Path) -> None:
    heard: list[int] = []
    checkpoint = tmp_path / "checkpoint.json"
    for games in (96, 200):
        run(tournament(games), bots=MAKERS, checkpoint=checkpoint, progress=lambda tally: heard.append(tally.games))
    assert heard == [0, 48, 96, 96, 144, 192, 200]


def test_a_checkpoint_is_saved_regularly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tournament that is killed loses only its last few seconds."""
    monkeypatch.setattr(tournament_run, "_SECONDS_BETWEEN_SAVES", 0.0)
    checkpoint, saved = tmp_path / "checkpoint.json", list[int]()

    def watch(tally: DealTally) -> None:
        saved.append(json.loads(checkpoint.read_text())["tally"]["games"])

    run(tournament(), bots=MAKERS, checkpoint=checkpoint, progress=watch)
    assert saved == [0, 48, 96, 144, 192, 192]


@pytest.mark.parametrize("jobs", [0, MOST_JOBS + 1])
def test_the_number_of_jobs_is_bounded(jobs: int) -> None:
    with pytest.raises(OptionError, match=f"jobs must be 1 to {MOST_JOBS}, not {jobs}"):
        run(tournament(), jobs=jobs, bots=MAKERS)


def test_an_unknown_bot_is_reported_before_any_game(tmp_path: Path) -> None:
    """An unknown bot raises before a checkpoint or records are written."""
    with pytest.raises(OptionError, match="no bot is called 'chik'; did you mean 'chick'"):
        run(tournament(bots=("chik", "random")), bots=MAKERS, checkpoint=tmp_path / "c", records=tmp_path / "r")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_always_forfeits_ends_the_tournament(jobs: int) -> None:
    result = run(tournament(10_000, bots=("greedy", "broken")), jobs=jobs, bots=MAKERS | {"broken": Broken})
    assert result.ended is EndReason.FORFEITS
    assert (result.games, result.tally.forfeits) == (48, (0, 48))
    assert result.standing("greedy").share.value == 1
    assert result.tally.forfeited[0].reason == "RuntimeError: no idea"


def test_bots_that_all_forfeit_end_the_tournament() -> None:
    """If both bots fail, the one asked second wins each game, so neither forfeits all of them."""
    result = run(tournament(10_000, bots=("broken", "broken")), bots={"broken": Broken})
    assert (result.ended, result.games, result.tally.forfeits) == (EndReason.FORFEITS, 48, (48,))


def test_bots_for_several_processes_must_be_importable() -> None:
    with pytest.raises(OptionError, match="the maker of 'random' must be a class or function that can be imported"):
        run(tournament(), jobs=2, bots=MAKERS | {"random": lambda: MAKERS["random"]()})


def test_an_option_error_in_another_process_is_raised() -> None:
    """A bot that does not support the game raises the same error as in one process."""
    with pytest.raises(OptionError, match="picky does not play junior"):
        run(tournament(bots=("picky", "random")), jobs=2, bots=MAKERS | {"picky": Picky})


def test_a_dead_worker_process_is_an_error() -> None:
    with pytest.raises(roost.RoostError, match="a process of the arena died"):
        run(tournament(bots=("deadly", "random")), jobs=2, bots=MAKERS | {"deadly": Deadly})


def test_several_jobs_refuse_a_bot_defined_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes cannot import a class from a program without a file, so an error says this before they start."""
    main = sys.modules["__main__"]
    typed = type("Typed", (), {"__module__": "__main__", "name": "typed"})
    monkeypatch.setattr(main, "Typed", typed, raising=False)
    monkeypatch.delattr(main, "__file__", raising=False)
    with pytest.raises(roost.OptionError, match="'typed' must be in a file"):
        run(tournament(2, bots=("typed", "random")), jobs=2, bots={"typed": typed})
