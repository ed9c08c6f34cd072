"""Convert Barbecue's positions and actions between the reference engine and the kernel."""

import numpy as np

from roost.core.moves import Action
from roost.core.notation import SEATS
from roost.games.barbecue import Barbecue, BarbecueState
from roost.games.barbecue.adapters import compiled
from roost.games.barbecue.notation import LOWEST, PLATES, SNAIL, SNAIL_POINTS, SNAILS, SPOTS, Larder
from roost.games.set_aside import ROLL_ON, STOP, SetAside
from roost.games.set_aside.adapters.turn_records import fill_turn_rules, pack_turn, unpack_turn
from roost.study.fast.packed import Packing, fields_of, mask_of
from roost.study.fast.records import Records

VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"worms": (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4), "start": "random"},
    {"stop_on_nothing": True, "start": "B"},
)


class _BarbecuePacking(Packing[Barbecue, BarbecueState]):
    rules_type = compiled.RULES
    state_type = compiled.STATE
    tie_break = "highest-plate"

    def fill_rules(self, game: Barbecue, rules: np.void) -> None:
        fill_turn_rules(game, rules)
        rules["lowest"] = LOWEST
        rules["spots"] = len(SPOTS)
        rules["snails"] = SNAILS
        rules["snail_points"] = SNAIL_POINTS
        rules["plates"] = PLATES
        rules["worms"] = game.worms

    @property
    def actions(self) -> int:
        return len(self.game.die.symbols) + 2

    def pack(self, state: BarbecueState) -> Records:
        packed = self.empty()
        record = packed[0]
        pack_turn(state, record)
        record["snail_spots"] = mask_of(contents == SNAIL for contents in state.grill)
        record["taken"] = mask_of(contents != "" for contents in state.grill)
        record["pool"] = state.pool
        record["ended"] = 0 if state.end is None else self.game.end_reasons.index(state.end)
        for seat, larder in enumerate(state.larders):
            record["singles"][seat] = mask_of(contents == SEATS[seat] for contents in state.grill)
            record["pairs"][seat] = mask_of(contents == SEATS[seat] * 2 for contents in state.grill)
            record["plates"][seat] = state.plates_left(seat)
            record["worms"][seat] = larder.worms
            record["snails"][seat] = larder.snails
        return packed

    def unpack(self, record: Records) -> BarbecueState:
        game = self.game
        *turn, snail_spots, _, _, ended, singles, pairs, _, worms, snails = fields_of(record)
        seat, point = unpack_turn(game, tuple(turn))
        grill = [SNAIL if snail_spots >> i & 1 else "" for i in range(len(SPOTS))]
        for owner, (single, pair) in enumerate(zip(singles.tolist(), pairs.tolist(), strict=True)):
            for i in range(len(SPOTS)):
                grill[i] += SEATS[owner] * ((single >> i & 1) + 2 * (pair >> i & 1))
        larders = tuple(map(Larder, worms.tolist(), snails.tolist()))[: game.players]
        end = game.end_reasons[ended] if self.is_over(record) else None
        return BarbecueState(game, seat, point, tuple(grill), larders, end)

    def number(self, state: BarbecueState, action: Action) -> int:
        if isinstance(action, SetAside):
            return state.game.die.index[action.symbol]
        return len(self.game.die.symbols) + (action != ROLL_ON)

    def action(self, state: BarbecueState, number: int) -> Action:
        symbols = len(self.game.die.symbols)
        if number < symbols:
            return SetAside(state.game.die.symbols[number].char)
        return ROLL_ON if number == symbols else (*state.claims(), STOP)[0]


def packing(game: Barbecue) -> _BarbecuePacking:
    return _BarbecuePacking(game)
