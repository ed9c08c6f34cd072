// The board of Heckmeck and Junior: the grill with its tiles, and every player's stack.

import { LETTERS } from "roost/art/seats.js";
import { tile, tileBack, tileGap } from "./tile.js";
import { worm } from "roost.games.set_aside.faces/worm.js";
import { h } from "roost/lib/dom.js";
import { list, t } from "roost/lib/i18n.js";
import { isJudged, reachable, sum } from "roost.games.set_aside.faces/reach.js";
import { seatCards, tally } from "roost/boards/seat-card.js";
import { nameOf, seatToPlay, seats, standsFor } from "roost/boards/view.js";

/** @typedef {import("roost/boards/view.js").BoardView<import("roost/boards/view.js").TilesPosition>} TilesView */
/** @typedef {import("roost/boards/view.js").TilesPosition} TilesPosition */

/**

 * The tiles in the box of each game, and how many of each.

 * @type {Record<string, {tiles: number[], copies: number}>}

 */
const BOXES = {
  heckmeck: { tiles: Array.from({ length: 16 }, (_, place) => 21 + place), copies: 1 },
  junior: { tiles: [4, 5, 6, 7, 8, 9], copies: 2 },
};
const JUNIOR_WORMS = [1, 1, 2, 2, 3, 4];
const MOST_EDGES = 5;

/**
 * How many worms a tile shows.
 * @param {TilesPosition} state
 * @param {number} number
 */
export function wormsOn(state, number) {
  if (state.game === "heckmeck") return Math.floor((number - 17) / 4);
  return (state.options["worms"] ?? JUNIOR_WORMS)[number - 4] ?? 0;
}

/** @param {TilesView} view */
export function draw(view) {
  const { state } = view;
  const { tiles, copies } = BOXES[state.game] ?? { tiles: [], copies: 1 };
  const aims = aimsOf(state);
  const slots = Array.from({ length: copies }, (_, copy) =>
    tiles.map((number) => slot(view, number, copy, aims)),
  ).flat();
  const grill = h("div", { class: `grill grill--${state.game}` }, ...slots);
  return [grill, seatCards(view, (seat) => stack(view, seat, aims))];
}

/**
 * What the dice may still win: tiles of the grill and tops of stacks, and those of them that the present sum takes.
 * @typedef {{tiles: Set<number>, tops: Set<number>, now: Set<number>, inTurn: boolean}} Aims
 */

/**
 * @param {TilesPosition} state
 * @returns {Aims}
 */
function aimsOf(state) {
  /** @type {Aims} */
  const aims = { tiles: new Set(), tops: new Set(), now: new Set(), inTurn: Boolean(state.aside) };
  if (seatToPlay(state) === null) return { ...aims, tiles: new Set(state.grill), inTurn: false };
  const isOnTop = /** @param {number} number */ (number) => othersTops(state).includes(number);
  const lands = /** @param {number} result */ (result) => Math.max(...state.grill.filter((number) => number <= result));
  for (const result of reachable(state)) {
    aims.tiles.add(lands(result));
    if (isOnTop(result) && !state.grill.includes(result)) aims.tops.add(result);
  }
  const aside = state.aside ?? "";
  if (isJudged(state) && aside.includes("w")) {
    const result = sum(state.game, aside);
    aims.now.add(lands(result));
    if (!state.grill.includes(result)) aims.now.add(result);
  }
  return aims;
}

/** @param {TilesPosition} state */
function othersTops(state) {
  return state.stacks.flatMap((stack, seat) => (seat === seatToPlay(state) ? [] : stack.slice(-1)));
}

/**
 * @param {TilesView} view
 * @param {number} number
 * @param {number} copy
 * @param {Aims} aims
 */
function slot(view, number, copy, aims) {
  const { state } = view;
  const up = state.grill.filter((other) => other === number).length;
  const place = { "data-place": `grill-${number}-${copy}` };
  if (copy >= up) {
    const isDown = copy < up + faceDown(state, number);
    const ask = up ? {} : standsFor(view, `take${number}`);
    return h("div", { class: "grill__slot", ...place, ...ask }, isDown ? tileBack() : tileGap(number));
  }
  const isNow = copy === up - 1 && aims.now.has(number);
  const reach = isNow ? "is-now" : aims.inTurn && !aims.tiles.has(number) ? "is-far" : "";
  const attrs = {
    class: `grill__slot grill__slot--up ${reach}`.trim(),
    ...place,
    ...(copy === up - 1 ? standsFor(view, `take${number}`) : {}),
  };
  return h("div", attrs, tile(number, wormsOn(state, number)));
}

