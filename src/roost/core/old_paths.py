"""The new homes of version 0.2's modules. This file goes with version 0.4."""

_WINGS = {
    "study": "odds solve fast models train bots review cards puzzles stats progress charts frames",
    "lab": "arena envs benchmark data cluster",
    "play": "table server web client terminal",
    "core": "record making extras",
}
_MOVED = {old: f"{wing}.{old}" for wing, moved in _WINGS.items() for old in moved.split()} | {
    "messages": "core.words",
    "testing": "core.conformance",
    "simulate": "lab.simulation",
    "evidence": "play.dice.evidence",
    "core.cancelling": "core.cancellation",
    "core.fair": "play.dice.fair",
    "core.trust": "play.dice.trust",
    "games.all_games": "core.registry",
    "games.game": "core.registry",
    "games.game_type": "core.registry",
    "games.position": "core.registry",
}


def say_new_path(name: str) -> None:
    """Raise an error that says the new path of a module which nobody found, if it had another one before."""
    parts = name.split(".")[1:]
    for count in range(1, len(parts) + 1):
        old = ".".join(parts[:count])
        if old in _MOVED:
            new = f"roost.{_MOVED[old]}"
            raise ModuleNotFoundError(f"roost.{old} has moved: it is in {new} now", name=new)
