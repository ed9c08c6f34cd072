"""Facts about a Picnic Blitz position for the page: the tracks, the free ants, and the targets of moves and attacks."""

from roost.games.picnic import PicnicState


def shown(state: PicnicState) -> dict[str, object]:
    """Return the facts that ``page/board.js`` draws, about the tracks and the current player's moves."""
    game, dice, seat = state.game, state.turn.dice, state.seat
    payload: dict[str, object] = {
        "goal": game.winning_score,
        "tracks": [[length, value] for length, value in game.tracks],
        "free": [[ant.seat for ant in lane.free] for lane in state.board],
        "costs": [lane.push_cost for lane in state.board],
        "active": [state.active_ants(player) for player in range(game.players)],
    }
    if seat is None:
        return payload
    payload["allowance"] = list(state.fresh_rerolls(seat))
    payload["attacks"] = state.attacks
    if dice is not None:  # PB-10
        payload["targets"] = [
            lane.moved(seat, steps).space_of(seat) if steps else 0
            for lane, steps in zip(state.board, dice.counts, strict=True)
        ]
    return payload
