// The board of Barbecue: the spots of the grill, the pool of snails, and each player's winnings.

import { birdPlates, plates, snail } from "./art.js";
import { numeral } from "roost/art/numerals.js";
import { LETTERS } from "roost/art/seats.js";
import { worm, wormPile } from "roost.games.set_aside.adapters/worm.js";
import { h } from "roost/lib/dom.js";
import { EVENTS as OF_TURN } from "roost.games.set_aside.adapters/events.js";
import { intent, tray } from "roost.games.set_aside.adapters/tray.js";
import { birdOf } from "roost/parts/portrait.js";
import { seatCards, tally } from "roost/boards/seat-card.js";
import { may, nameOf, seatToPlay, seats, standsFor } from "roost/boards/view.js";

export { after } from "roost.games.set_aside.adapters/events.js";
export { intent };
export const dice = tray;
export const EVENTS = {
  ...OF_TURN,
  closed: { own: 700, sound: "bells" },
  stolen: { own: 900, sound: "swoop" },
  snail_placed: { own: 1000 },
  snail_taken: { own: 600 },
};

/** @typedef {{worms: number, snails: number}} Larder */
/** @typedef {import("roost/boards/view.js").Position & {grill: string[], larders: Larder[]}} BarbecuePosition */
/** @typedef {BoardView<BarbecuePosition>} BarbecueView */

/**
 * Return the grill's spots in order, each with how many worms are printed on it.
 * @param {GameUi} ui
 * @param {Record<string, any>} [options] options that differ from their defaults
 * @returns {[number, number][]}
 */
export function spotsOf({ info }, options = {}) {
  const worths = Object.entries(/** @type {Record<string, number>} */ (info.components["spots"]));
  return worths.map(([number, worms], place) => [Number(number), options["worms"]?.[place] ?? worms]);
}

/** @param {BarbecueView} view */
export function draw(view) {
  const { state, ui } = view;
  const spots = spotsOf(ui, state.options).map(([number, worms], place) =>
    spot(view, number, worms, state.grill[place] ?? ""),
  );
  const grill = h("div.grill.grill--barbecue", ...spots);
  return [grill, pool(view), seatCards(view, (seat) => larder(view, seat))];
}

/** @param {BarbecueView} view @param {number} number @param {number} worms @param {string} contents */
function spot(view, number, worms, contents) {
  const { state } = view;
  const { results, now = 0 } = view.facts.shown ?? {};
  const isNow = now === number && contents.length !== 2;
  const isFar = Boolean(view.facts.aside) && !(results ?? []).includes(number);
  const claim = standsFor(view, `${claimOn(state, contents)}${number}`);
  const reach = isNow || claim["data-choose"] ? ".is-now" : isFar ? ".is-far" : "";
  return h(
    `div.grill-spot${contents ? "" : ".grill-spot--free"}${contents === "snail" ? ".grill-spot--snail" : ""}${reach}`,
    { ...claim },
    h("span.grill-spot__number", number),
    h("div.grill-spot__place.middle", { "data-place": `spot-${number}` }, piece(view, contents) ?? wormPile(worms)),
    contents ? h("span.grill-spot__worms.line", worms, worm()) : null,
  );
}

/**
 * Return the kind of action that claims a spot with these contents.
 * @param {BarbecuePosition} state
 * @param {string} contents
 */
function claimOn(state, contents) {
  if (!contents || contents === "snail") return contents || "occupy";
  return contents.charAt(0) === LETTERS.charAt(seatToPlay(state) ?? 0) ? "protect" : "steal";
}

/** @param {BarbecueView} view @param {string} contents */
function piece(view, contents) {
  if (!contents) return null;
  return contents === "snail"
    ? snail()
    : platesOf(view, LETTERS.indexOf(contents.charAt(0)), contents.length === 2 ? 2 : 1);
}

/**
 * Draw plates with their owner's bird, or with a letter if the position has no players.
 * @param {Pick<BarbecueView, "looks">} view
 * @param {number} seat
 * @param {1 | 2} count
 */
function platesOf({ looks }, seat, count) {
  const look = looks?.[seat];
  return look ? birdPlates(seat, count, birdOf(look)) : plates(seat, count);
}

/** @param {BarbecueView} view */
function pool(view) {
  const { pool: count = 0, above = false } = view.facts.shown ?? {};
  const snails = Array.from({ length: count }, () => snail());
  return h(
    `div.snail-pool${above ? ".is-now" : ""}`,
    { "data-place": "pool", ...standsFor(view, may(view, "end") ? "end" : "snail") },
    h("span.snail-pool__label", view.ui.say("board.pool_label", { n: count })),
    h("span.snail-pool__snails", ...snails),
  );
}

/** @param {BarbecueView} view @param {number} seat */
function larder({ state, scores, facts, ui, looks }, seat) {
  const { worms, snails } = state.larders[seat] ?? { worms: 0, snails: 0 };
  const points = scores[seat] ?? 0;
  const counted = (/** @type {string} */ piece, /** @type {SVGSVGElement} */ picture, /** @type {number} */ count) => {
    picture.dataset["place"] = `${LETTERS.charAt(seat)}/${piece}`;
    return tally(picture, count);
  };
  return [
    h("div.board-points", h("b", numeral(points)), h("span", ui.say("board.points", { n: points }))),
    h(
      "div.board-tallies",
      counted("worm", worm(), worms),
      counted("snail", snail(), snails),
      counted(`plate-${LETTERS.charAt(seat)}`, platesOf({ looks }, seat, 1), facts.shown?.["plates"]?.[seat] ?? 0),
    ),
  ];
}

/**
 * Describe the position in sentences for screen readers.
 * @param {BarbecueView} view
 */
export function tell(view) {
  const {
    state,
    ui: { say },
    facts: { shown = {} },
  } = view;
  const spots = spotsOf(view.ui).flatMap(([number], place) => {
    const contents = state.grill[place] ?? "";
    if (!contents) return [];
    if (contents === "snail") return [say("board.snail_on", { spot: number })];
    const name = nameOf(view, LETTERS.indexOf(contents.charAt(0)));
    return [say(contents.length === 2 ? "board.closed" : "board.plate_on", { spot: number, name })];
  });
  const larders = seats(state).map((seat) => {
    const { worms, snails } = state.larders[seat] ?? { worms: 0, snails: 0 };
    const values = {
      worms: say("board.worms", { n: worms }),
      snails: say("board.snails", { n: snails }),
      n: shown["plates"]?.[seat] ?? 0,
    };
    return say("board.larder", { name: nameOf(view, seat), ...values });
  });
  const grill = spots.length ? spots : [say("board.empty")];
  return [...grill, say("board.pool", { n: shown["pool"] ?? 0 }), ...larders].join(" ");
}

/**
 * Draw an action: a spot and its contents.
 * @param {string} action
 * @param {Pick<BarbecueView, "ui" | "state" | "looks">} view
 */
export function choice(action, { ui, state, looks }) {
  const number = Number(/^(?:occupy|steal|protect|snail)(\d+)$/.exec(action)?.[1] ?? 0);
  const place = spotsOf(ui).findIndex(([spot]) => spot === number);
  if (action === "snail") return [snail()];
  if (place < 0) return [];
  const contents = state.grill[place] ?? "";
  return [
    h("b", numeral(number)),
    piece(/** @type {BarbecueView} */ ({ looks }), contents) ?? wormPile(spotsOf(ui, state.options)[place]?.[1] ?? 0),
  ];
}

/** Draw the picture for a win. */
export const trophy = worm;
