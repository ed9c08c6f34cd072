// Animates dice: they are thrown from the cup, turn, bounce and come to rest scattered, and are then gathered. Every
// motion is computed before it begins (model/throw.js), and the browser plays it without further work of the page.

import { cup } from "../art/dice.js";
import { h } from "../lib/dom.js";
import { TENSE, TUMBLE } from "../model/pace.js";
import { zoomOf } from "../boards/motion.js";
import { around, chance, throwDice, times } from "../model/throw.js";
import { knock } from "./sound.js";

/** Milliseconds for which dice lie scattered, and for gathering them. */
const LIE = 600;
const GATHER = 280;
/** Milliseconds for which the dice of a failed turn are seen. */
const BUST = 1400;
/** Factor of the speed up to which dice lie for the full time. */
const CALM = 1.6;
/** Size of the area for dice, in dice: at most this wide, and at least this high. */
const WIDEST = 15;
const LOWEST = 2.3;
/** How far the table is tilted towards the viewer, so that dice show their front sides. */
const TILT = around(1, 0, 0, 0.3);
const TILT_UP = Math.sin(0.3);
/** Shortest time between two sounds, in milliseconds, and the largest number of them. */
const SOUNDS_APART = 28;
const MOST_SOUNDS = 16;

/**
 * A throw that is being shown.
 * @typedef {object} Thrown
 * @property {(dice: HTMLElement[]) => void} hold hide dice that were drawn since, and gather them when it is time
 * @property {() => void} stop
 * @property {boolean} isOver
 * @property {number} rest milliseconds until all dice rest
 */

/**
 * Throw dice, which then gather at their places.
 * @param {HTMLElement} tray
 * @param {HTMLElement[]} dice in their places
 * @param {{pace: number, isTense?: boolean, sides: (top: string) => SVGSVGElement[], cup: DOMRect | null, seat?: string}} how
 * @returns {Thrown | null} null if the dice are not visible
 */
export function tumble(tray, dice, { pace, isTense = false, sides, cup: held, seat = "" }) {
  const felt = tray.parentElement;
  const row = dice[0]?.parentElement?.closest(".dice-rolled")?.getBoundingClientRect();
  const size = dice[0]?.getBoundingClientRect().width ?? 0;
  if (!felt || !row || !size) return null;
  const edge = felt.getBoundingClientRect();
  const whole = tray.getBoundingClientRect();
  const width = Math.min(edge.width - 8, Math.max(row.width, WIDEST * size));
  const bottom = Math.min(edge.bottom - 2, Math.max(whole.bottom, row.bottom + 0.4 * size));
  const top = Math.min(row.top - 0.3 * size, bottom - LOWEST * size);
  const corner = row.left + row.width / 2 - width / 2;
  const next = chance(Math.random() * 2 ** 31);
  const flight = TUMBLE / pace;
  const thrown = throwDice(dice.length, width / size, (bottom - top) / size, next, isTense ? TENSE / TUMBLE : 0);
  const rest = thrown.length * flight;
  const gather = rest + LIE / Math.max(1, pace / CALM);
  const end = gather + GATHER / pace;

  const place = { left: `${corner - edge.left}px`, top: `${top - edge.top + felt.scrollTop}px` };
  const scene = h("div.throw", { "aria-hidden": "true", style: { ...place, "--die": `${size}px` } });
  const shuffled = dice.map((_, at) => at);
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] ?? 0, shuffled[at] ?? 0];
  }
  const spots = dice.map((die, at) => ({
    symbol: die.dataset["face"] ?? "",
    poses: /** @type {import("../model/throw.js").Pose[]} */ (thrown.dice[shuffled[at] ?? at]),
  }));
  for (const { symbol, poses } of spots) {
    const cube = h(
      "div.throw__cube",
      { "data-face": symbol },
      ...sides(symbol).map((side) => h("i.throw__side", side)),
    );
    const shadow = h("i.throw__shadow");
    scene.prepend(shadow);
    scene.append(cube);
    cube.animate(framesOf(poses, size), { duration: rest, fill: "both" });
    shadow.animate(shadowsOf(poses, size), { duration: rest, fill: "both" });
  }
  const from = held ?? row;
  scene.append(emptying(dice.length, from, { left: corner, top, width, height: bottom - top }, seat, flight));
  felt.append(scene);
  knock(spread(thrown.hits.map(({ at, force }) => ({ at: at * flight, force }))));

  const began = performance.now();
  // It disappears exactly when the gathered dice appear, even if the page is too busy to remove it at once.
  const shown = scene.animate([{ opacity: 1, easing: "step-end" }, { opacity: 0 }], {
    duration: gather,
    fill: "forwards",
  });
  shown.onfinish = shown.oncancel = () => scene.remove();
  /** @type {WeakSet<Element>} */
  const hidden = new WeakSet();
  /** @type {Animation[]} */
  const running = [shown];

  /** @param {Element} element @param {Keyframe[]} frames */
  const play = (element, frames) => {
    const animation = element.animate(frames, { duration: end, fill: "backwards" });
    animation.currentTime = performance.now() - began;
    running.push(animation);
  };

  return {
    rest,
    get isOver() {
      return performance.now() - began > end;
    },
    stop: () => running.forEach((animation) => animation.cancel()),
    hold(elements) {
      const left = [...spots];
      for (const element of elements) {
        const place = left.findIndex(({ symbol }) => symbol === element.dataset["face"]);
        const [spot] = place < 0 ? [] : left.splice(place, 1);
        if (!spot || hidden.has(element)) continue;
        hidden.add(element);
        const box = element.getBoundingClientRect();
        const last = /** @type {typeof spot.poses[number]} */ (spot.poses.at(-1));
        const zoom = zoomOf(element);
        const [x, y] = [
          corner + last.x * size - box.left - box.width / 2,
          top + last.y * size - box.top - box.height / 2,
        ];
        const angle = Math.atan2(last.turn[3] ?? 0, last.turn[0] ?? 1);
        const lies = `translate(${(x / zoom).toFixed(1)}px, ${(y / zoom).toFixed(1)}px) rotate(${angle.toFixed(3)}rad)`;
        const offset = gather / end;
        const group = element.closest(".dice-group");
        if (group && !hidden.has(group)) {
          hidden.add(group);
          play(group, [{ opacity: 0 }, { opacity: 0, offset }, { opacity: 1, offset }, { opacity: 1 }]);
        }
        play(element, [
          { transform: lies, opacity: 0 },
          { transform: lies, opacity: 0, offset },
          { transform: lies, opacity: 1, offset, easing: "cubic-bezier(.3,.8,.3,1)" },
          { transform: "none", opacity: 1 },
        ]);
      }
    },
  };
}

