"""A table without any server: its settings, its log, its commands, and views of it.

Nothing here imports databases, connections or HTTP. The :mod:`~roost.play.table.log` of a table is folded into a frozen
:class:`~roost.play.table.table.Table`; :mod:`~roost.play.table.commands` check a request against the table and draft a
change; :mod:`~roost.play.table.schedule` schedules automatic steps; :mod:`~roost.play.table.views` defines the public
views.
"""
