"""Solve a turn of Picnic Blitz for the lead in points in plain Python, where NumPy and Numba are not installed.

The plan is that of the compiled planner (:mod:`.turn_plan`, :mod:`.reroll_kernel`): attacks are divided among the
tracks like coins, and each way to move has one best ending for each number of attacks. Equal endings are listed in the
same order of preference, so both choose alike.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import inf
from typing import NamedTuple, TypeAlias, TypeVar

from roost.core.dice import Roll
from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.picnic.adapters.lead import lane_lead, token_lead, win_points
from roost.games.picnic.adapters.results import ADVANCES, ATTACKS, CAPTURES, PUSHES_OFF, RESULTS, WINS
from roost.games.picnic.board import Board, Lane
from roost.games.picnic.game import Picnic
from roost.games.picnic.moves import (
    KEEP,
    MOVES,
    PASS,
    QUEEN_ATTACK,
    QUEEN_REROLL,
    SKIP,
    Reroll,
    push,
    reroll,
)
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import (
    DICE_COUNT,
    DIE,
    MOST_ATTACKS,
    START,
    Rerolls,
    kept_dice,
    straight_attacks,
)
from roost.study.odds.choice import FAILS, TIE, ActionOdds

_LEAST = -1e9
_FRESH = 6
"""The stage with the whole allowance of re-rolls; a smaller stage is the number of dice left in the second group."""
_MOST_PUSHES = MOST_ATTACKS + 1

_Value = TypeVar("_Value")

Row: TypeAlias = list[float]
Way: TypeAlias = tuple[tuple[int, int], ...]
"""The tracks of a turn's moves with their steps, the lower track first."""


# -- dice --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _PartialRolls:
    """Partial rolls, those with more dice first, so the rolls of all six dice come first."""

    dice: tuple[Roll, ...]
    index: dict[Roll, int]
    grown: list[tuple[int, ...]]
    """For each partial roll and each face, the index of the roll with a die of that face added."""
    rolls: int
    attacks: list[int]


@cache
def _dice() -> _PartialRolls:
    dice = tuple(roll for size in range(DICE_COUNT, -1, -1) for roll, _ in DIE.dice(size).rolls)
    index = {roll: i for i, roll in enumerate(dice)}
    faces = [face for face, _ in DIE.dice(1).rolls]
    rolls = sum(roll.size == DICE_COUNT for roll in dice)
    grown = [() if part.size == DICE_COUNT else tuple(index[part + face] for face in faces) for part in dice]
    return _PartialRolls(dice, index, grown, rolls, [straight_attacks(roll) for roll in dice[:rolls]])


@dataclass
class _SolvedRerolls:
    """A turn's solved re-rolls: tables by Queen token in hand and stage."""

    best: list[list[Row]]
    """The value of each roll."""
    rolled: list[list[Row]]
    """Each partial roll's value when its missing dice are rolled."""
    choice: list[list[list[int]]]
    """For each roll, the index of the dice to leave on the table, or -1 to spend the token."""


def _stages(allowance: Rerolls) -> list[int]:
    """Return the stages that an allowance can come to, the last one first."""
    return [0, *(range(1, allowance.left) if allowance.groups == 2 else ()), _FRESH]


def _left_after(stage: int, allowance: Rerolls, count: int) -> int:
    return allowance.left - count if stage == _FRESH and allowance.groups == 2 else 0


def _solve_rerolls(allowance: Rerolls, final: Sequence[Row]) -> _SolvedRerolls:
    """Choose the best re-roll for every roll at every stage; ``final`` has a row for each number of Queen tokens."""
    dice, stages, tokens = _dice(), range(_FRESH + 1), range(len(final))
    solved = _SolvedRerolls(
        [[[] for _ in stages] for _ in tokens],
        [[[] for _ in stages] for _ in tokens],
        [[[] for _ in stages] for _ in tokens],
    )
    for queen in range(len(final)):
        for stage in _stages(allowance):
            best, choice = _choose_parts(queen, stage, allowance, final[queen], solved)
            solved.best[queen][stage], solved.choice[queen][stage] = best, choice
            rolled = best + [0.0] * (len(dice.dice) - dice.rolls)
            for part in range(dice.rolls, len(rolled)):
                total = 0.0
                for more in dice.grown[part]:
                    total += rolled[more]
                rolled[part] = total / DICE_COUNT
            solved.rolled[queen][stage] = rolled
    return solved


