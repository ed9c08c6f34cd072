// The board of Heckmeck and Junior: the grill with its tiles, and every player's stack.

import { LETTERS } from "roost/art/seats.js";
import { tile, tileBack, tileGap } from "./tile.js";
import { worm } from "roost.games.set_aside.adapters/worm.js";
import { h } from "roost/lib/dom.js";
import { list } from "roost/lib/i18n.js";
import { EVENTS as OF_TURN } from "roost.games.set_aside.adapters/events.js";
import { intent, tray } from "roost.games.set_aside.adapters/tray.js";
import { seatCards, tally } from "roost/boards/seat-card.js";
import { face } from "roost/parts/portrait.js";
import { nameOf, seatToPlay, seats, standsFor } from "roost/boards/view.js";

export { after } from "roost.games.set_aside.adapters/events.js";
export { intent };
export const dice = tray;
/** A returned tile makes no sound, because the failed turn has already made one. */
export const EVENTS = {
  ...OF_TURN,
  snatched: { own: 900, sound: "swoop" },
  returned: { own: 1100, sound: "none" },
  faced_down: { own: 1300, sound: "none" },
};

/** @typedef {import("roost/boards/view.js").Position & {grill: number[], stacks: number[][]}} TilesPosition */
/** @typedef {BoardView<TilesPosition>} TilesView */

const MOST_EDGES = 5;

/**
 * Return the numbers of the tiles in the box, each once, with how many worms such a tile has.
 * @param {GameUi} ui
 * @param {Record<string, any>} [options] options that differ from their defaults
 * @returns {Map<number, number>}
 */
export function boxOf({ info }, options = {}) {
  const worths = Object.entries(/** @type {Record<string, number>} */ (info.components["tiles"]));
  return new Map(worths.map(([number, worms], place) => [Number(number), options["worms"]?.[place] ?? worms]));
}

/**
 * Return how many worms are on a tile.
 * @param {Pick<TilesView, "ui" | "state">} view
 * @param {number} number
 */
const wormsOn = ({ ui, state }, number) => boxOf(ui, state.options).get(number) ?? 0;

/** @param {TilesView} view */
export function draw(view) {
  const { state, ui } = view;
  const tiles = [...boxOf(ui).keys()];
  const { tiles: within = state.grill, tops, now } = view.facts.shown ?? {};
  /** @type {Aims} */
  const aims = { tiles: new Set(within), tops: new Set(tops), now: new Set(now), inTurn: Boolean(view.facts.aside) };
  const slots = Array.from({ length: ui.info.components["copies"] }, (_, copy) =>
    tiles.map((number) => slot(view, number, copy, aims)),
  ).flat();
  const grill = h("div", { class: `grill grill--${state.game}` }, ...slots);
  return [grill, seatCards(view, (seat) => stack(view, seat, aims))];
}

/**
 * The tiles that the dice can still win from the grill and from stacks, and those that the current sum would take.
 * @typedef {{tiles: Set<number>, tops: Set<number>, now: Set<number>, inTurn: boolean}} Aims
 */

/** @param {TilesView} view @param {number} number @param {number} copy @param {Aims} aims */
function slot(view, number, copy, aims) {
  const { state } = view;
  const up = state.grill.filter((n) => n === number).length;
  const place = { "data-place": `grill-${number}-${copy}` };
  if (copy >= up) {
    const isDown = copy < up + faceDown(view, number);
    const ask = up ? {} : standsFor(view, `take${number}`);
    return h("div.grill__slot", { ...place, ...ask }, isDown ? tileBack() : tileGap(number));
  }
  const isNow = copy === up - 1 && aims.now.has(number);
  const reach = isNow ? ".is-now" : aims.inTurn && !aims.tiles.has(number) ? ".is-far" : "";
  const attrs = { ...place, ...(copy === up - 1 ? standsFor(view, `take${number}`) : {}) };
  return h(`div.grill__slot.grill__slot--up${reach}`, attrs, tile(number, wormsOn(view, number)));
}

