"""One game for a language model: observations and answers are text, and each decision is priced."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from roost.core.errors import OptionError, RoostError, quote
from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.notation import seat_letter
from roost.core.registry import game as make_game
from roost.core.sources import SeededDice
from roost.core.state import Move, Node, State
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.core.words.fields import seat_fields, shared_fields
from roost.core.words.pages import plain, written_pages
from roost.core.words.sentences import describe_action, describe_event, describe_outcome, describe_score
from roost.lab.envs.inputs import POSITION, start_of
from roost.lab.envs.opponents import Named, Opponents, checked_seat
from roost.lab.envs.text.answers import read_answer
from roost.lab.envs.text.disguise import Disguise
from roost.study.review.decision_cost import Pricer, decision_kind

REWARDS, ASK_FOR_RULES = ("minus_regret", "result"), "rules"
MOST_REFUSALS = 3
"""Number of answers in a row without a legal move after which the game is lost."""
_MOST_RULES = 3
_LATEST_EVENTS = 60


_WORDS = Messages()


class TextStep(NamedTuple):
    """The result of an answer."""

    observation: str
    reward: float
    done: bool
    info: dict[str, Any]


class TextGame:
    """A game of one language model against bots.

    ``opponent`` names one bot for all other seats, or one per seat, starting with the seat after the model's. The seed
    determines all dice and the bots' choices. With the reward ``minus_regret`` each decision costs the win share that
    it gives away; with ``result`` the reward is the win share at the end. An answer without a legal move costs
    ``penalty``. Three of them in a row lose the game, which costs the win share that was left, so giving up never pays.
    ``alias`` is the seed of other names for the game's words, symbols and numbers.
    """

    def __init__(
        self,
        game: str | Game = "junior",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        opponent: Named = None,
        seed: int | str = 0,
        reward: str = "minus_regret",
        show_legal: bool = True,
        alias: int | str | None = None,
        *,
        seat: int = 0,
        start: State | str | None = None,
        penalty: float = 0.01,
    ) -> None:
        if reward not in REWARDS:
            raise OptionError(f"reward must be {' or '.join(REWARDS)}, not {quote(reward)}", input=reward)
        if not 0 <= penalty <= 1:
            raise OptionError(f"penalty must be 0 to 1, not {quote(penalty)}", input=penalty)
        self.game = game if isinstance(game, Game) else make_game(game, players, **(options or {}))
        checked_seat(self.game, seat)
        self.seat, self.seed, self._reward, self._show_legal, self._penalty = seat, seed, reward, show_legal, penalty
        self.start = start_of(self.game, {} if start is None else {POSITION: start}) or self.game.opening()
        self._opponents = Opponents(self.game, opponent)
        self._disguise = None if alias is None else Disguise(self.game, alias)
        self.reset()

    def reset(self, seed: int | str | None = None) -> str:
        """Begin again, with new dice if a seed is given. Return the first observation."""
        self.seed = self.seed if seed is None else seed
        self.state, self.moves, self._events = self.start, list[Move](), list[Event]()
        self._dice, self._chance, self._pricer = SeededDice(self.seed), Stream(f"{self.seed}/choices"), Pricer()
        self._refusals, self._rules_shown, self.is_forfeited = 0, 0, False
        return f"{self._introduction()}\n\n{self._play_on()}"

    @property
    def is_done(self) -> bool:
        return self.is_forfeited or self.state.node is Node.OVER

    @property
    def result(self) -> float | None:
        """The model's win share at the end; None before."""
        outcome = self.state.outcome
        return 0.0 if self.is_forfeited else None if outcome is None else float(outcome.shares[self.seat])

    @property
    def legal(self) -> dict[str, Action]:
        """The legal moves by their canonical texts."""
        return {} if self.is_done else {self.name(action): action for action in self.state.actions()}

    def name(self, action: Action) -> str:
        """Return the canonical text of an action."""
        return str(action) if self._disguise is None else self._disguise.action(action)

    def best(self) -> str:
        """Return the best move, as an oracle would answer."""
        return self.name(self._pricer.best(self.state))

    def step(self, text: str) -> TextStep:
        """Play the move that a text names, and the opponents' turns after it. Any text is accepted."""
        if self.is_done:
            return TextStep(self._ending(), 0.0, True, {"problem": "the game is over", "result": self.result})
        if isinstance(text, str) and text.strip().lower() == ASK_FOR_RULES and self._rules_shown < _MOST_RULES:
            self._rules_shown += 1
            return TextStep(f"{self.rules()}\n\n{self._view()}", 0.0, False, {"result": None})
        try:
            action = self.read(text)
        except RoostError as error:
            return self._refuse(str(error))
        self._refusals = 0
        cost = self._pricer.cost(self.state, action)
        info = {"move": self.name(action), "best": self.name(cost.best), "before": cost.before, "after": cost.after}
        info |= {"regret": cost.regret, "kind": cost.kind, "error": cost.error}
        info |= {"decision": decision_kind(self.state), "choices": len(self.state.actions())}
        self._play(action)
        observation = self._play_on()
        reward = 0.0 - cost.regret if self._reward == "minus_regret" else self.result or 0.0
        return TextStep(observation, reward, self.is_done, info | {"result": self.result})

    def read(self, text: object) -> Action:
        """Return the legal move that a text names; raise an error with one helpful sentence if there is none."""
        names = {action: self._names(action) for action in self.legal.values()}
        return read_answer(text, names, self.state if self._disguise is None else None)

    def rules(self) -> str:
        """Return the game's rules, with the other names if there is an alias."""
        text = "\n\n".join(plain(page) for page in written_pages(type(self.game), Language.EN))
        return text if self._disguise is None else f"{self._disguise.words(text)}\n\n{self._disguise.legend(self.game)}"

    def _names(self, action: Action) -> list[str]:
        return names_of(self.state, action) if self._disguise is None else [self._disguise.action(action)]

    def _refuse(self, sentence: str) -> TextStep:
        self._refusals += 1
        self.is_forfeited = self._refusals == MOST_REFUSALS
        lost = self._penalty
        if self.is_forfeited and self._reward == "minus_regret":
            lost += self._pricer.cost(self.state, self._pricer.best(self.state)).before
        shown = f"{sentence}\n\n{self._ending() if self.is_forfeited else self._view()}"
        return TextStep(shown, 0.0 - lost, self.is_done, {"problem": sentence, "result": self.result})

    def _play(self, move: Move) -> None:
        self.state, events = self.state.play(move)
        self.moves.append(move)
        self._events += events

    def _play_on(self) -> str:
        """Play until the model has to decide, and describe what happened and the position."""
        while not self.is_done and (self.state.dice is not None or self.state.seat != self.seat):
            if (dice := self.state.dice) is not None:
                self._play(self._dice.roll(dice))
            elif self.state.seat is not None:
                rival = self._opponents.at((self.state.seat - self.seat) % self.game.players)
                self._play(rival.choose(self.state, self._chance))
        happened = [self._event(event) for event in self._events[-_LATEST_EVENTS:]]
        self._events.clear()
        parts = ["\n".join(["Since your last move:", *happened])] if happened else []
        return "\n\n".join([*parts, self._ending() if self.is_done else self._view()])

    def _event(self, event: Event) -> str:
        if self._disguise is not None:
            return self._disguise.event(event)
        return describe_event(event, self.game, _WORDS, reader=self.seat)

    def _introduction(self) -> str:
        title, hidden = self.game.title, self._disguise
        rivals = ", ".join(rival.name for rival in self._opponents.bots)
        legend = "" if hidden is None else f" {hidden.legend(self.game)}"
        return (
            f"You play {title if hidden is None else hidden.words(title)} as {seat_letter(self.seat)}. After you play: "
            f'{rivals}.{legend} Answer with one move alone. Answer "{ASK_FOR_RULES}" to read the rules.'
        )

    def _view(self) -> str:
        """Describe the position, and list the legal moves if they are shown."""
        hidden = self._disguise
        lines = [f"Position: {hidden.position(self.state)}"] if hidden else board_lines(self.state, self.seat)
        if self._show_legal:
            lines.append("Legal moves:")
            for action in self.legal.values():
                lines.append(f"- {': '.join(self._names(action)[:2])}")
        return "\n".join(lines)

    def _ending(self) -> str:
        outcome = self.state.outcome
        if self.is_forfeited or outcome is None:
            return f"You lose, because {MOST_REFUSALS} answers in a row named no legal move."
        if self._disguise is not None:
            return f"The game is over. Winners: {' '.join(map(seat_letter, outcome.winners))}."
        return f"The game is over. {describe_outcome(outcome, self.game, _WORDS)}"


def names_of(state: State, action: Action) -> list[str]:
    """Return an action's token, its sentence, and the sentence's beginning before the result or a remark."""
    sentence = describe_action(state, action, _WORDS)
    return [str(action), sentence, sentence.partition(" → ")[0], sentence.partition(" (")[0]]


def board_lines(state: State, reader: int) -> list[str]:
    """Describe a position for the player in the seat ``reader``: as text, then by its fields and players."""
    lines = [f"Position: {state}"]
    lines += [f"{name}: {' '.join(values) or 'none'}" for name, values in shared_fields(state, _WORDS)]
    for seat, (score, fields) in enumerate(zip(state.scores(), seat_fields(state, _WORDS), strict=True)):
        texts = [f"{name} {' '.join(values) or 'none'}" for name, values in fields]
        owner = f"{seat_letter(seat)}{' (you)' if seat == reader else ''}"
        lines.append(f"{owner}: {', '.join([describe_score(score, state.game, _WORDS), *texts])}")
    return lines
