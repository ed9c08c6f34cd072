"""Many games: the arena, environments for learners, benchmarks, datasets and plain simulation."""
