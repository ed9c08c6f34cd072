"""The conformance suite. It checks the contract of :mod:`roost.core` at every node of whole random games.

Authors of games call the suite from their own tests::

    from roost.core.conformance import check_game

    def test_my_game_keeps_the_contract():
        check_game(MyGame(players=3))

The suite needs only the game, which may be unregistered. It stops at the first broken promise with a
:class:`ConformanceError` that names the check, the fault and the position.
"""

import json
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple
from typing import Any, TypeAlias, TypeVar, cast

from roost.core.dice import Dice, MixedDice, Roll
from roost.core.errors import IllegalMoveError, NotationError, OptionError, RoostError, WrongSeatError, quote
from roost.core.game import Game, is_lettered
from roost.core.moves import Action, Event
from roost.core.notation import SEATS, check_codec
from roost.core.outcome import Outcome
from roost.core.state import Move, Node, State, Step, choose_at_random
from roost.core.stream import Stream

Policy: TypeAlias = Callable[[State, Stream], Action]
"""A function that picks one of ``state.actions()``. All its randomness comes from the stream."""

_Pieces: TypeAlias = dict[tuple[str, str], int]
"""Number of pieces by place and kind; zeros are left out."""

_Result = TypeVar("_Result")

# No game can read these texts as moves, because moves are short and made of plain characters without spaces.
_GARBAGE = ("", "no such move", "🐛", "\0", "x" * 300)


class ConformanceError(AssertionError):
    """A game broke the contract: ``check`` names the broken promise, ``position`` the position.

    The stream ``Stream(seed)`` replays the random game in which the promise was broken.
    """

    def __init__(self, check: str, why: str, position: str, seed: str) -> None:
        super().__init__(f"{check}: {why}\n  at: {position}" + (f"\n  in: random game {seed}" if seed else ""))
        self.check = check
        self.position = position
        self.seed = seed


class _BrokenError(Exception):
    """A broken promise, described in half a sentence; the suite adds the check's name and the position."""


def check_game(
    game: Game,
    games: int = 100,
    seed: int | str = 0,
    choose: Policy | None = None,
    longest: int = 100_000,
) -> int:
    """Play ``games`` random games, check every node and return the number of nodes.

    ``choose`` picks the actions (default: any legal action, at random). A policy that plays slightly better than
    at random ends games sooner and reaches more kinds of positions. A game that is still running after ``longest``
    moves counts as endless.
    """
    suite = _Suite(game)
    suite.guard(suite.facts)
    suite.guard(suite.names)
    suite.guard(suite.words)
    for number in range(games):
        suite.whole_game(f"{seed}:{number}", choose or choose_at_random, longest)
    suite.state, suite.seed = None, ""
    suite.guard(suite.direction)
    return suite.nodes


