// Animates pieces that have moved. The board has been drawn in its new state, so the motion is only for show.

import { h } from "../lib/dom.js";
import { moves } from "../lib/settings.js";

/**
 * The motion of a piece; if both places are the same, the piece turns over.
 * @typedef {{from: string, to: string}} Flight
 */

const DURATION = 520;
/** Distance in pixels that does not count as a motion. */
const NEAR = 4;

/**
 * Return the motions that events cause. Each piece flies from one place to another; a seat is a place, too, and its
 * letter is the place's name.
 * @param {GameEvent[]} events
 * @returns {Flight[]}
 */
export function flightsOf(events) {
  return events.flatMap(({ transfers = [] }) =>
    transfers.map(({ piece, source, target }) => ({ from: `${source}/${piece}`, to: `${target}/${piece}` })),
  );
}

/**
 * Measure all places. The result is keyed by their names in `data-place`.
 * @param {Element} root
 * @returns {Map<string, DOMRect>}
 */
export function placesIn(root) {
  const places = new Map();
  for (const element of root.querySelectorAll("[data-place]")) {
    places.set(element.getAttribute("data-place"), element.getBoundingClientRect());
  }
  return places;
}

/**
 * Copy the pieces that are about to fly, because some are no longer visible at their destination.
 * @param {Element} root
 * @param {Flight[]} flights
 * @returns {Map<string, Node>}
 */
export function picturesOf(root, flights) {
  const entries = flights.flatMap(({ from }) => {
    const piece = root.querySelector(`[data-place="${CSS.escape(from)}"]`);
    const picture = piece instanceof SVGElement ? piece : piece?.querySelector("svg");
    return picture ? [/** @type {const} */ ([from, picture.cloneNode(true)])] : [];
  });
  return new Map(entries);
}

/**
 * Animate pieces that fly from their former places.
 * @param {Element} root
 * @param {Map<string, DOMRect>} before
 * @param {Flight[]} flights
 * @param {number} pace 1 is normal, 0 shows nothing
 * @param {Map<string, Node>} pictures
 */
export function fly(root, before, flights, pace, pictures) {
  if (!moves() || pace <= 0) return;
  const elementAt = (/** @type {string} */ place) => root.querySelector(`[data-place="${CSS.escape(place)}"]`);
  flights.forEach(({ from, to }, order) => {
    // Aim for the piece itself, or else for its place, unless that place is a player's whole seat.
    const piece = elementAt(to) ?? (/^[A-G]$/.test(placeOf(to)) ? null : elementAt(placeOf(to)));
    const start = before.get(from) ?? before.get(placeOf(from));
    if (!piece || !start) return;
    const timing = {
      duration: DURATION / pace,
      delay: (order * DURATION * 0.6) / pace,
      easing: "cubic-bezier(.3,.7,.3,1)",
      fill: /** @type {const} */ ("backwards"),
    };
    const end = piece.getBoundingClientRect();
    if (piece.hasAttribute("data-stock")) return vanish(pictures.get(from), start, end, timing);
    const isInPlace = from === to && Math.hypot(end.left - start.left, end.top - start.top) < NEAR;
    piece.animate(isInPlace ? TURN_OVER : flight(start, end), timing);
  });
}

/**
 * Animate a piece that flies into a stock, where it is no longer visible as a single piece.
 * @param {Node | undefined} picture
 * @param {DOMRect} start
 * @param {DOMRect} end
 * @param {KeyframeAnimationOptions} timing
 */
function vanish(picture, start, end, timing) {
  if (!picture) return;
  const { left, top, width, height } = start;
  const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
  const flying = h("div.flying", { "aria-hidden": "true", style: place }, picture);
  document.body.append(flying);
  const offset = `${end.left + end.width / 2 - left - width / 2}px, ${end.top + end.height / 2 - top - height / 2}px`;
  const frames = [
    { transform: "none", opacity: 1 },
    { opacity: 1, offset: 0.8 },
    { transform: `translate(${offset}) scale(0.8)`, opacity: 0 },
  ];
  const flight = flying.animate(frames, timing);
  for (const ended of ["finish", "cancel"]) flight.addEventListener(ended, () => flying.remove());
}

/** @param {string} name of a piece at its place, or of a place @returns {string} the place */
const placeOf = (name) => name.split("/")[0] ?? name;

const TURN_OVER = [
  { transform: "rotateY(180deg)", filter: "brightness(1.4)" },
  { transform: "none", filter: "none" },
];

/** @param {DOMRect} start @param {DOMRect} end @returns {Keyframe[]} */
function flight(start, end) {
  const dx = start.left + start.width / 2 - end.left - end.width / 2;
  const dy = start.top + start.height / 2 - end.top - end.height / 2;
  const scale = end.width ? Math.min(2, Math.max(0.5, start.width / end.width)) : 1;
  return [
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5, position: "relative" },
    {
      transform: `translate(${dx * 0.4}px, ${dy * 0.4 - 18}px) scale(1.15)`,
      zIndex: 5,
      position: "relative",
      offset: 0.6,
    },
    { transform: "none", zIndex: 5, position: "relative" },
  ];
}
