// Building blocks of drawings. Each drawing is an `<svg>` that is hidden from assistive technology, because the board
// around it is described. Colours are custom properties of style/art.css, so that they follow the theme.

import { s } from "../lib/dom.js";
import { drawnNumber } from "./numerals.js";

/** The outline style of all drawings: one colour, with round line ends. */
export const LINE = { stroke: "var(--art-ink)", "stroke-linecap": "round", "stroke-linejoin": "round" };

/**
 * Make a drawing of `width` × `height` units.
 * @param {number} width
 * @param {number} height
 * @param {...(SVGElement | null)} children
 * @returns {SVGSVGElement}
 */
export function drawing(width, height, ...children) {
  const attrs = { class: "art", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" };
  return /** @type {SVGSVGElement} */ (s("svg", attrs, ...children));
}

/**
 * Place a drawing inside another.
 * @param {SVGSVGElement} part
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function at(part, x, y, width, height) {
  for (const [name, value] of Object.entries({ x, y, width, height })) part.setAttribute(name, String(value));
  part.removeAttribute("class");
  return part;
}

/**
 * Make a group that a transform moves, turns or scales.
 * @param {string} transform
 * @param {...(SVGElement | null)} children
 */
export const group = (transform, ...children) => s("g", { transform }, ...children);

/**
 * Draw an outlined shape.
 * @param {string} d
 * @param {string} fill
 * @param {number} [width] of the line
 */
export const shape = (d, fill, width = 2) => s("path", { d, fill, ...LINE, "stroke-width": width });

/**
 * Draw a line without a filled area.
 * @param {string} d
 * @param {number} [width]
 * @param {string} [stroke]
 */
export function line(d, width = 2, stroke = "var(--art-ink)") {
  return s("path", { d, fill: "none", ...LINE, stroke, "stroke-width": width });
}

/**
 * Draw a filled circle without an outline.
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @param {string} [fill]
 */
export const dot = (cx, cy, r, fill = "var(--art-ink)") => s("circle", { cx, cy, r, fill });

/**
 * Draw an outlined circle.
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @param {string} fill
 * @param {number} [width]
 */
export const disc = (cx, cy, r, fill, width = 2) => s("circle", { cx, cy, r, fill, ...LINE, "stroke-width": width });

/**
 * Draw an outlined rectangle with round corners.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} rx
 * @param {string} fill
 * @param {number} [weight] of the line; 0 for none
 */
export function box(x, y, width, height, rx, fill, weight = 2) {
  return s("rect", { x, y, width, height, rx, fill, ...(weight ? { ...LINE, "stroke-width": weight } : {}) });
}

/**
 * Write text centred on a point; numbers become drawn numerals.
 * @param {string | number} words
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [fill]
 */
export function letters(words, x, y, size, fill = "var(--art-ink)") {
  if (/^\d+$/.test(String(words))) return drawnNumber(String(words), x, y, size, fill);
  const attrs = { x, y, fill, "font-size": size, "text-anchor": "middle", class: "art-letters" };
  return s("text", attrs, String(words));
}
