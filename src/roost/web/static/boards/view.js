// What a board is given, and the few questions that every board asks of it.

/**
 * A legal action, as the server tells it.
 * @typedef {{action: string, text?: string | null}} Choice
 *
 * Something that happened, as the server tells it; which fields it has depends on its type.
 * @typedef {{type: string, [field: string]: any}} GameEvent
 *
 * A position as JSON: docs/notation.md. `turn` is missing once `over` is there.
 * @typedef {object} Position
 * @property {string} game
 * @property {number} players
 * @property {Record<string, any>} options those that differ from their defaults
 * @property {number | "draw"} [turn]
 * @property {string} [over]
 *
 * The turn of the three Heckmecks: `roll` is the dice on the table, or `next`.
 * @typedef {{aside?: string, roll?: string}} SetAsideTurn
 * @typedef {Position & SetAsideTurn & {grill: number[], stacks: number[][]}} TilesPosition
 * @typedef {{worms: number, snails: number}} Larder
 * @typedef {Position & SetAsideTurn & {grill: string[], larders: Larder[]}} BarbecuePosition
 *
 * @typedef {{space: number, seat: number}} Ant
 * @typedef {{dice?: string, rerolls?: {left: number, groups: number}, attacks?: number, moved?: number}} PicnicTurn
 * @typedef {Position & PicnicTurn & {board: Ant[][], queens: boolean[]}} PicnicPosition
 */

/**
 * What a board or a dice tray shows.
 * @template {Position} [P=Position]
 * @typedef {object} BoardView
 * @property {P} state the position
 * @property {Choice[]} actions what the viewer may choose now
 * @property {string[]} names of the seats
 * @property {number | null} viewer the seat to favour
 * @property {GameEvent[]} events what led here, to be animated
 * @property {import("../model/table.js").SeatLook[]} [looks] who sits where, at a table
 * @property {Map<number, string>} [reactions] how seats react just now
 * @property {number | null} [turn] the seat to mark as the one to play, where that is not the position's
 * @property {number} [speed] how fast to show what happened: 1 is normal, 0 at once
 * @property {boolean} [isTense] whether much hangs on these dice
 * @property {boolean} [mayRoll] whether the viewer may roll now: then a tap on the dice does (event `roll`)
 */

import { LETTERS } from "../art/seats.js";

/**
 * Whose turn it is, if anybody's.
 * @param {Position} state
 */
export function seatToPlay(state) {
  return typeof state.turn === "number" ? state.turn : null;
}

/**
 * What a seat is called.
 * @param {BoardView} view
 * @param {number} seat
 */
export function nameOf(view, seat) {
  return view.names[seat] || (LETTERS[seat] ?? "?");
}

/**
 * Whether the viewer may choose an action now.
 * @param {BoardView} view
 * @param {string} token
 */
export function may(view, token) {
  return view.actions.some((choice) => choice.action === token);
}

/**
 * The attributes of a piece that stands for an action: a tap chooses it, or asks why it cannot be chosen. Nobody who
 * has nothing to choose asks.
 * @param {BoardView} view
 * @param {string} token
 * @returns {Record<string, string>}
 */
export function standsFor(view, token) {
  if (may(view, token)) return { "data-choose": token };
  return view.actions.length ? { "data-ask": token } : {};
}

/**
 * Tell what a tap meant: the event `choose` or `ask`, with the token of the action.
 * @param {HTMLElement} board
 * @param {Event} event
 */
export function tellTap(board, event) {
  const piece = event.target instanceof Element ? event.target.closest("[data-choose], [data-ask]") : null;
  for (const wish of ["choose", "ask"]) {
    const detail = piece?.getAttribute(`data-${wish}`);
    if (detail) board.dispatchEvent(new CustomEvent(wish, { bubbles: true, detail }));
  }
}

/**
 * All seats of a position.
 * @param {Position} state
 */
export function seats(state) {
  return Array.from({ length: state.players }, (_, seat) => seat);
}
