"""The table server: people, bots and programs play over HTTP; the log of every table is the truth.

It has three rooms, and each knows only those before it: :mod:`~roost.play.server.storage` keeps the logs of tables
(:mod:`roost.play.table`); :mod:`~roost.play.server.live` holds the tables in use, lets bots play and tells watchers;
:mod:`~roost.play.server.http` answers requests.
"""
