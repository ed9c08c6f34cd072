// A line of moves that somebody tries: a path with a place on it. Playing from the middle forgets what came after.

/** @typedef {{view: PositionView, move: string | null, text: string, events: Record<string, any>[]}} Point */
/** @typedef {{points: Point[], at: number}} Line */

/**
 * A line that begins here.
 * @param {PositionView} view
 * @returns {Line}
 */
export const lineFrom = (view) => ({ points: [{ view, move: null, text: "", events: [] }], at: 0 });

/**
 * The place where the line stands.
 * @param {Line} line
 * @returns {Point}
 */
export const current = ({ points, at }) => /** @type {Point} */ (points[at]);

/**
 * The line after another move.
 * @param {Line} line
 * @param {Point} point
 * @returns {Line}
 */
export const extended = ({ points, at }, point) => ({ points: [...points.slice(0, at + 1), point], at: at + 1 });

/**
 * The line, standing elsewhere on it.
 * @param {Line} line
 * @param {number} at
 * @returns {Line}
 */
export const movedTo = ({ points }, at) => ({ points, at: Math.min(Math.max(at, 0), points.length - 1) });
