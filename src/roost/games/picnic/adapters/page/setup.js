// The editor for Picnic Blitz positions: choose a player's ant, then tap a space.

import { LETTERS } from "roost/art/seats.js";
import { h } from "roost/lib/dom.js";
import { t } from "roost/lib/i18n.js";
import { begun, forSeats, listed, perSeat, positionText } from "roost/model/setup.js";
import { ant } from "./art.js";

/** @typedef {import("./board.js").Ant} Ant */
/**
 * @typedef {object} Meadow
 * @property {Ant[][]} board the ants by track, piles from bottom to top
 * @property {boolean[]} queens
 * @property {boolean} rerolling whether dice may still be re-rolled
 * @property {[number, number]} allowance how many dice may be re-rolled at first, and in how many groups; set by the
 * server
 *
 * @typedef {import("roost/model/setup.js").Setup & Meadow} MeadowSetup
 */

/** @param {PositionView} view */
const allowanceIn = ({ facts }) => /** @type {[number, number]} */ (facts.shown?.["allowance"] ?? [0, 0]);

/** @param {PositionView} view @param {GameUi} ui @returns {MeadowSetup} */
export function read(view, ui) {
  const { board, queens, dice = "", rerolls } = view.state;
  const start = begun(view, ui.info);
  return {
    ...start,
    options: start.options || "start=A",
    aside: "",
    rolled: dice,
    board,
    queens,
    rerolling: Boolean(rerolls),
    allowance: allowanceIn(view),
  };
}

/** @param {MeadowSetup} setup */
export function write(setup) {
  const {
    board,
    queens,
    rolled,
    rerolling,
    allowance: [left, groups],
  } = setup;
  const dice = rolled ? [`dice=${rolled}`, ...(rerolling && left ? [`rerolls=${left}/${groups}`] : [])] : [];
  return positionText(
    setup,
    [`board=${board.map(track).join("/")}`, ...perSeat(setup, (seat) => (queens[seat] ? "queen" : "-"))],
    dice,
  );
}

/** @param {Ant[]} ants */
function track(ants) {
  const spaces = [...new Set(ants.map(({ space }) => space))].sort((a, b) => a - b);
  return listed(
    spaces.map(
      (space) =>
        `${space}${ants
          .filter((ant) => ant.space === space)
          .map(({ seat }) => LETTERS[seat])
          .join("")}`,
    ),
  );
}

/** @param {MeadowSetup} setup @param {number} players @returns {MeadowSetup} */
export function seated(setup, players) {
  const board = setup.board.map((ants) => ants.filter(({ seat }) => seat < players));
  return {
    ...setup,
    players,
    turn: Math.min(setup.turn, players - 1),
    board,
    queens: forSeats(setup.queens, players, () => false),
  };
}

/**
 * Return whether the allowance of re-rolls has changed, as it does when ants are moved.
 * @param {PositionView} before
 * @param {PositionView} now
 */
export const isNews = (before, now) => String(allowanceIn(before)) !== String(allowanceIn(now));

/**
 * Put an ant on a space, on top of its pile. An ant that is already there leaves the board.
 * @param {MeadowSetup} setup
 * @param {number} place index of the track
 * @param {number} space
 * @param {number | null} seat the ant's owner; null removes all ants on the space
 * @returns {MeadowSetup}
 */
function put(setup, place, space, seat) {
  const board = setup.board.map((ants, at) => {
    if (at !== place) return ants;
    if (seat === null) return ants.filter((ant) => ant.space !== space);
    const rest = ants.filter((ant) => ant.seat !== seat);
    const isThere = ants.some((ant) => ant.seat === seat && ant.space === space);
    return isThere ? rest : [...rest, { space, seat }].sort((a, b) => a.space - b.space);
  });
  return { ...setup, board, rerolling: false };
}

/** @param {MeadowSetup} setup @param {import("roost/parts/setup.js").Tools<MeadowSetup>} tools */
export function draw(setup, { ui: { say }, view, seats, brush, brushes, change, check, dice }) {
  const allowance = allowanceIn(view);
  /** @type {[string, string][]} */
  const choices = [
    ...seats.map(
      (seat) => /** @type {[string, string]} */ ([String(seat), say("setup.ant", { seat: LETTERS[seat] ?? "" })]),
    ),
    ["-", say("setup.no_ants")],
  ];
  const lengths = /** @type {[number, number][]} */ (view.facts.shown?.["tracks"] ?? []).map(([length]) => length);
  const tracks = lengths.map((length, place) =>
    h(
      "div.setup__track",
      h("b.setup__name", place + 1),
      ...Array.from({ length }, (_, step) => {
        const space = step + 1;
        const pile = (setup.board[place] ?? []).filter((member) => member.space === space);
        const where = pile.map((member) => LETTERS[member.seat]).join("") || say("setup.no_ants");
        return h(
          `button.setup__space${space === length ? ".setup__space--food" : ""}`,
          {
            "data-key": space,
            "aria-label": say("setup.space_at", { track: place + 1, space, where }),
            onclick: () => change(put(setup, place, space, brush() === "-" ? null : Number(brush()))),
          },
          ...pile.map((member) => ant(member.seat)),
        );
      }),
    ),
  );
  const queens = seats.map((seat) =>
    check(`queen-${seat}`, say("setup.queen_of", { seat: LETTERS[seat] ?? "" }), Boolean(setup.queens[seat]), (on) =>
      change({ ...setup, queens: setup.queens.map((hasQueen, owner) => (owner === seat ? on : hasQueen)) }),
    ),
  );
  return [
    h(
      "div.stack.stack--tight",
      brushes(t("analysis.put"), choices),
      h("div.setup__tracks.stack", ...tracks),
      h("div.row", ...queens),
    ),
    h(
      "div.stack.stack--tight",
      dice("rolled", t("analysis.dice_rolled")),
      setup.rolled && allowance[0]
        ? check("rerolling", `${say("setup.rerolls")}: ${allowance[0]}`, setup.rerolling, (on) =>
            change({ ...setup, allowance, rerolling: on }),
          )
        : null,
    ),
  ];
}
