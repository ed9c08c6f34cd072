"""The model card of a game that was learnt from its declared fields."""

from roost.study.models.learning import BINS
from roost.study.models.learnt import LARGEST_ERROR, Learnt


def learnt_card(made: Learnt) -> str:
    """The card as Markdown."""
    game, about = made.game, made.about
    table, seat = made.sight.sizes
    weights = sum(array.size for array in made.net.weights.values())
    known = "Its shares are told." if made.is_known else "Its shares are not told: that is too much."
    return f"""# {game.title}, {game.players} players: model card

- **What it estimates.** Each seat's share of the win wherever dice are to be rolled. Ties share the win.
- **Game.** `{game.opening()}`
- **Made by** `{about.get("command", "learning when it was asked for")}`, from {about["positions"]:,} positions.
- **Network.** {table} numbers about the table and {seat} about each seat, all from the declared fields; {weights:,}
  weights. Plain NumPy.
- **Data.** Games by players who know nothing, then against itself. No human games, nothing personal.
- **Error.** A share is ±{about["error"]:.1%} off, measured on {about["games"]} games that it had not seen. {known}
  More than ±{LARGEST_ERROR:.0%} is not told.
- **Log-loss** at the starts of turns of those games: {about["log_loss"]:.3f} nats.
- **Limits.** It supposes that everybody plays on as it does itself. It knows positions as they come up between such
  players; elsewhere it guesses. Other options and other numbers of players have models of their own.

## What was predicted, and what happened

| predictions | their mean, and what came of them ± a standard error |
| --- | ---: |
{chr(10).join(f"| {row} | {cell} |" for row, cell in calibration_cells(made).items())}
"""


def calibration_cells(made: Learnt) -> dict[str, str]:
    """Predicted → happened ± a standard error, for each tenth of predictions that there were."""
    return {
        f"{place / BINS:.0%}–{(place + 1) / BINS:.0%}": f"{guessed:.1%} → {happened:.1%} ± {error:.1%}"
        for _, guessed, happened, error in made.about["bins"]
        for place in [min(int(guessed * BINS), BINS - 1)]
    }
