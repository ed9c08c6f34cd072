// A line of moves to try, with a current point. Playing from the middle of the line drops the points after it.

/** @typedef {{view: PositionView, move: string | null, text: string, events: Record<string, any>[]}} Point */
/** @typedef {{points: Point[], at: number}} Line */

/** @param {PositionView} view @returns {Line} a line with only this position */
export const lineFrom = (view) => ({ points: [{ view, move: null, text: "", events: [] }], at: 0 });

/** @param {Line} line @returns {Point} the current point */
export const current = ({ points, at }) => /** @type {Point} */ (points[at]);

/**
 * Return the line after another move from its current point.
 * @param {Line} line
 * @param {Point} point
 * @returns {Line}
 */
export const extended = ({ points, at }, point) => ({ points: [...points.slice(0, at + 1), point], at: at + 1 });

/** @param {Line} line @param {number} at @returns {Line} the line with another current point */
export const movedTo = ({ points }, at) => ({ points, at: Math.min(Math.max(at, 0), points.length - 1) });
