// How long things are shown, read and waited for, in milliseconds: all in one place, because what is read about a turn has to
// keep step with what is shown of it. How long one looks at an event says its cue (event-cues.js).

import { cueOf } from "./event-cues.js";
import { actorOf } from "./steps.js";

/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed the speed that a screen likes */

// -- what is shown --

/** How much longer than at normal speed everything is shown. */
export const FACTOR = { slow: 1.7, normal: 1, fast: 0.4, instant: 0 };
/** How long one looks at pieces that move, at normal speed; and at one's own, which is no news. */
const PIECES_MOVE = 1000;
const OWN_PIECES_MOVE = 400;
/** How much faster one's own steps move. */
export const OWN_PACE = 1.55;
/** How long dice tumble, of what one looks at them. Until then nobody knows how they fall. */
export const TUMBLE = 620;
/** How much longer, when much hangs on the last die. */
export const TENSE = 520;
/** How long the turn of somebody else takes on the screen, where all of it is known. */
const TURN = 3050;
/** How long the turns of all bots take together, and the least that each takes, however many there are. */
const ROUND = 6000;
const LEAST_TURN = 1300;
/** No single step is stretched further than this. */
const STRETCH = 1.5;
/** Nor squeezed further than this, where a turn has its whole time; where it has less, further. */
const SQUEEZE = 0.4;
/** A step of a replay, and one of the tutorial. */
export const REPLAYED = { slow: 2200, normal: 1300, fast: 650, instant: 200 };
export const LEARNT = { slow: 2600, normal: 1700, fast: 900, instant: 150 };

// -- what is read --

/** How long an important sentence stays at least: to begin with, and for each character. */
export const TO_READ = { slow: [1200, 45], normal: [700, 28], fast: [300, 12], instant: [0, 0] };
/** How long the line about a whole turn stays at least: about as long as the next turn is shown. */
export const TURN_TO_READ = { slow: 4000, normal: 2500, fast: 1200, instant: 0 };

// -- what is waited for --

/** Until what goes without saying is done: long enough for a hand that wants to stop it. */
export const BEAT = { slow: 1200, normal: 350, fast: 250, instant: 120 };
/** After one choice that was made by itself the next needs less of a beat. */
export const QUICK_BEAT = 0.5;
/** Until a whole roll of real dice is sent. */
export const SENT_AFTER = { slow: 1200, normal: 700, fast: 350, instant: 0 };

/**
 * How long a step is looked at, at normal speed.
 * @param {Step} step
 * @param {boolean} isOwn whether somebody at this device did it: they know already
 * @param {Cues} [cues] of the game
 */
export function dwell(step, isOwn, cues) {
  const looks = step.events.map((event) => {
    const { dwell: usual, own } = cueOf(event, cues);
    return isOwn ? (own ?? usual ?? OWN_PIECES_MOVE) : (usual ?? PIECES_MOVE);
  });
  return Math.max(0, ...looks) + (step.isTense ? TENSE / (isOwn ? OWN_PACE : 1) : 0);
}

/**
 * How much faster or slower than usual the next step of somebody else is shown, so that their turn takes its time.
 * @param {Step} step
 * @param {Step[]} waiting
 * @param {number} spent how long their turn has been shown, at normal speed
 * @param {Cues} [cues] of the game
 */
export function stretch(step, waiting, spent, cues) {
  const actor = actorOf(step);
  let rest = dwell(step, false, cues);
  let end = isEnd(step, actor);
  for (const next of waiting) {
    const who = actorOf(next);
    end ||= who !== null && who !== actor;
    if (end) break;
    rest += dwell(next, false, cues);
    end = isEnd(next, actor);
  }
  if (!rest) return 1;
  // The shorter the more bots there are, so that people are on turn again soon.
  const bots = step.table.seats.filter(({ bot }) => bot !== null).length;
  const turn = Math.min(TURN, Math.max(LEAST_TURN, ROUND / Math.max(1, bots)));
  // A turn that goes on may still become long: it is not slowed down.
  const aim = end ? turn : Math.min(turn, spent + rest);
  return Math.min(STRETCH, Math.max(SQUEEZE * (turn / TURN) ** 2, (aim - spent) / rest));
}

/**
 * Whether a turn ends with a step.
 * @param {Step} step
 * @param {number | null} actor
 */
export const isEnd = ({ table, isLast }, actor) => isLast && actor !== null && table.game?.seat !== actor;
