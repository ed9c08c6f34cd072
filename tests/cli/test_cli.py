"""The command line, command by command."""

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
from roost.cli import main
from roost.cli.plain_signs import plain_sign
from roost.cli.play import ask_line
from roost.cli.settings_file import read_settings_file
from roost.core.record import read, read_all
from roost.core.registry import all_games, schema
from roost.core.words import Language, Messages
from roost.study.cards import Size, card_for
from roost.study.cards.printed_card import print_card, text_lines

pytestmark = pytest.mark.slow

SOURCES = Path(roost.__file__).parent
PAGE_ONLY = ("page.", "strokes.")
FILES = [*SOURCES.rglob("*.toml"), *SOURCES.rglob("rules.*.md")]
WORDS = [path for path in FILES if not path.name.startswith(PAGE_ONLY)]
ROOST = [sys.executable, "-m", "roost"]
POSITION = ["heckmeck", "grill=21-23,25-28", "A=24", "B=31,29", "turn=A", "aside=444w", "roll=1123"]


def printed(*command: str, **environment: str) -> str:
    """Run Python in a separate process, on a terminal with colours, and return the output."""
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color", **environment}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=environment, check=True
    ).stdout


def test_commands_use_one_thread_for_networks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several threads would use many times the CPU time for Roost's small networks, and be slower on a busy machine."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    main(["--version"])
    assert (os.environ["OPENBLAS_NUM_THREADS"], capsys.readouterr().out) == ("1", f"roost {roost.__version__}\n")


def test_help_lists_all_commands_and_a_commands_help_ends_with_examples() -> None:
    assert run("--version") == (0, f"roost {roost.__version__}\n", "")
    help_text = run("--help")
    assert help_text.code == 0
    assert run() == help_text
    assert "More:" not in help_text.out  # every command is in a section of the help
    for command in ("games", "rules", "show", "play", "simulate", "replay", "verify", "schema"):
        assert f" {command} " in help_text.out
        command_help = run(command, "--help").out
        assert f"\n    roost {command}" in command_help[command_help.index("Examples") :]


