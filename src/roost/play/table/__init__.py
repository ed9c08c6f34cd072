"""A table without any server: its settings, its log, its commands, and the views of it.

Nothing here imports databases, connections or HTTP. A table is folded from its :mod:`~roost.play.table.log` into a
frozen :class:`~roost.play.table.table.Table`; :mod:`~roost.play.table.commands` check a request against it and draft a
change; :mod:`~roost.play.table.schedule` schedules automatic steps; :mod:`~roost.play.table.views` has the public view.
"""
