"""The flock: every bot plays every game by the rules, the better ones win more, and wrong names are explained."""

import pytest

import roost
from roost.core.errors import OptionError, UnsupportedError
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck
from roost.study.bots import ExplainingBot, all_bots, bot
from roost.study.bots.flock import Rooster
from roost.study.fast import play
from roost.study.odds.aims import Swing
from study.bots.decisions import decisions, won

FLOCK = ("chick", "pullet", "hen", "rooster")
CELLS = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]


@pytest.mark.parametrize("who", FLOCK)
@pytest.mark.parametrize(("name", "players"), CELLS)
def test_every_bot_plays_by_the_rules(who: str, name: str, players: int) -> None:
    """At decisions of random games of every kind, every bot of the flock names a legal action."""
    player = bot(who)
    assert player.name == who
    for state in decisions(name, players, 60):
        assert player.choose(state, Stream("rules")) in state.actions(), state


@pytest.mark.parametrize("who", FLOCK)
@pytest.mark.parametrize("name", roost.all_games())
def test_the_same_stream_gives_the_same_choice(who: str, name: str) -> None:
    """A bot's choice depends on nothing but the state and the stream it is given."""
    for state in decisions(name, 2, 20):
        assert bot(who).choose(state, Stream("same")) == bot(who).choose(state, Stream("same"))


def test_the_chick_is_also_called_random() -> None:
    """Programs from other fields ask for a random player: they get the chick."""
    assert bot("random").name == "chick"
    assert play("junior", 5, by="random").winners.tolist() == play("junior", 5).winners.tolist()


@pytest.mark.parametrize("name", [name for name in roost.all_games() if name != "picnic"])
@pytest.mark.parametrize(("better", "worse"), [("pullet", "chick"), ("hen", "pullet"), ("rooster", "hen")])
def test_the_flock_grows_in_strength(name: str, better: str, worse: str) -> None:
    """In 30 deals that both play from both seats, the better bot wins more than half."""
    assert won(roost.game(name, 2), better, worse, 30) > 0.5


# -- the rooster -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", roost.all_games())
def test_the_rooster_takes_the_best_value(name: str) -> None:
    """The rooster's choice is worth as much as anything the solver knows."""
    rooster = bot("rooster")
    for state in decisions(name, 2, 30):
        values = Swing().solve(state).values(state)
        assert values[rooster.choose(state, Stream("best"))] == pytest.approx(max(values.values()), abs=1e-9)


@pytest.mark.parametrize("name", roost.all_games())
def test_the_rooster_can_explain_himself(name: str) -> None:
    """The reason names the action that they would choose, with its value, and the next best one."""
    rooster = bot("rooster")
    assert isinstance(rooster, ExplainingBot)
    for state in decisions(name, 2, 10):
        reason = rooster.explain(state)
        assert str(rooster.choose(state, Stream("why"))) in reason
        assert "on average" in reason
        assert ("," in reason) == (len(state.actions()) > 1)


def test_the_rooster_snatches_and_fears_to_lose() -> None:
    """His swing counts what a rival loses and what failing costs."""
    snatching = roost.position("heckmeck grill=21 A=- B=25 turn=A aside=5555w")
    assert str(bot("rooster").choose(snatching, Stream("1"))) == "snatch25@B"
    poor = roost.position("heckmeck grill=21-35 A=- B=- turn=A aside=1555w")
    rich = roost.position("heckmeck grill=21-35 A=36 B=- turn=A aside=1555w")
    assert str(bot("rooster").choose(poor, Stream("1"))) == "roll"
    assert str(bot("rooster").choose(rich, Stream("1"))) == "take21"


# -- names -------------------------------------------------------------------------------------------------------------


def test_bots_are_listed_from_the_weakest_to_the_strongest() -> None:
    """Our own flock comes first."""
    assert tuple(all_bots())[:4] == FLOCK


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("roster", "did you mean 'rooster'"),
        ("", "known: "),
        ("ev:beta", "settings look like beta=0"),
        ("ev:beta=much", "settings look like beta=0"),
        ("ev:beta=nan", "settings look like beta=0"),
        ("ev:beta=1e999", "settings look like beta=0"),
        ("ev:beta=1,beta=2", "each given once"),
        ("ev:gamma=1", "ev cannot be made with 'gamma=1'"),
        ("hen:beta=1", "hen cannot be made with 'beta=1'"),
    ],
)
def test_wrong_names_and_settings_are_explained(name: str, why: str) -> None:
    """A wrong name or setting is answered by what would be right."""
    with pytest.raises(OptionError, match=why) as caught:
        bot(name)
    assert caught.value.input == name


@pytest.mark.parametrize("who", ["pullet", "hen"])
def test_rules_of_thumb_are_the_games_own(who: str) -> None:
    """A game without rules of thumb cannot be played by them, and the error says so."""

    class Bare(Heckmeck):  # faces are not inherited
        name = "bare"

    state = Bare().opening().play("1124445w").state
    with pytest.raises(UnsupportedError, match="bare has no rules of thumb to play by"):
        bot(who).choose(state, Stream("1"))


def test_the_rooster_searches_where_a_game_brings_no_solver() -> None:
    """Near the end of a turn the search through the rules finds what the compiled solver finds."""

    class Bare(Heckmeck):  # faces are not inherited
        name = "bare"

    position = "grill=21-24,26-36 A=25 B=- turn=A aside=11122 roll=33w"
    solved, searched = roost.position(f"heckmeck {position}"), Bare.read_text(f"bare {position}")
    exact, found = Rooster().solution(solved).choices(solved), Rooster().solution(searched).choices(searched)
    assert [choice.action for choice in found] == [choice.action for choice in exact]
    assert [choice.value for choice in found] == pytest.approx([choice.value for choice in exact])
