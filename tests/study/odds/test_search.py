"""The generic search: exact where a turn is small, sampled with an honest error where it is not."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from roost_farkle import DIE, Farkle, keeps, worth
from roost_pig import Held, Hold, Pig, PigState, RollOn

from roost.core.errors import RoostError, UnsupportedError
from roost.core.making import Action, PlainState, Roll, Step
from roost.core.state import State
from roost.study.odds.choice import ENDS, FAILS, swing
from roost.study.odds.face import opening_table
from roost.study.odds.position import position_odds
from roost.study.odds.search import SearchedTurn
from roost.study.odds.turn_graph import TurnGraph


def pig_value(total: int, goal: int) -> float:
    """The worth of a turn of Pig after a roll, worked out by hand: roll while it brings more than it loses."""
    if total >= goal:
        return total
    rolled = sum(pig_value(total + face, goal) for face in range(2, 7)) / 6
    return max(float(total), rolled)


@pytest.mark.parametrize("total", [5, 12, 19, 20, 24])
def test_pig_is_exact(total: int) -> None:
    """The search agrees with the turn worked out by hand, for the swing against one opponent with nothing."""
    state = Pig.read_text(f"pig goal=30 A=0 B=0 turn=A total={total} roll=5")
    odds = position_odds(state)
    assert odds.value == pytest.approx(pig_value(total, 30))
    assert odds.error == 0.0
    assert "error" not in odds.to_json()


def test_hold_at_twenty() -> None:
    """A player who plays for points rolls on below 20 and holds from there on, which everybody knows of Pig."""
    for total in range(5, 30):
        best = position_odds(Pig.read_text(f"pig A=0 B=0 turn=A total={total} roll=5")).choices[0].action
        assert best == (RollOn() if total < 20 else Hold())


def test_how_a_turn_of_pig_ends() -> None:
    """From 19 on, one more roll: it fails with a 1, and is held otherwise."""
    odds = position_odds(Pig.read_text("pig A=0 B=0 turn=A total=19 roll=5"))
    assert odds.results == pytest.approx({FAILS: 1 / 6, Hold(): 5 / 6})
    assert odds.fails == pytest.approx(1 / 6)


class MildState(PigState):
    """A position of Pig in which a 1 ends the turn, but loses nothing."""

    __slots__ = ()

    def _rolled(self, roll: Roll) -> Step:
        if roll.total > 1:
            return super()._rolled(roll)
        return self.next_turn(Held(self.mover, self.total), points=self.gain(self.points, self.total))


@dataclass(frozen=True)
class Mild(Pig):
    """Pig with such positions."""

    state_type: ClassVar[type[PlainState]] = MildState


@pytest.mark.parametrize(("total", "by_dice"), [(5, ENDS), (0, FAILS)])
def test_the_dice_may_end_a_turn_that_does_not_fail(total: int, by_dice: Action) -> None:
    """It fails where it has brought nothing."""
    nearly = Mild.read_text(f"mild goal=10 A={8 - total} B=0 turn=A total={total}")
    assert position_odds(nearly).results == pytest.approx({FAILS: 0.0} | {by_dice: 1 / 6, Hold(): 5 / 6})


def test_a_roll_is_worth_the_mean() -> None:
    """At a roll node there is no choice, and the value is that of the turn."""
    odds = position_odds(Pig(goal=30).opening())
    assert odds.choices == ()
    assert odds.value == pytest.approx(sum(pig_value(face, 30) for face in range(2, 7)) / 6)


def farkle_value(goal: int) -> dict[tuple[int, int], float]:
    """The worth of rolling in Farkle with so many points and dice, by going through all of it backwards."""
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
            for kept, weight in ways[left]:
                value += weight * max((max(total + n, rolling.get((total + n, m), 0.0)) for n, m in kept), default=0.0)
            rolling[total, left] = value / 6**left
    return rolling


def test_farkle_is_sampled_and_says_so() -> None:
    """A turn of Farkle is too large; what is sampled is within four standard errors of the truth."""
    state = Farkle(goal=3000).opening().play("112346").state
    truth, odds = farkle_value(3000), position_odds(state)
    for choice in odds.choices:
        points, left = worth(DIE.parse(str(choice.action).removeprefix("keep")).counts), 7 - len(str(choice.action)[4:])
        exact = max(float(points), truth[points, left - 1])
        assert 0 < choice.error < 50
        assert abs(choice.value - exact) < 4 * choice.error
    assert odds.to_json()["error"] == odds.error


def test_the_same_question_has_the_same_answer() -> None:
    """Samples come from the position itself."""
    state = Farkle().opening().play("112346").state
    first, second = (SearchedTurn(state, swing(state), 1_000).choices(state) for _ in range(2))
    assert first == second


def test_what_was_not_looked_at_is_searched_when_it_is_asked_for() -> None:
    """A solution answers for every state of its turn, and for no other."""
    state = Farkle().opening()
    turn = SearchedTurn(state, swing(state), 200)
    later: State = state
    for move in ("112346", "keep1", "roll", "23455"):
        later = later.play(move).state
    assert set(turn.values(later)) == set(later.actions())
    assert turn.best(later) in later.actions()
    with pytest.raises(RoostError, match="no state of the turn"):
        turn.value(later.play("keep5").state.play("bank").state.play("112346").state)


def test_no_stack_is_too_deep() -> None:
    """A turn of a thousand rolls is searched without recursion."""
    graph = TurnGraph(Pig(goal=1000).opening(), 100_000)
    assert graph.is_exact
    assert len(graph.states) > 5_000


def test_what_no_game_answers() -> None:
    """Numbers to aim at and tables to know by heart are a game's own."""
    from roost.study.odds.aims import AtLeast

    with pytest.raises(UnsupportedError, match="pig has no number to aim at"):
        AtLeast(20).solve(Pig().opening())
    with pytest.raises(UnsupportedError, match="pig has no table of opening odds"):
        opening_table(Pig())
