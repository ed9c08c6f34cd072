"""The table server: people, bots and programs play over HTTP; the log of every table is the truth.

From the inside out: :mod:`~roost.server.log` and :mod:`~roost.server.table` say what a table is,
:mod:`~roost.server.commands` what may be done at it, :mod:`~roost.server.store` and :mod:`~roost.server.writer` keep
it, :mod:`~roost.server.rooms` holds those that are in use, :mod:`~roost.server.steward` plays for bots and clocks, and
:mod:`roost.server.routes` speaks HTTP.
"""
