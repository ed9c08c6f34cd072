"""Writes Roost as a folder of static files, which plays in the browser without a server."""
