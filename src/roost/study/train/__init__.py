"""The making of the models: self-play through the exact solver, and a network that learns from it.

``roost train heckmeck`` does it all; ``docs/models.md`` tells how. Nothing here is needed to play.
"""
