// Drawings that several games use in their pictures.

import { at, group, line } from "./svg.js";

export const WIDTH = 320;
export const HEIGHT = 200;

/**
 * Place a rotated drawing.
 * @param {SVGSVGElement} part
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} angle
 */
export function leaning(part, x, y, width, height, angle) {
  return group(`rotate(${angle} ${x + width / 2} ${y + height / 2})`, at(part, x, y, width, height));
}

/**
 * Draw smoke above a fire.
 * @param {number} x
 * @param {number} y
 */
export const smoke = (x, y) => line(`M${x} ${y}c-10 -9 9 -15 0 -26s9 -15 2 -25`, 4, "var(--scene-smoke)");
