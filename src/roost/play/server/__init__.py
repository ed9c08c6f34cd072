"""The table server: people, bots and programs play over HTTP. The state of a table follows from its log.

The server has three layers, and each imports only from those listed before it. :mod:`~roost.play.server.storage` stores
the logs of tables (:mod:`roost.play.table`); :mod:`~roost.play.server.live` holds the tables in use, runs bots and
notifies watchers; :mod:`~roost.play.server.http` responds to requests.
"""
