// Steps are shown one after another, at a speed that this screen likes: bots need no time, people who watch them do.
// Nothing is told before it was shown. Whoever waits can skip all of it; what is old is not played again.

import { dwell, FACTOR, isEnd, OWN_PACE, stretch, TENSE, TUMBLE } from "./pace.js";
import { actorOf } from "./steps.js";

/**
 * @typedef {object} Stage
 * @property {(step: Step, pace: number) => void} show a step; `pace` is 1 at normal speed, more when hurried, 0 at once
 * @property {(step: Step, pace: number) => void} tell what a step was, once it has been seen
 * @property {() => void} idle everything has been shown
 * @property {(step: Step) => boolean} may whether a step may be shown by now; if not, {@link Playback.goOn} is called later
 * @property {() => import("./pace.js").Speed} speed
 * @property {(step: Step) => boolean} isOwn
 * @property {(step: Step) => boolean} isOld whether it happened long ago
 * @property {() => number} now milliseconds, counted from anywhere
 * @property {(run: () => void, after: number) => number} later
 * @property {(timer: number) => void} cancel
 */

/** Shows steps in order. */
export class Playback {
  /** @type {Step[]} */
  #waiting = [];
  /** @type {number | null} */
  #timer = null;
  /** @type {(() => void) | null} what is still to be told of the step that is shown */
  #untold = null;
  #isSkipping = false;
  /** @type {{actor: number | null, began: number}} */
  #turn = { actor: null, began: 0 };

  /**
   * @param {Stage} stage
   * @param {Cues} [cues] of the game
   */
  constructor(stage, cues) {
    this.stage = stage;
    this.cues = cues;
  }

  /** Whether something has not been shown yet, or is being looked at. */
  get isBusy() {
    return this.#timer !== null || this.#waiting.length > 0;
  }

  /** @param {Step[]} steps */
  add(steps) {
    this.#waiting.push(...steps);
    if (this.#isSkipping) this.#rush();
    else if (this.#timer === null) this.#next();
  }

  /** Show everything that waits at once, and whatever still comes before {@link follow}. */
  skip() {
    this.#isSkipping = true;
    this.#rush();
  }

  /** Show what may be shown by now. */
  goOn() {
    if (this.#timer === null) this.#next();
  }

  /** From now on everything is shown in its time again. */
  follow() {
    this.#isSkipping = false;
  }

  /** Forget what waits. */
  clear() {
    this.#stop();
    this.#untold = null;
    this.#waiting = [];
    this.#isSkipping = false;
  }

  #rush() {
    this.#stop();
    this.#told();
    for (let step = this.#shift(); step; step = this.#shift()) {
      this.stage.show(step, 0);
      this.stage.tell(step, 0);
    }
    if (!this.#waiting.length) this.stage.idle();
  }

  #stop() {
    if (this.#timer !== null) this.stage.cancel(this.#timer);
    this.#timer = null;
  }

  #told() {
    const tell = this.#untold;
    this.#untold = null;
    tell?.();
  }

  #next = () => {
    this.#timer = null;
    for (let step = this.#shift(); step; step = this.#shift()) if (this.#begin(step)) return;
    if (!this.#waiting.length) this.stage.idle();
  };

  /** The next step that may be shown. */
  #shift() {
    return this.#waiting[0] && this.stage.may(this.#waiting[0]) ? this.#waiting.shift() : undefined;
  }

  /**
   * Show a step; whether there is something to look at.
   * @param {Step} step
   */
  #begin(step) {
    const isOwn = this.stage.isOwn(step);
    const speed = this.stage.isOld(step) || step.isEntered ? "instant" : this.stage.speed();
    const usual = dwell(step, isOwn, this.cues);
    const length = isOwn ? usual : usual * this.#stretched(step, FACTOR[speed]);
    const wait = Math.round(length * FACTOR[speed]);
    const pace = wait > 0 ? (usual / wait) * (isOwn ? OWN_PACE : 1) : 0;
    this.stage.show(step, pace);
    const tumble = step.events.some(({ type }) => type === "rolled")
      ? Math.min(wait, Math.round((TUMBLE + (step.isTense ? TENSE : 0)) / (pace || 1)))
      : 0;
    const tell = () => this.stage.tell(step, pace);
    if (wait === 0) {
      tell();
      return false;
    }
    if (tumble === 0) {
      tell();
      this.#timer = this.stage.later(this.#next, wait);
      return true;
    }
    this.#untold = tell;
    this.#timer = this.stage.later(() => {
      this.#told();
      this.#timer = this.stage.later(this.#next, wait - tumble);
    }, tumble);
    return true;
  }

  /**
   * How much longer than usual a step is shown. What the device itself took to draw the turn so far counts too.
   * @param {Step} step
   * @param {number} factor of the speed
   */
  #stretched(step, factor) {
    const [actor, now] = [actorOf(step), this.stage.now()];
    if (actor !== null && actor !== this.#turn.actor) this.#turn = { actor, began: now };
    const spent = factor ? (now - this.#turn.began) / factor : 0;
    const found = stretch(step, this.#waiting, spent, this.cues);
    if (isEnd(step, this.#turn.actor)) this.#turn = { actor: null, began: now };
    return found;
  }
}
