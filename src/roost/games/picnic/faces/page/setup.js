// Setting up a position of Picnic Blitz: choose whose ant to put, and tap a space.

import { LETTERS } from "roost/art/seats.js";
import { h } from "roost/lib/dom.js";
import { t } from "roost/lib/i18n.js";
import { begun, forSeats, listed, perSeat, positionText } from "roost/model/setup.js";
import { ant } from "./art.js";

/** @typedef {import("./board.js").Ant} Ant */
/**
 * @typedef {object} Meadow
 * @property {Ant[][]} board by track, piles from bottom to top
 * @property {boolean[]} queens
 * @property {boolean} rerolling whether dice may still be re-rolled
 * @property {[number, number]} allowance how many dice may be re-rolled at first, and in how many groups, as the server says
 *
 * @typedef {import("roost/model/setup.js").Setup & Meadow} MeadowSetup
 */

/** @param {PositionView} view */
const allowanceIn = ({ sight }) => /** @type {[number, number]} */ (sight.shown?.["allowance"] ?? [0, 0]);

/** @param {PositionView} view @param {Kit} kit @returns {MeadowSetup} */
export function read(view, kit) {
  const { board, queens, dice = "", rerolls } = view.state;
  const start = begun(view, kit.info);
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
          .filter((one) => one.space === space)
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
 * How many dice may be re-rolled changes with the ants.
 * @param {PositionView} before
 * @param {PositionView} now
 */
export const isNews = (before, now) => String(allowanceIn(before)) !== String(allowanceIn(now));

/**
 * Put an ant on a space, on top of what is there; an ant that is there already leaves the board.
 * @param {MeadowSetup} setup
 * @param {number} place of the track
 * @param {number} space
 * @param {number | null} seat whose; nobody's takes all ants away
 * @returns {MeadowSetup}
 */
function put(setup, place, space, seat) {
  const board = setup.board.map((ants, at) => {
    if (at !== place) return ants;
    if (seat === null) return ants.filter((one) => one.space !== space);
    const others = ants.filter((one) => one.seat !== seat);
    const isThere = ants.some((one) => one.seat === seat && one.space === space);
    return isThere ? others : [...others, { space, seat }].sort((a, b) => a.space - b.space);
  });
  return { ...setup, board, rerolling: false };
}

/** @param {MeadowSetup} setup @param {import("roost/parts/setup.js").Tools<MeadowSetup>} tools */
export function draw(setup, { kit: { say }, view, seats, brush, brushes, change, check, dice }) {
  const allowance = allowanceIn(view);
  /** @type {[string, string][]} */
  const choices = [
    ...seats.map(
      (seat) => /** @type {[string, string]} */ ([String(seat), say("setup.ant", { seat: LETTERS[seat] ?? "" })]),
    ),
    ["-", say("setup.no_ants")],
  ];
  const lengths = /** @type {[number, number][]} */ (view.sight.shown?.["tracks"] ?? []).map(([length]) => length);
  const tracks = lengths.map((length, place) =>
    h(
      "div.setup__track",
      h("b.setup__name", place + 1),
      ...Array.from({ length }, (_, step) => {
        const space = step + 1;
        const pile = (setup.board[place] ?? []).filter((one) => one.space === space);
        const where = pile.map((one) => LETTERS[one.seat]).join("") || say("setup.no_ants");
        return h(
          `button.setup__space${space === length ? ".setup__space--food" : ""}`,
          {
            "data-key": space,
            "aria-label": say("setup.space_at", { track: place + 1, space, where }),
            onclick: () => change(put(setup, place, space, brush() === "-" ? null : Number(brush()))),
          },
          ...pile.map((one) => ant(one.seat)),
        );
      }),
    ),
  );
  const queens = seats.map((seat) =>
    check(`queen-${seat}`, say("setup.queen_of", { seat: LETTERS[seat] ?? "" }), Boolean(setup.queens[seat]), (on) =>
      change({ ...setup, queens: setup.queens.map((has, at) => (at === seat ? on : has)) }),
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
