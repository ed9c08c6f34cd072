"""Conformance suite for games."""
