// The board of Picnic Blitz: ants on six tracks, on their way to the food.

import { ant, food, hill, queen, squashedAnt } from "./art.js";
import { die } from "roost/art/dice.js";
import { numeral } from "roost/art/numerals.js";
import { LETTERS } from "roost/art/seats.js";
import { h, s } from "roost/lib/dom.js";
import { list, t } from "roost/lib/i18n.js";
import { drawing } from "roost/art/svg.js";
import { seatCards, tally } from "roost/boards/seat-card.js";
import { may, nameOf, seatToPlay, seats, standsFor } from "roost/boards/view.js";

/** @typedef {import("roost/boards/view.js").BoardView<import("roost/boards/view.js").PicnicPosition>} PicnicView */
/** @typedef {import("roost/boards/view.js").PicnicPosition} PicnicPosition */
/** @typedef {import("roost/boards/view.js").Ant} Ant */
/** @typedef {{number: number, length: number, value: number, ants: Ant[], holder: number | null}} Track */

const TRACKS = [6, 6, 8, 8, 10, 10].map((length, place) => ({ length, value: [2, 2, 3, 3, 4, 4][place] ?? 0 }));
const GOALS = [9, 7, 6];

/**
 * The tracks with what stands on them.
 * @param {PicnicPosition} state
 * @returns {Track[]}
 */
function tracksOf(state) {
  const lengths = /** @type {{length: number, value: number}[]} */ (state.options["tracks"] ?? TRACKS);
  return lengths.map(({ length, value }, place) => {
    const ants = state.board[place] ?? [];
    const holder = ants.find((other) => other.space === length)?.seat ?? null;
    return { number: place + 1, length, value, ants, holder };
  });
}

/**
 * How many points win.
 * @param {PicnicPosition} state
 */
export function goalOf(state) {
  return state.options["goal"] ?? GOALS[state.players - 2] ?? 6;
}

/**
 * @param {Track[]} tracks
 * @param {number} seat
 */
function score(tracks, seat) {
  return tracks.reduce((points, track) => points + (track.holder === seat ? track.value : 0), 0);
}

/**
 * The ants of a track that are not pinned: uncovered, and with nobody else on the food.
 * @param {Track} track
 */
function freeAnts({ ants, holder }) {
  if (holder !== null) return ants.filter((other) => other.seat === holder);
  return ants.filter((other, place) => ants[place + 1]?.space !== other.space);
}

/** @param {PicnicView} view */
export function draw(view) {
  const tracks = tracksOf(view.state);
  const longest = Math.max(...tracks.map((track) => track.length));
  const rows = tracks.map((track) => row(view, track, longest));
  const room = longest - Math.max(...tracks.slice(0, 2).map((track) => track.length)); // spaces beside the upper tracks
  const nest = room > 2 ? h("div", { class: "meadow__nest", style: { "--room": room } }, hill()) : null;
  const meadow = h("div", { class: "meadow", style: { "--longest": longest } }, nest, ...rows);
  return [meadow, seatCards(view, (seat) => hand(view, tracks, seat))];
}

/**
 * @param {PicnicView} view
 * @param {Track} track
 * @param {number} longest
 */
function row(view, track, longest) {
  const move = `move${track.number}`;
  const target = may(view, move) ? targetOf(view, track) : 0;
  const cells = Array.from({ length: track.length }, (_, place) => cell(view, track, place + 1, longest, target));
  const classes = ["meadow__track", track.holder !== null && "meadow__track--held"].filter(Boolean).join(" ");
  const margin = { "grid-column": `1 / span ${longest - track.length + 1}` };
  const label = h("div", { class: "meadow__number", style: margin }, die(String(track.number)));
  return h("div", { class: classes, ...standsFor(view, move) }, label, ...cells);
}

/**
 * Where a move on a track would lead: as many steps as dice show its number, and never beyond the food.
 * @param {PicnicView} view
 * @param {Track} track
 */
