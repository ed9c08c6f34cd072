// Tells a newcomer what matters in a game, at three moments of the first one that is played on a device.

import { lessonsOf, rememberLessons } from "../lib/remembered.js";
import { LESSONS, dueLesson } from "../model/first-game.js";

export class FirstGame {
  /**
   * @param {string} game
   * @param {Pick<Kit, "say" | "has">} kit
   * @param {{isOpen: boolean, say: (sentence: string) => void, hide: () => void}} bubble
   */
  constructor(game, kit, bubble) {
    this.game = game;
    this.kit = kit;
    this.bubble = bubble;
  }

  /** Whether somebody has something to read: then nothing happens by itself. */
  get isTelling() {
    return this.bubble.isOpen;
  }

  /**
   * It is somebody's turn, or the game is over: that was the first one.
   * @param {View} view
   */
  look(view) {
    const told = lessonsOf(this.game);
    if (view.phase === "over" && !view.isWatching && told.length) return rememberLessons(this.game, LESSONS);
    const due = dueLesson(view, told);
    if (!due || !this.kit.has(`first.${due}`)) return;
    rememberLessons(this.game, [...told, due]);
    this.bubble.say(this.kit.say(`first.${due}`));
  }

  /** Somebody has chosen: they know. */
  done() {
    this.bubble.hide();
  }
}
