// Draws a card with a result, to share with friends. It is wide or square, and always in the light theme.

import { s } from "../lib/dom.js";
import { picture } from "./pictures.js";
import { at, box, drawing, letters } from "./svg.js";

/**
 * @typedef {object} Result
 * @property {string} game
 * @property {string} title of the game
 * @property {string} heading for example, the winner's name
 * @property {string} detail an additional sentence
 * @property {{place: number, name: string, score: number | string, bird: SVGSVGElement}[]} rows players, best first
 */

/** Card sizes: wide for link previews, square for picture feeds. */
export const SIZES = { wide: [1200, 630], square: [1080, 1080] };

const INK = "var(--ink)";
const SOFT = "var(--ink-soft)";
const EDGE = 48;
/** Maximum number of players listed on a card. */
const MOST = 7;

/** @param {Result} result @param {"wide" | "square"} kind @returns {SVGSVGElement} */
export function card(result, kind) {
  const [width = 0, height = 0] = SIZES[kind];
  const scene = kind === "wide" ? { x: 0, y: 0, width: 450, height } : { x: 0, y: 0, width, height: 400 };
  const left = kind === "wide" ? scene.width + EDGE : EDGE;
  const top = kind === "wide" ? EDGE : scene.height + EDGE - 8;
  const room = width - left - EDGE;
  const foot = height - 30;
  const rowsTop = top + 150;
  const high = Math.min(104, (foot - 52 - rowsTop) / Math.min(result.rows.length, MOST));
  const view = picture(result.game);
  if (kind === "wide") view.setAttribute("preserveAspectRatio", "xMinYMid slice"); // keep the figures, on the left
  const svg = drawing(
    width,
    height,
    box(0, 0, width, height, 0, "var(--paper)", 0),
    at(view, scene.x, scene.y, scene.width, scene.height),
    words(result.heading, left, top + 56, room, 64, INK, 800),
    words(result.detail, left, top + 108, room, 30, SOFT),
    ...result.rows.slice(0, MOST).flatMap(({ place, name, score, bird }, i) => {
      const [y, inner, tail] = [rowsTop + i * high, high - 8, String(score)];
      const size = inner * 0.5;
      const foot = y + inner / 2 + size * 0.36;
      return [
        box(left, y, room, inner, 14, place === 1 ? "var(--corn)" : "var(--card)", 0),
        letters(String(place), left + 30, foot, size, INK),
        at(bird, left + 58, y + inner * 0.06, inner * 0.88, inner * 0.88),
        words(name, left + 74 + inner, foot, room - inner - 110 - 30 * tail.length, size, INK, 700),
        letters(tail, left + room - 24 - size * 0.3 * tail.length, foot, size, INK),
      ];
    }),
    words(`Roost · ${result.title}`, left, foot, room, 28, SOFT, 700),
  );
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  return svg;
}

/**
 * Draw text that begins at a point. If room is short, the text is made smaller, and cut if it still does not fit.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} room
 * @param {number} size
 * @param {string} fill
 * @param {number} [weight]
 */
function words(text, x, y, room, size, fill, weight = 500) {
  const family = getComputedStyle(document.body).fontFamily;
  const pen = document.createElement("canvas").getContext("2d");
  /** @param {string} string */
  const wide = (string) => {
    if (!pen) return 0;
    pen.font = `${weight} ${size}px ${family}`;
    return pen.measureText(string).width;
  };
  const least = size * 0.5;
  while (size > least && wide(text) > room) size -= 1;
  let shortened = text;
  while (shortened.length > 1 && wide(shortened === text ? shortened : `${shortened}…`) > room)
    shortened = shortened.slice(0, -1).trimEnd();
  const attrs = { x, y, fill, "font-size": size, "font-family": family, "font-weight": weight };
  return s("text", attrs, shortened === text ? shortened : `${shortened}…`);
}
