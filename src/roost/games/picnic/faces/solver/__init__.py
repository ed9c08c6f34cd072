"""A turn of Picnic Blitz, solved exactly: re-rolls over all 462 rolls, then the best attacks, moves and Queen uses."""

from roost.games.picnic.faces.solver.solution import PicnicSolution, solve_picnic

__all__ = ["PicnicSolution", "solve_picnic"]
