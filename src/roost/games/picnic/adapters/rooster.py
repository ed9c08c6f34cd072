"""The rooster for Picnic Blitz in compiled code. It plans each turn once, then finds the best use of the final dice."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.adapters.compiled import QUEEN_REROLL, REROLL, fresh_rerolls
from roost.games.picnic.adapters.lanes import COSTS, TRACKS, list_entries, make_entries
from roost.games.picnic.adapters.progress import PointWeights, points_of, token_values, value_entries
from roost.games.picnic.adapters.reroll_kernel import (
    FRESH,
    SPEND,
    Allowance,
    Choices,
    Parts,
    make_choices,
    parts_of,
    solve_rerolls,
)
from roost.games.picnic.adapters.rolls import dice_tables
from roost.games.picnic.adapters.turn_plan import (
    NO_CORRECTIONS,
    Sheet,
    Terms,
    find_end,
    first_step,
    make_ends,
    make_room,
    sum_up_all,
    value_rolls,
)
from roost.study.fast.chance import STREAM
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.game_kernel import advance
from roost.study.fast.packed import Packing
from roost.study.fast.records import Record, Records
from roost.study.fast.rules import act

_FIRST = np.zeros(1, np.int64)


class DiceArrays(NamedTuple):
    """The dice tables; see :class:`roost.games.picnic.adapters.rolls.DiceTables`."""

    counts: NDArray[np.int64]
    attacks: NDArray[np.int64]
    place: NDArray[np.int64]
    parts: Parts


class Workspace(NamedTuple):
    """Buffers for the current turn."""

    sheet: Sheet
    final: NDArray[np.float64]
    """Each final roll's value, without and with a Queen token in hand."""
    choices: Choices


@called
def _begin(rules: Record, state: Record, points: PointWeights, workspace: Workspace) -> Any:
    """List the lanes that the turn can make of each track, and return the turn's terms."""
    queen = np.int64(state.queens) >> np.int64(state.seat) & 1
    entries, fewest = workspace.sheet.entries, np.int64(COSTS)
    list_entries(rules, state, COSTS - 2 + queen, entries)
    value_entries(rules, state, entries, points, workspace.sheet.worth)
    for e in range(entries.first[TRACKS]):
        if entries.cost[e]:
            fewest = min(fewest, entries.cost[e])
    away, in_hand = token_values(state, points)
    missing = np.int64(rules.goal) - np.int64(state.scores[state.seat])
    return Terms(away, in_hand, points.win, missing, queen, fewest, np.int64(not rules.beginner))


@called
def _plan(rules: Record, state: Record, terms: Terms, dice: DiceArrays, workspace: Workspace) -> None:
    """Solve the re-rolls of the current turn."""
    sum_up_all(workspace.sheet, terms)
    value_rolls(workspace.sheet, terms, (dice.counts, dice.attacks), workspace.final)
    left, groups = fresh_rerolls(rules, state)
    solve_rerolls(Allowance(terms.queen, left, np.int64(groups)), workspace.final, dice.parts, workspace.choices)


@called
def _choose_reroll(rules: Record, state: Record, queen: Any, dice: DiceArrays, choice: Any) -> Any:
    """Return the index of the best action while dice are re-rolled."""
    code: Any = np.int64(0)
    for track in range(TRACKS - 1):  # the first five counts determine the last
        code = code * (TRACKS + 1) + (np.int64(state.dice) >> 4 * track & 15)
    roll = dice.place[code]
    left, groups = fresh_rerolls(rules, state)
    is_fresh = state.rerolls == left and state.groups == groups
    staying = choice[queen, FRESH if is_fresh else np.int64(state.rerolls), roll]
    if staying == SPEND:
        return QUEEN_REROLL
    taken, place = 0, 0
    for track in range(TRACKS):
        taken |= ((1 << (dice.counts[roll, track] - dice.counts[staying, track])) - 1) << place
        place += dice.counts[roll, track]
    return taken


@entry_point
def play_turns(
    rulebook: Any,
    states: Any,
    streams: Any,
    run: Any,
    decisions: Any,
    dice: DiceArrays,
    points: PointWeights,
    workspace: Workspace,
) -> Any:
    """Play until another player has to decide, the game is over, or the limit on choices is reached.

    ``run`` holds the indices of the states in which the rooster decides, and the maximum number of choices in each.
    Returns the index of the last action.
    """
    rules, action, (places, most) = rulebook[0], np.int64(0), run
    for i in places:
        state = states[i]
        seat, choices_made = state.seat, 0
        terms, planned = _begin(rules, state, points, workspace), np.int64(-1)
        while state.seat == seat and choices_made < most:  # the seat is NOBODY once the game is over
            queen = np.int64(state.queens) >> np.int64(seat) & 1
            if state.node == REROLL:
                if planned != queen:  # the token may have been spent since planning
                    away, in_hand, win, missing, _, fewest, may_skip = terms
                    current_terms = Terms(away, in_hand, win, missing, queen, fewest, may_skip)
                    _plan(rules, state, current_terms, dice, workspace)
                    planned = queen
                action = np.int64(_choose_reroll(rules, state, queen, dice, workspace.choices.choice))
            else:
                place = find_end(rules, state, workspace.sheet, terms)
                action = np.int64(first_step(rules, state, workspace.sheet, place, terms.missing))
            act(rules, state, np.uint64(action))
            advance(rules, state, streams[i])
            decisions[i] += 1
            choices_made += 1
    return action


class RoosterTurns:
    """The rooster for one configuration of table. Not thread-safe, because its buffers are reused."""

    def __init__(self, packed: Packing[Any, Any]) -> None:
        dice, entries = dice_tables(), make_entries()
        rolls = len(dice.rolls)
        self._packed = packed
        self._tables = (
            DiceArrays(dice.counts, dice.attacks, dice.place, parts_of(dice)),
            points_of(packed.game),
            Workspace(
                Sheet(entries, np.zeros(len(entries.lane)), NO_CORRECTIONS, make_room(), make_ends()),
                np.zeros((2, rolls)),
                make_choices(dice),
            ),
        )

    def choose(self, state: Records) -> int:
        """Return the index of the best action at a decision."""
        streams, decisions = np.ones(1, STREAM), np.zeros(1, np.int64)
        return int(play_turns(self._packed.rules, state.copy(), streams, (_FIRST, 1), decisions, *self._tables))

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        """Play in these states until another player has to decide or the game is over."""
        endless = np.iinfo(np.int64).max
        play_turns(self._packed.rules, states, streams, (places, int(endless)), decisions, *self._tables)
