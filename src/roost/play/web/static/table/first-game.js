// Teaches newcomers a game, with a few lessons the first time the game is played on a device.

import { lessonsOf, rememberLessons } from "../lib/remembered.js";
import { LESSONS, TURN, dueLesson } from "../model/first-game.js";

/**
 * Whether a player on this device has finished a turn of the game, so that the page may make obvious moves for them.
 * @param {string} game
 */
export const hasPlayed = (game) => lessonsOf(game).includes(TURN);

/**
 * Show the lesson that matters now, if any. Once the game is over, count all lessons as shown.
 * @param {View} view
 * @param {string} game
 * @param {Pick<GameUi, "say" | "has">} ui
 * @param {{say: (sentence: string) => void}} bubble
 */
export function teach(view, game, { say, has }, bubble) {
  const shown = lessonsOf(game);
  if (view.phase === "over" && !view.isWatching && shown.length) return rememberLessons(game, [...LESSONS, TURN]);
  if (view.acting === null && view.enters === null && shown.includes("need") && !shown.includes(TURN))
    return rememberLessons(game, [...shown, TURN]);
  const lesson = dueLesson(view, shown, (lesson) => has(`first.${lesson}`));
  if (!lesson) return;
  rememberLessons(game, [...shown, lesson]);
  bubble.say(say(`first.${lesson}`));
}

/**
 * Explain an event that is new to this device, if the game has words for it.
 * @param {readonly {type: string}[]} events
 * @param {string} game
 * @param {Pick<GameUi, "say" | "has">} ui
 * @param {{say: (sentence: string) => void}} bubble
 */
export function explain(events, game, { say, has }, bubble) {
  const shown = lessonsOf(game);
  const event = events.find(({ type }) => has(`first.${type}`) && !shown.includes(type));
  if (!event || !shown.length) return;
  rememberLessons(game, [...shown, event.type]);
  bubble.say(say(`first.${event.type}`));
}
