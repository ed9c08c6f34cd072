// Setting up a position by tapping: choose what to put, and tap where it goes. What can be put is the game's affair.

import { LETTERS } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { addDie, diceMissing, removeDie } from "../model/setup.js";
import { select } from "./fields.js";
import { segments } from "./segments.js";

/** @typedef {import("../model/setup.js").Setup} Setup */

/**
 * What a game's editor is made with.
 * @template S
 * @typedef {object} Tools
 * @property {Kit} kit
 * @property {PositionView} view the position as the server read it last
 * @property {number[]} seats
 * @property {(next: S) => void} change
 * @property {(name: string, choices: [string, string][]) => HTMLElement} brushes what a tap puts down
 * @property {() => string} brush what it puts down now
 * @property {(key: string, name: string, isOn: boolean, onChange: (on: boolean) => void) => HTMLElement} check
 * @property {(where: "aside" | "rolled", name: string) => HTMLElement} dice those at a place, and the faces that can be added
 */

/**
 * @param {GameInfo[]} games
 * @param {{onText: (text: string, isEdited: boolean) => void}} listeners told of every change, or of another game's start
 */
export function setupPanel(games, { onText }) {
  const element = h("div.setup.stack");
  /** @type {any} */
  let setup = null;
  /** @type {import("../model/setup.js").Editor | null} */
  let editor = null;
  /** @type {Kit | null} */
  let kit = null;
  /** @type {PositionView | null} */
  let view = null;
  /** What a tap puts down: see each game's brushes. */
  let brush = "";

  /** @param {any} next */
  const change = (next) => {
    setup = next;
    draw();
    if (kit && editor && diceMissing(next, kit.info) === 0) onText(editor.write(next), true);
  };

  const draw = () => {
    if (!kit || !view) return;
    const more = editor && setup ? editor.draw(setup, tools(kit, view)) : [h("p.soft.small", t("analysis.text_only"))];
    render(element, general(kit, view), ...more);
  };

  /**
   * @param {Kit} now
   * @param {PositionView} shown
   */
  const general = ({ info }, shown) => {
    const players = Number(setup?.players ?? shown.state["players"]);
    const begin = (/** @type {GameInfo} */ one, /** @type {number} */ count) =>
      onText(one.openings[Math.max(0, Math.min(count, one.max_players) - one.min_players)] ?? "", false);
    /**
     * @param {string} name
     * @param {import("./fields.js").Choices} choices
     * @param {unknown} value
     * @param {(chosen: string) => void} onChoose
     */
    const labelled = (name, choices, value, onChoose) =>
      h("label.field", h("span.field__name.small", name), select(choices, { value: String(value) }, onChoose));
    const seat = (/** @type {string} */ count) =>
      editor ? change(editor.seated(setup, Number(count))) : begin(info, Number(count));
    const counts = info.openings.map((_, place) => place + info.min_players);
    return h(
      "div.setup__general",
      labelled(
        t("analysis.game"),
        games.map(({ name, short }) => [name, short]),
        info.name,
        (chosen) => games.filter(({ name }) => name === chosen).forEach((one) => begin(one, players)),
      ),
      labelled(
        t("analysis.players"),
        counts.map((one) => [one, one]),
        players,
        seat,
      ),
      editor &&
        labelled(
          t("analysis.turn"),
          [...LETTERS.slice(0, players)].map((letter, place) => [place, letter]),
          setup?.turn,
          (chosen) => change({ ...setup, turn: Number(chosen) }),
        ),
    );
  };

  /**
   * @param {Kit} now
   * @param {PositionView} shown
   * @returns {Tools<any>}
   */
  const tools = (now, shown) => ({
    kit: now,
    view: shown,
    seats: Array.from({ length: setup.players }, (_, seat) => seat),
    change,
    brushes: (name, choices) => {
      if (!choices.some(([value]) => value === brush)) brush = choices[0]?.[0] ?? "";
      return segments(name, choices, brush, (value) => (brush = value));
    },
    brush: () => brush,
    check,
    dice: (where, name) => diceRow(now, where, name),
  });

  /**
   * Dice at one place: those that are there, and the faces that can be added.
   * @param {Kit} now
   * @param {"aside" | "rolled"} where
   * @param {string} name
   */
  const diceRow = ({ info, die, face: faceName }, where, name) => {
    const missing = where === "rolled" ? diceMissing(setup, info) : 0;
    const isFull = setup.aside.length + setup.rolled.length >= info.dice;
    return h(
      "div.setup__dice.stack",
      { role: "group", "aria-label": name },
      h("span.field__name.small", name, missing ? h("span.soft", ` (+${missing})`) : null),
      h(
        "div.setup__row.row",
        ...(setup[where]
          ? [...setup[where]].map((face, place) =>
              h(
                "button.setup__die",
                {
                  "data-key": `${where}-${place}`,
                  "aria-label": t("analysis.remove_die", { face: faceName(face), where: name }),
                  onclick: () => change(removeDie(setup, where, face)),
                },
                die(face),
              ),
            )
          : [h("span.soft.small", t("analysis.dice_none"))]),
      ),
      h(
        "div.setup__row.setup__row--add.row",
        ...info.die.symbols.map(({ symbol: face }) =>
          h(
            "button.setup__add",
            {
              disabled: isFull,
              "data-key": face,
              "aria-label": t("analysis.add_die", { face: faceName(face), where: name }),
              onclick: () => change(addDie(setup, where, face, info)),
            },
            die(face),
          ),
        ),
      ),
    );
  };

  /**
   * @param {string} key
   * @param {string} name
   * @param {boolean} isOn
   * @param {(on: boolean) => void} onChange
   */
  const check = (key, name, isOn, onChange) => {
    const onchange = (/** @type {{target: HTMLInputElement}} */ { target }) => onChange(target.checked);
    const box = h("input", { type: "checkbox", checked: isOn, onchange });
    return h("label.switch.setup__check", { "data-key": key }, box, h("span.switch__text", name));
  };

  return {
    element,

    /**
     * Show a position, or learn what the server says about the one that is being set up.
     * @param {PositionView} shown
     * @param {Kit} now
     * @param {import("../model/setup.js").Editor | null} its how the game's positions are set up
     * @param {boolean} isEditing whether it is the one that is being set up
     */
    show(shown, now, its, isEditing) {
      const isNews = !isEditing || (view && its?.isNews?.(view, shown));
      [view, kit, editor] = [shown, now, its];
      if (!isEditing) setup = its?.read(shown, now) ?? null;
      if (isNews) draw(); // nothing is drawn anew under a finger without need
    },
  };
}
