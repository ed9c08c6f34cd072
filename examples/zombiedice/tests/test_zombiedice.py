"""Tests of Zombie Dice, rule by rule, and against an exact solution of a turn."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import comb, isnan, prod

import pytest
from roost_zombiedice import BLASTS, BRAINS, CUP, RUNNERS, ZombieDice, ZombieDiceState, count, green_brains

from roost.core.conformance import check_game
from roost.core.errors import NotationError, RoostError
from roost.study.odds.choice import swing, swing_range
from roost.study.odds.position import position_odds
from roost.study.odds.search import CLOSE, SearchedTurn
from soak import rarely

Colours = tuple[int, ...]
"""A number of dice for each colour: green, yellow, red."""
SIDES = ((3, 2, 1), (2, 2, 2), (1, 2, 3))
"""Number of faces with brains, runners and blasts on a die of each colour."""
NONE: Colours = (0, 0, 0)


def at(text: str) -> ZombieDiceState:
    state = ZombieDice.read_text(f"zombiedice A=0 B=0 turn=A {text}")
    assert isinstance(state, ZombieDiceState)
    return state


def after(state: ZombieDiceState, *moves: str) -> str:
    """Return the position after some moves."""
    played: object = state
    for move in moves:
        assert isinstance(played, ZombieDiceState)
        played = played.play(move).state
    return str(played)


def test_random_games_conform() -> None:
    assert check_game(ZombieDice(2, goal=3, start="random"), games=1)


def test_three_dice_are_drawn_from_the_cup() -> None:
    """ZD-1, ZD-2: the first roll has three of all thirteen dice."""
    dice = ZombieDice().opening().dice
    assert dice is not None
    assert str(dice) == "3 dice"
    assert dice.ways == comb(13, 3) * 6**3
    assert dict(dice.rolls)[dice.parse("ggg")] == comb(6, 3) * 3**3


def test_runners_are_rolled_again_with_dice_from_the_cup() -> None:
    """ZD-2, ZD-3: brains and blasts lie aside; the runners' dice are rolled again."""
    rolling = "zombiedice A=0 B=0 turn=A played=0 brains=1 aside=g8 hand=1"
    assert after(at(""), "g18", "roll") == rolling
    state = at("brains=1 aside=g8 hand=1")
    assert state.cup == (4, 3, 3)
    assert (state.dice_rolled, state.dice_aside) == ("1", "g8")
    assert state.dice is not None
    assert state.dice.parse("yr7") in state.dice
    assert state.dice.parse("yr9") not in state.dice  # one of the three dice is green


def test_a_player_who_stops_scores_the_brains() -> None:
    """ZD-4: each brain is a point."""
    assert after(at(""), "ggy", "stop") == "zombiedice A=3 B=0 turn=B played=1"


def test_the_third_blast_loses_the_turns_brains() -> None:
    """ZD-5: blasts count over the whole turn."""
    assert after(at(""), "gg7", "roll", "789") == "zombiedice A=0 B=0 turn=B played=1"
    assert after(at(""), "g78", "roll", "gy9") == "zombiedice A=0 B=0 turn=B played=1"


def test_brains_go_back_into_an_empty_cup_and_still_count() -> None:
    """ZD-6: the dice with brains can be drawn again."""
    state = at("brains=10 aside=ggggyyyr9 roll=gg2")
    assert after(state, "roll") == "zombiedice A=0 B=0 turn=A played=0 brains=10 aside=9 hand=2"
    assert [event.name() for event in state.play("roll").events] == ["refilled"]


