"""``roost play``: play in this terminal, full-screen or line by line."""

import asyncio
import os
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from roost.cli.options import read_options
from roost.cli.screen import console, messages_in
from roost.core.errors import NotationError, OptionError, RoostError, quote
from roost.core.game import Game
from roost.core.registry import all_games, game_type, position
from roost.core.state import State
from roost.core.words import Language, Messages
from roost.play.table.names import LONGEST_NAME
from roost.play.terminal.plain import PlainTable
from roost.play.terminal.saves import newest_to_resume
from roost.play.terminal.seated import Seated
from roost.play.terminal.seats import default_seats, go_on, read_seats
from roost.play.terminal.speed import Speed
from roost.play.terminal.table import Player, Setup


@dataclass(frozen=True)
class Asked:
    """The command-line arguments of ``roost play``."""

    game: str | None = None
    """The name of the game; with ``resume``, the file of the game to continue."""
    seats: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    typed: bool = False
    seed: str | None = None
    start: str | None = None
    record: Path | None = None
    resume: bool = False
    table: str | None = None
    """Link to a table on a server."""
    plain: bool = False
    animation: bool = True
    speed: Speed = Speed.NORMAL

    @property
    def is_plain(self) -> bool:
        """Whether to play line by line, on request or because the terminal cannot show a full screen."""
        terminal = os.environ.get("TERM", "windows" if sys.platform == "win32" else "dumb")
        return self.plain or not (sys.stdin.isatty() and sys.stdout.isatty() and terminal != "dumb")


def play_here(asked: Asked, language: Language | None) -> None:
    """Set up a game from the arguments, ask for missing arguments, and play."""
    messages = messages_in(language)
    if asked.record is not None and asked.record.exists():
        raise RoostError(f"{asked.record} already exists; choose a new file for the record", input=str(asked.record))
    table: Seated | None = None
    if asked.table is not None:
        if len(asked.seats) > 1 or asked.game is not None:
            message = "with --table, give no game and at most one name, with --seat"
            raise OptionError(message, input=asked.table)
        from roost.play.terminal.remote import sit_down  # slow to load

        name = asked.seats[0] if asked.seats else messages.say("ui.guest")
        table = asyncio.run(sit_down(asked.table, name, real=asked.typed))
    elif asked.resume:
        table = asyncio.run(go_on(_file_to_resume(asked)))
    if asked.is_plain:
        _play_plainly(asked, table, messages)
    else:
        _play_on_screen(asked, table, messages)


def _file_to_resume(asked: Asked) -> Path:
    fresh = (asked.seats, asked.options, asked.typed, asked.seed, asked.start, asked.record)
    if any(value not in ((), None, False) for value in fresh):
        raise OptionError(
            "--resume continues a game with its own settings; only its file can be given", input=asked.game
        )
    return newest_to_resume() if asked.game is None else Path(asked.game)


def _play_plainly(asked: Asked, table: Seated | None, messages: Messages) -> None:
    out = console()
    try:
        table = table or _set_up(asked, messages, out).begin()
    except EOFError:
        out.print(messages.say("ui.quit"))
        return
    # Not asyncio.run: it would delay Ctrl-C until the event loop continues, and prompts block the loop.
    with closing(asyncio.new_event_loop()) as loop:
        loop.run_until_complete(PlainTable(table, messages=messages, console=out, ask=ask_line).play())


def ask_line(prompt: str) -> str:
    """Read a line from standard input. Input from a pipe is echoed as if it were typed."""
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            # ``input`` would lose an interrupt that arrives while it prints the prompt.
            print(prompt, end="", flush=True)
            prompt = ""
        answer = input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()  # end the prompt's line
        raise
    if not sys.stdin.isatty():
        print(answer)
    return answer


def _set_up(asked: Asked, messages: Messages, out: Console) -> Setup:
    """Return the players and the starting position; ask for missing arguments."""
    if asked.start is not None:
        opening = _position_to_start(asked)
        count = opening.game.players
        players = _who(asked, type(opening.game), range(count, count + 1), messages, out)
        return _setup(asked, opening, players)
    kind = game_type(asked.game) if asked.game is not None else _ask_game(messages, out)
    options = read_options(asked.options)
    _check_options(kind, options)
    players = _who(asked, kind, kind.player_range, messages, out)
    return _setup(asked, kind.make(len(players), options).opening(), players)


def _check_options(kind: type[Game], options: dict[str, str]) -> None:
    """Report wrong options before any prompt or full screen appears."""
    kind.make(kind.player_range[-1], options)


def _who(asked: Asked, kind: type[Game], seats: range, messages: Messages, out: Console) -> list[Player]:
    return read_seats(asked.seats, messages, kind) if asked.seats else _ask_who(kind, seats, messages, out)


def _position_to_start(asked: Asked) -> State:
    assert asked.start is not None
    opening = position(asked.start)
    if asked.options or asked.game not in (None, opening.game.name):
        raise NotationError("the position of --from already names the game and its options", input=asked.start)
    return opening


def _setup(asked: Asked, opening: State, players: list[Player]) -> Setup:
    if len(players) != opening.game.players:
        message = f"the position has {opening.game.players} seats, but there are {len(players)} players"
        raise OptionError(message, input=asked.seats)
    return Setup(opening, tuple(players), typed=asked.typed, seed=asked.seed, record=asked.record)


def _ask_game(messages: Messages, out: Console) -> type[Game]:
    games = list(all_games().values())
    out.print(messages.say("ui.menu"))
    for number, kind in enumerate(games, 1):
        least, most = kind.player_range[0], kind.player_range[-1]
        out.print(f"  {number}  " + messages.say("ui.game", title=kind.title, least=least, most=most))
    while True:
        answer = ask_line(messages.say("ui.which_game")).strip().lower()
        for number, kind in enumerate(games, 1):
            if answer in (str(number), kind.name):
                return kind
        out.print(messages.say("ui.not_a_choice", answer=quote(answer)))


def _ask_who(kind: type[Game], seats: range, messages: Messages, out: Console) -> list[Player]:
    default = default_seats(seats[0], messages)
    out.print(messages.say("ui.who"))
    while True:
        answer = ask_line(messages.say("ui.who_prompt", default=", ".join(default))).strip()
        try:
            players = read_seats(answer.split(",") if answer else default, messages, kind)
        except OptionError:
            players = []
        if len(players) in seats:
            return players
        out.print(messages.say("ui.bad_names", least=seats[0], most=seats[-1], longest=LONGEST_NAME))


def _play_on_screen(asked: Asked, table: Seated | None, messages: Messages) -> None:
    from roost.play.terminal.app import RoostApp  # Textual is slow to load
    from roost.play.terminal.screens.start import Prefilled

    options = read_options(asked.options)
    if table is None and asked.start is not None:
        opening = _position_to_start(asked)
        seats = asked.seats or default_seats(opening.game.players, messages)
        table = _setup(asked, opening, read_seats(seats, messages, type(opening.game))).begin()
    elif table is None and asked.game is not None:
        kind = game_type(asked.game)
        if asked.seats:
            players = read_seats(asked.seats, messages, kind)
            table = _setup(asked, kind.make(len(players), options).opening(), players).begin()
        else:
            _check_options(kind, options)
    prefilled = Prefilled(asked.game, options, typed=asked.typed, seed=asked.seed, record=asked.record)
    app = RoostApp(messages, table=table, prefilled=prefilled, animation=asked.animation, speed=asked.speed)
    app.run()
    console().print(app.farewell())
