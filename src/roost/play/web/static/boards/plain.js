// The board of a game that brings none: every place with the pieces on it, every player with theirs and their points,
// and what else the position says. Pieces fly from place to place as the events of the game say.

import { numeral } from "../art/numerals.js";
import { LETTERS } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { seatCards } from "./seat-card.js";
import { nameOf, seats } from "./view.js";

/** @typedef {import("./view.js").BoardView<any>} AnyView */

/** @param {AnyView} view */
export function draw(view) {
  const { places = {}, fields = [] } = view.sight;
  const shared = Object.entries(places).filter(([place]) => !isSeat(view, place));
  return [
    ...(fields.length
      ? [
          h(
            "dl",
            { class: "plain-fields" },
            ...fields.map(({ name, value }) =>
              h("div", { class: "plain-field" }, h("dt", null, name), h("dd", null, value)),
            ),
          ),
        ]
      : []),
    ...(shared.length
      ? [
          h(
            "div",
            { class: "plain-places" },
            ...shared.map(([place, pieces]) =>
              h("div", { class: "plain-place", "data-place": place }, h("b", null, place), ...lying(place, pieces)),
            ),
          ),
        ]
      : []),
    seatCards(view, (seat) => [
      h(
        "div",
        { class: "board-points" },
        h("b", null, numeral(view.scores[seat] ?? 0)),
        h("span", null, t("board.points", { n: view.scores[seat] ?? 0 })),
      ),
      h("div", { class: "plain-hand" }, ...lying(LETTERS.charAt(seat), places[LETTERS.charAt(seat)] ?? {})),
    ]),
  ];
}

/**
 * The pieces at a place, each kind with its number.
 * @param {string} place
 * @param {Record<string, number>} pieces
 */
function lying(place, pieces) {
  return Object.entries(pieces).map(([piece, count]) =>
    h(
      "span",
      { class: "plain-piece", "data-place": `${place}/${piece}` },
      piece,
      count > 1 ? h("small", null, ` × ${number(count)}`) : null,
    ),
  );
}

/**
 * Whether a place belongs to a player: a seat is a place by its letter.
 * @param {AnyView} view
 * @param {string} place
 */
function isSeat(view, place) {
  return place.length === 1 && LETTERS.slice(0, view.state.players).includes(place);
}

/**
 * The position in sentences.
 * @param {AnyView} view
 */
export function tell(view) {
  const { places = {}, fields = [] } = view.sight;
  const told = (/** @type {Record<string, number>} */ pieces) =>
    Object.entries(pieces)
      .map(([piece, count]) => (count > 1 ? `${piece} × ${number(count)}` : piece))
      .join(", ");
  const shared = Object.entries(places).filter(([place, pieces]) => !isSeat(view, place) && Object.keys(pieces).length);
  const hands = seats(view.state).map((seat) => {
    const score = view.scores[seat] ?? 0;
    const held = told(places[LETTERS.charAt(seat)] ?? {});
    return `${nameOf(view, seat)}: ${number(score)} ${t("board.points", { n: score })}${held ? `, ${held}` : ""}.`;
  });
  return [
    ...fields.map(({ name, value }) => `${name}: ${value}.`),
    ...shared.map(([place, pieces]) => `${place}: ${told(pieces)}.`),
    ...hands,
  ].join(" ");
}

/**
 * The position with its dice as an event leaves them.
 * @param {import("./view.js").Seen} seen
 * @param {import("./view.js").GameEvent} event
 * @returns {import("./view.js").Seen | null}
 */
export function after(seen, event) {
  if (event.type !== "rolled") return null;
  return { ...seen, sight: { ...seen.sight, due: 0, rolled: String(event["roll"]) } };
}
