"""Load for measuring a server: ``roost bench server``."""
