// <roost-dice>: the dice of a turn. The game's board may arrange them (`dice`). A tap on a choice sends the event
// "choose", and a tap on dice that may be rolled the event "roll".
//
// Taps are mostly shortcuts to the list of choices. The dice are real buttons only if they are picked one by one,
// because a list of choices would then be too long.

import { isOver, seatToPlay, tellTap } from "../boards/view.js";
import { render } from "../lib/render.js";
import { moves } from "../lib/settings.js";
import { pacingOf } from "../model/event-pacing.js";
import { picks, plainTray } from "./tray.js";
import { glide, rattle, shudder, tumble } from "./tumble.js";

export class DiceTray extends HTMLElement {
  /** @type {AnyView | null} */
  #view = null;
  /** @type {number[]} places of the picked dice, latest last */
  #picked = [];
  /** @type {import("./tumble.js").Thrown | null} the throw being animated */
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
    const rolled = view?.events.find(({ type }) => type === "rolled");
    const pace = view?.speed ?? 1;
    const isAnimated = pace > 0 && moves();
    const isBust = view?.events.some((event) => pacingOf(event, view.ui.board.EVENTS).isBust);
    const dead = isBust && isAnimated ? this.#copies() : [];
    const before = setAside && isAnimated ? this.#rolledBySymbol() : new Map(); // measures only if needed
    const cup = rolled && isAnimated ? this.querySelector(".dice-cup")?.getBoundingClientRect() : null;
    this.#view = view;
    this.#picked = [];
    this.#draw();
    if (!view) return;
    if (view.events.length || !this.#dice.length) this.#throw?.stop();
    if (rolled && isAnimated) this.#tumble(view, rolled["roll"], pace, cup ?? null);
    else if (this.#throw && !this.#throw.isOver) this.#throw.hold(this.#dice);
    if (dead.length) shudder(this, dead, pace);
    if (setAside && isAnimated) {
      const dice = /** @type {HTMLElement[]} */ ([
        ...this.querySelectorAll(`.dice-aside [data-symbol="${CSS.escape(setAside["symbol"])}"] .dice-die`),
      ]);
      glide(dice, before.get(setAside["symbol"]) ?? [], pace);
    }
  }

  /** The dice on the table. */
  get #dice() {
    return /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".dice-rolled .dice-die")]);
  }

  /** Copy all dice, with their boxes. */
  #copies() {
    /** @type {[DOMRect, Node][]} */
    const copies = [];
    for (const die of this.querySelectorAll(".dice-die"))
      if (die.firstChild) copies.push([die.getBoundingClientRect(), die.firstChild.cloneNode(true)]);
    return copies;
  }

  /** Shake the cup, if this device may roll. Return a function that stops the shaking. */
  rattle() {
    const cup = moves() ? this.querySelector(".dice-cup:is([data-roll], [data-choose]) svg") : null;
    return cup ? rattle(cup) : () => {};
  }

  /** Measure the boxes of the dice on the table, by symbol, wherever they lie now. */
  #rolledBySymbol() {
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
   * Throw the dice that were rolled, which may lie among others.
   * @param {AnyView} view
   * @param {string} roll
   * @param {number} pace
   * @param {DOMRect | null} cup
   */
  #tumble(view, roll, pace, cup) {
    const left = [...roll];
    const dice = this.#dice.filter((element) => {
      const place = left.indexOf(element.dataset["face"] ?? "");
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    });
    const faces = [...view.ui.info.die.faces];
    const sides = (/** @type {string} */ top) => {
      const place = faces.indexOf(top);
      const beside = faces.filter((_, at) => at !== place && at !== faces.length - 1 - place);
      const around = [0, 1, 2, 3].map((at) => beside[at % beside.length] ?? top);
      return [top, ...around, faces.at(-1 - place) ?? top].map((symbol) => view.ui.side(symbol));
    };
    const seat = `var(--seat-${seatToPlay(view.state) ?? 0})`;
    this.#throw = tumble(this, dice, { pace, isTense: Boolean(view.isTense), sides, cup, seat });
    this.#throw?.hold(dice);
    // Hints about the dice stay hidden until the dice rest.
    for (const hint of this.querySelectorAll(".dice-tray > .dice-hint, .dice-reroll"))
      hint.animate([{ opacity: 0 }, { opacity: 0 }], this.#throw?.rest ?? 0);
  }
}

customElements.define("roost-dice", DiceTray);