class _Suite:
    """The suite's checks. Remembers which actions, events and dice have passed, so that each is checked only once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kind = type(game)
        self.nodes = 0
        self.seed = ""
        self.state: State | None = None
        self.pieces: _Pieces = {}
        self.box: Counter[str] = Counter()
        self.keys: tuple[set[str], set[str]] = (set(), set())
        self.actions: dict[Action, None] = {}
        self.events: set[Event] = set()
        self.dice: set[Dice] = set()
        self.ahead = [0, 0]
        """How many games ended with the winners ahead of the others by the heuristic, and how many with them behind."""

    def guard(self, check: Callable[..., _Result], *args: object) -> _Result:
        """Run one check. Any failure is raised again with the check's name and the position."""
        try:
            return check(*args)
        except _BrokenError as broken:
            raise ConformanceError(check.__name__, str(broken), self.where(), self.seed) from None
        except Exception as error:
            why = f"{type(error).__name__} was raised: {error}"
            raise ConformanceError(check.__name__, why, self.where(), self.seed) from error

    def where(self) -> str:
        """Return the current position for an error message, even if the position's text is broken."""
        try:
            return str(self.game if self.state is None else self.state)
        except Exception as error:
            return f"a position of {self.game} that cannot be written ({error})"

    # -- whole games -----------------------------------------------------------------------------------------------

    def whole_game(self, seed: str, choose: Policy, longest: int) -> None:
        """Play a game and check every node, then replay the game without checks and compare the ends."""
        self.seed, chance, played = seed, Stream(seed), list[Move]()
        state = self.guard(self.opening)
        self.guard(self.conservation, state)
        while True:
            self.state = state
            self.nodes += 1
            for check in self.checks():
                self.guard(check, state)
            if state.node is Node.OVER:
                break
            self.guard(self.termination, len(played), longest)
            move = _next_move(state, chance, choose)
            played.append(move)
            state, events = self.guard(self.step, state, move)
            before = self.pieces
            self.guard(self.conservation, state)
            self.guard(self.retelling, before, events)
        self.guard(self.outcome, state)
        self.guard(self.determinism, state, played, Stream(seed), choose)

    def checks(self) -> tuple[Callable[[State], None], ...]:
        """Return the checks for this node. Only one node in eight is pickled: most of pickling is Python's work."""
        always = (self.node, self.frozen, self.moves, self.as_text, self.as_json, self.refusals)
        return always if self.nodes % 8 else (*always, self.as_pickle)

    def opening(self) -> State:
        """Check that the seat given by the option ``start`` goes first, and count all pieces."""
        start, state = self.game.start, self.game.opening()
        if state.node is Node.OVER or state.seat != (start if isinstance(start, int) else None):
            raise _BrokenError(f"the opening is at a node of kind {state.node.value} of seat {state.seat}")
        self.box = _kinds(_pieces(state))
        return state

    def termination(self, played: int, longest: int) -> None:
        """Check that the game ends."""
        if played >= longest:
            raise _BrokenError(f"the game has not ended after {longest} moves")

    def determinism(self, end: State, played: list[Move], chance: Stream, choose: Policy) -> None:
        """Check that the same seed gives the same game."""
        state = self.game.opening()
        for number, move in enumerate(played, 1):
            again = _next_move(state, chance, choose)
            if again != move:
                raise _BrokenError(f"move {number} was {move}, but {again} when the same seed was played again")
            state = state.play(again).state
        if state != end:
            raise _BrokenError(f"the same moves led to {state} when they were played again")

    # -- facts -------------------------------------------------------------------------------------------------------

    def facts(self) -> None:
        """Check that a game's published facts can be serialised, and that they rebuild an equal game."""
        game, kind = self.game, self.kind
        options = kind.options()
        codecs = {name: option.codec for name, option in options.items()}
        for name, codec in (codecs | {item.name: item.codec for item in kind.layout()}).items():
            check_codec(codec, f"{name} of {kind.name}")
        json.dumps([kind.schema(), dict(game.components)])
        position = kind.schema()["$defs"]["position"]
        self.keys = set(position["properties"]), set(position["required"])
        texts = {name: options[name].codec.text(value) for name, value in game.chosen_options.items()}
        values = {name: getattr(game, name) for name in options}
        for again in (kind.make(game.players, texts), kind(game.players, **values), pickle.loads(pickle.dumps(game))):
            if again != game or hash(again) != hash(game):
                raise _BrokenError(f"rebuilt from its options, the game differs: {again}")
        too_many = game.player_range[-1] + 1
        _expect_refusal(OptionError, too_many, lambda: kind.make(too_many))
        _expect_refusal(OptionError, "no such option", lambda: kind.make(game.players, {"no such option": "1"}))
        _expect_refusal(NotationError, "nonsense", lambda: kind.read_text(f"{kind.name} nonsense"))
        _expect_refusal(NotationError, {}, lambda: kind.read_json({"game": kind.name}))

    def names(self) -> None:
        """Check that names are unique in their namespace, and that exactly one field holds a value for each seat."""
        kind, layout = self.kind, self.kind.layout()
        keys = [*(item.name for item in layout), *kind.options(), "game", "players", "options", *SEATS]
        for what, names in {
            "position field or option": keys,
            "action": [action.name() for action in kind.action_types],
            "event": [event.name() for event in kind.event_types],
            "symbol": [symbol.char for symbol in self.game.die.symbols],
        }.items():
            if twice := [name for name, count in Counter(names).items() if count > 1]:
                raise _BrokenError(f"the name {twice[0]!r} is used for more than one {what}")
        if [is_lettered(item) for item in layout[:2]].count(True) != 1 or any(is_lettered(item) for item in layout[2:]):
            raise _BrokenError("exactly one position field, the first or the second, must be written by seat")

    def words(self) -> None:
        """Check that the game's message files hold no section or key that is never read."""
        from roost.core.words.declared import unknown_message  # loaded late, because it reads all message files

        if wrong := unknown_message(self.game):
            raise _BrokenError(wrong)

    # -- positions ---------------------------------------------------------------------------------------------------

    def node(self, state: State) -> None:
        """Check that only a decide node has actions, only a roll node has dice, and only the end has an outcome."""
        node, seat = state.node, state.seat
        here = f"at a node of kind {node.value}"
        if bool(state.actions()) != (node is Node.DECIDE):
            raise _BrokenError(f"{len(state.actions())} actions {here}")
        if not (state.dice is not None) == bool(state.rolls()) == (node is Node.ROLL):
            raise _BrokenError(f"{state.dice or 'no dice'} and {len(state.rolls())} rolls {here}")
        if (state.outcome is not None) != (node is Node.OVER):
            raise _BrokenError(f"outcome {state.outcome} {here}")
        allowed = {Node.ROLL: (None, *range(self.game.players)), Node.DECIDE: range(self.game.players)}
        if seat not in allowed.get(node, (None,)):
            raise _BrokenError(f"seat {seat} {here}")
        if state.game != self.game or len(state.scores()) != self.game.players:
            raise _BrokenError(f"{len(state.scores())} scores in {state.game}")

    def frozen(self, state: State) -> None:
        """Check that a position is immutable."""
        for name in ("seat", "game", "anything"):
            try:
                setattr(state, name, None)
            except (AttributeError, TypeError):
                continue
            raise _BrokenError(f"{name!r} could be assigned to")

    def as_text(self, state: State) -> None:
        """Check that a position's text restores the same position."""
        _expect_same(state, self.kind.read_text(str(state)), "its text")

    def as_json(self, state: State) -> None:
        """Check that a position's JSON has the schema's keys and restores the same position."""
        data = json.loads(json.dumps(state.to_json()))
        known, required = self.keys
        if unknown := data.keys() - known:
            raise _BrokenError(f"the schema does not know {min(unknown)!r}")
        if missing := required - data.keys():
            raise _BrokenError(f"the schema requires {min(missing)!r}")
        _expect_same(state, self.kind.read_json(data), "its JSON")

    def as_pickle(self, state: State) -> None:
        """Check that a position survives pickling, so that it can be sent to another process."""
        _expect_same(state, pickle.loads(pickle.dumps(state)), "pickling it")

    def conservation(self, state: State) -> None:
        """Check that no piece is ever lost or created, and that no player holds a negative number of pieces."""
        pieces, self.pieces = self.pieces, _pieces(state)
        if pieces == self.pieces:
            return
        now = _kinds(self.pieces)
        for kind in now.keys() | self.box.keys():
            if now[kind] != self.box[kind]:
                raise _BrokenError(f"there are {now[kind]} of {kind!r}, but {self.box[kind]} at the opening")
        for (place, kind), count in self.pieces.items():
            if count < 0 and place in SEATS:
                raise _BrokenError(f"{place} holds {count} of {kind!r}")

    def outcome(self, state: State) -> None:
        """Check that all winners have the best score, and that the win shares add up to one."""
        outcome = state.outcome
        assert outcome is not None
        json.dumps(outcome.to_json())
        order = "lowest" if self.game.lowest_wins else "highest"
        most = max(outcome.scores, key=self.game.merit)
        best = tuple(seat for seat, score in enumerate(outcome.scores) if score == most)
        if outcome.scores != state.scores() or not outcome.winners or not set(outcome.winners) <= set(best):
            raise _BrokenError(f"scores are {state.scores()}, and by lowest_wins the {order} wins, but {outcome}")
        expected = "score" if len(best) == 1 else "shared" if outcome.winners == best else None
        if expected != (outcome.decided_by if outcome.decided_by in ("score", "shared") else None):
            raise _BrokenError(f"seats {best} have the best score, but {outcome}")
        if sum(outcome.shares) != 1 or len(outcome.shares) != self.game.players:
            raise _BrokenError(f"shares are {outcome.shares}")
        if outcome.reason not in self.kind.end_reasons:
            raise _BrokenError(f"{outcome.reason!r} is not one of the game's end_reasons")
        self._compare_heuristic(state, outcome)

    def _compare_heuristic(self, state: State, outcome: Outcome) -> None:
        """Count whether the winners are ahead of the others by the heuristic."""
        heuristic = state.heuristic()
        if len(heuristic) != self.game.players:
            raise _BrokenError(f"the heuristic has {len(heuristic)} values for {self.game.players} seats")
        others = [value for seat, value in enumerate(heuristic) if seat not in outcome.winners]
        won = [heuristic[seat] for seat in outcome.winners]
        if others:
            ahead = sum(won) / len(won) - sum(others) / len(others)
            self.ahead[0] += ahead > 0
            self.ahead[1] += ahead < 0

    def direction(self) -> None:
        """Check that the heuristic, by which bots play a turn, goes with winning."""
        with_it, against_it = self.ahead
        if against_it > with_it + 2 * (with_it + against_it) ** 0.5:  # not by chance
            raise _BrokenError(
                f"the winners' heuristic was below the others' in {against_it} of {with_it + against_it} games, "
                "so bots would play backwards; see State.heuristic and Game.lowest_wins"
            )

    # -- moves and events --------------------------------------------------------------------------------------------

    def moves(self, state: State) -> None:
        """Check that every legal action and roll can be written and read back, and that rolls have exact weights."""
        actions, equal_state = state.actions(), cast("Any", state)._replace()
        if equal_state.actions() != actions:
            raise _BrokenError("a second call of actions() lists different actions")
        if len(set(actions)) < len(actions):
            raise _BrokenError(f"an action is listed twice: {' '.join(map(str, actions))}")
        for action in actions:
            if action not in self.actions:
                self.action(action)
                self.actions[action] = None
        dice = state.dice
        if dice is not None and dice not in self.dice:
            self.rolls(dice)
            self.dice.add(dice)

    def action(self, action: Action) -> None:
        game, data = self.game, json.loads(json.dumps(action.to_json()))
        if type(action) not in game.action_types:
            raise _BrokenError(f"the type of {action!r} is not among the game's action_types")
        if data.keys() != set(action.schema()["required"]):
            raise _BrokenError(f"{data} does not have the keys that the schema names")
        for source in (str(action), f" {str(action).upper()} ", data):
            if (again := game.parse_action(source)) != action or hash(again) != hash(action):
                raise _BrokenError(f"{source!r} is read as {again!r}, not as {action!r}")

    def rolls(self, dice: Dice) -> None:
        rolls, is_mixed = dice.rolls, isinstance(dice, MixedDice)
        if is_mixed == bool(dice.die.weights):
            raise _BrokenError("the game's die must have weights, unless all rolls are of mixed dice")
        if sum(weight for _, weight in rolls) != dice.ways or len(dict(rolls)) < len(rolls):
            raise _BrokenError(f"the weights of {dice} do not add up to the number of ways they can fall")
        for roll, weight in rolls:
            if weight < 1 or roll not in dice:
                raise _BrokenError(f"{roll} has weight {weight}, but is no roll of {dice}")
            if not is_mixed and weight != roll.weight:
                raise _BrokenError(f"{roll} has weight {weight}, but falls in {roll.weight} ways")
            if dice.parse(str(roll)) != roll or dice.parse(str(roll)[::-1].upper()) != roll:
                raise _BrokenError(f"{roll} is read as {dice.parse(str(roll))}")

    def refusals(self, state: State) -> None:
        """Check that an illegal move is refused with the right error and changes nothing."""
        before, number = hash(state), self.nodes
        wrong: Move = _wrong_roll(state)
        match number % 4:  # alternate between four kinds of wrong moves
            case 0:
                _expect_move_refusal(NotationError, state, _GARBAGE[number % len(_GARBAGE)])
            case 1:
                wrong_seat = 0 if state.seat is None else (state.seat + 1) % self.game.players
                _expect_move_refusal(WrongSeatError, state, (*state.actions(), wrong)[0], wrong_seat)
            case 2:
                _expect_move_refusal(IllegalMoveError, state, wrong)
            case _:
                known = [wrong, *self.actions]
                action = known[number % len(known)]
                _expect_move_refusal(IllegalMoveError, state, wrong if action in state.actions() else action)
        if hash(state) != before:
            raise _BrokenError("a refused move has changed the position")

    def step(self, state: State, move: Move) -> Step:
        """Check that a move's text has the same effect as the move itself."""
        step = state.play(move)
        if state.play(str(move), seat=state.seat) != step:
            raise _BrokenError(f"{str(move)!r} as text has another effect than {move!r}")
        return step

    def retelling(self, before: _Pieces, events: tuple[Event, ...]) -> None:
        """Check that the events of a step account for every piece that moved."""
        replayed, now = dict(before), self.pieces
        for event in events:
            if event not in self.events:
                self.event(event)
                self.events.add(event)
            for piece, source, target, count in map(astuple, event.transfers()):
                replayed[source, piece] = replayed.get((source, piece), 0) - count
                replayed[target, piece] = replayed.get((target, piece), 0) + count
        for place, kind in replayed.keys() | now.keys() if replayed != now else ():
            if (expected := replayed.get((place, kind), 0)) != (actual := now.get((place, kind), 0)):
                counts = f"{expected} of {kind!r} at {place!r}, but there are {actual}"
                raise _BrokenError(f"the events of the next move lead to {counts}: {events}")

    def event(self, event: Event) -> None:
        kinds = {kind.name(): kind for kind in self.game.event_types}
        data: dict[str, Any] = json.loads(json.dumps(event.to_json()))
        if kinds.get(event.name()) is not type(event):
            raise _BrokenError(f"the type of {event!r} is not among the game's event_types")
        if data.keys() != set(event.schema()["required"]) or type(event).read(data) != event:
            raise _BrokenError(f"{data} is not read as {event!r}")


