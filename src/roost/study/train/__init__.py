"""Train the models that come with the package: self-play with the exact solver, and a network that learns from it.

``roost train heckmeck`` runs a whole training; ``docs/models.md`` explains it. None of this is needed to play.
"""
