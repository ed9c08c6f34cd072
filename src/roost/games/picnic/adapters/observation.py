"""Picnic Blitz's observations for learning agents."""

from typing import Any

from roost.games.picnic import Picnic
from roost.games.picnic.adapters.compiled import ACT, ATTACK, MOVED
from roost.lab.envs.layout import ObservationField
from roost.study.fast.compiler import inlined
from roost.study.fast.records import Record


def fields(game: Picnic) -> tuple[ObservationField, ...]:

    players, tracks = game.players, len(game.tracks)
    ants = "the player's own ants first, then in seat order, each on the tracks 1 to 6"
    longest = max(track.length for track in game.tracks)
    return (
        ObservationField(
            "stage", 1, 3, "0 re-roll, 1 attack and move, 2 attacking has begun, 3 a second move is possible"
        ),
        ObservationField("dice", tracks, game.dice_count, "dice on the table that show each number"),
        ObservationField("rerolls", 1, game.dice_count, "dice that may still be re-rolled"),
        ObservationField("groups", 1, 2, "number of groups in which they may be re-rolled"),
        ObservationField("attacks", 1, 5, "attacks left, once attacking has begun"),
        ObservationField("first_move", 1, tracks, "track of the first move, while a second is possible; 0 otherwise"),
        ObservationField(
            "queens", players, 1, "whether each player holds a Queen token, the player first, then in seat order"
        ),
        ObservationField("space", players * tracks, longest, f"space of each ant, 0 off the board: {ants}"),
        ObservationField(
            "level", players * tracks, 4, "level of each ant in its pile, 1 at the bottom; 0 off the board"
        ),
        ObservationField("points", players, sum(track.value for track in game.tracks), "points of each player"),
    )


@inlined
def observe(rules: Record, state: Record, seat: Any, row: Any, whole: Any) -> None:
    """Write a seat's observation, always completely."""
    node, players = state.node, rules.players
    row[0] = 1 if node == ACT else 2 if node == ATTACK else 3 if node == MOVED else 0
    for i in range(6):
        row[1 + i] = state.dice >> 4 * i & 15
    row[7] = state.rerolls
    row[8] = state.groups
    row[9] = state.attacks
    row[10] = state.first_move + 1 if node == MOVED else 0
    spaces = 11 + players
    levels = spaces + 6 * players
    points = levels + 6 * players
    for place in range(spaces, points):
        row[place] = 0
    for k in range(players):
        owner = seat + k
        owner = owner - players if owner >= players else owner
        row[11 + k] = state.queens >> owner & 1
        row[points + k] = state.scores[owner]
    for track in range(6):
        lane, below, level = state.lanes[track], 0, 0
        while lane:
            space, owner = lane >> 2 & 63, lane & 3
            level = level + 1 if space == below else 1
            below = space
            k = owner - seat + (players if owner < seat else 0)
            row[spaces + 6 * k + track] = space
            row[levels + 6 * k + track] = level
            lane >>= 8
