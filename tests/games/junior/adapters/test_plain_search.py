"""Endgames of Junior solved in plain Python have the values of the compiled solver."""

import pytest

from games.junior.small import MixedJunior, PairsJunior
from roost.core.errors import RoostError
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.exact import is_near
from roost.games.junior.adapters.solved.plain_search import PlainEndgame
from roost.games.junior.adapters.solved.search import junior_endgame
from soak import tries

GAMES = (
    Junior(players=2),
    Junior(players=2, must_pinch=True),
    Junior(players=2, double_face="bun", worms=(3, 0, 1, 2, 0, 0)),
    MixedJunior(players=2),
    PairsJunior(players=2, must_pinch=True),
)
ENDS = tries(1, 200)
"""Number of games of each kind whose ends are solved."""
LEFT = tries(3, 5)
"""Maximum number of tiles left on the grill."""


def near_turns(game: Junior, chance: Stream) -> list[JuniorState]:
    """Return the starts of turns near the end of a random game, the last one first, and the final position."""
    state, starts = game.opening(), list[JuniorState]()
    while state.node is not Node.OVER:
        move = chance.choice(state.actions()) if state.dice is None else state.dice.draw(chance)
        after: State = state.play(move).state
        assert isinstance(after, JuniorState)
        state = after
        if state.outcome is not None or (state.seat is not None and is_near(state) and len(state.grill) <= LEFT):
            starts.append(state if state.outcome is not None else state.turn_start())
    return starts[::-1]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_plain_endgames_have_the_compiled_values(game: Junior) -> None:
    """The values differ by no more than the sum of the bounds on their errors, whatever was solved before."""
    plain = PlainEndgame(game)
    for number in range(ENDS):
        starts = near_turns(game, Stream(f"end {number}"))
        compiled = junior_endgame(starts[-1], 2_000)
        assert compiled is not None
        for state in starts:
            expected = pytest.approx(compiled.shares(state), abs=plain.error + compiled.error)
            assert plain.shares(state) == expected
    assert plain.error < 1e-11
    assert 0 < plain.positions < 2_000 * ENDS


def test_a_position_that_cannot_be_reached_has_no_value() -> None:
    """A position is refused if no sequence of moves can produce its set of face-down tiles."""
    game = Junior(players=2)
    impossible = JuniorState(game, 0, game.turn_dice.start, (8, 9), ((), ()))
    with pytest.raises(RoostError, match="cannot be reached"):
        PlainEndgame(game).shares(impossible)
