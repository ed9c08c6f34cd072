"""A series of games at one table: points, standings, who sits out, who begins, and survival of a restart."""

from pathlib import Path
from typing import Any

import pytest

from play.server.serving import ANNA, OPEN, fast, serving
from roost.core.record import read_all
from roost.core.registry import position
from roost.core.state import Node
from roost.core.stream import Stream
from roost.play.client import TableClient
from roost.play.dice import verify_dice
from roost.play.table import commands
from roost.play.table.arrangement import choose_next
from roost.play.table.chairs import Chair
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft, folded
from roost.play.table.log import Change, decode_entries, encode_entries
from roost.play.table.refusals import RefusedError
from roost.play.table.series import Member, Result, Series, first_of, places_in, points_in, who_plays
from roost.play.table.series_views import series_view
from roost.play.table.spec import BotSeat, GameSetup, HereSeat, OpenSeat, SeriesRules, TableSpec, check_spec
from roost.play.table.table import Status, Table
from roost.play.table.views import table_view
from roost.study.bots import bot


def members(*names: str) -> tuple[Member, ...]:
    """Return members with these names."""
    return tuple(Member(name, person, None, None) for person, name in enumerate(names))


def result(scores: tuple[int, ...], winners: tuple[int, ...], **changed: Any) -> Result:
    """Return the result of a game between members 0, 1, 2 …, unless ``changed`` says otherwise."""
    fields: dict[str, Any] = {"members": tuple(range(len(scores))), "began": 0, "out": ()} | changed
    return Result(1, "heckmeck", scores=scores, winners=winners, **fields)


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((7, 3, 9), (2,), (2, 3, 1)),
        ((7, 7, 3), (0, 1), (1, 1, 3)),  # a shared win
        ((7, 7, 3), (1,), (2, 1, 3)),  # a tie-break decided the game
        ((9, 3, 3, 1), (0,), (1, 2, 2, 4)),
    ],
)
def test_places_follow_the_scores_with_winners_first(
    scores: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """Players with equal scores share the better place."""
    assert places_in(result(scores, winners)) == places


def test_points_are_counted_by_wins_places_or_scores() -> None:
    """A win counts 1, places count 5, 3, 2, 1, and scores count as they are."""
    game = result((4, 9, 9, 1, 0, 0), (1, 2))
    assert points_in(game, SeriesRules(points="wins")) == (0, 1, 1, 0, 0, 0)
    assert points_in(game, SeriesRules(points="places")) == (2, 5, 5, 1, 0, 0)
    assert points_in(game, SeriesRules(points="points")) == (4, 9, 9, 1, 0, 0)


def test_standings_are_ordered_by_points_and_then_by_wins() -> None:
    """Members who are equal in both share a rank."""
    games = (
        result((9, 5, 3), (0,)),  # 5, 3, 2
        result((1, 9), (1,), members=(0, 2)),  # Anna 3, Carla 5
        result((6, 7), (1,), members=(1, 3)),  # Ben 3, Dora 5
        result((7, 6), (0,), members=(1, 3)),  # Ben 5, Dora 3
    )
    series = Series(members("Anna", "Ben", "Carla", "Dora"), games)
    actual = [(line.rank, line.member, line.points, line.wins) for line in series.standings(SeriesRules())]
    assert actual == [(1, 1, 11, 1), (2, 0, 8, 1), (2, 3, 8, 1), (4, 2, 7, 1)]
    by_wins = [(line.rank, line.points) for line in series.standings(SeriesRules(points="wins"))]
    assert by_wins == [(1, 1), (1, 1), (1, 1), (1, 1)]


def won(*winners: int) -> Series:
    """Return a series between Anna and Ben with these winners."""
    return Series(members("Anna", "Ben"), tuple(result((1, 1), (winner,)) for winner in winners))


@pytest.mark.parametrize(
    ("kind", "count", "won_by", "is_over"),
    [
        ("games", 3, (0, 0), False), ("games", 3, (0, 0, 0), True),
        ("first_to", 2, (0, 1), False), ("first_to", 2, (0, 1, 1), True),
        ("best_of", 3, (0, 1), False), ("best_of", 3, (0, 0), True), ("best_of", 4, (0, 1, 0, 1), True),
        ("round", 2, (0, 1, 0), False), ("round", 2, (0, 1, 0, 1), True),
    ],
)  # fmt: skip
def test_a_series_ends_as_its_kind_says(kind: Any, count: int, won_by: tuple[int, ...], is_over: bool) -> None:
    """A series ends after a number of games or rounds, at a number of wins, or at a majority of wins."""
    rules = SeriesRules(kind, count, games=(GameSetup("junior"), GameSetup("picnic")))
    assert won(*won_by).is_over(rules) is is_over


def test_people_take_turns_sitting_out() -> None:
    """People play before bots, newcomers first, then those who sat out most often; absent members do not play."""
    chairs = [
        Chair(name, person, member=person) for person, name in enumerate(("Anna", "Ben", "Carla", "Dora", "Emil"))
    ]
    people = members("Anna", "Ben", "Carla", "Dora", "Emil")
    out = []
    games: tuple[Result, ...] = ()
    for _ in range(5):
        playing, benched = who_plays(Series(people, games), chairs, 4)
        out.append(benched)
        games += (result((1, 0, 0, 0), (0,), members=tuple(playing), out=tuple(benched)),)
    assert out == [[4], [3], [2], [1], [0]]
    newcomer = [*chairs, Chair("Fritz", 5)]
    assert who_plays(Series(people, games), newcomer, 4)[0] == [0, 1, 2, 5]
    bots = [Chair(bot="hen", member=9), *chairs, Chair("Gone", 7, is_away=True, member=8)]
    assert who_plays(Series(people, games[:1]), bots, 5) == ([1, 2, 3, 4, 5], [6, 0])


def test_the_next_game_starts_with_the_player_after_the_previous_starter() -> None:
    """A game whose first player was drawn by dice does not affect the order."""
    chairs = [Chair(str(member), member, member=member) for member in (0, 2, 3)]
    assert first_of(Series(), chairs, 1) == 1
    for began, seat in ((0, 1), (1, 1), (2, 2), (3, 0)):
        assert first_of(Series(results=(result((1,), (0,), began=began),)), chairs, 0) == seat
    drawn = (result((1,), (0,), began=2), result((1,), (0,), began=None))
    assert first_of(Series(results=drawn), chairs, 0) == 2


# -- at a table --------------------------------------------------------------------------------------------------------


class Evening:
    """A table that is played by commands, with its log."""

    def __init__(self, spec: TableSpec) -> None:
        self.dealer = TableDealer(bytes(32))
        self.log: list[Change] = []
        self.table: Table
        self.take(commands.create("t", "CODE", check_spec(spec), self.dealer, 0.0))

    def take(self, draft: Draft) -> None:
        """Apply a draft, and check that the log gives the same table."""
        self.log.append(Change(draft.version, draft.at, decode_entries(encode_entries(draft.change.entries))))
        assert [*folded("t", self.log)][-1].table == draft.table
        self.table = draft.table

    def begin(self) -> None:
        """Start the first or the next game, with everybody's consent."""
        if self.table.status is Status.WAITING:
            self.take(commands.start(self.table, 0, None, self.dealer, 1.0))
        while self.table.status is Status.OVER:
            present = {chair.person for chair in self.table.places if chair.person is not None and not chair.is_away}
            person = min(present - self.table.rematch)
            self.take(commands.rematch(self.table, person, None, self.dealer, 2.0))

    def finish(self) -> None:
        """Play the game to its end."""
        chance = Stream(self.table.version)
        while self.table.status is Status.PLAYING:
            play, seat = self.table.play, self.table.seat
            assert play is not None
            assert seat is not None
            chair = self.table.chairs[seat]
            action = None if play.state.node is Node.ROLL else str(chance.choice(play.state.actions()))
            if chair.bot is not None:
                bot = commands.bot_act(self.table, chair.bot, action, 3.0) if action else None
                self.take_fast(bot or commands.bot_roll(self.table, chair.bot, self.dealer, 3.0))
            else:
                person, version = chair.person or 0, self.table.version
                moved = commands.move(self.table, person, version, action, self.dealer, 3.0, throws=action is None)
                self.take_fast(moved)
        assert [*folded("t", self.log)][-1].table == self.table

    def take_fast(self, draft: Draft) -> None:
        """Apply a draft without checking the log."""
        self.log.append(draft.change)
        self.table = draft.table


def junior(*seats: Any, **series: Any) -> Evening:
    """Return a table with a series of Junior."""
    return Evening(TableSpec("junior", seats, series=SeriesRules(**series)))


def test_the_next_game_of_a_series_has_the_same_players() -> None:
    """The next seat begins and points add up; after the last game of a series a new one starts from zero."""
    evening = junior(HereSeat("Anna", "duck"), HereSeat("Ben"), BotSeat("hen"), kind="games", count=2)
    began = []
    for _ in range(2):
        evening.begin()
        play = evening.table.play
        assert play is not None
        began.append(play.game.start)
        evening.finish()
    assert began == [0, 1]
    view = table_view(evening.table, None).series
    assert view is not None
    assert (view.played, view.over) == (2, True)
    assert [(line.name, line.played, line.avatar) for line in sorted(view.standings, key=lambda line: line.member)] == [
        ("Anna", 2, "duck"), ("Ben", 2, None), ("hen (bot)", 2, None),
    ]  # fmt: skip
    assert sum(line.points for line in view.standings) >= 2 * (5 + 3 + 2) - 2  # a shared place changes the sum
    evening.begin()
    new_series = table_view(evening.table, None).series
    assert new_series is not None
    assert (new_series.played, new_series.over) == (0, False)
    assert [line.points for line in new_series.standings] == [0, 0, 0]


def test_the_host_may_choose_another_game_for_the_next_one() -> None:
    """A member for whom the game has no seat sits out, and plays again in the game after."""
    evening = junior(*(HereSeat(name) for name in ("Anna", "Ben", "Carla", "Dora", "Emil")), count=9)
    evening.begin()
    evening.finish()
    evening.take(choose_next(evening.table, 0, GameSetup("picnic", {"goal": 5}), 2.0))
    view = series_view(evening.table, None)
    assert view is not None
    assert (view.next.game, view.next.chosen, view.next.sits_out) == ("picnic", True, ["Emil"])
    evening.begin()
    assert [chair.name for chair in evening.table.chairs] == ["Anna", "Ben", "Carla", "Dora"]
    assert evening.table.spec.game == "picnic"
    evening.finish()
    evening.begin()
    assert evening.table.spec.game == "junior"
    assert [chair.name for chair in evening.table.chairs] == ["Anna", "Ben", "Carla", "Dora", "Emil"]


def test_members_may_join_and_leave_between_games() -> None:
    """A person who joins during a game plays the next one; one who left keeps their points and may return."""
    evening = junior(HereSeat("Anna"), OpenSeat(), count=9)
    evening.take(commands.claim(evening.table, None, None, "Ben", invited=False, now=1.0))
    evening.begin()
    evening.take(commands.claim(evening.table, None, None, "Carla", invited=False, now=1.0))
    assert [chair.name for chair in evening.table.bench] == ["Carla"]
    with pytest.raises(RefusedError, match="watching"):
        commands.react(evening.table, 2, "clap", 2.0)
    evening.finish()
    evening.take(commands.leave(evening.table, 1, None, 2.0))
    evening.begin()
    assert [chair.name for chair in evening.table.chairs] == ["Anna", "Carla"]
    evening.finish()
    view = series_view(evening.table, None)
    assert view is not None
    assert {line.name: (line.played, line.here) for line in view.standings} == {
        "Anna": (2, True), "Ben": (1, False), "Carla": (1, True),
    }  # fmt: skip
    evening.take(commands.come_back(evening.table, 1, None, 4.0))
    evening.begin()
    assert [chair.name for chair in evening.table.chairs] == ["Anna", "Ben", "Carla"]


def test_a_rematch_needs_at_least_two_players() -> None:
    """The host may add a bot instead."""
    evening = junior(HereSeat("Anna"), OpenSeat(), count=9)
    evening.take(commands.claim(evening.table, None, None, "Ben", invited=False, now=1.0))
    evening.begin()
    evening.finish()
    evening.take(commands.leave(evening.table, 1, None, 2.0))
    with pytest.raises(RefusedError, match="At least 2 must play"):
        commands.rematch(evening.table, 0, None, evening.dealer, 3.0)
    evening.take(commands.fill(evening.table, 0, 2, "hen", (), 3.0))
    evening.begin()
    assert [chair.shown_name for chair in evening.table.chairs] == ["Anna", "hen"]


def test_a_table_has_at_most_twelve_members() -> None:
    """A further visitor can only watch."""
    evening = junior(HereSeat("Anna"), HereSeat("Ben"))
    for n in range(10):
        evening.take(commands.claim(evening.table, None, None, f"Guest {n}", invited=False, now=1.0))
    with pytest.raises(RefusedError, match="you can watch"):
        commands.claim(evening.table, None, None, "One more", invited=False, now=1.0)
    evening.take(commands.remove(evening.table, 0, 11, 60.0, 1.0))
    evening.take(commands.claim(evening.table, None, None, "One more", invited=False, now=1.0))
    assert evening.table.bench[-1].name == "One more"


def test_only_the_host_may_choose_the_next_game() -> None:
    """The choice is refused before the first game, in a fixed order of games, and without a series."""
    single = Evening(TableSpec("junior", (HereSeat("Anna"), HereSeat("Ben"))))
    with pytest.raises(RefusedError, match="not play a series"):
        choose_next(single.table, 0, GameSetup("picnic"), 1.0)
    fixed_order = junior(HereSeat("Anna"), HereSeat("Ben"), kind="round", count=1)
    assert [setup.game for setup in fixed_order.table.spec.series.games][:4] == [  # type: ignore[union-attr]
        "junior", "barbecue", "picnic", "heckmeck",
    ]  # fmt: skip
    with pytest.raises(RefusedError, match="its own order"):
        choose_next(fixed_order.table, 0, GameSetup("picnic"), 1.0)
    evening = junior(HereSeat("Anna"), HereSeat("Ben"))
    with pytest.raises(RefusedError, match="first game"):
        choose_next(evening.table, 0, GameSetup("picnic"), 1.0)
    evening.begin()
    with pytest.raises(RefusedError, match="host"):
        choose_next(evening.table, 1, GameSetup("picnic"), 1.0)
    with pytest.raises(RefusedError, match="goal"):
        choose_next(evening.table, 0, GameSetup("picnic", {"goal": 99}), 1.0)


# -- at a server -------------------------------------------------------------------------------------------------------

SHORT: list[dict[str, Any]] = [
    {"game": "heckmeck", "options": {"short_game": True, "always_turn": True}},
    {"game": "junior"},
    {"game": "picnic", "options": {"goal": 5, "beginner": True}},
]


async def play_out(people: dict[str, TableClient], host: TableClient) -> dict[str, Any]:
    """Play the current game to its end, with the pullet's choices for everybody."""
    table: dict[str, Any]
    table, pullet, chance = (await host.snapshot())["table"], bot("pullet"), Stream(1)
    while table["game"]["node"] != "over":
        game = table["game"]
        action = None if game["node"] == "roll" else str(pullet.choose(position(game["position"]), chance))
        person = people[table["seats"][game["seat"]]["name"]]
        table = (await person.move(action, version=game["moved"]))["table"]
    return table


async def want_next(people: dict[str, TableClient], host: TableClient) -> None:
    """Ask for the next game in the name of everybody who plays it."""
    series = (await host.snapshot())["table"]["series"]
    for name in series["next"]["plays"]:
        if (await host.snapshot())["table"]["status"] == "over":
            await people[name].rematch()


async def test_a_series_survives_a_restart_of_the_server(database: Path) -> None:
    """Five people play, one leaves and one joins: the standings are right, and all records verify."""
    async with serving(fast(database)) as server:
        client = server.client
        series = {"kind": "round", "count": 1, "games": SHORT}
        host = await client.create("heckmeck", [ANNA, *[OPEN] * 4], SHORT[0]["options"], series=series)
        people = {"Anna": host}
        for name in ("Ben", "Carla", "Dora", "Emil"):
            people[name] = await client.join(host.code, name)
        await host.start()
        outcomes = [await play_out(people, host)]
        await people["Ben"].leave()
        people["Fritz"] = await client.join(host.code, "Fritz")
        before = await host.series()
    async with serving(fast(database)) as server:
        for person in people.values():
            person.use(server.client)
        assert await host.series() == before
        for _ in range(2):
            await want_next(people, host)
            outcomes.append(await play_out(people, host))
        report, text = await host.series(), await host.records()

    played = [[seat["name"] for seat in table["seats"]] for table in outcomes]
    assert played[0] == ["Anna", "Ben", "Carla", "Dora", "Emil"]
    assert played[1] == ["Anna", "Carla", "Dora", "Emil", "Fritz"]
    assert played[2] == ["Anna", "Carla", "Dora", "Fritz"]  # Picnic is for four, and Fritz has played least
    expected = dict.fromkeys(people, 0)
    for names, table in zip(played, outcomes, strict=True):
        outcome = table["game"]["outcome"]
        keys = [(seat in outcome["winners"], score) for seat, score in enumerate(outcome["scores"])]
        for name, key in zip(names, keys, strict=True):
            place = 0 if key[0] else sum(better > key for better in keys)
            expected[name] += (5, 3, 2, 1, 0)[place]
    assert {line["name"]: line["points"] for line in report["series"]["standings"]} == expected
    assert report["series"]["over"]
    records = [*read_all(text)]
    assert [record.game.name for record in records] == ["heckmeck", "junior", "picnic"]
    assert [list(record.names) for record in records] == played
    assert all(verify_dice(record).is_proved for record in records)
