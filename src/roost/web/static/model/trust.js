// Whether the dice of a game can be trusted: every roll is checked as it arrives, against what was published before.

import { checkRoll, facesOf, seatFaces } from "./fair.js";

/** @typedef {import("../types/messages").ChangeView["entries"][number]} Entry */

/**
 * @typedef {object} Trust
 * @property {string} table the name of the dice in their proofs
 * @property {string} faces of the game's die
 * @property {string} anchor the commitment, or the link of the latest roll
 * @property {number} after the number of the latest roll
 * @property {string | null} nonce the latest that a person gave, which bots roll with; nothing as long as it is not known
 * @property {number} checked how many rolls were checked here
 * @property {{number: number, reason: string} | null} broken the first roll that was not what it had to be
 *
 * @typedef {object} Played
 * @property {string} game
 * @property {Record<string, unknown>} [options]
 * @property {number} players
 * @property {number[]} [bots] the seats that bots play now, where that is known
 */

/**
 * Nothing is known of a game's dice but the commitment, and whoever sees it start knows a nonce. There is no trust in
 * the dice of a game from outside: what is on them is not known here.
 * @param {{table: string, commitment: string}} dice
 * @param {Played} played
 * @param {string | null} [nonce]
 * @returns {Trust | null}
 */
export function newTrust({ table, commitment }, { game, options }, nonce = null) {
  const faces = facesOf(game, options);
  return faces === null ? null : { table, faces, anchor: commitment, after: 0, nonce, checked: 0, broken: null };
}

/**
 * What to think of the dice after an entry of the log.
 * @param {Trust | null} trust
 * @param {Entry} entry
 * @param {Played} played
 * @returns {Trust | null}
 */
export function trustAfter(trust, entry, played) {
  if (entry.type === "started") {
    if (trust?.table === entry.dice) return trust; // the answer to whoever began came first
    return newTrust({ table: entry.dice, commitment: entry.commitment }, played, entry.nonce ?? "");
  }
  if (entry.type !== "rolled" || trust === null || trust.broken) return trust;
  const { anchor, after, table, nonce } = trust;
  const faces = entry.seat === null ? seatFaces(played.players) : trust.faces;
  const verdict = checkRoll({
    anchor, after, table, proof: entry.proof, faces, count: entry.roll.length, roll: entry.roll, nonce: due(trust, entry, played),
  });
  const number = verdict.number ?? after + 1;
  // Whoever comes late has not seen the first rolls, but from then on no link may be left out.
  const isNext = nonce === null || number === after + 1;
  if (!verdict.ok || !isNext) return { ...trust, broken: { number, reason: verdict.ok ? "order" : (verdict.reason ?? "dice") } };
  return { ...trust, anchor: verdict.link ?? anchor, after: number, nonce: nonceOf(entry.proof), checked: trust.checked + 1 };
}

/**
 * The nonce that a roll has to be made with: a person brings a new one, a bot takes the one that was given last, so that
 * the host has none to choose.
 * @param {Trust} trust
 * @param {Extract<Entry, {type: "rolled"}>} entry
 * @param {Played} played
 * @returns {string | undefined} nothing if it may be any
 */
function due({ nonce }, { seat, by }, { bots }) {
  if (seat === null) return nonce || undefined; // logs of older servers do not tell what the draw began with
  return by || bots?.includes(seat) ? (nonce ?? undefined) : undefined;
}

/**
 * The nonce of a proof, as hexadecimal digits.
 * @param {string} proof
 */
function nonceOf(proof) {
  const used = proof.split(" ")[2] ?? "";
  return used === "-" ? "" : used;
}

/**
 * What to think of the dice once one's own roll or start was answered: the nonce in it must be the one that was sent.
 * @param {Trust | null} trust
 * @param {readonly Entry[]} entries
 * @param {string} nonce
 * @param {Played} played
 * @returns {Trust | null}
 */
export function trustAnswer(trust, entries, nonce, played) {
  let known = trust;
  for (const entry of entries) {
    if (entry.type !== "started" && entry.type !== "rolled") continue;
    if (entry.type === "started") known = trustAfter(known, entry, played);
    const used = entry.type === "started" ? entry.nonce : nonceOf(entry.proof);
    const number = entry.type === "started" ? 1 : Number(entry.proof.split(" ")[0]);
    if (known && !known.broken && used !== nonce) known = { ...known, broken: { number, reason: "nonce" } };
  }
  return known;
}
