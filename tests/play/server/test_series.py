"""A series of games at one table: points, places, who sits out and who begins, and an evening that loses nothing."""

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
    """People with these names."""
    return tuple(Member(name, person, None, None) for person, name in enumerate(names))


def result(scores: tuple[int, ...], winners: tuple[int, ...], **known: Any) -> Result:
    """A game of members 0, 1, 2 … unless told otherwise."""
    about: dict[str, Any] = {"members": tuple(range(len(scores))), "began": 0, "out": ()} | known
    return Result(1, "heckmeck", scores=scores, winners=winners, **about)


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((7, 3, 9), (2,), (2, 3, 1)),
        ((7, 7, 3), (0, 1), (1, 1, 3)),  # a shared win
        ((7, 7, 3), (1,), (2, 1, 3)),  # a tie-break decided
        ((9, 3, 3, 1), (0,), (1, 2, 2, 4)),
    ],
)
def test_places(scores: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Winners are first, the others follow by their scores, and equals share the better place."""
    assert places_in(result(scores, winners)) == places


def test_points() -> None:
    """By wins 1 each, by places 5, 3, 2, 1, by points what the game counts itself."""
    game = result((4, 9, 9, 1, 0, 0), (1, 2))
    assert points_in(game, SeriesRules(points="wins")) == (0, 1, 1, 0, 0, 0)
    assert points_in(game, SeriesRules(points="places")) == (2, 5, 5, 1, 0, 0)
    assert points_in(game, SeriesRules(points="points")) == (4, 9, 9, 1, 0, 0)


def test_standings() -> None:
    """Most points lead; among equals most wins; who is still equal shares the place."""
    games = (
        result((9, 5, 3), (0,)),  # 5, 3, 2
        result((1, 9), (1,), members=(0, 2)),  # Anna 3, Carla 5
        result((6, 7), (1,), members=(1, 3)),  # Ben 3, Dora 5
        result((7, 6), (0,), members=(1, 3)),  # Ben 5, Dora 3
    )
    series = Series(members("Anna", "Ben", "Carla", "Dora"), games)
    found = [(one.rank, one.member, one.points, one.wins) for one in series.standings(SeriesRules())]
    assert found == [(1, 1, 11, 1), (2, 0, 8, 1), (2, 3, 8, 1), (4, 2, 7, 1)]
    by_wins = [(one.rank, one.points) for one in series.standings(SeriesRules(points="wins"))]
    assert by_wins == [(1, 1), (1, 1), (1, 1), (1, 1)]


def won(*winners: int) -> Series:
    """A series of games between two, won by these."""
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
def test_the_end(kind: Any, count: int, won_by: tuple[int, ...], is_over: bool) -> None:
    """So many games, so many wins, more than half of so many games, or so many rounds of two games."""
    rules = SeriesRules(kind, count, games=(GameSetup("junior"), GameSetup("picnic")))
    assert won(*won_by).is_over(rules) is is_over


def test_whoever_does_not_fit_sits_out_in_turn() -> None:
    """People before bots, newcomers first, then whoever sat out most often; who has left does not play."""
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


def test_the_next_in_the_order_of_the_table_begins() -> None:
    """The next player after the one who began last begins; a game that draws its beginner changes nothing of it."""
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
        """Go on to a draft, and check that the log tells the same."""
        self.log.append(Change(draft.version, draft.at, decode_entries(encode_entries(draft.change.entries))))
        assert [*folded("t", self.log)][-1].table == draft.table
        self.table = draft.table

    def begin(self) -> None:
        """Everybody wants the first or the next game."""
        if self.table.status is Status.WAITING:
            self.take(commands.start(self.table, 0, None, self.dealer, 1.0))
        while self.table.status is Status.OVER:
            asked = {chair.person for chair in self.table.places if chair.person is not None and not chair.is_away}
            person = min(asked - self.table.rematch)
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
                who, version = chair.person or 0, self.table.version
                moved = commands.move(self.table, who, version, action, self.dealer, 3.0, throws=action is None)
                self.take_fast(moved)
        assert [*folded("t", self.log)][-1].table == self.table

    def take_fast(self, draft: Draft) -> None:
        """Go on to a draft."""
        self.log.append(draft.change)
        self.table = draft.table


def junior(*seats: Any, **series: Any) -> Evening:
    """A table for a series of Junior, unless told otherwise."""
    return Evening(TableSpec("junior", seats, series=SeriesRules(**series)))


def test_a_series_goes_on_with_the_same_people() -> None:
    """Names, birds and bots carry over, the next seat begins, points add up, and a new series follows the last game."""
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
    assert [(one.name, one.played, one.avatar) for one in sorted(view.standings, key=lambda one: one.member)] == [
        ("Anna", 2, "duck"), ("Ben", 2, None), ("hen (bot)", 2, None),
    ]  # fmt: skip
    assert sum(one.points for one in view.standings) >= 2 * (5 + 3 + 2) - 2  # shared places are worth more, or less
    evening.begin()
    again = table_view(evening.table, None).series
    assert again is not None
    assert (again.played, again.over) == (0, False)
    assert [one.points for one in again.standings] == [0, 0, 0]


def test_the_game_changes_and_the_people_stay() -> None:
    """The host chooses another game between two: who does not fit sits out, and plays again where there is room."""
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


def test_people_come_and_go_between_games() -> None:
    """A person who comes during a game plays the next one; one who left keeps their points, and may come back."""
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
    assert {one.name: (one.played, one.here) for one in view.standings} == {
        "Anna": (2, True), "Ben": (1, False), "Carla": (1, True),
    }  # fmt: skip
    evening.take(commands.come_back(evening.table, 1, None, 4.0))
    evening.begin()
    assert [chair.name for chair in evening.table.chairs] == ["Anna", "Ben", "Carla"]


def test_too_few_for_a_game() -> None:
    """Nobody plays alone: the next game waits for somebody, or for a bot that the host lets play along."""
    evening = junior(HereSeat("Anna"), OpenSeat(), count=9)
    evening.take(commands.claim(evening.table, None, None, "Ben", invited=False, now=1.0))
    evening.begin()
    evening.finish()
    evening.take(commands.leave(evening.table, 1, None, 2.0))
    with pytest.raises(RefusedError, match="2 play at least"):
        commands.rematch(evening.table, 0, None, evening.dealer, 3.0)
    evening.take(commands.fill(evening.table, 0, 2, "hen", (), 3.0))
    evening.begin()
    assert [chair.shown_name for chair in evening.table.chairs] == ["Anna", "hen"]


def test_the_table_has_room_for_twelve() -> None:
    """Places are bounded: whoever comes after that can watch."""
    evening = junior(HereSeat("Anna"), HereSeat("Ben"))
    for n in range(10):
        evening.take(commands.claim(evening.table, None, None, f"Guest {n}", invited=False, now=1.0))
    with pytest.raises(RefusedError, match="you can watch"):
        commands.claim(evening.table, None, None, "One more", invited=False, now=1.0)
    evening.take(commands.remove(evening.table, 0, 11, 60.0, 1.0))
    evening.take(commands.claim(evening.table, None, None, "One more", invited=False, now=1.0))
    assert evening.table.bench[-1].name == "One more"


def test_who_may_choose_the_next_game() -> None:
    """The host, between the games of a series that is no round."""
    single = Evening(TableSpec("junior", (HereSeat("Anna"), HereSeat("Ben"))))
    with pytest.raises(RefusedError, match="no series"):
        choose_next(single.table, 0, GameSetup("picnic"), 1.0)
    all_four = junior(HereSeat("Anna"), HereSeat("Ben"), kind="round", count=1)
    assert [setup.game for setup in all_four.table.spec.series.games][:4] == [  # type: ignore[union-attr]
        "junior", "barbecue", "picnic", "heckmeck",
    ]  # fmt: skip
    with pytest.raises(RefusedError, match="its own order"):
        choose_next(all_four.table, 0, GameSetup("picnic"), 1.0)
    some = junior(HereSeat("Anna"), HereSeat("Ben"))
    with pytest.raises(RefusedError, match="first game"):
        choose_next(some.table, 0, GameSetup("picnic"), 1.0)
    some.begin()
    with pytest.raises(RefusedError, match="host"):
        choose_next(some.table, 1, GameSetup("picnic"), 1.0)
    with pytest.raises(RefusedError, match="goal"):
        choose_next(some.table, 0, GameSetup("picnic", {"goal": 99}), 1.0)


# -- at a server -------------------------------------------------------------------------------------------------------

SHORT: list[dict[str, Any]] = [
    {"game": "heckmeck", "options": {"short_game": True, "always_turn": True}},
    {"game": "junior"},
    {"game": "picnic", "options": {"goal": 5, "beginner": True}},
]


async def play_out(people: dict[str, TableClient], host: TableClient) -> dict[str, Any]:
    """Play the game under way to its end: everybody plays like a pullet."""
    table: dict[str, Any]
    table, pullet, chance = (await host.snapshot())["table"], bot("pullet"), Stream(1)
    while table["game"]["node"] != "over":
        game = table["game"]
        action = None if game["node"] == "roll" else str(pullet.choose(position(game["position"]), chance))
        who = people[table["seats"][game["seat"]]["name"]]
        table = (await who.move(action, version=game["moved"]))["table"]
    return table


async def want_next(people: dict[str, TableClient], host: TableClient) -> None:
    """Everybody who plays the next game wants it."""
    series = (await host.snapshot())["table"]["series"]
    for name in series["next"]["plays"]:
        if (await host.snapshot())["table"]["status"] == "over":
            await people[name].rematch()


async def test_an_evening_over_several_games_loses_nothing(database: Path) -> None:
    """Five people, one leaves, one joins, the server is another in between: standings are right, all records verify."""
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
            place = 0 if key[0] else sum(other > key for other in keys)
            expected[name] += (5, 3, 2, 1, 0)[place]
    found = {one["name"]: one["points"] for one in report["series"]["standings"]}
    assert found == expected
    assert report["series"]["over"]
    records = [*read_all(text)]
    assert [record.game.name for record in records] == ["heckmeck", "junior", "picnic"]
    assert [list(record.names) for record in records] == played
    assert all(verify_dice(record).is_proved for record in records)
