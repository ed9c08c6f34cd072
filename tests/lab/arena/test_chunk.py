import roost
from lab.arena.players import MAKERS, Greedy
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.arena import Tournament
from roost.lab.arena.chunk import Crew, play_chunk
from roost.lab.arena.pool import chunks_from, chunks_in_processes
from roost.lab.arena.tally import DealTally

TOURNAMENT = Tournament(roost.game("junior"), ("greedy", "random"), "chunk", 120)


class Counting(Greedy):
    """A bot that counts how often copies of it are made and closed."""

    made = 0
    closed = 0

    def __init__(self) -> None:
        Counting.made += 1

    def close(self) -> None:
        Counting.closed += 1


class Learning(Greedy):
    """A bot that plays at random after its first 100 decisions."""

    def __init__(self) -> None:
        self.seen = 0

    def choose(self, state: State, chance: Stream) -> Action:
        self.seen += 1
        return chance.choice(state.actions()) if self.seen > 100 else super().choose(state, chance)


def test_worker_processes_yield_the_same_chunks_as_one_process() -> None:
    local = list(chunks_from(1, TOURNAMENT, MAKERS, is_recorded=True))
    from_workers = list(chunks_in_processes(2, 1, TOURNAMENT, MAKERS, is_recorded=True))
    assert local == from_workers
    assert [chunk.tally.deals for chunk in local] == [24, 12]


def test_a_chunk_can_be_stopped_before_a_game() -> None:
    answers = iter([False] * 7 + [True])
    assert play_chunk(TOURNAMENT, 0, MAKERS, is_stopped=lambda: next(answers)) is None


def test_every_chunk_begins_with_fresh_bots() -> None:
    """A bot that remembers gives the same result for a chunk, regardless of chunks played before."""
    makers = {**MAKERS, "greedy": Learning}
    alone = play_chunk(TOURNAMENT, 1, makers)
    after_others = list(chunks_from(0, TOURNAMENT, makers, is_recorded=False))[1]
    assert alone == after_others


def test_a_name_on_two_seats_gets_two_bots_and_every_bot_is_closed() -> None:
    tournament = Tournament(roost.game("junior", players=3), ("counting", "random"), games=12)
    chunk = play_chunk(tournament, 0, {**MAKERS, "counting": Counting})
    assert chunk is not None
    assert chunk.tally != DealTally()
    assert (Counting.made, Counting.closed) == (2, 2)
    crew = Crew(tournament, MAKERS)
    first, second, _ = crew.at(("greedy", "greedy", "random"))
    assert first is not second
    assert crew.at(("random", "greedy", "greedy"))[1:] == [first, second]
