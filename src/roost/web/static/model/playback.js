// Steps are shown one after another, at a speed that one can follow. Who waits can skip; who was away is caught up.

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed */

/** How long one looks at what happened, in milliseconds, at normal speed. */
const DWELL = /** @type {Record<string, number>} */ ({
  drawn: 1100,
  rolled: 950,
  laid_aside: 650,
  picked_up: 450,
  dead_roll: 1100,
  failed: 1100,
  took: 900,
  snatched: 1200,
  placed: 900,
  stolen: 1200,
  snail_taken: 900,
  snail_placed: 900,
  pushed: 900,
  moved: 800,
  captured: 1200,
  queen_taken: 800,
  queen_spent: 800,
  ended: 900,
});
const FACTOR = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
/** The dice need their time to settle, even where nothing is left to explain. */
const OWN_CHOICE = 120;
const OWN_ROLL = 950;
/** From so many waiting steps on everything goes twice as fast; from many more, straight to the end. */
const CROWD = 4;
const FAR_BEHIND = 14;

/**
 * How long a step is looked at.
 * @param {Step} step
 * @param {Speed} speed
 * @param {boolean} isOwn whether somebody at this device did it: they know already
 */
export function dwell(step, speed, isOwn) {
  const longest = Math.max(0, ...step.events.map((event) => (isOwn ? ownDwell(event.type) : (DWELL[event.type] ?? 0))));
  return Math.round(longest * FACTOR[speed]);
}

/** @param {string} type */
function ownDwell(type) {
  if (type === "rolled") return OWN_ROLL;
  return type === "laid_aside" || type === "picked_up" ? OWN_CHOICE : (DWELL[type] ?? 0);
}

/**
 * @typedef {object} Stage
 * @property {(step: Step, pace: number) => void} show a step; `pace` is 1 at normal speed, more when hurried, 0 at once
 * @property {() => void} idle everything has been shown
 * @property {() => Speed} speed
 * @property {(step: Step) => boolean} isOwn
 * @property {(run: () => void, after: number) => number} later
 * @property {(timer: number) => void} cancel
 */

/** Shows steps in order. */
export class Playback {
  /** @type {Step[]} */
  #waiting = [];
  /** @type {number | null} */
  #timer = null;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** Whether something has not been shown yet, or is being looked at. */
  get isBusy() {
    return this.#timer !== null || this.#waiting.length > 0;
  }

  /** How many steps have not been shown yet. */
  get behind() {
    return this.#waiting.length;
  }

  /** @param {Step[]} steps */
  add(steps) {
    this.#waiting.push(...steps);
    if (this.#waiting.length > FAR_BEHIND) this.skip();
    else if (this.#timer === null) this.#next();
  }

  /** Show everything that waits, at once. */
  skip() {
    this.#stop();
    for (const step of this.#waiting.splice(0)) this.stage.show(step, 0);
    this.stage.idle();
  }

  /** Forget what waits. */
  clear() {
    this.#stop();
    this.#waiting = [];
  }

  #stop() {
    if (this.#timer !== null) this.stage.cancel(this.#timer);
    this.#timer = null;
  }

  #next = () => {
    this.#timer = null;
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) {
      const hurry = this.#waiting.length >= CROWD ? 2 : 1;
      const speed = this.stage.speed();
      const wait = dwell(step, speed, this.stage.isOwn(step)) / hurry;
      this.stage.show(step, speed === "instant" ? 0 : hurry / FACTOR[speed]);
      if (wait > 0) {
        this.#timer = this.stage.later(this.#next, wait);
        return;
      }
    }
    this.stage.idle();
  };
}
