// The board of Barbecue: the spots of the grill, the pool of snails, and what every player has won.

import { plates, snail } from "./art.js";
import { numeral } from "roost/art/numerals.js";
import { LETTERS } from "roost/art/seats.js";
import { worm, wormPile } from "roost.games.set_aside.faces/worm.js";
import { h } from "roost/lib/dom.js";
import { t } from "roost/lib/i18n.js";
import { isJudged, reachable, sum } from "roost.games.set_aside.faces/reach.js";
import { seatCards, tally } from "roost/boards/seat-card.js";
import { may, nameOf, seatToPlay, seats, standsFor } from "roost/boards/view.js";

/** @typedef {import("roost/boards/view.js").BoardView<import("roost/boards/view.js").BarbecuePosition>} BarbecueView */
/** @typedef {import("roost/boards/view.js").BarbecuePosition} BarbecuePosition */

const LOWEST = 23;
const HIGHEST = 36;
const SNAILS = 12;
const PLATES = 10;
const SNAIL_POINTS = 3;
const WORMS = [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];

/** @param {BarbecueView} view */
export function draw(view) {
  const { state } = view;
  const results = seatToPlay(state) === null ? new Set() : reachable(state);
  const spots = state.grill.map((lies, place) => spot(view, LOWEST + place, lies, results));
  const grill = h("div", { class: "grill grill--barbecue" }, ...spots);
  return [grill, pool(view), seatCards(view, (seat) => larder(state, seat))];
}

/**
 * @param {BarbecueView} view
 * @param {number} number
 * @param {string} lies
 * @param {Set<unknown>} results
 */
function spot(view, number, lies, results) {
  const { state } = view;
  const isNow = present(state) === number && lies.length !== 2;
  const isFar = Boolean(state.aside) && !results.has(number);
  const claim = standsFor(view, `${claimOn(state, lies)}${number}`);
  const classes = [
    "grill-spot",
    !lies && "grill-spot--free",
    isNow || claim["data-choose"] ? "is-now" : isFar && "is-far",
  ];
  return h(
    "div",
    { class: classes.filter(Boolean).join(" "), ...claim },
    h("span", { class: "grill-spot__number" }, number),
    h(
      "div",
      { class: "grill-spot__place", "data-place": `spot-${number}` },
      piece(lies) ?? wormPile(wormsOn(state, number)),
    ),
    lies ? h("span", { class: "grill-spot__worms" }, wormsOn(state, number), worm()) : null,
  );
}

/**
 * What a player who gets a spot does there.
 * @param {BarbecuePosition} state
 * @param {string} lies
 */
function claimOn(state, lies) {
  if (!lies || lies === "snail") return lies || "occupy";
  return lies.charAt(0) === LETTERS.charAt(seatToPlay(state) ?? 0) ? "protect" : "steal";
}

/**
 * The result that lies aside and may be judged, if it has a worm.
 * @param {BarbecuePosition} state
 */
function present(state) {
  const aside = state.aside ?? "";
  return isJudged(state) && aside.includes("w") ? sum(state.game, aside) : 0;
}

/** @param {string} lies */
function piece(lies) {
  if (!lies) return null;
  return lies === "snail" ? snail() : plates(LETTERS.indexOf(lies.charAt(0)), lies.length === 2 ? 2 : 1);
}

/**
 * @param {BarbecuePosition} state
 * @param {number} number
 */
function wormsOn(state, number) {
  return (state.options["worms"] ?? WORMS)[number - LOWEST] ?? 0;
}

/** @param {BarbecuePosition} state */
function snailsInPool(state) {
  const placed = state.grill.filter((lies) => lies === "snail").length;
  return SNAILS - placed - state.larders.reduce((count, larder) => count + larder.snails, 0);
}

/**
 * @param {BarbecuePosition} state
 * @param {number} seat
 */
function platesLeft(state, seat) {
  const letter = LETTERS.charAt(seat);
  return (
    PLATES -
    state.grill
      .filter((lies) => lies !== "snail")
      .join("")
      .split(letter).length +
    1
  );
}

/** @param {BarbecueView} view */
function pool(view) {
  const count = snailsInPool(view.state);
  const isNow = present(view.state) > HIGHEST;
  const snails = Array.from({ length: count }, snail);
  const attrs = {
    class: `snail-pool${isNow ? " is-now" : ""}`,
    "data-place": "pool",
    ...(may(view, "end") ? standsFor(view, "end") : standsFor(view, "snail")),
  };
  return h(
    "div",
    attrs,
    h("span", { class: "snail-pool__label" }, t("board.barbecue.pool_label", { n: count })),
    h("span", { class: "snail-pool__snails" }, ...snails),
  );
}

/**
 * @param {BarbecuePosition} state
 * @param {number} seat
 */
function larder(state, seat) {
  const { worms, snails } = state.larders[seat] ?? { worms: 0, snails: 0 };
  return [
    h(
      "div",
      { class: "board-points" },
      h("b", null, numeral(worms + SNAIL_POINTS * snails)),
      h("span", null, t("board.points", { n: worms + SNAIL_POINTS * snails })),
    ),
    h(
      "div",
      { class: "board-tallies" },
      tally(worm(), worms),
      tally(snail(), snails),
      tally(plates(seat, 1), platesLeft(state, seat)),
    ),
  ];
}

/**
 * The position in sentences.
 * @param {BarbecueView} view
 */
export function tell(view) {
  const { state } = view;
  const spots = state.grill.flatMap((lies, place) => {
    const number = LOWEST + place;
    if (!lies) return [];
    if (lies === "snail") return [t("board.barbecue.snail_on", { spot: number })];
    const name = nameOf(view, LETTERS.indexOf(lies.charAt(0)));
    return [t(lies.length === 2 ? "board.barbecue.closed" : "board.barbecue.plate_on", { spot: number, name })];
  });
  const larders = seats(state).map((seat) => {
    const { worms, snails } = state.larders[seat] ?? { worms: 0, snails: 0 };
    const values = {
      worms: t("board.worms", { n: worms }),
      snails: t("board.snails", { n: snails }),
      n: platesLeft(state, seat),
    };
    return t("board.barbecue.larder", { name: nameOf(view, seat), ...values });
  });
  const grill = spots.length ? spots : [t("board.barbecue.empty")];
  return [...grill, t("board.barbecue.pool", { n: snailsInPool(state) }), ...larders].join(" ");
}

/**
 * What flew where.
 * @param {BarbecueView} view
 * @returns {import("roost/boards/motion.js").Flight[]}
 */
export function flights({ events }) {
  return events.flatMap(({ type, seat, spot: number, owner }) => {
    if (type === "placed" || type === "stolen") return [{ from: `seat-${seat}`, to: `spot-${number}` }];
    if (type === "snail_placed") return [{ from: "pool", to: `spot-${number}` }];
    if (type === "plate_returned") return [{ from: `spot-${number}`, to: `seat-${owner}` }];
    return [];
  });
}

/**
 * What is worth a picture of its own: a spot taken over or closed, a snail that comes or goes.
 * @param {BarbecueView} view
 * @returns {import("roost/boards/moments.js").Moment | null}
 */
export function moment({ state, events }) {
  for (const { type, seat, spot: number } of events) {
    if (type === "stolen") return { picture: plates(seat, 1), mood: "cheeky" };
    if (type === "placed" && state.grill[number - LOWEST]?.length === 2) return { picture: plates(seat, 2), mood: "glad" };
    if (type === "snail_taken") return { picture: snail(), mood: "glad" };
    if (type === "failed") return { picture: snail(), mood: "sad" };
  }
  return null;
}
