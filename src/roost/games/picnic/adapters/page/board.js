// The board of Picnic Blitz: ants on six tracks that lead to the food.

import { ant, food, hill, queen, squashedAnt } from "./art.js";
import { numeral } from "roost/art/numerals.js";
import { LETTERS } from "roost/art/seats.js";
import { h, s } from "roost/lib/dom.js";
import { list, t } from "roost/lib/i18n.js";
import { picks, plainTray } from "roost/parts/tray.js";
import { drawing } from "roost/art/svg.js";
import { flightsOf } from "roost/model/flights.js";
import { seatCards, tally } from "roost/boards/seat-card.js";
import { may, nameOf, seatToPlay, seats, standsFor } from "roost/boards/view.js";

export { EVENTS, after } from "./events.js";

/** @typedef {{space: number, seat: number}} Ant */
/** @typedef {{rerolls?: {left: number, groups: number}, attacks?: number, moved?: number}} PicnicTurn */
/** @typedef {import("roost/boards/view.js").Position & PicnicTurn & {board: Ant[][], queens: boolean[]}} PicnicPosition */
/** @typedef {BoardView<PicnicPosition>} PicnicView */
/** @typedef {{number: number, length: number, value: number, ants: Ant[], holder: number | null, free: number[], cost: number}} Track */

/**
 * Return the tracks with the ants on them.
 * @param {PicnicView} view
 * @returns {Track[]}
 */
function tracksOf({ state, facts: { shown = {} } }) {
  return /** @type {[number, number][]} */ (shown["tracks"] ?? []).map(([length, value], place) => {
    const ants = state.board[place] ?? [];
    const holder = ants.find((ant) => ant.space === length)?.seat ?? null;
    return { number: place + 1, length, value, ants, holder, free: shown["free"][place], cost: shown["costs"][place] };
  });
}

