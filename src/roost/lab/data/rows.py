"""Convert a game to table rows: one row for the game and one for each decision."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from roost.core.game import Game
from roost.core.moves import Action
from roost.core.notation import seat_letter
from roost.core.state import Move, Node, State
from roost.lab.envs.table import table_for
from roost.study.bots.searchers import Fox
from roost.study.frames import Column

ActionValues: TypeAlias = Callable[[State], dict[Action, float]]
"""Function that returns the mover's expected win share for each legal action."""


class Rows:
    """A table that is stored by columns and grows row by row."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        self.values: dict[str, list[Any]] = {column.name: [] for column in columns}

    def __len__(self) -> int:
        return len(next(iter(self.values.values())))

    def add(self, row: dict[str, Any]) -> None:
        for name, values in self.values.items():
            values.append(row[name])


def fox_values() -> ActionValues:
    """Return a function that values actions: the fox solves each turn exactly with the game's model."""
    fox = Fox()

    def evaluate(state: State) -> dict[Action, float]:
        assert state.seat is not None
        return {action: shares[state.seat] for action, shares in fox.valuation(state).choices(state).items()}

    return evaluate


class GameRows:
    """Converts games with the same rules into rows."""

    def __init__(self, game: Game, judge: ActionValues | None) -> None:
        self._table = table_for(game)
        self._judge = judge

    def add(self, number: int, start: State, moves: Iterable[Move], games: Rows, decisions: Rows) -> None:
        """Replay a game and add its rows to the table of games and the table of decisions."""
        state, rows, turns, last = start, list[dict[str, Any]](), 0, None
        for move in moves:
            if state.seat is not None and state.seat != last:
                turns, last = turns + 1, state.seat
            if isinstance(move, Action):
                rows.append(self._decision(state, move) | {"game": number, "decision": len(rows), "turn": turns})
            state = state.play(move).state
        outcome = state.outcome if state.node is Node.OVER else None
        shares = [None] * state.game.players if outcome is None else [float(share) for share in outcome.shares]
        for row in rows:
            decisions.add(row | {"share": shares[row["seat"]]})
        named = {f"share_{seat_letter(seat)}": share for seat, share in enumerate(shares)}
        named |= {f"score_{seat_letter(seat)}": score for seat, score in enumerate(state.scores())}
        end = None if outcome is None else outcome.reason
        games.add({"game": number, "decisions": len(rows), "turns": turns, "end": end, **named})

    def _decision(self, state: State, played: Action) -> dict[str, Any]:
        assert state.seat is not None
        actions = state.actions()
        values = None if self._judge is None else self._judge(state)
        return {
            "seat": state.seat,
            "position": str(state),
            "observation": self._table.look(state, state.seat).tolist(),
            "actions": [self._table.number(state, action) for action in actions],
            "values": None if values is None else [float(np.float32(values[action])) for action in actions],
            "action": self._table.number(state, played),
            "chosen_value": None if values is None else float(np.float32(values[played])),
        }