def _choose_parts(
    queen: int, stage: int, allowance: Rerolls, final: Row, solved: _SolvedRerolls
) -> tuple[Row, list[int]]:
    """Return each roll's value at a stage, and the dice to leave. Among equals, more dice stay."""
    dice = _dice()
    most = allowance.left if stage == _FRESH else stage
    top, chosen = [-inf] * len(dice.dice), [0] * len(dice.dice)
    for part in range(len(dice.dice) - 1, dice.rolls - 1, -1):
        count = DICE_COUNT - dice.dice[part].size
        if count > most:
            continue
        value = solved.rolled[queen][_left_after(stage, allowance, count)][part]
        if value >= top[part]:
            top[part], chosen[part] = value, part
        value, place = top[part], chosen[part]
        for more in dice.grown[part]:
            if value > top[more] or (value == top[more] and place < chosen[more]):
                top[more], chosen[more] = value, place
    best, choice = list(final), list(range(dice.rolls))
    for r in range(dice.rolls):
        if top[r] > best[r] + TIE:
            best[r], choice[r] = top[r], chosen[r]
        if queen and allowance.left and solved.best[0][_FRESH][r] > best[r] + TIE:
            best[r], choice[r] = solved.best[0][_FRESH][r], -1
    return best, choice


# -- tracks ------------------------------------------------------------------------------------------------------------


class _PushedLane(NamedTuple):
    """A lane that attacks make of a track, the attacks needed, and the lanes that further attacks make of it."""

    lane: Lane
    price: int
    ahead: int
    """A bit for each such lane, including this one."""


@lru_cache(maxsize=4_096)
def _pushed_lanes(lane: Lane, seat: int, players: int) -> tuple[_PushedLane, ...]:
    """List the lanes that attacks make of a track, the track itself first."""
    lanes, prices, ahead = [lane], [0], list[int]()
    for place, current in enumerate(lanes):
        ahead.append(1 << place)
        cost = prices[place] + current.push_cost
        for k in range(1, players):
            owner = (seat + k) % players
            if cost <= _MOST_PUSHES and current.active >> owner & 1:
                after = current.pushed(owner)
                if after not in lanes:
                    lanes.append(after)
                    prices.append(cost)
                ahead[place] |= 1 << lanes.index(after)
    for place in reversed(range(len(lanes))):  # attacks lead only to lanes that are listed later
        for number in range(place + 1, len(lanes)):
            if ahead[place] >> number & 1:
                ahead[place] |= ahead[number]
    return tuple(map(_PushedLane, lanes, prices, ahead))


class _TrackEntry(NamedTuple):
    """What a turn can make of a track."""

    lane: Lane
    origin: int
    """The index of the lane before the move among those of ``_pushed_lanes``."""
    gain: int
    worth: float
    """How much it increases the lead, apart from winning."""


class _TrackEntries(NamedTuple):
    """The best entry of a track for each number of steps and of attacks."""

    best: dict[tuple[int, int], _TrackEntry]
    farthest: int
    fewest: int
    """The minimum number of attacks that push an ant."""


@lru_cache(maxsize=4_096)
def _track(game: Picnic, place: int, lane: Lane, seat: int) -> _TrackEntries:
    length, food = game.tracks[place]
    space, before = lane.space_of(seat), lane_lead(game, place, lane, seat)
    best: dict[tuple[int, int], _TrackEntry] = {}
    farthest, fewest = 0, _MOST_PUSHES + 1
    for origin, (pushed, price, _) in enumerate(_pushed_lanes(lane, seat, game.players)):
        fewest = min(fewest, price) if price else fewest
        for steps in range(min(DICE_COUNT, length - space) + 1 if pushed.open >> seat & 1 else 1):
            after = pushed.moved(seat, steps) if steps else pushed
            gain = food if steps and space + steps == length else 0
            entry = _TrackEntry(after, origin, gain, lane_lead(game, place, after, seat) - before)
            if (steps, price) not in best or entry.worth > best[steps, price].worth:
                best[steps, price] = entry
            farthest = max(farthest, steps)
    return _TrackEntries(best, farthest, fewest)


# -- ends of the turn --------------------------------------------------------------------------------------------------


