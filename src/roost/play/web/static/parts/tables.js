// Makes tables and sits down at them, for several pages.

import { isLocal } from "../lib/place.js";
import { remember, rememberName } from "../lib/remembered.js";
import { loadRest } from "../lib/rest.js";
import { go } from "../lib/router.js";
import { api } from "../net/api.js";
import { Device } from "../model/device.js";
import { playedAt } from "../model/table.js";
import { openNumber, sealNumber, syncMemory } from "../net/dice-memory.js";
import { withBirds } from "./avatar-choice.js";
import { botName } from "./names.js";
import { createTable } from "./new-table.js";

/**
 * Make a table and go to it. The game begins at once if all players are there.
 * @param {TableSpec} spec
 */
export async function makeTable(spec) {
  await loadRest(); // loads the birds' names
  const table = await createTable("/tables", { ...spec, seats: withBirds(spec.seats) });
  if (isLocal) void import("./kept-games.js").then(({ askToKeep }) => askToKeep());
  const here = spec.seats.find((seat) => seat.kind === "here");
  if (here?.kind === "here" && here.name) rememberName(here.name);
  rememberTable(table.snapshot);
  if (spec.seats.every((seat) => seat.kind === "here" || seat.kind === "bot")) {
    await begin(table);
  }
  await go(`/table/${table.id}`);
}

/**
 * Begin a game that waits for no other device: seal a number, read the device list, and reveal the number.
 * @param {NewTable} table
 */
async function begin({ id, snapshot }) {
  const device = new Device(playedAt(snapshot), syncMemory(id));
  device.person = snapshot.you?.person ?? -1;
  const hear = (/** @type {{entries: Record<string, any>[]}[]} */ changes) => {
    for (const { entries } of changes) for (const entry of entries) device.hear(entry);
  };
  hear(await api.get(`/tables/${id}/changes`));
  hear([await api.post(`/tables/${id}/start`, sealNumber(device))]);
  if (device.asked) await api.post(`/tables/${id}/open`, openNumber(device));
}

/** @param {Snapshot} snapshot of a table that this device has visited */
export function rememberTable({ table, spec, you }) {
  const names = table.seats.map((seat) => seat.name || (seat.bot ? botName(seat.bot) : "")).filter(Boolean);
  // Do not remember a game against bots before it is played.
  if (
    spec.seats.every(({ kind }) => kind === "here" || kind === "bot") &&
    spec.seats.some(({ kind }) => kind === "bot")
  )
    return;
  remember({ id: table.id, game: spec.game, names, plays: (you?.seats.length ?? 0) > 0 });
}
