"""A table as a thing of its own: what it is made with, what happened at it, what may be done there, and what is told.

Nothing here knows of databases, connections or HTTP. A table is folded from its :mod:`~roost.play.table.log` into a
frozen :class:`~roost.play.table.table.Table`; :mod:`~roost.play.table.commands` check a wish against it and draft a
change; :mod:`~roost.play.table.due` says what happens by itself; :mod:`~roost.play.table.views` is what everybody may
know.
"""
