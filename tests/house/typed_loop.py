"""The game loop of docs/python.md, so that the type checkers check it; test_docs.py compares the two."""

import roost


def play_an_evening() -> roost.Outcome:
    game = roost.game("heckmeck", players=2)
    chance, recorder = roost.Stream("an evening"), roost.record.Recorder(game.opening(), names=("hen", "pullet"))
    bots = roost.bot("hen"), roost.bot("pullet")
    while (outcome := recorder.state.outcome) is None:
        state = recorder.state
        if (dice := state.dice) is not None:
            _ = recorder.add(dice.draw(chance))
        elif (seat := state.seat) is not None:
            _ = recorder.add(bots[seat].choose(state, chance))
    return outcome