class PlainEnd(NamedTuple):
    """A way to end a turn with final dice."""

    value: float
    """The lead that it adds, with the Queen token and the win."""
    way: Way
    entries: dict[int, _TrackEntry]
    """The entries of the tracks that change."""
    queen: bool
    """Whether the player has a Queen token afterwards."""


class _BoardEnds:
    """The best endings from a board: for each way to move with each number of attacks."""

    def __init__(self, state: PicnicState, tokens: tuple[float, float], win: float) -> None:
        game, seat, _, board, _ = state
        assert seat is not None
        self._tracks = [_track(game, place, lane, seat) for place, lane in enumerate(board)]
        self._tokens, self._win = tokens, win
        self._missing = game.winning_score - state.scores()[seat]
        self._may_skip = not game.beginner and state.turn.attacks is None
        self._fewest = min(track.fewest for track in self._tracks)
        self._shared: dict[tuple[int, ...], list[tuple[float, dict[int, _TrackEntry]]]] = {}
        self._known: dict[tuple[Way, int], tuple[float, dict[int, _TrackEntry]]] = {}

    def _move(self, track: int, steps: int, spent: int) -> tuple[float, _TrackEntry | None]:
        entry = self._tracks[track].best.get((steps, spent))
        if entry is None:
            return _LEAST, None
        return entry.worth + (self._win if entry.gain >= self._missing else 0.0), entry

    def _share_out(self, moved: tuple[int, ...]) -> list[tuple[float, dict[int, _TrackEntry]]]:
        """Return the best division of each number of attacks among the tracks without a move."""
        if moved not in self._shared:
            best: list[tuple[float, dict[int, _TrackEntry]]] = [(0.0, {}), *((_LEAST, {}) for _ in range(_MOST_PUSHES))]
            for track in reversed(range(len(self._tracks))):
                if track in moved or not any(steps == 0 and spent for steps, spent in self._tracks[track].best):
                    continue
                for c in range(_MOST_PUSHES, 0, -1):
                    top, entries = best[c]
                    for spent in range(1, c + 1):
                        worth, entry = self._move(track, 0, spent)
                        value = best[c - spent][0] + worth
                        if value > top and entry is not None:
                            top, entries = value, best[c - spent][1] | {track: entry}
                    best[c] = top, entries
            self._shared[moved] = best
        return self._shared[moved]

    def _with_move(
        self, track: int, steps: int, row: list[tuple[float, dict[int, _TrackEntry]]], attacks: int
    ) -> tuple[float, dict[int, _TrackEntry]]:
        top, entries = _LEAST, dict[int, _TrackEntry]()
        for spent in range(attacks + 1):
            worth, entry = self._move(track, steps, spent)
            value = worth + row[attacks - spent][0]
            if value > top and entry is not None:
                top, entries = value, row[attacks - spent][1] | {track: entry}
        return top, entries

    def _best(self, way: Way, attacks: int) -> tuple[float, dict[int, _TrackEntry]]:
        """Return the value and the entries of the best ending with this way to move and so many attacks."""
        key = way, attacks
        if key not in self._known:
            row = self._share_out(tuple(track for track, _ in way))
            if not way:
                found = row[attacks]
            elif len(way) == 1:
                found = self._with_move(*way[0], row, attacks)
            else:
                (low, s), (high, t) = way
                first = [self._with_move(low, s, row, spent) for spent in range(attacks + 1)]
                value, entries = self._with_move(high, t, first, attacks)
                if value > 0.5 * _LEAST:
                    won, more = entries[low].gain, entries[high].gain
                    if min(won, more) >= self._missing:  # a move that wins alone ends the game
                        value = _LEAST
                    elif max(won, more) < self._missing <= won + more:
                        value += self._win
                found = value, entries
            self._known[key] = found
        return self._known[key]

    def _listed(self, dice: Roll, attacks: int, queen: bool) -> Iterator[tuple[bool, Way, int]]:
        """Yield the token in hand, way and most attacks of the endings that dice allow, most preferred first."""
        spans = [(track, min(dice.counts[track], entries.farthest)) for track, entries in enumerate(self._tracks)]
        moves = [move for move in spans if move[1]]
        yield from ((queen, (move,), attacks) for move in moves)
        if queen:
            yield from ((False, (low, high), attacks) for i, low in enumerate(moves) for high in moves[i + 1 :])
            yield True, (), attacks
            if self._fewest <= attacks + 1:
                yield from ((False, (move,), attacks + 1) for move in moves)
                yield False, (), attacks + 1
        else:
            if self._may_skip:
                yield True, (), 0
            yield False, (), attacks

    def best(self, dice: Roll, attacks: int, queen: bool) -> PlainEnd:
        """Return the best end of the turn with these dice, attacks and Queen token; among equals the first."""
        return self._first_best(self._listed(dice, attacks, queen))

    def best_second(self, dice: Roll, moved: int) -> PlainEnd:
        """Return the best end after a first move: no other move, or a second one for the Queen token."""
        seconds = [
            ((track, min(dice.counts[track], entries.farthest)),)
            for track, entries in enumerate(self._tracks)
            if track != moved and min(dice.counts[track], entries.farthest)
        ]
        return self._first_best([(True, (), 0), *((False, second, 0) for second in seconds)])

    def _first_best(self, listed: Iterator[tuple[bool, Way, int]] | list[tuple[bool, Way, int]]) -> PlainEnd:
        best: PlainEnd | None = None
        for queen, way, most in listed:
            for attacks in range(most + 1):
                value, entries = self._best(way, attacks)
                if value > 0.5 * _LEAST and (best is None or value + self._tokens[queen] > best.value):
                    best = PlainEnd(value + self._tokens[queen], way, entries, queen)
        assert best is not None  # a player may always pass
        return best


