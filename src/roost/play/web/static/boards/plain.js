// The board of a game without a board of its own. It shows all fields of the position (shared and by player), every
// place with its pieces, and the scores. Pieces fly between places as the events say, and new values are marked.

import { LETTERS } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { seatCards } from "./seat-card.js";
import { nameOf, seats } from "./view.js";

/** Maximum number of shared fields that are drawn large. */
const FEW = 3;

/**
 * @typedef {BoardView<any>} AnyView
 * @typedef {FieldView} Field
 */

/** @param {AnyView} view */
export function draw(view) {
  const { places = {}, fields = [], held: fieldsBySeat = [], scored = [] } = view.facts;
  const { facts: before, scores: scoredBefore = view.scores } = view.before ?? {};
  const shared = Object.entries(places).filter(([place]) => !isSeat(view, place));
  return [
    fields.length
      ? h(
          "dl.plain-fields",
          { "data-many": fields.length > FEW || null },
          ...fields.map((field) => fieldElement(field, before?.fields)),
        )
      : null,
    shared.length
      ? h(
          "div.plain-places",
          ...shared.map(([place, pieces]) =>
            h(
              "div.plain-place.wraps",
              { "data-place": place },
              h("b", place),
              ...pieceElements(place, pieces, before?.places),
            ),
          ),
        )
      : null,
    seatCards(view, (seat) => {
      const letter = LETTERS.charAt(seat);
      const score = view.scores[seat] ?? 0;
      const fieldsOfSeat = fieldsBySeat[seat] ?? [];
      return [
        h(
          "div.plain-seat",
          h(
            "b",
            { "data-new": score !== scoredBefore[seat] || null },
            scored[seat] ?? `${number(score)} ${t("board.points", { n: score })}`,
          ),
          fieldsOfSeat.length
            ? h("dl", ...fieldsOfSeat.map((field) => fieldElement(field, before?.held?.[seat])))
            : null,
          h("div.plain-hand.wraps", ...pieceElements(letter, places[letter] ?? {}, before?.places)),
        ),
      ];
    }),
  ].filter((part) => part !== null);
}

/**
 * Draw a field with its values, and mark those that are new.
 * @param {Field} field
 * @param {Field[]} [before] the same player's fields, or the shared fields, in the previous position
 */
function fieldElement({ name, values }, before) {
  const known = before?.find((field) => field.name === name)?.values;
  return h(
    "div.plain-field.wraps",
    h("dt", name),
    ...(values.length ? values : ["–"]).map((value) =>
      h("dd", { "data-new": (values.length && known && !known.includes(value)) || null }, value),
    ),
  );
}

/**
 * Draw the pieces at a place, each kind with its count, and mark counts that have grown.
 * @param {string} place
 * @param {Record<string, number>} pieces
 * @param {Record<string, Record<string, number>>} [before] all places in the previous position
 */
function pieceElements(place, pieces, before) {
  return Object.entries(pieces).map(([piece, count]) =>
    h(
      "span.plain-piece",
      { "data-place": `${place}/${piece}`, "data-new": (before && count > (before[place]?.[piece] ?? 0)) || null },
      piece,
      count > 1 ? h("small", ` × ${number(count)}`) : null,
    ),
  );
}

/** @param {AnyView} view @param {string} place @returns {boolean} whether it is a seat, named by its letter */
const isSeat = (view, place) => place.length === 1 && LETTERS.slice(0, view.state.players).includes(place);

/** @param {AnyView} view @returns {string} the position in sentences */
export function tell(view) {
  const { places = {}, fields = [], held: fieldsBySeat = [], scored = [] } = view.facts;
  const pieces = (/** @type {string} */ place) =>
    Object.entries(places[place] ?? {}).map(([piece, count]) => (count > 1 ? `${piece} × ${number(count)}` : piece));
  const describe = (/** @type {Field} */ { name, values }) => `${name}: ${values.join(", ") || "–"}`;
  const shared = Object.keys(places).filter((place) => !isSeat(view, place) && pieces(place).length);
  const hands = seats(view.state).map((seat) => {
    const score = view.scores[seat] ?? 0;
    const parts = [
      scored[seat] ?? `${number(score)} ${t("board.points", { n: score })}`,
      ...(fieldsBySeat[seat] ?? []).map(describe),
      ...pieces(LETTERS.charAt(seat)),
    ];
    return `${nameOf(view, seat)}: ${parts.join(", ")}.`;
  });
  return [
    ...fields.map((field) => `${describe(field)}.`),
    ...shared.map((place) => `${place}: ${pieces(place).join(", ")}.`),
    ...hands,
  ].join(" ");
}
