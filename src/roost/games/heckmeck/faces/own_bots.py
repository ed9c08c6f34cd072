"""Other people's published bots, which play only Heckmeck am Bratwurmeck."""

BOTS = {
    "simple": "roost.games.heckmeck.faces.public_bots:Simple",
    "appeal": "roost.games.heckmeck.faces.public_bots:Appeal",
    "ev": "roost.games.heckmeck.faces.public_bots:Ev",
}
