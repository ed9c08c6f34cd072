// Pieces that fly to where they now lie. The board is already drawn in its new state: what moves is only for show.

import { h } from "../lib/dom.js";
import { moves } from "../lib/settings.js";

/**
 * A piece that came from one place to another; one that has not moved turns over.
 * @typedef {{from: string, to: string}} Flight
 */

const DURATION = 520;
/** Pixels that are no way. */
const NEAR = 4;

/**
 * What flies where pieces moved from place to place, as the events say: each kind of piece to where it lies there, or to
 * the place itself. A seat is a place by its letter.
 * @param {GameEvent[]} events
 * @returns {Flight[]}
 */
export function flightsOf(events) {
  return events.flatMap(({ transfers = [] }) =>
    transfers.map(({ piece, source, target }) => ({ from: `${source}/${piece}`, to: `${target}/${piece}` })),
  );
}

/**
 * Where everything lies now, by the names in `data-place`.
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
 * What the pieces look like that are about to fly: some are seen no more where they go.
 * @param {Element} root
 * @param {Flight[]} flights
 * @returns {Map<string, Node>}
 */
export function picturesOf(root, flights) {
  const found = flights.flatMap(({ from }) => {
    const piece = root.querySelector(`[data-place="${CSS.escape(from)}"]`);
    const picture = piece instanceof SVGElement ? piece : piece?.querySelector("svg");
    return picture ? [/** @type {const} */ ([from, picture.cloneNode(true)])] : [];
  });
  return new Map(found);
}

/**
 * Let pieces fly from where they lay before.
 * @param {Element} root
 * @param {Map<string, DOMRect>} before
 * @param {Flight[]} flights
 * @param {number} pace 1 is normal, 0 at once
 * @param {Map<string, Node>} pictures
 */
export function fly(root, before, flights, pace, pictures) {
  if (!moves() || pace <= 0) return;
  const named = (/** @type {string} */ place) => root.querySelector(`[data-place="${CSS.escape(place)}"]`);
  flights.forEach(({ from, to }, turn) => {
    // The piece itself, or the place it is at, unless that is all of a player's.
    const piece = named(to) ?? (/^[A-G]$/.test(placeOf(to)) ? null : named(placeOf(to)));
    const start = before.get(from) ?? before.get(placeOf(from));
    if (!piece || !start) return;
    const timing = {
      duration: DURATION / pace,
      delay: (turn * DURATION * 0.6) / pace,
      easing: "cubic-bezier(.3,.7,.3,1)",
      fill: /** @type {const} */ ("backwards"),
    };
    const end = piece.getBoundingClientRect();
    if (piece.hasAttribute("data-stock")) return vanish(pictures.get(from), start, end, timing);
    const isThere = from === to && Math.hypot(end.left - start.left, end.top - start.top) < NEAR;
    piece.animate(isThere ? TURN_OVER : flight(start, end), timing);
  });
}

/**
 * Let a piece fly into a stock, where it is one of many and no longer seen.
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
  const way = `${end.left + end.width / 2 - left - width / 2}px, ${end.top + end.height / 2 - top - height / 2}px`;
  const frames = [
    { transform: "none", opacity: 1 },
    { opacity: 1, offset: 0.8 },
    { transform: `translate(${way}) scale(0.8)`, opacity: 0 },
  ];
  const flight = flying.animate(frames, timing);
  for (const ended of ["finish", "cancel"]) flight.addEventListener(ended, () => flying.remove());
}

/** @param {string} name of a piece at its place, or of a place */
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
