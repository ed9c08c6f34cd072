"""Bots that other people published for Heckmeck am Bratwurmeck; they play no other game."""

BOTS = {
    "simple": "roost.games.heckmeck.adapters.public_bots:Simple",
    "appeal": "roost.games.heckmeck.adapters.public_bots:Appeal",
    "ev": "roost.games.heckmeck.adapters.public_bots:Ev",
}
