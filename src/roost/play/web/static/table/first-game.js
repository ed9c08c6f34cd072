// Teaches newcomers a game, with three lessons the first time the game is played on a device.

import { lessonsOf, rememberLessons } from "../lib/remembered.js";
import { LESSONS, dueLesson } from "../model/first-game.js";

/**
 * Show the lesson that matters now, if any. Once the game is over, count all lessons as shown.
 * @param {View} view
 * @param {string} game
 * @param {Pick<GameUi, "say" | "has">} ui
 * @param {{say: (sentence: string) => void}} bubble
 */
export function teach(view, game, { say, has }, bubble) {
  const shown = lessonsOf(game);
  if (view.phase === "over" && !view.isWatching && shown.length) return rememberLessons(game, LESSONS);
  const lesson = dueLesson(view, shown);
  if (!lesson || !has(`first.${lesson}`)) return;
  rememberLessons(game, [...shown, lesson]);
  bubble.say(say(`first.${lesson}`));
}
