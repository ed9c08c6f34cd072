// <roost-dice>: the dice of a turn. The game's board may arrange them (`dice`). A tap on a choice sends the event
// "choose", and a tap on dice that may be rolled the event "roll".
//
// Taps are mostly shortcuts to the list of choices. The dice are real buttons only if they are picked one by one,
// because a list of choices would then be too long.

import { isOver, tellTap } from "../boards/view.js";
import { render } from "../lib/render.js";
import { moves } from "../lib/settings.js";
import { picks, plainTray } from "./tray.js";
import { glide, rattle, tumble } from "./tumble.js";

export class DiceTray extends HTMLElement {
  /** @type {AnyView | null} */
  #view = null;
  /** @type {number[]} places of the picked dice, latest last */
  #picked = [];
  /** @type {{seed: number, began: number, pace: number, dice: string, isTense: boolean} | null} the throw being animated */
  #throw = null;

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#tapped(event));
  }

  /** The view whose dice are drawn. */
  get view() {
    return this.#view;
  }

  set view(view) {
    const setAside = view?.events.find(({ type, symbol }) => type !== "rolled" && typeof symbol === "string");
    const pace = view?.speed ?? 1;
    const before = setAside && pace > 0 && moves() ? this.#rolledBySymbol() : new Map(); // measures only if needed
    this.#view = view;
    this.#picked = [];
    this.#draw();
    if (!view || !moves()) return;
    const rolled = view.events.find((event) => event.type === "rolled");
    if (rolled && pace > 0) {
      this.#throw = {
        seed: Math.random() * 2 ** 31,
        began: performance.now(),
        pace,
        dice: rolled["roll"],
        isTense: Boolean(view.isTense),
      };
    } else if (view.events.length) this.#throw = null;
    if (this.#throw) this.#tumble(this.#throw);
    if (setAside && pace > 0) {
      const dice = /** @type {HTMLElement[]} */ ([
        ...this.querySelectorAll(`.dice-aside [data-symbol="${CSS.escape(setAside["symbol"])}"] .dice-die`),
      ]);
      glide(dice, before.get(setAside["symbol"]) ?? [], pace);
    }
  }

  /** Shake the dice that are to be rolled. Return a function that stops the shaking. */
  rattle() {
    return moves()
      ? rattle(/** @type {HTMLElement[]} */ ([...this.querySelectorAll(".dice-rolled .dice-die")]))
      : () => {};
  }

  /** Measure the boxes of the dice on the table, by symbol; dice in motion are first moved to their final places. */
  #rolledBySymbol() {
    for (const die of this.querySelectorAll(".dice-rolled .dice-die"))
      for (const flight of die.getAnimations()) flight.finish();
    /** @type {Map<string, DOMRect[]>} */
    const boxes = new Map();
    for (const group of this.querySelectorAll(".dice-rolled [data-symbol]")) {
      const dice = [...group.querySelectorAll(".dice-die")].map((die) => die.getBoundingClientRect());
      boxes.set(group.getAttribute("data-symbol") ?? "", dice);
    }
    return boxes;
  }

  #draw() {
    const view = this.#view;
    if (!view || isOver(view.state)) return this.replaceChildren();
    render(this, (view.ui.board.dice ?? plainTray)(view, this.#picked));
  }

  /** @param {Event} event */
  #tapped(event) {
    const target = event.target instanceof Element ? event.target : null;
    const place = target?.closest("[data-pick]")?.getAttribute("data-pick");
    tellTap(this, event);
    if (place) this.#pick(Number(place));
    if (target?.closest("[data-roll]")) this.dispatchEvent(new CustomEvent("roll", { bubbles: true }));
  }

  /** @param {number} place */
  #pick(place) {
    const remaining = this.#picked.filter((other) => other !== place);
    const isNew = remaining.length === this.#picked.length;
    // One pick too many replaces the oldest pick.
    const most = Math.max(0, ...picks(this.#view?.actions ?? []).map(({ dice = "" }) => dice.length));
    this.#picked = isNew ? [...remaining, place].slice(-most) : remaining;
    this.#draw();
    const button = this.querySelector(`[data-pick="${place}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  /**
   * Continue a throw's animation from its current moment, because the dice may have been redrawn.
   * @param {{seed: number, began: number, pace: number, dice: string, isTense: boolean}} thrown
   */
  #tumble(thrown) {
    const elapsed = performance.now() - thrown.began;
    const left = [...thrown.dice];
    const dice = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".dice-rolled .dice-die")]).filter(
      (element) => {
        const place = left.indexOf(element.dataset["face"] ?? "");
        if (place >= 0) left.splice(place, 1);
        return place >= 0;
      },
    );
    const longest = tumble(dice, { ...thrown, elapsed });
    if (elapsed > longest) this.#throw = null;
    // Hints about the dice stay hidden until the dice stop moving.
    else
      for (const hint of this.querySelectorAll(".dice-tray > .dice-hint, .dice-reroll"))
        hint.animate([{ opacity: 0 }, { opacity: 0 }], longest - elapsed);
  }
}

customElements.define("roost-dice", DiceTray);
