"""Sitting down: who plays, at which game, with which dice; and sitting down again at a game that was left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from roost.core.errors import OptionError, RoostError, quote
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.core.record import Record, Recorder, RecordFile, dice_headers, resume_dice
from roost.core.sources import DiceSource, SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.core.words import Messages
from roost.play.terminal.saves import new_file
from roost.play.terminal.table import Player, Table
from roost.study.bots import all_bots, bot, default_bot, kind_of

__all__ = ["ANY_BOT", "LONGEST_NAME", "Setup", "bot_name", "default_seats", "read_seats", "resume", "setup_of"]

ANY_BOT = "bot"
"""The name that seats the bot that fits."""
LONGEST_NAME = 20
"""Characters of a name, at most."""
_PROGRAM = "exec"
"""How the arena names a program that plays: ``exec:COMMAND``."""
_BOTS_HEADER = "Bots"
"""Which seats bots have, to resume the game: ``B=hen C=rooster``."""


def read_seats(names: Sequence[str], messages: Messages, game: type[Game]) -> list[Player]:
    """The players of a game by name, in order. A bot's name seats that bot; several of one kind get a number each.

    A bot may have settings: ``fox:depth=2``.
    """
    players: list[Player] = []
    seated = Counter[str]()
    for given in names:
        name = given.strip()
        who = default_bot(game) if name.lower() == ANY_BOT else name.lower()
        kind = kind_of(who)
        if kind == _PROGRAM and kind != who:
            raise OptionError("programs play in the arena and at a server's tables, not at this terminal", input=name)
        if kind in all_bots():
            seated[kind] += 1
            name = bot_name(kind, messages) + (f" {seated[kind]}" if seated[kind] > 1 else "")
            players.append(Player(name, bot(who).choose, who))
        elif not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
            raise OptionError(f"a name has 1 to {LONGEST_NAME} characters, not {quote(name)}", input=name)
        else:
            players.append(Player(name))
    if len({player.name for player in players}) < len(players):
        raise OptionError("two players have the same name, which would confuse everybody", input=names)
    return players


def bot_name(kind: str, messages: Messages) -> str:
    """What a bot is called at the table."""
    return messages.say_if_known(f"bot.{kind}") or kind


def default_seats(count: int, messages: Messages) -> list[str]:
    """A guest, and bots on the other seats."""
    return [messages.say("ui.guest"), *[ANY_BOT] * (count - 1)]


@dataclass(frozen=True)
class Setup:
    """Everything that a game needs to begin."""

    opening: State
    players: tuple[Player, ...]
    typed: bool = False
    """Whether real dice are rolled."""
    seed: str | None = None
    """Dice to roll again; without one, every game has its own."""
    record: Path | None = None
    """Where to keep the record; without one, among the user's games."""

    def begin(self) -> Table:
        """Sit down. From now on there is a record file, which is complete after every move."""
        _check_bots(self.players, self.opening)
        seed = token_hex(8) if self.seed is None else self.seed
        dice: DiceSource | None = None if self.typed else SeededDice(seed)
        headers = {"Dice": "typed"} if dice is None else dice_headers(dice)
        bots = " ".join(f"{seat}={player.bot}" for seat, player in zip(SEATS, self.players, strict=False) if player.bot)
        recorder = Recorder(
            self.opening,
            [player.name for player in self.players],
            headers | ({_BOTS_HEADER: bots} if bots else {}),
        )
        path = new_file(self.opening.game.name) if self.record is None else self.record
        return Table(RecordFile.create(path, recorder), self.players, dice, seed)


def setup_of(table: Table) -> Setup:
    """How a table was set up, for another game of the same with new dice and a new record."""
    return Setup(table.book.record().start, table.players, typed=table.dice_are_typed)


def resume(path: Path) -> Table:
    """Sit down again at the game in a file, at the very point where it was left."""
    file = RecordFile.resume(path)
    record = file.record()
    if record.is_finished:
        raise RoostError(f"the game in {path} is over; roost replay {path} tells it", input=str(path))
    dice: DiceSource | None
    match record.headers.get("Dice"):
        case "seeded":
            dice, seed = resume_dice(record), record.headers["Seed"]
        case "typed":
            dice, seed = None, token_hex(8)
        case _:
            message = f"the game in {path} does not say where its dice come from, so it cannot go on here"
            raise RoostError(message, input=str(path))
    return Table(file, _players(record), dice, seed)


def _players(record: Record) -> list[Player]:
    """Who sat where when the record was written."""
    kinds = dict.fromkeys(SEATS[: record.game.players], "")
    for word in record.headers.get(_BOTS_HEADER, "").split():
        seat, _, kind = word.partition("=")
        if seat not in kinds or kind_of(kind) not in all_bots():
            raise RoostError(f"{quote(word)} seats no bot that is known here", input=word)
        kinds[seat] = kind
    return [
        Player(name, bot(kind).choose, kind) if kind else Player(name)
        for name, kind in zip(record.names, kinds.values(), strict=True)
    ]


def _check_bots(players: Sequence[Player], opening: State) -> None:
    """Ask each kind of bot for one choice: what cannot play this game says so now, not in the middle of it."""
    chance = Stream("a first look")
    state = opening
    while (dice := state.dice) is not None:
        state, _ = state.play(dice.draw(chance))
    if state.node is Node.DECIDE:
        for choose in {player.bot: player.choose for player in players if player.bot}.values():
            assert choose is not None
            choose(state, chance)
