"""Play many games: the arena, environments for learners, benchmarks, datasets and simulation."""
