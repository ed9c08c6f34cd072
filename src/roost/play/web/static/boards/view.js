// The view that a board is given, and functions that all boards share.

import { LETTERS } from "../art/seats.js";

/**
 * A legal action, as the server sends it.
 * @typedef {ActionView} Choice
 *
 * An event of the game, as the server sends it; its fields depend on its type.
 * @typedef {{type: string, transfers?: TransferView[], doneTo?: number[], [field: string]: any}} GameEvent
 *
 * A position as JSON (see docs/notation.md). It has either `turn` or `over`.
 * @typedef {object} Position
 * @property {string} game
 * @property {number} players
 * @property {Record<string, any>} options that differ from their defaults
 * @property {number | "draw" | "over"} [turn]
 * @property {string} [over]
 *
 * A position with the board view that the server sent for it.
 * @typedef {{state: any, facts: BoardFacts, scores: number[]}} Seen
 */

/**
 * The input of a board or a dice tray.
 * @template {Position} [P=Position]
 * @typedef {object} BoardView
 * @property {GameUi} ui of the game
 * @property {P} state the position
 * @property {BoardFacts} facts what the rules say about the position
 * @property {number[]} scores by seat
 * @property {Choice[]} actions that the viewer may choose now
 * @property {string[]} names of the seats
 * @property {number | null} viewer the seat from whose side the board is shown
 * @property {GameEvent[]} events that led to the position, to be animated
 * @property {Seen | null} [before] the position shown before, so that new values can be marked; added by the board
 * @property {SeatLook[]} [looks] appearance of the seats, at a table
 * @property {Map<number, string>} [reactions] players' current reactions, by seat
 * @property {number | null} [turn] the seat to mark as next to play, if the position says otherwise
 * @property {number} [speed] speed of the animation: 1 is normal, 0 is none
 * @property {boolean} [isTense] whether much depends on these dice
 * @property {boolean} [mayRoll] whether the viewer may roll now by tapping the dice (event `roll`)
 */

/**
 * How a game is drawn, described and animated: the exports of its module `board.js`.
 * @typedef {object} Painter
 * @property {(view: BoardView<any>) => HTMLElement[]} draw
 * @property {(view: BoardView<any>) => string} tell describe the position in sentences
 * @property {(view: BoardView<any>) => import("./motion.js").Flight[]} [flights] by default, those of all moved pieces
 * @property {(view: BoardView<any>) => Moment | null} [moment] a moment to celebrate
 * @property {(action: string, view: Pick<BoardView<any>, "ui" | "state" | "looks">) => (Node | null)[]} [choice] draw
 *   pictures of an action
 * @property {(view: BoardView<any>) => string} [intent] what the player to move still needs, in a few words
 * @property {() => SVGElement} [trophy] drawn beside the winner
 * @property {(view: BoardView<any>, picked: number[]) => HTMLElement[]} [dice] the tray; by default, the dice of `facts`
 * @property {Pacings} [EVENTS] pacing of the game's events
 * @property {(seen: Seen, event: GameEvent) => Seen | null} [after] the position with the dice as an event leaves them;
 *   null if the event changes more than dice; by default `rolled`
 */

/** @param {Position} state @returns {number | null} the seat to play, if any */
export const seatToPlay = (state) => (typeof state.turn === "number" ? state.turn : null);

/** @param {Position} state */
export const isOver = (state) => state.over !== undefined || state.turn === "over";

/** @param {BoardView} view @param {number} seat @returns {string} the seat's name, or its letter if it has no name */
export const nameOf = (view, seat) => view.names[seat] || (LETTERS[seat] ?? "?");

/** @param {BoardView} view @param {string} token @returns {boolean} whether the viewer may choose the action now */
export const may = (view, token) => view.actions.some((choice) => choice.action === token);

/**
 * Return the attributes of a piece that is a shortcut to an action: a tap chooses the action, or asks why it is
 * illegal. A viewer without choices gets no attributes.
 * @param {BoardView} view
 * @param {string} token
 * @returns {Record<string, string>}
 */
export function standsFor(view, token) {
  if (may(view, token)) return { "data-choose": token };
  return view.actions.length ? { "data-ask": token } : {};
}

/**
 * Send a tap as an event, `choose` or `ask`, with the action's token.
 * @param {HTMLElement} board
 * @param {Event} event
 */
export function tellTap(board, event) {
  const piece = event.target instanceof Element ? event.target.closest("[data-choose], [data-ask]") : null;
  for (const type of ["choose", "ask"]) {
    const detail = piece?.getAttribute(`data-${type}`);
    if (detail) board.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

/** @param {Position} state */
export const seats = (state) => Array.from({ length: state.players }, (_, seat) => seat);

/**
 * Return the position with the dice that the event rolled; null if the event is not a roll.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @returns {Seen | null}
 */
export function rolled(seen, event) {
  if (event.type !== "rolled") return null;
  return { ...seen, facts: { ...seen.facts, to_roll: 0, rolled: String(event["roll"]) } };
}
