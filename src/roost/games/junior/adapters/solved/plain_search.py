"""Solve the end of two-player Junior in plain Python, where NumPy is not installed.

:mod:`.search` does the same in compiled code. Here each position is solved when its value is first needed.
"""

from functools import cache

from roost.core.state import State
from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.solved.position_index import KINDS, TurnStart, positions_of
from roost.games.junior.adapters.solved.turn import RESULTS, turn_nodes
from roost.study.solve.exact import Exact

_TOLERANCE = 1e-13
"""A pair counts as solved when its values change by no more than this."""
_QUICK_ROUNDS, _MOST_ROUNDS = 30, 300
_STEEPEST = 0.81
"""Upper bound on how much a position's value changes with itself, by way of the position it leads to by a pinch."""
_NEVER = -1.0
"""A value that is lower than any real one."""
_ROUNDING = 2.0**-53

Payoffs = list[float]
"""The mover's win share after each result of a turn."""


@cache
def plain_endgame(game: Junior) -> "PlainEndgame":
    """Return the cached solver of a game. It keeps every value, because the game's later turns need most of them."""
    return PlainEndgame(game)


class PlainEndgame(Exact):
    """The positions of two-player Junior whose values were needed so far."""

    def __init__(self, game: Junior) -> None:
        self._game = game
        self._index = positions_of(game)
        self._nodes = turn_nodes(game.turn_dice)
        self._deepest = max(depth for node in self._nodes for _, _, depth in node.outcomes)
        self._values: dict[TurnStart, float] = {}
        units = [[float(place == result) for place in range(RESULTS)] for result in range(1, RESULTS - 1)]
        terms = max(len(node.outcomes) for node in self._nodes) + 2
        step = game.dice_count * terms * _ROUNDING + _TOLERANCE
        self.error = self._index.tiles * step / (1.0 - max(map(self._play, units)))  # as in compiled code

    @property
    def positions(self) -> int:
        return sum(position.grill > 0 for position in self._values)

    def shares(self, state: State) -> tuple[float, ...]:
        if state.outcome is not None:
            return tuple(map(float, state.outcome.shares))
        assert isinstance(state, JuniorState)
        position = self._index.of(state)
        if position is None:
            raise self.unknown(state)
        share = self._value(position)
        return (share, 1.0 - share) if state.seat == 0 else (1.0 - share, share)

    def _value(self, position: TurnStart) -> float:
        """Return the mover's win share at the start of a turn, or at the end of the game."""
        if position not in self._values:
            if position.grill:
                self._solve(position)
            else:
                worms = [self._game.worms[kind] for kind in position.line]
                lead = sum(worms[: position.divider]) - sum(worms[position.divider :])
                self._values[position] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0  # JR-8
        return self._values[position]

    def _solve(self, position: TurnStart) -> None:
        """Store the value of a position, and that of the position to which a pinch leads, because both are related."""
        grill = self._index.grill(position)
        pinched = position.line[position.divider] if position.divider < len(position.line) else None
        if pinched is None or pinched in grill:  # JR-4, JR-5
            self._values[position] = self._play(self._payoffs(position, grill))
            return
        first, second = sorted((position, position.pinched()))  # in one order, so the rounding is the same
        may_take = grill[0] < pinched and not self._game.must_pinch  # JR-6
        self._values[first], self._values[second] = self._solve_pair(
            pinched + 1, may_take, self._payoffs(first, grill), self._payoffs(second, grill)
        )

    def _payoffs(self, position: TurnStart, grill: tuple[int, ...]) -> Payoffs:
        """Return the payoffs of a turn without a pinch."""
        payoffs = [1.0 - self._value(position.failed())]  # JR-7
        for kind in range(KINDS):
            payoffs.append(1.0 - self._value(position.took(kind)) if kind in grill else payoffs[kind])  # JR-4, JR-6
        return [*payoffs, payoffs[-1]]

    def _play(self, payoffs: Payoffs) -> float:
        """Return the value of a turn with these payoffs under best play."""
        rows = list(payoffs)
        options = [_NEVER] * (self._deepest + 1)
        total = 0.0
        for result, dead, outcomes in self._nodes:
            stopping = rows[result]
            total = dead * stopping
            for chance, child, depth in outcomes:
                best, value = options[depth - 1], rows[child]
                if best > value:
                    value = best
                options[depth] = value
                total += chance * value
            rows.append(total if total > stopping else stopping)
        return total  # no player stops before the first roll

    def _solve_pair(self, pinch: int, may_take: bool, first: Payoffs, second: Payoffs) -> tuple[float, float]:
        """Return the values of two positions that lead to each other by the result ``pinch``.

        The first value is a fixed point of an increasing function, which is treated as linear with the last observed
        slope. If that cycles, plain iteration takes over, which always contracts.
        """
        instead = [payoffs[pinch] if may_take else _NEVER for payoffs in (first, second)]
        value = played = other = 0.5
        last: tuple[float, float] | None = None
        for number in range(_MOST_ROUNDS):
            second[pinch] = max(1.0 - value, instead[1])
            other = self._play(second)
            first[pinch] = max(1.0 - other, instead[0])
            played = self._play(first)
            if abs(played - value) <= _TOLERANCE:
                break
            slope = 0.0
            if last is not None and number <= _QUICK_ROUNDS and abs(value - last[0]) > _TOLERANCE:
                slope = min(max((played - last[1]) / (value - last[0]), 0.0), _STEEPEST)
            last = value, played
            value = (played - slope * value) / (1.0 - slope)
        return played, other
