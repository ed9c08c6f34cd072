"""The fox and the owl: legal everywhere, better than the hen, and checked settings."""

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
    """At decisions of random games of every kind, the fox names a legal action."""
    fox = bot("fox")
    for state in decisions(name, players, tries(6, 12)):
        assert fox.choose(state, Stream("rules")) in state.actions(), state


@pytest.mark.parametrize("name", ["heckmeck", "junior", "barbecue", "picnic"])
def test_the_fox_beats_the_hen(name: str) -> None:
    """In a few deals that both play from both seats, the fox wins more than half."""
    assert won(roost.game(name, 2, start=0), "fox", "hen", 3 if name == "picnic" else 10) > 0.5


@pytest.mark.parametrize("who", ["fox:depth=2", "owl:seconds=0.01"])
def test_thinking_further_ahead_stays_legal(who: str) -> None:
    """The deep fox and the owl name legal actions too, and call themselves by their settings."""
    thinker = bot(who)
    assert thinker.name == who
    for state in decisions("junior", 2, 6):
        assert thinker.choose(state, Stream("deep")) in state.actions()


@pytest.mark.parametrize("who", ["fox", "fox:table=1", "owl:seconds=0.01"])
def test_the_end_of_junior_is_known_exactly(who: str) -> None:
    """With the end in sight, what the fox and the owl expect of a turn is its exact value."""
    state = roost.position("junior grill=4,4,5 A=6,5 B=7,8,6 turn=A")
    solved = endgame(state)
    assert solved is not None
    thinker = bot(who)
    assert isinstance(thinker, Fox | Owl)
    assert thinker.valuation(state).shares(state) == pytest.approx(solved.shares(state), abs=1e-9)
    assert value(state).shares(state) != pytest.approx(solved.shares(state), abs=1e-6)  # the model is not exact
    choices = thinker.valuation(state).choices(state.play("wgcckb").state)
    assert len(choices) > 1


@pytest.mark.parametrize("text", [
    "junior grill=4,9 A=6,5 B=7,4,6 turn=A",
    "junior grill=4,4,5 A=6,5 B=7,8,6 C=- turn=A",
])  # fmt: skip
def test_elsewhere_the_model_is_asked(text: str) -> None:
    """Tables that were set up by hand, and those with more players, are not searched to the end."""
    state = roost.position(text)
    assert bot("fox").valuation(state) is value(state)  # type: ignore[attr-defined]  # a fox's own


def test_the_owl_thinks_once_about_a_turn() -> None:
    """Later decisions of a turn are answered from the same thought."""
    owl = bot("owl")
    state = roost.position("junior grill=4,7,8,9 A=5 B=6 turn=A roll=wwgckb")
    owl.choose(state, Stream("owl"))
    after = roost.position("junior grill=4,7,8,9 A=5 B=6 turn=A aside=ww")
    assert owl.valuation(state) is owl.valuation(after)  # type: ignore[attr-defined]  # an owl's own


@pytest.mark.parametrize("who", ["fox", "owl:seconds=0.05"])
def test_thinkers_can_say_why(who: str) -> None:
    """The reason names the best choice and the next best, each with the share of the win."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A roll=1124445w")
    thinker = bot(who)
    assert isinstance(thinker, ExplainingBot)
    best = thinker.choose(state, Stream("why"))
    assert thinker.explain(state).startswith(f"{best} wins ")
    assert thinker.explain(state).count("%") == 2


def test_with_one_choice_there_is_one_reason() -> None:
    """Where only one action is legal, it alone is named."""
    state = roost.position("junior grill=4 A=9 B=6 turn=A roll=wwwwww")
    assert bot("fox").explain(state).count("%") == 1  # type: ignore[attr-defined]  # a fox explains


@pytest.mark.parametrize("who", ["fox:depth=0", "fox:depth=1.5", "fox:depth=9", "owl:seconds=0", "owl:seconds=1e9"])
def test_settings_are_checked(who: str) -> None:
    """Depths and times that make no sense are refused."""
    with pytest.raises(OptionError, match="thinks"):
        bot(who)