def _next_move(state: State, chance: Stream, choose: Policy) -> Move:
    return state.dice.draw(chance) if state.dice is not None else choose(state, chance)


def _pieces(state: State) -> _Pieces:
    return {(place, kind): n for place, pieces in state.holdings().items() for kind, n in pieces.items() if n}


def _kinds(pieces: _Pieces) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for (_, kind), count in pieces.items():
        kinds[kind] += count
    return kinds


def _wrong_roll(state: State) -> Roll:
    """Return an illegal roll: one die too many at a roll node, one die at any other node."""
    die, count = (state.dice.die, state.dice.count) if state.dice is not None else (state.game.die, 0)
    return die.roll((count + 1, *(0 for _ in die.symbols[1:])))


def _expect_same(state: State, again: State, how: str) -> None:
    if again != state:
        raise _BrokenError(f"{how} gives another position: {again}")
    if hash(again) != hash(state):
        raise _BrokenError(f"{how} gives an equal position with another hash")


def _expect_refusal(error: type[RoostError], what: object, call: Callable[[], object]) -> None:
    try:
        call()
    except RoostError as refusal:
        if type(refusal) is not error:
            raise _BrokenError(f"{quote(what)} is refused with {refusal!r}, not with {error.__name__}") from None
        return
    raise _BrokenError(f"{quote(what)} is not refused")


def _expect_move_refusal(error: type[RoostError], state: State, move: Move | str, seat: int | None = None) -> None:
    what = move if isinstance(move, str) else str(move)
    _expect_refusal(error, what, lambda: state.play(move, seat=seat))
