// The editor for tile-game positions: tap a tile to put it somewhere else.

import { badge, LETTERS } from "roost/art/seats.js";
import { h } from "roost/lib/dom.js";
import { begun, forSeats, listed, perSeat, positionText } from "roost/model/setup.js";
import { drawDice, readDice, writeDice } from "roost.games.set_aside.adapters/setup-dice.js";
import { boxOf } from "./board.js";
import { tile, tileBack } from "./tile.js";

/**
 * @typedef {object} Tiles
 * @property {number[]} box every tile in the box
 * @property {number[]} grill the tiles that lie face up
 * @property {number[][]} stacks from bottom to top
 *
 * @typedef {import("roost.games.set_aside.adapters/setup-dice.js").TurnSetup & Tiles} TilesSetup
 */
/** @typedef {"grill" | "down" | number} Where */

/** @param {PositionView} view @param {GameUi} ui @returns {TilesSetup} */
export function read(view, ui) {
  const numbers = [...boxOf(ui).keys()];
  const box = Array.from({ length: ui.info.components["copies"] }, () => numbers).flat();
  return {
    ...begun(view, ui.info),
    ...readDice(view.state),
    box,
    grill: view.state["grill"],
    stacks: view.state["stacks"],
  };
}

/** @param {TilesSetup} setup */
export function write(setup) {
  const { grill, stacks } = setup;
  return positionText(
    setup,
    [`grill=${listed(grill)}`, ...perSeat(setup, (seat) => listed(stacks[seat] ?? []))],
    writeDice(setup),
  );
}

/** @param {TilesSetup} setup @param {number} players @returns {TilesSetup} */
export function seated(setup, players) {
  const grill = [...setup.grill, ...setup.stacks.slice(players).flat()].sort((a, b) => a - b);
  return {
    ...setup,
    players,
    turn: Math.min(setup.turn, players - 1),
    grill,
    stacks: forSeats(setup.stacks, players, () => []),
  };
}

/**
 * Return where a tile lies, given its index in the box: on the grill, on a stack, or face down.
 * @param {TilesSetup} setup
 * @param {number} place
 * @returns {Where}
 */
function whereIs({ box, grill, stacks }, place) {
  const number = box[place];
  const copy = box.slice(0, place).filter((n) => n === number).length;
  const places = [
    ...grill.map(() => /** @type {const} */ ("grill")),
    ...stacks.flatMap((stack, seat) => stack.map(() => seat)),
  ];
  const numbers = [...grill, ...stacks.flat()];
  return places.filter((_, at) => numbers[at] === number)[copy] ?? "down";
}

/**
 * Put a tile somewhere else; on a stack it goes on top.
 * @param {TilesSetup} setup
 * @param {number} place
 * @param {Where} where
 * @returns {TilesSetup}
 */
function put(setup, place, where) {
  const number = setup.box[place];
  const from = whereIs(setup, place);
  if (number === undefined || from === where) return setup;
  const without = (/** @type {number[]} */ tiles) => tiles.filter((_, at) => at !== tiles.lastIndexOf(number));
  const grill = from === "grill" ? without(setup.grill) : setup.grill;
  const stacks = setup.stacks.map((stack, seat) => (seat === from ? without(stack) : stack));
  return {
    ...setup,
    grill: where === "grill" ? [...grill, number].sort((a, b) => a - b) : grill,
    stacks: stacks.map((stack, seat) => (seat === where ? [...stack, number] : stack)),
  };
}

/** @param {TilesSetup} setup @param {import("roost/parts/setup.js").Tools<TilesSetup>} tools */
export function draw(setup, tools) {
  const { ui, seats, brush, brushes, change } = tools;
  const { say } = ui;
  const worms = boxOf(ui);
  const named = (/** @type {Where} */ place) =>
    place === "grill"
      ? say("setup.on_grill")
      : place === "down"
        ? say("setup.face_down")
        : say("setup.on_stack", { seat: LETTERS[place] ?? "" });
  /** @type {[string, string][]} */
  const choices = [
    ...seats.map((seat) => /** @type {[string, string]} */ ([String(seat), named(seat)])),
    ["grill", named("grill")],
    ["down", named("down")],
  ];
  const target = () => {
    const where = brush();
    return where === "grill" || where === "down" ? where : Number(where);
  };
  const tiles = setup.box.map((number, place) => {
    const position = whereIs(setup, place);
    return h(
      "button",
      {
        class: `setup__tile setup__tile--${typeof position === "number" ? "owned" : position}`,
        "data-key": place,
        "aria-label": say("setup.tile_at", { tile: number, where: named(position) }),
        onclick: () => change(put(setup, place, target())),
      },
      position === "down" ? h("span.setup__down", tileBack(), h("b", number)) : tile(number, worms.get(number) ?? 0),
      typeof position === "number" ? h("span.setup__owner", badge(position)) : null,
    );
  });
  return [
    h("div.stack.stack--tight", brushes(say("setup.put"), choices), h("div.setup__tiles", ...tiles)),
    drawDice(setup, tools),
  ];
}
