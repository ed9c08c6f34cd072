"""A slow exact turn solver for comparison, which shares no code with the real one.

It walks a turn through the rules engine, over whole rolls and single sets of dice aside, and takes the best action of
every state. Equivalent sets are solved separately, which also tests the assumptions of the real solver.

Chances are fractions of ``faces ** dice``. A common denominator for the whole turn turns them into integers, which are
a hundred times faster than :class:`~fractions.Fraction` and as exact.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.set_aside import ROLL_ON, Aside, RollOn, SetAside, SetAsideState

Value = Callable[[State], Fraction]


def exact_swing(before: State) -> Value:
    """Return a function for the mover's gain, less the mean gain of the others, as an exact fraction."""
    seat = before.seat
    assert seat is not None
    start = before.scores()

    def value(after: State) -> Fraction:
        gains = [now - then for now, then in zip(after.scores(), start, strict=True)]
        own = gains.pop(seat)
        return own - Fraction(sum(gains), len(gains))

    return value


@cache
def _offers(aside: Aside) -> tuple[tuple[tuple[Aside, ...], int], ...]:
    """List the sets of asides that the next roll may offer, with the number of ways; empty for a dead roll."""
    offers: Counter[tuple[Aside, ...]] = Counter()
    for roll, ways in aside.rest.rolls:
        fresh = [(symbol, count) for symbol, count in enumerate(roll.counts) if count and not aside.mask >> symbol & 1]
        offers[tuple(aside.add(symbol, count) for symbol, count in fresh)] += ways
    return tuple(offers.items())


class Twin:
    """A solver for the turn from a given state on, with a given value of each position after the turn."""

    def __init__(self, state: SetAsideState, value: Value, denominator: int) -> None:
        self._table = state
        self._value = value
        dice = state.game.turn_dice
        # With n dice left, a value is a sum over at most n + (n - 1) + … + 1 rolled dice.
        self._unit = denominator * dice.die.faces ** (dice.count * (dice.count + 1) // 2)
        self._known: dict[State, int] = {}
        self._best: dict[Aside, int] = {}
        self._rolled: dict[Aside, int] = {}

    def value(self) -> Fraction:
        """Return the value of the turn at the state under best play."""
        node, aside, _ = self._table.turn
        return Fraction(self._roll(aside), self._unit) if node is Node.ROLL else max(self.values().values())

    def values(self) -> dict[Action, Fraction]:
        """Return the value of each legal action under best play afterwards."""
        return {action: Fraction(self._after(action), self._unit) for action in self._table.actions()}

    # -- in units of 1 / self._unit ------------------------------------------------------------------------------------

    def _after(self, action: Action) -> int:
        _, aside, roll = self._table.turn
        match action:
            case SetAside(symbol):
                assert roll is not None
                place = roll.die.index[symbol]
                return self._decide(aside.add(place, roll.counts[place]))
            case RollOn():
                return self._roll(aside)
        return self._evaluate(self._table.play(action).state)

    def _decide(self, aside: Aside) -> int:
        """Return the better of rolling and ending the turn with these dice aside."""
        best = self._best.get(aside)
        if best is None:
            state = self._table.at(aside.deciding)
            options = [
                self._roll(aside) if action == ROLL_ON else self._end(state, action) for action in state.actions()
            ]
            best = self._best[aside] = max(options) if options else self._evaluate(state.fail(()).state)
        return best

    def _end(self, state: SetAsideState, action: Action) -> int:
        return self._evaluate((state.claim(action) if action in state.claims() else state.fail(())).state)

    def _roll(self, aside: Aside) -> int:
        """Return the mean over all rolls."""
        rolled = self._rolled.get(aside)
        if rolled is None:
            total = sum(
                ways * (max(map(self._decide, offered)) if offered else self._dead_roll(aside))
                for offered, ways in _offers(aside)
            )
            rolled, rest = divmod(total, aside.rest.ways)
            assert not rest  # the division was exact
            self._rolled[aside] = rolled
        return rolled

    def _dead_roll(self, aside: Aside) -> int:
        """Return the value after a roll that shows only symbols already aside; all dice show the same one."""
        shown = aside.roll.text[0] * aside.left
        after = self._table.at(aside.rolling).play(shown).state
        if isinstance(after, SetAsideState) and after.turn.aside is aside:  # the player still chooses how the turn ends
            return max(self._evaluate(after.play(claim).state) for claim in after.actions())
        return self._evaluate(after)

    def _evaluate(self, after: State) -> int:
        if after not in self._known:
            units = self._value(after) * self._unit
            assert units.denominator == 1
            self._known[after] = units.numerator
        return self._known[after]