/** @param {import("../model/throw.js").Pose[]} poses @param {number} size @returns {Keyframe[]} of a die */
function framesOf(poses, size) {
  return poses.map(({ x, y, z, turn, isOut }) => {
    // A die in the cup has no size. Its opacity must not change, because that would flatten it.
    const seen = times(TILT, turn).map((part) => (isOut ? part * (1 + 0.1 * z) : 0));
    const column = (/** @type {number} */ k) => [0, 3, 6].map((row) => (seen[row + k] ?? 0).toFixed(4)).join();
    const [across, down] = [(x - 0.5) * size, (y - 0.5 - z * TILT_UP) * size];
    const transform = `matrix3d(${column(0)},0,${column(1)},0,${column(2)},0,${across.toFixed(1)},${down.toFixed(1)},0,1)`;
    return { transform };
  });
}

/** @param {import("../model/throw.js").Pose[]} poses @param {number} size @returns {Keyframe[]} of a die's shadow */
function shadowsOf(poses, size) {
  return poses.map(({ x, y, z, isOut }) => {
    const [across, down] = [(x - 0.5 + 0.14 * z) * size, (y - 0.38 + 0.22 * z) * size];
    const transform = `translate(${across.toFixed(1)}px, ${down.toFixed(1)}px) scale(${(1 + 0.25 * z).toFixed(2)})`;
    return { transform, opacity: isOut ? 1 - 0.45 * Math.min(1, z) : 0 };
  });
}

/**
 * Let a cup swing to the edge of an area, tip and disappear.
 * @param {number} count of dice in it
 * @param {DOMRect} from where the cup stood
 * @param {{left: number, top: number, width: number, height: number}} area
 * @param {string} seat the colour of its band
 * @param {number} flight
 */
