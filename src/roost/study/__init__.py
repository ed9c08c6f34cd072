"""The knowledge about positions: odds, models, bots, reviews, and the compiled games that they are learnt from."""
