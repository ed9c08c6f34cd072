"""The server's HTTP layer: routes, requests and their limits, errors, and the fast path for moves."""