function emptying(count, from, area, seat, flight) {
  const side = Math.min(from.height, from.width) || from.height;
  const x = area.left + area.width - side * 0.5;
  const home = [from.left + from.width / 2 - area.left - side / 2, from.top + from.height / 2 - area.top - side / 2];
  const size = `${side}px`;
  const full = cup(count);
  full.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], {
    duration: 0.24 * flight,
    fill: "both",
  });
  const tipping = h("div.throw__cup", { style: { width: size, height: size, "--cup": seat } }, cup(0), full);
  const at = [x - area.left - side / 2, area.height / 2 - side / 2];
  const put = (/** @type {number[]} */ [left = 0, top = 0], /** @type {number} */ turn) =>
    `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) rotate(${turn}deg)`;
  tipping.animate(
    [
      { transform: put(home, 0), opacity: 1, easing: "ease-in" },
      { transform: put(at, 14), opacity: 1, offset: 0.16, easing: "ease-in" },
      { transform: put(at, -104), opacity: 1, offset: 0.3, easing: "ease-out" },
      { transform: put([(at[0] ?? 0) + side * 0.25, at[1] ?? 0], -96), opacity: 1, offset: 0.62 },
      { transform: put([(at[0] ?? 0) + side, at[1] ?? 0], -80), opacity: 0 },
    ],
    { duration: 0.9 * flight, fill: "both" },
  );
  return tipping;
}

/** @param {{at: number, force: number}[]} hits @returns {{at: number, force: number}[]} those that are heard apart */
function spread(hits) {
  /** @type {{at: number, force: number}[]} */
  const heard = [];
  for (const hit of hits) {
    const last = heard.at(-1);
    if (!last || hit.at - last.at >= SOUNDS_APART) heard.push(hit);
    else last.force = Math.max(last.force, hit.force);
  }
  const quietest = heard.map(({ force }) => force).sort((a, b) => b - a)[MOST_SOUNDS - 1] ?? 0;
  return heard.filter(({ force }) => force >= quietest).slice(0, MOST_SOUNDS);
}

/**
 * Let the dice of a failed turn shudder where they lay, and fall.
 * @param {HTMLElement} tray
 * @param {[DOMRect, Node][]} dice boxes and copies of the dice
 * @param {number} pace
 */
export function shudder(tray, dice, pace) {
  const felt = tray.parentElement;
  if (!felt || !dice.length) return;
  const edge = felt.getBoundingClientRect();
  const scene = h("div.throw.throw--dead", { "aria-hidden": "true" });
  for (const [place, [box, die]] of dice.entries()) {
    const at = { left: `${box.left - edge.left}px`, top: `${box.top - edge.top + felt.scrollTop}px` };
    const dead = h("span", { style: { ...at, width: `${box.width}px`, height: `${box.height}px` } }, die);
    const side = place % 2 ? 1 : -1;
    const shakes = [0, 1, -1, 1, -1, 1, -1, 0].map((turn, step) => ({
      transform: `translateX(${2.5 * turn * side}px) rotate(${7 * turn * side}deg)`,
      opacity: 1,
      offset: step * 0.075,
    }));
    const falls = { transform: `translateY(${box.height}px) rotate(${25 * side}deg)`, opacity: 0 };
    dead.animate([...shakes, { transform: "none", opacity: 1, offset: 0.7, easing: "ease-in" }, falls], BUST / pace);
    scene.append(dead);
  }
  felt.append(scene);
  const shown = scene.animate([{ opacity: 1 }, { opacity: 1 }], BUST / pace);
  shown.onfinish = shown.oncancel = () => scene.remove();
  tray.animate([{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1 }], BUST / pace);
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
    const zoom = zoomOf(element);
    const across = (from.left + from.width / 2 - to.left - to.width / 2) / zoom;
    const down = (from.top + from.height / 2 - to.top - to.height / 2) / zoom;
    const start = `translate(${across}px, ${down}px) scale(${scale})`;
    element.animate([{ transform: start }, { transform: "none" }], {
      duration: 340 / pace,
      delay: (35 * place) / pace,
      easing: "cubic-bezier(.3,.8,.3,1)",
      fill: "backwards",
    });
  });
}

/**
 * Shake a cup.
 * @param {Element} cup
 * @returns {() => void} stops the shaking
 */
export function rattle(cup) {
  const shaking = cup.animate(
    [
      { transform: "none" },
      { transform: "translate(-9%, -12%) rotate(-15deg)" },
      { transform: "translate(6%, 3%) rotate(9deg)" },
      { transform: "translate(9%, -14%) rotate(16deg)" },
      { transform: "translate(-5%, 4%) rotate(-8deg)" },
      { transform: "none" },
    ],
    { duration: 420, iterations: Infinity },
  );
  const clatter = () => knock([0, 90, 170, 250, 330].map((at) => ({ at: at + 30 * Math.random(), force: 0.3 })));
  clatter();
  const clock = setInterval(clatter, 420);
  return () => {
    clearInterval(clock);
    shaking.cancel();
  };
}
