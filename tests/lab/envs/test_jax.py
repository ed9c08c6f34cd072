"""Games on the device are the reference engine's, keep pgx's interface, and show what chance may bring."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pytest
from numpy.typing import NDArray
from pgx._src import api_test as pgx_test
from roost_pig import Pig

import roost
from roost.core.errors import OptionError, UnsupportedError
from roost.core.game import Game
from roost.lab.envs.jax import Env, State, lockstep, make
from roost.lab.envs.jax.lockstep import LockstepError, check, stepper
from soak import rarely, tries

pytestmark = pytest.mark.slow

GAMES = {
    "heckmeck": roost.game("heckmeck", players=3, always_turn=True, start="random"),
    "junior": roost.game("junior", players=2),
    "barbecue": roost.game("barbecue", players=2),
    "picnic": roost.game("picnic", players=2, goal=5),
}
"""Short games. ``python -m roost.lab.envs.jax.lockstep`` tries every variant."""
OTHER_READINGS = (roost.game("junior", players=2, must_pinch=True), roost.game("barbecue", stop_on_nothing=True))
JUNIOR = GAMES["junior"]
BATCH = 8
ASIDE = ("w", "ww333", "5544333")


@pytest.fixture(autouse=True, scope="module")
def _quick_compiler() -> Iterator[None]:
    """Compile quickly: the code here runs for less than a second, and to make it fast would take longer."""
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)


def batch_of(state: State) -> State:
    """A batch of one state."""
    found: State = jax.tree.map(lambda one: jnp.stack([one] * BATCH), state)
    return found


def explicit(env: Env, state: State, number: int) -> State:
    """One node further, with what is compiled for the lock-step."""
    found: State = jax.tree.map(lambda one: one[0], stepper(env)(batch_of(state), np.full(BATCH, number, np.int32)))
    return found


def alike(one: State, other: State) -> bool:
    """Whether two states agree in everything."""
    return all(np.array_equal(a, b) for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True))


# -- the same games ----------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("game", [*GAMES.values(), *rarely(*OTHER_READINGS)], ids=str)
def test_the_device_plays_what_the_reference_engine_plays(game: Game) -> None:
    """The same dice and choices make the same states, observations, masks, ends and rewards."""
    assert check(game, tries(1_000, 1_000_000), batch=BATCH) >= 0


def test_what_differs_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check stops with the position where the device and the reference engine part."""
    kind = type(make(JUNIOR).rules.packing)
    monkeypatch.setattr(kind, "unpack", lambda packed, record: "another")
    with pytest.raises(LockstepError, match=r"the state after .* should be .*, but the device has another"):
        check(JUNIOR, 1)


def test_the_command_tells_each_variant(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each variant of the games that are asked for; the moves are divided among them."""
    monkeypatch.setattr(lockstep, "every_variant", lambda: iter([JUNIOR, GAMES["picnic"]]))
    lockstep.main(["--moves", "16", "--game", "junior"])
    assert capsys.readouterr().out == f"{JUNIOR}: 17 moves agree, 0 games ended\n"


# -- pgx's interface ---------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("name", ["junior", *rarely("heckmeck", "barbecue", "picnic")])
def test_pgx_accepts_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test that pgx brings passes; it has to be told our games' names.

    Its random player draws along an axis that the mask of a single game does not have: new versions of JAX refuse
    that for pgx's own games too.
    """
    monkeypatch.setattr(pgx_test, "EnvId", Literal["heckmeck", "junior", "barbecue", "picnic"])
    monkeypatch.setattr(pgx_test, "act_randomly", jax.jit(_any_legal))
    pgx.api_test(make(GAMES[name]), num=tries(1, 10))  # type: ignore[arg-type, unused-ignore]


def _any_legal(key: Any, mask: Any) -> Any:
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)


def test_it_tells_its_sizes() -> None:
    """Actions and observations have the numbers and places of the other environments."""
    env = make("heckmeck", players=4, short_game=True)
    assert (env.num_players, env.num_actions, env.observation_shape) == (4, 11, (51,))
    assert (env.id, env.version, env.num_outcomes) == ("heckmeck", "v1", 1287)
    assert env == make(roost.game("heckmeck", players=4, short_game=True))
    assert env != make("heckmeck", players=4)
    assert str(env) == f"Env({env.game})"


def test_an_illegal_action_loses_the_game() -> None:
    """The player of an illegal action gets -1 and the others share 1; then nothing happens any more."""
    env = make(GAMES["heckmeck"])
    state = env.place("heckmeck grill=21-36 A=- B=- C=- turn=B aside=333 always_turn=yes start=random")
    lost = explicit(env, state, 0)
    assert lost.rewards.tolist() == [0.5, -1, 0.5]
    assert lost.terminated
    assert lost.legal_action_mask.all()
    after = explicit(env, lost, 6)
    assert after.rewards.tolist() == [0, 0, 0]
    assert alike(after.replace(rewards=lost.rewards), lost)
    assert explicit(env, state, env.num_actions).terminated


def test_dice_need_a_key() -> None:
    """A step without a key is refused in a sentence."""
    env = make(JUNIOR)
    with pytest.raises(OptionError, match="needs a key"):
        env.step(env.place(JUNIOR.opening()), 0)


