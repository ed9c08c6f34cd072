"""Seat the players of a new game, and resume stored games."""

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from secrets import token_hex

from roost.core.errors import OptionError, RoostError, quote, suggest
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.core.record import Record, RecordFile, resume_dice
from roost.core.sources import DiceSource
from roost.core.words import Messages
from roost.play.table.names import LONGEST_NAME
from roost.play.terminal.saves import SEAT, read_seat
from roost.play.terminal.seated import Seated, bot_name
from roost.play.terminal.table import BOTS_HEADER, Player, TableHere
from roost.study.bots import all_bots, bot, default_bot, kind_of

ANY_BOT = "bot"
"""Name that stands for a game's default bot."""
_PROGRAM = "exec"
"""Prefix with which the arena names an external program as a player: ``exec:COMMAND``."""


def read_seats(names: Sequence[str], messages: Messages, game: type[Game]) -> list[Player]:
    """Return a player for each name, in order. The name of a bot seats that bot; bots of the same kind are numbered.

    A bot's name may include settings, as in ``fox:depth=2``. A name that is nearly a bot's is refused, so that a
    mistyped bot does not become a person.
    """
    players: list[Player] = []
    seated = Counter[str]()
    for typed in names:
        name = typed.strip()
        bot_spec = default_bot(game) if name.lower() == ANY_BOT else name.lower()
        kind = kind_of(bot_spec)
        if kind == _PROGRAM and kind != bot_spec:
            raise OptionError("programs play in the arena and at a server's tables, not at this terminal", input=name)
        if kind in all_bots():
            seated[kind] += 1
            name = bot_name(kind, messages) + (f" {seated[kind]}" if seated[kind] > 1 else "")
            players.append(Player(name, bot(bot_spec).choose, bot_spec))
        elif name.islower() and any(near[0] == name[0] for near in get_close_matches(name, all_bots(), n=1)):
            advice = (
                f"{suggest(name, all_bots())} To seat a person, begin the name with a capital letter: {name.title()}"
            )
            raise OptionError(f"no bot is called {quote(name)}; {advice}", input=name)
        elif not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
            raise OptionError(f"a name has 1 to {LONGEST_NAME} characters, not {quote(name)}", input=name)
        else:
            players.append(Player(name))
    if len({player.name for player in players}) < len(players):
        raise OptionError("two players have the same name", input=names)
    return players


def default_seats(count: int, messages: Messages) -> list[str]:
    """Return names for the seats of a game: a guest, and the default bot on all others."""
    return [messages.say("ui.guest"), *[ANY_BOT] * (count - 1)]


async def go_on(path: Path) -> Seated:
    """Resume the game in a record file, or return to the seat stored in a seat file."""
    if path.suffix != SEAT:
        return resume(path)
    from roost.play.terminal.remote import go_back  # imported here because it loads slowly

    return await go_back(read_seat(path))


def resume(path: Path) -> TableHere:
    """Resume the unfinished game in a record file."""
    file = RecordFile.resume(path)
    record = file.record()
    if record.is_finished:
        raise RoostError(f"the game in {path} is over; roost replay {path} shows it", input=str(path))
    dice: DiceSource | None
    match record.headers.get("Dice"):
        case "seeded":
            dice, seed = resume_dice(record), record.headers["Seed"]
        case "typed":
            dice, seed = None, token_hex(8)
        case _:
            message = f"the game in {path} does not say where its dice come from, so it cannot be resumed here"
            raise RoostError(message, input=str(path))
    return TableHere(file, _players(record), dice, seed)


def _players(record: Record) -> list[Player]:
    """Return the players of a record, seated as they were when it was written."""
    kinds = dict.fromkeys(SEATS[: record.game.players], "")
    for word in record.headers.get(BOTS_HEADER, "").split():
        seat, _, kind = word.partition("=")
        if seat not in kinds or kind_of(kind) not in all_bots():
            raise RoostError(f"{quote(word)} does not name a seat and a known bot", input=word)
        kinds[seat] = kind
    return [
        Player(name, bot(kind).choose, kind) if kind else Player(name)
        for name, kind in zip(record.names, kinds.values(), strict=True)
    ]
