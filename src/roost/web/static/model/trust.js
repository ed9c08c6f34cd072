// Whether the dice of a game can be trusted: every roll is checked as it arrives, against what was published before.

import { checkRoll, facesOf, seatFaces } from "./fair.js";

/** @typedef {import("../types/messages").ChangeView["entries"][number]} Entry */

/**
 * @typedef {object} Trust
 * @property {string} table the name of the dice in their proofs
 * @property {string} anchor the commitment, or the link of the latest roll
 * @property {number} after the number of the latest roll
 * @property {number} checked how many rolls were checked here
 * @property {{number: number, reason: string} | null} broken the first roll that was not what it had to be
 */

/**
 * Nothing is known of a game's dice but the commitment.
 * @param {{table: string, commitment: string}} dice
 * @returns {Trust}
 */
export function newTrust({ table, commitment }) {
  return { table, anchor: commitment, after: 0, checked: 0, broken: null };
}

/**
 * What to think of the dice after an entry of the log.
 * @param {Trust | null} trust
 * @param {Entry} entry
 * @param {{game: string, options?: Record<string, unknown>, players: number}} played
 * @returns {Trust | null}
 */
export function trustAfter(trust, entry, played) {
  if (entry.type === "started") return newTrust({ table: entry.dice, commitment: entry.commitment });
  if (entry.type !== "rolled" || trust === null || trust.broken) return trust;
  const faces = entry.seat === null ? seatFaces(played.players) : facesOf(played.game, played.options);
  const { anchor, after, table } = trust;
  const verdict = checkRoll({
    anchor, after, table, proof: entry.proof, faces, count: entry.roll.length, roll: entry.roll,
  });
  const number = verdict.number ?? after + 1;
  // Whoever comes late has not seen the first rolls, but from then on no link may be left out.
  const isNext = trust.checked === 0 || number === after + 1;
  if (!verdict.ok || !isNext) return { ...trust, broken: { number, reason: verdict.ok ? "order" : (verdict.reason ?? "dice") } };
  return { ...trust, anchor: verdict.link ?? anchor, after: number, checked: trust.checked + 1 };
}

/**
 * What to think of the dice once one's own roll was answered: the nonce in its proof must be the one that was sent.
 * @param {Trust | null} trust
 * @param {readonly Entry[]} entries
 * @param {string} nonce
 * @returns {Trust | null}
 */
export function trustAnswer(trust, entries, nonce) {
  const rolled = entries.find((entry) => entry.type === "rolled");
  if (trust === null || trust.broken || rolled?.type !== "rolled") return trust;
  const [number, , used] = rolled.proof.split(" ");
  return used === nonce ? trust : { ...trust, broken: { number: Number(number), reason: "nonce" } };
}
