"""Tests of the bots from public projects, the strongest of which is our rooster without regard for several rivals."""

import pytest

import roost
from roost.core.errors import OptionError
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck, HeckmeckState
from roost.games.set_aside import SetAside
from roost.study.bots import bot
from roost.study.odds.aims import AtLeast
from study.bots.decisions import decisions

PUBLIC = ("simple", "appeal", "ev", "ev:beta=0", "ev:alpha=0.5,beta=2")


def chosen(bot_name: str, position: str) -> str:
    return str(bot(bot_name).choose(roost.position(position), Stream("public")))


@pytest.mark.parametrize("bot_name", PUBLIC)
@pytest.mark.parametrize("players", roost.all_games()["heckmeck"].player_range)
def test_public_bots_play_by_the_rules(bot_name: str, players: int) -> None:
    """Every public bot chooses a legal action at decisions of random games."""
    player = bot(bot_name)
    assert player.name == bot_name
    for state in decisions("heckmeck", players, 150):
        assert player.choose(state, Stream("rules")) in state.actions(), state


@pytest.mark.parametrize("bot_name", PUBLIC)
@pytest.mark.parametrize("name", [name for name in roost.all_games() if name != "heckmeck"])
def test_public_bots_refuse_other_games(name: str, bot_name: str) -> None:
    """A public bot that is asked about another game raises an error that names the game and the bot."""
    state = decisions(name, 2, 1)[0]
    with pytest.raises(OptionError, match=f"{name} has no way for {bot_name} to play it"):
        bot(bot_name).choose(state, Stream("lost"))


@pytest.mark.parametrize("options", [{}, {"short_game": True}, {"always_turn": True}])
def test_the_rooster_equals_ev_between_two_players(options: dict[str, object]) -> None:
    """With two players, the gain plus the rival's loss is the rooster's swing, so both choose alike."""
    rooster, ev = bot("rooster"), bot("ev")
    game = roost.game("heckmeck", 2, **options)
    assert isinstance(game, Heckmeck)
    for state in decisions("heckmeck", 2, 400):
        assert isinstance(state, HeckmeckState)
        state = state._replace(game=game)
        assert rooster.choose(state, Stream("1")) == ev.choose(state, Stream("1")), state


def test_ev_counts_the_loss_of_a_rival() -> None:
    """A snatched tile beats rolling only because of the bonus ``beta``."""
    position = "heckmeck grill=22-36 A=- B=21 turn=A aside=1555w"
    assert chosen("ev:beta=0", position) == "roll"
    assert chosen("ev", position) == "snatch21@B"


def test_ev_counts_the_cost_of_failing() -> None:
    """A bot with four worms to lose takes the tile, unless ``alpha`` is 0."""
    position = "heckmeck grill=21-35 A=36 B=- turn=A aside=1555w"
    assert chosen("ev", position) == "take21"
    assert chosen("ev:alpha=0", position) == "roll"


def test_simple_takes_the_largest_sum() -> None:
    """The simple bot prefers worms on a tie, takes worms first from the third symbol on, and takes any tile at once."""
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A roll=1114445w") == "4"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A roll=1122345w") == "w"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=12 roll=33555w") == "w"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=1 roll=233555w") == "5"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=555ww") == "take25"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=5544") == "roll"
    assert chosen("simple", "heckmeck grill=21 A=- B=25 turn=A aside=5555w") == "snatch25@B"


def test_appeal_aims_at_a_single_target() -> None:
    """The appeal bot stops on its best target, rolls for a target not yet reached, and counts snatched tiles double."""
    assert chosen("appeal", "heckmeck grill=21 A=- B=25 turn=A aside=5555w") == "snatch25@B"
    assert chosen("appeal", "heckmeck grill=21 A=- B=- turn=A aside=5555w") == "take21"
    assert chosen("appeal", "heckmeck grill=21,36 A=- B=- turn=A aside=55w") == "roll"


def test_appeal_maximises_the_chance_of_a_single_target() -> None:
    """With one tile on the grill and no stacks, the appeal bot chooses as if only reaching that number counted."""
    appeal = bot("appeal")
    states = [state for state in decisions("heckmeck", 2, 200) if isinstance(state.actions()[0], SetAside)]
    assert len(states) > 50
    for state in states:
        assert isinstance(state, HeckmeckState)
        alone = state._replace(grill=(28,), stacks=((), ()))
        values = AtLeast(28).solve(alone).values(alone)
        assert values[appeal.choose(alone, Stream("1"))] == pytest.approx(max(values.values()), abs=1e-12)
