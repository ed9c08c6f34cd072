// Moments that a table remembers: each has a short picture of its own, over the board, and then play goes on.

import { h } from "../lib/dom.js";
import { moves } from "../lib/settings.js";

/**
 * What a moment looks like, and how it feels to whoever it happens to.
 * @typedef {{picture: Node, mood: "glad" | "sad" | "cheeky"}} Moment
 */

const LENGTH = 1150;

/**
 * Show a moment over the board of a table.
 * @param {Element} board
 * @param {Moment} moment
 * @param {number} pace 1 is normal, 0 at once
 */
export function celebrate(board, { picture, mood }, pace) {
  const place = board.closest(".table__play");
  if (!place || !moves() || pace <= 0) return;
  place.querySelector(".moment")?.remove();
  const shown = h(
    "div",
    { class: `moment moment--${mood}`, "aria-hidden": "true" },
    h("div", { class: "moment__picture" }, picture),
  );
  place.append(shown);
  const up = mood === "sad" ? "translateY(14px) rotate(-8deg) scale(1)" : "translateY(-6px) scale(1.08)";
  const growing = shown.animate(
    [
      { opacity: 0, transform: "scale(.3)", easing: "cubic-bezier(.2,1.4,.4,1)" },
      { opacity: 1, transform: "none", offset: 0.28 },
      { opacity: 1, transform: up, offset: 0.72, easing: "ease-in" },
      { opacity: 0, transform: `${up} translateY(${mood === "sad" ? 40 : -30}px)` },
    ],
    { duration: LENGTH / pace },
  );
  growing.addEventListener("finish", () => shown.remove());
  growing.addEventListener("cancel", () => shown.remove());
}
