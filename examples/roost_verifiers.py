"""The taskset ``roost_verifiers`` for verifiers: put this file on the Python path, and name it in a run."""

from roost.lab.doors.verifiers import RoostTaskset, RoostVerifier

__all__ = ["RoostTaskset", "RoostVerifier"]
