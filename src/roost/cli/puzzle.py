"""``roost puzzle``: ask for the best choice in a position, and show the value of each."""

import sys
from datetime import date

from rich.console import Console
from rich.text import Text

from roost.cli.screen import console, messages_in, print_json
from roost.core.errors import NotationError, OptionError, quote
from roost.core.registry import game_type
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action, seat_name
from roost.play.terminal.adapter import board_lines, turn_lines
from roost.play.terminal.choices import choices
from roost.study.puzzles import Puzzle, collection, daily, numbered
from roost.study.review.hints import describe_reason, hint_at

_NEARLY = 0.01


def show_puzzle(
    game: str,
    number: int | None,
    listed: bool,
    day: str | None,
    answer: str | None,
    as_json: bool,
    language: Language | None,
) -> None:
    """List a game's puzzles, or ask the user one of them."""
    kind, messages, out = game_type(game), messages_in(language), console()
    if listed:
        if as_json:
            print_json([puzzle.to_json() for puzzle in collection(kind.name)])
            return
        for puzzle in collection(kind.name):
            out.print(_line(puzzle, messages))
        return
    when = _date(day)
    puzzle = numbered(kind.name, number) if number is not None else daily(kind.name, when)
    if as_json:
        print_json(puzzle.to_json())
        return
    out.print(Text(messages.say("puzzle.title", title=kind.title, id=puzzle.number), "bold"))
    if number is None:
        out.print(Text(messages.say("puzzle.daily", date=when.isoformat()), "dim"))
    _ask(out, puzzle, answer, messages)
    following = puzzle.number % len(collection(kind.name)) + 1
    out.print(Text(messages.say("puzzle.next", game=kind.name, number=following), "dim"))


def _date(day: str | None) -> date:
    if day is None:
        return date.today()
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise OptionError(f"a day is written like 2026-03-31, not {quote(day)}", input=day) from None


def _line(puzzle: Puzzle, messages: Messages) -> str:
    return messages.say(
        "puzzle.list_line",
        id=f"{puzzle.number:3}",
        kind=messages.say(f"puzzle.kind_{puzzle.kind.value}"),
        players=puzzle.state.game.players,
        gap=messages.percent(puzzle.gap),
    )


def _ask(out: Console, puzzle: Puzzle, answer: str | None, messages: Messages) -> None:
    state = puzzle.state
    out.print()
    for line in (*board_lines(state, messages), *turn_lines(state, messages)):
        out.print(line)
    out.print()
    out.print(messages.say("puzzle.ask", seat=seat_name(puzzle.seat, ())))
    listed = choices(
        [state.game.parse_action(offer.action) for offer in puzzle.offers], state.game.die, len(puzzle.offers)
    )
    for label, action, _ in listed:
        line = Text(f"  {label:>1}  ", "bold green")
        out.print(line.append(describe_action(state, action, messages), "not bold default"))
    if answer is None:
        print(messages.say("puzzle.prompt"), end="", flush=True)
        answer = sys.stdin.readline().strip()  # empty if standard input is closed
    out.print()
    out.print(Text(_verdict(puzzle, _parsed(puzzle, answer), messages), "bold"))
    for offer in sorted(puzzle.offers, key=lambda offer: -offer.shares[puzzle.seat]):
        share = messages.percent(offer.shares[puzzle.seat])
        style = "green" if offer.action == puzzle.best else ""
        out.print(Text(f"  {share:>7}  {_description(puzzle, offer.action, messages)}", style))
    out.print(describe_reason(hint_at(state), messages))
    for name, token in puzzle.tempted.items():
        choice = _description(puzzle, token, messages)
        out.print(Text(messages.say("puzzle.tempted", bot=messages.say(f"bot.{name}"), action=choice), "dim"))


def _parsed(puzzle: Puzzle, answer: str) -> str | None:
    """Return the action that an answer names by label or token; None for an empty answer."""
    typed = "".join(answer.split()).lower()
    if not typed:
        return None
    offered = [puzzle.state.game.parse_action(offer.action) for offer in puzzle.offers]
    for label, action, _ in choices(offered, puzzle.state.game.die, len(offered)):
        if typed in (label, str(action)):
            return str(action)
    tokens = ", ".join(map(str, offered))
    raise NotationError(f"{quote(answer)} is not a choice; choose one of {tokens}", input=answer)


def _verdict(puzzle: Puzzle, chosen: str | None, messages: Messages) -> str:
    best, best_share = _description(puzzle, puzzle.best, messages), puzzle.share(puzzle.best)
    if chosen is None:
        return messages.say("puzzle.answer", best=best, best_share=messages.percent(best_share))
    if chosen == puzzle.best:
        return messages.say("puzzle.right", best=best, share=messages.percent(best_share))
    share = puzzle.share(chosen)
    return messages.say(
        "puzzle.nearly" if best_share - share < _NEARLY else "puzzle.wrong",
        chosen=_description(puzzle, chosen, messages),
        share=messages.percent(share),
        best=best,
        best_share=messages.percent(best_share),
        mistake=messages.percent(best_share - share),
    )


def _description(puzzle: Puzzle, action: str, messages: Messages) -> str:
    return describe_action(puzzle.state, puzzle.state.game.parse_action(action), messages)
