"""Compare the general search, and the bots that use it, with games whose exact solution is known.

    PYTHONPATH=tests:examples/zombiedice python bench/any_game.py [--games 200] [--models first|good] [--write]

The games come from ``tests/outside`` and ``examples``. They have no solver of their own. ``--models`` also trains a
model for each, and measures the fox and the review of optimal play: ``first`` is the model that a hint trains in a
minute, ``good`` the one that ``roost train`` makes in some minutes. Errors are standard errors.
"""

import argparse
from collections.abc import Callable
from math import isnan
from statistics import mean, stdev
from time import process_time
from typing import Any

from roost_zombiedice import ZombieDice

from outside.short_straw import ShortStraw, taken_share, turn_value, win_share
from outside.shut_the_box import ShutTheBox, points_truth, win_truths
from pages import markdown, progress, write
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.record import Recorder
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.models.learning import FIRST, GOOD
from roost.study.models.model_cache import keep
from roost.study.odds.choice import swing, swing_range
from roost.study.odds.position import position_odds
from roost.study.odds.search import MOST_RESULTS, SearchedTurn

CUT = 4_000
"""States of a search that is cut on purpose."""
PLANS = {"first": FIRST, "good": GOOD}
REVIEWED = 20
"""Maximum number of games to review."""
ZOMBIE_BRAINS = 2.259
"""Expected brains of the first turn of Zombie Dice under best play, as its tests solve them."""

CUP_OF_THREE = "zombiedice A=0 B=0 turn=A played=0 brains=9 aside=gggggyyyr9"
"""A forced roll of three dice, one of each colour, with one blast aside."""

Shares = Callable[[State], float]
"""The exact win share of player A in a position of a game of two."""
Row = tuple[str, str, str]


def box_shares(game: ShutTheBox) -> Shares:
    """Return the exact win share of the first player of Shut the Box."""
    first, second = win_truths(game.tiles)

    def share(state: Any) -> float:
        if state.outcome is not None:
            return float(state.outcome.shares[0])
        return float(first.at(state)) if state.seat == 0 else 1 - float(second.at(state)[state.points[0]])

    return share


def straw_shares(game: ShortStraw) -> Shares:
    """Return the exact win share of the first player of Short Straw."""

    def share(state: Any) -> float:
        if state.outcome is not None:
            return float(state.outcome.shares[0])
        own, other = state.points[state.seat], state.points[1 - state.seat]
        mine = win_share(own, other, game.limit)
        if state.roll.size:
            mine = max(mine, taken_share(own + state.roll.total, other, game.limit))
        return mine if state.seat == 0 else 1 - mine

    return share


def regret(game: Game, share: Shares, choose: Callable[[State, Stream], Action], games: int) -> str:
    """Describe the mean loss of a player of both seats in a game, in win share, with the number of decisions."""
    losses, decisions = list[float](), 0
    for number in range(games):
        lost = 0.0
        chance, state = Stream(f"any game {number}"), game.opening()
        while state.outcome is None:
            if state.dice is not None:
                state = state.play(state.dice.draw(chance)).state
                continue
            sign = 1 if state.seat == 0 else -1
            values = {action: sign * share(after) for action, after in state.choices()}
            action = choose(state, chance)
            decisions += len(values) > 1
            lost += max(values.values()) - values[action]
            state = state.play(action).state
        losses.append(lost / 2)
    return f"{mean(losses):.3%} ± {stdev(losses) / games**0.5:.3%} in {games} games, {decisions:,} decisions"


def charged(game: Game, share: Shares, games: int) -> tuple[float, int]:
    """Return the total win share that reviews charge perfect players, and the number of decisions."""
    from roost.study.review.modelled import review_game

    total, decisions = 0.0, 0
    for number in range(games):
        chance, recorder = Stream(f"perfect {number}"), Recorder(game, ("Anna", "Ben"))
        while recorder.state.outcome is None:
            state = recorder.state
            if state.dice is not None:
                recorder.add(state.dice.draw(chance))
                continue
            sign = 1 if state.seat == 0 else -1
            recorder.add(max(state.choices(), key=lambda choice: sign * share(choice[1]))[0])
        for account in review_game(recorder.record()).accounts:
            total, decisions = total + account.mistakes, decisions + account.decisions
    return total, decisions


