// The board of Can't Stop: eleven columns side by side in the shape of a mountain, with all players' markers and the
// runners of this turn.

import { LETTERS, badge, seatColour, seatLetter, seatShape } from "roost/art/seats.js";
import { disc, drawing, group, letters } from "roost/art/svg.js";
import { seatCards } from "roost/boards/seat-card.js";
import { nameOf, seatToPlay, seats } from "roost/boards/view.js";
import { h, s } from "roost/lib/dom.js";
import { list } from "roost/lib/i18n.js";

/** @typedef {{markers: number[][], runners?: number[]}} Heights of each seat in each column; 0 is below the first space */
/** @typedef {import("roost/boards/view.js").BoardView<import("roost/boards/view.js").Position & Heights>} View */

const FIRST = 2;
const TOPS = [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3];
const HIGHEST = Math.max(...TOPS);

// Width and height of a space, and height of the numbers above the columns, in the drawing's units.
const WIDE = 30;
const HIGH = 19;
const HEAD = 22;
/** Distance between the markers of neighbouring seats in one space, in the drawing's units. */
const LANE = 5.6;

/** @type {import("roost/model/event-pacing.js").Pacings} */
export const EVENTS = {
  climbed: { dwell: 700, own: 200, sound: "clack", isRoutine: true },
  stopped: { sound: "piece" },
  won: { dwell: 1200, own: 900, sound: "bells" },
  fell: { dwell: 1200, own: 900, sound: "fail" },
};

/** @param {View} view */
export function draw(view) {
  const columns = TOPS.map((top, place) => column(view, place, top));
  return [
    h("div.mountain", { "data-place": "board" }, drawing(TOPS.length * WIDE, HIGHEST * HIGH + HEAD, ...columns)),
    seatCards(view, (seat) => hand(view, seat)),
  ];
}

/**
 * Draw a column with its spaces and markers. A tap on it climbs if exactly one choice uses the column.
 * @param {View} view
 * @param {number} place
 * @param {number} top
 */
function column(view, place, top) {
  const number = place + FIRST;
  const winner = winnerOf(view, place);
  const height = (/** @type {number} */ space) => HEAD + (HIGHEST - space) * HIGH;
  const choices = view.actions.filter(({ action }) => climbs(action, number) > 0);
  const ways = Math.max(0, ...choices.map(({ action }) => climbs(action, number)));
  const mover = seatToPlay(view.state);
  const foot = mover === null ? 0 : (view.state.markers[mover]?.[place] ?? 0);
  const runner = view.state.runners?.[place] ?? 0;
  const stands = runner || foot;
  const spaces = Array.from({ length: top }, (_, below) => {
    const space = below + 1;
    const kind = [
      "mountain__space",
      winner !== null && "mountain__space--won",
      runner > 0 && space > foot && space <= runner && "mountain__space--way",
      space > stands && space <= stands + ways && "mountain__space--next",
    ];
    const attrs = { x: 1, y: height(space) + 1, width: WIDE - 2, height: HIGH - 2, rx: 4 };
    return s("rect", { class: kind.filter(Boolean).join(" "), ...attrs });
  });
  const markers = seats(view.state).flatMap((seat) => {
    const space = view.state.markers[seat]?.[place] ?? 0;
    if (!space || seat === winner) return [];
    return [
      group(`translate(${seat * LANE} ${height(space) + 3}) scale(.4)`, seatShape(seat, 3), seatLetter(seat, 20)),
    ];
  });
  const won =
    winner === null ? null : group(`translate(3 ${height(top) - 3}) scale(.75)`, seatShape(winner), seatLetter(winner));
  const attrs = {
    transform: `translate(${place * WIDE} 0)`,
    "data-place": `board/${number}`,
    "data-choose": choices.length === 1 ? (choices[0]?.action ?? null) : null,
    style: winner === null ? {} : { "--winner": seatColour(winner) },
  };
  return s(
    "g",
    attrs,
    ...spaces,
    letters(String(number), WIDE / 2, height(top) - 4, 14, "var(--ink)"),
    ...markers,
    runner ? runnerAt(height(runner), mover ?? 0) : null,
    won,
  );
}

/**
 * @param {number} y of the space
 * @param {number} seat whose turn it is
 */
function runnerAt(y, seat) {
  const body = disc(WIDE / 2, y + HIGH / 2, 7.2, "var(--art-white)", 1.6);
  const heart = disc(WIDE / 2, y + HIGH / 2, 3.4, seatColour(seat), 0);
  return group("", body, heart);
}

/**
 * Return how many spaces a choice climbs in a column.
 * @param {string} action
 * @param {number} number
 */
function climbs(action, number) {
  const columns = action.startsWith("climb") ? action.slice("climb".length).split(",") : [];
  return columns.filter((column) => Number(column) === number).length;
}

/**
 * Return the seat that has won a column, or null.
 * @param {View} view
 * @param {number} place
 */
function winnerOf(view, place) {
  return seats(view.state).find((seat) => view.state.markers[seat]?.[place] === TOPS[place]) ?? null;
}

/**
 * Return the numbers of the columns that a seat has won.
 * @param {View} view
 * @param {number} seat
 */
function wonBy(view, seat) {
  return TOPS.flatMap((_, place) => (winnerOf(view, place) === seat ? [place + FIRST] : []));
}

/**
 * @param {View} view
 * @param {number} seat
 */
function hand(view, seat) {
  const goal = view.state.options["goal"] ?? 3;
  const letter = LETTERS.charAt(seat);
  return [
    view.looks ? badge(seat) : null,
    h("div.board-points", h("b", String(view.scores[seat] ?? 0)), h("span", view.ui.say("board.of_goal", { goal }))),
    h(
      "div.mountain__won",
      ...wonBy(view, seat).map((number) => h("span", { "data-place": `${letter}/${number}` }, String(number))),
    ),
  ];
}

/**
 * Describe the position in sentences.
 * @param {View} view
 */
export function tell(view) {
  const { say } = view.ui;
  const columns = TOPS.flatMap((top, place) => {
    const winner = winnerOf(view, place);
    const number = place + FIRST;
    if (winner !== null) return [say("board.won", { column: number, name: nameOf(view, winner) })];
    const runner = view.state.runners?.[place] ?? 0;
    const standing = seats(view.state).flatMap((seat) => {
      const space = view.state.markers[seat]?.[place] ?? 0;
      return space ? [say("board.marker", { name: nameOf(view, seat), space })] : [];
    });
    const parts = runner ? [say("board.runner", { space: runner }), ...standing] : standing;
    return parts.length ? [say("board.column", { column: number, top, told: list(parts) })] : [];
  });
  const hands = seats(view.state).map((seat) =>
    say("board.hand", { name: nameOf(view, seat), n: view.scores[seat] ?? 0 }),
  );
  return [...columns, ...hands].join(" ");
}
