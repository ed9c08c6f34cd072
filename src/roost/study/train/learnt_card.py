"""Write the model card for a game whose model was learnt from its declared fields."""

from roost.study.models.learning import BINS
from roost.study.models.learnt import LARGEST_ERROR, Learnt


def learnt_card(model: Learnt) -> str:
    """Return the model card as Markdown."""
    game, about = model.game, model.about
    table, seat = model.encoding.sizes
    weights = sum(array.size for array in model.net.weights.values())
    verdict = "Its shares are shown." if model.is_known else "Its shares are not shown, because the error is too large."
    return f"""# {game.title}, {game.players} players: model card

- **What it estimates.** Each seat's win share wherever dice are rolled. Ties share the win.
- **Game.** `{game.opening()}`
- **Made by** `{about.get("command", "learning on first use")}`, from {about["positions"]:,} positions.
- **Network.** {table} inputs about the table and {seat} about each seat, all from the declared fields; {weights:,}
  weights. Plain NumPy.
- **Data.** Random games, then self-play. No human games and no personal data.
- **Error.** A share is ±{about["error"]:.1%} off, measured on {about["games"]} games outside the training set.
  {verdict} Shares with an error above ±{LARGEST_ERROR:.0%} are not shown.
- **Log-loss** at the starts of turns of those games: {about["log_loss"]:.3f} nats.
- **Limits.** The model assumes that all players play like itself. Positions that do not occur between such players
  are estimated badly. Other options and numbers of players have separate models.

## Predictions and results

| predictions | mean prediction and mean result ± standard error |
| --- | ---: |
{chr(10).join(f"| {row} | {cell} |" for row, cell in calibration_cells(model).items())}
"""


def calibration_cells(model: Learnt) -> dict[str, str]:
    """Return, for each tenth of the predictions that is not empty, the text "predicted → result ± standard error"."""
    return {
        f"{place / BINS:.0%}–{(place + 1) / BINS:.0%}": f"{guessed:.1%} → {happened:.1%} ± {error:.1%}"
        for _, guessed, happened, error in model.about["bins"]
        for place in [min(int(guessed * BINS), BINS - 1)]
    }
