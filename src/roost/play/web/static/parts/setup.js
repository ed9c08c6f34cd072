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
  /** The piece that a tap puts down: see each game's brushes. */
  let brush = "";

  /** @param {any} next */
  const change = (next) => {
    setup = next;
    draw();
    if (kit && editor && diceMissing(next, kit.info) === 0) onText(editor.write(next), true);
  };

  const draw = () => {
    if (!kit || !view) return;
    const { info, die, face: faceName } = kit;
    const players = Number(setup?.players ?? view.state["players"]);
    const begin = (/** @type {GameInfo} */ one, /** @type {number} */ count) =>
      onText(one.openings[Math.max(0, Math.min(count, one.max_players) - one.min_players)] ?? "", false);
    /** @type {[name: string, choices: import("./fields.js").Choices, value: unknown, onChoose: (chosen: string) => void][]} */
    const general = [
      [
        t("analysis.game"),
        games.map(({ name, short }) => [name, short]),
        info.name,
        (chosen) => games.filter(({ name }) => name === chosen).forEach((one) => begin(one, players)),
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
      general.push([t("analysis.turn"), letters, setup?.turn, (one) => change({ ...setup, turn: Number(one) })]);
    const fields = general.map(([name, choices, value, onChoose]) =>
      h("label.field", h("span.field__name.small", name), select(choices, { value: String(value) }, onChoose)),
    );
    /** @type {Tools<any>} */
    const tools = {
      kit,
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

/**
 * Dice at one place: those that are there, each of which a tap takes away, and the faces that can be added.
 * @param {string} shown
 * @param {object} keys
 * @param {string} keys.where
 * @param {string[]} keys.faces
 * @param {(face: string) => Node | string} keys.draw
 * @param {(face: string) => string} [keys.named]
 * @param {boolean} [keys.isFull]
 * @param {string} [keys.none] what to say where there are none
 * @param {(face: string, place: number) => void} keys.remove
 * @param {(face: string) => void} keys.add
 */
export function diceKeys(shown, { where, faces, draw, named = (face) => face, isFull = false, none, remove, add }) {
  const there = [...shown].map((face, place) => {
    const label = t("analysis.remove_die", { face: named(face), where });
    const given = { "data-key": place, "aria-label": label, onclick: () => remove(face, place) };
    return h("button.setup__die", given, draw(face));
  });
  const more = faces.map((face) => {
    const label = t("analysis.add_die", { face: named(face), where });
    const given = { disabled: isFull, "data-key": face, "aria-label": label, onclick: () => add(face) };
    return h("button.setup__add", given, draw(face));
  });
  return [
    h("div.setup__row.row.gap-1", ...(there.length || !none ? there : [h("span.soft.small", none)])),
    h("div.setup__row.setup__row--add.row.gap-1", ...more),
  ];
}
