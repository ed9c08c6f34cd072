// The story of the game as far as it was shown: who has come back from far behind, and at the end the awards.

import { awardsOf } from "../model/awards.js";
import { comebackIn } from "../model/comeback.js";
import { storyAfter } from "../model/story.js";

export class StorySoFar {
  /** @type {import("../model/story.js").Story} */
  #story = null;
  /** @type {ReturnType<typeof comebackIn>} */
  #comeback = null;

  /**
   * What happened before one came.
   * @param {readonly Parameters<typeof storyAfter>[1][]} past
   */
  begin(past) {
    this.#story = past.reduce(storyAfter, null);
  }

  /**
   * It goes on with a step.
   * @param {import("../model/steps.js").Step} step
   */
  goesOn({ table, entries, isLast }) {
    const before = this.#story;
    if (isLast) this.#story = storyAfter(before, { entries, scores: table.game?.scores, seat: table.game?.seat });
    const isNew = (this.#story?.marks.length ?? 0) > (before?.marks.length ?? 0);
    this.#comeback = isNew && table.status === "playing" ? comebackIn(this.#story) : null;
  }

  /** Who has taken the lead from far behind with the latest step, and from how far: it is told once. */
  takeComeback() {
    const back = this.#comeback;
    this.#comeback = null;
    return back;
  }

  get awards() {
    return awardsOf(this.#story);
  }
}
