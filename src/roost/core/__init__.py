"""The building blocks of every game: dice, states, moves, outcomes and errors, with their text and JSON forms."""
