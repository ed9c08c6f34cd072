// A position that is being set up by hand: pieces in, text out. The rules engine has the last word on whether it can be.

/**
 * What every setup holds; the rest is the game's own.
 * @typedef {object} Setup
 * @property {string} game
 * @property {string} options as the text of a position writes them
 * @property {number} players
 * @property {number} turn whose turn it is
 * @property {string} aside dice that lie aside
 * @property {string} rolled dice on the table
 */

/**
 * What a game's module `setup.js` exports: how its positions are set up by tapping.
 * @template {Setup} [S=any]
 * @typedef {object} Editor
 * @property {(view: PositionView, kit: Kit) => S} read a position that the server has read
 * @property {(setup: S) => string} write its text
 * @property {(setup: S, players: number) => S} seated with another number of players: those who go take their pieces along
 * @property {(before: PositionView, now: PositionView) => boolean} [isNews] whether the server says what changes the editor
 * @property {(setup: S, tools: import("../parts/setup.js").Tools<S>) => (Node | null)[]} draw
 */

const SEATS = "ABCDEFG";

/**
 * The options in the text of a position.
 * @param {string} position
 * @param {GameInfo} info
 */
export function optionsIn(position, { options }) {
  const known = new Set(options.map(({ name }) => name));
  return position
    .split(" ")
    .slice(1)
    .filter((word) => known.has(word.split("=")[0] ?? ""))
    .join(" ");
}

/**
 * What every setup begins with.
 * @param {PositionView} view
 * @param {GameInfo} info
 */
export function begun({ position, state }, info) {
  return {
    game: info.name,
    options: optionsIn(position, info),
    players: Number(state["players"]),
    turn: typeof state["turn"] === "number" ? state["turn"] : 0,
  };
}

/** @param {(number | string)[]} items */
export const listed = (items) => items.join(",") || "-";

/**
 * A value for each seat, as text.
 * @param {Setup} setup
 * @param {(seat: number) => string} value
 */
export function perSeat({ players }, value) {
  return [...SEATS.slice(0, players)].map((seat, place) => `${seat}=${value(place)}`);
}

/**
 * The words that every position begins with, and whose turn it is.
 * @param {Setup} setup
 * @param {string[]} board
 * @param {string[]} dice
 */
export function positionText({ game, options, turn }, board, dice) {
  return [game, ...(options ? [options] : []), ...board, `turn=${SEATS[turn]}`, ...dice].join(" ");
}

/**
 * What each of so many players has: what they had, or nothing yet.
 * @template T
 * @param {T[]} had
 * @param {number} players
 * @param {() => T} nothing
 * @returns {T[]}
 */
export const forSeats = (had, players, nothing) => Array.from({ length: players }, (_, seat) => had[seat] ?? nothing());

/**
 * How many dice the table is short of: none of them shown is fine, some of them are not.
 * @param {Setup} setup
 * @param {GameInfo} info
 */
export const diceMissing = ({ aside, rolled }, { dice }) => (rolled ? dice - aside.length - rolled.length : 0);

/**
 * Add a die.
 * @template {Setup} S
 * @param {S} setup
 * @param {"aside" | "rolled"} where
 * @param {string} face
 * @param {GameInfo} info
 * @returns {S}
 */
export function addDie(setup, where, face, { dice, die }) {
  if (setup.aside.length + setup.rolled.length >= dice) return setup;
  const shown = [...setup[where], face].sort((a, b) => die.faces.indexOf(a) - die.faces.indexOf(b)).join("");
  return { ...setup, [where]: shown, ...(where === "rolled" ? { rolling: false } : {}) };
}

/**
 * Take a die away.
 * @template {Setup} S
 * @param {S} setup
 * @param {"aside" | "rolled"} where
 * @param {string} face
 * @returns {S}
 */
export const removeDie = (setup, where, face) => ({ ...setup, [where]: setup[where].replace(face, "") });