@pytest.mark.parametrize(
    ("arguments", "message"),
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
def test_an_error_is_one_line_on_standard_error_with_exit_status_2(arguments: list[str], message: str) -> None:
    assert run(*arguments) == (2, "", message)


@pytest.mark.parametrize(
    ("arguments", "word", "help_of"),
    [
        (["plya"], "plya", "roost"),
        (["serve", "--prot", "1"], "--prot", "roost serve"),
        (["games", "--lang", "tlh"], "tlh", "roost games"),
        (["show"], "POSITION", "roost show"),
    ],
)
def test_wrong_usage_is_one_line_that_refers_to_the_help(arguments: list[str], word: str, help_of: str) -> None:
    """The line contains Typer's own message, and then the help command."""
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("roost: ")
    assert word in ran.err
    assert ran.err.endswith(f" See: {help_of} --help\n")


def test_a_command_group_without_a_command_shows_its_usage() -> None:
    """The exit status is 2, because no command was run."""
    ran = run("admin")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: roost admin")
    assert "backup" in ran.err


def test_colours_are_shown_only_on_terminals_without_no_color() -> None:
    assert "\x1b" not in run("games").out
    forced = printed("-m", "roost", "games", "heckmeck")
    assert "\x1b[1" in forced
    assert "\x1b[36" in forced
    assert "\x1b[36" not in printed("-m", "roost", "games", "heckmeck", NO_COLOR="1")


def test_an_ascii_terminal_shows_replacement_characters() -> None:
    shown = printed("-m", "roost", "show", *POSITION, PYTHONIOENCODING="ascii", ROOST_LANG="de", FORCE_COLOR="")
    assert "zwei Einsen beiseitelegen -> 19" in shown
    assert "> A [24]" in shown
    assert "?" not in shown


def test_every_character_in_our_texts_has_an_ascii_replacement() -> None:
    texts = {character for path in WORDS for character in path.read_text(encoding="utf-8") if not character.isascii()}
    assert sorted(character for character in texts if plain_sign(character) == "?") == []
    assert [plain_sign(character) for character in "żé△"] == ["z", "e", "?"]


def test_a_closed_pipe_ends_the_command_silently() -> None:
    with subprocess.Popen([*ROOST, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_ctrl_c_exits_silently_with_status_130() -> None:
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
        with suppress(BrokenPipeError):  # a signal between the prompt and the wait for an answer is noticed only later
            process.stdin.write(b"\n")
            process.stdin.flush()
        assert process.stderr.read() == b""
    assert process.returncode == 130


class _Interrupted(io.StringIO):
    """An output stream whose first flush raises KeyboardInterrupt."""

    def flush(self) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_during_the_prompt_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    monkeypatch.setattr(sys, "stdout", shown := _Interrupted())
    with pytest.raises(KeyboardInterrupt):
        ask_line("Well? ")
    assert shown.getvalue() == "Well? \n"


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after running some code."""
    script = (
        f"import sys, contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n  {code}\nprint(*sys.modules)"
    )
    return set(printed("-c", script).split())


def test_importing_roost_loads_no_game_and_help_loads_neither_games_nor_records() -> None:
    assert {name for name in loaded_by("import roost") if name.startswith("roost")} == {"roost"}
    with_help = loaded_by("from roost.cli import main\n  with contextlib.suppress(SystemExit):\n    main(['--help'])")
    assert with_help.isdisjoint(
        {"roost.games", "roost.core.game", "roost.core.record", "roost.lab.simulation", "tomllib"}
    )
    assert "importlib.metadata" not in with_help
    assert with_help.isdisjoint({"sqlalchemy", "litestar", "uvicorn", "alembic", "msgspec", "roost.server"})


def test_the_shell_completes_game_names() -> None:
    variables = {"_ROOST_COMPLETE": "complete_bash", "COMP_WORDS": "roost rules h", "COMP_CWORD": "2"}
    code = "import sys; sys.argv[0] = 'roost'; from roost.cli import main; main()"
    completed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | variables, check=False
    )
    assert completed.stdout.split() == ["heckmeck"]


def test_games_lists_each_game_with_players_dice_and_options() -> None:
    overview = run("games").out
    for kind in all_games().values():
        assert re.search(rf"^{kind.name} +{re.escape(kind.title)}", overview, re.MULTILINE)
        listed = run("games", kind.name).out
        assert f"{kind.name}  {kind.title}" in listed
        for option in kind.options().values():
            assert f"-o {option.name}={option.codec.text(option.default)}  ({option.rule})" in listed
            assert option.meaning in listed
    assert "dice: 6 × worm worm cucumber cheese ketchup bun" in run("games", "junior").out
    assert "Würfel: 6 × Wurm Wurm Gurke Käse Ketchup Brötchen" in run("games", "junior", lang="de").out


def test_games_json_has_the_declared_facts() -> None:
    """Passing the declared defaults as options makes the same game."""
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
def test_rules_are_plain_text_in_a_pipe(lang: str, title: str, mark: str) -> None:
    shown = run("rules", "heckmeck", "--lang", lang, lang="").out
    assert f"{title}\n{'-' * len(title)}\n" in shown
    assert mark in shown
    assert "- HM-11 " in shown
    assert "- SA-8 " in shown


def test_rules_have_headings_and_colours_on_a_terminal() -> None:
    code = (
        "import sys; sys.stdout.isatty = lambda: True\n"
        "from roost.cli import main; main(['rules', 'heckmeck', '--rule', 'HM-8'])"
    )
    shown = printed("-c", code, ROOST_LANG="en")
    assert "\x1b[1;36mHM-8\x1b" in shown
    assert "\x1b[1;33m(ruling)\x1b" in shown


class _Terminal(io.StringIO):
    """An output stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_rules_open_in_a_pager_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pager gets colours and lines of at most 100 characters, even if the terminal is wider."""
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    monkeypatch.setattr(sys, "stdout", _Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("LESS", raising=False)
    main(["rules", "heckmeck", "--lang", "en"])
    (text,) = paged
    assert "\x1b[1;36mHM-8\x1b" in text
    assert text.index("Goal") < text.index("HM-1")
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip()) for line in text.splitlines()) <= 100
    assert os.environ["LESS"] == "-FRX"


def test_cards_wrap_between_words() -> None:
    """A continued line is indented below its text, and no word is lost."""
    for name, kind in all_games().items():
        for size in Size:
            shown = run("card", name, "--size", size.value).out
            whole = "\n".join(text_lines(print_card(card_for(kind, size), Messages(Language.EN))))
            assert shown.split() == whole.split()
            assert max(map(len, shown.splitlines())) <= 80
    assert (
        "\n1. You lack 2 numbers or more for a straight of four, and your best move ends\n   fewer than"
        in run("card", "picnic").out
    )


def test_the_schema_command_prints_the_librarys_schema() -> None:
    assert json.loads(run("schema").out) == schema()


@pytest.mark.parametrize(
    ("position", "last"),
    [
        ("junior grill=4,9 A=- B=- turn=B", "B rolls 6 dice."),
        ("junior start=random grill=4,9 A=- B=- turn=draw", "The first player is drawn."),
        ("junior grill=- A=4 B=9 over=grill-empty", "B wins with 4 worms."),
    ],
)
def test_show_ends_with_the_next_roll_or_the_result(position: str, last: str) -> None:
    assert run("show", *position.split()).out.splitlines()[-1] == last


def test_show_json_has_position_actions_events_and_outcome() -> None:
    facts = json.loads(run("show", *POSITION, "--play", "3", "--json").out)
    assert roost.position(facts["position"]) == roost.position(facts["text"])
    assert facts["events"] == [{"type": "laid_aside", "seat": 0, "symbol": "3", "count": 1, "total": 20}]
    assert [action["token"] for action in facts["actions"]] == ["roll", "stop"]
    assert (facts["node"], facts["seat"], facts["dice"], facts["outcome"]) == ("decide", 0, None, None)
    over = json.loads(run("show", "junior", "grill=-", "A=4", "B=9", "over=grill-empty", "--json").out)
    assert over["outcome"]["winners"] == [1]
    rolling = json.loads(run("show", "junior", "grill=4", "A=4", "B=9", "turn=A", "--json").out)
    assert rolling["dice"] == 6


def test_play_asks_for_game_and_players_until_the_answers_are_valid() -> None:
    played = run("play", "--seed", "1", typed="chess\n2\nAnna\nAnna,Anna\n\n")
    assert played.code == 0
    assert "  2  Heckmeck Junior, 2 to 5 players" in played.out
    assert "'chess' is not one of the choices" in played.out
    assert played.out.count("Please enter 2 to 5 different names") == 2
    assert "▸ A Guest" in played.out
    assert "B Hen" in played.out
    assert played.out.endswith("Until next time!\n")
    unanswered = run("play", lang="de")  # end of input counts as an answer
    assert (unanswered.code, unanswered.out.endswith("Bis zum nächsten Mal!\n")) == (0, True)


def test_play_records_every_move_of_an_unfinished_game(tmp_path: Path) -> None:
    file = tmp_path / "evening.roost"
    played = run(
        *("play", "heckmeck", "--seat", "Anna", "--seat", "bot", "--seat", "bot", "-o", "short_game=yes"),
        *("--seed", "7", "--record", str(file)),
        typed="\n?\nq\n",
    )
    assert played.code == 0
    assert played.out.endswith(f"Saved to {file}.\n")
    record = read(file.read_text(encoding="utf-8"))
    assert record.names == ("Anna", "Hen", "Hen 2")
    assert record.headers["Seed"] == "7"
    assert record.game == roost.game("heckmeck", players=3, short_game=True)
    assert len(record.moves) == 1


def test_play_does_not_overwrite_a_file(tmp_path: Path) -> None:
    file = tmp_path / "evening.roost"
    file.write_text("precious", encoding="utf-8")
    played = run("play", "junior", "--seat", "Anna", "--seat", "bot", "--record", str(file))
    assert (played.code, played.out) == (2, "")
    assert "already exists" in played.err
    assert file.read_text(encoding="utf-8") == "precious"


def test_a_record_says_that_its_dice_were_typed(tmp_path: Path) -> None:
    file = tmp_path / "real.roost"
    run("play", "junior", "--seat", "Anna", "--seat", "Ben", "--typed", "--record", str(file), typed="wwwgkb\nw\n")
    record = read(file.read_text(encoding="utf-8"))
    assert record.headers["Dice"] == "typed"
    assert list(map(str, record.moves)) == ["wwwgkb", "w"]


def test_play_starts_from_a_position_that_names_its_game_and_options() -> None:
    start = "junior worms=9,9,9,9,9,9 grill=4 A=9 B=- turn=B aside=wwww"
    played = run("play", "--from", start, "--seat", "Anna", "--seat", "Ben", typed="take4\n")
    assert "Anna and Ben share the win with 9 worms each.\n" in played.out
    assert "needs 2" not in played.out
    assert "9 worms each.\n" in run("play", "--from", start, typed="Anna,Ben,Carla\nAnna,Ben\ntake4\n").out
    assert "already names the game and its options" in run("play", "heckmeck", "--from", start).err
    assert "already names the game and its options" in run("play", "--from", start, "-o", "start=A").err
    assert "2 seats, but there are 1 players" in run("play", "--from", start, "--seat", "Anna").err


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\tb", "\x1b[31mred"])
def test_play_refuses_empty_long_and_unprintable_names(name: str) -> None:
    played = run("play", "junior", "--seat", "Anna", "--seat", name)
    assert played.code == 2
    assert "a name has 1 to 20 characters" in played.err


def test_a_seed_repeats_a_game_with_bots() -> None:

    def evening(*seed: str) -> str:
        start = "barbecue grill=23:A,24:snail,36:BB A=1w B=8w11s turn=A"  # near the end of a game
        text = run("play", "--from", start, "--seat", "bot", "--seat", "bot", *seed).out
        return "\n".join(line for line in text.splitlines() if not line.startswith("Saved to "))

    assert evening("--seed", "1") == evening("--seed", "1")
    assert evening() != evening()


def test_simulate_plays_the_same_games_for_the_same_seed() -> None:
    command = ("simulate", "picnic", "--games", "5", "-o", "beginner=yes", "--json", "--seed")
    first = run(*command, "1").out
    assert first == run(*command, "1").out
    assert first != run(*command, "2").out
    assert json.loads(first)["end_reasons"] == {"goal": 5}


def test_simulate_shows_its_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", shown := _Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    main(["simulate", "junior", "--games", "3", "--lang", "en", "--json"])
    assert "games" in shown.getvalue()
    assert "100%" in shown.getvalue()


def test_simulate_writes_a_record_of_every_game_to_a_new_file(tmp_path: Path) -> None:
    file = tmp_path / "games.roost"
    assert run("simulate", "junior", "--games", "4", "--records", str(file)).code == 0
    records = list(read_all(file.read_text(encoding="utf-8")))
    assert [record.headers["Seed"] for record in records] == ["1/0", "1/1", "1/2", "1/3"]
    assert all(record.is_finished for record in records)
    again = run("simulate", "junior", "--games", "4", "--records", str(file))
    assert (again.code, again.err) == (2, f"roost: {file}: File exists\n")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with three recorded games."""
    file = tmp_path / "games.roost"
    run("simulate", "junior", "--games", "3", "--seed", "9", "--records", str(file))
    return file


def test_replay_stops_after_the_given_move(games: Path) -> None:
    """Any game in a file or on standard input can be chosen. A move number beyond the last move is an error."""
    records = list(read_all(games.read_text(encoding="utf-8")))
    shown = run("replay", str(games), "--game", "2", "--to", "3").out
    assert shown.splitlines()[-1] == str(records[1].replay(3))
    assert run("replay", str(games), "--to", "0").out.splitlines()[-1] == str(records[0].start)
    assert run("replay", str(games), "--to", "9999").code == 2
    assert run("replay", "-", typed=games.read_text(encoding="utf-8")).out == run("replay", str(games)).out


def test_a_damaged_record_is_replayed_up_to_the_damage(games: Path) -> None:
    """The line and the cause of the damage follow on standard error, with exit status 2."""
    lines = games.read_text(encoding="utf-8").split("\n")
    blank = lines.index("")
    lines[blank + 2] += " stop"
    games.write_text("\n".join(lines), encoding="utf-8")
    replayed = run("replay", str(games))
    assert replayed.code == 2
    assert "Turn 1, random A" in replayed.out
    assert replayed.err.startswith(f"roost: The record is damaged here: line {blank + 3}, column ")
    assert run("replay", str(games), "--to", "1").code == 0


def test_a_record_damaged_at_its_start_prints_only_the_error(tmp_path: Path) -> None:
    file = tmp_path / "odd.roost"
    file.write_bytes(b"\xff\xfe nonsense")
    replayed = run("replay", str(file))
    assert (replayed.code, replayed.out) == (2, "")
    assert replayed.err.startswith("roost: line 1, column 1: ")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_game_number_beyond_the_last_record_is_an_error(games: Path, command: str) -> None:
    result = run(command, str(games), "--game", "4")
    assert (result.code, result.out) == (2, "")
    assert "contains 3 records, so there is no record 4" in result.err


def test_damage_in_an_earlier_record_is_reported(games: Path) -> None:
    """If the first record is damaged, a request for the third reports this damage instead of showing a record."""
    games.write_text(games.read_text(encoding="utf-8").replace("\n1 A ", "\n1 B ", 1), encoding="utf-8")
    result = run("replay", str(games), "--game", "3")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("roost: record 1 is damaged, so later records cannot be read: line ")


def test_verify_recomputes_seeded_dice_and_finds_a_forged_one(games: Path) -> None:
    assert "are those of the seed '9/2'" in run("verify", str(games), "--game", "3").out
    every = run("verify", str(games)).out
    assert re.findall(r"^(\d)\. .* seed '9/(\d)'", every, re.MULTILINE) == [("1", "0"), ("2", "1"), ("3", "2")]
    text = games.read_text(encoding="utf-8").replace('[Seed "9/0"]', '[Seed "9/1"]', 1)
    games.write_text(text, encoding="utf-8")
    forged = run("verify", str(games))
    assert forged.code == 2
    assert forged.err.startswith("roost: record 1: roll 1: the dice show ")


def test_progress_reads_records_and_saved_histories(tmp_path: Path) -> None:
    saved = tmp_path / "history.json"
    evening = str(Path(__file__).parents[2] / "examples" / "evening.roost")
    first = run("progress", evening, "--name", "Anna", "--save", str(saved))
    assert first.code == 0
    assert first.out.startswith("Anna: Heckmeck am Bratwurmeck\nGames: 1 · decisions: 88\nRating from decisions: ")
    again = run("progress", str(saved), evening, "--json")
    summaries = json.loads(again.out)
    assert [(summary["name"], summary["games"]) for summary in summaries] == [("Anna", 1), ("Ben", 1)]
    unknown = run("progress", str(saved), "--name", "Cleo")
    assert (unknown.code, unknown.out) == (2, "")
    assert "No player in these games is called Cleo" in unknown.err


def test_commands_for_a_server_share_a_file_of_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Variables of the environment have precedence, and other commands do not read the file."""
    file = tmp_path / "roost.conf"
    file.write_text("# where the tables are\n\nROOST_DATABASE='/srv/roost.db'\nROOST_PORT=8400\n", encoding="utf-8")
    environment = {"ROOST_SETTINGS": str(file), "ROOST_PORT": "8500"}
    assert read_settings_file(["host"], environment) is None
    assert read_settings_file(["admin", "backup", "file"], environment) == file
    assert environment == {"ROOST_SETTINGS": str(file), "ROOST_PORT": "8500", "ROOST_DATABASE": "/srv/roost.db"}
    assert capsys.readouterr().err == f"roost: settings of {file}\n"
    file.write_text("\nDATABASE=postgresql://roost:secret@localhost/roost\n", encoding="utf-8")
    with pytest.raises(roost.RoostError, match=f"{file}, line 2 does not have the form ROOST_NAME=value") as refused:
        read_settings_file(["serve"], environment)
    assert "secret" not in str(refused.value)


def test_a_backup_of_the_wrong_database_is_refused(tmp_path: Path) -> None:
    for create in (False, True):
        if create:
            (tmp_path / "wrong.db").touch()
        refused = run("admin", "backup", str(tmp_path / "backup"), "--database", str(tmp_path / "wrong.db"))
        assert refused.code == 2
        assert "name the server's with --database" in refused.err
    assert not (tmp_path / "backup").exists()
