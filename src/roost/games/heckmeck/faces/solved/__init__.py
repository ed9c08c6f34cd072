"""The ends of two-player Heckmeck, solved: every position of a few live tiles has a number, and the table its share."""
