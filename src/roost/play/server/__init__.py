"""The table server: people, bots and programs play over HTTP. The log of a table defines its state.

The server has three layers, and each imports only those before it: :mod:`~roost.play.server.storage` keeps the logs of
tables (:mod:`roost.play.table`); :mod:`~roost.play.server.live` holds the tables in use, runs bots and notifies
watchers; :mod:`~roost.play.server.http` answers requests.
"""
