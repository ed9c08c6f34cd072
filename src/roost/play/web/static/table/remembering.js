// A table that somebody has played or watched is kept on their device: they find it again on the home page.

import { remember } from "../lib/remembered.js";
import { viewOf } from "../model/table.js";
import { seatName } from "../parts/names.js";

/**
 * Keep a table as it is shown. A game against bots that nobody has begun to play leaves no trace.
 * @param {string} id
 * @param {Model} model
 */
export function rememberTable(id, model) {
  const { spec, table } = model;
  const view = viewOf(model);
  if (table.game && !table.game.dice.rolls && view.seats.every((seat) => seat.isMine || seat.kind === "bot")) return;
  const names = view.seats.filter((seat) => seat.name || seat.bot).map(seatName);
  remember({ id, game: spec.game, names, plays: !view.isWatching, version: table.version });
}