/**
 * Return how many copies of a tile lie face down, because they lie nowhere else.
 * @param {TilesView} view
 * @param {number} number
 */
function faceDown({ ui, state }, number) {
  const faceUp = [...state.grill, ...state.stacks.flat()].filter((n) => n === number).length;
  return ui.info.components["copies"] - faceUp;
}

/** @param {TilesView} view @param {number} seat @param {Aims} aims @returns {(Node | null)[]} */
function stack(view, seat, aims) {
  const { state } = view;
  const tiles = state.stacks[seat] ?? [];
  const top = tiles.at(-1);
  const place = { "data-place": `stack-${seat}` };
  if (top === undefined) return [h("div.tile-stack.tile-stack--none", { ...place }), tally(worm(), 0)];
  const isAim = seat !== seatToPlay(state) && aims.tops.has(top);
  const isNow = isAim && aims.now.has(top);
  const reach = isNow ? ".is-now" : isAim && aims.inTurn ? ".is-aim" : "";
  const edges = tiles
    .slice(1, 1 + MOST_EDGES)
    .map((_, depth) => h("i.tile-stack__edge", { style: { "--depth": depth } }));
  const pile = h(
    `div.tile-stack${reach}`,
    seat === seatToPlay(state) ? {} : standsFor(view, `snatch${top}@${LETTERS.charAt(seat)}`),
    h("div.tile-stack__edges", ...edges),
    h("div.tile-stack__top", { ...place }, tile(top, wormsOn(view, top))),
  );
  return [
    pile,
    h(
      "div.board-tallies",
      tally(worm(), view.scores[seat] ?? 0),
      tally(tileBack(), tiles.length, "board-tally--height"),
    ),
  ];
}

/**
 * Describe the position in sentences for screen readers.
 * @param {TilesView} view
 */
export function tell(view) {
  const {
    state,
    ui: { say },
  } = view;
  const down = [...boxOf(view.ui).keys()].reduce((count, number) => count + faceDown(view, number), 0);
  const grill = state.grill.length ? say("board.grill", { tiles: list(state.grill.map(String)) }) : say("board.empty");
  const stacks = seats(state).map((seat) => {
    const name = nameOf(view, seat);
    const tiles = state.stacks[seat] ?? [];
    const top = tiles.at(-1);
    if (top === undefined) return say("board.no_stack", { name });
    return say("board.stack", { name, top, n: tiles.length, worms: say("board.worms", { n: view.scores[seat] ?? 0 }) });
  });
  return [grill, ...(down ? [say("board.down", { n: down })] : []), ...stacks].join(" ");
}

/**
 * Return the flights of tiles to animate.
 * @param {TilesView} view
 * @returns {import("roost/boards/motion.js").Flight[]}
 */
export function flights({ state, events }) {
  return events.flatMap((event) => {
    const { type, seat, tile: number, owner } = event;
    const copy = state.grill.filter((n) => n === number).length; // the index of the first copy that is not face up
    if (type === "took") return [{ from: `grill-${number}-${copy}`, to: `stack-${seat}` }];
    if (type === "snatched") return [{ from: `stack-${owner}`, to: `stack-${seat}`, isTaken: true }];
    if (type === "returned") return [{ from: `stack-${seat}`, to: `grill-${number}-0` }];
    if (type === "faced_down") return [{ from: `grill-${number}-${copy}`, to: `grill-${number}-${copy}` }];
    return [];
  });
}

/**
 * Draw an action: a tile and its owner.
 * @param {string} action
 * @param {Pick<TilesView, "ui" | "state" | "looks">} view
 */
export function choice(action, view) {
  const [, number, owner] = /^(?:take|snatch)(\d+)(?:@(.))?$/.exec(action) ?? [];
  const from = owner && view.looks?.[LETTERS.indexOf(owner)];
  return number ? [tile(Number(number), wormsOn(view, Number(number))), from ? face(from) : null] : [];
}

/** Draw the picture for a win. */
export const trophy = worm;
