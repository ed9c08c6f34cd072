"""Analysis of positions: odds, models, bots, reviews, and compiled games to train on."""
