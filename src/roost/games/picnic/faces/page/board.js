// The board of Picnic Blitz: ants on six tracks, on their way to the food.

import { ant, food, hill, queen, squashedAnt } from "./art.js";
import { numeral } from "roost/art/numerals.js";
import { LETTERS } from "roost/art/seats.js";
import { h, s } from "roost/lib/dom.js";
import { list, t } from "roost/lib/i18n.js";
import { picks, plainTray } from "roost/parts/tray.js";
import { drawing } from "roost/art/svg.js";
import { seatCards, tally } from "roost/boards/seat-card.js";
import { may, nameOf, seatToPlay, seats, standsFor } from "roost/boards/view.js";

export { EVENTS, after } from "./events.js";

/** @typedef {{space: number, seat: number}} Ant */
/** @typedef {{rerolls?: {left: number, groups: number}, attacks?: number, moved?: number}} PicnicTurn */
/** @typedef {import("roost/boards/view.js").Position & PicnicTurn & {board: Ant[][], queens: boolean[]}} PicnicPosition */
/** @typedef {BoardView<PicnicPosition>} PicnicView */
/** @typedef {{number: number, length: number, value: number, ants: Ant[], holder: number | null, free: number[], cost: number}} Track */

/**
 * The tracks with what stands on them.
 * @param {PicnicView} view
 * @returns {Track[]}
 */
function tracksOf({ state, sight: { shown = {} } }) {
  return /** @type {[number, number][]} */ (shown["tracks"] ?? []).map(([length, value], place) => {
    const ants = state.board[place] ?? [];
    const holder = ants.find((other) => other.space === length)?.seat ?? null;
    return { number: place + 1, length, value, ants, holder, free: shown["free"][place], cost: shown["costs"][place] };
  });
}

/** @param {PicnicView} view */
export function draw(view) {
  const tracks = tracksOf(view);
  const longest = Math.max(...tracks.map((track) => track.length));
  const rows = tracks.map((track) => {
    const move = `move${track.number}`;
    const target = may(view, move) ? (view.sight.shown?.["targets"]?.[track.number - 1] ?? 0) : 0;
    const cells = Array.from({ length: track.length }, (_, place) => cell(view, track, place + 1, longest, target));
    const margin = { "grid-column": `1 / span ${longest - track.length + 1}` };
    const label = h("div.meadow__number", { style: margin }, view.kit.die(String(track.number)));
    const held = track.holder === null ? "" : ".meadow__track--held";
    return h(`div.meadow__track${held}`, { ...standsFor(view, move) }, label, ...cells);
  });
  const room = longest - Math.max(...tracks.slice(0, 2).map((track) => track.length)); // spaces beside the upper tracks
  const nest =
    room > 2
      ? h("div.meadow__nest", { "data-place": "supply", "data-stock": true, style: { "--room": room } }, hill())
      : null;
  const meadow = h("div.meadow", { style: { "--longest": longest } }, nest, ...rows);
  return [meadow, seatCards(view, (seat) => hand(view, seat))];
}

/**
 * @param {PicnicView} view
 * @param {Track} track
 * @param {number} space
 * @param {number} longest
 * @param {number} target where a move leads, 0 for nowhere
 */
function cell(view, track, space, longest, target) {
  const isFood = space === track.length;
  const pile = track.ants.filter((other) => other.space === space);
  const source = track.ants.find((other) => other.seat === seatToPlay(view.state))?.space ?? 0;
  const isOnWay = target > 0 && space > source && space <= target;
  const way = `${isOnWay ? ".meadow__cell--way" : ""}${space === target ? ".meadow__cell--target" : ""}`;
  const column = { "grid-column": String(longest - track.length + space + 1) };
  return h(
    `div.meadow__cell${isFood ? ".meadow__cell--food" : ""}${way}`,
    { style: column, "data-space": space },
    isFood ? food(track.number) : null,
    isFood ? h("b.meadow__value", track.value) : null,
    ...pile.map((one, place) => antOn(view, track, one, place < pile.length - 1)),
    space === target ? h("div.meadow__ghost.middle", ant(seatToPlay(view.state) ?? 0)) : null,
  );
}

/**
 * An ant of a pile: the top one stands, those below lie flat.
 * @param {PicnicView} view
 * @param {Track} track
 * @param {Ant} one
 * @param {boolean} isCovered
 */
function antOn(view, track, one, isCovered) {
  const push = `push${LETTERS.charAt(one.seat)}${track.number}`;
  const isPrey = may(view, push);
  const isFree = track.free.includes(one.seat);
  const lies = `${isCovered ? ".meadow__ant--covered" : ""}${isFree ? "" : ".meadow__ant--pinned"}`;
  const cost = isPrey ? h("span.meadow__cost", bolt(), track.cost) : null;
  const place = { "data-place": `track-${track.number}-${one.space}/ant-${LETTERS.charAt(one.seat)}` };
  return h(
    `div.meadow__ant${lies}${isPrey ? ".meadow__ant--prey" : ""}`,
    { ...place, ...(one.seat === seatToPlay(view.state) ? {} : standsFor(view, push)) },
    isCovered ? squashedAnt(one.seat) : ant(one.seat),
    cost,
  );
}

