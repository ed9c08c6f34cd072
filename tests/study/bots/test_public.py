"""The public field's bots: what they do, and that the strongest of them is our rooster without their eye for tables."""

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


def chosen(who: str, position: str) -> str:
    """A bot's choice, as a token."""
    return str(bot(who).choose(roost.position(position), Stream("public")))


@pytest.mark.parametrize("who", PUBLIC)
@pytest.mark.parametrize("players", roost.all_games()["heckmeck"].player_range)
def test_they_play_by_the_rules(who: str, players: int) -> None:
    """At decisions of random games, with two to seven players, every public bot names a legal action."""
    player = bot(who)
    assert player.name == who
    for state in decisions("heckmeck", players, 150):
        assert player.choose(state, Stream("rules")) in state.actions(), state


@pytest.mark.parametrize("who", PUBLIC)
@pytest.mark.parametrize("name", [name for name in roost.all_games() if name != "heckmeck"])
def test_they_know_no_other_game(who: str, name: str) -> None:
    """Sat down at another game, they say that they do not know it."""
    state = decisions(name, 2, 1)[0]
    with pytest.raises(OptionError, match=f"{name} has no way for {who} to play it"):
        bot(who).choose(state, Stream("lost"))


@pytest.mark.parametrize("options", [{}, {"short_game": True}, {"always_turn": True}])
def test_the_rooster_is_ev_between_two(options: dict[str, object]) -> None:
    """With two players, own gain plus the rival's loss is the rooster's swing: they choose alike everywhere."""
    rooster, ev = bot("rooster"), bot("ev")
    game = roost.game("heckmeck", 2, **options)
    assert isinstance(game, Heckmeck)
    for state in decisions("heckmeck", 2, 400):
        assert isinstance(state, HeckmeckState)
        state = state._replace(game=game)
        assert rooster.choose(state, Stream("1")) == ev.choose(state, Stream("1")), state


def test_ev_counts_what_a_rival_loses() -> None:
    """A snatched tile beats rolling on only because of the bonus ``beta``."""
    position = "heckmeck grill=22-36 A=- B=21 turn=A aside=1555w"
    assert chosen("ev:beta=0", position) == "roll"
    assert chosen("ev", position) == "snatch21@B"


def test_ev_counts_what_failing_costs() -> None:
    """A bot with four worms to lose takes the tile, but not when ``alpha`` says that losing them is nothing."""
    position = "heckmeck grill=21-35 A=36 B=- turn=A aside=1555w"
    assert chosen("ev", position) == "take21"
    assert chosen("ev:alpha=0", position) == "roll"


def test_simple_takes_what_counts_most() -> None:
    """The symbol with the largest sum, the worm of equals; worms from the third symbol on; any tile at once."""
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A roll=1114445w") == "4"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A roll=1122345w") == "w"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=12 roll=33555w") == "w"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=1 roll=233555w") == "5"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=555ww") == "take25"
    assert chosen("simple", "heckmeck grill=21-36 A=- B=- turn=A aside=5544") == "roll"
    assert chosen("simple", "heckmeck grill=21 A=- B=25 turn=A aside=5555w") == "snatch25@B"


def test_appeal_goes_for_one_target() -> None:
    """It stops on its best target, rolls on for one that it has not reached, and snatches what counts double."""
    assert chosen("appeal", "heckmeck grill=21 A=- B=25 turn=A aside=5555w") == "snatch25@B"
    assert chosen("appeal", "heckmeck grill=21 A=- B=- turn=A aside=5555w") == "take21"
    assert chosen("appeal", "heckmeck grill=21,36 A=- B=- turn=A aside=55w") == "roll"


def test_appeal_aims_exactly_when_there_is_one_target() -> None:
    """With one tile on the grill and no stacks, it chooses as if at least that number were all that counts."""
    appeal = bot("appeal")
    states = [state for state in decisions("heckmeck", 2, 200) if isinstance(state.actions()[0], SetAside)]
    assert len(states) > 50
    for state in states:
        assert isinstance(state, HeckmeckState)
        alone = state._replace(grill=(28,), stacks=((), ()))
        values = AtLeast(28).solve(alone).values(alone)
        assert values[appeal.choose(alone, Stream("1"))] == pytest.approx(max(values.values()), abs=1e-12)
