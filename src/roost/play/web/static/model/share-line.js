// Writes a result as one line for a chat, without words of any language: a die, the game, and medals.

const MEDALS = ["🥇", "🥈", "🥉"];

/**
 * @param {string} title of the game
 * @param {{place: number, name: string, score: number | string}[]} rows best first
 */
export function shareLine(title, rows) {
  const placed = rows.filter(({ place }) => place <= MEDALS.length);
  const medals = placed.map(({ place, name, score }) => `${MEDALS[place - 1]} ${name}: ${score}`);
  return ["🎲", title, ...medals].join(" ");
}
