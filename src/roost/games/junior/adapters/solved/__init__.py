"""The complete solution of two-player Junior: each position has an index, and a win share in a table."""
