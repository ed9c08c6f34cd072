// Board and dice are in sight: where they are higher than the table has room for, they are drawn smaller. Where letters
// are large they would become too small to be seen: there the table scrolls, and shows the dice first.

import { beforePainting } from "../lib/dom.js";

/** Board and dice are not made smaller than this part of their usual size, unless styles say so, and by so much at a time. */
const LEAST = 0.4;
const STEP = 0.04;
/** Pixels that nobody misses. */
const NEAR = 1;

/**
 * Make what lies on the table fit into it. The style sheets know the part of the usual size as `--fit`.
 * @param {HTMLElement} play the table
 * @param {HTMLElement[]} parts what lies on it
 */
export function fitting(play, parts) {
  let room = "";
  let size = 1;

  /** @param {number} next */
  const draw = (next) => {
    size = next;
    play.style.setProperty("--fit", next.toFixed(2));
  };

  /** Whether something lies below the edge. What flies above the table has no part in it. */
  const isCut = () => {
    const edge = play.getBoundingClientRect().top + play.clientHeight + NEAR;
    return parts.some((part) => part.offsetParent && part.getBoundingClientRect().bottom > edge);
  };

  /** Look again: other things lie there, or there is other room. */
  const fit = () => {
    if (!play.clientHeight) return;
    const now = `${play.clientWidth} ${play.clientHeight}`;
    if (size < 1) draw(now === room ? Math.min(1, size + STEP) : 1); // what made it small may be gone: it grows step by step
    room = now;
    play.scrollTop = 0;
    const least = Number(getComputedStyle(play).getPropertyValue("--least-fit")) || LEAST;
    while (size > least && isCut()) draw(size - STEP);
    if (isCut()) play.scrollTop = play.scrollHeight;
  };

  const watch = new ResizeObserver(fit);
  watch.observe(play);
  return { fit: beforePainting(fit), stop: () => watch.disconnect() };
}
