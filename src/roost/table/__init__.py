"""A table as a thing of its own: what it is made with, what happened at it, what may be done there, and what is told.

Nothing here knows of databases, connections or HTTP. A table is folded from its :mod:`~roost.table.log` into a frozen
:class:`~roost.table.table.Table`; :mod:`~roost.table.commands` check a wish against it and draft a change;
:mod:`~roost.table.due` says what happens by itself; :mod:`~roost.table.views` is what everybody may know.
"""
