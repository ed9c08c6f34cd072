// The board of a game that brings none: everything that the position says, of all and of each player, every place with
// its pieces, and what everybody has scored. Pieces fly from place to place as the events of the game say, and what is
// new since the position before is marked.

import { LETTERS } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { seatCards } from "./seat-card.js";
import { nameOf, seats } from "./view.js";

/**
 * @typedef {BoardView<any>} AnyView
 * @typedef {FieldView} Field
 */

/** @param {AnyView} view */
export function draw(view) {
  const { places = {}, fields = [], held = [], scored = [] } = view.sight;
  const { sight: before, scores: scoredBefore = view.scores } = view.before ?? {};
  const shared = Object.entries(places).filter(([place]) => !isSeat(view, place));
  return [
    fields.length ? h("dl.plain-fields", ...fields.map((field) => shown(field, before?.fields))) : null,
    shared.length
      ? h(
          "div.plain-places",
          ...shared.map(([place, pieces]) =>
            h("div.plain-place.wraps", { "data-place": place }, h("b", place), ...lying(place, pieces, before?.places)),
          ),
        )
      : null,
    seatCards(view, (seat) => {
      const letter = LETTERS.charAt(seat);
      const score = view.scores[seat] ?? 0;
      const mine = held[seat] ?? [];
      return [
        h(
          "div.plain-seat",
          h(
            "b",
            { "data-new": score !== scoredBefore[seat] || null },
            scored[seat] ?? `${number(score)} ${t("board.points", { n: score })}`,
          ),
          mine.length ? h("dl", ...mine.map((field) => shown(field, before?.held?.[seat]))) : null,
          h("div.plain-hand.wraps", ...lying(letter, places[letter] ?? {}, before?.places)),
        ),
      ];
    }),
  ].filter((part) => part !== null);
}

/**
 * A field with what it holds; what it did not hold before is marked.
 * @param {Field} field
 * @param {Field[]} [before] all fields of the place, as they were
 */
function shown({ name, values }, before) {
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
 * The pieces at a place, each kind with its number; where there are more than before they are marked.
 * @param {string} place
 * @param {Record<string, number>} pieces
 * @param {Record<string, Record<string, number>>} [before] all places, as they were
 */
function lying(place, pieces, before) {
  return Object.entries(pieces).map(([piece, count]) =>
    h(
      "span.plain-piece",
      { "data-place": `${place}/${piece}`, "data-new": (before && count > (before[place]?.[piece] ?? 0)) || null },
      piece,
      count > 1 ? h("small", ` × ${number(count)}`) : null,
    ),
  );
}

/**
 * Whether a place belongs to a player: a seat is a place by its letter.
 * @param {AnyView} view
 * @param {string} place
 */
const isSeat = (view, place) => place.length === 1 && LETTERS.slice(0, view.state.players).includes(place);

/**
 * The position in sentences.
 * @param {AnyView} view
 */
export function tell(view) {
  const { places = {}, fields = [], held = [], scored = [] } = view.sight;
  const pieces = (/** @type {string} */ place) =>
    Object.entries(places[place] ?? {}).map(([piece, count]) => (count > 1 ? `${piece} × ${number(count)}` : piece));
  const said = (/** @type {Field} */ { name, values }) => `${name}: ${values.join(", ") || "–"}`;
  const shared = Object.keys(places).filter((place) => !isSeat(view, place) && pieces(place).length);
  const hands = seats(view.state).map((seat) => {
    const score = view.scores[seat] ?? 0;
    const told = [
      scored[seat] ?? `${number(score)} ${t("board.points", { n: score })}`,
      ...(held[seat] ?? []).map(said),
      ...pieces(LETTERS.charAt(seat)),
    ];
    return `${nameOf(view, seat)}: ${told.join(", ")}.`;
  });
  return [
    ...fields.map((field) => `${said(field)}.`),
    ...shared.map((place) => `${place}: ${pieces(place).join(", ")}.`),
    ...hands,
  ].join(" ");
}
