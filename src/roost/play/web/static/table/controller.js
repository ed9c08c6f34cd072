// Whether this device shows one's own part of the table only, because a big screen shows all of it.

import { controllerWish, rememberController } from "../lib/remembered.js";
import { viewOf } from "../model/table.js";

export class Controller {
  /** @type {boolean | null} what was wished for on this device; nothing, if the big screen decides */
  #wish;

  /** @param {string} id of the table */
  constructor(id) {
    this.id = id;
    this.#wish = controllerWish(id);
  }

  /** @param {Model} model */
  isOn(model) {
    return !viewOf(model).isWatching && (this.#wish ?? model.hasScreen);
  }

  /**
   * Show the whole table here, or only one's own part; until the big screen says otherwise, if it does.
   * @param {Model} model
   */
  toggle(model) {
    const next = !this.isOn(model);
    this.#wish = next === model.hasScreen ? null : next;
    rememberController(this.id, this.#wish);
  }
}
