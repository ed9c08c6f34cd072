// Sets up a position by tapping: the user chooses a piece, and taps where it goes. The game defines the pieces.

import { LETTERS } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { addDie, diceMissing, removeDie } from "../model/setup.js";
import { select } from "./fields.js";
import { segments } from "./segments.js";

/** @typedef {import("../model/setup.js").Setup} Setup */

/**
 * Tools for a game's editor.
 * @template S
 * @typedef {object} Tools
 * @property {GameUi} ui
 * @property {PositionView} view the position as the server last interpreted it
 * @property {number[]} seats
 * @property {(next: S) => void} change
 * @property {(name: string, choices: [string, string][]) => HTMLElement} brushes return a picker for the piece that a tap places
 * @property {() => string} brush return the current choice
 * @property {(key: string, name: string, isOn: boolean, onChange: (on: boolean) => void) => HTMLElement} check
 * @property {(where: "aside" | "rolled", name: string) => HTMLElement} dice draw the dice at a place, with faces to add
 */

/**
 * @param {GameInfo[]} games
 * @param {{onText: (text: string, isEdited: boolean) => void}} listeners `onText` is called for every change and new game
 */
export function setupPanel(games, { onText }) {
  const element = h("div.setup.stack");
  /** @type {any} */
  let setup = null;
  /** @type {import("../model/setup.js").Editor | null} */
  let editor = null;
  /** @type {GameUi | null} */
  let ui = null;
  /** @type {PositionView | null} */
  let view = null;
  /** The value of the selected brush. */
  let brush = "";

  /** @param {any} next */
  const change = (next) => {
    setup = next;
    draw();
    if (ui && editor && diceMissing(next, ui.info) === 0) onText(editor.write(next), true);
  };

  const draw = () => {
    if (!ui || !view) return;
    const { info, die, face: faceName } = ui;
    const players = Number(setup?.players ?? view.state["players"]);
    const begin = (/** @type {GameInfo} */ game, /** @type {number} */ count) =>
      onText(game.openings[Math.max(0, Math.min(count, game.max_players) - game.min_players)] ?? "", false);
    /** @type {[name: string, choices: import("./fields.js").Choices, value: unknown, onChoose: (chosen: string) => void][]} */
    const general = [
      [
        t("analysis.game"),
        games.map(({ name, short }) => [name, short]),
        info.name,
        (chosen) => games.filter(({ name }) => name === chosen).forEach((game) => begin(game, players)),
      ],
      [
        t("analysis.players"),
        info.openings.map((_, place) => [place + info.min_players, place + info.min_players]),
        players,
        (count) => (editor ? change(editor.seated(setup, Number(count))) : begin(info, Number(count))),
      ],
    ];
    const letters = [...LETTERS.slice(0, players)].map((letter, place) => /** @type {const} */ ([place, letter]));
    if (editor)
      general.push([t("analysis.turn"), letters, setup?.turn, (seat) => change({ ...setup, turn: Number(seat) })]);
    const fields = general.map(([name, choices, value, onChoose]) =>
      h("label.field", h("span.field__name.small", name), select(choices, { value: String(value) }, onChoose)),
    );
    /** @type {Tools<any>} */
    const tools = {
      ui,
      view,
      seats: Array.from({ length: players }, (_, seat) => seat),
      change,
      brushes: (name, choices) => {
        if (!choices.some(([value]) => value === brush)) brush = choices[0]?.[0] ?? "";
        return segments(name, choices, brush, (value) => (brush = value));
      },
      brush: () => brush,
      check: (key, name, isOn, onChange) => {
        const onchange = (/** @type {{target: HTMLInputElement}} */ { target }) => onChange(target.checked);
        const box = h("input", { type: "checkbox", checked: isOn, onchange });
        return h("label.switch.setup__check", { "data-key": key }, box, h("span.switch__text", name));
      },
      dice: (where, name) => {
        const missing = where === "rolled" ? diceMissing(setup, info) : 0;
        return h(
          "div.setup__dice.stack.gap-1",
          { role: "group", "aria-label": name },
          h("span.field__name.small", name, missing ? h("span.soft", ` (+${missing})`) : null),
          ...diceKeys(setup[where], {
            where: name,
            faces: info.die.symbols.map(({ symbol }) => symbol),
            none: t("analysis.dice_none"),
            draw: die,
            named: faceName,
            isFull: setup.aside.length + setup.rolled.length >= info.dice,
            remove: (face) => change(removeDie(setup, where, face)),
            add: (face) => change(addDie(setup, where, face, info)),
          }),
        );
      },
    };
    const more = editor && setup ? editor.draw(setup, tools) : [h("p.soft.small", t("analysis.text_only"))];
    render(element, h("div.setup__general", ...fields), ...more);
  };

  return {
    element,

    /**
     * Show a position, or update the position being set up with the server's answer.
     * @param {PositionView} shown
     * @param {GameUi} newKit
     * @param {import("../model/setup.js").Editor | null} newEditor of the game
     * @param {boolean} isEditing whether this is the position being set up
     */
    show(shown, newKit, newEditor, isEditing) {
      const isNews = !isEditing || (view && newEditor?.isNews?.(view, shown));
      [view, ui, editor] = [shown, newKit, newEditor];
      if (!isEditing) setup = newEditor?.read(shown, newKit) ?? null;
      if (isNews) draw(); // otherwise, keep the elements under the user's finger
    },
  };
}

/**
 * Draw the dice at one place, which a tap removes, and the faces that can be added.
 * @param {string} shown
 * @param {object} keys
 * @param {string} keys.where
 * @param {string[]} keys.faces
 * @param {(face: string) => Node | string} keys.draw
 * @param {(face: string) => string} [keys.named]
 * @param {boolean} [keys.isFull]
 * @param {string} [keys.none] text for an empty place
 * @param {(face: string, place: number) => void} keys.remove
 * @param {(face: string) => void} keys.add
 */
export function diceKeys(shown, { where, faces, draw, named = (face) => face, isFull = false, none, remove, add }) {
  const dieButtons = [...shown].map((face, place) => {
    const label = t("analysis.remove_die", { face: named(face), where });
    const props = { "data-key": place, "aria-label": label, onclick: () => remove(face, place) };
    return h("button.setup__die", props, draw(face));
  });
  const more = faces.map((face) => {
    const label = t("analysis.add_die", { face: named(face), where });
    const props = { disabled: isFull, "data-key": face, "aria-label": label, onclick: () => add(face) };
    return h("button.setup__add", props, draw(face));
  });
  return [
    h("div.setup__row.row.gap-1", ...(dieButtons.length || !none ? dieButtons : [h("span.soft.small", none)])),
    h("div.setup__row.setup__row--add.row.gap-1", ...more),
  ];
}
