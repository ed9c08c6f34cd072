"""The live parts of a running server: tables in use, their watchers, bots that play, answers that take a while."""
