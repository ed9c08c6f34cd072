// Memorable moments of a game, each shown for a short time as a picture over the board, while play continues.

import { h } from "../lib/dom.js";
import { moves } from "../lib/settings.js";

/**
 * A moment's picture. A big picture spans the whole width.
 * @typedef {{picture: Node, isBig?: boolean}} Moment
 */

/** How long moments are shown, in milliseconds at normal speed. */
const LENGTH = 1150;
const BIG = 800;

/**
 * Show a moment over the board. Without animations only big moments are shown, as still pictures.
 * @param {Element} board
 * @param {Moment} moment
 * @param {number} pace 1 is normal, 0 shows nothing
 */
export function celebrate(board, { picture, isBig = false }, pace) {
  const place = (isBig && board.closest(".tv")) || board.closest(".table__play"); // a big moment fills a big screen
  if (!place || pace <= 0 || (!isBig && !moves())) return;
  place.querySelector(".moment")?.remove();
  const drawing = h("div.moment__picture.middle", picture);
  const overlay = h(`div.moment${isBig ? ".moment--big" : ""}`, { "aria-hidden": "true" }, drawing);
  place.append(overlay);
  const duration = (isBig ? BIG : LENGTH) / pace;
  if (!moves()) {
    setTimeout(() => overlay.remove(), duration);
    return;
  }
  if (isBig) drawing.animate(LEAP, { duration });
  const passing = overlay.animate(isBig ? BAND : RISE, { duration });
  for (const end of ["finish", "cancel"]) passing.addEventListener(end, () => overlay.remove());
}

/** Animation of a band that opens across the table and closes again. */
const BAND = [
  { opacity: 0, clipPath: "inset(0 100% 0 0)", easing: "ease-out" },
  { opacity: 1, clipPath: "inset(0 0 0 0)", offset: 0.2 },
  { opacity: 1, clipPath: "inset(0 0 0 0)", offset: 0.8, easing: "ease-in" },
  { opacity: 0, clipPath: "inset(0 0 0 100%)" },
];

/** Animation of a big picture. */
const LEAP = [
  { transform: "scale(0.3)", easing: "cubic-bezier(.2,1.5,.4,1)" },
  { transform: "scale(1)", offset: 0.35 },
  { transform: "translateY(-6%) scale(1.08)", offset: 0.6 },
  { transform: "scale(1)" },
];

/** Animation of a small picture. */
const RISE = [
  { opacity: 0, transform: "scale(.3)", easing: "cubic-bezier(.2,1.4,.4,1)" },
  { opacity: 1, transform: "none", offset: 0.28 },
  { opacity: 1, transform: "translateY(-6px) scale(1.08)", offset: 0.72, easing: "ease-in" },
  { opacity: 0, transform: "translateY(-36px) scale(1.08)" },
];
