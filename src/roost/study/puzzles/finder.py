"""Search games between bots for positions where one choice is clearly the best, and a sensible bot chose another."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from roost.core.game import Game
from roost.core.moves import Action
from roost.core.playthrough import played_by_seed
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.bots import Bot, bot
from roost.study.bots.adapter import has_thumb_rules
from roost.study.puzzles.puzzle import Offer, Puzzle
from roost.study.review import Shares, Value, ValuedTurn
from roost.study.review.questions import Question, question_of
from roost.study.review.values import doubt

CLEAR = 0.03
"""Minimum lead of the best choice over the second best, in win share."""
_CLEAR_ON_A_SECOND_LOOK = 0.02
_OPEN = (0.1, 0.9)
"""Range of the best choice's win share within which the outcome is open enough for a puzzle."""
_MOST_OFFERS = 6
_MOST_PLAYERS = 4
_TEMPTED = ("rooster", "hen", "pullet")
"""Bots whose mistakes make puzzles, strongest first. The strongest bot that makes the mistake determines the
difficulty."""
_PLAYERS = ("rooster", "hen", "rooster", "pullet")
_ELSEWHERE = ("rooster",)
"""Bots that play and make the mistakes in games without rules of thumb."""
_DIGITS = 6


def collect(kind: type[Game], number: int, seed: str, value: Value, second_look: Value) -> Iterator[Puzzle]:
    """Yield puzzles for a game, found at tables of different sizes; each game between bots gives at most one.

    Puzzles are classified by question and by the strongest bot that makes the mistake. The rarest class so far is
    preferred, so that all classes occur. ``second_look`` values a position more deeply; the best choice must be clear
    in this valuation too.
    """
    tempted_by, players_by = (_TEMPTED, _PLAYERS) if has_thumb_rules(kind) else (_ELSEWHERE, _ELSEWHERE * len(_PLAYERS))
    bots = {name: bot(name) for name in {*tempted_by, *players_by}}
    seated = [bots[name] for name in players_by]
    counts: Counter[tuple[Question, str]] = Counter()
    tables = [players for players in kind.player_range if players <= _MOST_PLAYERS]
    used: set[str] = set()
    for deal in count():
        if counts.total() >= number:
            return
        game = kind.make(tables[deal % len(tables)], {})
        candidates = []
        for state, place, choices, turn in _decisions(game, f"{seed}/{deal}", seated, value):
            if str(state) in used or not _is_clear(state, choices, max(CLEAR, doubt(turn)), _OPEN):
                continue
            best = turn.best(state)
            tempted = _mistakes(state, best, {name: bots[name] for name in tempted_by})
            if tempted:
                sort = (_puzzle_question(state), next(iter(tempted)))
                candidates.append((sort, state, place, choices, best, tempted))
        for sort, state, place, choices, best, tempted in sorted(candidates, key=lambda row: counts[row[0]]):
            if _is_confirmed(state, best, second_look):
                used.add(str(state))
                counts[sort] += 1
                offers = _offers(state, choices, best, tempted)
                mistakes = {name: str(action) for name, action in tempted.items()}
                yield Puzzle(counts.total(), sort[0], str(state), offers, str(best), mistakes, f"{seed}/{deal} {place}")
                break


def _puzzle_question(state: State) -> Question:
    """Return the question of a puzzle. "Attack" is replaced, because it would give away half of the answer."""
    question = question_of(state.actions())
    return Question.MOVE if question is Question.ATTACK else question


def _decisions(
    game: Game, seed: str, bots: Sequence[Bot], value: Value
) -> Iterator[tuple[State, int, Mapping[Action, Shares], ValuedTurn]]:
    """Yield the unforced decisions in a game between bots, each with the number of earlier moves."""

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


def _mistakes(state: State, best: Action, bots: Mapping[str, Bot]) -> dict[str, Action]:
    chosen = {name: chooser.choose(state, Stream("puzzle")) for name, chooser in bots.items()}
    return {name: action for name, action in chosen.items() if action != best}


def _offers(
    state: State, choices: Mapping[Action, Shares], best: Action, tempted: Mapping[str, Action]
) -> tuple[Offer, ...]:
    """Return the choices to offer: all if there are few, else those needed and then the best of the others.

    The best choice, the bots' mistakes and the first choice are always needed.
    """
    seat = state.seat
    assert seat is not None
    needed = {best, *tempted.values(), next(iter(choices))}
    ranked = sorted(choices, key=lambda action: (action not in needed, -choices[action][seat]))
    offered = set(ranked[:_MOST_OFFERS])
    return tuple(
        Offer(str(action), tuple(round(share, _DIGITS) for share in shares))
        for action, shares in choices.items()
        if action in offered
    )
