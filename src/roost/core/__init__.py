"""What every game is made of: dice, states, moves, outcomes, errors and their text and JSON forms."""
