"""People at a table: its log and rules, its dice, the server, the page, the terminal, and programs that join in."""
