"""Picnic Blitz compared with a second, plain implementation of its rules that shares no code with the engine.

The class ``Book`` reads only a position's text and works on piles, as a player does. Whole random games are compared
with it: the legal choices at every decision, the effects of every attack and move, and the end of turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from policies import brisk
from roost.core.conformance import Policy
from roost.core.state import Node, State, choose_at_random
from roost.core.stream import Stream
from roost.games.picnic import Picnic
from rules import rule
from soak import tries

LENGTHS = {"1": 6, "2": 6, "3": 8, "4": 8, "5": 10, "6": 10}
VALUES = {"1": 2, "2": 2, "3": 3, "4": 3, "5": 4, "6": 4}
GOALS = {2: 9, 3: 7, 4: 6}
STRAIGHTS = {"1234": 1, "2345": 1, "3456": 1, "12345": 2, "23456": 2, "123456": 4}


@dataclass
class Book:
    """A position read from its text: the piles by track and space, and the other fields as written."""

    fields: dict[str, str]
    piles: dict[tuple[str, int], str] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> Book:
        """Return the book for a position."""
        book = cls(dict(word.split("=") for word in str(state).split()[1:]))
        for track, text in zip(LENGTHS, book.fields["board"].split("/"), strict=True):
            for pile in text.split(",") if text != "-" else ():
                ants = pile.lstrip("0123456789")
                book.piles[track, int(pile.removesuffix(ants))] = ants
        return book

    def ants(self) -> Iterator[tuple[str, str, int]]:
        """Yield the owner, track and space of every ant."""
        for (track, space), pile in self.piles.items():
            for owner in pile:
                yield owner, track, space

    def is_pinned(self, owner: str, track: str, space: int) -> bool:
        """Whether an ant is covered, or on a track whose food another ant holds (PB-8)."""
        holder = self.piles.get((track, LENGTHS[track]), owner)
        return self.piles[track, space][-1] != owner or holder != owner

    def active(self, seat: str) -> int:
        """Return the number of a seat's active ants (PB-3)."""
        return sum(owner == seat and not self.is_pinned(owner, track, space) for owner, track, space in self.ants())

    def score(self, seat: str) -> int:
        """Return a seat's points (PB-14)."""
        return sum(VALUES[track] for owner, track, space in self.ants() if owner == seat and space == LENGTHS[track])

    def attacks(self) -> int:
        """Return the attacks that are left (PB-6)."""
        if "attacks" in self.fields:
            return int(self.fields["attacks"])
        shown = set(self.fields["dice"])
        return max((gives for straight, gives in STRAIGHTS.items() if set(straight) <= shown), default=0)

    def legal(self) -> set[str]:
        """Return the tokens of all legal actions."""
        seat, dice = self.fields["turn"], self.fields["dice"]
        has_queen, beginner = self.fields[seat] == "queen", "beginner" in self.fields
        if "rerolls" in self.fields:
            left = int(self.fields["rerolls"][0])
            picked = {"".join(part) for count in range(1, left + 1) for part in combinations(dice, count)}
            return {"keep", *(f"reroll{part}" for part in picked)} | ({"queen-reroll"} if has_queen else set())
        moves = {f"move{track}" for track in set(dice) if self.may_move(seat, track)}
        if "moved" in self.fields:
            return moves - {f"move{self.fields['moved']}"} | {"pass"}
        costs = {
            f"push{owner}{track}": 2 if space == LENGTHS[track] else 1
            for owner, track, space in self.ants()
            if owner != seat and not self.is_pinned(owner, track, space)
        }
        attacks = self.attacks()
        pushes = {token for token, cost in costs.items() if cost <= attacks}
        queen = {"queen-attack"} if has_queen and min(costs.values(), default=9) <= attacks + 1 else set()
        skip = {"skip"} if not has_queen and not beginner and "attacks" not in self.fields else set()
        return pushes | queen | moves | skip | {"pass"}

    def may_move(self, seat: str, track: str) -> bool:
        """Whether a seat may move on a track (PB-11)."""
        pinned = any(
            owner == seat and where == track and self.is_pinned(owner, where, space)
            for owner, where, space in self.ants()
        )
        return (track, LENGTHS[track]) not in self.piles and not pinned

    def shift(self, owner: str, track: str, steps: int) -> None:
        """Move an ant forward onto a pile (PB-10), or push it back under a pile (PB-7, PB-9)."""
        space = next((space for seat, where, space in self.ants() if (seat, where) == (owner, track)), 0)
        if space:
            rest = self.piles.pop((track, space)).replace(owner, "")
            if rest:
                self.piles[track, space] = rest
        target = min(space + steps, LENGTHS[track])
        if target:
            pile = self.piles.get((track, target), "")
            self.piles[track, target] = pile + owner if steps > 0 else owner + pile

    def ends_with(self, token: str) -> bool:
        """Whether the turn is over after a played action; a first move may be followed by a second (PB-12)."""
        seat, dice = self.fields["turn"], self.fields["dice"]
        if not token.startswith("move"):
            return token in ("pass", "skip")
        second_moves = any(self.may_move(seat, track) for track in set(dice) - {token[4]})
        return "moved" in self.fields or self.fields[seat] == "-" or not second_moves

    def play(self, token: str) -> None:
        """Change the dice, the piles and the Queen tokens as an action does."""
        seat, dice = self.fields["turn"], self.fields["dice"]
        if token.startswith("reroll"):
            left, groups = map(int, self.fields["rerolls"].split("/"))
            left = left - len(token[6:]) if groups == 2 else 0
            self.fields["rerolls"] = f"{left}/1" if left else "0/0"
            for number in token[6:]:
                dice = dice.replace(number, "", 1)
            self.fields["dice"] = dice or "-"
        if token.startswith("push"):
            self.shift(token[4], token[5], -1)
        elif token.startswith("move"):
            self.shift(seat, token[4], dice.count(token[4]))
        if token.startswith("queen") or (token.startswith("move") and "moved" in self.fields):
            self.fields[seat] = "-"
        elif token == "skip":
            self.fields[seat] = "queen"


