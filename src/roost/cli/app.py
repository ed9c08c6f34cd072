"""Declares the commands: names, options and help texts. Other modules do the work."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from roost.cli.admin import admin
from roost.cli.arena import arena
from roost.cli.benchmark import benchmark
from roost.cli.dataset import dataset
from roost.cli.help import Sections, examples
from roost.cli.host import host
from roost.cli.options import AsJson, GameOptions, Lang, given
from roost.cli.serve import serve
from roost.cli.solve import solve
from roost.cli.train import train
from roost.core.version import __version__
from roost.play.terminal.speed import Speed

app = typer.Typer(
    name="roost",
    help="Push-your-luck dice games, exact: the Heckmeck family and Picnic Blitz.",
    epilog="Start with roost host, or with roost play at the terminal. For help with a command: roost COMMAND --help",
    cls=Sections,
    invoke_without_command=True,
    rich_markup_mode=None,  # plain text, because loading Rich would double the start-up time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _complete_game(incomplete: str) -> list[tuple[str, str]]:
    from roost.core.registry import all_games

    return [(name, kind.title) for name, kind in all_games().items() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game's name; roost games lists them.", autocompletion=_complete_game),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record file; - reads standard input.")]
RecordNumber = Annotated[int, typer.Option("--game", min=1, help="The number of the record in the file, from 1.")]


def _version(is_requested: bool) -> None:
    if is_requested:
        typer.echo(f"roost {__version__}")
        raise typer.Exit


@app.callback()
def _roost(
    context: typer.Context,
    version: Annotated[bool, given("--version", "", "Show the version.", callback=_version, is_eager=True)] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog=examples("roost games", "roost games heckmeck", "roost games --json"))
def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Show this game with its options.", autocompletion=_complete_game),
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """List the games, or show one game with its options."""
    from roost.cli.facts import show_games

    show_games(game, as_json, lang)


@app.command(epilog=examples("roost rules heckmeck", "roost rules junior --rule JR-5 --lang de"))
def rules(
    game: GameName,
    rule: Annotated[str | None, given("--rule", "NUMBER", "Show only this rule.")] = None,
    lang: Lang = None,
) -> None:
    """Show the rules of a game.

    Every rule has a number. A rule is marked as a ruling where the printed rules are silent or contradictory, and as
    assumed where only a picture shows it; an option can then change it.
    """
    from roost.cli.rules import show_rules

    show_rules(game, rule, lang)


@app.command(
    epilog=examples(
        "roost show heckmeck grill=21-23,25-28 A=24 B=29,31 turn=A aside=444w roll=1123",
        "roost show junior grill=4,4,5,9 A=6 B=- turn=B --play 'wwgckb w roll'",
    )
)
def show(
    position: Annotated[
        list[str],
        typer.Argument(metavar="POSITION", help="The position as text, as in records and other commands."),
    ],
    play: Annotated[
        str | None, given("--play", "MOVES", "Play these rolls and actions first, separated by spaces.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Show a position: the table, whose turn it is, and what each legal action does.

    A position needs no quotation marks. It starts with the name of the game; seats are letters.
    """
    from roost.cli.show import show_position

    show_position(" ".join(position), play, as_json, lang)


