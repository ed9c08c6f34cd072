"""Other people's published bots, which play only Heckmeck am Bratwurmeck."""

BOTS = {
    "simple": "roost.games.heckmeck.adapters.public_bots:Simple",
    "appeal": "roost.games.heckmeck.adapters.public_bots:Appeal",
    "ev": "roost.games.heckmeck.adapters.public_bots:Ev",
}
