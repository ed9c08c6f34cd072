"""The command line, verb by verb."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import roost
from command import run
from roost.cli.plain_signs import plain_sign
from roost.cli.play import ask_line
from roost.core.record import read, read_all
from roost.core.registry import all_games, schema

pytestmark = pytest.mark.slow

SOURCES = Path(roost.__file__).parent
WORDS = [path for path in SOURCES.rglob("*.toml") if not path.name.startswith("page.")] + [*SOURCES.rglob("rules.*.md")]
ROOST = [sys.executable, "-m", "roost"]
POSITION = ["heckmeck", "grill=21-23,25-28", "A=24", "B=31,29", "turn=A", "aside=444w", "roll=1123"]


def printed(*command: str, **environment: str) -> str:
    """The output of Python in a process of its own, on a terminal that knows colours."""
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color", **environment}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=environment, check=True
    ).stdout


# -- in general --------------------------------------------------------------------------------------------------------


def test_version_and_help() -> None:
    """Help names each verb in its section, also without arguments; that of a verb ends with examples of it."""
    assert run("--version") == (0, f"roost {roost.__version__}\n", "")
    helped = run("--help")
    assert helped.code == 0
    assert run() == helped
    assert "More:" not in helped.out  # nothing new is left over
    for verb in ("games", "rules", "show", "play", "simulate", "replay", "verify", "schema"):
        assert f" {verb} " in helped.out
        taught = run(verb, "--help").out
        assert f"\n    roost {verb}" in taught[taught.index("Examples") :]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["rules", "hekmeck"], "roost: no game is called 'hekmeck'; did you mean 'heckmeck'?\n"),
        (["show", "heckmeck", "A=-", "B=-"], "roost: no such position of heckmeck: grill is missing\n"),
        (["simulate", "junior", "--players", "7"], "roost: junior is for 2 to 5 players, not 7\n"),
        (["simulate", "junior", "-o", "worms"], "roost: an option looks like short_game=yes, not 'worms'\n"),
        (["play", "junior", "-o", "a=1", "-o", "a=2"], "roost: the option 'a' is given twice\n"),
        (["play", "junior", "-o", "worm=1"], "roost: junior has no option 'worm'; did you mean 'worms'?\n"),
        (["replay", "nowhere.roost"], "roost: nowhere.roost: No such file or directory\n"),
    ],
)
def test_a_mistake_is_one_line_and_exit_status_2(arguments: list[str], complaint: str) -> None:
    """A mistake is told with what would be right, on standard error; no traceback, nothing on standard output."""
    assert run(*arguments) == (2, "", complaint)


@pytest.mark.parametrize(
    ("arguments", "named", "help_of"),
    [
        (["plya"], "plya", "roost"),
        (["serve", "--prot", "1"], "--prot", "roost serve"),
        (["games", "--lang", "tlh"], "tlh", "roost games"),
        (["show"], "POSITION", "roost show"),
    ],
)
def test_so_is_a_wrong_use_with_the_help_that_tells_more(arguments: list[str], named: str, help_of: str) -> None:
    """The words are Typer's own."""
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("roost: ")
    assert named in ran.err
    assert ran.err.endswith(f" See: {help_of} --help\n")


def test_a_verb_with_verbs_of_its_own_lists_them() -> None:
    """Nothing was asked of it yet; that is no success."""
    ran = run("admin")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: roost admin")
    assert "backup" in ran.err


def test_colours_are_for_terminals_that_want_them() -> None:
    """A pipe gets no colour codes; a terminal gets them unless NO_COLOR is set."""
    assert "\x1b" not in run("games").out
    forced = printed("-m", "roost", "games")
    assert "\x1b[1" in forced
    assert "\x1b[36" in forced
    assert "\x1b[36" not in printed("-m", "roost", "games", NO_COLOR="1")


def test_a_terminal_without_our_characters_still_gets_the_sentence() -> None:
    """In an ASCII environment nothing crashes: what cannot be shown has a sign that can."""
    shown = printed("-m", "roost", "show", *POSITION, PYTHONIOENCODING="ascii", ROOST_LANG="de", FORCE_COLOR="")
    assert "zwei Einsen beiseitelegen -> 19" in shown
    assert "> A [24]" in shown
    assert "?" not in shown