def test_the_round_is_played_to_its_end() -> None:
    """ZD-7, ZD-8: every player has the same number of turns, and the most points win."""
    state = ZombieDice.read_text("zombiedice goal=5 A=4 B=4 turn=A played=0 brains=3 roll=ggg").play("stop").state
    assert str(state) == "zombiedice goal=5 A=7 B=4 turn=B played=1"
    over = state.play("ggg").state.play("stop").state
    assert over.outcome is not None
    assert over.outcome.winners == (0, 1)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("played=2", "a round has 2 turns"),
        ("brains=7 aside=ggggggg", "more dice of a colour"),
        ("aside=1", "stay in hand"),
        ("hand=g brains=1", "stay in hand"),
        ("aside=78 roll=g19 brains=1", "third blast"),
        ("roll=ggy brains=2", "brains are missing"),
        ("roll=g1 brains=1", "three dice"),
        ("brains=10 aside=gggggyyyyr99 hand=1", "go back into the cup"),
    ],
)
def test_impossible_positions_are_refused(fields: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        at(fields)


# -- an exact solution of a turn that shares no code with the rules --


@cache
def throws(dice: Colours) -> dict[tuple[Colours, Colours, Colours], Fraction]:
    """Return the probability of brains, runners and blasts by colour."""
    shown = {(NONE, NONE, NONE): Fraction(1)}
    for colour, sides in enumerate(SIDES):
        for _ in range(dice[colour]):
            more: dict[tuple[Colours, Colours, Colours], Fraction] = defaultdict(Fraction)
            for parts, chance in shown.items():
                for kind, faces in enumerate(sides):
                    part = tuple(n + (place == colour) for place, n in enumerate(parts[kind]))
                    one = (*parts[:kind], part, *parts[kind + 1 :])
                    more[one[0], one[1], one[2]] += chance * Fraction(faces, 6)
            shown = dict(more)
    return shown


@cache
def falls(cup: Colours, hand: Colours) -> dict[tuple[Colours, Colours, Colours], Fraction]:
    """Return the probability of each roll of three dice: those in hand, and others drawn from the cup."""
    drawn = 3 - sum(hand)
    shown: dict[tuple[Colours, Colours, Colours], Fraction] = defaultdict(Fraction)
    for green in range(drawn + 1):
        for yellow in range(drawn - green + 1):
            some = (green, yellow, drawn - green - yellow)
            chance = Fraction(prod(map(comb, cup, some)), comb(sum(cup), drawn))
            if chance:
                for parts, part in throws(plus(some, hand)).items():
                    shown[parts] += chance * part
    return shown


def plus(first: Colours, second: Colours, sign: int = 1) -> Colours:
    return tuple(a + sign * b for a, b in zip(first, second, strict=True))


Rolling = tuple[Colours, Colours, Colours, int]
"""A position before a roll: the cup, the runners in hand, the blasts, and the number of brains."""


def best_turn(start: Rolling, most: int) -> dict[Rolling, float]:
    """Return the greatest expected brains before each roll of a turn whose player stops with ``most`` brains."""
    following: dict[Rolling, list[tuple[float, int, Rolling | None]]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position in following:
            continue
        cup, hand, blasts, brains = position
        following[position] = ways = []
        for (more, runners, shots), chance in falls(cup, hand).items():
            total, all_blasts = brains + sum(more), plus(blasts, shots)
            if sum(all_blasts) > 2:
                continue
            left = plus(plus(cup, hand), plus(plus(more, runners), shots), -1)
            if sum(left) < 3 - sum(runners):
                left = plus(plus(CUP, runners, -1), all_blasts, -1)
            rolling = (left, runners, all_blasts, total) if total < most else None
            ways.append((float(chance), total, rolling))
            if rolling is not None:
                waiting.append(rolling)
    worth = {position: float(position[3]) for position in following}
    order, change = sorted(worth, key=lambda position: -position[3]), 1.0
    while change > 1e-9:  # runners alone can lead back to the same position
        change = 0.0
        for position in order:
            value = sum(
                chance * max(total, worth[rolling] if rolling else 0) for chance, total, rolling in following[position]
            )
            change = max(change, abs(value - worth[position]))
            worth[position] = value
    return worth


@pytest.mark.parametrize(
    ("fields", "cup", "hand"),
    [
        ("", CUP, NONE),
        ("brains=1 aside=g8 hand=1", (4, 3, 3), (1, 0, 0)),
        ("brains=9 aside=gggggyyy9 hand=2", (1, 0, 2), (0, 1, 0)),
        ("brains=9 aside=gggggyyyr9", (1, 1, 1), NONE),
        ("brains=2 aside=gg hand=133", (3, 4, 1), (1, 0, 2)),
    ],
)
def test_every_roll_has_its_exact_probability(fields: str, cup: Colours, hand: Colours) -> None:
    state = at(fields)
    assert state.dice is not None
    chances = {
        tuple(tuple(roll.counts[3 * kind : 3 * kind + 3]) for kind in range(3)): Fraction(weight, state.dice.ways)
        for roll, weight in state.rolls()
    }
    assert chances == falls(cup, hand)


def test_one_more_roll_with_a_blast_and_three_different_dice_fails_once_in_four_times() -> None:
    """The third blast is rolled with probability 1/4 if one blast lies aside, and one die of each colour is left."""
    state = at("brains=9 aside=gggggyyyr9")
    assert state.cup == (1, 1, 1)
    assert state.dice is not None
    failing = sum(weight for roll, weight in state.rolls() if count(roll, BLASTS) > 1)
    assert Fraction(failing, state.dice.ways) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("fields", "start", "most"),
    [
        ("brains=9 aside=gggggyyyr9", ((1, 1, 1), NONE, (0, 0, 1), 9), 12),
        ("brains=4 aside=gggy78 hand=3", ((2, 2, 2), (0, 0, 1), (1, 1, 0), 4), 8),
        *rarely(("", (CUP, NONE, NONE, 0), 16)),
    ],
)
def test_odds_agree_with_the_exact_solution(fields: str, start: Rolling, most: int) -> None:
    """A turn has no end, but the odds know its value and risk from a limit of what it may still gain."""
    state = at(fields)
    odds, truth = position_odds(state), best_turn(start, most)[start]
    assert odds.value == pytest.approx(truth, abs=CLOSE / 2 + 1e-4)
    assert odds.between is not None
    assert odds.between.below < truth + 1e-4
    assert odds.between.above > truth - 1e-9
    if start[0] == (1, 1, 1):
        assert odds.fails == pytest.approx(1 / 4)
    if not fields:
        assert f"{odds.value:.3f}" == "2.259"


@pytest.mark.parametrize("results", [1, 3_000])
def test_a_search_that_was_cut_gives_a_range_that_contains_the_truth(results: int) -> None:
    """The range gets smaller with a larger budget; in between, the value is not known."""
    state, start = at("brains=1 aside=g78 hand=23"), ((4, 2, 2), (0, 1, 1), (1, 1, 0), 1)
    turn = SearchedTurn(state, swing(state), known_range=swing_range(state), results=results)
    between, truth = turn.between(state), best_turn(start, 8)[start]
    assert between is not None
    assert between.below - 1e-9 <= truth <= between.above + 1e-9
    assert isnan(turn.value(state)) == (results == 1)


def test_a_limit_that_is_too_low_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds that contradict the game's own limit are not shown."""
    monkeypatch.setattr(ZombieDiceState, "most_gain", lambda state: state.brains)
    with pytest.raises(RoostError, match="most_gain\\(\\) is too low"):
        position_odds(at("brains=1 aside=g hand=1"))


@pytest.mark.parametrize("blasts", range(3))
def test_no_turn_gains_more_than_with_green_dice(blasts: int) -> None:
    """More brains are worth more, and more blasts are worth less, so that no cup is better than green dice."""
    for brains in range(60):
        assert green_brains(blasts, brains) <= green_brains(blasts, brains + 1)
        assert green_brains(blasts, brains) <= green_brains(max(0, blasts - 1), brains)


def test_symbols_are_by_kind_and_colour() -> None:
    assert ZombieDice().die.index.keys() == set(BRAINS + RUNNERS + BLASTS)
