// Animates dice: they fly with blurred faces, lie for a moment where they fell, and are then gathered. Only transforms
// and opacity change, so that slow phones keep up.

import { die } from "../art/dice.js";
import { h } from "../lib/dom.js";

/** Milliseconds until all dice have fallen, and milliseconds for gathering them. */
const FALL = 620;
const GATHER = 300;
/** Additional milliseconds for the last die when much depends on it. */
const TENSE = 520;

/**
 * Return a generator of random numbers from a seed, so that a redrawn throw continues in the same way.
 * @param {number} seed
 */
function chance(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/**
 * Animate dice falling onto their places.
 * @param {HTMLElement[]} dice
 * @param {{seed: number, pace: number, elapsed?: number, isTense?: boolean}} how
 * @returns {number} the animation's length in milliseconds
 */
export function tumble(dice, { seed, pace, elapsed = 0, isTense = false }) {
  const next = chance(seed);
  const boxes = dice.map((element) => element.getBoundingClientRect());
  const slots = shuffled(boxes, next);
  const middle = boxes.length ? boxes.reduce((sum, box) => sum + box.left, 0) / boxes.length : 0;
  let longest = 0;
  dice.forEach((element, place) => {
    const box = /** @type {DOMRect} */ (boxes[place]);
    const slot = /** @type {DOMRect} */ (slots[place]);
    const isLast = isTense && place === dice.length - 1;
    const fall = (FALL - 150 * next() + (isLast ? TENSE : 0)) / pace;
    const wait = (FALL + (isTense ? TENSE : 0)) / pace - fall;
    const whole = fall + wait + GATHER / pace;
    const [left, top] = [slot.left - box.left + 9 * (next() - 0.5), slot.top - box.top + 12 * (next() - 0.5)];
    const turn = 34 * (next() - 0.5);
    const [far, low] = [middle - box.left + 160 * (next() - 0.5), 130 + 50 * next()];
    const spin = (next() < 0.5 ? -1 : 1) * (500 + 400 * next());
    const halfway = far * 0.45 + left * 0.55 + 50 * (next() - 0.5);
    const lies = at(left, top, turn);
    const frames = [
      { transform: at(far, low, spin, 0.75), opacity: 0, easing: "ease-out" },
      {
        transform: at(halfway, -26 - 46 * next(), spin * 0.45, 1.12),
        opacity: 1,
        offset: (0.4 * fall) / whole,
        easing: "ease-in",
      },
      { transform: at(left, top + 5, turn + 24), offset: (0.74 * fall) / whole, easing: "ease-out" },
      { transform: at(left, top - 7, turn + 8, 1.02), offset: (0.87 * fall) / whole, easing: "ease-in" },
      { transform: lies, offset: fall / whole },
      { transform: lies, offset: (fall + wait) / whole, easing: "cubic-bezier(.3,.8,.3,1)" },
      { transform: "none" },
    ];
    run(element, frames, whole, elapsed);
    const until = fall * 0.86;
    if (elapsed < until) {
      // A blurred face covers the real one until the die has fallen.
      const blur = h("span.dice-blur", { "aria-hidden": "true" }, die(""));
      element.append(blur);
      const fading = run(blur, [{ opacity: 1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], until, elapsed);
      for (const end of ["finish", "cancel"]) fading.addEventListener(end, () => blur.remove());
    }
    longest = Math.max(longest, whole);
  });
  return longest;
}

/**
 * Animate dice from their former places to their current places.
 * @param {HTMLElement[]} dice
 * @param {DOMRect[]} before
 * @param {number} pace
 */
export function glide(dice, before, pace) {
  dice.forEach((element, place) => {
    const from = before[place] ?? before.at(-1);
    if (!from) return;
    const to = element.getBoundingClientRect();
    const scale = to.width ? from.width / to.width : 1;
    const start = `translate(${from.left + from.width / 2 - to.left - to.width / 2}px, ${from.top + from.height / 2 - to.top - to.height / 2}px) scale(${scale})`;
    element.animate([{ transform: start }, { transform: "none" }], {
      duration: 340 / pace,
      delay: (35 * place) / pace,
      easing: "cubic-bezier(.3,.8,.3,1)",
      fill: "backwards",
    });
  });
}

/**
 * Animate dice as if they were being shaken.
 * @param {HTMLElement[]} dice
 * @returns {() => void} stops the shaking
 */
export function rattle(dice) {
  const running = dice.map((element, place) =>
    element.animate(
      [
        { transform: "none" },
        { transform: `translate(${place % 2 ? 5 : -5}px, -7px) rotate(${place % 2 ? 14 : -14}deg)` },
        { transform: `translate(${place % 2 ? -4 : 4}px, 4px) rotate(${place % 2 ? -10 : 10}deg)` },
        { transform: "none" },
      ],
      { duration: 210 + 17 * (place % 5), iterations: Infinity },
    ),
  );
  return () => running.forEach((animation) => animation.cancel());
}

/** @param {HTMLElement} element @param {Keyframe[]} frames @param {number} duration @param {number} elapsed */
function run(element, frames, duration, elapsed) {
  const running = element.animate(frames, { duration, fill: "backwards" });
  running.currentTime = Math.min(elapsed, duration);
  return running;
}

/** @param {number} x @param {number} y @param {number} turn @param {number} [scale] */
function at(x, y, turn, scale = 1) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn.toFixed(1)}deg) scale(${scale})`;
}

/**
 * @template T
 * @param {T[]} items
 * @param {() => number} next
 */
function shuffled(items, next) {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [mixed[i], mixed[j]] = [/** @type {T} */ (mixed[j]), /** @type {T} */ (mixed[i])];
  }
  return mixed;
}
