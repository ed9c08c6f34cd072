"""The parts of every game: dice, states, moves, outcomes, errors and their text and JSON forms."""
