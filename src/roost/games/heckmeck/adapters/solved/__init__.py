"""Two-player Heckmeck's solved endgames: each position with few live tiles has an index, and a win share in a table."""