/** The sign for the cost of an attack. */
const bolt = () => drawing(16, 16, s("path", { d: "M9.5 1L3 9H7L6 15L13 6.5H8.5Z", fill: "currentColor" }));

/** @param {PicnicView} view @param {number} seat */
function hand({ state, scores, kit, sight: { shown = {} } }, seat) {
  const letter = LETTERS.charAt(seat);
  const token = h(
    `span.meadow-queen${state.queens[seat] ? ".meadow-queen--held" : ""}`,
    { "data-place": `${letter}/queen` },
    state.queens[seat] ? queen() : null,
  );
  const picture = ant(seat);
  picture.dataset["place"] = `${letter}/ant-${letter}`;
  const ants = tally(picture, shown["active"]?.[seat] ?? 0);
  return [
    h(
      "div.board-points",
      h("b", numeral(scores[seat] ?? 0)),
      h("span", kit.say("board.of_goal", { goal: shown["goal"] ?? 0 })),
    ),
    h("div.board-tallies", ants, state.options["beginner"] ? null : token),
  ];
}

/**
 * The tray: dice are picked to be rolled again, or one stands for the move on its track.
 * @param {PicnicView} view
 * @param {number[]} picked
 */
export function dice(view, picked) {
  const { say } = view.kit;
  const attacks = view.sight.shown?.["attacks"] ?? 0;
  const most = Math.max(0, ...picks(view.actions).map(({ dice: its = "" }) => its.length));
  const { rolled = "" } = view.sight;
  const table = rolled
    ? t("board.dice.rolled", { dice: list([...rolled]) })
    : t("board.dice.to_roll", { n: view.sight.due ?? 0 });
  return plainTray(view, picked, {
    told: attacks ? `${table} ${say("dice.attacks", { n: attacks })}` : table,
    hint: say("dice.pick", { n: most }),
    stands: (face) => standsFor(view, `move${face}`),
    more: attacks ? h("p.dice-hint.line", bolt(), say("dice.attacks", { n: attacks })) : null,
  });
}

/**
 * The position in sentences.
 * @param {PicnicView} view
 */
export function tell(view) {
  const { say } = view.kit;
  const told = tracksOf(view).map((track) => {
    if (!track.ants.length) return say("board.no_ants", { track: track.number, n: track.value });
    const ants = track.ants.map(({ seat, space }, place) => {
      const isCovered = track.ants[place + 1]?.space === space;
      const key = space === track.length ? "on_food" : isCovered ? "under" : "ant";
      return say(`board.${key}`, { name: nameOf(view, seat), space, length: track.length });
    });
    return say("board.track", { track: track.number, n: track.value, ants: list(ants) });
  });
  const goal = view.sight.shown?.["goal"] ?? 0;
  const hands = seats(view.state).map((seat) => {
    const key = view.state.queens[seat] ? "board.hand_with_queen" : "board.hand";
    return say(key, { name: nameOf(view, seat), score: view.scores[seat] ?? 0, goal });
  });
  return [...told, ...hands].join(" ");
}

/** The subject of winning. */
export const trophy = () => food(6);

/**
 * The subject of an action: a track and the ant on it, or the Queen.
 * @param {string} action
 * @param {Pick<PicnicView, "kit" | "state">} view
 */
export function choice(action, { kit, state }) {
  if (/^(queen-|skip$)/.test(action)) return [queen()]; // who skips takes one
  const [, what, seat, track] = /^(move|push)([A-Z]?)(\d)$/.exec(action) ?? [];
  if (!track) return [];
  return [kit.die(track), what === "push" ? squashedAnt(LETTERS.indexOf(seat ?? "")) : ant(seatToPlay(state) ?? 0)];
}

/**
 * The moments that are worth a picture of their own: food that is captured or lost, which is big, a Queen, an ant that is pushed.
 * @param {PicnicView} view
 * @returns {Moment | null}
 */
export function moment({ events, sight: { shown = {} } }) {
  const isFood = (/** @type {number} */ track, /** @type {number} */ space) =>
    shown["tracks"]?.[track - 1]?.[0] === space;
  for (const { type, owner, track, source } of events) {
    if (type === "captured") return { picture: food(track), mood: "glad", isBig: true };
    if (type === "queen_taken") return { picture: queen(), mood: "glad" };
    if (type === "pushed") return { picture: squashedAnt(owner), mood: "cheeky", isBig: isFood(track, source) };
  }
  return null;
}
