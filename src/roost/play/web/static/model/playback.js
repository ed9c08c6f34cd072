// Plays the steps of changes one after another, at the speed of this screen: bots need no time, but spectators do. A
// sentence appears only after its step is shown. The viewer can skip all waiting steps; old steps are not animated.

import { dwell, FACTOR, isEnd, OWN_PACE, stretch, TENSE, TUMBLE } from "./pace.js";
import { actorOf } from "./steps.js";

/**
 * @typedef {object} Stage
 * @property {(step: Step, pace: number) => void} show a step; `pace` is 1 at normal speed, higher if faster, 0 for no animation
 * @property {(step: Step, pace: number) => void} tell show the step's sentences, once the step has been seen
 * @property {() => void} idle called when everything has been shown
 * @property {(step: Step) => boolean} may whether a step may be shown now; if not, {@link Playback.goOn} is called later
 * @property {() => import("./pace.js").Speed} speed
 * @property {(step: Step) => boolean} isOwn whether a player at this device made the step
 * @property {(step: Step) => boolean} isOld whether the step happened long ago
 * @property {() => number} now time in milliseconds, on any clock
 * @property {(run: () => void, after: number) => number} later set a timer
 * @property {(timer: number) => void} cancel
 */

/** Shows steps in order. */
export class Playback {
  /** @type {Step[]} */
  #waiting = [];
  /** @type {number | null} */
  #timer = null;
  /** @type {(() => void) | null} shows the sentences of the current step */
  #pendingSentences = null;
  #isSkipping = false;
  /** @type {{actor: number | null, began: number}} */
  #turn = { actor: null, began: 0 };

  /**
   * @param {Stage} stage
   * @param {Pacings} [pacings] of the game
   */
  constructor(stage, pacings) {
    this.stage = stage;
    this.pacings = pacings;
  }

  /** Whether steps are waiting or being shown. */
  get isBusy() {
    return this.#timer !== null || this.#waiting.length > 0;
  }

  /** @param {Step[]} steps */
  add(steps) {
    this.#waiting.push(...steps);
    if (this.#isSkipping) this.#rush();
    else if (this.#timer === null) this.#next();
  }

  /** Show all waiting steps at once, and also those that arrive before {@link follow} is called. */
  skip() {
    this.#isSkipping = true;
    this.#rush();
  }

  /** Continue with the steps that may be shown now. */
  goOn() {
    if (this.#timer === null) this.#next();
  }

  /** Stop skipping: show further steps at the usual pace. */
  follow() {
    this.#isSkipping = false;
  }

  /** Drop all waiting steps. */
  clear() {
    this.#stop();
    this.#pendingSentences = null;
    this.#waiting = [];
    this.#isSkipping = false;
  }

  #rush() {
    this.#stop();
    this.#showSentences();
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

  #showSentences() {
    const tell = this.#pendingSentences;
    this.#pendingSentences = null;
    tell?.();
  }

  #next = () => {
    this.#timer = null;
    for (let step = this.#shift(); step; step = this.#shift()) if (this.#begin(step)) return;
    if (!this.#waiting.length) this.stage.idle();
  };

  /** Remove the next step from the queue and return it, if it may be shown. */
  #shift() {
    return this.#waiting[0] && this.stage.may(this.#waiting[0]) ? this.#waiting.shift() : undefined;
  }

  /**
   * Show a step. Return whether that takes time.
   * @param {Step} step
   */
  #begin(step) {
    const isOwn = this.stage.isOwn(step);
    const speed = this.stage.isOld(step) || step.isEntered ? "instant" : this.stage.speed();
    const usual = dwell(step, isOwn, this.pacings);
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
    this.#pendingSentences = tell;
    this.#timer = this.stage.later(() => {
      this.#showSentences();
      this.#timer = this.stage.later(this.#next, wait - tumble);
    }, tumble);
    return true;
  }

  /**
   * Return how much longer than usual a step is shown. The calculation includes the time that this device took to draw.
   * @param {Step} step
   * @param {number} factor of the speed
   */
  #stretched(step, factor) {
    const [actor, now] = [actorOf(step), this.stage.now()];
    if (actor !== null && actor !== this.#turn.actor) this.#turn = { actor, began: now };
    const spent = factor ? (now - this.#turn.began) / factor : 0;
    const factorOfTurn = stretch(step, this.#waiting, spent, this.pacings);
    if (isEnd(step, this.#turn.actor)) this.#turn = { actor: null, began: now };
    return factorOfTurn;
  }
}
