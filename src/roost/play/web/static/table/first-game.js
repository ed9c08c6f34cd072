// Tells a newcomer what matters in a game, at three moments of the first one that is played on a device.

import { lessonsOf, rememberLessons } from "../lib/remembered.js";
import { LESSONS, dueLesson } from "../model/first-game.js";

/**
 * Tell what is due, now that it is somebody's turn; or remember, if the game is over, that it was the first one.
 * @param {View} view
 * @param {string} game
 * @param {Pick<Kit, "say" | "has">} kit
 * @param {{say: (sentence: string) => void}} bubble
 */
export function teach(view, game, { say, has }, bubble) {
  const told = lessonsOf(game);
  if (view.phase === "over" && !view.isWatching && told.length) return rememberLessons(game, LESSONS);
  const due = dueLesson(view, told);
  if (!due || !has(`first.${due}`)) return;
  rememberLessons(game, [...told, due]);
  bubble.say(say(`first.${due}`));
}
