"""How likely a turn is to fail, exactly: solved over all rolls, nothing simulated."""

from __future__ import annotations

from roost.core.game import Game
from roost.core.state import State
from roost.games.set_aside import SetAsideGame, SetAsideState
from roost.games.tiles import TileGame, TileState
from roost.odds.position import position_odds

__all__ = ["dead_rolls", "fails_by_lowest_tile", "fails_first"]


def fails_first(game: Game) -> float | None:
    """How likely the first turn of a game is to fail under the rooster's play; nothing where turns cannot fail."""
    start = _first_turn(game)
    return None if start is None else position_odds(start).fails


def fails_by_lowest_tile(game: Game) -> dict[int, float]:
    """The same by the lowest tile on the grill, when all higher ones lie there and nobody has any."""
    start = _first_turn(game)
    if not isinstance(game, TileGame) or not isinstance(start, TileState):
        return {}
    found = {}
    for lowest in sorted(set(game.tiles)):
        grill = tuple(tile for tile in game.tiles if tile >= lowest)
        found[lowest] = position_odds(start._replace(grill=grill)).fails
    return found


def dead_rolls(game: Game) -> dict[int, tuple[float, ...]]:
    """For one to five faces whose symbols lie aside: how likely one die, two dice, … show nothing else.

    Nothing for games in which such a roll does not cost the turn.
    """
    if not isinstance(game, SetAsideGame) or game.dead_roll_counts:
        return {}
    faces, dice = game.die.faces, game.dice_count
    return {used: tuple((used / faces) ** left for left in range(1, dice)) for used in range(1, faces)}


def _first_turn(game: Game) -> State | None:
    """The position before the first roll, with the first player decided."""
    if not isinstance(game, SetAsideGame):
        return None
    opening = game.opening()
    assert isinstance(opening, SetAsideState)
    return opening if opening.seat is not None else opening.play(opening.rolls()[0][0]).state
