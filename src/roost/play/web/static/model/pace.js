// How long things are shown, read and waited for, in milliseconds: all in one place, because what is read about a turn has to
// keep step with what is shown of it. How long one looks at an event says its cue (event-cues.js).

/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed the speed that a screen likes */

// -- what is shown --

/** How much longer than at normal speed everything is shown. */
export const FACTOR = { slow: 1.7, normal: 1, fast: 0.4, instant: 0 };
/** How long one looks at pieces that move, at normal speed; and at one's own, which is no news. */
export const PIECES_MOVE = 1000;
export const OWN_PIECES_MOVE = 400;
/** How much faster one's own steps move. */
export const OWN_PACE = 1.55;
/** How long dice tumble, of what one looks at them. Until then nobody knows how they fall. */
export const TUMBLE = 620;
/** How much longer, when much hangs on the last die. */
export const TENSE = 520;
/** How long the turn of somebody else takes on the screen, where all of it is known. */
export const TURN = 3050;
/** How long the turns of all bots take together, and the least that each takes, however many there are. */
export const ROUND = 6000;
export const LEAST_TURN = 1300;
/** No single step is stretched further than this. */
export const STRETCH = 1.5;
/** Nor squeezed further than this, where a turn has its whole time; where it has less, further. */
export const SQUEEZE = 0.4;
/** A step of a replay, and one of the tutorial. */
export const REPLAYED = { slow: 2200, normal: 1300, fast: 650, instant: 200 };
export const LEARNT = { slow: 2600, normal: 1700, fast: 900, instant: 150 };

// -- what is read --

/** How long an important sentence stays at least: to begin with, and for each character. */
export const TO_READ = { slow: [1200, 45], normal: [700, 28], fast: [300, 12], instant: [0, 0] };
/** How long the line about a whole turn stays at least: about as long as the next turn is shown. */
export const TURN_TO_READ = { slow: 4000, normal: 2500, fast: 1200, instant: 0 };

// -- what is waited for --

/** Until what goes without saying is done: long enough for a hand that wants to stop it. */
export const BEAT = { slow: 1200, normal: 350, fast: 250, instant: 120 };
/** After one choice that was made by itself the next needs less of a beat. */
export const QUICK_BEAT = 0.5;
/** Until a whole roll of real dice is sent. */
export const SENT_AFTER = { slow: 1200, normal: 700, fast: 350, instant: 0 };
