from collections.abc import Callable

import pytest

import roost
from lab.arena.players import Greedy, Random
from roost.core.errors import OptionError
from roost.core.moves import Action
from roost.core.record.record import MOST_MOVES, PlayedMove
from roost.core.sources import SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.games.set_aside import SetAside
from roost.lab.arena.lineup import Match
from roost.lab.arena.table import BROKEN_OFF, LAST_LEFT, WHOLE_WIN, Settled, play_game
from roost.study.bots import Bot


class Faulty:
    """A bot that chooses well ``good_choices`` times, and then calls ``wrong``."""

    name = "faulty"

    def __init__(self, good_choices: int, wrong: Callable[[State], Action]) -> None:
        self.left = good_choices
        self.wrong = wrong

    def choose(self, state: State, chance: Stream) -> Action:
        self.left -= 1
        return Greedy().choose(state, chance) if self.left >= 0 else self.wrong(state)


def raises(state: State) -> Action:
    """Raise instead of choosing."""
    raise ZeroDivisionError("one\ntwo")


def cheats(state: State) -> Action:
    """Choose an illegal action."""
    return SetAside("9")


def settle(name: str, *bots: Bot, deal: int = 0, played: list[PlayedMove] | None = None) -> Settled:
    """Play one game between these bots."""
    match = Match(deal, 0, tuple(bot.name for bot in bots))
    return play_game(roost.game(name, players=len(bots)), match, bots, "seed", played)


def test_a_game_can_be_replayed_from_the_documented_seeds() -> None:
    """Rolling SeededDice(seed/deal) and choosing with Stream(seed/deal/order/seat) gives the same game."""
    played: list[PlayedMove] = []
    settled = settle("junior", Random(), Greedy(), Random(), deal=3, played=played)
    dice, streams = SeededDice("seed/3"), [Stream(f"seed/3/0/{seat}") for seat in range(3)]
    bots = Random(), Greedy(), Random()
    state, turns, last = roost.game("junior", players=3).opening(), 0, None
    for move, after, events in played:
        if state.seat != last:
            turns, last = turns + 1, state.seat
        if state.node is Node.ROLL:
            assert state.dice is not None
            assert move == dice.roll(state.dice)
        else:
            assert state.seat is not None
            assert move == bots[state.seat].choose(state, streams[state.seat])
        assert state.play(move) == (after, events)
        state = after
    outcome = state.outcome
    assert outcome is not None
    assert settled.scores == outcome.scores
    assert settled.shares == tuple(share * WHOLE_WIN for share in outcome.shares)
    assert (settled.turns, settled.reason, settled.forfeits) == (turns, outcome.reason, ())


def test_winners_rank_first_and_then_points_count() -> None:
    """If a tie-break separates equal points, the winner ranks before the other."""
    games = [settle("barbecue", Greedy(), Greedy(), deal=deal) for deal in range(100)]
    parted = [game for game in games if game.scores[0] == game.scores[1] and game.shares[0] != game.shares[1]]
    assert parted
    for shares, scores, (first, second), *_ in games:
        assert (first > second) == (shares[0] > shares[1])
        assert (first == second) == (shares[0] == shares[1])
        assert (scores[0] >= scores[1]) or first < second


@pytest.mark.parametrize(
    ("wrong", "reason"), [(raises, "ZeroDivisionError: one two"), (cheats, "'9' is not legal here; legal: ")]
)
def test_the_last_seat_without_a_forfeit_wins_the_game(wrong: Callable[[State], Action], reason: str) -> None:
    """A bot that raises or cheats loses to the only other player, regardless of the score."""
    played: list[PlayedMove] = []
    settled = settle("junior", Faulty(20, wrong), Random(), played=played)
    assert settled.shares == (0, WHOLE_WIN)
    assert settled.reason == LAST_LEFT
    assert settled.scores[0] == 0
    assert settled.ranks[0] < settled.ranks[1]
    (forfeit,) = settled.forfeits
    assert forfeit[:4] == ("faulty", 0, 0, 0)
    assert forfeit.turn == settled.turns
    assert forfeit.reason.startswith(reason)
    assert str(forfeit) == f"A, turn {forfeit.turn}: {forfeit.reason}"
    assert played[-1].state.node is Node.DECIDE


def test_with_two_seats_left_the_game_continues() -> None:
    """If several seats are left after a forfeit, they finish the game and share its win."""
    for deal in range(20):
        settled = settle("barbecue", Random(), Faulty(0, raises), Random(), deal=deal)
        assert len(settled.forfeits) == 1
        assert settled.reason in roost.game("barbecue").end_reasons
        assert settled.shares[1] == settled.scores[1] == 0
        assert sum(settled.shares) == WHOLE_WIN
        best = max(settled.scores)
        assert all(settled.scores[seat] == best for seat in (0, 2) if settled.shares[seat])


def test_a_bot_that_forfeits_cannot_win() -> None:
    """A bot that leads by far and then forfeits leaves the win to the better of the others."""
    settled = settle("barbecue", Random(), Faulty(60, raises), Random())
    assert settled.shares[1] == 0
    assert settled.ranks[1] == min(settled.ranks)
    assert max(settled.shares) == WHOLE_WIN


def test_after_two_forfeits_of_three_the_last_bot_wins_at_once() -> None:
    settled = settle("heckmeck", Faulty(3, cheats), Faulty(5, raises), Random())
    assert [forfeit.seat for forfeit in settled.forfeits] == [0, 1]
    assert settled.shares == (0, 0, WHOLE_WIN)


class Idle:
    """A bot that never takes a tile."""

    name = "idle"

    def choose(self, state: State, chance: Stream) -> Action:
        return state.actions()[-1] if str(state.actions()[-1]) == "stop" else state.actions()[0]


def test_a_game_without_progress_is_cut_off() -> None:
    """Two players who never take a tile share the win after the longest possible record."""
    played: list[PlayedMove] = []
    settled = settle("heckmeck", Idle(), Idle(), played=played)
    assert settled.reason == BROKEN_OFF
    assert len(played) == MOST_MOVES
    assert settled.shares == (WHOLE_WIN // 2, WHOLE_WIN // 2)


def test_a_bot_that_does_not_support_the_game_raises() -> None:
    def refuse(state: State) -> Action:
        raise OptionError("faulty does not play junior")

    with pytest.raises(OptionError, match="does not play junior"):
        settle("junior", Faulty(0, refuse), Random())


def test_a_rules_engine_error_is_raised_and_is_not_a_forfeit(monkeypatch: pytest.MonkeyPatch) -> None:
    opening = roost.game("junior").opening()

    def broken(*_: object) -> None:
        raise AssertionError("inside the rules")

    monkeypatch.setattr(type(opening), "_chosen", broken)
    with pytest.raises(AssertionError, match="inside the rules"):
        settle("junior", Random(), Random())


def test_a_long_reason_is_cut() -> None:
    """A forfeit's reason is one short printable line for any exception."""

    def raise_long_message(state: State) -> Action:
        raise ValueError("\N{ESC}[31m" + "x" * 1000)

    (forfeit,) = settle("junior", Faulty(0, raise_long_message), Random()).forfeits
    assert len(forfeit.reason) == 300
    assert forfeit.reason.isprintable()
