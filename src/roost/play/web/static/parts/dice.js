// <roost-dice>: the dice of a turn. How they lie there is the game's affair (its board's `dice`), or plain. Choices are
// told with the event "choose", and a tap on dice that wait to be rolled, where the viewer may roll, with the event
// "roll".
//
// What the choice list offers anyway is a convenience here and no control of its own. Only where dice are picked one by
// one there are too many ways for a list: there the dice are real buttons.

import { isOver, tellTap } from "../boards/view.js";
import { render } from "../lib/render.js";
import { moves } from "../lib/settings.js";
import { picks, plainTray } from "./tray.js";
import { glide, rattle, tumble } from "./tumble.js";

export class DiceTray extends HTMLElement {
  /** @type {AnyView | null} */
  #view = null;
  /**
   * The places of the dice that are picked, the latest last.
   * @type {number[]}
   */
  #picked = [];
  /**
   * The throw that is being shown.
   * @type {{seed: number, began: number, pace: number, dice: string, isTense: boolean} | null}
   */
  #throw = null;

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#tapped(event));
  }

  /** The dice that are shown. */
  get view() {
    return this.#view;
  }

  set view(view) {
    const kept = view?.events.find(({ type, symbol }) => type !== "rolled" && typeof symbol === "string");
    const pace = view?.speed ?? 1;
    const lay = kept && pace > 0 && moves() ? this.#rolledBySymbol() : new Map(); // asked for only if needed: it is costly
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
    if (kept && pace > 0) {
      const dice = /** @type {HTMLElement[]} */ ([
        ...this.querySelectorAll(`.dice-aside [data-symbol="${CSS.escape(kept["symbol"])}"] .dice-die`),
      ]);
      glide(dice, lay.get(kept["symbol"]) ?? [], pace);
    }
  }

  /** Shake the dice that wait to be rolled, as one does with dice in the hand. Returns what lets them lie. */
  rattle() {
    return moves()
      ? rattle(/** @type {HTMLElement[]} */ ([...this.querySelectorAll(".dice-rolled .dice-die")]))
      : () => {};
  }

  /** Where the dice on the table lie, by their symbols; those that still fly have arrived by now. */
  #rolledBySymbol() {
    for (const one of this.querySelectorAll(".dice-rolled .dice-die"))
      for (const flight of one.getAnimations()) flight.finish();
    /** @type {Map<string, DOMRect[]>} */
    const found = new Map();
    for (const group of this.querySelectorAll(".dice-rolled [data-symbol]")) {
      const dice = [...group.querySelectorAll(".dice-die")].map((one) => one.getBoundingClientRect());
      found.set(group.getAttribute("data-symbol") ?? "", dice);
    }
    return found;
  }

  #draw() {
    const view = this.#view;
    if (!view || isOver(view.state)) return this.replaceChildren();
    render(this, (view.kit.board.dice ?? plainTray)(view, this.#picked));
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
    const others = this.#picked.filter((other) => other !== place);
    const isNew = others.length === this.#picked.length;
    // One pick too many takes the place of the oldest one.
    const most = Math.max(0, ...picks(this.#view?.actions ?? []).map(({ dice = "" }) => dice.length));
    this.#picked = isNew ? [...others, place].slice(-most) : others;
    this.#draw();
    const button = this.querySelector(`[data-pick="${place}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  /**
   * Go on with a throw. The dice may have been drawn again meanwhile.
   * @param {{seed: number, began: number, pace: number, dice: string, isTense: boolean}} thrown
   */
  #tumble(thrown) {
    const elapsed = performance.now() - thrown.began;
    const left = [...thrown.dice];
    const dice = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".dice-rolled .dice-die")]).filter((one) => {
      const place = left.indexOf(one.dataset["face"] ?? "");
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    });
    const longest = tumble(dice, { ...thrown, elapsed });
    if (elapsed > longest) this.#throw = null;
    // What follows from the dice is not told before they lie.
    else
      for (const hint of this.querySelectorAll(".dice-tray > .dice-hint, .dice-reroll"))
        hint.animate([{ opacity: 0 }, { opacity: 0 }], longest - elapsed);
  }
}

customElements.define("roost-dice", DiceTray);
