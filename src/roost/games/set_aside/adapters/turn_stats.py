"""The exact probability that a set-aside turn fails."""

from dataclasses import replace

from roost.games.set_aside import SetAsideGame, SetAsideState
from roost.study.odds.position import position_odds


def fails_first(game: SetAsideGame) -> float:
    """Return the probability that a game's first turn fails when the rooster plays it."""
    return position_odds(first_turn(game)).fails


def dead_rolls(game: SetAsideGame) -> dict[int, tuple[float, ...]]:
    """With one to five faces' symbols aside, return the probabilities that one die, two dice, … show no other symbol.

    Empty for games in which such a roll does not cost the turn (SA-5).
    """
    if game.dead_roll_counts:
        return {}
    faces, dice = game.die.faces, game.dice_count
    return {used: tuple((used / faces) ** left for left in range(1, dice)) for used in range(1, faces)}


def first_turn(game: SetAsideGame) -> SetAsideState:
    """Return the position before the first roll when seat 0 begins."""
    opening = replace(game, start=0).opening()
    assert isinstance(opening, SetAsideState)
    return opening