@app.command(
    epilog=examples(
        "roost odds heckmeck",
        "roost odds heckmeck grill=21-36 A=- B=- turn=A roll=1124445w",
        "roost odds heckmeck grill=21-36 A=- B=- turn=A aside=444 --aim 'at-least 25'",
        "roost odds heckmeck grill=21-24 A=28 B=36 turn=A aside=44w --aim win",
    )
)
def odds(
    position: Annotated[
        list[str],
        typer.Argument(metavar="POSITION", help="A position as text, or a game's name for its opening."),
    ],
    aim: Annotated[
        str, given("--aim", "AIM", "The aim of the turn: gain, win, at-least N or exactly N (in quotes).")
    ] = "gain",
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Show the exact odds of a turn: what each choice is worth, and how the turn ends.

    The odds are calculated over all rolls, not simulated. The value of a choice assumes best play for the same aim
    until the end of the turn.
    """
    from roost.cli.odds import show_odds

    show_odds(" ".join(position), aim, as_json, lang)


@app.command(
    epilog=examples(
        "roost play",
        "roost play heckmeck --seat Anna --seat Ben --seat rooster -o short_game=yes",
        "roost play junior --seat Anna --seat Ben --typed --record evening.roost",
        "roost play --resume",
    )
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game; default: choose from a list. With --resume, the file of the game.",
            autocompletion=_complete_game,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        given(
            "--seat -s",
            "NAME",
            "A player, in playing order: a name, or a bot (chick, pullet, hen, card, rooster, fox, owl).",
        ),
    ] = None,
    option: GameOptions = None,
    typed: Annotated[bool, given("--typed", "", "Roll real dice and type in the results.")] = False,
    seed: Annotated[str | None, given("--seed", "TEXT", "The same seed gives the same dice.")] = None,
    start: Annotated[str | None, given("--from", "POSITION", "Start from this position.")] = None,
    record: Annotated[
        Path | None, given("--record", "FILE", "Save the record to a new file instead of your data folder.")
    ] = None,
    resume: Annotated[
        bool, given("--resume", "", "Continue the latest unfinished game, or the game in a file.")
    ] = False,
    table: Annotated[str | None, given("--table", "URL", "Join a table on a server by its link.")] = None,
    plain: Annotated[
        bool, given("--plain", "", "Play line by line, for screen readers, pipes and simple terminals.")
    ] = False,
    no_animation: Annotated[bool, given("--no-animation", "", "Show dice without animation.")] = False,
    speed: Annotated[Speed, typer.Option(help="How fast bots play; the key p changes it.")] = Speed.NORMAL,
    lang: Lang = None,
) -> None:
    """Play in this terminal: alone or with friends at one keyboard, with or without bots.

    Every move is saved before it is shown, so you can always continue with roost play --resume.
    """
    from roost.cli.play import Asked, play_here

    asked = Asked(
        game,
        tuple(seat or ()),
        tuple(option or ()),
        typed=typed,
        seed=seed,
        start=start,
        record=record,
        resume=resume,
        table=table,
        plain=plain,
        animation=not no_animation,
        speed=speed,
    )
    play_here(asked, lang)


@app.command(
    epilog=examples(
        "roost simulate heckmeck --players 3 --games 10000 --seed 7",
        "roost simulate picnic --games 20 -o beginner=yes --records picnic.roost",
    )
)
def simulate(
    game: GameName,
    players: Annotated[int, typer.Option("--players", "-p", min=1, max=7, help="Number of players.")] = 2,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10_000_000, help="Number of games.")] = 1000,
    seed: Annotated[str, given("--seed", "TEXT", "The same seed gives the same games.")] = "1",
    option: GameOptions = None,
    records: Annotated[Path | None, given("--records", "FILE", "Write the record of every game to a new file.")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Play many random games and summarise them.

    Game i takes its dice from the seed SEED/i and its choices from the stream SEED/i/choices, so that the same command
    plays the same games on every machine.
    """
    from roost.cli.simulate import run_simulation

    run_simulation(game, players, games, seed, option, records, as_json, lang)


app.command(
    epilog=examples(
        "roost arena heckmeck rooster hen chick --games 6000 --seed 7 --jobs 2",
        "roost arena picnic hen 'exec:python mybot.py' --until-se 0.01 --plot picnic.svg",
    )
)(arena)


@app.command(
    epilog=examples("roost mcp", "roost mcp --http --port 8322", "roost mcp --server https://dice.example.org")
)
def mcp(
    http: Annotated[
        bool, given("--http", "", "Serve over HTTP for programs on this machine, instead of standard input and output.")
    ] = False,
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="The port for --http.")] = 8322,
    server: Annotated[
        str, given("--server", "URL", "The only Roost server at whose tables the assistant may take a seat.")
    ] = "http://127.0.0.1:8321",
) -> None:
    """Let an assistant play, coach and join tables, by the Model Context Protocol.

    Add this command to your assistant's settings as an MCP server. It needs the extra mcp.
    """
    from roost.cli.mcp import serve_assistant

    serve_assistant(http, port, server)


