"""Analyse positions with odds, models, bots and reviews, and play compiled games to train on."""
