// Making a table and sitting down at it: what several pages do.

import { remember, rememberName } from "../lib/remembered.js";
import { loadRest } from "../lib/rest.js";
import { go } from "../lib/router.js";
import { api } from "../net/api.js";
import { Device } from "../model/device.js";
import { playedAt } from "../model/table.js";
import { answerTo, ownSeal, remembered } from "../net/dice-memory.js";
import { withBirds } from "./avatar-choice.js";
import { keepInvitations } from "./invite.js";
import { botName } from "./names.js";

/**
 * Make a table and go there. Where nobody is waited for, the game begins at once.
 * @param {TableSpec} spec
 */
export async function makeTable(spec) {
  await loadRest(); // what birds are called
  /** @type {NewTable} */
  const made = await api.post("/tables", { ...spec, seats: withBirds(spec.seats) });
  keepInvitations(made.id, made.invitations);
  const here = spec.seats.find((seat) => seat.kind === "here");
  if (here?.kind === "here" && here.name) rememberName(here.name);
  rememberTable(made.snapshot);
  if (spec.seats.every((seat) => seat.kind === "here" || seat.kind === "bot")) {
    await begin(made);
  }
  await go(`/table/${made.id}`);
}

/**
 * Begin a game that waits for nobody else: this device seals its number, reads the list, and answers it.
 * @param {NewTable} made
 */
async function begin({ id, snapshot }) {
  const device = new Device(playedAt(snapshot), remembered(id));
  device.person = snapshot.you?.person ?? -1;
  const hear = (/** @type {{entries: Record<string, any>[]}[]} */ changes) => {
    for (const { entries } of changes) for (const entry of entries) device.hear(entry);
  };
  hear(await api.get(`/tables/${id}/changes`));
  hear([await api.post(`/tables/${id}/start`, ownSeal(device))]);
  if (device.asked) await api.post(`/tables/${id}/open`, answerTo(device));
}

/**
 * Keep a table among those of this device.
 * @param {Snapshot} snapshot
 */
export function rememberTable({ table, spec, you }) {
  const names = table.seats.map((seat) => seat.name || (seat.bot ? botName(seat.bot) : "")).filter(Boolean);
  // A game against bots is remembered once it is played.
  if (
    spec.seats.every(({ kind }) => kind === "here" || kind === "bot") &&
    spec.seats.some(({ kind }) => kind === "bot")
  )
    return;
  remember({ id: table.id, game: spec.game, names, plays: (you?.seats.length ?? 0) > 0 });
}
