// Sets up a position by hand: converts pieces to a position's text. The rules engine decides whether it is legal.

/**
 * Fields that every setup has; each game adds its own.
 * @typedef {object} Setup
 * @property {string} game
 * @property {string} options as a position's text writes them
 * @property {number} players
 * @property {number} turn whose turn it is
 * @property {string} aside dice that are set aside
 * @property {string} rolled dice on the table
 */

/**
 * Exports of a game's module `setup.js`, which lets players set up positions by tapping.
 * @template {Setup} [S=any]
 * @typedef {object} Editor
 * @property {(view: PositionView, ui: GameUi) => S} read convert a position to a setup
 * @property {(setup: S) => string} write convert a setup to text
 * @property {(setup: S, players: number) => S} seated change the number of players; drop the pieces of removed players
 * @property {(before: PositionView, now: PositionView) => boolean} [isNews] whether the server's answer changes the editor
 * @property {(setup: S, tools: import("../parts/setup.js").Tools<S>) => (Node | null)[]} draw
 */

const SEATS = "ABCDEFG";

/** @param {string} position @param {GameInfo} info @returns {string} the options in the position's text */
export function optionsIn(position, { options }) {
  const known = new Set(options.map(({ name }) => name));
  return position
    .split(" ")
    .slice(1)
    .filter((word) => known.has(word.split("=")[0] ?? ""))
    .join(" ");
}

/** @param {PositionView} view @param {GameInfo} info */
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

/** @param {Setup} setup @param {(seat: number) => string} value @returns {string[]} one word per seat: `A=value` */
export function perSeat({ players }, value) {
  return [...SEATS.slice(0, players)].map((seat, place) => `${seat}=${value(place)}`);
}

/** @param {Setup} setup @param {string[]} board words that only this game uses @param {string[]} dice */
export function positionText({ game, options, turn }, board, dice) {
  return [game, ...(options ? [options] : []), ...board, `turn=${SEATS[turn]}`, ...dice].join(" ");
}

/**
 * Return a value for each player: the current value, or an initial value for an added player.
 * @template T
 * @param {T[]} values
 * @param {number} players
 * @param {() => T} initial
 * @returns {T[]}
 */
export const forSeats = (values, players, initial) =>
  Array.from({ length: players }, (_, seat) => values[seat] ?? initial());

/**
 * Return how many dice are missing from the table, which must show either none or all of the dice not set aside.
 * @param {Setup} setup
 * @param {GameInfo} info
 */
export const diceMissing = ({ aside, rolled }, { dice }) => (rolled ? dice - aside.length - rolled.length : 0);

/**
 * @template {Setup} S
 * @param {S} setup
 * @param {"aside" | "rolled"} where
 * @param {string} face
 * @param {GameInfo} info
 * @returns {S}
 */
export function addDie(setup, where, face, { dice, die }) {
  if (setup.aside.length + setup.rolled.length >= dice) return setup;
  const sorted = [...setup[where], face].sort((a, b) => die.faces.indexOf(a) - die.faces.indexOf(b)).join("");
  return { ...setup, [where]: sorted, ...(where === "rolled" ? { rolling: false } : {}) };
}

/** @template {Setup} S @param {S} setup @param {"aside" | "rolled"} where @param {string} face @returns {S} */
export const removeDie = (setup, where, face) => ({ ...setup, [where]: setup[where].replace(face, "") });
