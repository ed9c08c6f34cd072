"""Picnic Blitz."""
