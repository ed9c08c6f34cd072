// Animates pieces that have moved. The board has been drawn in its new state, so the motion is only for show.

import { drawing, shape } from "../art/svg.js";
import { h } from "../lib/dom.js";
import { moves } from "../lib/settings.js";

/** @typedef {import("../model/flights.js").Flight} Flight */

const DURATION = 520;
/** Milliseconds until a failed turn's pieces fly, so that its dice and its bird are seen first. */
const AFTER_BUST = 500;
/** Additional time for each hop, as a share of a flight, and the height of a hop in pixels. */
const HOP = 0.3;
const HOP_HEIGHT = 9;
/** How long a bird shows its mood. */
const MOOD = 1300;
/** Distance in pixels that does not count as a motion. */
const NEAR = 4;

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
 * @param {boolean} isBust whether a failed turn is the reason
 */
export function fly(root, before, flights, pace, pictures, isBust) {
  if (!moves() || pace <= 0) return;
  const elementAt = (/** @type {string} */ place) => root.querySelector(`[data-place="${CSS.escape(place)}"]`);
  flights.forEach(({ from, to, isTaken = false, hops = 1 }, order) => {
    // Aim for the piece itself, or else for its place, unless that place is a player's whole seat.
    const piece = elementAt(to) ?? (/^[A-G]$/.test(placeOf(to)) ? null : elementAt(placeOf(to)));
    const start = before.get(from) ?? before.get(placeOf(from));
    if (!piece || !start) return;
    const timing = {
      duration: (DURATION * (isTaken ? 1.7 : 1) * (1 + HOP * (hops - 1))) / pace,
      delay: (order * DURATION * 0.6 + (isBust ? AFTER_BUST : 0)) / pace,
      easing: isTaken || hops > 1 ? "linear" : "cubic-bezier(.3,.7,.3,1)",
      fill: /** @type {const} */ ("backwards"),
    };
    const end = piece.getBoundingClientRect();
    if (piece.hasAttribute("data-stock")) return vanish(pictures.get(from), start, end, timing);
    const isInPlace = from === to && Math.hypot(end.left - start.left, end.top - start.top) < NEAR;
    if (isInPlace) return turnOver(piece, pictures.get(from), end, timing);
    if (isTaken) hit(start, pace);
    piece.animate(flight(start, end, isTaken, hops, zoomOf(piece)), timing);
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
  const flying = copyAt(picture, start);
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

/**
 * Turn a piece over where it lies: its former side is seen until it stands on its edge.
 * @param {Element} piece
 * @param {Node | undefined} picture of the former side
 * @param {DOMRect} box
 * @param {{duration: number, delay: number}} timing
 */
function turnOver(piece, picture, box, { duration, delay }) {
  const edge = { transform: "rotateY(90deg)" };
  piece.animate([edge, { ...edge, offset: 0.5 }, { transform: "none" }], { duration, delay, fill: "backwards" });
  if (!picture) return;
  const side = copyAt(picture, box);
  side.animate([{ transform: "none" }, { transform: "rotateY(-90deg)" }], { duration: duration / 2, delay }).onfinish =
    () => side.remove();
}

/** @param {Node} picture @param {{left: number, top: number, width: number, height: number}} box @returns {HTMLElement} on the page */
function copyAt(picture, { left, top, width, height }) {
  const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
  const copy = h("div.flying", { "aria-hidden": "true", style: place }, picture);
  document.body.append(copy);
  return copy;
}

/**
 * Return the scale of an element on the page, by which a length of its own is multiplied.
 * @param {Element} element
 */
export const zoomOf = (element) => /** @type {{currentCSSZoom?: number}} */ (element).currentCSSZoom ?? 1;

/**
 * @param {DOMRect} start
 * @param {DOMRect} end
 * @param {boolean} isTaken
 * @param {number} hops
 * @param {number} zoom of the piece
 * @returns {Keyframe[]}
 */
function flight(start, end, isTaken, hops, zoom) {
  const dx = (start.left + start.width / 2 - end.left - end.width / 2) / zoom;
  const dy = (start.top + start.height / 2 - end.top - end.height / 2) / zoom;
  const scale = end.width ? Math.min(2, Math.max(0.5, start.width / end.width)) : 1;
  const above = { zIndex: 5, position: "relative" };
  const at = (/** @type {number} */ way, /** @type {number} */ up, /** @type {number} */ size, turn = 0) => ({
    transform: `translate(${dx * (1 - way)}px, ${dy * (1 - way) - up}px) scale(${size}) rotate(${turn}deg)`,
    ...above,
  });
  if (hops > 1)
    return Array.from({ length: 2 * hops + 1 }, (_, half) =>
      at(half / 2 / hops, half % 2 ? HOP_HEIGHT : 0, 1 + 0.1 * (half % 2)),
    );
  if (isTaken)
    return [
      ...[0, -12, 12, -9, 7].map((turn, place) => ({ ...at(0, 0, scale * 1.1, turn), offset: place * 0.07 })),
      { ...at(0.5, 26, 1.5), offset: 0.7, easing: "ease-in" },
      at(1, 0, 1),
    ];
  return [at(0, 0, scale), { ...at(0.6, 18, 1.15), offset: 0.6 }, at(1, 0, 1)];
}

/** @param {DOMRect} place where a piece is hit @param {number} pace */
function hit({ left, top, width, height }, pace) {
  const size = 1.5 * Math.max(width, height);
  const star = copyAt(pow(), {
    left: left + (width - size) / 2,
    top: top + (height - size) / 2,
    width: size,
    height: size,
  });
  const frames = [
    { transform: "scale(0.2)", opacity: 1, easing: "ease-out" },
    { transform: "scale(1) rotate(12deg)", opacity: 0.95, offset: 0.35 },
    { transform: "scale(1.1) rotate(16deg)", opacity: 0 },
  ];
  const burst = star.animate(frames, 600 / pace);
  for (const ended of ["finish", "cancel"]) burst.addEventListener(ended, () => star.remove());
}

const pow = () =>
  drawing(
    48,
    48,
    shape("M24 2L29 15L42 7L34 20L47 25L33 29L40 42L27 34L22 46L18 33L6 40L13 28L1 22L15 18L8 6L20 14Z", "var(--corn)"),
  );

/** @typedef {"sad" | "shrugs" | "robbed" | "glad"} Mood of a bird */

/** @type {Record<Mood, Keyframe[]>} */
const MOODS = {
  sad: [
    { transform: "none" },
    { transform: "scale(2) translateY(-6%)", offset: 0.12 },
    { transform: "scale(2) translateY(8%) rotate(-16deg)", offset: 0.4 },
    { transform: "scale(2) translateY(8%) rotate(-16deg)", offset: 0.85 },
    { transform: "none" },
  ],
  shrugs: [
    { transform: "none" },
    { transform: "scale(2) translateY(-12%) rotate(-9deg)", offset: 0.18 },
    { transform: "scale(2) translateY(4%)", offset: 0.36 },
    { transform: "scale(2) translateY(-12%) rotate(9deg)", offset: 0.54 },
    { transform: "scale(2) translateY(4%)", offset: 0.72 },
    { transform: "none" },
  ],
  robbed: [
    { transform: "none" },
    ...[-1, 1, -1, 1, -1].map((side, place) => ({
      transform: `scale(2) translateX(${6 * side}%) rotate(${8 * side}deg)`,
      offset: 0.12 + 0.12 * place,
    })),
    { transform: "none" },
  ],
  glad: [
    { transform: "none" },
    { transform: "scale(2) translateY(-22%)", offset: 0.25, easing: "ease-in" },
    { transform: "scale(2, 1.8)", offset: 0.45, easing: "ease-out" },
    { transform: "scale(2) translateY(-14%)", offset: 0.65, easing: "ease-in" },
    { transform: "none" },
  ],
};
const BEAK_DROPS = [
  { transform: "none", offset: 0.1 },
  { transform: "translateY(10%) scaleY(1.5)", offset: 0.3 },
  { transform: "translateY(10%) scaleY(1.5)", offset: 0.85 },
];

/**
 * Let a player's bird show what has happened to them.
 * @param {Element} root
 * @param {number} seat
 * @param {Mood} mood
 * @param {number} pace
 */
export function show(root, seat, mood, pace) {
  const bird = root.querySelector(`.board-seat[data-seat="${seat}"] .seat__bot`);
  bird?.animate(MOODS[mood], { duration: MOOD / pace });
  if (mood === "glad") return;
  for (const beak of bird?.querySelectorAll('[fill="var(--art-beak)"]') ?? [])
    beak.animate(BEAK_DROPS, { duration: MOOD / pace });
}
