// Setting up a position by tapping: choose what to put, and tap where it goes.

import { badge, LETTERS } from "../art/seats.js";
import { plates, snail } from "roost.games.barbecue.faces/art.js";
import { ant } from "roost.games.picnic.faces/art.js";
import { die } from "../art/dice.js";
import { tile, tileBack } from "roost.games.tiles.faces/tile.js";
import { wormsOn } from "roost.games.tiles.faces/board.js";
import { fill, h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import {
  addDie, allowance, DICE, diceMissing, MOST_PLAYERS, opening, putAnt, putOnSpot, putTile, removeDie, SPOTS, TILES, TRACKS, whereIs, withPlayers,
} from "../model/setup.js"; // prettier-ignore
import { GAMES } from "./game-links.js";
import { segments } from "./segments.js";

/** @typedef {import("../model/setup.js").Setup} Setup */

/**
 * @param {{onSetup: (setup: Setup) => void, onText: (text: string) => void}} listeners told of every change, or of another game's start
 */
export function setupPanel({ onSetup, onText }) {
  const element = h("div", { class: "setup stack" });
  /** @type {Setup | null} */
  let setup = null;
  /** What a tap puts down: see each game's brushes. */
  let brush = "";

  /** @param {Setup} next */
  const change = (next) => {
    setup = next;
    draw();
    if (diceMissing(next) === 0) onSetup(next);
  };

  const draw = () => {
    if (!setup) return;
    const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") : null;
    fill(element, ...content(setup));
    const again = focused && element.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
  };

  /** @param {Setup} now */
  const content = (now) => [
    general(now),
    now.game in TILES ? tiles(now) : now.game === "barbecue" ? spots(now) : tracks(now),
    now.game === "picnic" ? picnicDice(now) : setAsideDice(now),
  ];

  /** @param {Setup} now */
  const general = (now) => {
    const game = h(
      "select",
      { class: "input", "data-focus": "game", value: now.game, onchange: () => onText(opening(game.value, Math.min(now.players, MOST_PLAYERS[game.value] ?? 2))) },
      ...GAMES.map((name) => h("option", { value: name }, t(`rules.short.${name}`))),
    );
    const players = h(
      "select",
      { class: "input", "data-focus": "players", value: String(now.players), onchange: () => change(withPlayers(now, Number(players.value))) },
      ...Array.from({ length: (MOST_PLAYERS[now.game] ?? 2) - 1 }, (_, place) => h("option", { value: String(place + 2) }, place + 2)),
    );
    const turn = h(
      "select",
      { class: "input", "data-focus": "turn", value: String(now.turn), onchange: () => change({ ...now, turn: Number(turn.value) }) },
      ...seats(now).map((seat) => h("option", { value: String(seat) }, LETTERS[seat] ?? "")),
    );
    const labelled = (/** @type {string} */ name, /** @type {HTMLElement} */ control) => h("label", { class: "field" }, h("span", { class: "field__name small" }, name), control);
    return h("div", { class: "setup__general" }, labelled(t("analysis.game"), game), labelled(t("analysis.players"), players), labelled(t("analysis.turn"), turn));
  };

  /**
   * What a tap puts down; the first is chosen if none of them is.
   * @param {string} name
   * @param {[string, string][]} choices
   */
  const brushes = (name, choices) => {
    if (!choices.some(([value]) => value === brush)) brush = choices[0]?.[0] ?? "";
    return segments(name, choices, brush, (value) => (brush = value));
  };

  /** @param {Setup} now */
  const tiles = (now) => {
    const where = (/** @type {"grill" | "down" | number} */ place) => (place === "grill" ? t("analysis.on_grill") : place === "down" ? t("analysis.face_down") : t("analysis.on_stack", { seat: LETTERS[place] ?? "" }));
    /** @type {[string, string][]} */
    const choices = [...seats(now).map((seat) => /** @type {[string, string]} */ ([String(seat), where(seat)])), ["grill", where("grill")], ["down", where("down")]];
    const target = () => (brush === "grill" || brush === "down" ? brush : Number(brush));
    return h(
      "div",
      { class: "stack stack--tight" },
      brushes(t("analysis.put_tile"), choices),
      h(
        "div",
        { class: "setup__tiles" },
        ...(TILES[now.game] ?? []).map((number, place) => {
          const lies = whereIs(now, place);
          const worms = wormsOn(/** @type {any} */ ({ game: now.game, options: {} }), number);
          const at = typeof lies === "number" ? h("span", { class: "setup__owner" }, badge(lies)) : null;
          return h(
            "button",
            { type: "button", class: `setup__tile setup__tile--${typeof lies === "number" ? "owned" : lies}`, "data-focus": `tile-${place}`, "aria-label": t("analysis.tile_at", { tile: number, where: where(lies) }), onclick: () => change(putTile(now, place, target())) },
            lies === "down" ? h("span", { class: "setup__down" }, tileBack(), h("b", null, number)) : tile(number, worms),
            at,
          );
        }),
      ),
    );
  };

  /** @param {Setup} now */
  const spots = (now) => {
    const name = (/** @type {string} */ lies) => (lies === "" ? t("analysis.nothing") : lies === "snail" ? t("analysis.snail") : t(lies.length > 1 ? "analysis.two_plates" : "analysis.plate", { seat: lies.charAt(0) }));
    const kinds = [...seats(now).flatMap((seat) => [LETTERS.charAt(seat), LETTERS.charAt(seat).repeat(2)]), "snail", ""];
    const drawn = (/** @type {string} */ lies) => (lies === "snail" ? snail() : lies ? plates(LETTERS.indexOf(lies.charAt(0)), lies.length > 1 ? 2 : 1) : null);
    return h(
      "div",
      { class: "stack stack--tight" },
      brushes(t("analysis.put"), kinds.map((lies) => [lies || "-", name(lies)])),
      h(
        "div",
        { class: "setup__spots" },
        ...SPOTS.map((spot) => {
          const lies = now.spots[spot] ?? "";
          return h(
            "button",
            { type: "button", class: "setup__spot", "data-focus": `spot-${spot}`, "aria-label": t("analysis.spot_at", { spot, where: name(lies) }), onclick: () => change(putOnSpot(now, spot, brush === "-" ? "" : brush)) },
            h("b", null, spot),
            drawn(lies),
          );
        }),
      ),
      h(
        "div",
        { class: "setup__larders" },
        ...seats(now).flatMap((seat) => [stepper(now, seat, "worms"), stepper(now, seat, "snails")]),
      ),
    );
  };

  /**
   * @param {Setup} now
   * @param {number} seat
   * @param {"worms" | "snails"} what
   */
  const stepper = (now, seat, what) => {
    const input = h("input", {
      type: "number", class: "input", min: "0", max: what === "worms" ? "99" : "12", inputmode: "numeric", "data-focus": `${what}-${seat}`, value: String(now.larders[seat]?.[what] ?? 0),
      onchange: () => change({ ...now, larders: now.larders.map((larder, at) => (at === seat ? { ...larder, [what]: Math.max(0, Math.trunc(Number(input.value)) || 0) } : larder)) }),
    }); // prettier-ignore
    return h("label", { class: "field" }, h("span", { class: "small" }, t(`analysis.${what}_of`, { seat: LETTERS[seat] ?? "" })), input);
  };

  /** @param {Setup} now */
  const tracks = (now) => {
    /** @type {[string, string][]} */
    const choices = [...seats(now).map((seat) => /** @type {[string, string]} */ ([String(seat), t("analysis.ant", { seat: LETTERS[seat] ?? "" })])), ["-", t("analysis.no_ants")]];
    return h(
      "div",
      { class: "stack stack--tight" },
      brushes(t("analysis.put"), choices),
      h(
        "div",
        { class: "setup__tracks" },
        ...TRACKS.map((length, place) =>
          h(
            "div",
            { class: "setup__track" },
            h("b", { class: "setup__name" }, place + 1),
            ...Array.from({ length }, (_, step) => {
              const space = step + 1;
              const pile = (now.board[place] ?? []).filter((one) => one.space === space);
              const where = pile.map((one) => LETTERS[one.seat]).join("") || t("analysis.no_ants");
              return h(
                "button",
                { type: "button", class: `setup__space${space === length ? " setup__space--food" : ""}`, "data-focus": `space-${place}-${space}`, "aria-label": t("analysis.space_at", { track: place + 1, space, where }), onclick: () => change(putAnt(now, place, space, brush === "-" ? null : Number(brush))) },
                ...pile.map((one) => ant(one.seat)),
              );
            }),
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        ...seats(now).map((seat) => check(`queen-${seat}`, t("analysis.queen_of", { seat: LETTERS[seat] ?? "" }), Boolean(now.queens[seat]), (on) => change({ ...now, queens: now.queens.map((has_, at) => (at === seat ? on : has_)) }))),
      ),
    );
  };

  /** @param {Setup} now */
  const setAsideDice = (now) =>
    h(
      "div",
      { class: "stack stack--tight" },
      diceRow(now, "aside"),
      diceRow(now, "rolled"),
      now.aside && !now.rolled ? check("rolling", t("analysis.about_to_roll"), now.rolling, (on) => change({ ...now, rolling: on })) : null,
    );

  /** @param {Setup} now */
  const picnicDice = (now) => {
    const { left } = allowance(now);
    return h(
      "div",
      { class: "stack stack--tight" },
      diceRow(now, "rolled"),
      now.rolled && left ? check("rerolling", `${t("analysis.rerolls")}: ${left}`, now.rerolling, (on) => change({ ...now, rerolling: on })) : null,
    );
  };

  /**
   * Dice at one place: those that are there, and the faces that can be added.
   * @param {Setup} now
   * @param {"aside" | "rolled"} where
   */
  const diceRow = (now, where) => {
    const { faces = "", count = 0 } = DICE[now.game] ?? {};
    const name = t(`analysis.dice_${where}`);
    const missing = where === "rolled" ? diceMissing(now) : 0;
    const isFull = now.aside.length + now.rolled.length >= count;
    return h(
      "div",
      { class: "setup__dice", role: "group", "aria-label": name },
      h("span", { class: "field__name small" }, name, missing ? h("span", { class: "soft" }, ` (+${missing})`) : null),
      h(
        "div",
        { class: "setup__row" },
        ...(now[where] ? [...now[where]].map((face, place) => h("button", { type: "button", class: "setup__die", "data-focus": `${where}-${place}`, "aria-label": t("analysis.remove_die", { face: faceName(face), where: name }), onclick: () => change(removeDie(now, where, face)) }, die(face))) : [h("span", { class: "soft small" }, t("analysis.dice_none"))]),
      ),
      h(
        "div",
        { class: "setup__row setup__row--add" },
        ...[...faces].map((face) => h("button", { type: "button", class: "setup__add", disabled: isFull, "data-focus": `add-${where}-${face}`, "aria-label": t("analysis.add_die", { face: faceName(face), where: name }), onclick: () => change(addDie(now, where, face)) }, die(face))),
      ),
    );
  };

  /**
   * @param {string} focus
   * @param {string} name
   * @param {boolean} isOn
   * @param {(on: boolean) => void} onChange
   */
  const check = (focus, name, isOn, onChange) => {
    const box = h("input", { type: "checkbox", checked: isOn, "data-focus": focus, onchange: () => onChange(box.checked) });
    return h("label", { class: "switch setup__check" }, box, h("span", { class: "switch__text" }, name));
  };

  return {
    element,
    /** @param {Setup} next */
    show(next) {
      setup = next;
      draw();
    },
  };
}

/** @param {Setup} setup */
const seats = (setup) => Array.from({ length: setup.players }, (_, seat) => seat);

/** @param {string} face */
const faceName = (face) => (has(`board.face.${face}`) ? t(`board.face.${face}`) : face);
