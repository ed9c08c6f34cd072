"""The server over HTTP: routes, requests and their limits, errors, and the fast path of moves."""
