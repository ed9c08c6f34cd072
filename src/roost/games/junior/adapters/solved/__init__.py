"""Two-player Junior, solved as a whole: every position has a number, and the table holds its share."""
