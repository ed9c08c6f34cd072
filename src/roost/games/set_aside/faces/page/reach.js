// What a set-aside turn may still come to: which results the dice allow, whatever they show.

/**
 * How many dice each game has, and what their symbols count.
 * @type {Record<string, {count: number, values: Record<string, number>}>}
 */
const DICE = {
  heckmeck: { count: 8, values: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, w: 5 } },
  junior: { count: 6, values: { w: 1, g: 1, c: 1, k: 1, b: 2 } },
  barbecue: { count: 8, values: { 1: 1, 2: 2, 3: 3, 4: 4, w: 5, 6: 6 } },
};

/**
 * Where a set-aside turn stands.
 * @typedef {{game: string, aside?: string | undefined, roll?: string | undefined}} Turn
 */

/**
 * The symbols of a game's die in their order, or nothing for a game without set-aside turns.
 * @param {string} game
 */
export function symbols(game) {
  const dice = DICE[game];
  return dice && Object.keys(dice.values);
}

/**
 * How often each symbol is there, in the order of the die.
 * @param {string} game
 * @param {string} dice
 * @returns {[string, number][]}
 */
export function grouped(game, dice) {
  const order = symbols(game) ?? [...new Set(dice)].sort();
  const counts = order.map((symbol) => /** @type {[string, number]} */ ([symbol, dice.split(symbol).length - 1]));
  return counts.filter(([, count]) => count > 0);
}

/**
 * The sum of dice.
 * @param {string} game
 * @param {string} dice
 */
export function sum(game, dice) {
  const values = DICE[game]?.values ?? {};
  return [...dice].reduce((total, symbol) => total + (values[symbol] ?? 0), 0);
}

/**
 * The dice that lie on the table: their symbols, or how many are about to be rolled.
 * @param {Turn} turn
 * @returns {{shown: string, hidden: number}}
 */
export function onTable({ game, aside = "", roll }) {
  if (roll !== undefined && roll !== "next") return { shown: roll, hidden: 0 };
  return { shown: "", hidden: (DICE[game]?.count ?? 0) - aside.length };
}

/**
 * Whether dice lie aside that may be judged now: nothing waits to be set aside, and nothing is being rolled.
 * @param {Turn} turn
 */
export function isJudged({ aside = "", roll }) {
  if (!aside || roll === "next") return false;
  return roll === undefined || [...roll].every((symbol) => aside.includes(symbol));
}

/**
 * All results with a worm that the turn may end on from here, the present one included.
 * @param {Turn} turn
 * @returns {Set<number>}
 */
export function reachable(turn) {
  /** @type {Set<number>} */
  const found = new Set();
  const { values = {}, count = 0 } = DICE[turn.game] ?? {};
  const { aside = "", roll } = turn;
  const { shown } = onTable(turn);
  const fresh = grouped(turn.game, shown).filter(([symbol]) => !aside.includes(symbol));
  const starts = fresh.length ? fresh.map(([symbol, times]) => aside + symbol.repeat(times)) : [aside];
  for (const start of starts) {
    const isOver = roll !== undefined && roll !== "next" && !fresh.length;
    const free = isOver ? [] : Object.entries(values).filter(([symbol]) => !start.includes(symbol));
    walk(free, count - start.length, sum(turn.game, start), start.includes("w"), found);
  }
  return found;
}

/**
 * Set aside any number of each free symbol.
 * @param {[string, number][]} free
 * @param {number} left
 * @param {number} total
 * @param {boolean} worm
 * @param {Set<number>} found
 */
function walk(free, left, total, worm, found) {
  const [first, ...others] = free;
  if (!first) {
    if (worm) found.add(total);
    return;
  }
  const [symbol, value] = first;
  for (let times = 0; times <= left; times++) {
    walk(others, left - times, total + times * value, worm || (times > 0 && symbol === "w"), found);
  }
}
