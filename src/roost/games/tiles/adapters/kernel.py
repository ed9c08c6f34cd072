"""Convert Heckmeck and Junior between the reference engine and the kernel."""

import numpy as np

from roost.core.moves import Action
from roost.games.set_aside import ROLL_ON, STOP, SetAside, SetAsideTurn
from roost.games.set_aside.adapters.turn_records import fill_turn_rules, pack_turn, unpack_turn
from roost.games.tiles import Snatch, TileGame, TileState, snatch, take
from roost.games.tiles.adapters import compiled
from roost.study.fast.packed import Packing, cached, fields_of, mask_of
from roost.study.fast.records import Records


class TilePacking(Packing[TileGame, TileState]):
    """The packed form of a tile game; each game defines what a failed turn costs."""

    rules_type = compiled.RULES
    state_type = compiled.STATE

    def fill_rules(self, game: TileGame, rules: np.void) -> None:
        self._turns: dict[tuple[int, ...], tuple[int | None, SetAsideTurn]] = {}
        self._grills: dict[int, tuple[int, ...]] = {}
        self._places = {number: [i for i, tile in enumerate(game.tiles) if tile == number] for number in game.box}
        numbers = game.tiles
        fill_turn_rules(game, rules)
        rules["must_snatch"] = game.must_snatch
        rules["tiles"] = len(numbers)
        rules["number"][: len(numbers)] = numbers
        rules["worms"][: len(numbers)] = [game.worms_on(tile) for tile in numbers]
        rules["up_to"] = [mask_of(tile <= total for tile in numbers) for total in range(compiled.MOST_RESULT + 1)]

    @property
    def actions(self) -> int:
        return len(self.game.die.symbols) + 1 + self.game.players

    def pack(self, state: TileState) -> Records:
        game, packed = self.game, self.empty()
        record = packed[0]
        pack_turn(state, record)
        spare = {number: list(places) for number, places in self._places.items()}
        record["grill"] = sum(1 << spare[tile].pop() for tile in state.grill)
        for seat, stack in enumerate(state.stacks):
            for number in stack:
                tile = spare[number].pop()
                record["below"][tile] = record["tops"][seat]
                record["tops"][seat] = tile + 1
            record["worms"][seat] = sum(map(game.worms_on, stack))
        return packed

    def unpack(self, record: Records) -> TileState:
        game = self.game
        *turn, face_up, tops, _, below = fields_of(record)
        seat, point = cached(self._turns, tuple(turn), lambda fields: unpack_turn(game, fields))
        grill = cached(
            self._grills, face_up, lambda mask: tuple([n for i, n in enumerate(game.tiles) if mask >> i & 1])
        )
        below, stacks = below.tolist(), []
        for top in tops.tolist()[: game.players]:
            stack = []
            while top:
                stack.append(game.tiles[top - 1])
                top = below[top - 1]
            stacks.append(tuple(reversed(stack)))
        return game.state_type(game, seat, point, grill, tuple(stacks))

    def number(self, state: TileState, action: Action) -> int:
        symbols = len(self.game.die.symbols)
        if isinstance(action, SetAside):
            return state.game.die.index[action.symbol]
        if isinstance(action, Snatch):
            assert state.seat is not None
            return symbols + 1 + (action.owner - state.seat) % self.game.players
        return symbols if action == ROLL_ON else symbols + 1

    def action(self, state: TileState, number: int) -> Action:
        symbols = len(self.game.die.symbols)
        if number < symbols:
            return SetAside(state.game.die.symbols[number].char)
        if number == symbols:
            return ROLL_ON
        total = state.turn.aside.total
        if number == symbols + 1:
            reached = [tile for tile in state.grill if tile <= total]
            return take(reached[-1]) if reached and state.turn.aside.has_worm else STOP
        assert state.seat is not None
        return snatch(total, (state.seat + number - symbols - 1) % self.game.players)
