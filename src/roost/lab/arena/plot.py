"""Draw win shares with their intervals as a chart in one self-contained SVG file."""

from collections.abc import Callable, Iterator
from math import ceil

from roost.lab.arena.result import BotStanding, TournamentResult
from roost.study.svg import escape

_WIDTH = 720
_LABELS = 200
_RIGHT = 90
_TOP = 64
_ROW = 34
_BOTTOM = 56
_LONGEST_LABEL = 28
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
_MOST_TICKS = 8

_STYLE = """
text { font: 14px system-ui, sans-serif; fill: #222 }
.small { font-size: 12px; fill: #666 }
.title { font-size: 17px; font-weight: 600 }
.grid { stroke: #ddd }
.fair { stroke: #888; stroke-dasharray: 5 4 }
.error { stroke: #1f5fa8; stroke-width: 2 }
.share { fill: #1f5fa8 }
@media (prefers-color-scheme: dark) {
  .paper { fill: #16181c } text { fill: #eee } .small { fill: #aaa } .grid { stroke: #3a3d44 }
  .error { stroke: #7db4f0 } .share { fill: #7db4f0 }
}
"""


def svg(result: TournamentResult) -> str:
    """Return the chart of a tournament's result: a dot for each bot's win share and a line for its 95 % interval."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: TournamentResult) -> Iterator[str]:
    standings = result.standings
    height = _TOP + _ROW * max(1, len(standings)) + _BOTTOM
    fair = 1 / result.tournament.game.players
    most = max([fair, *(standing.share.high or standing.share.value for standing in standings)])
    step = next(step for step in _STEPS if most / step <= _MOST_TICKS)
    ticks = range(ceil(most / step) + 1)
    scale = (_WIDTH - _LABELS - _RIGHT) / (ticks[-1] * step)
    bottom = height - _BOTTOM

    def across(share: float) -> str:
        return f"{_LABELS + share * scale:.1f}"

    game = result.tournament.game
    title = escape(f"{game.title}, {game.players} players: win shares")
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" aria-labelledby="t d">'
    yield f'<title id="t">{title}</title>'
    yield f'<desc id="d">{escape("; ".join(map(_described, standings)))}</desc>'
    yield f"<style>{_STYLE}</style>"
    yield f'<rect class="paper" width="{_WIDTH}" height="{height}" fill="#fff"/>'
    yield f'<text class="title" x="20" y="30">{title}</text>'
    for tick in ticks:
        x = across(tick * step)
        yield f'<path class="grid" d="M{x} {_TOP - 12}V{bottom}"/>'
        yield f'<text class="small" x="{x}" y="{bottom + 18}" text-anchor="middle">{100 * tick * step:g} %</text>'
    yield f'<path class="fair" d="M{across(fair)} {_TOP - 12}V{bottom}"/>'
    for row, standing in enumerate(standings):
        yield from _row(standing, _TOP + _ROW * row + _ROW // 2, across)
    caption = f"{result.games:,} games, seed {result.tournament.seed}; bars: 95 % intervals; dashed: equal bots"
    yield f'<text class="small" x="20" y="{height - 12}">{escape(caption)}</text>'
    yield "</svg>"


def _row(standing: BotStanding, y: int, across: Callable[[float], str]) -> Iterator[str]:
    bot, share = standing.bot, standing.share
    label = bot if len(bot) <= _LONGEST_LABEL else f"{bot[: _LONGEST_LABEL - 1]}…"
    yield f'<text x="{_LABELS - 12}" y="{y + 5}" text-anchor="end">{escape(label)}</text>'
    if share.low is not None and share.high is not None:
        low, high = across(share.low), across(share.high)
        yield f'<path class="error" d="M{low} {y}H{high}M{low} {y - 5}v10M{high} {y - 5}v10"/>'
    yield f'<circle class="share" cx="{across(share.value)}" cy="{y}" r="4.5"/>'
    yield f'<text x="{_WIDTH - 12}" y="{y + 5}" text-anchor="end">{100 * share.value:.1f} %</text>'


def _described(standing: BotStanding) -> str:
    """Describe a bot's result in words, for readers who cannot see the chart."""
    share = standing.share
    sentence = f"{standing.bot} {100 * share.value:.1f} %"
    if share.low is None or share.high is None:
        return sentence
    return f"{sentence} ({100 * share.low:.1f} to {100 * share.high:.1f})"