/**
 * How many copies of a tile lie face down: those that lie nowhere else.
 * @param {TilesPosition} state
 * @param {number} number
 */
function faceDown(state, number) {
  const seen = [...state.grill, ...state.stacks.flat()].filter((other) => other === number).length;
  return (BOXES[state.game]?.copies ?? 1) - seen;
}

/**
 * @param {TilesView} view
 * @param {number} seat
 * @param {Aims} aims
 * @returns {(Node | null)[]}
 */
function stack(view, seat, aims) {
  const { state } = view;
  const tiles = state.stacks[seat] ?? [];
  const top = tiles.at(-1);
  const place = { "data-place": `stack-${seat}` };
  if (top === undefined) return [h("div", { class: "tile-stack tile-stack--none", ...place }), tally(worm(), 0)];
  const isAim = seat !== seatToPlay(state) && aims.tops.has(top);
  const isNow = isAim && aims.now.has(top);
  const reach = isNow ? "is-now" : isAim && aims.inTurn ? "is-aim" : "";
  const edges = Array.from({ length: Math.min(tiles.length - 1, MOST_EDGES) }, () =>
    h("i", { class: "tile-stack__edge" }),
  );
  const attrs = {
    class: `tile-stack ${reach}`.trim(),
    ...(seat === seatToPlay(state) ? {} : standsFor(view, snatching(seat, top))),
  };
  const pile = h(
    "div",
    attrs,
    h("div", { class: "tile-stack__edges" }, ...edges),
    h("div", { class: "tile-stack__top", ...place }, tile(top, wormsOn(state, top))),
  );
  return [
    pile,
    h(
      "div",
      { class: "board-tallies" },
      tally(worm(), score(state, seat)),
      tally(tileBack(), tiles.length, "board-tally--height"),
    ),
  ];
}

/**
 * The token of a snatch.
 * @param {number} owner
 * @param {number} number
 */
const snatching = (owner, number) => `snatch${number}@${LETTERS.charAt(owner)}`;

/**
 * @param {TilesPosition} state
 * @param {number} seat
 */
function score(state, seat) {
  return (state.stacks[seat] ?? []).reduce((worms, number) => worms + wormsOn(state, number), 0);
}

/**
 * The position in sentences.
 * @param {TilesView} view
 */
export function tell(view) {
  const { state } = view;
  const down = (BOXES[state.game]?.tiles ?? []).reduce((count, number) => count + faceDown(state, number), 0);
  const grill = state.grill.length
    ? t("board.tiles.grill", { tiles: list(state.grill.map(String)) })
    : t("board.tiles.empty");
  const stacks = seats(state).map((seat) => {
    const name = nameOf(view, seat);
    const tiles = state.stacks[seat] ?? [];
    const top = tiles.at(-1);
    if (top === undefined) return t("board.tiles.no_stack", { name });
    return t("board.tiles.stack", { name, top, n: tiles.length, worms: t("board.worms", { n: score(state, seat) }) });
  });
  return [grill, ...(down ? [t("board.tiles.down", { n: down })] : []), ...stacks].join(" ");
}

/**
 * What flew where.
 * @param {TilesView} view
 * @returns {import("roost/boards/motion.js").Flight[]}
 */
export function flights({ state, events }) {
  return events.flatMap((event) => {
    const { type, seat, tile: number, owner } = event;
    const copy = state.grill.filter((other) => other === number).length; // the first place that is no longer face up
    if (type === "took") return [{ from: `grill-${number}-${copy}`, to: `stack-${seat}` }];
    if (type === "snatched") return [{ from: `stack-${owner}`, to: `stack-${seat}` }];
    if (type === "returned") return [{ from: `stack-${seat}`, to: `grill-${number}-0` }];
    if (type === "faced_down") return [{ from: `grill-${number}-${copy}`, to: `grill-${number}-${copy}` }];
    return [];
  });
}

/**
 * What is worth a picture of its own: a failed turn, a tile that changes hands, the last tile.
 * @param {TilesView} view
 * @returns {import("roost/boards/moments.js").Moment | null}
 */
export function moment({ state, events }) {
  for (const { type, tile: number } of events) {
    if (type === "failed") return { picture: h("div", { class: "moment__bust" }, tileBack()), mood: "sad" };
    if (type === "snatched") return { picture: tile(number, wormsOn(state, number)), mood: "cheeky" };
    if (type === "took" && state.over) return { picture: tile(number, wormsOn(state, number)), mood: "glad" };
  }
  return null;
}
