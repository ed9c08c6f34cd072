"""``roost play``: a game at this terminal."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from secrets import token_hex

from rich.console import Console

from roost.bots import all_bots, bot
from roost.cli.options import read_options
from roost.cli.screen import console, messages_in
from roost.core.errors import NotationError, OptionError, RoostError, quote
from roost.core.game import Game
from roost.core.sources import DiceSource, SeededDice
from roost.core.state import State
from roost.core.stream import Stream
from roost.games import all_games, game_type, position
from roost.messages import Language, Messages
from roost.record import Recorder, RecordFile, dice_headers
from roost.terminal.plain import PlainTable, Player

__all__ = ["play_here", "read_seats"]

BOT, DEFAULT_BOT = "bot", "hen"
_LONGEST_NAME = 20


def play_here(
    game: str | None,
    seats: list[str] | None,
    options: list[str] | None,
    *,
    typed: bool,
    seed: str | None,
    start: str | None,
    record: Path | None,
    lang: Language | None,
) -> None:
    """Set up a game from what was given, ask for what was not, and play it."""
    messages, out = messages_in(lang), console()
    if record is not None and record.exists():
        raise RoostError(f"{record} exists already; give the record a new file", input=str(record))
    try:
        opening, players = _set_up(game, seats, options, start, messages, out)
    except EOFError:
        out.print(messages.say("ui.quit"))
        return
    seed = token_hex(8) if seed is None else seed
    dice: DiceSource | None = None if typed else SeededDice(seed)
    headers = {"Dice": "typed"} if dice is None else dice_headers(dice)
    recorder = Recorder(opening, [player.name for player in players], headers)
    book = recorder if record is None else RecordFile.create(record, recorder)
    chance = Stream(f"{seed}/choices")
    PlainTable(book, players, dice, chance, messages=messages, console=out, ask=ask_line).play()
    if record is not None:
        out.print(messages.say("ui.saved", file=record))


def ask_line(prompt: str) -> str:
    """A line from standard input. What comes from a pipe is shown as if it were typed."""
    try:
        answer = input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()  # whatever comes next does not belong on the line of the prompt
        raise
    if not sys.stdin.isatty():
        print(answer)
    return answer


def read_seats(names: list[str], messages: Messages) -> list[Player]:
    """The players by name, in order. A bot's name seats that bot; several of one kind get a number each."""
    players: list[Player] = []
    seated = Counter[str]()
    for given in names:
        name = given.strip()
        kind = DEFAULT_BOT if name.lower() == BOT else name.lower()
        if kind in all_bots():
            seated[kind] += 1
            name = (messages.say_if_known(f"bot.{kind}") or kind) + (f" {seated[kind]}" if seated[kind] > 1 else "")
            players.append(Player(name, bot(kind).choose))
        elif not name.isprintable() or not 1 <= len(name) <= _LONGEST_NAME:
            raise OptionError(f"a name has 1 to {_LONGEST_NAME} characters, not {quote(name)}", input=name)
        else:
            players.append(Player(name))
    if len({player.name for player in players}) < len(players):
        raise OptionError("two players have the same name, which would confuse everybody", input=names)
    return players


def _set_up(
    game: str | None,
    seats: list[str] | None,
    options: list[str] | None,
    start: str | None,
    messages: Messages,
    out: Console,
) -> tuple[State, list[Player]]:
    """The position to start from, and who plays."""
    if start is not None:
        opening = position(start)
        count = opening.game.players
        if options or game not in (None, opening.game.name):
            raise NotationError("--from names the game and its options itself", input=start)
        players = read_seats(seats, messages) if seats else _ask_who(range(count, count + 1), messages, out)
        if len(players) != count:
            raise OptionError(f"the position has {count} seats, but there are {len(players)} players", input=seats)
        return opening, players
    kind = game_type(game) if game is not None else _ask_game(messages, out)
    given = read_options(options or ())
    players = read_seats(seats, messages) if seats else _ask_who(kind.player_range, messages, out)
    return kind.make(len(players), given).opening(), players


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


def _ask_who(seats: range, messages: Messages, out: Console) -> list[Player]:
    default = [messages.say("ui.guest"), *[BOT] * (seats[0] - 1)]
    out.print(messages.say("ui.who"))
    while True:
        answer = ask_line(messages.say("ui.who_prompt", default=", ".join(default))).strip()
        try:
            players = read_seats(answer.split(",") if answer else default, messages)
        except OptionError:
            players = []
        if len(players) in seats:
            return players
        out.print(messages.say("ui.bad_names", least=seats[0], most=seats[-1], longest=_LONGEST_NAME))