app.command(epilog=examples("roost host", "roost host --alone --no-browser"))(host)


@app.command(epilog=examples("roost new sevens", "roost new sevens --title 'Lucky Sevens' --folder games/sevens"))
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name in commands: lowercase letters and digits.")],
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="The title; default: the capitalised name.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder to create; default: roost-GAME.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Create the package of a new game: a small working game with rules, texts, tests and an entry point."""
    from roost.cli.new import lay_out

    lay_out(game, title, folder, lang)


@app.command(epilog=examples("roost static site"))
def static(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to write, or to bring up to date.")],
    lang: Lang = None,
) -> None:
    """Write Roost as a folder of static files, which plays in the browser without a server.

    Put the folder on any web host, or on a USB stick. Writing it needs Node.js with npm, and a network the first time.
    """
    from roost.cli.static import write_static

    write_static(folder, lang)


@app.command(epilog=examples("roost doctor", "roost doctor --port 80"))
def doctor(
    port: Annotated[
        int | None, typer.Option(min=1, max=65_535, help="The port to check; default: the server's port.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="The database to check; default: the one with your games.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Check this machine for problems: versions, compiled code, database, port, network.

    The exit status is 1 if there is a problem. Nothing is changed, except that a missing database is created.
    """
    from roost.cli.doctor import examine

    examine(port, database, lang)


app.command(
    epilog=examples(
        "roost dataset heckmeck --games 1000 --seed 7 --out foxes",
        "roost dataset junior --games 1000000 --seed 7 --out million --jobs 16",
    )
)(dataset)


app.command(epilog=examples("roost solve junior --jobs 2", "roost solve heckmeck --out tables"))(solve)


app.command(
    epilog=examples(
        "roost serve", "roost serve --host 0.0.0.0 --port 80", "roost serve --database tables.db --workers 2"
    )
)(serve)
app.command(
    epilog=examples(
        "roost train junior --checkpoint junior.training",
        "roost train heckmeck --rounds 20 --games 16 --out quick.npz",
    )
)(train)
app.add_typer(admin)
app.add_typer(benchmark)


@app.command(epilog=examples("roost replay evening.roost", "roost replay picnic.roost --game 12 --to 40"))
def replay(
    file: RecordFile,
    to: Annotated[int | None, given("--to", "N", "Stop after N moves (rolls and actions).", min=0)] = None,
    game: RecordNumber = 1,
    lang: Lang = None,
) -> None:
    """Replay a recorded game move by move, to the end or to any point."""
    from roost.cli.records import describe_record

    describe_record(file, to, game, lang)


@app.command(epilog=examples("roost verify evening.roost", "roost verify picnic.roost --game 12"))
def verify(
    file: RecordFile,
    game: Annotated[
        int | None, typer.Option("--game", min=1, help="The number of the record in the file, from 1; default: all.")
    ] = None,
) -> None:
    """Check the dice of recorded games against the sources named in the records."""
    from roost.cli.records import verify_record

    verify_record(file, game)


@app.command(
    epilog=examples(
        "roost review evening.roost",
        "roost review evening.roost --seat B --html evening.html",
        "roost review - --json < game",
    )
)
def review(
    file: RecordFile,
    game: RecordNumber = 1,
    seat: Annotated[
        str | None, given("--seat", "LETTER", "Address this seat's player; default: describe the winner's game.")
    ] = None,
    html: Annotated[Path | None, given("--html", "FILE", "Write a self-contained HTML page.")] = None,
    svg: Annotated[
        Path | None, given("--svg", "FILE", "Write a picture to share, as SVG or (for .png) as PNG.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Separate luck from skill: what every roll gained or lost, and what every decision cost.

    The game's model estimates positions between turns; within a turn, everything is exact.
    """
    from roost.cli.review import show_review

    show_review(file, game, seat, html, svg, as_json, lang)


@app.command(
    epilog=examples(
        "roost progress games/*.roost --name Anna",
        "roost progress my-games.json evening.roost --save my-games.json",
    )
)
def progress(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES", exists=True, dir_okay=False, help="Game records, and histories saved by the web page."
        ),
    ],
    name: Annotated[str | None, given("--name", "NAME", "Only this player; default: all players in the files.")] = None,
    save: Annotated[Path | None, given("--save", "FILE", "Save all games as one history for next time.")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Show how a player's decisions improve: what they cost, which kind costs most, and what to practise.

    Decisions are used instead of results because they contain no luck, and so need far fewer games.
    """
    from roost.cli.progress import show_progress

    show_progress(files, name, save, as_json, lang)


@app.command(
    epilog=examples(
        "roost card heckmeck",
        "roost card picnic --size beginner --lang pl",
        "roost card junior --html card.html",
    )
)
def card(
    game: GameName,
    size: Annotated[
        Literal[
            "beginner", "expert"
        ],  # the values of ``roost.study.cards.Size``; importing it here would load a game for every command
        typer.Option("--size", help="The beginner's card with a few lines, or the expert's card with tables."),
    ] = "beginner",
    html: Annotated[Path | None, given("--html", "FILE", "Write a self-contained HTML page that prints on A6.")] = None,
    lang: Lang = None,
) -> None:
    """Show the strategy card of a game: when to do what, on one page.

    A program found the card; docs/strategy.md explains how. The bot card follows it to the letter.
    """
    from roost.cli.card import show_card

    show_card(game, size, html, lang)


@app.command(
    epilog=examples("roost puzzle heckmeck", "roost puzzle picnic --list", "roost puzzle junior --number 7 --lang de")
)
def puzzle(
    game: GameName,
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="The number of a puzzle; default: today's puzzle.")
    ] = None,
    listed: Annotated[bool, given("--list", "", "List all puzzles.")] = False,
    day: Annotated[str | None, given("--day", "YYYY-MM-DD", "Solve the puzzle of another day.")] = None,
    answer: Annotated[str | None, given("--answer", "ACTION", "Give the answer without a prompt.")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Solve a puzzle: one position, one choice, exact numbers. There is a new puzzle every day."""
    from roost.cli.puzzle import show_puzzle

    show_puzzle(game, number, listed, day, answer, as_json, lang)


@app.command(
    epilog=examples("roost stats heckmeck", "roost stats junior --players 2 --games 100000 --plot junior.svg --lang de")
)
def stats(
    game: GameName,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", min=1, max=7, help="Number of players; default: every possible number."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=10**9, help="Games for each number of players.")
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same games.")] = 1,
    threads: Annotated[int, typer.Option("--threads", "-t", min=1, max=256, help="Number of threads.")] = 1,
    option: GameOptions = None,
    plot: Annotated[Path | None, given("--plot", "FILE.svg", "Draw the statistics as a picture.")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Show statistics of a game: wins by seat, game length, what is taken, and how often turns fail.

    Some figures are calculated exactly. The others are counted in games where the rooster (in Picnic Blitz the hen)
    plays every seat, and are shown with their margin of error.
    """
    from roost.cli.stats import show_statistics

    show_statistics(game, players, games, seed, threads, option, plot, as_json, lang)


@app.command(epilog=examples("roost schema > roost.schema.json"))
def schema() -> None:
    """Print the JSON Schema of positions, actions, events and outcomes."""
    from roost.cli.facts import show_schema

    show_schema()
