// What a game had to be proud of, read off its steps: who dared most, who took most from another, whose turn brought most.

import { actorOf } from "./playback.js";

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {{kind: "boldest" | "theft" | "best_turn", seat: number, from: number | null, n: number}} Award */
/** @typedef {{game: number, actor: number | null, rolls: number, scores: number[], best: Award[]} | null} Awards nothing for a game whose beginning was not seen */

/** From so many rolls on a turn was bold. */
const BOLD = 4;

/**
 * The awards of a game that begins.
 * @param {{number: number, scores: number[]}} game
 * @returns {Awards}
 */
export function noAwards({ number, scores }) {
  return { game: number, actor: null, rolls: 0, scores, best: [] };
}

/**
 * The awards after another step.
 * @param {Awards} awards
 * @param {Step} step
 * @returns {Awards}
 */
export function awarded(awards, step) {
  const { game } = step.table;
  if (!game) return null;
  if (step.entries.some(({ type }) => type === "started")) return noAwards(game);
  if (!awards || awards.game !== game.number) return null;
  const actor = actorOf(step) ?? awards.actor;
  let rolls = actor === awards.actor ? awards.rolls : 0;
  rolls += step.events.filter(({ type }) => type === "rolled").length;
  const gains = game.scores.map((score, seat) => score - (awards.scores[seat] ?? 0));
  const gain = actor === null ? 0 : (gains[actor] ?? 0);
  let { best } = awards;
  if (actor !== null && gain > 0) {
    const victim = gains.findIndex((change, seat) => change < 0 && seat !== actor);
    best = better(best, { kind: "best_turn", seat: actor, from: null, n: gain });
    if (rolls >= BOLD) best = better(best, { kind: "boldest", seat: actor, from: null, n: rolls });
    if (victim >= 0) best = better(best, { kind: "theft", seat: actor, from: victim, n: -(gains[victim] ?? 0) });
  }
  const isOver = step.isLast && game.seat !== actor;
  return { ...awards, actor: isOver ? null : actor, rolls: isOver ? 0 : rolls, scores: game.scores, best };
}

/**
 * @param {Award[]} best
 * @param {Award} award
 */
function better(best, award) {
  const known = best.find(({ kind }) => kind === award.kind);
  return known && known.n >= award.n ? best : [...best.filter((other) => other !== known), award];
}