def odds_rows() -> list[Row]:
    """Compare the odds of openings with the truth."""
    box, rows = ShutTheBox(2).opening(), list[Row]()
    began = process_time()
    odds = position_odds(box)
    seconds = process_time() - began
    truth = float(points_truth().after(()))
    rows.append(("Shut the Box, 12 tiles: the opening's worth", f"{truth:.3f}", _with_error(odds.value, odds.error)))
    rows.append(("CPU seconds for the whole turn", "", f"{seconds:.1f}"))
    cut = SearchedTurn(box, swing(box), CUT, known_range=swing_range(box), results=MOST_RESULTS)
    unseen = position_unseen(cut, box)
    rows.append(
        (
            f"the same, cut at {CUT:,} positions",
            f"{truth:.3f}",
            f"{_with_error(cut.value(box), 0.0)}, {unseen:.1%} unseen",
        )
    )
    straw = position_odds(ShortStraw(2).opening())
    worth = turn_value({points: -float(points) for points in (1, 2, 3, 4, 5, 8)})
    rows.append(("Short Straw: the opening's worth", f"{worth:.3f}", _with_error(straw.value, straw.error)))
    rows.append(("Short Straw: risk of a turn", "25.0%", f"{straw.fails:.1%}"))
    cup = ZombieDice.read_text(CUP_OF_THREE)
    rows.append(("Zombie Dice: risk of a roll with the cup 1,1,1", "25.0%", f"{position_odds(cup).fails:.1%}"))
    began = process_time()
    zombie = position_odds(ZombieDice(2).opening())
    seconds = process_time() - began
    between = "not known" if zombie.between is None else " to ".join(f"{limit:.4f}" for limit in zombie.between)
    rows.append(("Zombie Dice: the opening's brains", str(ZOMBIE_BRAINS), f"{zombie.value:.3f} (proven: {between})"))
    rows.append(("CPU seconds for it", "", f"{seconds:.1f}"))
    return rows


def _with_error(value: float, error: float) -> str:
    """Format a value with its error, or say that the search could not determine it."""
    return "not known" if isnan(value) else f"{value:.3f} ± {error:.3f}"


def position_unseen(turn: SearchedTurn, state: State) -> float:
    """Return the probability that play leaves the searched positions."""
    return sum(chance for result, chance in turn.results(state).items() if result.name() == "unseen")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games for each measurement of play (default 200)")
    parser.add_argument("--models", choices=PLANS, help="also train models, for the fox and reviews")
    parser.add_argument("--write", action="store_true", help="write the table into docs/odds.md")
    options = parser.parse_args()
    rows = odds_rows()
    played: list[tuple[str, Game, Shares]] = [
        ("Short Straw", ShortStraw(2), straw_shares(ShortStraw(2))),
        ("Shut the Box", ShutTheBox(2), box_shares(ShutTheBox(2))),
    ]
    for title, game, share in played:
        if options.models:
            progress(f"training a model of {title}")
            keep(game, PLANS[options.models])
        for name in ("rooster", *(["fox"] if options.models else [])):
            progress(f"{name} plays {title}")
            given = regret(game, share, bot(name).choose, options.games)
            player = f"the fox, {options.models} model," if name == "fox" else f"the {name}"
            rows.append((f"{title}: what {player} gives away in a game", "0", given))
        if options.models:
            total, decisions = charged(game, share, min(options.games, REVIEWED))
            rows.append((f"{title}: charged for perfect play", "0", f"{total:.3%} in {decisions} decisions"))
    table = markdown(["", "truth", "Roost"], rows)
    print(table)
    if options.write:
        write("odds.md", "any game", table)


if __name__ == "__main__":
    main()
