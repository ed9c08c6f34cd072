"""The knowledge of Picnic Blitz's board: the tracks, which ants are free, and where moves and attacks lead."""

from roost.games.picnic import PicnicState


def shown(state: PicnicState) -> dict[str, object]:
    """Everything about the tracks, with the present player's moves; see the board's own module."""
    game, dice, seat = state.game, state.turn.dice, state.seat
    found: dict[str, object] = {
        "goal": game.winning_score,
        "tracks": [[length, value] for length, value in game.tracks],
        "free": [[ant.seat for ant in lane.free] for lane in state.board],
        "costs": [lane.push_cost for lane in state.board],
        "active": [state.active_ants(one) for one in range(game.players)],
    }
    if seat is None:
        return found
    found["allowance"] = list(state.fresh_rerolls(seat))
    found["attacks"] = state.attacks
    if dice is not None:  # PB-10
        found["targets"] = [
            lane.moved(seat, steps).space_of(seat) if steps else 0
            for lane, steps in zip(state.board, dice.counts, strict=True)
        ]
    return found
