"""Tests of the fox and the owl: legal choices, strength, and settings."""

import pytest

import roost
from roost.core.errors import OptionError
from roost.core.stream import Stream
from roost.study.bots import ExplainingBot, bot
from roost.study.bots.searchers import Fox, Owl
from roost.study.models import value
from roost.study.solve import endgame
from soak import tries
from study.bots.decisions import decisions, won

CELLS = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), CELLS)
def test_the_fox_plays_by_the_rules(name: str, players: int) -> None:
    """The fox chooses a legal action at decisions of random games."""
    fox = bot("fox")
    for state in decisions(name, players, tries(6, 12)):
        assert fox.choose(state, Stream("rules")) in state.actions(), state


@pytest.mark.parametrize("name", ["heckmeck", "junior", "barbecue", "picnic"])
def test_the_fox_beats_the_hen(name: str) -> None:
    """In a few deals that both play from both seats, the fox wins more than half."""
    assert won(roost.game(name, 2, start=0), "fox", "hen", 3 if name == "picnic" else 10) > 0.5


@pytest.mark.parametrize("bot_name", ["fox:depth=2", "owl:seconds=0.01"])
def test_deeper_bots_choose_legal_actions(bot_name: str) -> None:
    """A deeper fox and the owl choose legal actions, and their names include their settings."""
    player = bot(bot_name)
    assert player.name == bot_name
    for state in decisions("junior", 2, 6):
        assert player.choose(state, Stream("deep")) in state.actions()


@pytest.mark.parametrize("bot_name", ["fox", "fox:table=1", "owl:seconds=0.01"])
def test_the_end_of_junior_is_valued_exactly(bot_name: str) -> None:
    """Near the end of the game, the win shares of the fox and the owl are exact."""
    state = roost.position("junior grill=4,4,5 A=6,5 B=7,8,6 turn=A")
    solved = endgame(state)
    assert solved is not None
    player = bot(bot_name)
    assert isinstance(player, Fox | Owl)
    assert player.valuation(state).shares(state) == pytest.approx(solved.shares(state), abs=1e-9)
    assert value(state).shares(state) != pytest.approx(solved.shares(state), abs=1e-6)  # the model is not exact
    choices = player.valuation(state).choices(state.play("wgcckb").state)
    assert len(choices) > 1


@pytest.mark.parametrize("text", [
    "junior grill=4,9 A=6,5 B=7,4,6 turn=A",
    "junior grill=4,4,5 A=6,5 B=7,8,6 C=- turn=A",
])  # fmt: skip
def test_other_positions_are_valued_by_the_model(text: str) -> None:
    """Unusual set-ups and positions with more players are not solved to the end."""
    state = roost.position(text)
    assert bot("fox").valuation(state) is value(state)  # type: ignore[attr-defined]  # a method of the fox


def test_the_owl_values_a_turn_once() -> None:
    """Later decisions of a turn reuse its valuation."""
    owl = bot("owl")
    state = roost.position("junior grill=4,7,8,9 A=5 B=6 turn=A roll=wwgckb")
    owl.choose(state, Stream("owl"))
    after = roost.position("junior grill=4,7,8,9 A=5 B=6 turn=A aside=ww")
    assert owl.valuation(state) is owl.valuation(after)  # type: ignore[attr-defined]  # a method of the owl


@pytest.mark.parametrize("bot_name", ["fox", "owl:seconds=0.05"])
def test_the_fox_and_the_owl_explain_their_choices(bot_name: str) -> None:
    """The explanation names the best choice and the next best, each with its win share."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A roll=1124445w")
    player = bot(bot_name)
    assert isinstance(player, ExplainingBot)
    best = player.choose(state, Stream("why"))
    assert player.explain(state).startswith(f"{best} wins ")
    assert player.explain(state).count("%") == 2


def test_a_single_choice_has_a_short_explanation() -> None:
    """If only one action is legal, the explanation names only this action."""
    state = roost.position("junior grill=4 A=9 B=6 turn=A roll=wwwwww")
    assert bot("fox").explain(state).count("%") == 1  # type: ignore[attr-defined]  # a fox explains


@pytest.mark.parametrize(
    "bot_name", ["fox:depth=0", "fox:depth=1.5", "fox:depth=9", "owl:seconds=0", "owl:seconds=1e9"]
)
def test_settings_are_checked(bot_name: str) -> None:
    """Depths and times out of range are refused."""
    with pytest.raises(OptionError, match="thinks"):
        bot(bot_name)