/** @param {PicnicView} view */
export function draw(view) {
  const tracks = tracksOf(view);
  const longest = Math.max(...tracks.map((track) => track.length));
  const rows = tracks.map((track) => {
    const move = `move${track.number}`;
    const target = may(view, move) ? (view.facts.shown?.["targets"]?.[track.number - 1] ?? 0) : 0;
    const cells = Array.from({ length: track.length }, (_, place) => cell(view, track, place + 1, longest, target));
    const margin = { "grid-column": `1 / span ${longest - track.length + 1}` };
    const label = h("div.meadow__number", { style: margin }, view.ui.die(String(track.number)));
    const modifier = track.holder === null ? "" : ".meadow__track--held";
    return h(`div.meadow__track${modifier}`, { ...standsFor(view, move) }, label, ...cells);
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
 * @param {number} target the space where a move ends, 0 for none
 */
function cell(view, track, space, longest, target) {
  const isFood = space === track.length;
  const pile = track.ants.filter((ant) => ant.space === space);
  const source = track.ants.find((ant) => ant.seat === seatToPlay(view.state))?.space ?? 0;
  const isOnWay = target > 0 && space > source && space <= target;
  const way = `${isOnWay ? ".meadow__cell--way" : ""}${space === target ? ".meadow__cell--target" : ""}`;
  const column = { "grid-column": String(longest - track.length + space + 1) };
  return h(
    `div.meadow__cell${isFood ? ".meadow__cell--food" : ""}${way}`,
    { style: column, "data-space": space },
    isFood ? food(track.number) : null,
    isFood ? h("b.meadow__value", track.value) : null,
    ...pile.map((member, place) => antOn(view, track, member, place < pile.length - 1)),
    space === target ? h("div.meadow__ghost.middle", ant(seatToPlay(view.state) ?? 0)) : null,
  );
}

/**
 * Draw an ant in a pile: the top ant stands, and the ants below lie flat.
 * @param {PicnicView} view
 * @param {Track} track
 * @param {Ant} member
 * @param {boolean} isCovered
 */
function antOn(view, track, member, isCovered) {
  const push = `push${LETTERS.charAt(member.seat)}${track.number}`;
  const isPrey = may(view, push);
  const isFree = track.free.includes(member.seat);
  const posture = `${isCovered ? ".meadow__ant--covered" : ""}${isFree ? "" : ".meadow__ant--pinned"}`;
  const cost = isPrey ? h("span.meadow__cost", bolt(), track.cost) : null;
  const place = { "data-place": `track-${track.number}-${member.space}/ant-${LETTERS.charAt(member.seat)}` };
  return h(
    `div.meadow__ant${posture}${isPrey ? ".meadow__ant--prey" : ""}`,
    { ...place, ...(member.seat === seatToPlay(view.state) ? {} : standsFor(view, push)) },
    isCovered ? squashedAnt(member.seat) : ant(member.seat),
    cost,
  );
}

/** Draw the symbol for the cost of an attack. */
const bolt = () => drawing(16, 16, s("path", { d: "M9.5 1L3 9H7L6 15L13 6.5H8.5Z", fill: "currentColor" }));

/** @param {PicnicView} view @param {number} seat */
function hand({ state, scores, ui, facts: { shown = {} } }, seat) {
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
      h("span", ui.say("board.of_goal", { goal: shown["goal"] ?? 0 })),
    ),
    h("div.board-tallies", ants, state.options["beginner"] ? null : token),
  ];
}

/**
 * Draw the tray. Tapping a die picks it up for a re-roll, or moves the ant on the die's track.
 * @param {PicnicView} view
 * @param {number[]} picked
 */
export function dice(view, picked) {
  const { say } = view.ui;
  const attacks = view.facts.shown?.["attacks"] ?? 0;
  const most = Math.max(0, ...picks(view.actions).map(({ dice: its = "" }) => its.length));
  const { rolled = "" } = view.facts;
  const table = rolled
    ? t("board.dice.rolled", { dice: list([...rolled]) })
    : t("board.dice.to_roll", { n: view.facts.to_roll ?? 0 });
  return plainTray(view, picked, {
    label: attacks ? `${table} ${say("dice.attacks", { n: attacks })}` : table,
    hint: say("dice.pick", { n: most }),
    stands: (face) => standsFor(view, `move${face}`),
    more: attacks ? h("p.dice-hint.line", bolt(), say("dice.attacks", { n: attacks })) : null,
  });
}

/**
 * Say in a few words what the player to move does: re-rolls dice, or attacks.
 * @param {PicnicView} view
 */
export function intent({ ui, facts: { rolled, to_roll: n = 0, shown = {} } }) {
  if (rolled && n) return ui.say("intent.reroll", { n });
  return shown["attacks"] ? ui.say("dice.attacks", { n: shown["attacks"] }) : "";
}

/**
 * Describe the position in sentences for screen readers.
 * @param {PicnicView} view
 */
export function tell(view) {
  const { say } = view.ui;
  const tracks = tracksOf(view).map((track) => {
    if (!track.ants.length) return say("board.no_ants", { track: track.number, n: track.value });
    const ants = track.ants.map(({ seat, space }, place) => {
      const isCovered = track.ants[place + 1]?.space === space;
      const key = space === track.length ? "on_food" : isCovered ? "under" : "ant";
      return say(`board.${key}`, { name: nameOf(view, seat), space, length: track.length });
    });
    return say("board.track", { track: track.number, n: track.value, ants: list(ants) });
  });
  const goal = view.facts.shown?.["goal"] ?? 0;
  const hands = seats(view.state).map((seat) => {
    const key = view.state.queens[seat] ? "board.hand_with_queen" : "board.hand";
    return say(key, { name: nameOf(view, seat), score: view.scores[seat] ?? 0, goal });
  });
  return [...tracks, ...hands].join(" ");
}

/** Draw the picture for a win. */
export const trophy = () => food(6);

/**
 * Draw an action: a track and the ant on it, or the Queen.
 * @param {string} action
 * @param {Pick<PicnicView, "ui" | "state">} view
 */
export function choice(action, { ui, state }) {
  if (/^(queen-|skip$)/.test(action)) return [queen()]; // a player who skips takes a Queen token
  const [, type, seat, track] = /^(move|push)([A-Z]?)(\d)$/.exec(action) ?? [];
  if (!track) return [];
  return [ui.die(track), type === "push" ? squashedAnt(LETTERS.indexOf(seat ?? "")) : ant(seatToPlay(state) ?? 0)];
}

/**
 * Return the ways of ants: they walk space by space, unless they enter the board or leave it.
 * @param {PicnicView} view
 * @returns {import("roost/boards/motion.js").Flight[]}
 */
export const flights = ({ events }) =>
  events.flatMap((event) => {
    const hops = event.type === "moved" && event["source"] ? event["target"] - event["source"] : 1;
    return flightsOf([event]).map((flight) => ({ ...flight, hops }));
  });

/**
 * Draw a picture for special moments: food captured, or a Queen token.
 * @param {PicnicView} view
 * @returns {Moment | null}
 */
export function moment({ events }) {
  for (const { type, track } of events) {
    if (type === "captured") return { picture: food(track) };
    if (type === "queen_taken") return { picture: queen() };
  }
  return null;
}
