"""The server over HTTP: routes, requests and their bounds, errors, and the express lane of moves."""