def test_every_sign_that_we_show_has_a_plain_one() -> None:
    """All that is said in any language: no question mark stands where there was none."""
    said = {character for path in WORDS for character in path.read_text(encoding="utf-8") if not character.isascii()}
    assert sorted(character for character in said if plain_sign(character) == "?") == []
    assert [plain_sign(character) for character in "żé△"] == ["z", "e", "?"]


def test_a_closed_pipe_is_quiet() -> None:
    """When the reader goes away, the command stops without a word."""
    with subprocess.Popen([*ROOST, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_an_interrupt_is_quiet_and_exits_130() -> None:
    """Ctrl-C leaves without a traceback, with the status that shells expect."""
    command = [*ROOST, "play", "junior", "--seat", "Anna", "--seat", "Ben"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        shown = b""
        while b"Enter" not in shown:
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        with suppress(BrokenPipeError):  # a signal between the prompt and the wait for an answer is noticed after it
            process.stdin.write(b"\n")
            process.stdin.flush()
        assert process.stderr.read() == b""
    assert process.returncode == 130


class _Interrupted(io.StringIO):
    """A place to write to where an interrupt comes as soon as something is shown."""

    def flush(self) -> None:
        raise KeyboardInterrupt


def test_an_interrupt_while_the_prompt_is_shown_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who presses Ctrl-C at the very moment they are asked is heard."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    monkeypatch.setattr(sys, "stdout", shown := _Interrupted())
    with pytest.raises(KeyboardInterrupt):
        ask_line("Well? ")
    assert shown.getvalue() == "Well? \n"


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running some code."""
    script = (
        f"import sys, contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n  {code}\nprint(*sys.modules)"
    )
    return set(printed("-c", script).split())


def test_importing_roost_and_asking_for_help_load_only_what_they_need() -> None:
    """``import roost`` loads no games; help loads neither games nor records nor message files."""
    assert {name for name in loaded_by("import roost") if name.startswith("roost")} == {"roost"}
    with_help = loaded_by("from roost.cli import main\n  with contextlib.suppress(SystemExit):\n    main(['--help'])")
    assert with_help.isdisjoint(
        {"roost.games", "roost.core.game", "roost.core.record", "roost.lab.simulation", "tomllib"}
    )
    assert "importlib.metadata" not in with_help
    assert with_help.isdisjoint({"sqlalchemy", "litestar", "uvicorn", "alembic", "msgspec", "roost.server"})


def test_names_of_games_are_completed() -> None:
    """The shell completes what has been begun."""
    begun = {"_ROOST_COMPLETE": "complete_bash", "COMP_WORDS": "roost rules h", "COMP_CWORD": "2"}
    code = "import sys; sys.argv[0] = 'roost'; from roost.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | begun, check=False
    )
    assert done.stdout.split() == ["heckmeck"]


# -- games, rules, schema ----------------------------------------------------------------------------------------------


def test_games_are_listed_from_their_declarations() -> None:
    """Every game with players, dice, end and each option with its default and meaning."""
    listed = run("games").out
    for kind in all_games().values():
        assert f"{kind.name}  {kind.title}" in listed
        for option in kind.options().values():
            assert f"-o {option.name}={option.codec.text(option.default)}  ({option.rule})" in listed
            assert option.meaning in listed
    assert "dice: 6 × worm worm cucumber cheese ketchup bun" in listed
    assert "Würfel: 6 × Wurm Wurm Gurke Käse Ketchup Brötchen" in run("games", lang="de").out


def test_games_as_json() -> None:
    """Programs get the same facts; a default set as an option gives the same game."""
    facts = json.loads(run("games", "--json").out)
    assert [fact["game"] for fact in facts] == list(all_games())
    for fact in facts:
        kind = all_games()[fact["game"]]
        defaults = {name: option["default"] for name, option in fact["options"].items()}
        assert kind.make(options=defaults) == kind()
        assert sum(symbol["faces"] for symbol in fact["dice"]["symbols"]) == 6
        assert fact["components"].keys() == kind().components.keys()
        assert fact["players"] == {"least": kind.player_range[0], "most": kind.player_range[-1]}


@pytest.mark.parametrize(
    ("lang", "title", "mark"), [("en", "What you need", "[ruling]"), ("de", "Was ihr braucht", "[Festlegung]")]
)
def test_rules_in_both_languages(lang: str, title: str, mark: str) -> None:
    """The page of the game and that of its turn, in plain text for a pipe, with numbers and marks."""
    shown = run("rules", "heckmeck", "--lang", lang, lang="").out
    assert f"{title}\n{'-' * len(title)}\n" in shown
    assert mark in shown
    assert "- HM-11 " in shown
    assert "- SA-8 " in shown


def test_rules_are_set_in_type_for_a_terminal() -> None:
    """A terminal gets headings and colours, and the numbers all the same."""
    code = (
        "import sys; sys.stdout.isatty = lambda: True\n"
        "from roost.cli import main; main(['rules', 'heckmeck', '--rule', 'HM-8'])"
    )
    shown = printed("-c", code, ROOST_LANG="en")
    assert "\x1b[1;36mHM-8\x1b" in shown
    assert "\x1b[1;33m(ruling)\x1b" in shown


def test_schema_is_the_published_one() -> None:
    """The schema is printed as the library builds it."""
    assert json.loads(run("schema").out) == schema()


# -- show --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "last"),
    [
        ("junior grill=4,9 A=- B=- turn=B", "B rolls 6 dice."),
        ("junior start=random grill=4,9 A=- B=- turn=draw", "The first player is drawn."),
        ("junior grill=- A=4 B=9 over=grill-empty", "B wins with 4 worms."),
    ],
)
def test_show_what_comes_next(position: str, last: str) -> None:
    """A roll that is due, a draw, or the result."""
    assert run("show", *position.split()).out.splitlines()[-1] == last


def test_show_as_json() -> None:
    """Programs get the position, the legal actions, the events of the moves, and the result."""
    facts = json.loads(run("show", *POSITION, "--play", "3", "--json").out)
    assert roost.position(facts["position"]) == roost.position(facts["text"])
    assert facts["events"] == [{"type": "laid_aside", "seat": 0, "symbol": "3", "count": 1, "total": 20}]
    assert [action["token"] for action in facts["actions"]] == ["roll", "stop"]
    assert (facts["node"], facts["seat"], facts["dice"], facts["outcome"]) == ("decide", 0, None, None)
    over = json.loads(run("show", "junior", "grill=-", "A=4", "B=9", "over=grill-empty", "--json").out)
    assert over["outcome"]["winners"] == [1]
    rolling = json.loads(run("show", "junior", "grill=4", "A=4", "B=9", "turn=A", "--json").out)
    assert rolling["dice"] == 6


# -- play --------------------------------------------------------------------------------------------------------------


def test_play_asks_for_what_it_is_not_told() -> None:
    """Game and players are asked for, again if need be; Enter takes what is offered."""
    played = run("play", "--seed", "1", typed="chess\n2\nAnna\nAnna,Anna\n\n")
    assert played.code == 0
    assert "  2  Heckmeck Junior, 2 to 5 players" in played.out
    assert "'chess' is not one of the choices" in played.out
    assert played.out.count("That should be 2 to 5 different names") == 2
    assert "▸ A Guest" in played.out
    assert "B Hen" in played.out
    assert played.out.endswith("Until next time!\n")
    unanswered = run("play", lang="de")  # no answer to the first question is an answer too
    assert (unanswered.code, unanswered.out.endswith("Bis zum nächsten Mal!\n")) == (0, True)


def test_play_records_every_move(tmp_path: Path) -> None:
    """The record holds the names, the seed and the moves, and is complete although the game is not."""
    file = tmp_path / "evening.roost"
    played = run(
        *("play", "heckmeck", "--seat", "Anna", "--seat", "bot", "--seat", "bot", "-o", "short_game=yes"),
        *("--seed", "7", "--record", str(file)),
        typed="\n?\nq\n",
    )
    assert played.code == 0
    assert played.out.endswith(f"Recorded in {file}.\n")
    record = read(file.read_text(encoding="utf-8"))
    assert record.names == ("Anna", "Hen", "Hen 2")
    assert record.headers["Seed"] == "7"
    assert record.game == roost.game("heckmeck", players=3, short_game=True)
    assert len(record.moves) == 1


def test_play_does_not_overwrite_a_record(tmp_path: Path) -> None:
    """A file that exists is somebody's evening."""
    file = tmp_path / "evening.roost"
    file.write_text("precious", encoding="utf-8")
    played = run("play", "junior", "--seat", "Anna", "--seat", "bot", "--record", str(file))
    assert (played.code, played.out) == (2, "")
    assert "exists already" in played.err
    assert file.read_text(encoding="utf-8") == "precious"


def test_play_with_typed_dice_is_recorded_as_such(tmp_path: Path) -> None:
    """Real dice cannot be checked, and the record says where they came from."""
    file = tmp_path / "real.roost"
    run("play", "junior", "--seat", "Anna", "--seat", "Ben", "--typed", "--record", str(file), typed="wwwgkb\nw\n")
    record = read(file.read_text(encoding="utf-8"))
    assert record.headers["Dice"] == "typed"
    assert list(map(str, record.moves)) == ["wwwgkb", "w"]


def test_play_from_a_position() -> None:
    """A game can start anywhere; the position brings its own game and options, and everyone needs a seat."""
    start = "junior worms=9,9,9,9,9,9 grill=4 A=9 B=- turn=B aside=wwww"
    played = run("play", "--from", start, "--seat", "Anna", "--seat", "Ben", typed="take4\n")
    assert "Anna and Ben share the win with 9 worms each.\n" in played.out
    assert "needs 2" not in played.out
    assert "9 worms each.\n" in run("play", "--from", start, typed="Anna,Ben,Carla\nAnna,Ben\ntake4\n").out
    assert "names the game and its options itself" in run("play", "heckmeck", "--from", start).err
    assert "names the game and its options itself" in run("play", "--from", start, "-o", "start=A").err
    assert "2 seats, but there are 1 players" in run("play", "--from", start, "--seat", "Anna").err


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\tb", "\x1b[31mred"])
def test_play_checks_names(name: str) -> None:
    """A name is short and printable."""
    played = run("play", "junior", "--seat", "Anna", "--seat", name)
    assert played.code == 2
    assert "a name has 1 to 20 characters" in played.err


def test_the_same_seed_rolls_the_same_dice() -> None:
    """A seed makes an evening repeatable, bots and all; without one, every evening is another."""

    def evening(*seed: str) -> str:
        start = "barbecue grill=23:A,24:snail,36:BB A=1w B=8w11s turn=A"  # near the end
        told = run("play", "--from", start, "--seat", "bot", "--seat", "bot", *seed).out
        return "\n".join(line for line in told.splitlines() if not line.startswith("Recorded in "))

    assert evening("--seed", "1") == evening("--seed", "1")
    assert evening() != evening()


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_simulate_is_reproducible() -> None:
    """The same command prints the same JSON; another seed, other games."""
    command = ("simulate", "picnic", "--games", "5", "-o", "beginner=yes", "--json", "--seed")
    first = run(*command, "1").out
    assert first == run(*command, "1").out
    assert first != run(*command, "2").out
    assert json.loads(first)["end_reasons"] == {"goal": 5}


def test_simulate_writes_records(tmp_path: Path) -> None:
    """Every game is recorded, and a file that exists is not overwritten."""
    file = tmp_path / "games.roost"
    assert run("simulate", "junior", "--games", "4", "--records", str(file)).code == 0
    records = list(read_all(file.read_text(encoding="utf-8")))
    assert [record.headers["Seed"] for record in records] == ["1/0", "1/1", "1/2", "1/3"]
    assert all(record.is_finished for record in records)
    again = run("simulate", "junior", "--games", "4", "--records", str(file))
    assert (again.code, again.err) == (2, f"roost: {file}: File exists\n")


# -- replay, verify ----------------------------------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with three recorded games."""
    file = tmp_path / "games.roost"
    run("simulate", "junior", "--games", "3", "--seed", "9", "--records", str(file))
    return file


def test_replay_stops_where_it_is_told_to(games: Path) -> None:
    """Up to move N, of any game in the file, which may be standard input; there is no move 9999 to stop after."""
    records = list(read_all(games.read_text(encoding="utf-8")))
    shown = run("replay", str(games), "--game", "2", "--to", "3").out
    assert shown.splitlines()[-1] == str(records[1].replay(3))
    assert run("replay", str(games), "--to", "0").out.splitlines()[-1] == str(records[0].start)
    assert run("replay", str(games), "--to", "9999").code == 2
    assert run("replay", "-", typed=games.read_text(encoding="utf-8")).out == run("replay", str(games)).out


def test_a_damaged_record_is_told_up_to_the_damage(games: Path) -> None:
    """The part before the damage is shown, then the line and the reason, with exit status 2."""
    lines = games.read_text(encoding="utf-8").split("\n")
    blank = lines.index("")
    lines[blank + 2] += " stop"
    games.write_text("\n".join(lines), encoding="utf-8")
    replayed = run("replay", str(games))
    assert replayed.code == 2
    assert "Turn 1, random A" in replayed.out
    assert replayed.err.startswith(f"roost: Here the record is damaged: line {blank + 3}, column ")
    assert run("replay", str(games), "--to", "1").code == 0


def test_a_record_without_a_sound_beginning_is_only_complained_about(tmp_path: Path) -> None:
    """Where nothing comes before the damage, nothing is told."""
    file = tmp_path / "odd.roost"
    file.write_bytes(b"\xff\xfe nonsense")
    replayed = run("replay", str(file))
    assert (replayed.code, replayed.out) == (2, "")
    assert replayed.err.startswith("roost: line 1, column 1: ")


@pytest.mark.parametrize("verb", ["replay", "verify"])
def test_a_game_that_the_file_does_not_hold(games: Path, verb: str) -> None:
    """Asking for the fourth of three games is an error that says so."""
    asked = run(verb, str(games), "--game", "4")
    assert (asked.code, asked.out) == (2, "")
    assert "holds 3 records, so there is no record 4" in asked.err


def test_damage_before_the_wanted_record_is_told_as_what_it_is(games: Path) -> None:
    """A reader who asks for the third record is told that a damaged first one hides it, and is not shown the first."""
    games.write_text(games.read_text(encoding="utf-8").replace("\n1 A ", "\n1 B ", 1), encoding="utf-8")
    asked = run("replay", str(games), "--game", "3")
    assert (asked.code, asked.out) == (2, "")
    assert asked.err.startswith("roost: record 1 is damaged, which hides those after it: line ")


def test_verify_proves_the_dice(games: Path) -> None:
    """Dice from a seed are rolled again; a changed one is found."""
    assert "are those of the seed '9/2'" in run("verify", str(games), "--game", "3").out
    every = run("verify", str(games)).out
    assert re.findall(r"^(\d)\. .* seed '9/(\d)'", every, re.MULTILINE) == [("1", "0"), ("2", "1"), ("3", "2")]
    text = games.read_text(encoding="utf-8").replace('[Seed "9/0"]', '[Seed "9/1"]', 1)
    games.write_text(text, encoding="utf-8")
    forged = run("verify", str(games))
    assert forged.code == 2
    assert forged.err.startswith("roost: record 1: roll 1: the dice show ")


def test_progress_is_told_for_records_and_histories(tmp_path: Path) -> None:
    """The game of the docs: reviewed, told for one player, saved, and read again from what was saved."""
    saved = tmp_path / "history.json"
    evening = str(Path(__file__).parents[2] / "examples" / "evening.roost")
    first = run("progress", evening, "--name", "Anna", "--save", str(saved))
    assert first.code == 0
    assert first.out.startswith("Anna: Heckmeck am Bratwurmeck\nGames: 1 · decisions: 88\nRating by decisions: ")
    again = run("progress", str(saved), evening, "--json")
    told = json.loads(again.out)
    assert [(one["name"], one["games"]) for one in told] == [("Anna", 1), ("Ben", 1)]
    nobody = run("progress", str(saved), "--name", "Cleo")
    assert (nobody.code, nobody.out) == (2, "")
    assert "Nobody called Cleo" in nobody.err