def result_of(before: PicnicState, board: Board, queen: bool, held: bool) -> Action:
    """Return the result of a turn from ``before`` to a board, with or without a Queen token.

    A first move counts even if it was made just before ``before``; ``held`` says whether the token was there before.
    """
    game, seat, turn = before.game, before.seat, before.turn
    assert seat is not None
    captured, pushed_off, advanced = list[int](), False, turn.moved is not None
    for place, (old, new) in enumerate(zip(before.board, board, strict=True)):
        if new.holder == seat and (old.holder != seat or place + 1 == turn.moved):
            captured.append(place)
        pushed_off |= old.holder is not None and old.holder != new.holder
        advanced |= new.space_of(seat) > old.space_of(seat)
    if captured:
        score = sum(track.value for track, lane in zip(game.tracks, board, strict=True) if lane.holder == seat)
        most = max(captured, key=lambda place: game.tracks[place].value)
        return WINS if score >= game.winning_score else CAPTURES[most]
    if pushed_off:
        return PUSHES_OFF
    if advanced:
        return ADVANCES
    if board != before.board:
        return ATTACKS
    return SKIP if queen and not held else FAILS


class PlainPicnicSolution:
    """A turn solved for the player's lead in points from the board as it is now."""

    def __init__(self, state: PicnicState) -> None:
        start = state.at(START)
        assert start.seat is not None
        self._start, self._seat, game = start, start.seat, start.game
        self._held = start.queens[self._seat]
        self._win = win_points(game)
        with_token, without = (_with_queen(start.queens, self._seat, queen) for queen in (True, False))
        token = token_lead(game, with_token, self._seat) - token_lead(game, without, self._seat)
        self._tokens = (-token, 0.0) if self._held else (0.0, token)
        self._fresh = start.fresh_rerolls(self._seat)
        self._lead = self._board_lead(start.board)
        self._ends: dict[PicnicState, PlainEnd] = {}

    def _board_lead(self, board: Board) -> float:
        return sum(lane_lead(self._start.game, place, lane, self._seat) for place, lane in enumerate(board))

    @property
    def nbytes(self) -> int:
        """Approximate size in bytes."""
        return 1_000 * len(self._ends) + (400_000 if "_solved" in vars(self) else 0)

    # -- values --------------------------------------------------------------------------------------------------------

    def value(self, state: PicnicState) -> float:
        """Return the value of the turn at ``state`` under best play."""
        if not self._is_in_turn(state):
            raise RoostError("this state does not belong to the turn that was solved", position=str(state))
        return self._value(state, None)

    def values(self, state: PicnicState) -> dict[Action, float]:
        """Return the value of each legal action if best play follows."""
        return {action: self._value(state, action) for action in state.actions()}

    def _value(self, state: PicnicState, action: Action | None) -> float:
        if not self._is_in_turn(state):
            over = self._win if state.node is Node.OVER else 0.0
            return self._board_lead(state.board) - self._lead + self._tokens[state.queens[self._seat]] + over
        if state.turn.dice is None or state.turn.rerolls is not None:
            solved = self._solved
            return self._look_up(solved.best, solved.rolled, self._final_values, state, action)
        if action is not None:
            return self._value(_after(state, action), None)
        return self._board_lead(state.board) - self._lead + self._end(state).value

    def best(self, state: PicnicState) -> Action:
        """Return the best action; among equals the planner's first, and never a re-roll that gains nothing."""
        dice, rerolls = state.turn.dice, state.turn.rerolls
        if state.node is not Node.DECIDE or dice is None or not self._is_in_turn(state):
            raise RoostError("there is no choice to make here", position=str(state))
        if rerolls is None:
            return self._first_step(state, self._end(state))
        tables = _dice()
        staying = self._solved.choice[state.queens[self._seat]][self._stage(state)][tables.index[dice]]
        if staying < 0:
            return QUEEN_REROLL
        left = tables.dice[staying]
        return KEEP if left == dice else reroll((dice - left).text)

    def results(self, state: PicnicState, action: Action | None = None) -> dict[Action, float]:
        """Return each result's probability under best play (after ``action``, if given)."""
        if not self._is_in_turn(state):
            return {FAILS: 1.0}
        if state.turn.dice is not None and state.turn.rerolls is None:
            after = state if action is None else _after(state, action)
            board, queen = after.board, after.queens[self._seat]
            if self._is_in_turn(after):
                end = self._end(after)
                board, queen = _ended(board, end), end.queen
            return {FAILS: 0.0} | {result_of(state, board, queen, state.queens[self._seat]): 1.0}
        chances = self._look_up(*self._result_chances, state, action)
        return {FAILS: 0.0} | {RESULTS[place]: chance for place, chance in enumerate(chances) if chance > 0.0}

    def choices(self, state: PicnicState) -> tuple[ActionOdds, ...]:
        """Return every legal action with its value and the turn's results, best first."""
        values = self.values(state)
        best = self.best(state) if values else None
        choices = [ActionOdds(action, value, self.results(state, action)) for action, value in values.items()]
        return tuple(sorted(choices, key=lambda choice: (choice.action != best, -choice.value)))

    # -- final dice ----------------------------------------------------------------------------------------------------

    def _is_in_turn(self, state: State) -> bool:
        return state.seat == self._seat

    def _end(self, state: PicnicState) -> PlainEnd:
        """Return the best end from a state with final dice."""
        if state not in self._ends:
            dice, moved = state.turn.dice, state.turn.moved
            assert dice is not None
            ends = _BoardEnds(state, self._tokens, self._win)
            end = ends.best(dice, state.attacks, state.queens[self._seat]) if moved is None else None
            self._ends[state] = end or ends.best_second(dice, (moved or 0) - 1)
        return self._ends[state]

    def _first_step(self, state: PicnicState, end: PlainEnd) -> Action:
        """Return the first action that leads to the best end."""
        queen, game = state.queens[self._seat], state.game
        moves = [MOVES[1 << track][0] for track, _ in end.way]
        if state.turn.moved is not None:
            return moves[0] if moves else PASS
        if end.queen and not queen:
            return SKIP
        if queen and not end.queen and len(moves) < 2:
            return QUEEN_ATTACK
        for track, lane in enumerate(state.board):
            target = end.entries[track].origin if track in end.entries else 0
            lanes = _pushed_lanes(lane, self._seat, game.players)
            if target:
                for _, owner in lane.ants:
                    if owner != self._seat and lane.active >> owner & 1:
                        (after,) = (pushed for pushed in lanes if pushed.lane == lane.pushed(owner))
                        if after.ahead >> target & 1:
                            return push(owner, track + 1)
        if not moves:
            return PASS
        # A winning move ends the game, so it must be the second of two moves.
        wins = end.entries[end.way[0][0]].gain >= game.winning_score - state.scores()[self._seat]
        return moves[-1] if wins else moves[0]

    # -- re-rolls ------------------------------------------------------------------------------------------------------

    @cached_property
    def _final_ends(self) -> list[list[PlainEnd]]:
        """The best end for each final roll, without and with a Queen token in hand."""
        ends, dice = _BoardEnds(self._start, self._tokens, self._win), _dice()
        rolls = list(zip(dice.dice[: dice.rolls], dice.attacks, strict=True))
        return [[ends.best(roll, attacks, bool(queen)) for roll, attacks in rolls] for queen in range(self._held + 1)]

    @cached_property
    def _final_values(self) -> list[Row]:
        return [[end.value for end in ends] for ends in self._final_ends]

    @cached_property
    def _solved(self) -> _SolvedRerolls:
        return _solve_rerolls(self._fresh, self._final_values)

    @cached_property
    def _result_chances(self) -> tuple[list[list[list[Row]]], list[list[list[Row]]], list[list[Row]]]:
        """The results' probabilities at every stage, in tables like those of the values."""
        units = [[float(place == number) for place in range(len(RESULTS))] for number in range(len(RESULTS))]
        final = [
            [
                units[RESULTS.index(result_of(self._start, _ended(self._start.board, end), end.queen, bool(queen)))]
                for end in ends
            ]
            for queen, ends in enumerate(self._final_ends)
        ]
        dice, solved, allowance = _dice(), self._solved, self._fresh
        best: list[list[list[Row]]] = [[[] for _ in range(_FRESH + 1)] for _ in final]
        rolled: list[list[list[Row]]] = [[[] for _ in range(_FRESH + 1)] for _ in final]
        for queen in range(len(final)):
            for stage in _stages(allowance):
                rows = []
                for r, chosen in enumerate(solved.choice[queen][stage]):
                    if chosen < 0:
                        rows.append(best[0][_FRESH][r])
                    elif chosen == r:
                        rows.append(final[queen][r])
                    else:
                        after = _left_after(stage, allowance, DICE_COUNT - dice.dice[chosen].size)
                        rows.append(rolled[queen][after][chosen])
                best[queen][stage] = rows
                parts = list(rows)
                for part in range(dice.rolls, len(dice.dice)):
                    faces = [parts[more] for more in dice.grown[part]]
                    parts.append([sum(column) / DICE_COUNT for column in zip(*faces, strict=True)])
                rolled[queen][stage] = parts
        return best, rolled, final

    def _stage(self, state: PicnicState) -> int:
        """Return the stage that matches the re-rolls left."""
        rerolls = state.turn.rerolls
        return _FRESH if rerolls is None or (rerolls == self._fresh and rerolls.left) else rerolls.left

    def _look_up(
        self,
        best: Sequence[Sequence[Sequence[_Value]]],
        rolled: Sequence[Sequence[Sequence[_Value]]],
        final: Sequence[Sequence[_Value]],
        state: PicnicState,
        action: Action | None,
    ) -> _Value:
        """Return the entry of such tables for a state before or during the re-rolls (after ``action``, if given)."""
        index, queen = _dice().index, int(state.queens[self._seat])
        node, dice, rerolls, _, _ = state.turn
        if action is not None and action not in state.actions():
            state.play(action)  # raises the error for an illegal action
        if dice is None or rerolls is None:
            return rolled[queen][_FRESH][-1]
        if node is Node.ROLL:
            return rolled[queen][self._stage(state)][index[dice]]
        if action is None:
            return best[queen][self._stage(state)][index[dice]]
        if isinstance(action, Reroll):
            return rolled[queen][rerolls.after(len(action.dice)).left][index[kept_dice(dice, action.dice)]]
        if action == KEEP:
            return final[queen][index[dice]]
        return best[0][_FRESH][index[dice]]


def _ended(board: Board, end: PlainEnd) -> Board:
    return tuple(end.entries[place].lane if place in end.entries else lane for place, lane in enumerate(board))


def _after(state: PicnicState, action: Action) -> PicnicState:
    after = state.play(action).state
    assert isinstance(after, PicnicState)
    return after


def _with_queen(queens: tuple[bool, ...], seat: int, queen: bool) -> tuple[bool, ...]:
    return (*queens[:seat], queen, *queens[seat + 1 :])


def reroll_chance(allowance: Rerolls, hit: Callable[[Roll], bool]) -> float:
    """Return the best probability of a final roll that ``hit`` accepts, from six dice with this allowance."""
    dice = _dice()
    final = [float(hit(roll)) for roll in dice.dice[: dice.rolls]]
    return _solve_rerolls(allowance, [final]).rolled[0][_FRESH][-1]
