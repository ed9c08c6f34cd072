"""Puzzles found in games between bots: one choice is clearly the best, and a bot with sense chose another one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from roost.core.game import Game
from roost.core.moves import Action
from roost.core.playthrough import played_by_seed
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import Bot, bot
from roost.study.bots.face import has_thumb_rules
from roost.study.puzzles.puzzle import Offer, Puzzle
from roost.study.review import Shares, SolvedTurn, Value
from roost.study.review.questions import Question, question_of
from roost.study.review.values import doubt

CLEAR = 0.03
"""The best choice is better than the next best by three percentage points of the win at least."""
_CLEAR_ON_A_SECOND_LOOK = 0.02
_OPEN = (0.1, 0.9)
"""The game is still open: whoever has nearly won or lost has no interesting choice."""
_MOST_OFFERS = 6
_MOST_PLAYERS = 4
_TEMPTED = ("rooster", "hen", "pullet")
"""The bots that may err, the strongest first: by them puzzles are easy or hard."""
_PLAYERS = ("rooster", "hen", "rooster", "pullet")
_ELSEWHERE = ("rooster",)
"""The bots that err, and that play, in games without rules of thumb."""
_DIGITS = 6


def collect(kind: type[Game], number: int, seed: str, value: Value, second_look: Value) -> Iterator[Puzzle]:
    """So many puzzles of a game, from tables of different sizes: one from each game that has any.

    It is of the sort that was found least so far, by what is asked and by who errs, so that all sorts are there.
    ``second_look`` is a value that sees further: the best choice must be clear to it as well.
    """
    tempted_by, players_by = (_TEMPTED, _PLAYERS) if has_thumb_rules(kind) else (_ELSEWHERE, _ELSEWHERE * len(_PLAYERS))
    bots = {name: bot(name) for name in {*tempted_by, *players_by}}
    seated = [bots[name] for name in players_by]
    found: Counter[tuple[Question, str]] = Counter()
    tables = [players for players in kind.player_range if players <= _MOST_PLAYERS]
    seen: set[str] = set()
    for deal in count():
        if found.total() >= number:
            return
        game = kind.make(tables[deal % len(tables)], {})
        candidates = []
        for state, place, choices, turn in _decisions(game, f"{seed}/{deal}", seated, value):
            if str(state) in seen or not _is_clear(state, choices, max(CLEAR, doubt(turn)), _OPEN):
                continue
            best = turn.best(state)
            tempted = _who_errs(state, best, {name: bots[name] for name in tempted_by})
            if tempted:
                candidates.append(((_asked(state), next(iter(tempted))), state, place, choices, best, tempted))
        for sort, state, place, choices, best, tempted in sorted(candidates, key=lambda one: found[one[0]]):
            if _is_confirmed(state, best, second_look):
                seen.add(str(state))
                found[sort] += 1
                offers = _offers(state, choices, best, tempted)
                told = {name: str(action) for name, action in tempted.items()}
                yield Puzzle(found.total(), sort[0], str(state), offers, str(best), told, f"{seed}/{deal} {place}")
                break


def _asked(state: State) -> Question:
    """The question of a puzzle. To say that it is about an attack would be half of the answer."""
    asked = question_of(state.actions())
    return Question.MOVE if asked is Question.ATTACK else asked


def _decisions(
    game: Game, seed: str, bots: Sequence[Bot], value: Value
) -> Iterator[tuple[State, int, Mapping[Action, Shares], SolvedTurn]]:
    """The unforced decisions of one game between bots, with how many moves came before."""

    def choose(state: State, chance: Stream) -> Action:
        assert state.seat is not None
        return bots[state.seat].choose(state, chance)

    for place, (state, _) in enumerate(played_by_seed(game.opening(), seed, choose)):
        if len(state.actions()) > 1:
            turn = value(state)
            yield state, place, turn.choices(state), turn


def _is_clear(state: State, choices: Mapping[Action, Shares], gap: float, open_range: tuple[float, float]) -> bool:
    assert state.seat is not None
    best, second, *_ = sorted((shares[state.seat] for shares in choices.values()), reverse=True)
    return best - second >= gap and open_range[0] <= best <= open_range[1]


def _is_confirmed(state: State, best: Action, second_look: Value) -> bool:
    turn = second_look(state)
    gap = max(_CLEAR_ON_A_SECOND_LOOK, doubt(turn))
    return turn.best(state) == best and _is_clear(state, turn.choices(state), gap, (0.0, 1.0))


def _who_errs(state: State, best: Action, bots: Mapping[str, Bot]) -> dict[str, Action]:
    chosen = {name: one.choose(state, Stream("puzzle")) for name, one in bots.items()}
    return {name: action for name, action in chosen.items() if action != best}


def _offers(
    state: State, choices: Mapping[Action, Shares], best: Action, tempted: Mapping[str, Action]
) -> tuple[Offer, ...]:
    """All choices, if they are few; else the best, what others fell for, the first of all, and the next best."""
    seat = state.seat
    assert seat is not None
    needed = {best, *tempted.values(), next(iter(choices))}
    ranked = sorted(choices, key=lambda action: (action not in needed, -choices[action][seat]))
    kept = set(ranked[:_MOST_OFFERS])
    return tuple(
        Offer(str(action), tuple(round(share, _DIGITS) for share in shares))
        for action, shares in choices.items()
        if action in kept
    )