def test_a_game_without_rules_for_the_device_is_refused() -> None:
    """The error names the game and what it lacks."""
    with pytest.raises(UnsupportedError, match="pig has no rules for the device"):
        make(Pig(2))


def test_positions_come_and_go(tmp_path: Path) -> None:
    """A position of the reference engine is the same on the device and back, and can be drawn."""
    text, env = "junior grill=4,4,5,6,6,8 A=7,9 B=5 turn=B aside=ww roll=ggcb", make(JUNIOR)
    state = env.place(text)
    assert [str(reference) for reference in env.references(state)] == [text]
    state.save_svg(str(tmp_path / "position.svg"))
    assert "4,4,5,6,6,8" in (tmp_path / "position.svg").read_text(encoding="utf-8")
    assert state._repr_html_() == state.to_svg()
    assert len(env.references(batch_of(state))) == BATCH
    with pytest.raises(OptionError, match="not of"):
        env.place(GAMES["heckmeck"].opening())


# -- chance ------------------------------------------------------------------------------------------------------------


def test_chance_is_listed_with_the_weights_of_the_reference_engine() -> None:
    """At the draw of the first player, at rolls of any number of dice, and for certain where somebody decides."""
    game = GAMES["heckmeck"]
    env = make(game)
    counts, probabilities = env.chance_outcomes(env.place(game.opening()))
    assert counts[:3].tolist() == [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert probabilities[:4] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    table = "heckmeck grill=21-36 A=- B=- C=- turn=C always_turn=yes start=random"
    rolling = [roost.position(table), *(roost.position(f"{table} aside={aside}").play("roll").state for aside in ASIDE)]
    for reference in rolling:
        counts, probabilities = env.chance_outcomes(env.place(reference))
        listed = {tuple(row): chance for row, chance in zip(counts.tolist(), probabilities.tolist(), strict=True)}
        ways = sum(weight for _, weight in reference.rolls())
        assert {row: chance for row, chance in listed.items() if chance} == pytest.approx(
            {roll.counts: weight / ways for roll, weight in reference.rolls()}
        )
        assert probabilities.sum() == pytest.approx(1)
    deciding = env.chance_outcomes(env.place(f"{table} aside=ww"))
    assert deciding.probabilities.tolist() == [1, *[0] * (env.num_outcomes - 1)]


def test_a_step_is_an_action_and_random_outcomes() -> None:
    """A step leads to outcomes that chance lists, and to each as often as it should."""
    env = make(JUNIOR)
    start = env.place("junior grill=6,7,8,9 A=5 B=- turn=A aside=wwgg")  # two dice are rolled
    roll_on, many = 5, 6_000
    step = jax.jit(jax.vmap(env.step, in_axes=(None, None, 0)))
    stepped = step(start, roll_on, jax.random.split(jax.random.key(3), many))
    passed = np.asarray(stepped.current_player) != int(start.current_player)
    dice = explicit(env, start, roll_on)
    assert dice.is_chance
    chances, shares = np.asarray(env.chance_outcomes(dice).probabilities), passed.mean()
    for outcome in np.flatnonzero(chances):
        fallen = explicit(env, dice, int(outcome))
        if fallen.is_chance:  # SA-5: the roll failed, and the next player rolls all dice
            after = {str(state).split(" roll=")[0] for state in env.references(stepped, 400) if state.seat == 1}
            assert after == {str(env.references(fallen)[0])}
            continue
        share = same_as(fallen, stepped).mean()
        assert abs(share - chances[outcome]) < 5 * (chances[outcome] / many) ** 0.5
        shares += share
    assert shares == pytest.approx(1)


def same_as(one: State, states: State) -> NDArray[np.bool_]:
    """The states of a batch that agree with a state in everything."""
    found: list[NDArray[np.bool_]] = []
    for mine, theirs in zip(jax.tree.leaves(one), jax.tree.leaves(states), strict=True):
        found.append(np.all(np.asarray(theirs == mine).reshape(len(theirs), -1), axis=1))
    return np.asarray(np.all(found, axis=0), np.bool_)


def test_an_outcome_that_cannot_be_changes_nothing() -> None:
    """Rows of the list that nothing stands in are harmless."""
    env = make(JUNIOR)
    dice = explicit(env, env.place("junior grill=6,7,8,9 A=5 B=- turn=A aside=wwgg"), 5)
    assert alike(explicit(env, dice, env.num_outcomes - 1), dice)


def test_random_actions_are_legal_and_all_of_them_come() -> None:
    """Every legal action is drawn about as often as the others, beyond the first word of actions too."""
    env = make(GAMES["picnic"])
    state = GAMES["picnic"].opening().play("B").state.play("112346").state
    placed, many = env.place(state), 2_000
    drawn = jax.jit(jax.vmap(env.random_action, in_axes=(None, 0)))(placed, jax.random.split(jax.random.key(5), many))
    legal = np.flatnonzero(placed.legal_action_mask)
    counts = np.bincount(drawn, minlength=env.num_actions)
    assert counts.sum() == counts[legal].sum()
    assert counts[legal].min() > many / len(legal) / 2
    assert legal.max() > 64
