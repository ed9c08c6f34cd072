"""Tests of the simple bots: legal choices, growing strength, and errors for wrong names."""

import pytest

import roost
from roost.core.errors import OptionError, UnsupportedError
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck
from roost.study.bots import ExplainingBot, all_bots, bot
from roost.study.bots.simple_bots import Rooster
from roost.study.fast import play
from roost.study.odds.aims import Swing
from study.bots.decisions import decisions, won

FLOCK = ("chick", "pullet", "hen", "rooster")
CELLS = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]


@pytest.mark.parametrize("bot_name", FLOCK)
@pytest.mark.parametrize(("name", "players"), CELLS)
def test_every_bot_plays_by_the_rules(bot_name: str, name: str, players: int) -> None:
    """Every simple bot chooses a legal action at decisions of random games."""
    player = bot(bot_name)
    assert player.name == bot_name
    for state in decisions(name, players, 60):
        assert player.choose(state, Stream("rules")) in state.actions(), state


@pytest.mark.parametrize("bot_name", FLOCK)
@pytest.mark.parametrize("name", roost.all_games())
def test_the_same_stream_gives_the_same_choice(bot_name: str, name: str) -> None:
    """A bot's choice depends only on the state and the stream."""
    for state in decisions(name, 2, 20):
        assert bot(bot_name).choose(state, Stream("same")) == bot(bot_name).choose(state, Stream("same"))


def test_random_is_another_name_for_the_chick() -> None:
    """The name ``random`` works for bots and for compiled players."""
    assert bot("random").name == "chick"
    assert play("junior", 5, by="random").winners.tolist() == play("junior", 5).winners.tolist()


@pytest.mark.parametrize("name", [name for name in roost.all_games() if name != "picnic"])
@pytest.mark.parametrize(("better", "worse"), [("pullet", "chick"), ("hen", "pullet"), ("rooster", "hen")])
def test_the_bots_grow_in_strength(name: str, better: str, worse: str) -> None:
    """In 30 deals that both play from both seats, the better bot wins more than half."""
    assert won(roost.game(name, 2), better, worse, 30) > 0.5


# -- the rooster -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", roost.all_games())
def test_the_rooster_takes_the_best_value(name: str) -> None:
    """The rooster's choice has the highest value of all actions."""
    rooster = bot("rooster")
    for state in decisions(name, 2, 30):
        values = Swing().solve(state).values(state)
        assert values[rooster.choose(state, Stream("best"))] == pytest.approx(max(values.values()), abs=1e-9)


@pytest.mark.parametrize("name", roost.all_games())
def test_the_rooster_can_explain_its_choice(name: str) -> None:
    """The explanation names the chosen action with its value, and the next best one."""
    rooster = bot("rooster")
    assert isinstance(rooster, ExplainingBot)
    for state in decisions(name, 2, 10):
        reason = rooster.explain(state)
        assert str(rooster.choose(state, Stream("why"))) in reason
        assert "on average" in reason
        assert ("," in reason) == (len(state.actions()) > 1)


def test_the_rooster_snatches_and_avoids_losses() -> None:
    """The rooster's swing includes the rivals' losses and the cost of a failure."""
    snatching = roost.position("heckmeck grill=21 A=- B=25 turn=A aside=5555w")
    assert str(bot("rooster").choose(snatching, Stream("1"))) == "snatch25@B"
    poor = roost.position("heckmeck grill=21-35 A=- B=- turn=A aside=1555w")
    rich = roost.position("heckmeck grill=21-35 A=36 B=- turn=A aside=1555w")
    assert str(bot("rooster").choose(poor, Stream("1"))) == "roll"
    assert str(bot("rooster").choose(rich, Stream("1"))) == "take21"


# -- names -------------------------------------------------------------------------------------------------------------


def test_bots_are_listed_from_the_weakest_to_the_strongest() -> None:
    """The list of bots begins with the simple ones."""
    assert tuple(all_bots())[:4] == FLOCK


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("roster", "did you mean 'rooster'"),
        ("", "known: "),
        ("ev:beta", "like beta=0"),
        ("ev:beta=much", "like beta=0"),
        ("ev:beta=nan", "like beta=0"),
        ("ev:beta=1e999", "like beta=0"),
        ("ev:beta=1,beta=2", "write each once"),
        ("ev:gamma=1", "ev does not accept the settings 'gamma=1'"),
        ("hen:beta=1", "hen does not accept the settings 'beta=1'"),
    ],
)
def test_wrong_names_and_settings_are_explained(name: str, message: str) -> None:
    """The error for a wrong name or setting suggests a right one."""
    with pytest.raises(OptionError, match=message) as caught:
        bot(name)
    assert caught.value.input == name


@pytest.mark.parametrize("bot_name", ["pullet", "hen"])
def test_games_without_rules_of_thumb_refuse_the_pullet_and_the_hen(bot_name: str) -> None:
    """The error says that the game has no rules of thumb."""

    class Bare(Heckmeck):  # adapters are not inherited
        name = "bare"

    state = Bare().opening().play("1124445w").state
    with pytest.raises(UnsupportedError, match="bare has no rules of thumb to play by"):
        bot(bot_name).choose(state, Stream("1"))


def test_the_rooster_searches_in_games_without_a_solver() -> None:
    """Near the end of a turn, the search finds the same values as the compiled solver."""

    class Bare(Heckmeck):  # adapters are not inherited
        name = "bare"

    position = "grill=21-24,26-36 A=25 B=- turn=A aside=11122 roll=33w"
    solved, searched = roost.position(f"heckmeck {position}"), Bare.read_text(f"bare {position}")
    exact, choices = Rooster().solution(solved).choices(solved), Rooster().solution(searched).choices(searched)
    assert [choice.action for choice in choices] == [choice.action for choice in exact]
    assert [choice.value for choice in choices] == pytest.approx([choice.value for choice in exact])
