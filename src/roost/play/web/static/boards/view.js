// What a board is given, and the few questions that every board asks of it.

import { LETTERS } from "../art/seats.js";

/**
 * A legal action, as the server tells it.
 * @typedef {ActionView} Choice
 *
 * Something that happened, as the server tells it; which fields it has depends on its type.
 * @typedef {{type: string, transfers?: TransferView[], doneTo?: number[], [field: string]: any}} GameEvent
 *
 * A position as JSON: docs/notation.md. `turn` is missing once `over` is there.
 * @typedef {object} Position
 * @property {string} game
 * @property {number} players
 * @property {Record<string, any>} options those that differ from their defaults
 * @property {number | "draw" | "over"} [turn]
 * @property {string} [over]
 *
 * A position with what the server says about it beyond its fields.
 * @typedef {{state: any, sight: Sight, scores: number[]}} Seen
 */

/**
 * What a board or a dice tray shows.
 * @template {Position} [P=Position]
 * @typedef {object} BoardView
 * @property {Kit} kit of the game
 * @property {P} state the position
 * @property {Sight} sight what follows from it by the rules
 * @property {number[]} scores what everybody has
 * @property {Choice[]} actions what the viewer may choose now
 * @property {string[]} names of the seats
 * @property {number | null} viewer the seat to favour
 * @property {GameEvent[]} events what led here, to be animated
 * @property {Seen | null} [before] the position that was shown before this one, to mark what is new; the board adds it
 * @property {SeatLook[]} [looks] who sits where, at a table
 * @property {Map<number, string>} [reactions] how seats react just now
 * @property {number | null} [turn] the seat to mark as the one to play, where that is not the position's
 * @property {number} [speed] how fast to show what happened: 1 is normal, 0 at once
 * @property {boolean} [isTense] whether much hangs on these dice
 * @property {boolean} [mayRoll] whether the viewer may roll now: then a tap on the dice does (event `roll`)
 */

/**
 * How a game is drawn, told and moved: what its module `board.js` exports.
 * @typedef {object} Painter
 * @property {(view: BoardView<any>) => HTMLElement[]} draw
 * @property {(view: BoardView<any>) => string} tell the position in sentences
 * @property {(view: BoardView<any>) => import("./motion.js").Flight[]} [flights] what flies; without it, every piece that moved
 * @property {(view: BoardView<any>) => Moment | null} [moment] what is worth a picture of its own
 * @property {(action: string, view: Pick<BoardView<any>, "kit" | "state" | "looks">) => (Node | null)[]} [choice] what an
 *   action is about, in pictures
 * @property {() => SVGElement} [trophy] what winning is about, for whoever has won
 * @property {(view: BoardView<any>, picked: number[]) => HTMLElement[]} [dice] the tray; without it, the dice of `sight`
 * @property {Cues} [EVENTS] how long one looks at the game's events, and how they sound
 * @property {(seen: Seen, event: GameEvent) => Seen | null} [after] the position with its dice as an event leaves them;
 *   nothing, if it is about more than dice; without it, `rolled` below
 */

/**
 * Whose turn it is, if anybody's.
 * @param {Position} state
 */
export const seatToPlay = (state) => (typeof state.turn === "number" ? state.turn : null);

/**
 * Whether a game is over.
 * @param {Position} state
 */
export const isOver = (state) => state.over !== undefined || state.turn === "over";

/**
 * What a seat is called.
 * @param {BoardView} view
 * @param {number} seat
 */
export const nameOf = (view, seat) => view.names[seat] || (LETTERS[seat] ?? "?");

/**
 * Whether the viewer may choose an action now.
 * @param {BoardView} view
 * @param {string} token
 */
export const may = (view, token) => view.actions.some((choice) => choice.action === token);

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
export const seats = (state) => Array.from({ length: state.players }, (_, seat) => seat);

/**
 * The position with its dice as they were rolled; nothing, if an event is about more than that.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @returns {Seen | null}
 */
export function rolled(seen, event) {
  if (event.type !== "rolled") return null;
  return { ...seen, sight: { ...seen.sight, due: 0, rolled: String(event["roll"]) } };
}