function targetOf({ state }, track) {
  const seat = seatToPlay(state);
  const source = track.ants.find((other) => other.seat === seat)?.space ?? 0;
  const steps = (state.dice ?? "").split(String(track.number)).length - 1;
  return Math.min(track.length, source + steps);
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
  const classes = [
    "meadow__cell",
    isFood && "meadow__cell--food",
    isOnWay && "meadow__cell--way",
    space === target && "meadow__cell--target",
  ]
    .filter(Boolean)
    .join(" ");
  const column = { "grid-column": String(longest - track.length + space + 1) };
  return h(
    "div",
    { class: classes, style: column, "data-space": space },
    isFood ? food(track.number) : null,
    isFood ? h("b", { class: "meadow__value" }, track.value) : null,
    ...pile.map((one, place) => antOn(view, track, one, place < pile.length - 1)),
    space === target ? h("div", { class: "meadow__ghost" }, ant(seatToPlay(view.state) ?? 0)) : null,
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
  const isFree = freeAnts(track).includes(one);
  const classes = [
    "meadow__ant",
    isCovered && "meadow__ant--covered",
    !isFree && "meadow__ant--pinned",
    isPrey && "meadow__ant--prey",
  ]
    .filter(Boolean)
    .join(" ");
  const cost = isPrey ? h("span", { class: "meadow__cost" }, bolt(), track.holder === null ? 1 : 2) : null;
  const place = { "data-place": `ant-${track.number}-${one.seat}` };
  return h(
    "div",
    { class: classes, ...place, ...(one.seat === seatToPlay(view.state) ? {} : standsFor(view, push)) },
    isCovered ? squashedAnt(one.seat) : ant(one.seat),
    cost,
  );
}

/** What an attack costs is counted in bolts. */
export function bolt() {
  return drawing(16, 16, s("path", { d: "M9.5 1L3 9H7L6 15L13 6.5H8.5Z", fill: "currentColor" }));
}

/**
 * @param {PicnicView} view
 * @param {Track[]} tracks
 * @param {number} seat
 */
function hand({ state }, tracks, seat) {
  const active = tracks.filter((track) => freeAnts(track).some((one) => one.seat === seat)).length;
  const token = h(
    "span",
    { class: state.queens[seat] ? "meadow-queen meadow-queen--held" : "meadow-queen" },
    state.queens[seat] ? queen() : null,
  );
  return [
    h(
      "div",
      { class: "board-points" },
      h("b", null, numeral(score(tracks, seat))),
      h("span", null, t("board.of_goal", { goal: goalOf(state) })),
    ),
    h("div", { class: "board-tallies" }, tally(ant(seat), active), state.options["beginner"] ? null : token),
  ];
}

/**
 * The position in sentences.
 * @param {PicnicView} view
 */
export function tell(view) {
  const tracks = tracksOf(view.state);
  const told = tracks.map((track) => {
    if (!track.ants.length) return t("board.picnic.no_ants", { track: track.number, n: track.value });
    const ants = track.ants.map(({ seat, space }, place) => {
      const isCovered = track.ants[place + 1]?.space === space;
      const key = space === track.length ? "on_food" : isCovered ? "under" : "ant";
      return t(`board.picnic.${key}`, { name: nameOf(view, seat), space, length: track.length });
    });
    return t("board.picnic.track", { track: track.number, n: track.value, ants: list(ants) });
  });
  const hands = seats(view.state).map((seat) => {
    const key = view.state.queens[seat] ? "board.picnic.hand_with_queen" : "board.picnic.hand";
    return t(key, { name: nameOf(view, seat), score: score(tracks, seat), goal: goalOf(view.state) });
  });
  return [...told, ...hands].join(" ");
}

/**
 * What went where.
 * @param {PicnicView} view
 * @returns {import("roost/boards/motion.js").Flight[]}
 */
export function flights({ events }) {
  return events.flatMap(({ type, seat, owner, track, source }) => {
    if (type === "moved")
      return [{ from: source ? `ant-${track}-${seat}` : `seat-${seat}`, to: `ant-${track}-${seat}` }];
    if (type === "pushed") return [{ from: `ant-${track}-${owner}`, to: `ant-${track}-${owner}` }];
    return [];
  });
}

/**
 * What is worth a picture of its own: food that is captured, a Queen, an ant that is pushed.
 * @param {PicnicView} view
 * @returns {import("roost/boards/moments.js").Moment | null}
 */
export function moment({ events }) {
  for (const { type, owner, track } of events) {
    if (type === "captured") return { picture: food(track), mood: "glad" };
    if (type === "queen_taken") return { picture: queen(), mood: "glad" };
    if (type === "pushed") return { picture: squashedAnt(owner), mood: "cheeky" };
  }
  return null;
}
