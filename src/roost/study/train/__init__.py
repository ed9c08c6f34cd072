"""Training of the models: self-play with the exact solver, and a network that learns from it.

``roost train heckmeck`` runs a whole training; ``docs/models.md`` explains it. Playing needs nothing from this package.
"""
