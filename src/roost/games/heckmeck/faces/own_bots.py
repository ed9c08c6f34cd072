"""The public field's bots, which play Heckmeck am Bratwurmeck alone."""

BOTS = {
    "simple": "roost.games.heckmeck.faces.public_bots:Simple",
    "appeal": "roost.games.heckmeck.faces.public_bots:Appeal",
    "ev": "roost.games.heckmeck.faces.public_bots:Ev",
}
