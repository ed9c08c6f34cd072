"""Tests of solved endgames, by the rules engine and by Junior's kernels."""

import pytest

import roost
from games.junior.small import PairsJunior, solved_slowly
from roost.core.errors import OptionError, RoostError
from roost.core.state import State
from roost.games.junior import JuniorState
from roost.games.junior.adapters.solved.search import JuniorEndgame
from roost.games.set_aside import SetAsideState
from roost.games.set_aside.adapters.ends import engine_endgame
from roost.games.set_aside.adapters.solution import solve_result, solve_turn
from roost.study.solve import Exact, endgame
from roost.study.solve.components import strongly_connected

ENDS = (
    "heckmeck grill=21,23 A=25 B=- turn=A",
    "heckmeck short_game=yes grill=30 A=21,22 B=25 turn=B",
    "junior grill=4,5,5 A=6,4 B=7 turn=A",
    "junior grill=4 A=6 B=7 C=5 turn=A",
    "junior must_pinch=yes grill=4,5 A=6,4 B=7 turn=A",
    "barbecue grill=23:AA,24:BB,25:AA,26:BB,27:AA,28:BB,29:AA,30:BB,31:AA,33:snail,34:snail,35:snail,36:snail "
    "A=12w4s B=14w4s turn=A",
    "barbecue stop_on_nothing=yes grill=23:AA,24:BB,25:AA,26:BB,27:AA,28:BB,29:AA,30:BB,31:AA,33:snail,34:snail,"
    "35:snail,36:snail A=12w4s B=14w4s turn=A",
)


def position(text: str) -> SetAsideState:
    """Return a position at the start of a turn."""
    state = roost.position(text)
    assert isinstance(state, SetAsideState)
    return state


def followers(state: SetAsideState) -> list[State]:
    """Return all positions after the turn."""
    claims = {claim for total in range(1, 49) for claim in state.claims_on(total)}
    return [state.fail(()).state, *(state.claim(claim).state for claim in claims)]


@pytest.mark.parametrize("text", ENDS)
def test_shares_are_consistent_with_later_shares(text: str) -> None:
    """At every position, best play against the later shares gives the mover's share."""
    start = position(text)
    solved = engine_endgame(start, 2_000)
    assert solved is not None
    assert solved.error < 1e-9
    waiting, seen = [start], {start}
    while waiting:
        state = waiting.pop()
        seat, shares = state.seat, solved.shares(state)
        assert seat is not None
        assert sum(shares) == pytest.approx(1.0, abs=1e-9)
        turn = solve_turn(state, lambda after, seat=seat: solved.shares(after)[seat])  # type: ignore[misc]  # a default binds the seat
        assert turn.value(state) == pytest.approx(shares[seat], abs=1e-9)
        if state.game.players == 2:
            assert turn.expect(state, solved.shares) == pytest.approx(shares, abs=1e-9)
        for after in followers(state):
            if after.outcome is None and after not in seen:
                assert isinstance(after, SetAsideState)
                seen.add(after)
                waiting.append(after)
    assert len(seen) == solved.positions


def test_a_race_in_closed_form() -> None:
    """If two players race for the last tile, the mover's share is 1 / (2 - chance to hit)."""
    state = position("heckmeck grill=36 A=- B=- turn=B")
    hit = solve_result(state, lambda total: float(total >= 36)).value(state)
    solved = endgame(state)
    assert solved is not None
    assert solved.positions == 2
    assert solved.shares(state)[1] == pytest.approx(1 / (2 - hit), abs=1e-10)


def test_kernels_and_engine_agree_about_junior() -> None:
    """Both solutions agree with a slow solver."""
    start = PairsJunior(players=2).opening()
    assert isinstance(start, JuniorState)
    quick, slow = endgame(start), engine_endgame(start, 1_000)
    assert isinstance(quick, JuniorEndgame)
    assert slow is not None
    for state, value in solved_slowly(start.game).items():
        assert state.seat is not None
        assert quick.shares(state)[state.seat] == pytest.approx(value, abs=1e-9)
        assert slow.shares(state)[state.seat] == pytest.approx(value, abs=1e-9)


def test_unusual_tiles_are_solved_by_the_engine() -> None:
    """A Junior position with a low tile face down has no index in the kernels, but can be solved."""
    state = position("junior grill=4,9 A=8 B=6 turn=A")
    solved = endgame(state)
    assert solved is not None
    assert not isinstance(solved, JuniorEndgame)
    assert 0.0 < solved.shares(state)[0] < 1.0


def test_a_state_within_a_turn_has_the_shares_of_its_start() -> None:
    """Both solvers take a state within a turn back to the start of the turn."""
    for text in ("junior grill=4,5,5 A=6,4 B=7 turn=A", "heckmeck grill=36 A=- B=- turn=A"):
        start = position(text)
        later = start.play(start.dice.parse("w" * start.dice.count)).state  # type: ignore[union-attr]  # dice are rolled
        first, second = endgame(start), endgame(later)
        assert first is not None
        assert second is not None
        assert first.shares(start) == second.shares(later) == first.shares(later)


@pytest.mark.parametrize("text", [ENDS[0], ENDS[2]])
def test_too_many_positions_are_not_solved(text: str) -> None:
    """The result is None if there is one position more than the limit."""
    solved = endgame(position(text))
    assert solved is not None
    assert endgame(position(text), solved.positions) is not None
    assert endgame(position(text), solved.positions - 1) is None


@pytest.mark.parametrize("text", [ENDS[0], ENDS[2]])
def test_unreachable_positions_are_refused(text: str) -> None:
    """A position before the solved ones raises an error, and a finished game has its exact shares."""
    start = position(text)
    solved = endgame(start)
    assert isinstance(solved, Exact)
    before = start.game.opening()
    with pytest.raises(RoostError, match="cannot be reached"):
        solved.shares(before)
    over = roost.position("junior grill=- A=9 B=4 over=grill-empty")
    assert solved.shares(over) == (1.0, 0.0)


def test_unusual_tiles_are_unreachable_from_indexed_positions() -> None:
    """A Junior position with a low tile face down cannot follow a position that the kernels solved."""
    solved = endgame(position(ENDS[2]))
    assert solved is not None
    with pytest.raises(RoostError, match="cannot be reached"):
        solved.shares(position("junior grill=9 A=8 B=6 turn=A"))


def test_unsupported_games_and_draws_are_refused() -> None:
    """Games without exact values, and positions without a turn, raise an error."""
    with pytest.raises(OptionError, match="picnic has no exact values"):
        endgame(roost.game("picnic", players=2).opening())
    with pytest.raises(RoostError, match="no turn"):
        endgame(roost.position("junior start=random grill=4,9 A=- B=- turn=draw"))


def test_strongly_connected_components_are_found_in_order() -> None:
    """Cycles are detected, and each component comes after its successors."""
    after = [[1, 3], [2], [1, 4], [], [5], [4], [0]]
    components = [sorted(component) for component in strongly_connected(after)]
    assert sorted(components) == [[0], [1, 2], [3], [4, 5], [6]]
    order = {place: i for i, component in enumerate(components) for place in component}
    assert all(order[to] <= order[place] for place, ways in enumerate(after) for to in ways)