def check_decision(state: State, token: str, after: State) -> None:
    """Compare the legal actions, and the effects of one action on the table."""
    book, now = Book.of(state), Book.of(after)
    seats = "ABCD"[: state.game.players]
    assert {str(action) for action in state.actions()} == book.legal()
    book.play(token)
    assert now.piles == book.piles
    if token.startswith("reroll"):
        assert [now.fields[key] for key in ("dice", "rerolls")] == [book.fields[key] for key in ("dice", "rerolls")]
    assert [now.fields[seat] for seat in seats] == [book.fields[seat] for seat in seats]
    assert list(after.scores()) == [book.score(seat) for seat in seats]
    assert (after.node is Node.OVER) == (max(after.scores()) >= GOALS[len(seats)])
    if after.node is not Node.OVER:
        turn = seats.index(book.fields["turn"])
        assert now.fields["turn"] == seats[(turn + book.ends_with(token)) % len(seats)]


def check_first_roll(after: State) -> None:
    """Compare the allowance of re-rolls with the active ants (PB-4, PB-15)."""
    book = Book.of(after)
    allowed = 3 if "beginner" in book.fields else book.active(book.fields["turn"])
    expected = f"{allowed}/{2 if allowed > 3 else 1}" if allowed else None
    assert book.fields.get("rerolls") == expected


@pytest.mark.no_cover
@pytest.mark.soak
@rule("PB-3", "PB-4", "PB-6", "PB-7", "PB-8", "PB-9", "PB-10", "PB-11", "PB-12", "PB-13", "PB-14", "PB-15")
@pytest.mark.parametrize("beginner", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", [brisk, choose_at_random])
def test_engine_and_book_agree_in_whole_games(policy: Policy, players: int, beginner: bool) -> None:
    """In whole random games every choice and its effects agree with the second implementation."""
    stream = Stream(f"by the book {players}")
    for _ in range(tries(2, 5)):
        state: State = Picnic(players=players, beginner=beginner, start="random").opening()
        while state.node is not Node.OVER:
            before = state
            if (dice := state.dice) is not None:
                state = state.play(dice.draw(stream)).state
                if before.seat is not None and dice.count == 6 and "dice=" not in str(before):
                    check_first_roll(state)
            else:
                action = policy(state, stream)
                state = state.play(action).state
                check_decision(before, str(action), state)
