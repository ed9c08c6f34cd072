"""Tests of the generic search: exact for small turns, sampled with a correct error for large ones."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from roost_farkle import DIE, Farkle, keeps, worth
from roost_pig import Held, Hold, Pig, PigState, RollOn

from outside.shut_the_box import ShutTheBox
from roost.core.authoring import Action, PlainState, Roll, Step
from roost.core.errors import RoostError, UnsupportedError
from roost.core.state import State
from roost.study.odds.adapter import opening_table
from roost.study.odds.aims import Swing
from roost.study.odds.choice import ENDS, FAILS, swing
from roost.study.odds.position import PositionOdds, position_odds
from roost.study.odds.search import SearchedTurn
from roost.study.odds.turn_graph import TurnGraph


def pig_value(total: int, goal: int) -> float:
    """Calculate the value of a turn of Pig after a roll: roll while that is worth more than the total."""
    if total >= goal:
        return total
    rolled = sum(pig_value(total + face, goal) for face in range(2, 7)) / 6
    return max(float(total), rolled)


@pytest.mark.parametrize("total", [5, 12, 19, 20, 24])
def test_pig_is_solved_exactly(total: int) -> None:
    """The search agrees with a recursion for the swing against one opponent."""
    state = Pig.read_text(f"pig goal=30 A=0 B=0 turn=A total={total} roll=5")
    odds = position_odds(state)
    assert odds.value == pytest.approx(pig_value(total, 30))
    assert odds.error == 0.0
    assert "error" not in odds.to_json()


def test_pig_is_held_at_twenty() -> None:
    """A player who plays for points rolls below 20 and holds from there on, as is well known."""
    for total in range(5, 30):
        best = position_odds(Pig.read_text(f"pig A=0 B=0 turn=A total={total} roll=5")).choices[0].action
        assert best == (RollOn() if total < 20 else Hold())


def test_results_of_a_turn_of_pig() -> None:
    """A turn with a total of 19 has one more roll, which fails on a 1."""
    odds = position_odds(Pig.read_text("pig A=0 B=0 turn=A total=19 roll=5"))
    assert odds.results == pytest.approx({FAILS: 1 / 6, Hold(): 5 / 6})
    assert odds.fails == pytest.approx(1 / 6)


class MildState(PigState):
    """A position of Pig in which a 1 ends the turn without a loss."""

    __slots__ = ()

    def _rolled(self, roll: Roll) -> Step:
        if roll.total > 1:
            return super()._rolled(roll)
        return self.next_turn(Held(self.mover, self.total), points=self.gain(self.points, self.total))


@dataclass(frozen=True)
class Mild(Pig):
    """A variant of Pig with such positions."""

    state_type: ClassVar[type[PlainState]] = MildState


@pytest.mark.parametrize(("total", "by_dice"), [(5, ENDS), (0, FAILS)])
def test_the_dice_may_end_a_turn_without_a_failure(total: int, by_dice: Action) -> None:
    """A turn that the dice end fails only if its total is zero."""
    nearly = Mild.read_text(f"mild goal=10 A={8 - total} B=0 turn=A total={total}")
    assert position_odds(nearly).results == pytest.approx({FAILS: 0.0} | {by_dice: 1 / 6, Hold(): 5 / 6})


def test_a_roll_is_worth_the_mean() -> None:
    """A roll has no choices, and its value is the mean over the results."""
    odds = position_odds(Pig(goal=30).opening())
    assert odds.choices == ()
    assert odds.value == pytest.approx(sum(pig_value(face, 30) for face in range(2, 7)) / 6)


def farkle_value(goal: int) -> dict[tuple[int, int], float]:
    """Calculate the value of rolling in Farkle by points and dice, backwards from the goal."""
    rolling: dict[tuple[int, int], float] = {}
    ways = {
        left: [
            ([(worth(DIE.parse(keep.dice).counts), left - len(keep.dice) or 6) for keep in keeps(roll)], weight)
            for roll, weight in DIE.dice(left).rolls
        ]
        for left in range(1, 7)
    }
    for total in range(goal - 50, -50, -50):
        for left in range(1, 7):
            value = 0.0
            for options, weight in ways[left]:
                value += weight * max(
                    (max(total + n, rolling.get((total + n, m), 0.0)) for n, m in options), default=0.0
                )
            rolling[total, left] = value / 6**left
    return rolling


FARKLE = Farkle(goal=500).opening().play("112346").state


def exact_keep(action: Action) -> float:
    """Return the exact value of keeping some of these six dice."""
    dice = DIE.parse(str(action).removeprefix("keep"))
    points, left = worth(dice.counts), 6 - dice.size
    return max(float(points), farkle_value(500)[points, left])


def test_farkle_is_solved_exactly() -> None:
    """Rolls with the same choices are one state, so even a turn of six dice has few states."""
    odds = position_odds(FARKLE)
    for choice in odds.choices:
        assert choice.value == pytest.approx(exact_keep(choice.action))
        assert choice.error == 0
    assert "error" not in odds.to_json()


def test_samples_give_a_value_with_an_error() -> None:
    """The error covers the samples' chance, and what choices made by few samples lose."""
    choices = SearchedTurn(FARKLE, swing(FARKLE)).choices(FARKLE)
    for choice in choices:
        assert 0 < choice.error < 50
        assert abs(choice.value - exact_keep(choice.action)) < 3 * choice.error
    best = choices[0]
    data = PositionOdds(FARKLE, Swing(), best.value, best.results, choices, best.error, best.between).to_json()
    assert data["error"] == best.error


