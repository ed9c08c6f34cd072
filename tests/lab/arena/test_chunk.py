import roost
from lab.arena.players import MAKERS, Greedy
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.arena import Tournament
from roost.lab.arena.chunk import Crew, play_chunk
from roost.lab.arena.pool import chunks_from, chunks_in_processes
from roost.lab.arena.tally import Tally

TOURNAMENT = Tournament(roost.game("junior"), ("greedy", "random"), "chunk", 120)


class Counting(Greedy):
    """Remembers how often copies of it were made, asked and closed."""

    made = 0
    closed = 0

    def __init__(self) -> None:
        Counting.made += 1

    def close(self) -> None:
        """Count."""
        Counting.closed += 1


class Learning(Greedy):
    """Plays ever worse, the more it has seen."""

    def __init__(self) -> None:
        self.seen = 0

    def choose(self, state: State, rng: Stream) -> Action:
        self.seen += 1
        return rng.choice(state.actions()) if self.seen > 100 else super().choose(state, rng)


def test_here_and_elsewhere_the_same_chunks_come_in_the_same_order() -> None:
    """From any chunk on, the processes give what one process gives, and then end."""
    here = list(chunks_from(1, TOURNAMENT, MAKERS, is_recorded=True))
    there = list(chunks_in_processes(2, 1, TOURNAMENT, MAKERS, is_recorded=True))
    assert here == there
    assert [chunk.tally.deals for chunk in here] == [24, 12]


def test_a_chunk_can_be_stopped_before_a_game() -> None:
    """A chunk that is stopped is left unfinished, and gives nothing."""
    answers = iter([False] * 7 + [True])
    assert play_chunk(TOURNAMENT, 0, MAKERS, is_stopped=lambda: next(answers)) is None


def test_every_chunk_begins_with_fresh_bots() -> None:
    """A bot that remembers gives the same result whatever was played before in its process."""
    makers = {**MAKERS, "greedy": Learning}
    alone = play_chunk(TOURNAMENT, 1, makers)
    after_others = list(chunks_from(0, TOURNAMENT, makers, is_recorded=False))[1]
    assert alone == after_others


def test_a_bot_that_sits_twice_is_two_bots_and_all_are_closed() -> None:
    """One bot for each seat that its name can take, made once for the chunk."""
    tournament = Tournament(roost.game("junior", players=3), ("counting", "random"), games=12)
    chunk = play_chunk(tournament, 0, {**MAKERS, "counting": Counting})
    assert chunk is not None
    assert chunk.tally != Tally()
    assert (Counting.made, Counting.closed) == (2, 2)
    crew = Crew(tournament, MAKERS)
    one, other, _ = crew.at(("greedy", "greedy", "random"))
    assert one is not other
    assert crew.at(("random", "greedy", "greedy"))[1:] == [one, other]
