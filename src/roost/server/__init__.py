"""The table server: people, bots and programs play over HTTP; the log of every table is the truth.

It has three rooms, and each knows only those before it: :mod:`~roost.server.storage` keeps the logs of tables
(:mod:`roost.table`); :mod:`~roost.server.live` holds the tables in use, lets bots play and tells watchers;
:mod:`~roost.server.http` answers requests.
"""