def test_searches_are_reproducible() -> None:
    """Samples depend only on the position."""
    state = Farkle().opening().play("112346").state
    first, second = (SearchedTurn(state, swing(state), 1_000).choices(state) for _ in range(2))
    assert first == second


def test_states_outside_the_graph_are_searched_on_request() -> None:
    """A solution covers every state of its turn, and refuses states of other turns."""
    state = Farkle().opening()
    turn = SearchedTurn(state, swing(state), 200)
    later: State = state
    for move in ("112346", "keep1", "roll", "23455"):
        later = later.play(move).state
    assert set(turn.values(later)) == set(later.actions())
    assert turn.best(later) in later.actions()
    with pytest.raises(RoostError, match="not part of the"):
        turn.value(later.play("keep5").state.play("bank").state.play("112346").state)


def test_a_quick_search_looks_equally_far_ahead_after_each_choice() -> None:
    """A second roll that does not fit into the budget after every choice is forgotten after all."""
    state = ShutTheBox(2, tiles=9).opening().play("36").state
    graph = TurnGraph(state, rolls=24, results=0)
    graph.expand_levels(450)
    rolls, waiting = {0: 0}, [0]
    for place in waiting:
        ways = graph.ways.get(place)
        for after in ways.after if ways else ():
            if after not in rolls:
                rolls[after] = rolls[place] + (ways is not None and ways.chances is not None)
                waiting.append(after)
    assert {rolls[place] for place in graph.edges} == {1}
    assert all(graph.states[place] == known for known, place in graph.places.items())


def test_long_turns_do_not_overflow_the_stack() -> None:
    """A turn of a thousand rolls is searched without recursion."""
    graph = TurnGraph(Pig(goal=1000).opening(), 100_000)
    assert graph.is_exact
    assert len(graph.states) > 3_000


def test_the_search_refuses_totals_and_opening_tables() -> None:
    """Aims for totals and opening tables need a game's own solver."""
    from roost.study.odds.aims import AtLeast

    with pytest.raises(UnsupportedError, match="pig has no number to aim at"):
        AtLeast(20).solve(Pig().opening())
    with pytest.raises(UnsupportedError, match="pig has no table of opening odds"):
        opening_table(Pig())
