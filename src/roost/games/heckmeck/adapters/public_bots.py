"""Published bots for Heckmeck am Bratwurmeck, reimplemented from their behaviour, as baselines."""

from collections.abc import Callable, Sequence
from functools import cache
from operator import eq, ge

from roost.core.errors import UnsupportedError
from roost.core.memory import MEMORY
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck, HeckmeckState
from roost.games.set_aside import ROLL_ON, SetAside, TurnDice
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.solution import TurnSolution, claim_payoff, sweeps
from roost.games.tiles import Snatch, Take

_Chances = dict[int, Sequence[float]]


def _heckmeck(name: str, state: State) -> HeckmeckState:
    if not isinstance(state, HeckmeckState):
        raise UnsupportedError(state.game.name, f"way for {name} to play it")
    return state


class Ev:
    """The strongest published bot, which maximises the exact expected worms of its own turn.

    A failure costs ``alpha`` times the worms on its top tile. A snatched tile is worth more by ``beta`` times each
    rival's average loss. The bot ignores the end of the game and the danger to its new top tile.
    """

    def __init__(self, alpha: float = 1.0, beta: float = 1.0, name: str = "ev") -> None:
        self.alpha = alpha
        self.beta = beta
        self.name = name

    def choose(self, state: State, chance: Stream) -> Action:
        heckmeck = _heckmeck(self.name, state)
        best = self._solve(heckmeck.turn_start()).best(heckmeck)
        if isinstance(best, Take):  # a bot that stops snatches a tile if it can
            return next((claim for claim in heckmeck.claims() if isinstance(claim, Snatch)), best)
        return best

    def _solve(self, start: HeckmeckState) -> TurnSolution:
        key = (Ev, self.alpha, self.beta, start)
        return MEMORY.recall(key, lambda: self._solve_turn(start), lambda solution: solution.nbytes)

    def _solve_turn(self, start: HeckmeckState) -> TurnSolution:
        game, seat = start.game, start.seat
        assert seat is not None
        stack = start.stacks[seat]
        fail = -self.alpha * (game.worms_on(stack[-1]) if stack else 0)
        snatching = 1 + self.beta / (game.players - 1)

        def worth(claim: Action) -> float:
            assert isinstance(claim, Take | Snatch)
            return game.worms_on(claim.tile) * (snatching if isinstance(claim, Snatch) else 1.0)

        return TurnSolution(turn_graph(game.turn_dice), claim_payoff(start, worth, fail))


class Simple:
    """The usual rules of thumb: the largest sum, worms from the third choice on, and stopping at the first claim."""

    name = "simple"

    def choose(self, state: State, chance: Stream) -> Action:
        actions = _heckmeck(self.name, state).actions()
        claims = [action for action in actions if isinstance(action, Take | Snatch)]
        if claims:
            return claims[0]
        return actions[0] if not isinstance(actions[0], SetAside) else self._pick(_heckmeck(self.name, state))

    def _pick(self, state: HeckmeckState) -> Action:
        roll, aside = state.turn.roll, state.turn.aside
        assert roll is not None
        *numbers, last = state.actions()
        if aside.mask.bit_count() >= 2 and last == SetAside("w"):
            return last

        def points(action: Action) -> tuple[int, int]:
            assert isinstance(action, SetAside)
            place = roll.die.index[action.symbol]
            return roll.counts[place] * roll.die.symbols[place].value, place

        return max((*numbers, last), key=points)


class Appeal:
    """A bot that aims at a single tile: the one with the most worms times the probability of getting it.

    A grill tile needs at least its number. A rival's top tile needs exactly its number and counts double. The worms
    that a failure would cost are added to either tile's worms.
    """

    name = "appeal"

    def choose(self, state: State, chance: Stream) -> Action:
        heckmeck = _heckmeck(self.name, state)
        _, aside, roll = heckmeck.turn
        graph = turn_graph(heckmeck.game.turn_dice)
        if roll is not None:
            nodes = []
            for action in heckmeck.actions():
                assert isinstance(action, SetAside)
                place = roll.die.index[action.symbol]
                nodes.append((action, graph.node(aside.add(place, roll.counts[place]))))
            return max(nodes, key=lambda pair: self._best_target(heckmeck, pair[1])[0])[0]
        _, tile, rivals = self._best_target(heckmeck, graph.node(aside))
        reached = aside.has_worm and (aside.total == tile if rivals else aside.total >= tile)
        claims = heckmeck.claims()
        if ROLL_ON in heckmeck.actions() and not (reached and claims):
            return ROLL_ON
        claim_type = Snatch if rivals else Take
        return next((claim for claim in claims if isinstance(claim, claim_type)), claims[0])

    def _best_target(self, state: HeckmeckState, node: int) -> tuple[float, int, bool]:
        """Return the greatest appeal at a node, the tile with that appeal, and whether the tile is a rival's."""
        game, seat = state.game, state.seat
        assert seat is not None
        at_least, exactly = _chances(game.turn_dice)
        stack = state.stacks[seat]
        lost = game.worms_on(stack[-1]) if stack else 0
        targets = [(at_least[tile][node] * (game.worms_on(tile) + lost), tile, False) for tile in state.grill]
        for owner, tiles in enumerate(state.stacks):
            if owner != seat and tiles:
                tile = tiles[-1]
                targets.append((exactly[tile][node] * (2 * game.worms_on(tile) + lost), tile, True))
        return max(targets, key=lambda target: target[0])


@cache
def _chances(dice: TurnDice) -> tuple[_Chances, _Chances]:
    """For each tile, return the best probabilities of reaching at least, and exactly, its number from each node."""
    graph, solve = turn_graph(dice), sweeps().solve
    totals = [0 if aside is None else aside.total for aside in graph.endings]

    def chances(hits: Callable[[int, int], bool], tile: int) -> Sequence[float]:
        worth = [float(hits(total, tile)) for total in totals]
        best, _ = solve(graph, worth, worth, [0.0] * len(worth))
        return list(map(float, best))

    at_least, exactly = ({tile: chances(hits, tile) for tile in Heckmeck.tiles} for hits in (ge, eq))
    return at_least, exactly
