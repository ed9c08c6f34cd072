"""Try features with games in a process where their packages are installed: ``walk.py pig farkle=odds,show``.

Prints a JSON object with each feature's result for each game. The first failing feature ends the process.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from command import run


class Known(NamedTuple):
    """Facts about a game: options for short games, a position with its best action, and the unit of its score."""

    options: dict[str, int]
    position: str
    answer: str
    coin: str
    lines: int = 1000
    """Number of log lines after which a browser game is left, unless it is over before."""


GAMES = {
    "pig": Known({"goal": 20}, "pig A=10 B=14 turn=A total=12 roll=6", "hold", "points"),
    "farkle": Known({"goal": 200}, "farkle A=50 B=0 turn=A total=100 left=3 rolling=0", "bank", "points"),
    "cantstop": Known(
        {"goal": 1},
        "cantstop A=0,0,0,0,0,4,0,0,0,0,0 B=0,0,0,0,0,0,5,0,0,0,1 turn=A runners=0,0,0,0,0,6,1,0,0,0,0 rolling=0",
        "stop",
        "column",
        lines=12,
    ),
}


class Walk:
    """Tries all features with one game. Each method's docstring and result are a row of docs/authoring.md."""

    def __init__(self, name: str, folder: Path) -> None:
        import roost

        self.name, self.known = name, GAMES[name]
        self.game = roost.game(name, 2, **self.known.options)
        self.options = [word for key, value in self.known.options.items() for word in ("-o", f"{key}={value}")]
        self.record = folder / f"{name}.roost"
        self.folder = folder

    def roost(self, *arguments: str, lang: str = "en") -> str:
        """Run a command, which must succeed, and return its output."""
        ran = run(*arguments, lang=lang)
        assert ran.code == 0, (arguments, ran)
        return ran.out

    def conformance(self) -> str:
        """``check_game``."""
        from roost.core.conformance import check_game

        assert check_game(self.game, games=3) > 3
        return "every promise kept"

    def show(self) -> str:
        """``roost games``, ``roost show``."""
        assert self.name in self.roost("games")
        assert self.known.answer in self.roost("show", self.known.position)
        assert "A" in self.roost("show", self.known.position, lang="de")
        return "field by field"

    def rules(self) -> str:
        """``roost rules``."""
        assert "## " not in self.roost("rules", self.name)
        assert self.roost("rules", self.name, lang="de") != self.roost("rules", self.name)
        return "its own pages"

    def play_plain(self) -> str:
        """``roost play --plain``."""
        output = self.roost(
            "play", "--plain", self.name, "-s", "chick", "-s", "bot", "--seed", "7", "--record", str(self.record),
            *self.options,
        )  # fmt: skip
        assert "wins with" in output
        assert self.known.coin in output
        return "in its own words"

    def play_on_screen(self) -> str:
        """``roost play``."""
        from play.terminal.screens import SIZE, a_table, an_app, is_asking, until
        from roost.core.stream import Stream
        from roost.play.terminal.screens.end import EndScreen
        from roost.play.terminal.screens.table import TableScreen
        from roost.play.terminal.table import Player
        from roost.play.terminal.widgets import ChoiceList
        from roost.study.bots import bot

        table = a_table(str(self.game.opening()), Player("Anna"), Player("Rooster", bot("rooster").choose, "rooster"))
        app = an_app(table)

        async def play() -> None:
            async with app.run_test(size=SIZE) as pilot:
                while True:
                    await until(lambda: is_asking(app))
                    if isinstance(app.screen, EndScreen):
                        return
                    assert isinstance(app.screen, TableScreen)
                    state = table.state
                    if not state.actions():
                        await pilot.press("enter")
                        continue
                    choice_of_bot = bot("rooster").choose(state, Stream("person"))
                    choices = app.screen.query_one(ChoiceList).choices
                    await pilot.press(next(choice.label for choice in choices if choice.action == choice_of_bot))

        asyncio.run(play())
        assert table.state.outcome is not None
        return "fields and scores"

    def simulate(self) -> str:
        """``roost simulate``, ``roost.study.fast.play``."""
        from roost.study.fast import play

        assert "per game" in self.roost("simulate", self.name, "--games", "4", *self.options)
        assert len(play(self.game, 3)) == 3
        return "reference engine"

    def records(self) -> str:
        """``roost replay``, ``roost verify``."""
        assert "wins with" in self.roost("replay", str(self.record))
        self.roost("verify", str(self.record))
        return "as for our games"

    def odds(self) -> str:
        """``roost odds``."""
        odds = json.loads(self.roost("odds", self._short_position(), "--json"))
        assert {choice["token"] for choice in odds["choices"]} >= {self.known.answer}
        return "exact" if "error" not in odds else "sampled, with the standard error"

    def _short_position(self) -> str:
        """Return the known position of a short game."""
        return self.known.position.replace(self.name, f"{self.name} {self._option_text()}", 1)

    def arena(self) -> str:
        """``roost arena``: chick, rooster, owl."""
        bots = ("chick", "rooster", "owl:seconds=0.01")
        assert "rooster" in self.roost("arena", self.name, *bots, "-p", "2", "-n", "6", *self.options)
        return "pullet and hen too, by its rules of thumb" if self._has_thumb_rules() else "no pullet, no hen"

    def _has_thumb_rules(self) -> bool:
        from roost.study.bots.adapter import has_thumb_rules

        return has_thumb_rules(type(self.game))

    def review(self) -> str:
        """``roost review``."""
        assert "positions, ±" in self.roost("review", str(self.record))
        return "learnt from play, with their error"

    def hints(self) -> str:
        """Hints."""
        from roost.core.words import Messages
        from roost.study.review.hints import describe_hint, hint_at

        state = self.game.read_text(self._short_position())
        assert "Estimated from practice games" in describe_hint(hint_at(state), Messages())
        return "the same"

    def _option_text(self) -> str:
        return " ".join(f"{key}={value}" for key, value in self.known.options.items())

    def puzzles(self) -> str:
        """``roost puzzle``."""
        from roost.study.puzzles import collection

        if not collection(self.name):
            assert "has no puzzles" in run("puzzle", self.name).err
            return "none"
        assert len(self.roost("puzzle", self.name, "--list").splitlines()) == len(collection(self.name))
        assert self.name in json.loads(self._puzzle_file())["model"]
        return "its own"

    def _puzzle_file(self) -> str:
        from roost.core.adapters import adapter_files

        return adapter_files(type(self.game), "puzzles.json")[0].read_text(encoding="utf-8")

    def stats(self) -> str:
        """``roost stats``."""
        stats = json.loads(self.roost("stats", self.name, "--games", "10", "--players", "2", "--json", *self.options))
        assert stats["player"] == "chick"
        return "seats, lengths and scores"

    def server(self) -> str:
        """``roost serve``: a table with a bot."""

        async def play() -> None:
            from play.server.serving import ANNA, fast, serving
            from roost.study.bots import bot

            async with serving(fast(self.folder / f"{self.name}-server.db")) as server:
                names = [entry["name"] for entry in await server.client.call("GET", f"/api/bots?game={self.name}")]
                assert {"chick", "rooster", "fox", "owl"} <= set(names)
                assert {"pullet", "hen"} & set(names) == ({"pullet", "hen"} if self._has_thumb_rules() else set())
                seats = [ANNA, {"kind": "bot", "bot": "rooster"}]
                table = await server.client.create(self.name, seats, self.known.options, {"takeover_after": 600})
                await table.start()
                outcome = await table.play(bot("chick"), seed="walk")
                assert outcome["winners"]
                assert (await server.client.call("GET", "/api/dice"))["tables"] == 1

        asyncio.run(play())
        return "seats, bots, dice, records"

    def page(self) -> str:
        """In a browser."""
        from playwright.sync_api import expect

        from play.server.serving import fast, serving_in_thread
        from play.web import playing
        from play.web.browsing import Visits, browser_of, find_browser
        from play.web.playing import ANNA, BEN, OPEN, at_once, make_table, play_a_bot
        from roost.play.web.adapter import page_parts
        from roost.study.models import model_cache

        path = find_browser()
        assert path is not None
        with (
            # The page requests a review of each game, which this test does not need.
            patch.multiple(model_cache, _elsewhere={}, _begin=lambda path, game: None),
            serving_in_thread(fast(self.folder / f"{self.name}-page.db")) as url,
            browser_of(path) as browser,
        ):
            visits = Visits(browser, url, painted=False)
            home = visits.open("/")
            card = home.locator(f'.game-card[data-game="{self.name}"]')
            expect(card.locator("svg.scene")).to_be_visible()
            play_a_bot(home, self.name)
            expect(home.locator("roost-board .board-seat")).to_have_count(2)
            host, guest = at_once(visits.visitor()), at_once(visits.visitor())
            created = make_table(host, self.name, ANNA, BEN, OPEN, options=self.known.options)
            playing.sit_down(guest, created["id"], "Carla")
            theirs = visits.open(f"/table/{created['id']}", visitor=guest)
            mine = visits.open(f"/table/{created['id']}", visitor=host)
            mine.get_by_role("button", name="Begin").click()
            playing.hurry(mine, theirs)
            playing.play_on(mine, theirs)
            playing.await_lines(mine, self.known.lines)
            playing.await_lines(theirs, self.known.lines)
            for page in (mine, theirs):
                expect(page.locator(".shield")).to_have_attribute("data-state", "green")
            if mine.locator(".finale").is_visible():
                expect(theirs.locator(".finale")).to_be_visible()
                mine.goto(f"/game/{created['id']}/1")
                expect(mine.locator(".dice-badge--good")).to_be_visible()
            visits.close()
            assert not visits.unexpected, visits.unexpected
        drawn = "drawn; " if "board" in page_parts(type(self.game)) else ""
        return f"{drawn}bots, friends, pass and play; dice checked"

    def gymnasium(self) -> str:
        """Gymnasium ``check_env``."""
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        import roost.lab.envs.gym  # noqa: F401  # registers the games

        name = f"roost/{self.name.capitalize()}-v1"
        options: dict[str, Any] = {"opponents": "chick", **self.known.options}
        check_env(gymnasium.make(name, **options).unwrapped, skip_render_check=True)
        return "from the declarations"

    def pettingzoo(self) -> str:
        """PettingZoo ``api_test``."""
        from pettingzoo.test import api_test  # type: ignore[import-untyped]  # it has no type hints

        from roost.lab.envs import aec_env

        with redirect_stdout(StringIO()):
            api_test(aec_env(self.name, **self.known.options), num_cycles=50)
        return "the same"

    def open_spiel(self) -> str:
        """OpenSpiel ``random_sim_test``."""
        import pyspiel  # type: ignore[import-not-found]  # a compiled module without types

        import roost.lab.envs.open_spiel  # noqa: F401  # registers the games

        options = {key: str(value) for key, value in self.known.options.items()}
        game = pyspiel.load_game(f"roost_{self.name}", options)
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
        return "exact"

    def vector(self) -> str:
        """``roost.lab.envs.AllSeats``."""
        from roost.lab.envs import AllSeats

        env = AllSeats(self.game, num_envs=3)
        env.reset(seed=1)
        for _ in range(30):
            env.step(env.sample())
        return "reference engine"

    def faces(self, names: list[str]) -> list[Callable[[], str]]:
        """Return the methods with these names, or all, in the order of the table."""
        faces = [
            self.conformance, self.show, self.rules, self.play_plain, self.play_on_screen, self.simulate, self.records,
            self.odds, self.arena, self.review, self.hints, self.puzzles, self.stats, self.server, self.page,
            self.gymnasium, self.pettingzoo, self.open_spiel, self.vector,
        ]  # fmt: skip
        return [face for face in faces if not names or face.__name__ in names]


def main() -> None:
    """Try the features given as arguments. Models are trained for a shorter time than usual, in a separate cache."""
    from roost.study.models.learning import LearningPlan

    short = LearningPlan(by_chance=40, rounds=1, games=20, generations=1, whole=1, measured=6, least=100)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.multiple("roost.study.models.model_cache", FIRST=short, cache_folder=lambda: Path(folder)),
    ):
        results: dict[str, dict[str, str]] = {}
        for argument in sys.argv[1:]:
            name, _, faces = argument.partition("=")
            results[name] = {}
            for face in Walk(name, Path(folder)).faces(faces.split(",") if faces else []):
                print(name, face.__name__, file=sys.stderr, flush=True)
                results[name][(face.__doc__ or "").strip().removesuffix(".")] = face()
    print(json.dumps(results))


if __name__ == "__main__":
    main()
