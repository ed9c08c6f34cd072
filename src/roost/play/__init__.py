"""Play at a table: its log and commands, dice, the server, the web page, the terminal and a Python client."""
