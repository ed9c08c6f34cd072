"""Everything for playing at a table: log and commands, dice, server, web page, terminal and a Python client."""
