"""``roost games`` and ``roost schema``: list the games, and print their JSON Schema."""

from rich.text import Text

from roost.cli.screen import console, messages_in, print_json
from roost.core.game import Game
from roost.core.registry import all_games, game_type, schema
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_end, describe_face, option_meaning


def show_schema() -> None:
    print_json(schema())


def show_games(name: str | None, as_json: bool, language: Language | None) -> None:
    messages = messages_in(language)
    games = [game_type(name)] if name is not None else [*all_games().values()]
    if as_json:
        print_json([_facts(kind, messages) for kind in games])
        return
    out = console()
    longest = max(len(kind.name) for kind in games)
    for kind in games:
        for line in [_line(kind, longest, messages)] if name is None else _lines(kind, messages):
            out.print(line)


def _line(kind: type[Game], longest: int, messages: Messages) -> Text:
    """Describe a game in one line."""
    players = messages.say("facts.range", least=kind.player_range[0], most=kind.player_range[-1])
    line = Text(f"{kind.name:{longest}}", "bold green").append(f"  {kind.title}", "not bold not green")
    return line.append(f"  {messages.say('facts.players')}: {players}", "not bold not green dim")


def _facts(kind: type[Game], messages: Messages) -> dict[str, object]:
    die = kind().die
    options = {
        name: {
            "default": option.codec.text(option.default),
            "allowed": option.codec.describe(),
            "rule": option.rule,
            "meaning": option_meaning(option, kind, messages),
            "schema": option.codec.schema(),
        }
        for name, option in kind.options().items()
    }
    symbols = [
        {"char": symbol.char, "name": symbol.name, "value": symbol.value, "faces": faces}
        for symbol, faces in zip(die.symbols, die.weights or [None] * len(die.symbols), strict=True)
    ]
    return {
        "game": kind.name,
        "title": kind.title,
        "players": {"least": kind.player_range[0], "most": kind.player_range[-1]},
        "dice": {"count": kind.dice_count, "symbols": symbols},
        "components": dict(kind().components),
        "options": options,
        "end_reasons": list(kind.end_reasons),
    }


def _lines(kind: type[Game], messages: Messages) -> list[Text]:
    die, words = kind().die, messages.of(kind)
    faces = " ".join(describe_face(symbol, words) for symbol in die.sides)
    least, most = kind.player_range[0], kind.player_range[-1]
    lines = [
        Text(kind.name, "bold green").append(f"  {kind.title}", "bold not green"),
        _fact(messages.say("facts.players"), messages.say("facts.range", least=least, most=most)),
        _fact(messages.say("facts.dice"), f"{kind.dice_count} × {faces}"),
        _fact(
            messages.say("facts.end"), "; ".join(describe_end(reason, kind, messages) for reason in kind.end_reasons)
        ),
    ]
    for name, option in kind.options().items():
        value = option.codec.text(option.default)
        number = f"  ({option.rule})" if option.rule else ""
        lines.append(Text(f"    -o {name}={value}", "cyan").append(number, "dim"))
        lines.append(Text(f"       {option_meaning(option, kind, messages)}"))
        lines.append(Text(f"       {messages.say('facts.allowed', values=option.codec.describe())}", "dim"))
    return lines


def _fact(label: str, text: str) -> Text:
    return Text(f"    {label}: ", "dim").append(text, "not dim")
