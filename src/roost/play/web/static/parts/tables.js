// Making a table and sitting down at it: what several pages do.

import { remember, rememberName } from "../lib/remembered.js";
import { loadRest } from "../lib/rest.js";
import { go } from "../lib/router.js";
import { api } from "../net/api.js";
import { trustIn } from "../model/table.js";
import { answerTo, ownSeal } from "../net/numbers.js";
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
 * Begin a game that waits for nobody else: this device seals its numbers, reads the list, and answers it.
 * @param {NewTable} made
 */
async function begin({ id, snapshot }) {
  const trust = trustIn(snapshot);
  trust?.you(snapshot.you?.person ?? 0);
  for (const { entries } of await api.get(`/tables/${id}/changes`)) for (const entry of entries) trust?.entry(entry);
  const { entries } = await api.post(`/tables/${id}/start`, ownSeal(trust));
  for (const entry of entries) trust?.entry(entry);
  if (trust?.asked) await api.post(`/tables/${id}/answer`, answerTo(trust, trust.asked) ?? {});
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
