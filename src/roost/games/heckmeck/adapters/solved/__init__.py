"""The solved ends of two-player Heckmeck: every position with a few live tiles has a number, and a share in a table."""
