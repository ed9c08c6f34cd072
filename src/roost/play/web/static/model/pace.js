// Times for showing, reading and waiting, in milliseconds. They are in one place because sentences about a turn must
// keep pace with its animation. How long each event is shown is in its pacing (event-pacing.js).

import { pacingOf } from "./event-pacing.js";
import { actorOf } from "./steps.js";

/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed of a screen, from its settings */

// -- what is shown --

/** Factor by which all times are multiplied, for each speed. */
export const FACTOR = { slow: 1.7, normal: 1, fast: 0.4, instant: 0 };
/** Time to show moving pieces at normal speed, and the shorter time for a player's own move, because it is expected. */
const PIECES_MOVE = 1000;
const OWN_PIECES_MOVE = 400;
/** Factor by which a player's own steps are faster. */
export const OWN_PACE = 1.55;
/** How long dice fly before their result appears; this is included in the time that dice are shown. */
export const TUMBLE = 1000;
/** Additional time when much depends on the last die. */
export const TENSE = 520;
/** Target length of another player's turn, if the whole turn is known. */
const TURN = 3050;
/** Target length of all bots' turns together, and minimum length of each turn. */
const ROUND = 6000;
const LEAST_TURN = 1300;
/** Maximum factor by which a single step is lengthened. */
const STRETCH = 1.5;
/** Smallest factor for a step's length if its turn has the full target time; with less time it may be even smaller. */
const SQUEEZE = 0.4;
/** Length of each step in a replay, and in the tutorial. */
export const REPLAYED = { slow: 2200, normal: 1300, fast: 650, instant: 200 };
export const LEARNT = { slow: 2600, normal: 1700, fast: 900, instant: 150 };

// -- what is read --

/** Minimum time for an important sentence: a base time, and the time for each character. */
export const TO_READ = { slow: [1200, 45], normal: [700, 28], fast: [300, 12], instant: [0, 0] };
/** Minimum time for a bot's line, the summary of its turn. Only the latest two lines stay, so LEAST_TURN limits it. */
export const BOT_LINE = { slow: 4000, normal: 2500, fast: 1200, instant: 0 };

// -- what is waited for --

/** Pause before an obvious choice is made automatically, long enough for the player to stop it. */
export const BEAT = { slow: 1200, normal: 350, fast: 250, instant: 120 };
/** Factor for the pause after a choice that was also made automatically. */
export const QUICK_BEAT = 0.5;
/** Pause before a complete roll of real dice is sent. */
export const SENT_AFTER = { slow: 1200, normal: 700, fast: 350, instant: 0 };

/**
 * Return how long a step is shown, at normal speed.
 * @param {Step} step
 * @param {boolean} isOwn whether a player at this device made it and so expects it
 * @param {Pacings} [pacings] of the game
 */
export function dwell(step, isOwn, pacings) {
  const times = step.events.map((event) => {
    const { dwell: usual, own } = pacingOf(event, pacings);
    return isOwn ? (own ?? usual ?? OWN_PIECES_MOVE) : (usual ?? PIECES_MOVE);
  });
  return Math.max(0, ...times) + (step.isTense ? TENSE / (isOwn ? OWN_PACE : 1) : 0);
}

/**
 * Return the factor for the length of another player's next step, so that their turn takes the target time.
 * @param {Step} step
 * @param {Step[]} waiting
 * @param {number} spent time for which the turn has been shown, at normal speed
 * @param {Pacings} [pacings] of the game
 */
export function stretch(step, waiting, spent, pacings) {
  const actor = actorOf(step);
  let rest = dwell(step, false, pacings);
  let end = isEnd(step, actor);
  for (const following of waiting) {
    const nextActor = actorOf(following);
    end ||= nextActor !== null && nextActor !== actor;
    if (end) break;
    rest += dwell(following, false, pacings);
    end = isEnd(following, actor);
  }
  if (!rest) return 1;
  // Turns are shorter the more bots there are, so people wait less.
  const bots = step.table.seats.filter(({ bot }) => bot !== null).length;
  const turn = Math.min(TURN, Math.max(LEAST_TURN, ROUND / Math.max(1, bots)));
  // An unfinished turn may still become long, so it is not slowed down.
  const target = end ? turn : Math.min(turn, spent + rest);
  return Math.min(STRETCH, Math.max(SQUEEZE * (turn / TURN) ** 2, (target - spent) / rest));
}

/** @param {Step} step @param {number | null} actor @returns {boolean} whether the actor's turn ends with the step */
export const isEnd = ({ table, isLast }, actor) => isLast && actor !== null && table.game?.seat !== actor;
