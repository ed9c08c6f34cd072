"""``roost progress``: show the quality of a player's decisions over many games."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from roost.cli.screen import console, messages_in, print_json
from roost.core.errors import OptionError
from roost.core.record import Record, read_all
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_list
from roost.study.progress.history import FORMAT, History, PlayedGame, merged, played_game, read_history, write_history
from roost.study.progress.summary import Progress, progress
from roost.study.review.modelled import review_game
from roost.study.review.report import report


def show_progress(
    files: Sequence[Path], name: str | None, save: Path | None, as_json: bool, language: Language | None
) -> None:
    """Print the progress of one player, or of all players, in record and history files."""
    messages, out = messages_in(language), console()
    history = merged(_games(files, messages))
    if not history:
        raise OptionError(messages.say("progress.nothing").rstrip("."))
    names = list(dict.fromkeys(game.name for game in history))
    if name is not None:
        if name not in names:
            message = messages.say("progress.nobody", name=name, names=describe_list(names, messages))
            raise OptionError(message.rstrip("."), input=name)
        names = [name]
    chosen: History = tuple(game for game in history if game.name in names)
    if save is not None:
        save.write_text(write_history(chosen), encoding="utf-8")
    summaries = [(player, summary) for player in names for summary in progress(g for g in chosen if g.name == player)]
    if as_json:
        print_json([{"name": player, **summary.to_json()} for player, summary in summaries])
        return
    for player, summary in summaries:
        _print_summary(out, player, summary, messages)
    if save is not None:
        out.print(messages.say("review.saved", file=save))


def _games(files: Sequence[Path], messages: Messages) -> Iterator[PlayedGame]:
    """Yield the games in all files, showing progress because reviewing a record takes a second or two."""
    records: list[Record] = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        if text.lstrip().startswith("{") and FORMAT in text[:200]:
            yield from read_history(text)
        else:
            records += [record for record in read_all(text) if record.is_finished]
    for number, record in enumerate(records, 1):
        if sys.stderr.isatty():
            print(messages.say("progress.reviewing", number=number, count=len(records)), end="\r", file=sys.stderr)
        reviewed = report(review_game(record))
        yield from (played_game(reviewed, seat) for seat in range(record.game.players))


def _print_summary(out: Console, name: str, summary: Progress, messages: Messages) -> None:
    def share(value: float, digits: int = 0) -> str:
        return messages.percent(value, digits)

    out.print(Text(messages.say("progress.title", name=name, title=summary.title), "bold"))
    out.print(messages.say("progress.counts", games=summary.games, decisions=summary.decisions))
    rating = summary.rating
    if rating.low is None or rating.high is None:
        out.print(messages.say("progress.rating_open", rating=messages.number(rating.value)))
    else:
        ends = {"low": messages.number(rating.low), "high": messages.number(rating.high)}
        out.print(messages.say("progress.rating", rating=messages.number(rating.value), **ends))
    if summary.grades is not None:
        bot, worst, best = (messages.say(f"bot.{grade}") for grade in summary.grades)
        key = "progress.grade" if worst == best else "progress.grade_between"
        out.print(messages.say(key, bot=bot, worst=worst, best=best))
    out.print(messages.say("progress.costs"))
    for cost in summary.costs:
        each = cost.per_game
        words = {
            "question": messages.say(f"progress.question.{cost.question.value}"),
            "value": share(each.value, 1),
            "decisions": cost.decisions,
            "each": share(cost.each, 2),
        }
        if each.low is None or each.high is None:
            out.print(Text("  " + messages.say("progress.cost_open", **words)))
        else:
            ends = {"low": share(each.low, 1), "high": share(each.high, 1)}
            out.print(Text("  " + messages.say("progress.cost", **words, **ends)))
    if summary.practise is None:
        out.print(messages.say("progress.practise_none"))
    else:
        key = "progress.practise_clear" if summary.is_clear else "progress.practise_maybe"
        out.print(messages.say(key, question=messages.say(f"progress.question.{summary.practise.value}")))
    luck = ("−" if summary.luck < 0 else "+") + share(abs(summary.luck), 1)
    out.print(messages.say("progress.luck", result=share(summary.result), luck=luck))
    if summary.needed is not None:
        games, by_results = map(messages.number, summary.needed)
        out.print(messages.say("progress.needed", games=games, by_results=by_results))
    out.print()
