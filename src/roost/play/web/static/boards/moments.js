// Moments that a table remembers: each has a short picture of its own, over the board, and play goes on under it.

import { h } from "../lib/dom.js";
import { moves } from "../lib/settings.js";

/**
 * What a moment looks like, and how it feels to whoever it happens to. A big one goes across the whole width.
 * @typedef {{picture: Node, mood: "glad" | "sad" | "cheeky", isBig?: boolean}} Moment
 */

/** How long they last, in milliseconds at normal speed. */
const LENGTH = 1150;
const BIG = 800;

/**
 * Show a moment over the board of a table. Where nothing is to move, a big one is a still.
 * @param {Element} board
 * @param {Moment} moment
 * @param {number} pace 1 is normal, 0 at once
 */
export function celebrate(board, { picture, mood, isBig = false }, pace) {
  const place = (isBig && board.closest(".tv")) || board.closest(".table__play"); // a big screen is filled by it
  if (!place || pace <= 0 || (!isBig && !moves())) return;
  place.querySelector(".moment")?.remove();
  const drawn = h("div.moment__picture.middle", picture);
  const shown = h(`div.moment.moment--${mood}${isBig ? ".moment--big" : ""}`, { "aria-hidden": "true" }, drawn);
  place.append(shown);
  const duration = (isBig ? BIG : LENGTH) / pace;
  if (!moves()) {
    setTimeout(() => shown.remove(), duration);
    return;
  }
  if (isBig) drawn.animate(ACROSS[mood], { duration });
  const passing = shown.animate(isBig ? BAND : grown(mood), { duration });
  for (const end of ["finish", "cancel"]) passing.addEventListener(end, () => shown.remove());
}

/** A band opens across the table, and closes. */
const BAND = [
  { opacity: 0, clipPath: "inset(0 100% 0 0)", easing: "ease-out" },
  { opacity: 1, clipPath: "inset(0 0 0 0)", offset: 0.2 },
  { opacity: 1, clipPath: "inset(0 0 0 0)", offset: 0.8, easing: "ease-in" },
  { opacity: 0, clipPath: "inset(0 0 0 100%)" },
];

/**
 * How the picture goes through it: what is snatched flies past, what is lost falls, what is won leaps.
 * @type {Record<Moment["mood"], Keyframe[]>}
 */
const ACROSS = {
  cheeky: [
    { transform: "translateX(-55cqi) rotate(-14deg)", easing: "ease-out" },
    { transform: "translateX(-4cqi) rotate(-4deg)", offset: 0.35 },
    { transform: "translateX(4cqi) rotate(4deg)", offset: 0.65, easing: "ease-in" },
    { transform: "translateX(55cqi) rotate(14deg)" },
  ],
  sad: [
    { transform: "translateY(-60%) rotate(0)", easing: "ease-in" },
    { transform: "none", offset: 0.3 },
    { transform: "rotate(-9deg)", offset: 0.45 },
    { transform: "translateY(6%) rotate(-9deg)", offset: 0.8 },
    { transform: "translateY(70%) rotate(-16deg)" },
  ],
  glad: [
    { transform: "scale(0.3)", easing: "cubic-bezier(.2,1.5,.4,1)" },
    { transform: "scale(1)", offset: 0.35 },
    { transform: "translateY(-6%) scale(1.08)", offset: 0.6 },
    { transform: "scale(1)" },
  ],
};

/** @param {Moment["mood"]} mood */
function grown(mood) {
  const up = mood === "sad" ? "translateY(14px) rotate(-8deg) scale(1)" : "translateY(-6px) scale(1.08)";
  return [
    { opacity: 0, transform: "scale(.3)", easing: "cubic-bezier(.2,1.4,.4,1)" },
    { opacity: 1, transform: "none", offset: 0.28 },
    { opacity: 1, transform: up, offset: 0.72, easing: "ease-in" },
    { opacity: 0, transform: `${up} translateY(${mood === "sad" ? 40 : -30}px)` },
  ];
}
