// The editor for Barbecue positions: choose a piece, then tap a spot.

import { LETTERS } from "roost/art/seats.js";
import { h } from "roost/lib/dom.js";
import { t } from "roost/lib/i18n.js";
import { begun, forSeats, listed, perSeat, positionText } from "roost/model/setup.js";
import { drawDice, readDice, writeDice } from "roost.games.set_aside.adapters/setup-dice.js";
import { plates, snail } from "./art.js";
import { spotsOf } from "./board.js";

/** @typedef {import("./board.js").Larder} Larder */
/** @typedef {import("roost.games.set_aside.adapters/setup-dice.js").TurnSetup & {spots: Record<number, string>, larders: Larder[]}} GrillSetup `spots`: `A`, `AA` or `snail` by spot */

/** @param {PositionView} view @param {GameUi} ui @returns {GrillSetup} */
export function read(view, ui) {
  const entries = spotsOf(ui).map(([spot], place) => [spot, view.state["grill"][place]]);
  return {
    ...begun(view, ui.info),
    ...readDice(view.state),
    spots: Object.fromEntries(entries.filter(([, contents]) => contents)),
    larders: view.state["larders"],
  };
}

/** @param {GrillSetup} setup */
export function write(setup) {
  const { spots, larders } = setup;
  const grill = `grill=${listed(Object.entries(spots).map(([spot, contents]) => `${spot}:${contents}`))}`;
  const winnings = perSeat(setup, (seat) => `${larders[seat]?.worms ?? 0}w${larders[seat]?.snails ?? 0}s`);
  return positionText(setup, [grill, ...winnings], writeDice(setup));
}

/** @param {GrillSetup} setup @param {number} players @returns {GrillSetup} */
export function seated(setup, players) {
  const leaving = LETTERS.slice(players);
  const spots = Object.fromEntries(
    Object.entries(setup.spots).filter(([, contents]) => !leaving.includes(contents.charAt(0))),
  );
  return {
    ...setup,
    players,
    turn: Math.min(setup.turn, players - 1),
    spots,
    larders: forSeats(setup.larders, players, () => ({ worms: 0, snails: 0 })),
  };
}

/**
 * Put a piece on a spot of the grill. Plates add and remove the worms that come with them.
 * @param {GrillSetup} setup
 * @param {number} spot
 * @param {string} contents `A`, `AA`, `snail`, or empty
 * @param {number} worms on the spot
 * @returns {GrillSetup}
 */
function put(setup, spot, contents, worms) {
  const spots = { ...setup.spots };
  const larders = setup.larders.map((larder, seat) => {
    const plated = (/** @type {string} */ text) => (text === "snail" ? 0 : text.split(LETTERS[seat] ?? "-").length - 1);
    const more = (plated(contents) - plated(setup.spots[spot] ?? "")) * worms;
    return { ...larder, worms: Math.max(0, larder.worms + more) };
  });
  delete spots[spot];
  if (contents) spots[spot] = contents;
  return { ...setup, spots, larders };
}

/** @param {GrillSetup} setup @param {import("roost/parts/setup.js").Tools<GrillSetup>} tools */
export function draw(setup, tools) {
  const { ui, seats, brush, brushes, change } = tools;
  const { say } = ui;
  const named = (/** @type {string} */ contents) =>
    contents === ""
      ? say("setup.nothing")
      : contents === "snail"
        ? say("setup.snail")
        : say(contents.length > 1 ? "setup.two_plates" : "setup.plate", { seat: contents.charAt(0) });
  const kinds = [...seats.flatMap((seat) => [LETTERS.charAt(seat), LETTERS.charAt(seat).repeat(2)]), "snail", ""];
  const drawn = (/** @type {string} */ contents) =>
    contents === "snail"
      ? snail()
      : contents
        ? plates(LETTERS.indexOf(contents.charAt(0)), contents.length > 1 ? 2 : 1)
        : null;
  const chosen = () => (brush() === "-" ? "" : brush());
  const stepper = (/** @type {number} */ seat, /** @type {"worms" | "snails"} */ item) => {
    const max = item === "worms" ? 99 : ui.info.components["snails"];
    const value = String(setup.larders[seat]?.[item] ?? 0);
    const onchange = (/** @type {{target: HTMLInputElement}} */ { target }) => {
      const n = Math.max(0, Math.trunc(Number(target.value)) || 0);
      change({
        ...setup,
        larders: setup.larders.map((larder, at) => (at === seat ? { ...larder, [item]: n } : larder)),
      });
    };
    const input = h("input.input", { type: "number", min: "0", max, inputmode: "numeric", value, onchange });
    return h("label.field", h("span.small", say(`setup.${item}_of`, { seat: LETTERS[seat] ?? "" })), input);
  };
  const spots = spotsOf(ui).map(([spot, worms]) => {
    const contents = setup.spots[spot] ?? "";
    return h(
      "button.setup__spot.stack",
      {
        "data-key": spot,
        "aria-label": say("setup.spot_at", { spot, where: named(contents) }),
        onclick: () => change(put(setup, spot, chosen(), worms)),
      },
      h("b", spot),
      drawn(contents),
    );
  });
  return [
    h(
      "div.stack.stack--tight",
      brushes(
        t("analysis.put"),
        kinds.map((contents) => [contents || "-", named(contents)]),
      ),
      h("div.setup__spots", ...spots),
      h("div.setup__larders", ...seats.flatMap((seat) => [stepper(seat, "worms"), stepper(seat, "snails")])),
    ),
    drawDice(setup, tools),
  ];
}
